"""What calls take from existing objects, which of it no state of before has, and what calls need that nothing gives.

A refresh calls the read operation first, with what the state has. What that response returns, update and delete have.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from mapper.model import Argument, Attribute, Body, Entity, Operation, Place, Purpose, Status, Supply, nested_body
from mapper.report.origin import PartKind
from mapper.review.changes import Delta
from mapper.review.rules import IDENTITY_CHANGED, ChangeRule
from mapper.text.plural import listed

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
    reported = {delta.path for delta in deltas if delta.rule.id in _KEPT}
    for path, need in needs(new).items():
        if path in reported or _in_states(old.body, path):
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


def demands(old: Entity, new: Entity, rule: ChangeRule) -> Iterator[Delta]:
    """A change for each attribute without which a call can no longer be made, and could before.

    What everybody writes, or every state has from the response to a read, is no news.
    """
    for (path, place, name), calls in _by_argument(_new_arguments(old, new)):
        if place is Place.PATH:
            continue  # it was never left out
        was, is_ = _at(old.body, path), _at(new.body, path)
        if was is None or is_ is None or Status.REQUIRED in (was.status, is_.status) or _is_read(was):
            continue
        text = f"{_who(calls)} it for the {place} parameter {name}"
        yield Delta(rule, path, path, text, None, None, old=was, new=is_, new_location=calls[0][1].location)


def unfilled(old: Entity, new: Entity) -> Iterator[str]:
    """What calls need that nothing gives, and did not need before, in words.

    Where one of the calls is gone or new, the others take from elsewhere what it has: that is said of the call.
    """
    if _calls(old) != _calls(new):
        return
    for (path, place, name), calls in _by_argument(_new_arguments(old, new, (Supply.MISSING,))):
        if path and not _in_states(old.body, path):
            continue  # `lacking` says it
        what = f"{name} in the body" if place is Place.BODY else f"the {place} parameter {name}"
        yield f"{_who(calls)} {what}, which nothing gives"


def _calls(entity: Entity) -> set[Purpose]:
    return {operation.part for operation in entity.operations if operation.is_described}


_Call = tuple[Operation, Argument]


def _by_argument(calls: Iterable[_Call]) -> Iterable[tuple[tuple[str, Place, str], list[_Call]]]:
    """Calls by what they need: the attribute, the place and the name."""
    calls_by_need: dict[tuple[str, Place, str], list[_Call]] = {}
    for operation, argument in calls:
        calls_by_need.setdefault((argument.attribute or "", argument.place, argument.name), []).append(
            (operation, argument)
        )
    return calls_by_need.items()


def _who(calls: list[_Call]) -> str:
    """`read needs`, `read and delete need`."""
    return f"{listed([operation.part for operation, _ in calls])} {'needs' if len(calls) == 1 else 'need'}"


def _new_arguments(
    old: Entity, new: Entity, supplies: tuple[Supply, ...] = (Supply.CONFIGURED, Supply.RETURNED)
) -> Iterator[_Call]:
    """The arguments of the new calls that the same calls did not have, supplied in one of some ways.

    Where as many arguments are gone, the path may only have renamed its parameters: then there are none.
    """
    if not (_has_arguments(old) and _has_arguments(new)):
        return
    for operation in new.operations:
        former = old.operation(operation.part)
        if former is None or not (former.is_described and operation.is_described):
            continue
        before, after = ([a for a in side.arguments if a.name and a.supply in supplies] for side in (former, operation))
        is_missing = Supply.MISSING in supplies
        if is_missing and len(after) <= len(before):
            continue
        supplied = {(argument.place, argument.name) for argument in (before if is_missing else former.arguments)}
        yield from ((operation, a) for a in after if (a.place, a.name) not in supplied)


def needs(new: Entity) -> dict[str, Need]:
    """The attributes that calls take from the state, by path, each with the first of these calls."""
    needed: dict[str, Need] = {}
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
                needed.setdefault(path, Need(operation, argument, attribute))
    return needed


def _has_arguments(entity: Entity) -> bool:
    """Whether it is known what calls need: a sidecar may be older than that."""
    return all(
        operation.arguments for operation in entity.operations if operation.is_described and "{" in operation.path
    )


def identifying(entity: Entity) -> set[str | None]:
    """The attributes in the path of the read operation."""
    read = entity.operation(Purpose.READ)
    return {a.attribute for a in read.arguments if a.place is Place.PATH} if read is not None else set()


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
        attribute = (
            next((member for member in within.attributes if member.name == name), None) if within is not None else None
        )
        within = nested_body(attribute.type) if attribute is not None else None
    return attribute


def _filled_before(old: Entity, need: Need) -> str | None:
    """The attribute that gave the same parameter of the same call its value."""
    operation = old.operation(need.operation.part)
    same = (need.argument.place, need.argument.name)
    arguments = operation.arguments if operation is not None else ()
    return next((a.attribute for a in arguments if (a.place, a.name) == same and a.attribute), None)
