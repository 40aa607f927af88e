"""The version history for pages: in which version an attribute was added and last changed, and what versions
removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mapper.model import EntityRef, Mapping
from mapper.registry import system_named
from mapper.review.history import Marks

NEXT = "the next version"
_MOST_REMOVED = 200


class History:
    """What each version added, changed and removed, and the changes since the last version.

    `versions` are names and mappings, oldest first; `known` are the marks before the first of them.
    """

    def __init__(self, versions: Sequence[tuple[str, Mapping]], current: Mapping, known: Marks | None = None) -> None:
        judge = system_named(current.system).judge
        marks = known or Marks(current.system, tuple(name for name, _ in versions[:1]), {})
        steps = [*versions, (NEXT, current)]
        for (_, old), (name, new) in pairwise(steps):
            marks = marks.after(name, old, new, judge)
        self._marks = marks.marks
        self._removed: dict[str, list[tuple[str, str]]] = {}
        for (subject, path), mark in marks.marks.items():
            if mark.removed is not None:
                self._removed.setdefault(subject, []).append((path, mark.removed))

    def of(self, subject: EntityRef, path: str) -> tuple[str, ...]:
        """The history of an attribute in words: *added in 1.2*, *changed in 1.3*."""
        mark = self._marks.get((str(subject), path))
        if mark is None or mark.removed is not None:
            return ()
        outer = self._marks.get((str(subject), path.rpartition(".")[0])) if path else None
        words = []
        if mark.added is not None and (outer is None or outer.added != mark.added):
            words.append(f"added in {mark.added}")
        if mark.changed is not None:
            words.append(f"changed in {mark.changed}")
        return tuple(words)

    def removed(self, subject: EntityRef) -> tuple[tuple[str, str], ...]:
        """The paths of the attributes of an entity that versions removed, with the version."""
        entries = sorted(entry for entry in self._removed.get(str(subject), ()) if entry[0])
        return tuple(entries[:_MOST_REMOVED])

    def removed_entities(self) -> tuple[tuple[str, str], ...]:
        """The entities that versions removed, with the version."""
        entries = [(subject, version) for subject, all_ in self._removed.items() for path, version in all_ if not path]
        return tuple(sorted(entries)[:_MOST_REMOVED])
