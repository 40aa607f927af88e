"""From page views to HTML, through the templates. Knows nothing of MkDocs.

Templates are in `theme/oasmap/`; the first of the given folders that has a template of a name is used, so
a site replaces one by putting a file of that name into its own theme folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from mapper.words import several

from ..mappings import SIDECAR, input_state
from ..pages.changes import ChangesView
from ..pages.front import SIDECAR_WORDS, FrontView, artifact_groups
from ..pages.pages import Pages
from ..pages.phrases import SCRIPT_PHRASES
from ..pages.report_views import ReportView
from ..pages.search import SearchRow, SearchSection, operation_words
from ..pages.views import (
    EntityView,
)
from ..pages.wording import ENGLISH, Words
from ..pages.words import role_in_words, says_more
from .coverage import coverage_map
from .markup import first_sentence, paragraphs, render_code, render_line, render_markdown
from .rows import RowWriter
from .snippets import as_code, badges, capital, dotted, excerpt, fill, given, link, linked, mark, place
from .templates import escaped, rendered, use_fast_templates

THEME_DIR = Path(__file__).parents[1] / "theme"
STYLESHEET = "assets/oasmap/oasmap.css"
SCRIPT = "assets/oasmap/oasmap.js"
_SEVERITIES = {
    "error": ("{count} error", "{count} errors"),
    "warning": ("{count} warning", "{count} warnings"),
    "info": ("{count} note", "{count} notes"),
}

PageUrl = Callable[[str], str]
"""The key of a page -> its address, relative to the page that is rendered."""


class Renderer:
    """Renders pages with the templates found in `folders`, first match first.

    `permalink` is the text of the links behind headings; none are made where it is empty. `state` tells whether a
    template has changed since.
    """

    def __init__(self, folders: Iterable[str | Path] = (), permalink: str = "", words: Words = ENGLISH) -> None:
        self._folders = tuple(dict.fromkeys([*map(str, folders), str(THEME_DIR)]))
        self.state = _state(self._folders)
        self._environment = _environment(self._folders, permalink, self.state, words)

    def entity(self, view: EntityView, url: PageUrl) -> str:
        """The page of a provider, resource or data source, below its title."""
        return self._render("entity.html", page=view, url=url)

    def index(self, pages: Pages, front: FrontView, files: dict[str, str], url: PageUrl) -> str:
        """The overview. `files` are the addresses of the artifacts by name."""
        return self._render(
            "index.html",
            lists=pages.lists(),
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
        """What pages begin with that are of an earlier mapping: the problems, or a link to the overview with them."""
        return self._render("trouble.html", problems=tuple(problems), overview=overview)

    def report(self, view: ReportView, url: PageUrl, drift: ChangesView | None = None) -> str:
        """The mapping report; with a section on the built provider, where it was compared with one."""
        return self._render("report.html", report=view, url=url, drift=drift)

    def changes(self, view: ChangesView, url: PageUrl) -> str:
        """The changes since the baseline."""
        return self._render("changes.html", changes=view, url=url)

    def search_text(self, view: EntityView, lead: str, sections: Iterable[SearchSection]) -> str:
        """Headings and texts for a search index: the first paragraph, the operations, and a section for each row."""
        given = {"groups": view.groups, "lead": lead, "sections": sections, "operations": operation_words(view)}
        return self._render("search.html", **given)

    def _render(self, template: str, **context: Any) -> str:
        return rendered(self._environment.get_template(f"oasmap/{template}"), context)


def _artifact_words(pages: Pages, name: str) -> str:
    return SIDECAR_WORDS if name == SIDECAR else pages.artifact_words(name)


def _state(folders: Iterable[str]) -> str:
    """What tells whether a template has changed."""
    found = (Path(folder, "oasmap").glob("**/*.html") for folder in folders)
    return input_state(sorted(path for paths in found for path in paths))


@lru_cache(maxsize=8)
def _environment(folders: tuple[str, ...], permalink: str, state: str, words: Words) -> Environment:
    del state  # a template that has come to be is not noticed otherwise
    environment = Environment(
        # what a site replaces can still extend ours, as oasmap/base/NAME
        loader=ChoiceLoader(
            [FileSystemLoader(folders), PrefixLoader({"oasmap": FileSystemLoader(THEME_DIR / "oasmap")}, "/base/")]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    use_fast_templates(environment)
    environment.filters |= {
        "markdown": render_markdown,
        "line": render_line,
        "sentence": first_sentence,
        "code": render_code,
        "link": link,
        "place": place,
        "mark": partial(mark, words),
        "excerpt": excerpt,
        "badges": partial(badges, words),
        "given": lambda source: given(words, source.role, source.contribution, source.also),
        "capital": capital,
        "several": several,
        "paragraph": _paragraph,
        "coverage_map": partial(coverage_map, say=words),
        "dotted": dotted,
        "word": words.find,
        "made": words.made,
        "role": partial(role_in_words, say=words),
        "fill": fill,
        "counted": words.counted,
        "of_severity": partial(of_severity, words),
        "as_code": as_code,
        "linked": linked,
    }
    environment.tests["telling"] = says_more
    environment.filters["searched"] = _searched
    environment.globals["row_html"] = RowWriter(words).row
    environment.globals["permalink"] = partial(_permalink, permalink, words.find("Permanent link"))
    environment.globals["script_words"] = _script_words(words)
    return environment


def of_severity(words: Words, count: int, severity: str) -> str:
    """How many diagnostics of a severity there are."""
    return words.counted(count, *_SEVERITIES[severity])


def _script_words(words: Words) -> Markup:
    """An attribute with what the script says otherwise; empty where it says what it does by itself."""
    own = {phrase: words.find(phrase) for phrase in SCRIPT_PHRASES if words.find(phrase) != phrase}
    return Markup(' data-words="{}"').format(json.dumps(own, ensure_ascii=False)) if own else Markup("")


def _paragraph(text: str) -> Markup:
    """The first paragraph of a description."""
    return render_markdown("\n".join(next(paragraphs(text), [])))


def _searched(rows: Iterable[SearchRow]) -> Markup:
    """What a search index gets of rows. Plain code, as there are many."""
    out: list[str] = []
    for row in rows:
        about = f" {escaped(first_sentence(row.description))}" if row.description else ""
        out.append(f"<p>{escaped(row.words)}{about}</p>\n")
    return Markup("".join(out))


def _permalink(text: str, title: str, anchor: str) -> Markup:
    if not text:
        return Markup("")
    return Markup('<a class="headerlink" href="#{}" title="{}">{}</a>').format(anchor, title, text)
