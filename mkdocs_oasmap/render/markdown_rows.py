"""Attributes in the Markdown files: as lists, with a section for each object, and as a table of sources.

A large page has thousands of attributes, and a template takes several times as long as plain code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mapper.model import Status
from mapper.text.plural import several

from ..pages.views import AttributeView, CellView, SourcePlace
from .descriptions import safe_lines
from .items import facts, item
from .markdown_escape import Markdown, address, anchor, code, fragment, line

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


def items(rows: Iterable[AttributeView]) -> Markdown:
    """Attributes as a list. After an item with several blocks, Python-Markdown needs an empty line."""
    written = [_item(row) for row in rows]
    return Markdown("\n".join([f"{item}\n" if "\n\n" in item else item for item in written]).rstrip())


def sections(rows: Iterable[AttributeView], noun: str) -> Markdown:
    """A section for each attribute with nested ones."""
    out: list[str] = []
    for row in rows:
        path = code(row.path)
        title, about = f"Nested {_line(several(noun))} of {path}", f"Part of [{path}](#{fragment(row.anchor)})."
        out.append(f"\n{anchor(row.nested_anchor)}\n\n### {title}\n\n{about}\n")
        out += [f"\n{_line(group.title)}:\n\n{items(group.attributes)}\n" for group in row.groups]
    return Markdown("".join(out))


def sources(rows: Iterable[AttributeView]) -> Markdown:
    """The rows of a table with each source of each attribute."""
    out: list[str] = []
    for row in rows:
        if row.sources:
            link = f"[{code(row.path)}](#{fragment(row.anchor)})"
        for source in row.sources:
            given = _given(source.role, source.contribution, source.also)
            out.append(f"| {link} | {given} | {place_text(source.place)} |\n")
    return Markdown("".join(out))


def place_text(place: SourcePlace) -> Markdown:
    """A place: the file and the JSON pointer, as a link if it has a URL."""
    text = code(f"{place.file}#{place.pointer}" if place.pointer else place.file)
    if place.href is None:
        return text
    return Markdown(f"[{text}]({address(place.href)})")


@lru_cache(maxsize=1024)
def _given(role: str, contribution: str, also: tuple[CellView, ...]) -> str:
    """What parts of operations contribute. Cached, as many attributes have the same sources."""
    parts = [(role, contribution), *((other.symbol, other.text) for other in also)]
    return "; ".join(f"{line(part)}: {line(text)}" for part, text in parts)


def _item(row: AttributeView) -> str:
    """An attribute as a list item: `- name (String, Sensitive) description`, followed by facts in words."""
    type_ = _type_words(row.code_type or row.type, bool(row.groups) and all(g.key != "members" for g in row.groups))
    marks = [text.capitalize() for _, text in row.marks]
    if row.status == Status.COMPUTED_OPTIONAL and not row.is_member:
        marks.append(row.status_label)
    about = _line(", ".join([type_, *marks]))
    head = f"- {code(row.name)} ({about}) {anchor(row.anchor)}"
    more = list(facts(row))
    if row.groups:
        more.append(_nested(row))
    return item(head, safe_lines(row.description), " ".join(more))


_line = lru_cache(maxsize=1024)(line)
"""Cached, as many attributes have the same type and marks."""


def _nested(row: AttributeView) -> str:
    return f"See [its nested {_line(several(row.noun))}](#{fragment(row.nested_anchor)})."


@lru_cache(maxsize=1024)
def _type_words(words: str, has_attributes: bool) -> str:
    """A type in the registry's words, which has *Attributes* for nested attributes."""
    *outer, inner = words.split(" of ")
    if inner == "object" and has_attributes:
        return " ".join(["Attributes", *(_TYPES[word] for word in outer)])
    return " of ".join(_TYPES.get(word, word) for word in [*outer, inner])
