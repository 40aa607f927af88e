"""Reviews in the formats of `oasmap diff`: one, or those of all mappings of a site."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from mapper.review.changes import Review
from mapper.review.rules import ChangeSeverity

from ..pages.source_places import source_links

WITHOUT_NOTES = ("github", "lines", "sarif", "changelog", "junit", "gitlab", "counts")
"""Formats without the notes about the states that are compared."""


class Style(Struct, frozen=True):
    """How reviews are written: links to lines and to the guide, the template of a changelog, and whether the reviews
    are those of a site, which may be one.
    """

    source_url: str | None = None
    guide_url: str | None = None
    template: str | None = None
    of_site: bool = False


def written(reviews: Sequence[Review], form: str, style: Style = Style()) -> Iterable[str]:  # noqa: B008 - frozen
    """Reviews in a format, in pieces. Raises MappingError for a template that cannot be used."""
    links = source_links(style.source_url)
    match form:
        case "json":
            from mapper.review.data import review_pieces, reviews_pieces

            return reviews_pieces(reviews) if style.of_site else review_pieces(reviews[0])
        case "markdown":
            from .markdown import as_markdown, as_one_comment

            return [as_one_comment(reviews, links) if style.of_site else as_markdown(reviews[0], links)]
        case "sarif":
            from .sarif import as_sarif

            return as_sarif(reviews, style.guide_url)
        case "lines":
            from .text import as_lines

            return map(as_lines, reviews)
        case "github":
            from .text import as_github

            return [as_github(reviews)]
        case "changelog":
            from .changelog import as_changelog

            template = Path(style.template) if style.template else None
            return [as_changelog(review, template) for review in reviews]
        case "junit":
            from .ci_reports import as_junit

            return [as_junit(reviews)]
        case "gitlab":
            from .ci_reports import as_gitlab

            return [as_gitlab(reviews)]
        case "html":
            from .html import as_html

            return [as_html(reviews, links)]
        case "counts":
            return _counts(reviews)
    from .text import as_text

    return "\n".join(map(as_text, reviews)).splitlines(keepends=True)


def _counts(reviews: Iterable[Review]) -> Iterator[str]:
    """Lines for scripts: the breaking changes that nobody has approved, all changes, and whether all was compared."""
    found = list(reviews)
    breaking = sum(len([c for c in review.of(ChangeSeverity.BREAKING) if c.counts]) for review in found)
    yield f"breaking={breaking}\n"
    yield f"changes={sum(len(review.changes) for review in found)}\n"
    yield f"compared={str(all(review.is_compared for review in found)).lower()}\n"
