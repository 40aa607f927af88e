"""Proposes aliases and ignores for the parameters of an entity, by their names and those of properties.

An alias merges a parameter with a property if they are evidently the same:

- both have the same words in another spelling (`pet-id`, `petId`);
- the item's own parameter is an identifier (`petId`, `pet_uuid`, `petIdOrName`) or the noun (`{pet}` of
  `/pets/{pet}`), and the body has `id`, or with an identifier `pet_id`;
- the item's own parameter ends with a property of the body (`petName`, `name`), or its description says which it is.

Another alias separates two that have the same name: the `id` of a parent, or a filter that is a string while the
property is a list.

An ignore leaves out a query parameter that concerns the format or extent of the response, not the object.
"""

import re
from collections.abc import Container, Mapping, Sequence

from msgspec import Struct, field

from mapper.inputs import Node
from mapper.model import EntityKind

from .. import kinds
from ..identifiers import free
from ..nouns import snake, split_words, squashed
from ..openapi.parameters import Parameter
from .body_shape import Facts
from .item_parameters import IDS, ItemParameter

PAGING = frozenset(
    """
    continuationtoken cursor endingbefore itemsperpage limit marker maxitems maxkeys maxresults nextcursor nextpage
    nextpagetoken nexttoken offset page pageafter pagebefore pagecursor pageindex pagelimit pageno pagenum pagenumber
    pageoffset pagesize pagetoken perpage resultsperpage rowsperpage skip startat startindex startingafter startposition
    usemarker
    """.split()
)
"""Parameters for pages of a list, in the form of `squashed`: `per_page`, `perPage` and `per-page` are equal."""

SHAPING = frozenset(
    """
    alt callback embed exclude excludes expand fields include includes order orderby orderdir orderdirection ordering
    pretty prettyprint quotauser select sort sortby sortdir sortdirection sortfield sortkey sortorder uploadprotocol
    uploadtype userip xgafv
    """.split()
)
"""Parameters for order, fields and format of the response."""

_SWITCHES = frozenset("exclude expand fetch hide include omit show with without".split())
"""The first words of switches that say how much a response has."""

WATCHING = frozenset("allowwatchbookmarks continue resourceversionmatch sendinitialevents timeoutseconds watch".split())
"""Kubernetes: parameters for watching a list."""

COMPANIONS = frozenset("count direction size top".split())
"""Parameters that belong to these only if another one of them is present."""

_WRITABLE = re.compile(r"[A-Za-z0-9_]+\Z")
"""Names that an ignore can contain as they are."""

_GENERIC = IDS | {"key", "name", "number", "slug"}


class Setting(Struct, frozen=True):
    """The value of an entry, and the reason: the new name of a parameter, or of a property, which a leading dot marks;
    or the status of a property of the root.
    """

    name: str
    value: str
    why: str


class Names(Struct):
    """The root names of an entity: its parameters, and the properties of its bodies with their schemas.

    `answered` are the properties of a response, `listed` those of the items of a list, to which ignores apply as well;
    `required` are those that any body requires.
    `properties` are in the order of the entity: of two that differ only in spelling, the first one is used.
    """

    parameters: list[Parameter]
    properties: dict[str, Node | None]
    answered: frozenset[str]
    listed: frozenset[str]
    required: frozenset[str] = frozenset()
    taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """No name of what is there is spare."""
        self.taken |= {parameter.name for parameter in self.parameters} | self.properties.keys() | self.listed

    def spare(self, parameter: Parameter) -> str:
        """An unused name for a parameter."""
        base = f"{snake(parameter.name) or 'api'}_{'filter' if parameter.place == 'query' else 'param'}"
        name = free(base, self.taken)
        self.taken.add(name)
        return name


def propose_aliases(
    facts: Facts, names: Names, nouns: dict[str, str], items: Sequence[str], settled: Container[str]
) -> list[Setting]:
    """Aliases for the parameters that are not `settled`.

    `nouns` are the nouns before the parameters of the path, `items` the item's own parameters, with the last one first.
    """
    found: dict[str, Setting] = {}
    known = {parameter.name for parameter in names.parameters}
    for parameter in sorted(names.parameters, key=lambda p: p.name not in items[:1]):
        if parameter.name in settled:
            continue
        alias = _alias(facts, parameter, names, nouns.get(parameter.name, ""), items)
        targets = {entry.value for entry in found.values()}
        if alias and alias.value not in targets and (alias.value not in known or _gives_way(alias.value, names, nouns)):
            found[parameter.name] = alias
            names.taken.add(alias.value)
    return [found[parameter.name] for parameter in names.parameters if parameter.name in found]


def _gives_way(name: str, names: Names, nouns: dict[str, str]) -> bool:
    """Whether the parameter `name` belongs to a parent and gets another name itself."""
    parameter = next(parameter for parameter in names.parameters if parameter.name == name)
    return name in names.properties and _other_name(parameter, names, nouns.get(name, "")) is not None


def _alias(facts: Facts, parameter: Parameter, names: Names, noun: str, items: Sequence[str]) -> Setting | None:
    name = parameter.name
    if name in names.properties:
        return None if name in items[:1] else _other_name(parameter, names, noun)
    same = [other for other in names.properties if squashed(other) == squashed(name)]
    if len(same) == 1 and squashed(name):
        return Setting(name, same[0], f"the property {same[0]} in another spelling")
    if name not in items:
        return None
    found = ItemParameter(facts, parameter, names.properties, noun, names.answered).find(is_last=name == items[0])
    return Setting(name, *found) if found else None


def _other_name(parameter: Parameter, names: Names, noun: str) -> Setting | None:
    """An alias for a parameter that has the name of an unrelated property."""
    name = parameter.name
    if noun and name in _GENERIC and (target := f"{noun}_{snake(name)}") not in names.taken:
        return Setting(name, target, f"of the {noun}; the property {name} is another one")
    return None


def propose_spares(names: Names, kind: EntityKind, facts: Facts, settled: Container[str]) -> list[Setting]:
    """Aliases for parameters whose name is that of a list or an object, with which they cannot be merged."""
    return [
        Setting(parameter.name, names.spare(parameter), f"the property {parameter.name} is of another type")
        for parameter in names.parameters
        if parameter.name not in settled and _is_another(parameter, names.properties.get(parameter.name), kind, facts)
    ]


def _is_another(parameter: Parameter, schema: Node | None, kind: EntityKind, facts: Facts) -> bool:
    """Whether a parameter must not be merged with the property of its name, because the types differ."""
    of_property, of_parameter = facts.type_of(schema), facts.type_of(parameter.schema)
    if not of_property or not of_parameter or of_property == of_parameter:
        return False
    return of_property in ("array", "object") or (kind is kinds.DATA_SOURCE and parameter.place == "query")


def propose_ignores(names: Names, *, of_list: bool) -> tuple[list[Setting], dict[str, str]]:
    """The aliases that ignores need, and the ignores, for the query parameters that concern the response, with reasons.

    A parameter whose name an ignore cannot contain (`page[size]`), or which has the name of a property to keep, gets an
    alias first. The only property that may be ignored is one that describes the page of a list.
    """
    query = {parameter.name: parameter for parameter in names.parameters if parameter.place == "query"}
    purposes = {name: purpose for name in query if (purpose := _purpose(squashed(name)) or _extent(query[name]))}
    if purposes:
        purposes |= {name: "paging, with the others" for name in query if squashed(name) in COMPANIONS}
    aliases: list[Setting] = []
    ignores: dict[str, str] = {}
    for name, why in purposes.items():
        ignored = name
        if query[name].required:
            continue
        is_page = of_list and squashed(name) in PAGING and name not in names.required
        kept = name in names.listed or (name in names.answered and not is_page)
        if kept or not _WRITABLE.match(name):
            ignored = names.spare(query[name])
            aliases.append(Setting(name, ignored, "only to be ignored"))
        ignores[ignored] = why
    return aliases, ignores


def of_no_object(names: Names, taken: Sequence[Mapping[str, bool]]) -> dict[str, str]:
    """Ignores for the optional query parameters of a resource that no body has: read alone takes them, so that they
    choose how the answer is written, or each operation does, so that they are of the client. `taken` are the parameters
    of each operation, with whether it requires them: what one requires says which object is meant.
    """
    placed = (parameter.name for parameter in names.parameters if parameter.place != "query")
    known = set(map(squashed, (*names.properties, *names.listed, *placed)))
    ignores = {}
    for parameter in names.parameters:
        name, users = parameter.name, sum(parameter.name in parameters for parameters in taken)
        is_asked = any(parameters.get(name) for parameters in taken)
        is_option = parameter.place == "query" and not is_asked and squashed(name) not in known
        if is_option and users in (1, len(taken)) and _WRITABLE.match(name):
            is_alone = users == 1 and len(taken) > 1
            ignores[name] = "read alone takes it: how the answer is written" if is_alone else "each operation takes it"
    return ignores


def _extent(parameter: Parameter) -> str:
    """Why a switch leaves things out of the response or adds some: `include_secrets`, `withDetails`."""
    words, schema = split_words(parameter.name), parameter.schema
    is_switch = schema is not None and isinstance(schema.value, dict) and schema.value.get("type") == "boolean"
    return "how much the answer has" if is_switch and len(words) > 1 and words[0] in _SWITCHES else ""


def _purpose(word: str) -> str:
    if word in PAGING:
        return "paging"
    if word in SHAPING:
        return "how the answer is written"
    return "watching for changes" if word in WATCHING else ""
