"""The two sides of a property, as an input and as an output, and what changed on which of them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mapper.model import Attribute, Body, Collection, Entity, Nested, Placement, Scalar, Status, Type, Union
from mapper.model import Mapping as Model
from mapper.review import rules
from mapper.review.code_changes import fragment_words, parts_of
from mapper.review.field_changes import Finding

from .kinds import CONFIG, FUNCTION, INPUT_SIDE, OUTPUT_SIDE, PROVIDER, RESOURCE, TYPE
from .schema import facts
from .schema.grammar import TYPE_KEYS
from .schema.properties import as_output

_GIVEN = (RESOURCE, FUNCTION, PROVIDER, CONFIG)
_NO_FACTS = TYPE_KEYS | {facts.OUTPUT, facts.TYPE}


def given_types(mapping: Model) -> frozenset[str]:
    """The names of the object types that inputs reach, as programs make such objects.

    A type that nothing reaches counts as well, as its use is unknown.
    """
    bodies = {entity.name: entity.body for entity in mapping.of_kind(TYPE)}
    given = _reached_types((entity for kind in _GIVEN for entity in mapping.of_kind(kind)), bodies, with_outputs=False)
    used = _reached_types((entity for entity in mapping.entities if entity.kind is not TYPE), bodies, with_outputs=True)
    return frozenset(given | (bodies.keys() - used))


def _reached_types(entities: Iterable[Entity], bodies: Mapping[str, Body], *, with_outputs: bool) -> set[str]:
    """The names of the types that attributes have, or attributes of these types."""
    waiting = [entity.body for entity in entities]
    names: set[str] = set()
    while waiting:
        for attribute in waiting.pop().attributes:
            if attribute.status is Status.COMPUTED and not with_outputs:
                continue
            for name in _names_in(attribute.type):
                if name in bodies and name not in names:
                    names.add(name)
                    waiting.append(bodies[name])
    return names


def _names_in(type_: Type) -> Iterator[str]:
    """The names of types in a type, without those that these have inside."""
    match type_:
        case Collection(_, element):
            yield from _names_in(element)
        case Union(options):
            for option in options:
                yield from _names_in(option)
        case Nested(_, Body() as body):
            yield body.name or ""
        case Scalar(_, name):
            yield name or ""


def is_given(entity: Entity | None, given: frozenset[str]) -> bool:
    """Whether programs give what an entity has; only types may be without an input that reaches them."""
    return entity is None or entity.kind is not TYPE or entity.name in given


def types_of(attribute: Attribute) -> tuple[Type | None, Type | None]:
    """The type as an input and as an output; None on a side where the property is not."""
    placements = {placement.name: placement for placement in attribute.placements}
    if not placements:
        return attribute.type, attribute.type
    sides = (placements.get(INPUT_SIDE), placements.get(OUTPUT_SIDE))
    given, returned = (_type_in(side, attribute) for side in sides)
    return given, returned


def _type_in(placement: Placement | None, attribute: Attribute) -> Type | None:
    return None if placement is None else placement.type or attribute.type


def output_changes(old: Attribute, new: Attribute) -> Iterator[Finding]:
    """What changed of a property as an output alone; what changed alike as an input is said there."""
    sides = (old, new)
    if any({INPUT_SIDE, OUTPUT_SIDE} - {placement.name for placement in side.placements} for side in sides):
        return
    before, after = map(_as_output, sides)
    given = tuple(map(_as_input, sides))
    for key in dict.fromkeys([*before, *after]):
        was, is_ = before.get(key), after.get(key)
        if was != is_ and (was, is_) != tuple(side.get(key) for side in given):
            yield _change(key, was, is_)


def _as_input(attribute: Attribute) -> dict[str, Any]:
    members = {
        "description": attribute.description,
        "deprecationMessage": attribute.deprecation,
        "secret": attribute.sensitive,
        **{key: value for key, value in parts_of(attribute).items() if key not in _NO_FACTS},
    }
    return as_output({key: value for key, value in members.items() if value})


def _as_output(attribute: Attribute) -> dict[str, Any]:
    spec = parts_of(attribute).get(facts.OUTPUT)
    if not isinstance(spec, Mapping):
        return _as_input(attribute)
    return as_output({key: value for key, value in spec.items() if value and key not in _NO_FACTS})


def _change(key: str, was: Any, is_: Any) -> Finding:
    side = "as an output"
    match key:
        case "description":
            return rules.DESCRIPTION_CHANGED, f"its description {side} changed", was, is_
        case "deprecationMessage" if was is None:
            return rules.DEPRECATED, f"it is deprecated {side}", None, is_
        case "deprecationMessage" if is_ is None:
            return rules.UNDEPRECATED, f"it is no longer deprecated {side}", was, None
        case "deprecationMessage":
            return rules.DEPRECATION_CHANGED, f"its deprecation message {side} changed", was, is_
        case "secret":
            rule = rules.SENSITIVE_ADDED if is_ else rules.SENSITIVE_REMOVED
            return rule, f"it is {'' if is_ else 'no longer '}sensitive {side}", None, None
        case "replaceOnChanges":
            rule = rules.REPLACEMENT_ADDED if is_ else rules.REPLACEMENT_REMOVED
            return rule, f"a new value {'replaces' if is_ else 'no longer replaces'} the object", None, None
    return rules.PART_CHANGED, f"its {key} {side} changed", fragment_words(was), fragment_words(is_)


def plain_change(old: Attribute, new: Attribute) -> tuple[bool, bool] | None:
    """Whether only plain values are taken, before and after; None if the type changed in another way, or not at all."""
    before, after = (parts_of(side).get(facts.TYPE) for side in (old, new))
    if before == after or (before and after and _without_plain(before) != _without_plain(after)):
        return None
    was, is_ = _is_plain(before), _is_plain(after)
    return (was, is_) if was != is_ else None


def _is_plain(spec: Any) -> bool:
    if isinstance(spec, Mapping):
        return bool(spec.get("plain")) or any(map(_is_plain, spec.values()))
    return isinstance(spec, list) and any(map(_is_plain, spec))


def _without_plain(spec: Any) -> Any:
    if isinstance(spec, Mapping):
        return {key: _without_plain(value) for key, value in spec.items() if key != "plain"}
    return [_without_plain(item) for item in spec] if isinstance(spec, list) else spec
