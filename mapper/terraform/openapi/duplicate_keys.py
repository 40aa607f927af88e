"""Finds duplicate keys in operations and what they refer to, except schemas, whose mapping reports them itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...inputs import Documents, Node, split_pointer
from ...inputs.duplicate_keys import Repeat
from ...report.diagnostic import Note
from ...report.rules import DUPLICATE_KEY
from .operations import ApiOperation

_SCHEMA = "schema"


def repeated_keys(documents: Documents, operations: Iterable[ApiOperation]) -> list[Note]:
    """A note for each duplicate key in path items, operations, and the targets of their references."""
    if not any(document.repeats for document in documents.loaded):
        return []
    repeats: dict[Repeat, None] = {}
    for operation in operations:
        item = operation.path_item
        repeats |= dict.fromkeys(repeat for repeat in item.document.repeats if repeat.member == item.pointer)
        for root in _roots(documents, operation):
            for repeat in root.document.repeats:
                if _is_part(repeat.holder, repeat.member, root.pointer):
                    repeats.setdefault(repeat)
    return repeat_notes(repeats)


def _roots(documents: Documents, operation: ApiOperation) -> Iterator[Node]:
    """The operation, the parts of the path item that concern it, and the targets of the references in both."""
    places = [operation.path_item.get("parameters")]
    if operation.node is not None:
        places += [operation.node.get(key) for key in ("parameters", "requestBody", "responses")]
        yield operation.node
    item = operation.path_item
    yield Node(item.document, f"{item.pointer}/parameters", None)
    yield Node(item.document, f"{item.pointer}/{operation.method}", None)
    for place in places:
        if place is None:
            continue
        target = documents.behind(place)
        yield target
        parts = target.items() if isinstance(target.value, list) else (node for _, node in target.members())
        for part in parts:
            yield documents.behind(part)


def _is_part(holder: str, member: str, root: str) -> bool:
    """Whether an object with a duplicate key is inside `root`, or `root` is one of the values of the key."""
    if member == root:
        return True
    if holder != root and not holder.startswith(f"{root}/"):
        return False
    return _SCHEMA not in split_pointer(holder[len(root) :])


def repeat_notes(repeats: Iterable[Repeat]) -> list[Note]:
    """A note for each value that is ignored; the last one of a key has the number of further ones."""
    notes = []
    for repeat in repeats:
        for spot in repeat.spots:
            more = f"; and {repeat.more:,} more" if repeat.more and spot is repeat.spots[-1] else ""
            notes.append(Note(DUPLICATE_KEY, f"{repeat.text}{more}", spot))
    return notes
