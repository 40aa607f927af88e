"""Versions of what is released, and the next one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_VERSION = re.compile(r"(?:.*/)?(v?)(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?\Z", re.DOTALL)


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """Three numbers; `mark` is the `v` before them, which some put there."""

    major: int
    minor: int
    patch: int
    mark: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.mark}{self.major}.{self.minor}.{self.patch}"

    def next(self, *, breaking: bool, feature: bool) -> Version:
        """The next one: a major version for what breaks (a minor one before 1.0), a minor one for what is new."""
        if breaking and self.major:
            return Version(self.major + 1, 0, 0, self.mark)
        if breaking or (feature and self.major):
            return Version(self.major, self.minor + 1, 0, self.mark)
        return Version(self.major, self.minor, self.patch + 1, self.mark)


def version_of(text: str) -> Version | None:
    """`v1.2.3`, `1.2` or `provider/v1.2.3`; None for anything else, such as a version that is not final."""
    found = _VERSION.match(text)
    return Version(int(found[2]), int(found[3]), int(found[4] or 0), found[1]) if found else None


def latest(tags: Iterable[str]) -> Version | None:
    """The highest of the versions among some tags."""
    return max((version for tag in tags if (version := version_of(tag))), default=None)
