"""A review as a section of a changelog, in the format of HashiCorp's providers or by a template."""

import re
from collections.abc import Iterator
from pathlib import Path

from mapper.files import read_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.review.changes import Change, Review
from mapper.review.data import review_data
from mapper.review.rules import ChangeAction, ChangeKind, ChangeSeverity
from mapper.review.verdict import next_version
from mapper.text.display import visible

from .markdown import code, plain

_SECTIONS = ("BREAKING CHANGES", "NOTES", "FEATURES", "DEPRECATIONS", "ENHANCEMENTS")


def as_changelog(review: Review, template: Path | None = None) -> str:
    """The changelog section. Raises MappingError for a template that cannot be read or rendered."""
    return _written(review, template) if template is not None else "".join(f"{line}\n" for line in _lines(review))


_HEADING = re.compile(r"^## +\[?(v?\d[^\]\s]*|Unreleased)\]?.*$", re.MULTILINE | re.IGNORECASE)
"""The heading of a version: `## 1.2.0 (May 1, 2026)`, `## [1.2.0] - 2026-05-01`, `## Unreleased`."""


def with_section(text: str, section: str) -> str:
    """The text of a changelog with a section: below the first heading, above the newest version.

    A section of the same version is replaced, and so is a newest one like `2.4.0 (Unreleased)` by another such.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    plain_text, section = text.replace("\r\n", "\n"), section.strip("\n") + "\n"
    found = list(_HEADING.finditer(plain_text))
    own = _HEADING.match(section)
    same = [one for one in found[:1] if own and _is_same(one[0], own[0])] or [
        one for one in found if own and one[1] == own[1]
    ]
    if same:
        start = same[0].start()
        end = next((one.start() for one in found if one.start() > start), len(plain_text))
    elif found:
        start = end = found[0].start()
    else:
        plain_text += "" if not plain_text or plain_text.endswith("\n") else "\n"
        start = end = len(plain_text)
        section = f"\n{section}" if plain_text.strip() else section
    after = plain_text[end:]
    changed = plain_text[:start] + section + (f"\n{after}" if after else "")
    return changed.replace("\n", newline)


def _is_same(heading: str, own: str) -> bool:
    """Whether the newest section of a changelog is of what is not released yet, as the own one."""
    return "(unreleased)" in heading.lower() and "(unreleased)" in own.lower()


def _lines(review: Review) -> Iterator[str]:
    by_section: dict[str, list[Change]] = {section: [] for section in _SECTIONS}
    for change in review.changes:
        if (section := _section(change)) is not None:
            by_section[section].append(change)
    version = next_version(review)
    yield f"## {version} (Unreleased)" if version is not None else "## Unreleased"
    for section, changes in by_section.items():
        if changes:
            yield from ("", f"{section}:", "")
            yield from map(_line, changes)


def _section(change: Change) -> str | None:
    if change.shared.kind is ChangeKind.DEPRECATION and change.shared.action is not ChangeAction.REMOVED:
        return "DEPRECATIONS"
    match change.severity:
        case ChangeSeverity.BREAKING:
            return "BREAKING CHANGES"
        case ChangeSeverity.WARNING:
            return "NOTES"
        case ChangeSeverity.INFO:
            return None if _is_silent(change) else _milder(change)
    return None


def _is_silent(change: Change) -> bool:
    """Whether a change of severity info is left out: another operation, or a value less of a read-only attribute."""
    rule = change.shared
    return rule.kind is ChangeKind.OPERATION or (rule.kind is ChangeKind.VALUE and rule.action is ChangeAction.REMOVED)


def _is_new_entity(change: Change) -> bool:
    return not change.path and change.shared.new


def _milder(change: Change) -> str:
    return "FEATURES" if _is_new_entity(change) else "ENHANCEMENTS"


def _line(change: Change) -> str:
    kind = visible(str(change.kind).replace(" ", "-"))
    if _is_new_entity(change):
        return f"* **New {plain(change.kind.title)}:** {code(change.name)}"
    subject = f"{kind}/{plain(change.name)}"
    if change.path:
        return f"* {subject}: {code(change.path)}: {plain(change.text)}"
    return f"* {subject}: {plain(change.text)}"


_OF_TEMPLATES = (
    *(TypeError, ValueError, ArithmeticError, LookupError, RecursionError),
    *(AttributeError, NameError, SyntaxError),  # of the Python that Jinja makes of a template
)


def _written(review: Review, path: Path) -> str:
    from jinja2 import StrictUndefined, TemplateError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    try:
        source = read_named(path, "the template ").decode("utf-8")
    except UnicodeDecodeError as error:
        raise MappingError(
            Problem(f"the template cannot be read: {error}", str(path), remedy="correct the path")
        ) from None
    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=True)
    environment.filters["code"] = code
    environment.filters["plain"] = plain
    try:
        return environment.from_string(source).render(review=review_data(review))
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        raise MappingError(
            Problem(f"the template: {error.message or error}", str(path), line, remedy="correct the template there")
        ) from None
    except _OF_TEMPLATES as error:
        raise MappingError(
            Problem(f"the template: {visible(str(error))}", str(path), remedy="correct the template there")
        ) from None
