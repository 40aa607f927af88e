"""What a config says once for all entities, in its `schema` at the top, in place of an entry in each of them."""

from mapper.model import Entity, Mapping
from mapper.text.plural import plural

from .. import kinds
from ..fix.plan import Plan, Way

_SCHEMA = "schema"
_IN_ENTITY = ("resources", "data_sources")
_ALIASES, _OVERRIDES, _NAME, _STATUS = "aliases", "overrides", "name", "computed_optional_required"
_LEAST = 4
"""How many entities say the same, at least."""


def said_once(plan: Plan, mapping: Mapping) -> Plan:
    """The plan with entries for all entities where several have the same, and no other entity would change by it."""
    ways_by_entry: dict[Way, list[Way]] = {}
    for way in plan.values:
        if way[0] in _IN_ENTITY and way[2:3] == (_SCHEMA,) and _is_movable(way[2:]):
            ways_by_entry.setdefault(way[2:], []).append(way)
    entities = {(kinds.SECTIONS[entity.kind], entity.name): entity for entity in mapping.entities[1:]}
    moved: dict[Way, list[Way]] = {}
    for key, ways in ways_by_entry.items():
        value, holders = plan.values[ways[0]], {way[:2] for way in ways}
        others = (entity for name, entity in entities.items() if name not in holders)
        is_same = all(plan.values[way] == value for way in ways)
        if len(ways) >= _LEAST and is_same and not any(_is_concerned(entity, key, value) for entity in others):
            moved[key] = ways
    gone = [way for ways in moved.values() for way in ways]
    values = {key: plan.values[ways[0]] for key, ways in moved.items()}
    comments = {key: _comment(plan.comments.get(ways[0], ""), len(ways)) for key, ways in moved.items()}
    return plan.without(gone).adding(Plan(values, comments))


def _comment(why: str, count: int) -> str:
    return f"{why}; in {plural(count, 'entity')}" if why else f"in {plural(count, 'entity')}"


def _is_movable(key: Way) -> bool:
    """Whether an entry is one of the root: the name of a parameter, or a setting of an attribute."""
    if key[1:3] == ("attributes", _ALIASES):
        return "." not in key[3]
    return key[1:3] == ("attributes", _OVERRIDES) and "." not in key[3]


def _is_concerned(entity: Entity, key: Way, value: object) -> bool:
    """Whether an entry would change an entity that does not have it."""
    name, body = key[3], entity.body
    if any(name == left.source_name for listed in (body.omitted, body.ignored) for left in listed):
        return True
    if key[2] == _ALIASES:
        named = {argument.name for operation in entity.operations for argument in operation.arguments}
        return name in named or any(name in (a.source_name, a.name_on_wire) for a in body.attributes)
    same = [attribute for attribute in body.attributes if name in (attribute.source_name, attribute.name)]
    return not all((key[4], value) in ((_NAME, a.name), (_STATUS, a.status)) for a in same)
