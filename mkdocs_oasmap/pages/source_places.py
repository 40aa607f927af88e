"""Places in the inputs, as shown on pages."""

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from urllib.parse import quote

from mapper.inputs import Document
from mapper.inputs.store import is_url
from mapper.report.origin import Location

from .source_views import Excerpt, SourcePlace

SourceUrl = Callable[[str, int | None], str | None]
"""File name and line -> the URL of the line in a repository; None if there is none."""

_LINES = 6
_WIDTH = 120
_MINIFIED = 1000


class Places:
    """Turns locations into places. Without links to a repository, pages show excerpts."""

    def __init__(self, source_url: SourceUrl | None = None, *, excerpts: bool = False) -> None:
        self._source_url = source_url or (lambda _file, _line: None)
        self._excerpts = excerpts
        self._known: dict[tuple[object, str], SourcePlace] = {}
        self._lines: dict[Document, list[str]] = {}

    def of(self, location: Location) -> SourcePlace:
        """File, pointer, line and URL of a location."""
        key = (location.document, location.pointer)
        if key not in self._known:
            self._known[key] = self._of(location)
        return self._known[key]

    def _of(self, location: Location) -> SourcePlace:
        position = location.document.position(location.pointer)
        line = position[0] if position else None
        uri = location.document.uri
        return SourcePlace(uri, location.pointer, line, self._source_url(uri, line))

    def excerpt(self, location: Location) -> Excerpt | None:
        """The lines at a location; None if the place has a link."""
        document = location.document
        if not self._excerpts or not isinstance(document, Document) or (line := self.of(location).line) is None:
            return None
        lines = self._lines_of(document)[line - 1 : line - 1 + _LINES]
        if len(lines[0]) > _MINIFIED:
            return None
        indent = len(lines[0]) - len(lines[0].lstrip())
        shown = [lines[0], *takewhile(lambda below: _is_deeper(below, indent), lines[1:])]
        return Excerpt(line, tuple([_without_indent(text, indent) for text in shown]))

    def _lines_of(self, document: Document) -> list[str]:
        """The lines of a document; kept here and no longer, as a document is large."""
        lines = self._lines.get(document)
        if lines is None:
            lines = self._lines[document] = document.text.split("\n")
        return lines


def _is_deeper(line: str, indent: int) -> bool:
    """Whether a line belongs to a line above with this indent: it is indented more, or blank."""
    return not line[: indent + 1].strip()


def _without_indent(line: str, indent: int) -> str:
    line = line[indent:] if not line[:indent].strip() else line.lstrip()
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def source_links(template: str | None) -> SourceUrl | None:
    """A function from file name and line to URL; None for files outside of the repository."""
    if not template:
        return None

    def url(path: str, line: int | None) -> str | None:
        if is_url(path):
            return path
        if Path(path).is_absolute() or path.startswith("../"):
            return None
        return template.replace("{path}", quote(path, errors="replace")).replace("{line}", str(line or 1))

    return url
