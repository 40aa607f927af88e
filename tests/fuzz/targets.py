"""What is fuzzed. A target returns whether it took the bytes; it raises only where something is wrong."""

from collections.abc import Callable
from contextlib import suppress

from mapper.inputs import Document, DocumentError, Documents, Unresolved
from mapper.inputs.json_values import NotRead, read_unique
from mapper.model.samples import patterns

from . import files, systems, whole
from .oracle import Wrong, one_line

Target = Callable[[bytes], int]
"""The bytes that were written for an input, or True: it was taken. 0 or False: it was refused."""
MOST_NODES = 2_000
"""Nodes of one document whose positions are looked up."""


def document(data: bytes) -> bool:
    """Bytes -> a document, with a position for every node; or an error in one line."""
    try:
        found = Document("menu.yaml", data)
    except DocumentError as error:
        one_line(str(error))
        return False
    with suppress(NotRead):  # large files are read with it
        if repr(read_unique(data)) != repr(found.root) or found.duplicates:
            raise Wrong("it has another value when it is read as a large file")
    documents = Documents()
    documents.add(found)
    waiting, seen = [found.node], 0
    while waiting and seen < MOST_NODES:
        node = waiting.pop()
        seen += 1
        if found.position(node.pointer) is None:
            raise Wrong(f"{node.pointer!r} has no position")
        with suppress(Unresolved):
            documents.follow(node)
        waiting += node.items()
        waiting += (child for _, child in node.members())
    return True


def pattern(data: bytes) -> bool:
    """A regular expression of a description: parsed, and matched against texts made from it."""
    found = patterns.parse(data.decode("utf-8", "surrogateescape"))
    if found is None:
        return False
    for number, sample in enumerate(found.samples(0, found.steps())):
        found.matches(sample, found.steps())
        if number > 3:  # as many as an example tries
            break
    found.matches("a" * 128, found.steps())
    return True


TARGETS: dict[str, Target] = {
    "document": document,
    "pattern": pattern,
    "spec": whole.spec,
    "model": whole.model,
    "smithy": whole.model,
    **systems.TARGETS,
    **files.TARGETS,
}
