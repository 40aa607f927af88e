"""Keys that are given twice in what an operation consists of, its schemas aside: those are mapped, and told there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...diagnostics import Note
from ...documents import Documents, Node, split_pointer
from ...documents.repeats import Repeat
from ..repeated import repeat_notes
from .operations import ApiOperation

_SCHEMA = "schema"


def repeated_keys(documents: Documents, operations: Iterable[ApiOperation]) -> list[Note]:
    """A note for each key given twice in path items and operations, and in what these refer to."""
    if not any(document.repeats for document in documents.loaded):
        return []
    found: dict[int, Repeat] = {}
    for operation in operations:
        item = operation.path_item
        found |= {id(one): one for one in item.document.repeats if one.member == item.pointer}
        for root in _roots(documents, operation):
            for one in root.document.repeats:
                if _is_part(one.holder, one.member, root.pointer):
                    found.setdefault(id(one), one)
    return repeat_notes(found.values())


def _roots(documents: Documents, operation: ApiOperation) -> Iterator[Node]:
    """The operation, what of the path item concerns it, and the targets of the references in them."""
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
    """Whether an object with a key given twice is at or below `root`, or `root` is one of two values."""
    if member == root:
        return True
    if holder != root and not holder.startswith(f"{root}/"):
        return False
    return _SCHEMA not in split_pointer(holder[len(root) :])
