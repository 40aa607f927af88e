"""A site to start with: mkdocs.yml, a front page and a style sheet, for the pages of one input."""

from collections.abc import Iterable
from importlib.util import find_spec
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

from mapper.model import Mapping
from mapper.model.samples.extent import Extent
from mapper.registry import default_system, system_named
from mapper.text.plural import listed, plural
from mapper.text.yaml_scalar import dump

from ..pages.audience import Audience, shown_to
from ..pages.pages import Pages
from ..pages.views import EntryView
from ..render.markdown_escape import address, code, code_block, line
from ..render.sanitized_html import first_paragraph, paragraphs
from .input_options import InputOptions

_FOLDER = "reference"
_MANY = 100
"""Above this number of pages, the navigation of a page shows only its own section."""

_MOST = 1_000
"""The most characters of the API's own text on the front page."""

_GROUPS, _FEW = 12, 2
"""The most groups on the front page, and the most required attributes of its example."""

STYLE_SHEET = "stylesheets/site.css"
"""The style sheet of the site, in the folder of its pages."""

WIDE = """\
/* Rows of a reference need room: pages are wider than the theme's, which end at 61rem. */
.md-grid { max-width: 78rem; }

/* Titles of groups are one line of the sidebar, and names have all of its width. The theme tells what is cut off. */
.md-nav--primary .md-nav__list .md-nav__item > .md-nav__link { margin-inline: 0; }
.md-nav--primary .md-nav__item--nested > .md-nav__link > .md-ellipsis { white-space: nowrap; }
@media screen and (min-width: 76.25em) {
  .md-nav--primary .md-nav__list .md-nav__list { padding-inline-start: 0.35rem; }
}

/* Titles of your own pages look like titles of the reference. */
.md-typeset :is(h1, h2) { color: inherit; font-weight: 700; letter-spacing: -0.01em; }
"""

_READ_ONLY = "read-only"
_FACTS = ("required", "optional", _READ_ONLY)


def site_config(source: InputOptions, mapping: Mapping) -> str:
    """The text of mkdocs.yml for an input; the theme is Material if it is installed."""
    site: dict[str, Any] = {"site_name": _title(mapping), "nav": [{"Home": "index.md"}, {"Reference": f"{_FOLDER}/"}]}
    extensions: list[Any] = ["admonition", "attr_list", "tables"]
    if find_spec("material") is not None:
        features = ["content.code.copy", "navigation.indexes", "navigation.top", "search.highlight"]
        features += ["navigation.prune"] if pages_of(mapping) > _MANY else []
        palette = [_palette(*mode) for mode in _MODES]
        site["theme"] = {"name": "material", "font": False, "features": features, "palette": palette}  # asks no host
        site["extra_css"] = [STYLE_SHEET]
        extensions += ["pymdownx.highlight", "pymdownx.superfences"]
    site["markdown_extensions"] = extensions
    site["plugins"] = ["search", {"oasmap": _plugin(source)}]
    made = f"# A site with the pages of {source.spec!r}, made by `oasmap init`. It is yours.\n"
    return f"{made}{_AUDIENCES}{dump(site, allow_unicode=True)}"


def lines_to_add(source: InputOptions, site: dict[str, Any]) -> list[str]:
    """The lines that the settings of a site need for the pages of an input.

    Without plugins, MkDocs adds `search` by itself; with others, it does not. Without `nav`, it finds all pages.
    """
    search = [] if "plugins" in site else ["search"]
    added: dict[str, Any] = {"plugins": [*search, {"oasmap": _plugin(source)}]}
    if site.get("nav"):
        added["nav"] = [{"Reference": f"{_FOLDER}/"}]
    words = {f"{key}:": f"{key}: # which is there already" for key in added if key in site}
    return [f"  {words.get(line, line)}" for line in dump(added, allow_unicode=True).splitlines()]


_AUDIENCES = """\
# `mkdocs serve` also shows authors where each attribute comes from, and the mapping report.
# `mkdocs build` makes the site for users, unless the plugin has `audience: authors`.
"""


_MODES = (
    ("(prefers-color-scheme: light)", "default", "material/weather-night", "Switch to dark mode"),
    ("(prefers-color-scheme: dark)", "slate", "material/weather-sunny", "Switch to light mode"),
)


def _palette(media: str, scheme: str, icon: str, name: str) -> dict[str, Any]:
    return {"media": media, "scheme": scheme, "toggle": {"icon": icon, "name": name}}


def _plugin(source: InputOptions) -> dict[str, Any]:
    system = system_named(source.system)
    options: dict[str, Any] = {} if source.system == default_system() else {"system": source.system}
    options["spec"] = Path(source.spec).as_posix()
    if source.config and list(source.config) != [system.reading.config]:
        options["config"] = source.config[0]
    if source.read.provider and not source.config:
        options["provider"] = source.read.provider
    if source.read.overlays:
        options["overlays"] = [path.as_posix() for path in source.read.overlays]
    if source.read.allow_hosts:
        options["allow_hosts"] = list(source.read.allow_hosts)
    if system.reading.config and not system.writing.output.folder:
        options["output"] = system.writing.output.name
    return {**options, "pages": _FOLDER}


def front_page(mapping: Mapping) -> str:
    """The text of the front page: the title, the first paragraph of the API's text, and links to the pages. Then come
    how a configuration begins, and the largest groups of entities.
    """
    system, pages = system_named(mapping.system), Pages(mapping, shown=shown_to(Audience.USERS, sources=False))
    overview = f"{_FOLDER}/index.md"
    text = line(_paragraph(system.showing.about(mapping).description)[:_MOST])
    counts = [
        f"- {len(group.entries):,} [{group.title if len(group.entries) > 1 else group.entries[0].kind}]"
        f"({overview}#{group.key}s-list){_facts(group.entries)}"
        for group in pages.lists()
        if not group.is_single
    ]
    parts = [f"# {line(_title(mapping))}", text, "\n".join(counts) or f"- [Reference]({overview})"]
    start: list[str] = []
    if use := system.showing.use_example(mapping, ""):
        start.append(code_block("\n".join(filter(None, (use.needs, use.text))), use.language))
    first = _first(pages)
    if first and (examples := system.showing.examples(entity := pages.entities[first], mapping)):
        start.append(f"{entity.kind.title} [{code(pages.title(entity))}]({_FOLDER}/{address(first)}.md):")
        example = next((one for one in examples if one.title == Extent.MINIMAL), examples[0])
        start.append(code_block(example.text, example.language))
    parts += ["## Start", *start] if start else []
    groups = [group for group in pages.catalogue if group.title not in ("", pages.labels["group.other"])]
    groups = sorted(groups, key=lambda group: -len(group.lines))[:_GROUPS]
    if len(groups) > _FEW:
        kinds = [group.entries[0].kind for group in pages.lists() if group.entries]
        links = (f"- [{line(group.title)}]({overview}#{group.anchor}): {group.counts(kinds)}" for group in groups)
        parts += ["## By subject", "\n".join(links)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _facts(entries: Iterable[EntryView]) -> str:
    """Who sets the root attributes of entities, as the end of a line; nothing if nobody sets any, as in enums."""
    counts = {key: sum(entry.counts[key] for entry in entries) for key in _FACTS}
    if not any(counts[key] for key in _FACTS if key != _READ_ONLY):
        return ""
    facts = [plural(count, f"{key} attribute") for key, count in counts.items() if count]
    words = [fact.rpartition(" ")[0] for fact in facts[:-1]]
    return f": {listed([*words, *facts[-1:]])}" if facts else ""


def _first(pages: Pages) -> str | None:
    """The page of what a reader may begin with: it needs one or two attributes, and has a short name."""
    entries = next((listed.entries for listed in pages.lists() if not listed.is_single), ())
    needs = {entry.key: (not 1 <= entry.counts["required"] <= _FEW, len(entry.name)) for entry in entries}
    return min(needs, key=needs.__getitem__, default=None)


def _paragraph(text: str) -> str:
    """The first paragraph of a text in Markdown that is no heading, as plain text."""
    for lines in paragraphs(text):
        paragraph = list(takewhile(lambda row: not _is_heading(row), dropwhile(_is_heading, lines)))
        if paragraph:
            return first_paragraph("\n".join(paragraph))
    return ""


def _is_heading(text: str) -> bool:
    return text.lstrip().startswith("#")


def pages_of(mapping: Mapping) -> int:
    """The number of pages: the overview, and one for each entity."""
    return 1 + len(mapping.entities)


def _title(mapping: Mapping) -> str:
    return system_named(mapping.system).showing.site_name(mapping)
