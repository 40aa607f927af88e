"""The audience of pages: users, or authors, who also see sources and diagnostics."""

from enum import StrEnum

from msgspec import Struct

VARIABLE = "OASMAP_AUDIENCE"
"""The environment variable that overrides the option of a site."""


class Audience(StrEnum):
    """Users see what a configuration can contain. Authors also see inputs, report and open work."""

    USERS = "users"
    AUTHORS = "authors"


class Shown(Struct, frozen=True):
    """What pages show: `sources` of attributes, and with `authors` everything for authors.

    Without both, no page contains the name of an input.
    """

    sources: bool = True
    authors: bool = True


EVERYTHING = Shown()


def shown_to(audience: Audience, *, sources: bool) -> Shown:
    """What an audience sees; users see sources if the site has the option `sources`."""
    return Shown(sources or audience is Audience.AUTHORS, audience is Audience.AUTHORS)


def audience_of(option: str | None, environment: str, *, preview: bool) -> Audience:
    """The audience: from the environment, else from the site, else authors in previews and users otherwise.

    Raises ValueError for an unknown value in the environment.
    """
    for name, value in ((VARIABLE, environment), ("audience", option)):
        if value and value not in set(Audience):
            raise ValueError(f"{name} is {value!r}, but it can be {' or '.join(Audience)}")
    if name_given := environment or option:
        return Audience(name_given)
    return Audience.AUTHORS if preview else Audience.USERS
