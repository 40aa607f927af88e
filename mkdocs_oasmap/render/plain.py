"""The pages as Markdown files, for site generators that run no plugin of ours, and for reading as they are.

The same views as in the site, in the form of Terraform's registry. Places are given by JSON pointer and not by
line, so that a file changes only when what it says does.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mapper.artifacts import encode
from mapper.model import Mapping
from mapper.systems import all_systems, system_named
from mapper.words import several

from ..mappings import SIDECAR
from ..pages.pages import Pages
from ..pages.views import AttributeView, Place, rows_of
from ..pages.words import says_more
from . import write
from .descriptions import safe_inline, safe_lines
from .html import THEME_DIR
from .items import facts, item
from .markup import first_sentence
from .plain_text import Markdown, address, anchor, code, code_block, fragment, front_matter, line
from .write import MARK, Written

__all__ = ["MARK", "Written", "plain_files", "write_pages"]

_TYPES = {
    "bool": "Boolean",
    "int64": "Number",
    "float64": "Number",
    "number": "Number",
    "string": "String",
    "bytes": "Bytes",
    "timestamp": "Timestamp",
    "list": "List",
    "set": "Set",
    "map": "Map",
    "object": "Object",
}


def plain_files(pages: Pages, made: dict[str, bytes]) -> dict[str, bytes]:
    """The pages, and the files `made` of the mapping, by their names in the output folder."""
    files = made | {"index.md": encode(_index(pages, made)), "report.md": encode(_report(pages))}
    for key in pages.entities:
        files[f"{key}.md"] = encode(_entity(pages, key))
    return dict(sorted(files.items()))


def _index(pages: Pages, files: Iterable[str]) -> str:
    context = {"lists": pages.lists(), "report": pages.report, "files": files}
    return _page("index", "Reference", f"{_kinds(pages.mapping)} of {pages.mapping.provider}.", context)


def _kinds(mapping: Mapping) -> str:
    """What a mapping of this system has, as a text begins: *Resources and data sources*."""
    return " and ".join(f"{kind}s" for kind in system_named(mapping.system).kinds if kind.folder).capitalize()


def _report(pages: Pages) -> str:
    context = {"report": pages.report, "drift": pages.drift}
    return _page(
        "report",
        "Mapping report",
        "What the mapping carried over, and what it could not.",
        context,
    )


def _entity(pages: Pages, key: str) -> str:
    view = pages.entity(key)
    rows = list(rows_of(view.groups))
    context = {
        "page": view,
        "nested": [row for row in rows if row.groups],
        "rows": rows,
        "fragments": [(row, fragment) for row in rows for fragment in row.fragments],
    }
    return _page(key, f"{view.title} ({view.kind})", first_sentence(view.summary), context)


def _page(key: str, title: str, description: str, context: dict[str, Any]) -> str:
    template = key if key in ("index", "report") else "entity"
    matter = {"title": title, "description": description} if description else {"title": title}
    safe = {key: front_matter(text) for key, text in matter.items()} | {"render_macros": False}
    front = yaml.safe_dump(safe, allow_unicode=True, sort_keys=False, width=1_000_000)
    body = _environment().get_template(f"{template}.md").render(url=_relative_to(key), **context)
    return f"---\n{MARK}\n{front}---\n\n{body.strip()}\n"


def _relative_to(page: str) -> Callable[[str], str]:
    folder = posixpath.dirname(page) or "."
    return lambda key: posixpath.relpath(f"{key}.md", folder)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(THEME_DIR / "oasmap" / "plain"),
        autoescape=False,  # noqa: S701 - what it makes is Markdown, and `finalize` makes texts safe for that
        finalize=_written,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "code": code,
        "code_block": code_block,
        "items": _items,
        "text": lambda text: Markdown("\n".join(safe_lines(text))),
        "inline": safe_inline,
        "sentence": lambda text: line(first_sentence(text)),
        "place": _place,
        "anchor": anchor,
        "fragment": fragment,
        "address": address,
        "several": several,
        "capitalized": lambda text: text[:1].upper() + text[1:],
    }
    environment.tests["telling"] = says_more
    return environment


def _written(value: object) -> object:
    """What a template puts into a page: all that is not yet Markdown is text."""
    return line(value) if isinstance(value, str) and not isinstance(value, Markdown) else value


def _items(rows: Iterable[AttributeView]) -> Markdown:
    """Attributes as a list. What has several blocks needs an empty line behind it to end for Python-Markdown, too."""
    items = [_item(row) for row in rows]
    return Markdown("\n".join(f"{item}\n" if "\n\n" in item else item for item in items).rstrip())


def _item(row: AttributeView) -> str:
    """An attribute as an item of a list: `- name (String, Sensitive) description`, and its facts in words."""
    marks = [text.capitalize() for _, text in row.marks]
    head = f"- {code(row.name)} ({line(', '.join([_type(row), *marks]))}) {anchor(row.anchor)}"
    more = [f"See [its nested {several(row.noun)}](#{fragment(row.nested_anchor)})."] if row.groups else []
    return item(head, safe_lines(row.description), " ".join([*facts(row), *more]))


def _type(row: AttributeView) -> str:
    """The type as the registry calls it, where attributes with attributes of their own are no objects."""
    *outer, inner = (row.code_type or row.type).split(" of ")
    if inner == "object" and row.groups and all(group.key != "members" for group in row.groups):
        return " ".join(["Attributes", *(_TYPES[word] for word in outer)])
    return " of ".join(_TYPES.get(word, word) for word in [*outer, inner])


def _place(place: Place) -> Markdown:
    text = code(f"{place.file}#{place.pointer}" if place.pointer else place.file)
    if place.href is None:
        return text
    return Markdown(f"[{text}]({address(place.href)})")


def write_pages(files: dict[str, bytes], folder: Path) -> Written:
    """Write what has changed, and remove pages of an earlier run that are no longer made. Raises MappingError."""
    folders = {"", *(kind.folder for system in all_systems() for kind in system.kinds)}
    # once the sidecar is there, all is that it is about
    return write.write_pages(files, folder, sorted(folders), SIDECAR)
