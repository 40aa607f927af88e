"""The pages as Markdown files, for site generators that run no plugin of ours, and for reading as they are.

The same views as in the site, in the form of Terraform's registry. Places are given by JSON pointer and not by
line, so that a file changes only when what it says does.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mapper.artifacts import encode, has_content, make_folders, read_regular, remove, write_files
from mapper.diagnostics import MappingError, Problem
from mapper.immutable import dataclass
from mapper.model import Mapping
from mapper.systems import system_named
from mapper.temporaries import sweep
from mapper.words import several

from ..mappings import SIDECAR
from ..pages.pages import Pages
from ..pages.views import AttributeView, GroupView, Place
from ..pages.words import says_more
from .descriptions import INDENT, is_one_paragraph, safe_inline, safe_lines, starts_block
from .html import THEME_DIR
from .markup import first_sentence
from .plain_text import Markdown, address, anchor, code, code_block, fragment, front_matter, line

MARK = "# Made by mkdocs-oasmap."
"""Tells our pages from those of others: a comment in the front matter, as not all Markdown (MDX) has comments."""

_OURS = re.compile(rf"\A---\r?\n{re.escape(MARK)}\r?\n".encode())
_FOLDERS = ("", "resources", "data-sources", "custom-resources")
_RANGE = re.compile(r"-?[\d.,]+(?:e[-+]\d+)? to -?[\d.,]+(?:e[-+]\d+)?")
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
    return _page(
        "report", "Mapping report", "What the mapping carried over, and what it could not.", {"report": pages.report}
    )


def _entity(pages: Pages, key: str) -> str:
    view = pages.entity(key)
    context = {
        "page": view,
        "nested": [row for row in _rows(view.groups) if row.groups],
        "rows": list(_rows(view.groups)),
        "fragments": [(row, fragment) for row in _rows(view.groups) for fragment in row.fragments],
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


def _rows(groups: Iterable[GroupView]) -> Iterator[AttributeView]:
    """All attributes, each in front of what is nested in it."""
    for group in groups:
        for row in group.attributes:
            yield row
            yield from _rows(row.groups)


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
    marks = [text.capitalize() for key, text in row.badges if key != row.status]
    head = f"- {code(row.name)} ({line(', '.join([_type(row), *marks]))}) {anchor(row.anchor)}"
    lines = safe_lines(row.description)
    facts = " ".join(_facts(row))
    if lines and facts and is_one_paragraph(lines):
        lines, facts = (*lines[:-1], f"{_sentence(lines[-1])} {facts}"), ""
    if not lines:
        return f"{head}{facts}"
    if starts_block(lines):
        lines = ("", "", *lines)
    if facts:
        lines = (*lines, "", facts)
    return "\n".join([f"{head}{lines[0]}", *(f"{INDENT}{line}" if line else "" for line in lines[1:])])


def _type(row: AttributeView) -> str:
    """The type as the registry calls it, where attributes with attributes of their own are no objects."""
    *outer, inner = row.type.split(" of ")
    if inner == "object" and row.groups and all(group.key != "members" for group in row.groups):
        return " ".join(["Attributes", *(_TYPES[word] for word in outer)])
    return " of ".join(_TYPES.get(word, word) for word in [*outer, inner])


def _facts(row: AttributeView) -> Iterator[str]:
    if row.deprecation and says_more(row.deprecation):
        yield f"Deprecated: {_sentence(safe_inline(row.deprecation))}"
    if row.default is not None:
        yield f"Default: {code(row.default)}."
    for limit in row.limits:
        text = limit.text[:1].upper() + limit.text[1:]
        range_ = "From " if _RANGE.fullmatch(text) else ""
        yield " ".join([line(f"{range_}{text}"), ", ".join(map(code, limit.values))]).strip() + "."
    if row.groups:
        yield f"See [its nested {several(row.noun)}](#{fragment(row.nested_anchor)})."


def _sentence(text: str) -> str:
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", ":", ";", "…")) else f"{text}."


def _place(place: Place) -> Markdown:
    text = code(f"{place.file}#{place.pointer}" if place.pointer else place.file)
    if place.href is None:
        return text
    return Markdown(f"[{text}]({address(place.href)})")


@dataclass(frozen=True, slots=True)
class Written:
    """How many files were written, were as they should be already, and were removed."""

    changed: int
    same: int
    removed: int

    def __str__(self) -> str:
        removed = f", {self.removed} removed" if self.removed else ""
        return f"{self.changed} files written, {self.same} unchanged{removed}"


def write_pages(files: dict[str, bytes], folder: Path) -> Written:
    """Write what has changed, and remove pages of an earlier run that are no longer made. Raises MappingError.

    Pages that somebody else has written are left alone: in place of one, nothing is written at all.
    """
    # the sidecar comes last: once it is there, all that it is about is there
    paths = {folder / name: files[name] for name in sorted(files, key=lambda name: (name == SIDECAR, name))}
    for parent in dict.fromkeys(path.parent for path in paths):
        sweep(parent)
    changed = {path: data for path, data in paths.items() if not has_content(path, data)}
    foreign = [path for path in changed if path.suffix == ".md" and path.exists() and not _is_ours(path)]
    if foreign:
        text = "exists, and is not a page that oasmap made; choose another folder, or remove it"
        raise MappingError(*(Problem(text, str(path)) for path in foreign))
    make_folders(changed)
    write_files(changed, replaceable={path for path in changed if path.suffix == ".md"})
    removed = [path for name in _FOLDERS for path in sorted((folder / name).glob("*.md"))]
    removed = [path for path in removed if path not in paths and _is_ours(path)]
    for path in removed:
        remove(path)
        with suppress(OSError):  # other files are in it
            path.parent.rmdir()
    return Written(len(changed), len(paths) - len(changed), len(removed))


def _is_ours(path: Path) -> bool:
    return bool(_OURS.match(read_regular(path) or b""))
