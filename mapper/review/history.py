"""The history of a mapping: which version added, changed and removed each entity and attribute.

It is made from the mappings of all versions, or from a file. To add a version to the file, its mapping is compared with
the mapping of the version before. What exists unchanged since the first version has no entry: the file stays small.

Shape of the file::

    {"format": "oasmap-history", "format_version": 1, "system": "ack",
     "versions": ["v1.0.0", "v1.1.0"],
     "marks": {"resource pet": {"": ["v1.1.0", null, null], "name": [null, "v1.1.0", null]}}}

A mark has the version that added something, the one that changed it last, and the one that removed it, or null. The
empty path is the entity itself.
"""

import json
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..inputs import Document
from ..model import Mapping, walk
from ..report.diagnostic import MappingError, Problem
from .entity_changes import Options, compare
from .policy import ReviewPolicy
from .rules import ChangeSeverity

FORMAT, FORMAT_VERSION = "oasmap-history", 1

Key = tuple[str, str]
"""The subject (`resource pet`) and the dotted path of an attribute; the empty path is the entity itself."""

_RENAMES = frozenset(("attribute-renamed", "attribute-moved", "entity-renamed", "provider-renamed"))
"""Rules whose new and old attribute are proven to be the same. A suspected rename is recorded as removed and added."""

_AGAIN = "write it again with `oasmap history`"
_QUIET = (ChangeSeverity.DOCS, ChangeSeverity.MAPPING)
"""Severities of changes that do not concern the users of an attribute."""


class Mark(Struct, frozen=True):
    """The versions that added something, changed it last and removed it; None where no version did.

    `earlier` are the times that it was there before, such as `1.0–2.0`.
    """

    added: str | None = None
    changed: str | None = None
    removed: str | None = None
    earlier: str = ""


class Marks(Struct, frozen=True):
    """The history of a system: its versions, oldest first, and the marks."""

    system: str
    versions: tuple[str, ...]
    marks: dict[Key, Mark]

    def after(self, name: str, old: Mapping, new: Mapping, policy: ReviewPolicy) -> "Marks":
        """The history with the version `name` added, whose mapping is `new` and follows `old`."""
        marks = dict(self.marks)
        before, after = set(_keys(old)), set(_keys(new))
        changes = compare(old, new, Options(policy=policy))
        new_keys = {}
        for change in changes:
            was = (str(change.old_subject), change.old_path)
            if change.shared_id in _RENAMES and was != (str(change.subject), change.path):
                new_keys[was] = (str(change.subject), change.path)
        old_keys = {_renamed_key(key, new_keys): key for key in before}
        for key in sorted(before - {old_keys[k] for k in after & old_keys.keys()}):
            outer = (key[0], key[1].rpartition(".")[0])
            if not key[1] or outer not in before or marks.get(outer, Mark()).removed != name:
                marks[key] = replace(marks.get(key, Mark()), removed=name)
        for key in after:
            if key not in old_keys:
                marks[key] = Mark(added=name, earlier=self._earlier(marks.get(key)))
            elif old_keys[key] != key:
                mark = marks.pop(old_keys[key], Mark())
                marks[key] = replace(mark, changed=name, removed=None)
        for change in changes:
            key = (str(change.subject), change.path)
            if key in after and key in old_keys and change.rule.severity not in _QUIET:
                marks[key] = replace(marks.get(key, Mark()), changed=name, removed=None)
        remaining = {key: mark for key, mark in marks.items() if mark != Mark() and (mark.removed or key in after)}
        return Marks(self.system, (*self.versions, name), remaining)

    def _earlier(self, mark: Mark | None) -> str:
        """The times that something was there, if it was removed."""
        if mark is None or mark.removed is None:
            return ""
        first = mark.added or next(iter(self.versions), "")
        return ", ".join(filter(None, [mark.earlier, f"{first}–{mark.removed}"]))


def _renamed_key(key: Key, new_keys: dict[Key, Key]) -> Key:
    """The key after renames of the attribute itself or of one that it is nested in."""
    subject, path = key
    parts = path.split(".") if path else []
    for count in range(len(parts), -1, -1):
        head = ".".join(parts[:count])
        if (subject, head) in new_keys:
            new_subject, new_head = new_keys[subject, head]
            return new_subject, ".".join([*([new_head] if new_head else []), *parts[count:]])
    return key


def _keys(mapping: Mapping) -> Iterator[Key]:
    for entity in mapping.entities:
        subject = str(entity.ref)
        yield subject, ""
        yield from ((subject, path) for path, _ in walk(entity.layout))


def write_history(history: Marks) -> str:
    """The history as the text of the file; equal histories give equal bytes."""
    by_subject: dict[str, dict[str, Any]] = {}
    for (subject, path), mark in sorted(history.marks.items()):
        by_subject.setdefault(subject, {})[path] = [
            mark.added, mark.changed, mark.removed, *([mark.earlier] if mark.earlier else [])
        ]  # fmt: skip
    head = {"format": FORMAT, "format_version": FORMAT_VERSION, "system": history.system}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    lines.append(f' "versions": {json.dumps(history.versions)},\n "marks": {{')
    entries = [
        f"  {json.dumps(s)}: {json.dumps(entries_of_subject, ensure_ascii=False)}"
        for s, entries_of_subject in by_subject.items()
    ]
    body = ",\n".join(entries)
    return "{\n" + "\n".join(lines) + (f"\n{body}\n" if body else "") + " }\n}\n"


def read_history(document: Document) -> Marks:
    """Read the file. Raises MappingError if it is not a history, or one of another version of the format."""
    root = document.root
    if not isinstance(root, dict) or root.get("format") != FORMAT:
        raise MappingError(Problem("this is not a history", document.uri, 1, remedy="`oasmap history` writes one"))
    if root.get("format_version") != FORMAT_VERSION:
        text = f"this is version {root.get('format_version')!r} of the format, and {FORMAT_VERSION} is read here"
        raise MappingError(Problem(text, document.uri, 1, remedy=_AGAIN))
    system, marks = root.get("system"), root.get("marks")
    versions = [name for name in _list_or_empty(root.get("versions")) if isinstance(name, str)]
    if not (isinstance(system, str) and versions == root.get("versions") and isinstance(marks, dict)):
        raise MappingError(
            Problem(
                "a history has a system, a list of versions, and marks",
                document.uri,
                1,
                remedy=_AGAIN,
            )
        )
    marks_by_key: dict[Key, Mark] = {}
    for subject, entries in marks.items():
        for path, mark in entries.items() if isinstance(entries, dict) else [("", None)]:
            if not _is_mark(mark):
                raise MappingError(
                    Problem(
                        f"marks: {subject}: {path}: not a list of three or four texts",
                        document.uri,
                        remedy=_AGAIN,
                    )
                )
            added, changed, removed, *earlier = _list_or_empty(mark)
            marks_by_key[subject, path] = Mark(added, changed, removed, *(version or "" for version in earlier))
    return Marks(system, tuple(versions), marks_by_key)


def _list_or_empty(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_mark(value: Any) -> bool:
    return isinstance(value, list) and len(value) in (3, 4) and all(v is None or isinstance(v, str) for v in value)
