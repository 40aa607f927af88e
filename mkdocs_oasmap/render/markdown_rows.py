"""Attributes in the Markdown files: as lists, with a section for each object, and as a table of sources.

A large page has thousands of attributes, and a template takes several times as long as plain code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mapper.text.plural import several

from ..pages.describe import role_in_words
from ..pages.views import AttributeView, CellView, Place
from ..pages.wording import Words
from .descriptions import safe_lines
from .items import facts, item
from .markdown_escape import Markdown, address, anchor, code, fragment, line
from .plain_words import phrase_text, with_values

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


def items(words: Words, rows: Iterable[AttributeView]) -> Markdown:
    """Attributes as a list. After an item with several blocks, Python-Markdown needs an empty line."""
    written = [_item(row, words) for row in rows]
    return Markdown("\n".join([f"{item}\n" if "\n\n" in item else item for item in written]).rstrip())


def sections(words: Words, rows: Iterable[AttributeView], noun: str) -> Markdown:
    """A section for each attribute with nested ones."""
    nouns = phrase_text(words, several(noun))
    heading, part = (phrase_text(words, text) for text in ("Nested {attributes} of {path}", "Part of {path}."))
    out: list[str] = []
    for row in rows:
        path = code(row.path)
        title = with_values(heading, attributes=nouns, path=path)
        about = with_values(part, path=Markdown(f"[{path}](#{fragment(row.anchor)})"))
        out.append(f"\n{anchor(row.nested_anchor)}\n\n### {title}\n\n{about}\n")
        out += [f"\n{_phrase(words, group.title)}:\n\n{items(words, group.attributes)}\n" for group in row.groups]
    return Markdown("".join(out))


def sources(words: Words, rows: Iterable[AttributeView]) -> Markdown:
    """The rows of a table with each source of each attribute."""
    out: list[str] = []
    for row in rows:
        if row.sources:
            link = f"[{code(row.path)}](#{fragment(row.anchor)})"
        for source in row.sources:
            given = _given(words, source.role, source.contribution, source.also)
            out.append(f"| {link} | {given} | {place_text(source.place)} |\n")
    return Markdown("".join(out))


def place_text(place: Place) -> Markdown:
    """A place: the file and the JSON pointer, as a link if it has a URL."""
    text = code(f"{place.file}#{place.pointer}" if place.pointer else place.file)
    if place.href is None:
        return text
    return Markdown(f"[{text}]({address(place.href)})")


@lru_cache(maxsize=1024)
def _given(words: Words, role: str, contribution: str, also: tuple[CellView, ...]) -> str:
    """What parts of operations contribute. Cached, as many attributes have the same sources."""
    parts = [(role, contribution), *((other.symbol, other.text) for other in also)]
    return "; ".join(f"{line(role_in_words(part, words))}: {_phrase(words, text)}" for part, text in parts)


@lru_cache(maxsize=256)
def _phrase(words: Words, phrase: str) -> Markdown:
    text = phrase_text(words, phrase)
    return text if isinstance(text, Markdown) else line(text)


def _item(row: AttributeView, words: Words) -> str:
    """An attribute as a list item: `- name (String, Sensitive) description`, followed by facts in words."""
    type_ = _type_words(row.code_type or row.type, bool(row.groups) and all(g.key != "members" for g in row.groups))
    marks = row.marks
    about = _facts(", ".join([type_, *[words(text).capitalize() for _, text in marks]]) if marks else type_)
    head = f"- {code(row.name)} ({about}) {anchor(row.anchor)}"
    more: list[str] = []
    if row.limits or row.default is not None or row.deprecation:
        more += facts(row, words)
    if row.groups:
        more.append(_nested(row, words))
    return item(head, safe_lines(row.description), " ".join(more))


_facts = lru_cache(maxsize=1024)(line)
"""Cached, as many attributes have the same type and marks."""


def _nested(row: AttributeView, words: Words) -> str:
    text = with_values(phrase_text(words, "its nested {attributes}"), attributes=words(several(row.noun)))
    link = Markdown(f"[{text}](#{fragment(row.nested_anchor)})")
    return with_values(phrase_text(words, "See {link}."), link=link)


@lru_cache(maxsize=1024)
def _type_words(words: str, has_attributes: bool) -> str:
    """A type in the registry's words, which has *Attributes* for nested attributes."""
    *outer, inner = words.split(" of ")
    if inner == "object" and has_attributes:
        return " ".join(["Attributes", *(_TYPES[word] for word in outer)])
    return " of ".join(_TYPES.get(word, word) for word in [*outer, inner])
