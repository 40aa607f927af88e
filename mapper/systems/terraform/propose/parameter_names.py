"""Aliases for the parameters of an entity, by their names and the names of properties.

An alias merges a parameter with a property if they are evidently the same:

- both have the same words in another spelling (`pet-id`, `petId`);
- the item's own parameter is an identifier (`petId`, `pet_uuid`, `petIdOrName`) or the noun (`{pet}` of
  `/pets/{pet}`), and the body has `id`, or with an identifier `pet_id`;
- the item's own parameter ends with a property of the body (`petName`, `name`), or its description says which it is.

An identifier of a parent that says what it is for (`petIdForThings`) is `pet_id`. Another alias separates a parameter
and a property with the same name: the `id` of a parent, or a text that filters by a list.
"""

from collections.abc import Container, Sequence

from msgspec import Struct, field

from mapper.inputs import Node
from mapper.model import EntityKind

from .. import kinds
from ..identifiers import free
from ..nouns import snake, split_words, squashed
from ..openapi.parameters import Parameter
from .body_shape import Facts
from .item_parameters import IDS, ItemParameter
from .proposal import Setting

_GENERIC = IDS | {"key", "name", "number", "slug"}


class Names(Struct):
    """The root names of an entity: its parameters, and the properties of its bodies with their schemas.

    `answered` are the properties of a response. `listed` are the properties of a list's items, to which ignores apply
    as well. `required` are the properties that any body requires. `properties` are in the order of the entity: of two
    that differ only in spelling, the first one is used.
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


def merged_or_renamed(
    facts: Facts, names: Names, nouns: dict[str, str], items: Sequence[str], settled: Container[str]
) -> list[Setting]:
    """Aliases for the parameters that are not `settled`.

    `nouns` are the nouns before the parameters of the path, `items` the item's own parameters, with the last one first.
    """
    aliases: dict[str, Setting] = {}
    taken = {parameter.name for parameter in names.parameters}
    for parameter in sorted(names.parameters, key=lambda p: p.name not in items[:1]):
        if parameter.name in settled:
            continue
        alias = _alias(facts, parameter, names, nouns.get(parameter.name, ""), items)
        targets = {entry.value for entry in aliases.values()}
        if alias and alias.value not in targets and (alias.value not in taken or _gives_way(alias.value, names, nouns)):
            aliases[parameter.name] = alias
            names.taken.add(alias.value)
    return [aliases[parameter.name] for parameter in names.parameters if parameter.name in aliases]


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
        return _without_purpose(name, names)
    alias = ItemParameter(facts, parameter, names.properties, noun, names.answered).find(is_last=name == items[0])
    return Setting(name, *alias) if alias else None


def _without_purpose(name: str, names: Names) -> Setting | None:
    """An alias for the identifier of a parent that says where it is used: `petIdForNestedThings`."""
    words = split_words(name)
    target = "_".join(words[: words.index("for")]) if "for" in words else ""
    is_id = target.rpartition("_")[2] in IDS and "_" in target
    return Setting(name, target, "the rest says what it is for") if is_id and target not in names.taken else None


def _other_name(parameter: Parameter, names: Names, noun: str) -> Setting | None:
    """An alias for a parameter that has the name of an unrelated property."""
    name = parameter.name
    if noun and name in _GENERIC and (target := f"{noun}_{snake(name)}") not in names.taken:
        return Setting(name, target, f"of the {noun}; the property {name} is another one")
    return None


def of_another_type(names: Names, kind: EntityKind, facts: Facts, settled: Container[str]) -> list[Setting]:
    """Aliases for parameters that are called like a list or an object, with which they cannot be merged."""
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
