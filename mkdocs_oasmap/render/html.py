"""From page views to HTML, through the templates. Knows nothing of MkDocs.

Templates are in `theme/oasmap/`; the first of the given folders that has a template of a name is used, so
a site replaces one by putting a file of that name into its own theme folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup
from markupsafe import escape as markup_of

from mapper.words import several

from ..mappings import SIDECAR, input_state
from ..pages.changes import ChangesView
from ..pages.front import SIDECAR_WORDS, FrontView, artifact_groups
from ..pages.pages import Pages
from ..pages.phrases import SCRIPT_PHRASES
from ..pages.report_views import ReportView
from ..pages.search import SearchSection, operation_words
from ..pages.views import (
    CellView,
    EntityView,
    Excerpt,
    Place,
)
from ..pages.wording import ENGLISH, Words, filled
from ..pages.words import role_in_words, says_more
from .coverage import coverage_map
from .markup import first_sentence, paragraphs, render_code, render_line, render_markdown

THEME_DIR = Path(__file__).parents[1] / "theme"
STYLESHEET = "assets/oasmap/oasmap.css"
SCRIPT = "assets/oasmap/oasmap.js"
_LONG_NAME = 30
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
        return self._environment.get_template(f"oasmap/{template}").render(**context)


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
    environment.filters |= {
        "markdown": render_markdown,
        "line": render_line,
        "sentence": first_sentence,
        "code": render_code,
        "link": _link,
        "place": _place,
        "mark": partial(_mark, words),
        "excerpt": _excerpt,
        "badges": partial(_badges, words),
        "given": lambda source: _given(words, source.role, source.contribution, source.also),
        "capital": _capital,
        "several": several,
        "paragraph": _paragraph,
        "coverage_map": partial(coverage_map, say=words),
        "dotted": _dotted,
        "word": words.find,
        "made": words.made,
        "role": partial(role_in_words, say=words),
        "fill": _fill,
        "counted": words.counted,
        "of_severity": partial(of_severity, words),
        "as_code": _as_code,
        "linked": _linked,
    }
    environment.tests["telling"] = says_more
    environment.globals["permalink"] = partial(_permalink, permalink, words.find("Permanent link"))
    environment.globals["script_words"] = _script_words(words)
    return environment


def _fill(text: str, **values: object) -> Markup:
    """A phrase with its values, which are escaped unless they are HTML."""
    return Markup(filled(str(markup_of(text)), lambda value: str(markup_of(value)), values))


def of_severity(words: Words, count: int, severity: str) -> str:
    """How many diagnostics of a severity there are."""
    return words.counted(count, *_SEVERITIES[severity])


def _as_code(text: str) -> Markup:
    return Markup("<code>{}</code>").format(text)


def _linked(text: str, address: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, text)


def _script_words(words: Words) -> Markup:
    """An attribute with what the script says otherwise; empty where it says what it does by itself."""
    own = {phrase: words.find(phrase) for phrase in SCRIPT_PHRASES if words.find(phrase) != phrase}
    return Markup(' data-words="{}"').format(json.dumps(own, ensure_ascii=False)) if own else Markup("")


@lru_cache(maxsize=4096)
def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=4096)
def _dotted(name: str) -> Markup:
    """A path; a line may break a long one behind its dots, and a long name in it behind its underscores."""
    if len(name) <= _LONG_NAME:
        return Markup(escape(name, quote=False))
    parts = escape(name, quote=False).split(".")
    return Markup(".<wbr>".join(part if len(part) <= _LONG_NAME else part.replace("_", "_<wbr>") for part in parts))


@lru_cache(maxsize=256)
def _badges(words: Words, badges: tuple[tuple[str, str], ...]) -> Markup:
    """Badges in a row: nearly all attributes have one of a few."""
    badge = Markup(' <span class="oasmap-badge oasmap-badge--{}">{}</span>')
    return Markup("").join(badge.format(key, words.find(text)) for key, text in badges)


@lru_cache(maxsize=1024)
def _given(words: Words, role: str, contribution: str, also: tuple[CellView, ...]) -> Markup:
    """What the parts of an operation that have the same place gave."""
    given = [(role, contribution), *((other.symbol, other.text) for other in also)]
    parts = [(role_in_words(part, words), words.find(text)) for part, text in given]
    return Markup(", ").join(Markup("<b>{}</b> {}").format(*part) for part in parts)


def _excerpt(excerpt: Excerpt) -> Markup:
    """The lines, the first of them marked."""
    first, *rest = excerpt.lines
    return Markup(
        "\n".join([f"<mark>{escape(first, quote=False)}</mark>", *(escape(line, quote=False) for line in rest)])
    )


def _paragraph(text: str) -> Markup:
    """The first paragraph of a description."""
    return render_markdown("\n".join(next(paragraphs(text), [])))


def _permalink(text: str, title: str, anchor: str) -> Markup:
    if not text:
        return Markup("")
    return Markup('<a class="headerlink" href="#{}" title="{}">{}</a>').format(anchor, title, text)


@lru_cache(maxsize=65536)
def _place(place: Place) -> Markup:
    """The same with the JSON pointer."""
    return Markup(f"{_link(place)} <code>{escape(place.pointer or '/')}</code>")


@lru_cache(maxsize=65536)
def _link(place: Place) -> Markup:
    """`file:line`, as a link where the place has an address."""
    if place.href is None:
        return Markup(f"<span>{escape(place.text)}</span>")
    return Markup(f'<a href="{escape(place.href)}">{escape(place.text)}</a>')


@lru_cache(maxsize=256)
def _mark(words: Words, cell: CellView) -> Markup:
    """A symbol, with its meaning for those who do not see it and for those who point at it."""
    if not cell.symbol:
        return Markup("<td></td>")
    return Markup(
        '<td title="{text}"><span aria-hidden="true">{symbol}</span><span class="oasmap-hidden">{text}</span></td>'
    ).format(symbol=cell.symbol, text=words.find(cell.text))
