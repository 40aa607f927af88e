"""Released versions, and the next one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

_VERSION = re.compile(r"(?:.*/)?(v?)(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?\Z", re.DOTALL)


class Version(Struct, frozen=True):
    """A version of three numbers; `mark` is the prefix `v`, if it is written."""

    major: int
    minor: int
    patch: int
    mark: str = ""

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The numbers, by which versions are ordered."""
        return self.major, self.minor, self.patch

    def __str__(self) -> str:
        return f"{self.mark}{self.major}.{self.minor}.{self.patch}"

    def next(self, *, breaking: bool, feature: bool) -> Version:
        """The next version by semantic versioning; before 1.0, a breaking change raises the minor version."""
        if breaking and self.major:
            return Version(self.major + 1, 0, 0, self.mark)
        if breaking or (feature and self.major):
            return Version(self.major, self.minor + 1, 0, self.mark)
        return Version(self.major, self.minor, self.patch + 1, self.mark)


def version_of(text: str) -> Version | None:
    """The version in `v1.2.3`, `1.2` or `provider/v1.2.3`; None for other texts, such as a pre-release."""
    parts = _VERSION.match(text)
    return Version(int(parts[2]), int(parts[3]), int(parts[4] or 0), parts[1]) if parts else None


def latest(tags: Iterable[str]) -> Version | None:
    """The highest version among the tags; None if none is a version."""
    versions = (version for tag in tags if (version := version_of(tag)))
    return max(versions, key=lambda version: version.numbers, default=None)
