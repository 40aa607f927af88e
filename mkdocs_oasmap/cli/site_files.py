"""A site to start with: mkdocs.yml and a front page, for the pages of one input."""

from importlib.util import find_spec
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

from mapper.model import Mapping
from mapper.registry import default_system, system_named
from mapper.text.yaml_scalar import dump

from ..render.markdown_escape import line
from ..render.sanitized_html import first_paragraph, paragraphs
from .input_options import InputOptions

_FOLDER = "reference"
_MANY = 100
"""Above this number of pages, the navigation of a page shows only its own section."""

_MOST = 1_000
"""The most characters of the API's own text on the front page."""


def site_config(source: InputOptions, mapping: Mapping) -> str:
    """The text of mkdocs.yml for an input; the theme is Material if it is installed."""
    site: dict[str, Any] = {"site_name": _title(mapping)}
    extensions: list[Any] = ["admonition", "attr_list", "tables"]
    if find_spec("material") is not None:
        features = ["content.code.copy", "navigation.indexes", "navigation.top", "search.highlight"]
        features += ["navigation.prune"] if pages_of(mapping) > _MANY else []
        site["theme"] = {"name": "material", "features": features, "palette": [_palette(*mode) for mode in _MODES]}
        extensions += ["pymdownx.highlight", "pymdownx.superfences"]
    site["markdown_extensions"] = extensions
    site["plugins"] = ["search", {"oasmap": _plugin(source)}]
    made = f"# A site with the pages of {source.spec!r}, made by `oasmap init`. It is yours.\n"
    return f"{made}{_AUDIENCES}{dump(site, allow_unicode=True)}"


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
    if source.config and list(source.config) != [system.config]:
        options["config"] = source.config[0]
    if source.read.provider and not source.config:
        options["provider"] = source.read.provider
    if source.read.overlays:
        options["overlays"] = [path.as_posix() for path in source.read.overlays]
    if source.read.allow_hosts:
        options["allow_hosts"] = list(source.read.allow_hosts)
    return {**options, "pages": _FOLDER}


def front_page(mapping: Mapping) -> str:
    """The text of the front page: the title, the first paragraph of the API's text, and links to the pages."""
    text = line(_paragraph(mapping.about.description)[:_MOST]) if mapping.about else ""
    counts = [
        f"- {len(found):,} [{kind.plural if len(found) > 1 else kind.title}]({_FOLDER}/index.md)"
        for kind in system_named(mapping.system).kinds
        if (found := mapping.of_kind(kind)) and kind.folder
    ]
    listed = "\n".join(counts) or f"- [Reference]({_FOLDER}/index.md)"
    return "\n\n".join([f"# {line(_title(mapping))}", *([text] if text else []), listed]) + "\n"


def _paragraph(text: str) -> str:
    """The first paragraph of a text in Markdown that is no heading, as plain text."""
    for lines in paragraphs(text):
        found = list(takewhile(lambda one: not _is_heading(one), dropwhile(_is_heading, lines)))
        if found:
            return first_paragraph("\n".join(found))
    return ""


def _is_heading(text: str) -> bool:
    return text.lstrip().startswith("#")


def pages_of(mapping: Mapping) -> int:
    """The number of pages: the overview, and one for each entity."""
    return 1 + len(mapping.entities)


def _title(mapping: Mapping) -> str:
    own = mapping.about.title.strip() if mapping.about else ""
    return own or f"Provider {mapping.provider}"
