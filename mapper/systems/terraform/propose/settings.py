"""What a first config says of an entity besides its operations, by names and shapes: aliases, ignores, statuses."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from mapper.inputs import Node
from mapper.languages.hcl.literals import RESERVED_ROOT_NAMES

from .. import kinds
from ..config.paths import quoted
from ..fix.plan import ITEM, POLICIES, Plan, Way
from ..identifiers import free, to_identifier
from ..nouns import split_words, squashed
from ..openapi.operations import Api
from ..openapi.parameters import Parameter
from ..openapi.routes import is_sayable, segments
from .body_shape import REQUEST, RESPONSE, Facts, Properties, item_noun
from .envelopes import identifier_beside
from .parameters import Names, Setting, of_no_object, propose_aliases, propose_ignores, propose_spares
from .proposal import Part, ProposedEntity


def settings(facts: Facts, entities: Iterable[ProposedEntity], *, good: bool) -> Plan:
    """The entries for all entities, with the statuses of attributes if the config is to be a `good` one."""
    values: dict[Way, Any] = {}
    comments: dict[Way, str] = {}
    switches = _switches(facts.api)
    for entity in entities:
        for way, value, why in _settings(facts, entity, switches, good=good):
            values[kinds.SECTIONS[entity.kind], entity.name, *way] = value
            comments[kinds.SECTIONS[entity.kind], entity.name, *way] = why
    return Plan(values, comments)


def _settings(
    facts: Facts, entity: ProposedEntity, switches: dict[str, str], *, good: bool
) -> Iterator[tuple[Way, Any, str]]:
    """The entries below that of an entity, each with the reason."""
    bodies = _bodies(facts, entity)
    names = _names(facts, entity, bodies)
    aliases, ignores = _of_parameters(facts, entity, names)
    aliases += _of_properties(entity, bodies)
    if choice := _choice(facts, entity):
        yield (POLICIES, "one_of"), "union", choice
    for path, why in ignores.items():
        yield ("schema", "ignores", path), ITEM, why
    for alias in aliases:
        yield ("schema", "attributes", "aliases", alias.name), alias.value, alias.why
    if not good or entity.kind is not kinds.RESOURCE:
        return
    found = _of_identifiers(facts, entity, names, bodies, aliases)
    own = statuses(facts, bodies, switches.get(entity.part("read").path, ""))
    asked = {p.name for p in _taken(facts, entity.part("create")) if p.place == "query" and p.required}
    for status in (*found, *own):
        if status.name in asked - bodies.request.keys():
            continue  # required by the policy for parents
        way = ("schema", "attributes", "overrides", quoted(status.name), "computed_optional_required")
        yield way, status.value, status.why


def _choice(facts: Facts, entity: ProposedEntity) -> str:
    """Why the create request body is one object, though the API says that it is one of several; empty if it is not."""
    create = entity.find("create")
    node = facts.mapped(create, REQUEST) if create is not None else None
    branches = facts.branches(node)
    if not branches or not facts.is_one_thing(node):
        return ""
    shared = frozenset.intersection(*branches)
    return f"the request is one of {len(branches)} objects, which share {', '.join(sorted(shared)[:3])}"


def _of_identifiers(
    facts: Facts, entity: ProposedEntity, names: Names, bodies: Bodies, aliases: Sequence[Setting]
) -> Iterator[Setting]:
    """The statuses of what no body has, and the path of read needs."""
    read, create = entity.part("read"), entity.find("create")
    renamed = {alias.name: alias.value for alias in aliases}
    is_choice = not read.response and bool(facts.branches(facts.mapped(read, RESPONSE)))
    known = bodies.request if is_choice else bodies.names  # what a response may have is in its variants
    called = {renamed.get(parameter.name, parameter.name) for parameter in names.parameters}.difference(known)
    taken = _taken(facts, create)
    queries = {parameter.name for parameter in taken if parameter.place == "query"}
    needed = {parameter.name for parameter in taken if parameter.place == "query" and parameter.required}
    inner = {name for node in bodies.request.values() for name in facts.names(node)} - _IDS
    placed = [segment.parameter or "" for segment in segments(create.path)] if create is not None else []
    given = inner | set(map(squashed, (*placed, *(parameter.name for parameter in taken))))
    if "id" in called and identifier_beside(facts, read):
        yield Setting("id", "computed", "the API makes it, beside the attributes")
        called.remove("id")
    for parameter in names.parameters if create is not None else ():
        name = renamed.get(parameter.name, parameter.name)
        if parameter.place == "path" and parameter.name not in placed and _may_be_given(facts, bodies, name):
            yield Setting(name, "required", f"it identifies the {bodies.noun or 'object'}, and create takes it")
        if parameter.place == "query" and parameter.name in needed and name in called:
            yield Setting(name, "required", "create requires it as a parameter")
        if parameter.place != "path" or name not in called:
            continue
        if parameter.name in queries:
            yield Setting(parameter.name, "required", "create takes it as a parameter")
        elif given.isdisjoint((squashed(name), squashed(parameter.name))):
            yield Setting(name, "computed", "create does not take it, so the API makes it")


def _may_be_given(facts: Facts, bodies: Bodies, name: str) -> bool:
    """Whether users have to choose what identifies an object: a text that create takes, and that is no number of the
    API, nor said to be left out.
    """
    node = bodies.request.get(name)
    is_made = not _IDS.isdisjoint(split_words(name)[-1:])
    if node is None or name in bodies.create[1] or is_made or facts.type_of(node) != "string":
        return False
    is_read_only = facts.keyword(node, "readOnly") is True or facts.keyword(node, "default") is not None
    return not is_read_only and not _is_optional(facts, node)


def _switches(api: Api) -> dict[str, str]:
    """Path of an item -> that of an action that changes its state, and that another action undoes. Actions are at most
    two segments below the item.
    """
    actions: dict[str, dict[str, str]] = {}
    for path in api.paths():
        holder, _, verb = path.rpartition("/")
        if (verb := verb.lower()) in _ACTIONS:
            for item in (holder, holder.rpartition("/")[0]):
                actions.setdefault(item, {}).setdefault(verb, path)
    return {
        item: path
        for item, verbs in actions.items()
        for verb, path in verbs.items()
        if not _OPPOSITES.get(verb, set()).isdisjoint(verbs)
    }


def _bodies(facts: Facts, entity: ProposedEntity) -> Bodies:
    """The properties of an entity's bodies, as its config selects them."""

    def members(name: str, side: str) -> Members:
        part = entity.find(name)
        node = facts.mapped(part, side) if part is not None else None
        if node is None or facts.type_of(node) == "array":
            return {}, frozenset()
        found = facts.members(node, of_all=side == REQUEST and not facts.is_one_thing(node))
        return {name: found[name] for name in sorted(found)}, facts.required(node)

    create = entity.find("create")
    examples = facts.examples(facts.operation(create), create.request) if create is not None else ()
    answers = members("create", RESPONSE), members("read", RESPONSE)
    noun = item_noun(entity.part("read").path)
    return Bodies(members("create", REQUEST), answers, members("update", REQUEST), examples, noun)


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


def _of_parameters(facts: Facts, entity: ProposedEntity, names: Names) -> tuple[list[Setting], dict[str, str]]:
    nouns, items = _path_nouns(entity.part("read"))
    aliases, ignores = propose_ignores(names, of_list=bool(names.listed) or not items)
    if entity.kind is kinds.RESOURCE:
        taken = [_taken(facts, part) for part in entity.parts]
        ignores = of_no_object(names, [{p.name: p.required for p in parameters} for parameters in taken]) | ignores
    settled = {alias.name for alias in aliases} | ignores.keys()
    aliases += propose_aliases(facts, names, nouns, items, settled)
    settled |= {alias.name for alias in aliases}
    aliases += propose_spares(names, entity.kind, facts, settled)
    # a path and a query parameter may have the same name
    return list({alias.name: alias for alias in reversed(aliases)}.values())[::-1], ignores


def _taken(facts: Facts, part: Part | None) -> list[Parameter]:
    """The parameters of an operation."""
    return facts.api.parameters(facts.operation(part)) if part is not None else []


def _of_properties(entity: ProposedEntity, bodies: Bodies) -> Iterator[Setting]:
    """Aliases for properties of the root whose names Terraform or Go cannot have, beside those that keep theirs."""
    taken = {to_identifier(name) for name in bodies.names}
    for name in bodies.names:
        identifier = to_identifier(name)
        bare = identifier.strip("_")
        if identifier in RESERVED_ROOT_NAMES:
            alias = f"{item_noun(entity.part('read').path) or entity.name}_{identifier}"
            why = f"{identifier} is reserved by Terraform"
        elif bare != identifier and bare in taken:
            alias, why = f"{bare}_value", f"{bare} is another property"
        else:
            continue
        alias = free(alias, taken)
        taken.add(alias)
        yield Setting(f".{quoted(name)}", alias, why)


def _path_nouns(read: Part) -> tuple[dict[str, str], list[str]]:
    """The noun before each parameter of a path, and the item's own parameters, the last one first."""
    found = segments(read.path)
    nouns: dict[str, str] = {}
    items: list[str] = []
    for index, segment in enumerate(found):
        items = [segment.parameter, *items] if segment.parameter else []
        if segment.parameter is not None:
            nouns[segment.parameter] = item_noun("/".join(before.text for before in found[:index]))
    return nouns, items


Members = tuple[Properties, frozenset[str]]
"""The properties of a body, and those that it requires."""

_IDS = frozenset(("guid", "id", "uid", "uuid"))
"""What users never choose; they may choose an *identifier*."""
_STATES = frozenset(("state", "status"))
_DONE = frozenset("changed created creation creator deleted modified modification updated".split())
_LINKS = frozenset(("embedded", "etag", "href", "links", "self"))
_PROGRESS = re.compile(r"[a-z_ ]*(?:ing|ed|error|errored|unknown|success|progress|new|ready)\Z", re.IGNORECASE)
_CHOSEN = re.compile(r"(?:un)?(?:enabled|disabled|paused|suspended|published|archived|locked|live)\Z", re.IGNORECASE)
"""States that users choose, although they look like those that something reaches by itself."""
_SAYS_SO = re.compile(
    r"\bread[- ]?only (?:property|field|attribute|value)|\(read[- ]?only\)|\A(?:output only|read[- ]?only)\b|"
    r"\b(?:auto(?:matically)?[- ]generated|generated by the (?:api|server|system|service))\b",
    re.IGNORECASE,
)
_HAS_BEEN = re.compile(r"\A(?:if|indicates (?:if|whether)|true if|whether)\b[^.]*\b(?:has|have) been\b", re.IGNORECASE)
_SIDE = frozenset("comment comments description labels locale message metadata note notes tags timezone".split())
"""Properties that examples show, and that nothing needs, by their last word."""
_MOST_NEEDED = 10
"""An example with more properties shows what can be given, and not what has to be."""
_MAY_BE_LEFT_OUT = re.compile(
    r"\boptional(?:ly)?\b|\bdefaults? (?:to|is|value)\b|\bleft (?:blank|empty|out)\b|\b(?:may|can) be omitted\b|"
    r"\b(?:if|when) (?:not|omitted|unset|provided|specified|set(?! to))\b|"
    r"\b(?:is|are) (?:omitted|not (?:given|provided|set|specified))\b",
    re.IGNORECASE,
)
_OPPOSITES = {
    "activate": {"deactivate"}, "archive": {"unarchive"}, "block": {"unblock"}, "enable": {"disable"},
    "lock": {"unlock"}, "pause": {"resume", "unpause"}, "publish": {"unpublish"}, "suspend": {"resume", "unsuspend"},
}  # fmt: skip
"""Actions that change a state, and those that change it back."""
_ACTIONS = frozenset(_OPPOSITES).union(*_OPPOSITES.values())


class Bodies(Struct, frozen=True):
    """The bodies of a resource: of the create request, the responses to create and read, and the update request.

    `examples` are those of the create request, `noun` is what its path calls an item.
    """

    create: Members
    answers: tuple[Members, Members]
    update: Members
    examples: tuple[frozenset[str], ...] = ()
    noun: str = ""

    @property
    def request(self) -> Properties:
        """The properties of the create request body."""
        return self.create[0]

    @property
    def names(self) -> list[str]:
        """The names of all properties of the root, in the order of the resource."""
        return list(dict.fromkeys(name for members, _ in (self.create, *self.answers) for name in members))


def statuses(facts: Facts, bodies: Bodies, switch: str = "") -> Iterator[Setting]:
    """The statuses that differ from those that the create request body gives.

    An API that has one schema for request and response takes more than a user is meant to give, and what it always
    returns it mostly needs. `switch` is the path of an action that changes the state of the resource.
    """
    answered = {node.key for members, _ in bodies.answers for node in members.values()}
    computed: dict[str, str] = {}
    required: dict[str, str] = {}
    given: list[str] = []
    for name, node in bodies.request.items():
        if facts.keyword(node, "readOnly") is True:
            continue  # the policy read_only
        is_required = name in bodies.create[1]
        if not is_required and (why := _set_by_the_api(facts, name, node, answered, bodies.noun)):
            computed[name] = why
        else:
            given.append(name)
            if not is_required and facts.keyword(node, "default") is None and (why := _needed(facts, name, bodies)):
                required[name] = why
    if not required and bodies.create[1].isdisjoint(given):
        required = _by_examples(facts, bodies, given) or _by_name(facts, bodies, given)
    yield from (Setting(name, "computed", why) for name, why in computed.items())
    yield from (Setting(name, "required", why) for name, why in required.items())
    changed = dict(_changed_later(facts, bodies, answered, given))
    if state := _switched(switch, bodies, {*given, *computed}):
        changed[state] = f"{switch} and its opposite change it"
    yield from (Setting(name, "computed_optional", why) for name, why in changed.items())


def _changed_later(
    facts: Facts, bodies: Bodies, answered: Container[tuple[object, str]], given: Container[str]
) -> Iterator[tuple[str, str]]:
    """What update takes and create does not, of what a response has; if both share a schema, only what it requires."""
    returned = bodies.answers[0][0] | bodies.answers[1][0]
    for name, node in bodies.update[0].items():
        is_meant = name in bodies.update[1] or node.key not in answered
        is_set = name in given or name in bodies.request or facts.keyword(node, "readOnly") is True
        if name in returned and is_meant and not is_set and not _is_id(name):
            yield name, "update takes it, create does not"


def _switched(switch: str, bodies: Bodies, given: Container[str]) -> str:
    """The state that an action changes, if users cannot give it otherwise; empty if there is none."""
    names = (name for name in bodies.names if squashed(name) in _STATES and name not in given)
    return next(names, "") if switch else ""


def _is_id(name: str) -> bool:
    return squashed(name) in _IDS


def _set_by_the_api(facts: Facts, name: str, node: Node, answered: Container[tuple[object, str]], noun: str) -> str:
    """Why only the API sets a property that the create request body has; empty if users may."""
    if node.key not in answered:
        return ""
    words = split_words(name)
    shared = "the request has it only because it shares a schema with the response"
    if _is_id(name) or (noun and squashed(name) in {f"{squashed(noun)}{word}" for word in _IDS}):
        return f"an identifier; {shared}"
    if not _DONE.isdisjoint(words):
        return f"says when, or by whom; {shared}"
    if len(words) == 1 and words[0] in _STATES and _is_reached(facts.keyword(node, "enum")):
        return f"a state; {shared}"
    if len(words) == 1 and words[0] in _LINKS:
        return f"leads elsewhere; {shared}"
    description = str(facts.keyword(node, "description") or "")
    is_done = facts.type_of(node) == "boolean" and _HAS_BEEN.search(description)
    return f"its description says so; {shared}" if is_done or _SAYS_SO.search(description) else ""


def _is_reached(values: object) -> bool:
    """Whether things reach a state by themselves: any of its values says that something goes on, or that it ended."""
    if not isinstance(values, list):
        return True
    texts = [value for value in values if isinstance(value, str)]
    return any(_PROGRESS.match(text) and not _CHOSEN.match(text) for text in texts)


def _needed(facts: Facts, name: str, bodies: Bodies) -> str:
    """Why a property is required that the create request body does not require; empty if it is not.

    A request with a schema of its own that requires something says itself what may be left out.
    """
    if _is_side(name) or _is_optional(facts, bodies.request[name]):
        return ""
    node, has_own = bodies.request[name], bool(bodies.create[1])
    for which, (answered, required) in zip(("response to create", "response to read"), bodies.answers, strict=True):
        if name not in required or _is_optional(facts, answered[name]):
            continue
        if not has_own or answered[name].key == node.key:
            return f"required in the {which}"
    return ""


def _by_examples(facts: Facts, bodies: Bodies, given: Iterable[str]) -> dict[str, str]:
    """What each example of the create request has, where no body requires anything."""
    if not bodies.examples:
        return {}
    common = frozenset.intersection(*bodies.examples).intersection(given)
    if len(common) > _MOST_NEEDED:
        return {}
    why = "no body requires anything, but each example of the request has it"
    return {name: why for name in given if name in common and _may_be_needed(facts, name, bodies.request[name])}


def _by_name(facts: Facts, bodies: Bodies, given: Sequence[str]) -> dict[str, str]:
    """The name, or the only property that users give, where no body requires anything."""
    names = ("name", squashed(f"{bodies.noun}_name"))
    found = next((name for wanted in names for name in given if squashed(name) == wanted), "")
    if (
        found
        and facts.keyword(bodies.request[found], "default") is None
        and not _is_optional(facts, bodies.request[found])
    ):
        return {found: "no body requires anything; the name is what tells one from another"}
    if len(given) == 1 and facts.keyword(bodies.request[given[0]], "default") is None:
        return {given[0]: "nothing else can be given"}
    return {}


def _is_side(name: str) -> bool:
    words = split_words(name)
    return squashed(name) in _SIDE or (bool(words) and words[-1] in _SIDE)


def _may_be_needed(facts: Facts, name: str, node: Node) -> bool:
    """Whether nothing says that a property may be left out."""
    if _is_side(name) or facts.type_of(node) in ("boolean", "integer", "number"):
        return False
    return facts.keyword(node, "default") is None and not _is_optional(facts, node)


def _is_optional(facts: Facts, node: Node) -> bool:
    """Whether a property says that it may be left out, or null."""
    is_nullable = any(facts.keyword(node, keyword) is not None for keyword in ("nullable", "x-nullable"))
    return is_nullable or _MAY_BE_LEFT_OUT.search(str(facts.keyword(node, "description") or "")) is not None
