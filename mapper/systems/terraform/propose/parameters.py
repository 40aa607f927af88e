"""What becomes of the parameters of an entity, wherever the API takes them: no other module decides it.

A parameter of read

1. is ignored if it concerns the answer or the client, and not the object (`answer_parameters`);
2. gets an alias if it is a property in other words, or its name is that of another property (`parameter_names`);
3. gets a status if no body says who sets it: *required* if create takes it or read requires it in its query, *computed*
   if only the API can make it.

What create alone takes is required by the policy `parent_parameters`.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from mapper.inputs import Node

from .. import kinds
from ..nouns import split_words, squashed
from ..openapi.declared import constant_of
from ..openapi.parameters import Parameter
from ..openapi.routes import is_sayable, segments
from .answer_parameters import of_no_object, of_the_answer
from .body_shape import RESPONSE, Facts, item_noun
from .envelopes import identifier_beside, requires_identifier
from .parameter_names import Names, merged_or_renamed, of_another_type
from .proposal import Part, ProposedEntity, Setting
from .statuses import IDS, Bodies, is_optional


class Parameters(Struct, frozen=True):
    """The entries for the parameters of an entity: aliases, ignores with their reasons, and statuses. The policy
    `parent_parameters` decides on those that `required_by_policy` names.
    """

    aliases: tuple[Setting, ...]
    ignores: Mapping[str, str]
    statuses: tuple[Setting, ...]
    required_by_policy: frozenset[str]


def of_parameters(facts: Facts, entity: ProposedEntity, bodies: Bodies) -> Parameters:
    """What becomes of each parameter of an entity with these bodies."""
    names = _names(facts, entity, bodies)
    aliases, ignores = _names_and_ignores(facts, entity, names)
    is_resource = entity.kind is kinds.RESOURCE
    statuses = _statuses(facts, entity, names, bodies, aliases) if is_resource else ()
    queries = (p for p in _parameters_of(facts, entity.find("create")) if p.place == "query" and p.required)
    by_policy = frozenset(parameter.name for parameter in queries) - bodies.request.keys()
    return Parameters(tuple(aliases), ignores, tuple(s for s in statuses if s.name not in by_policy), by_policy)


def _names(facts: Facts, entity: ProposedEntity, bodies: Bodies) -> Names:
    read = entity.part("read")
    parameters = [p for p in facts.api.parameters(facts.operation(read)) if is_sayable(p.name)]
    body = facts.mapped(read, RESPONSE)
    answered = {name: node for properties, _ in bodies.answers for name, node in properties.items()}
    if entity.kind is kinds.DATA_SOURCE and facts.type_of(body) == "array":
        listed = frozenset(facts.members(facts.items(body)))
        return Names(parameters, {entity.name: body}, frozenset([entity.name]), listed)
    properties = answered | bodies.request
    named: dict[str, Node | None] = {name: properties[name] for name in bodies.names}
    if identifier := identifier_beside(facts, read):
        named.setdefault("id", identifier)
    # one of several objects is chosen later: what any of them has is not to be ignored
    chosen = frozenset(facts.members(body)) if facts.branches(body) else frozenset()
    required = chosen.union(*(needed for _, needed in bodies.answers))
    return Names(parameters, named, chosen.union(answered), frozenset(), required)


def _names_and_ignores(facts: Facts, entity: ProposedEntity, names: Names) -> tuple[list[Setting], dict[str, str]]:
    nouns, items = _path_nouns(entity.part("read"))
    aliases, ignores = of_the_answer(names, of_list=bool(names.listed) or not items)
    if entity.kind is kinds.RESOURCE:
        taken = [_parameters_of(facts, part) for part in entity.parts]
        ignores = of_no_object(names, [{p.name: p.required for p in parameters} for parameters in taken]) | ignores
    chosen = {
        p.name for p in _parameters_of(facts, entity.find("create")) if p.place == "query"
    }  # not what the API makes
    settled = {alias.name for alias in aliases} | ignores.keys() | chosen
    aliases += merged_or_renamed(facts, names, nouns, items, settled)
    settled |= {alias.name for alias in aliases}
    aliases += of_another_type(names, entity.kind, facts, settled)
    # a path and a query parameter may have the same name
    return list({alias.name: alias for alias in reversed(aliases)}.values())[::-1], ignores


def _parameters_of(facts: Facts, part: Part | None) -> list[Parameter]:
    """The parameters of an operation."""
    return facts.api.parameters(facts.operation(part)) if part is not None else []


def _path_nouns(read: Part) -> tuple[dict[str, str], list[str]]:
    """The noun before each parameter of a path, and the item's own parameters, the last one first."""
    path_segments = segments(read.path)
    nouns: dict[str, str] = {}
    items: list[str] = []
    for index, segment in enumerate(path_segments):
        items = [segment.parameter, *items] if segment.parameter else []
        if segment.parameter is not None:
            nouns[segment.parameter] = item_noun("/".join(before.text for before in path_segments[:index]))
    return nouns, items


def _statuses(
    facts: Facts,
    entity: ProposedEntity,
    names: Names,
    bodies: Bodies,
    aliases: Sequence[Setting],
) -> Iterator[Setting]:
    """The statuses of what no body has, and the path of read needs."""
    read, create = entity.part("read"), entity.find("create")
    renamed = {alias.name: alias.value for alias in aliases}
    is_choice = not read.response and bool(facts.branches(facts.mapped(read, RESPONSE)))
    body_names = bodies.request if is_choice else bodies.names  # what a response may have is in its variants
    called = {renamed.get(parameter.name, parameter.name) for parameter in names.parameters}.difference(body_names)
    taken = _parameters_of(facts, create)
    queries = {parameter.name for parameter in taken if parameter.place == "query"}
    needed = {parameter.name for parameter in taken if parameter.place == "query" and parameter.required}
    nested_names = {name for node in bodies.request.values() for name in facts.names(node)} - IDS
    placed = [segment.parameter or "" for segment in segments(create.path)] if create is not None else []
    given = nested_names | set(map(squashed, (*placed, *(parameter.name for parameter in taken))))
    if "id" in called and identifier_beside(facts, read):
        is_chosen = create is not None and requires_identifier(facts, create)
        why = "create takes it, beside the attributes" if is_chosen else "the API makes it, beside the attributes"
        yield Setting("id", "required" if is_chosen else "computed", why)
        called.remove("id")
    for parameter in names.parameters if create is not None else ():
        name = renamed.get(parameter.name, parameter.name)
        if parameter.place == "path" and parameter.name not in placed and _may_be_given(facts, bodies, name):
            yield Setting(name, "required", f"it identifies the {bodies.noun or 'object'}, and create takes it")
        if parameter.place == "query" and parameter.name in needed and name in called:
            yield Setting(name, "required", "create requires it as a parameter")
        elif _is_asked_by_read(facts, parameter) and name in called:
            yield Setting(name, "required", "read requires it as a parameter")
        if parameter.place != "path" or name not in called:
            continue
        if parameter.name in queries:
            yield Setting(parameter.name, "required", "create takes it as a parameter")
        elif given.isdisjoint((squashed(name), squashed(parameter.name))):
            yield Setting(name, "computed", "create does not take it, so the API makes it")


def _is_asked_by_read(facts: Facts, parameter: Parameter) -> bool:
    """Whether only users can say what read requires in its query: the API has no value for it."""
    if parameter.place != "query" or not parameter.required:
        return False
    return parameter.schema is None or constant_of(facts.api.documents.behind(parameter.schema).value) is None


def _may_be_given(facts: Facts, bodies: Bodies, name: str) -> bool:
    """Whether users have to choose what identifies an object: a text that create takes. It is no number of the API, and
    the description does not tell users to leave it out.
    """
    node = bodies.request.get(name)
    is_made = not IDS.isdisjoint(split_words(name)[-1:])
    if node is None or name in bodies.create[1] or is_made or facts.type_of(node) != "string":
        return False
    is_read_only = facts.keyword(node, "readOnly") is True or facts.keyword(node, "default") is not None
    return not is_read_only and not is_optional(facts, node)
