"""Entries of a config that leave something out without a reason beside them, and the reasons for them.

A reason is a comment, on the line of the entry or on the one above it. JSON has no comments.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, Node, problem_at
from mapper.model import Mapping
from mapper.report.diagnostic import Problem, losses
from mapper.report.entity_kind import EntityRef

from .. import kinds
from ..config.config import Config
from .edit import comment
from .fixes import IGNORES, Needed
from .plan import flat

_SHORTEST = 2
_COMMENT = re.compile(r"(?:^|\s)#")


class BareIgnore(Struct, frozen=True):
    """An entry without a reason; `path` is empty for a whole body, which `what` names."""

    entity: EntityRef
    path: str
    node: Node
    what: str = ""

    @property
    def line(self) -> int:
        """The line of the entry, from 1."""
        return self.node.line or 1


def bare_ignores(config: Config) -> tuple[BareIgnore, ...]:
    """The entries of a config without a reason, in its order."""
    lines = {document.uri: _lines(document) for document in config.documents}
    return tuple(entry for entry in _ignores(config) if not _has_comment(entry.node, lines[entry.node.document.uri]))


def _ignores(config: Config) -> Iterator[BareIgnore]:
    for entity in config.entities:
        for ignore in entity.schema.ignores:
            yield BareIgnore(entity.ref, ignore.path, ignore.node)
        for part, operation in entity.operations.items():
            if operation.request is not None and operation.request.ignored:
                yield BareIgnore(entity.ref, "", operation.request.at("ignore"), f"the {part} request body")


def _lines(document: Document) -> list[str]:
    """The lines of a config by their numbers, from 1; none for JSON."""
    return [] if document.text.lstrip()[:1] in {"{", "["} else ["", *document.text.split("\n")]


def _has_comment(node: Node, lines: list[str]) -> bool:
    """Whether there is a comment on the line of a node or on the one above it; as if, where there can be none."""
    place = node.document.position(node.pointer)
    if place is None or not lines:
        return True
    number, column = place
    here, above = lines[number][column - 1 :], lines[number - 1]
    return _COMMENT.search(here) is not None or above.lstrip().startswith("#")


def hidden(config: Config, needed: Needed) -> Iterator[Problem]:
    """The entries without a reason that leave out a request body, or a property that a body requires."""
    for entry in bare_ignores(config):
        if what := entry.what or (
            entry.path and needed(entry.entity, entry.path) and f"the required property {entry.path}"
        ):
            text = f"{entry.entity.kind} {entry.entity.name}: this leaves out {what}, and no comment says why"
            yield problem_at(f"{text}", entry.node, remedy="write the reason there, or run `oasmap settle`")


def explained(text: str, uri: str, config: Config, mapper: Callable[[Config], Mapping]) -> str:
    """The text of a config with reasons: the diagnostics that come up without its entries that have none."""
    bare = [entry for entry in bare_ignores(config) if entry.node.document.uri == uri]
    if not bare:
        return text
    reasons = _reasons(mapper(_without(config, bare)))
    lines = text.split("\n")
    added: dict[int, list[str]] = {}
    for entry in bare:
        if reason := reasons.get((entry.entity, entry.path or entry.what)):
            added.setdefault(entry.line - 1, []).append(reason)
    for number, comments in added.items():
        content = lines[number].removesuffix("\r")
        end = lines[number][len(content) :]
        lines[number] = f"{content.rstrip()} # {comment('; '.join(dict.fromkeys(comments)))}{end}"
    return "\n".join(lines)


def _without(config: Config, bare: Iterable[BareIgnore]) -> Config:
    """The config without some of its entries."""
    gone = {(ignore.entity, ignore.path or ignore.what) for ignore in bare}
    entities = []
    for entity in config.entities:
        ignores = tuple(ignore for ignore in entity.schema.ignores if (entity.ref, ignore.path) not in gone)
        operations = {
            part: replace(ignore, request=replace(ignore.request, ignored=False))
            if ignore.request is not None and (entity.ref, f"the {part} request body") in gone
            else ignore
            for part, ignore in entity.operations.items()
        }
        entities.append(replace(entity, schema=replace(entity.schema, ignores=ignores), operations=operations))
    return replace(config, entities=tuple(entities))


def _reasons(mapping: Mapping) -> dict[tuple[EntityRef, str], str]:
    """What the diagnostics of a mapping say about what an entry could ignore, by entity and path or body."""
    names = {section: kind for kind, section in kinds.SECTIONS.items()}
    reasons: dict[tuple[EntityRef, str], str] = {}
    for diagnostic in losses(mapping.diagnostics):
        proposed = diagnostic.proposal.entries if diagnostic.proposal else ()
        for section, name, *rest in (way for values in proposed for way, _ in flat(values) if len(way) > _SHORTEST):
            is_body = rest[-2:] == ["request", "ignore"]
            if section in names and (is_body or rest[-2:-1] == [IGNORES]):
                target = f"the {rest[0]} request body" if is_body else rest[-1]
                said = f"{diagnostic.code}: {diagnostic.text}"
                reasons.setdefault((EntityRef(names[section], name), target), said)
    return reasons
