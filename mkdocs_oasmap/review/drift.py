"""Drift: compares a documented mapping with the schema of the built provider."""

from pathlib import Path

from msgspec.structs import replace

from mapper.model import Entity, Mapping
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import ReadOptions
from mapper.review.changes import Review, ReviewSide
from mapper.review.drift import DriftSide, find_drift, unused
from mapper.review.rules import ChangeSeverity
from mapper.review.settings import Settings

from .states import Files, read_state

_ALL = ("json", "sarif")
"""Formats that include explained differences."""


def drift_review(documented: Mapping, name: str, base: Path, options: ReadOptions, settings: Settings) -> Review:
    """All differences. A difference that the review file explains is approved with its reason. Raises MappingError.

    `name` is the name of the built provider's schema: a file, or with `live` a running provider.
    """
    built = system_named(documented.system).comparison.built_by
    if not built:
        text = f"the system {documented.system} has no drift: nothing that is built says what it has"
        raise MappingError(Problem(text, name, remedy="choose the system of an API description"))
    state = read_state(name, Files((), base, system=built, read=options))
    schema = system_named(built).comparison.as_declared(state.mapping)
    changes = find_drift(_side(documented), _side(schema), settings.drift)
    levels = settings.levels
    changes = tuple(
        replace(change, severity=levels.get(change.rule.id) or change.severity)
        for change in changes
        if levels.get(change.rule.id, change.severity) is not None
    )
    notes = tuple(unused(changes, settings.drift))
    return Review(
        ReviewSide(built_name(schema)),
        ReviewSide("documentation"),
        settings.apply(changes),
        notes,
        documented.documents,
        system=documented.system,
    )


def built_name(schema: Mapping) -> str:
    """`the provider 1.4.2` if the version is known, else `the built provider`."""
    uri = schema.documents[0].uri
    version = uri.rpartition("@")[2] if uri.startswith("provider:") and "@" in uri else ""
    return f"the provider {version}" if version else "the built provider"


def quiet(review: Review, form: str = "text") -> Review:
    """The review without explained differences, unless the format includes them."""
    return review if form in _ALL else replace(review, changes=tuple(c for c in review.changes if c.counts))


def fails(review: Review) -> bool:
    """Whether there is an unexplained warning or error."""
    return bool(review.reaching(ChangeSeverity.WARNING))


def _side(mapping: Mapping) -> DriftSide:
    system = system_named(mapping.system)

    def title(entity: Entity) -> str:
        return system.showing.title(entity, mapping)

    return DriftSide(mapping, title)
