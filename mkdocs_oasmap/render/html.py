"""Renders views as HTML with the templates, independently of MkDocs.

The templates are in `theme/oasmap/`. A template in one of the given folders takes precedence. So a site overrides one
with a file of the same name in its own theme folder.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from mapper.files import read_regular
from mapper.registry import system_named
from mapper.text.plural import capital, several

from ..mappings import SIDECAR, FileState, input_state, write_output
from ..pages.changes import ChangesView
from ..pages.describe import says_more
from ..pages.home_page import SIDECAR_WORDS, CatalogueLine, FrontView, artifact_groups, letters, words_of_line
from ..pages.labels import LABELS, Labels
from ..pages.pages import Pages
from ..pages.report import ReportPart
from ..pages.search import SearchRow, SearchSection, operation_words
from ..pages.views import EntityView
from .coverage import coverage_map
from .examples import example_tabs
from .lead import about
from .relation_chart import relation_chart
from .rows import write_row
from .sanitized_html import first_sentence, render_code, render_line, render_markdown
from .snippets import (
    as_code,
    broken,
    dotted,
    excerpt,
    given,
    link,
    linked,
    mark,
    named,
    named_briefly,
    path,
    place,
    with_code,
)
from .templates import escaped, prepare, rendered

THEME_DIR = Path(__file__).parents[1] / "theme"
STYLESHEET = "assets/oasmap/oasmap.css"
SCRIPT = "assets/oasmap/oasmap.js"
_SEVERITIES = {"error": "error", "warning": "warning", "info": "note"}

_LETTERS_FROM, _FOLDED_FROM, _SHORT_FROM = 30, 200, 500
"""The number of names from which the overview has letters to jump to, folds its groups, and has no texts: a page has a
budget.
"""

PageUrl = Callable[[str], str]
"""The key of a page -> its URL, relative to the page being rendered."""


class Renderer:
    """Renders pages with the templates in `folders`. The first folder takes precedence.

    `permalink` is the text of heading links; there are none if it is empty. `labels` are the labels that the site
    replaces. `state` changes if a template changes.
    """

    def __init__(self, folders: Iterable[str | Path] = (), permalink: str = "", labels: Labels | None = None) -> None:
        self._folders = tuple(dict.fromkeys([*map(str, folders), str(THEME_DIR)]))
        self.state = _state(self._folders)
        self._environment = _environment(self._folders, permalink, self.state, tuple(sorted((labels or {}).items())))

    def entity(self, view: EntityView, url: PageUrl, heading: str | None = None) -> str:
        """The page of a provider, resource or data source. `heading` is the id of its title, if it has one."""
        return self._render("entity.html", page=view, url=url, heading=heading)

    def index(self, pages: Pages, front: FrontView, files: dict[str, str], url: PageUrl) -> str:
        """The overview. `files` are the addresses of artifacts by name."""
        lines = [line for group in pages.catalogue for line in group.lines]
        is_short = len(lines) > _SHORT_FROM

        def found_by(line: CatalogueLine) -> str:
            return words_of_line(line, "" if is_short else first_sentence(line.entry.summary))

        return self._render(
            "index.html",
            lists=pages.lists(),
            catalogue=pages.catalogue,
            kinds=[kind.title for kind in pages.kinds],
            names=len(lines),
            letters=letters(pages.catalogue) if len(lines) >= _LETTERS_FROM else (),
            short=is_short,
            folded=len(lines) > _FOLDED_FROM and len(pages.catalogue) > 1,
            found_by=found_by,
            front=front,
            report=pages.report if pages.shown.authors else None,
            files=files,
            artifacts=artifact_groups(files, partial(_artifact_words, pages)),
            url=url,
            banner=pages.banner,
            removed=pages.removed,
            noun=pages.noun,
        )

    def trouble(self, problems: Iterable[str], overview: str) -> str:
        """The beginning of pages from an earlier mapping: the current problems, or a link to the overview with them."""
        return self._render("trouble.html", problems=tuple(problems), overview=overview)

    def missing(self, names: Iterable[tuple[str, str, str, str]], overviews: Iterable[tuple[str, str]]) -> str:
        """The page of an address that does not exist. `names` are titles, kinds, names without the provider's, and
        addresses; `overviews` are titles and addresses.
        """
        return self._render("missing.html", names=list(names), overviews=list(overviews))

    def report(self, pages: Pages, url: PageUrl) -> str:
        """The mapping report, with a section on drift if there was a comparison."""
        parts: dict[str, list[ReportPart]] = {}
        for part in pages.report_parts.values():
            parts.setdefault(part.anchor, []).append(part)
        return self._render("report.html", report=pages.report, report_page="", url=url, drift=pages.drift, parts=parts)

    def report_part(self, pages: Pages, key: str, url: PageUrl) -> str:
        """A page with a part of a list of the report."""
        part = pages.report_parts[key]
        parts = [other for other in pages.report_parts.values() if other.anchor == part.anchor]
        return self._render("report_part.html", part=part, parts=parts, report_page=url("report"), url=url)

    def changes(self, view: ChangesView, url: PageUrl) -> str:
        """The changes since the baseline."""
        return self._render("changes.html", changes=view, url=url)

    def search_text(self, view: EntityView, lead: str, sections: Iterable[SearchSection]) -> str:
        """The content for a search index: the first paragraph, the operations, and a section for each row."""
        context = {"groups": view.groups, "lead": lead, "sections": sections, "operations": operation_words(view)}
        return self._render("search.html", **context)

    def _render(self, template: str, **context: Any) -> str:
        return rendered(self._environment.get_template(f"oasmap/{template}"), context)


def _artifact_words(pages: Pages, name: str) -> str:
    return SIDECAR_WORDS if name == SIDECAR else system_named(pages.mapping.system).writing.words(name)


def _state(folders: Iterable[str]) -> FileState:
    """A key that changes if a template changes."""
    templates = (Path(folder, "oasmap").glob("**/*.html") for folder in folders)
    return input_state(sorted(path for paths in templates for path in paths))


@lru_cache(maxsize=8)
def _environment(
    folders: tuple[str, ...], permalink: str, state: FileState, own_labels: tuple[tuple[str, str], ...]
) -> Environment:
    del state  # part of the cache key: Jinja does not notice new templates
    environment = Environment(
        # an overriding template can extend ours as oasmap/base/NAME
        loader=ChoiceLoader(
            [FileSystemLoader(folders), PrefixLoader({"oasmap": FileSystemLoader(THEME_DIR / "oasmap")}, "/base/")]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    prepare(environment)
    labels = LABELS | dict(own_labels)
    environment.filters |= {
        "markdown": render_markdown,
        "line": render_line,
        "sentence": first_sentence,
        "code": render_code,
        "link": link,
        "place": place,
        "mark": mark,
        "excerpt": excerpt,
        "given": lambda source: given(source.role, source.contribution, source.also),
        "capital": capital,
        "several": several,
        "about": about,
        "named": named,
        "named_briefly": named_briefly,
        "broken": broken,
        "path": path,
        "coverage_map": coverage_map,
        "relation_chart": relation_chart,
        "dotted": dotted,
        "of_severity": of_severity,
        "as_code": as_code,
        "with_code": with_code,
        "linked": linked,
    }
    environment.tests["telling"] = says_more
    environment.filters["searched"] = _searched
    environment.globals["example_tabs"] = example_tabs
    environment.globals["row_html"] = partial(write_row, labels["row.source"])
    environment.globals["permalink"] = partial(_permalink, permalink)
    environment.globals["labels"] = labels
    return environment


def of_severity(count: int, severity: str) -> str:
    """The number of diagnostics of a severity, in words."""
    return f"{count:,} {_SEVERITIES[severity]}{'' if count == 1 else 's'}"


def _searched(rows: Iterable[SearchRow]) -> Markup:
    """What a search index gets of rows. Plain code, as there are many."""
    out: list[str] = []
    for row in rows:
        about = f" {escaped(first_sentence(row.description))}" if row.description else ""
        out.append(f"<p>{escaped(row.words)}{about}</p>\n")
    return Markup("".join(out))


def permalink_text(permalink: object) -> str:
    """The text of heading links by the setting of Python-Markdown: true, a text, or nothing."""
    return "¶" if permalink is True else str(permalink or "")


def _permalink(text: str, anchor: str) -> Markup:
    if not text:
        return Markup("")
    return Markup('<a class="headerlink" href="#{}" title="Permanent link">{}</a>').format(anchor, text)


def asset_names(*, script: bool) -> tuple[str, ...]:
    """The paths of the assets, relative to the folder of a theme."""
    return (STYLESHEET, SCRIPT) if script else (STYLESHEET,)


def inline_assets(folders: Iterable[str | Path], *, script: bool) -> str:
    """Elements with the style sheet and the script; the first folder that has a file takes precedence."""
    elements = []
    for name in asset_names(script=script):
        tag = "script" if name == SCRIPT else "style"
        # the backslash has no meaning in CSS and JavaScript, and keeps the element open
        text = _content(name, folders).decode("utf-8").replace(f"</{tag}", f"<\\/{tag}").strip()
        elements.append(f"<{tag}>\n{text}\n</{tag}>")
    return "\n".join(elements)


def write_assets(folder: Path, folders: Iterable[str | Path], *, script: bool) -> None:
    """Write the assets into a folder, unless they are up to date. Raises MappingError."""
    names = asset_names(script=script)
    files = {folder / name.rpartition("/")[2]: _content(name, folders) for name in names}
    write_output(files, folder, in_folders=True)


def _content(name: str, folders: Iterable[str | Path]) -> bytes:
    """An asset from the first folder that has it, else ours. Raises MappingError if it cannot be read."""
    for folder in (*folders, THEME_DIR):
        data = read_regular(Path(folder, name))
        if data is not None:
            return data
    raise AssertionError(name)
