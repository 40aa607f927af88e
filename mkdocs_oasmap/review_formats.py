"""Reviews in the formats of `oasmap diff`: of one mapping, or of all mappings of a site.

Help names the formats, so nothing is imported here before a review is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from mapper.review.changes import Review


class Style(Struct, frozen=True):
    """How reviews are written: links to lines and to the guide, and the template of a changelog.

    `of_site`: they are the reviews of a site, also if there is only one.
    """

    source_url: str | None = None
    guide_url: str | None = None
    template: str | None = None
    of_site: bool = False


Writer = Callable[["Sequence[Review]", "Style"], Iterable[str]]


class Format(Struct, frozen=True):
    """A format: what writes reviews, in pieces; and whether the notes about the compared states are in it."""

    write: Writer
    has_notes: bool = False


def written(reviews: Sequence[Review], form: str, style: Style = Style()) -> Iterable[str]:  # noqa: B008 - frozen
    """Reviews in a format, in pieces. Raises KeyError for an unknown format, MappingError for a template that cannot
    be used.
    """
    return FORMATS[form].write(reviews, style)


def _text(reviews: Sequence[Review], _style: Style) -> Iterable[str]:
    from .review.text import as_text

    return "\n".join(map(as_text, reviews)).splitlines(keepends=True)


def _lines(reviews: Sequence[Review], _style: Style) -> Iterable[str]:
    from .review.text import as_lines

    return map(as_lines, reviews)


def _markdown(reviews: Sequence[Review], style: Style) -> Iterable[str]:
    from .pages.source_places import source_links
    from .review.markdown import as_markdown, as_one_comment

    links = source_links(style.source_url)
    return [as_one_comment(reviews, links) if style.of_site else as_markdown(reviews[0], links)]


def _json(reviews: Sequence[Review], style: Style) -> Iterable[str]:
    from mapper.review.data import review_pieces, reviews_pieces

    return reviews_pieces(reviews) if style.of_site else review_pieces(reviews[0])


def _github(reviews: Sequence[Review], _style: Style) -> Iterable[str]:
    from .review.text import as_github

    return [as_github(reviews)]


def _sarif(reviews: Sequence[Review], style: Style) -> Iterable[str]:
    from .review.sarif import as_sarif

    return as_sarif(reviews, style.guide_url)


def _html(reviews: Sequence[Review], style: Style) -> Iterable[str]:
    from .pages.source_places import source_links
    from .review.html import as_html

    return [as_html(reviews, source_links(style.source_url))]


def _changelog(reviews: Sequence[Review], style: Style) -> Iterable[str]:
    from .review.changelog import as_changelog

    template = Path(style.template) if style.template else None
    return [as_changelog(review, template) for review in reviews]


def _junit(reviews: Sequence[Review], _style: Style) -> Iterable[str]:
    from .review.ci_reports import as_junit

    return [as_junit(reviews)]


def _gitlab(reviews: Sequence[Review], _style: Style) -> Iterable[str]:
    from .review.ci_reports import as_gitlab

    return [as_gitlab(reviews)]


def _counts(reviews: Sequence[Review], _style: Style) -> Iterator[str]:
    """Lines for scripts: the breaking changes that nobody has approved, all changes, and whether all was compared."""
    from mapper.review.rules import ChangeSeverity

    breaking = sum(len([c for c in review.of(ChangeSeverity.BREAKING) if c.counts]) for review in reviews)
    yield f"breaking={breaking}\n"
    yield f"changes={sum(len(review.changes) for review in reviews)}\n"
    yield f"compared={str(all(review.is_compared and not review.uncompared for review in reviews)).lower()}\n"


FORMATS = {
    "text": Format(_text, has_notes=True),
    "lines": Format(_lines),
    "markdown": Format(_markdown, has_notes=True),
    "json": Format(_json, has_notes=True),
    "github": Format(_github),
    "sarif": Format(_sarif),
    "html": Format(_html, has_notes=True),
    "changelog": Format(_changelog),
    "junit": Format(_junit),
    "gitlab": Format(_gitlab),
    "counts": Format(_counts),
}
"""The formats of `oasmap diff` by name."""
