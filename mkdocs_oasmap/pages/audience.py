"""Whom pages are for: the users of what is mapped, or its authors, who also see how it came about."""

from __future__ import annotations

from enum import StrEnum

from mapper.immutable import dataclass

VARIABLE = "OASMAP_AUDIENCE"
"""The environment variable that overrules what a site says."""


class Audience(StrEnum):
    """Users see what a configuration can have. Authors also see the inputs, the report and what is left to do."""

    USERS = "users"
    AUTHORS = "authors"


@dataclass(frozen=True, slots=True)
class Shown:
    """What pages show: `sources` where attributes come from, `authors` all that only concerns authors.

    Without either of them, no page has the name of an input.
    """

    sources: bool = True
    authors: bool = True


EVERYTHING = Shown()


def shown_to(audience: Audience, *, sources: bool) -> Shown:
    """What an audience sees; users see sources where the site wants that."""
    return Shown(sources or audience is Audience.AUTHORS, audience is Audience.AUTHORS)


def audience_of(said: str | None, environment: str, *, preview: bool) -> Audience:
    """The audience: as the environment says, else as the site does, else authors in previews.

    Raises ValueError where the environment says something else.
    """
    for name, value in ((VARIABLE, environment), ("audience", said)):
        if value and value not in set(Audience):
            raise ValueError(f"{name} is {value!r}, but it can be {' or '.join(Audience)}")
    if known := environment or said:
        return Audience(known)
    return Audience.AUTHORS if preview else Audience.USERS
