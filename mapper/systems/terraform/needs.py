"""What calls take from existing objects, and which of it no state of before has.

A refresh calls the read operation first, with what the state has. What that response returns, update and delete have.
"""

from collections.abc import Iterator

from msgspec import Struct

from mapper.model import Argument, Attribute, Body, Entity, Operation, Place, Purpose, Supply, nested_body
from mapper.report.origin import PartKind
from mapper.review.changes import Delta
from mapper.review.rules import IDENTITY_CHANGED, ChangeRule

_CALLS = (Purpose.READ, Purpose.UPDATE, Purpose.DELETE)
_FROM_STATE = (Supply.CONFIGURED, Supply.RETURNED, Supply.MISSING)
_KEPT = ("attribute-renamed", "attribute-moved", "rename-suspected", "move-suspected")
"""Rules of changes after which states have the value under the old path."""


class Need(Struct, frozen=True):
    """A call that takes the value of an attribute from the state."""

    operation: Operation
    argument: Argument
    attribute: Attribute


def lacking(old: Entity, new: Entity, deltas: list[Delta], renamed: ChangeRule) -> Iterator[Delta]:
    """A change for each attribute that a call takes from the state, and that states of `old` do not have.

    `renamed` is the rule where they have the value in another attribute. `deltas` are the other changes: what is a
    renamed attribute is said there.
    """
    told = {delta.path for delta in deltas if delta.rule.id in _KEPT}
    for path, need in needs(new).items():
        if path in told or _in_states(old.body, path):
            continue
        is_in_path, name = need.argument.place is Place.PATH, need.argument.name
        where = f"{{{name}}}" if is_in_path else f"the {need.argument.place} parameter {name}"
        call = f"{need.operation.part} needs it for {where} of {need.operation.path}"
        was = _filled_before(old, need)
        rule, text = IDENTITY_CHANGED, f"{call}; existing states have no value for it"
        if was is not None and _in_states(old.body, was):
            rule, text = renamed, f"{call}; existing states have the value as {was}"
        else:
            was = None
        place = need.argument.location
        yield Delta(rule, path, was or "", text, was, path, None, new=need.attribute, new_location=place)


def needs(new: Entity) -> dict[str, Need]:
    """The attributes that calls take from the state, by path, each with the first of these calls."""
    found: dict[str, Need] = {}
    for purpose in _CALLS:
        operation = new.operation(purpose)
        if operation is None or not operation.is_described:
            continue
        for argument in operation.arguments:
            path = argument.attribute or ""
            attribute = _at(new.body, path)
            if attribute is None or argument.place is Place.BODY or argument.supply not in _FROM_STATE:
                continue
            is_refreshed = purpose is not Purpose.READ and _is_read(attribute)
            is_planned = purpose is Purpose.UPDATE and argument.supply is Supply.CONFIGURED
            if not is_refreshed and not is_planned:
                found.setdefault(path, Need(operation, argument, attribute))
    return found


def _is_read(attribute: Attribute) -> bool:
    """Whether the response of the read operation has the attribute."""
    parts = (origin.part for origin in attribute.origins)
    return any(part.kind is PartKind.RESPONSE and part.of == Purpose.READ for part in parts)


def _in_states(body: Body, path: str) -> bool:
    attribute = _at(body, path)
    return attribute is not None and not attribute.write_only


def _at(body: Body, path: str) -> Attribute | None:
    """The attribute at a dotted path."""
    attribute, within = None, body if path else None
    for name in path.split("."):
        attribute = next((one for one in within.attributes if one.name == name), None) if within is not None else None
        within = nested_body(attribute.type) if attribute is not None else None
    return attribute


def _filled_before(old: Entity, need: Need) -> str | None:
    """The attribute that gave the same parameter of the same call its value."""
    operation = old.operation(need.operation.part)
    same = (need.argument.place, need.argument.name)
    arguments = operation.arguments if operation is not None else ()
    return next((a.attribute for a in arguments if (a.place, a.name) == same and a.attribute), None)
