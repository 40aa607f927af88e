"""Attributes in the Markdown files: as lists, with a section for each object, and as a table of sources.

A large page has thousands of attributes, and a template takes several times as long as plain code.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from mapper.model import Status
from mapper.text.plural import capital, several

from ..pages.describe import says_more
from ..pages.source_views import CellView, SourcePlace
from ..pages.views import AttributeView
from .descriptions import is_one_paragraph, safe_inline, safe_lines, starts_block
from .markdown_escape import Markdown, address, anchor, code, fragment, line
from .tags import INDENT

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


def items(rows: Iterable[AttributeView], anchored: bool) -> Markdown:
    """Attributes as a list, with ids if `anchored`. Python-Markdown needs an empty line after several blocks."""
    written = [_item(row, anchored).rstrip() for row in rows]
    return Markdown("\n".join([f"{item}\n" if "\n\n" in item else item for item in written]).rstrip())


def sections(rows: Iterable[AttributeView], noun: str, anchored: bool) -> Markdown:
    """A section for each attribute with nested ones; with links and ids if `anchored`."""
    out: list[str] = []
    for row in rows:
        path = code(row.path)
        title = f"Nested {_line(several(noun))} of {path}"
        about = f"\nPart of [{path}](#{fragment(row.anchor)}).\n" if anchored else ""
        place = f"\n{anchor(row.nested_anchor)}\n" if anchored else ""
        out.append(f"{place}\n### {title}\n{about}")
        out += [f"\n{_line(group.title)}:\n\n{items(group.attributes, anchored)}\n" for group in row.groups]
    return Markdown("".join(out))


def sources(rows: Iterable[AttributeView]) -> Markdown:
    """The rows of a table with each source of each attribute."""
    out: list[str] = []
    for row in rows:
        if row.sources:
            link = f"[{code(row.path)}](#{fragment(row.anchor)})"
        for source in row.sources:
            given = _contribution_words(source.role, source.contribution, source.also)
            out.append(f"| {link} | {given} | {place_text(source.place)} |\n")
    return Markdown("".join(out))


def place_text(place: SourcePlace) -> Markdown:
    """A place: the file and the JSON pointer, as a link if it has a URL."""
    text = code(f"{place.file}#{place.pointer}" if place.pointer else place.file)
    if place.href is None:
        return text
    return Markdown(f"[{text}]({address(place.href)})")


@lru_cache(maxsize=1024)
def _contribution_words(role: str, contribution: str, also: tuple[CellView, ...]) -> str:
    """What parts of operations contribute. Cached, as many attributes have the same sources."""
    parts = [(role, contribution), *((other.symbol, other.text) for other in also)]
    return "; ".join(f"{line(part)}: {line(text)}" for part, text in parts)


def _item(row: AttributeView, anchored: bool) -> str:
    """An attribute as a list item: `- name (String, Sensitive) description`, followed by facts in words."""
    type_ = _type_words(row.code_type or row.type, bool(row.groups) and all(g.key != "members" for g in row.groups))
    marks = [capital(text) for _, text in row.marks] if row.marks else []
    if row.status == Status.COMPUTED_OPTIONAL and not row.is_member:
        marks.append(row.status_label)
    about = _line(", ".join([type_, *marks]))
    head = f"- {code(row.name)} ({about}) {anchor(row.anchor) if anchored else ''}"
    more = list(facts(row))
    if row.groups and anchored:
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


_RANGE = re.compile(r"-?[\d.,]+(?:e[-+]\d+)? to -?[\d.,]+(?:e[-+]\d+)?")


def item(head: str, lines: tuple[str, ...], facts: str) -> str:
    """An item with the heading `head`; the facts follow a description of one paragraph, or are their own."""
    if not facts and len(lines) == 1 and not starts_block(lines):  # the most frequent case
        return f"{head}{lines[0]}"
    if lines and facts and is_one_paragraph(lines):
        lines, facts = (*lines[:-1], f"{ended(lines[-1])} {facts}"), ""
    if not lines:
        return f"{head}{facts}"
    if starts_block(lines):
        lines = ("", "", *lines)
    if facts:
        lines = (*lines, "", facts)
    return "\n".join([f"{head}{lines[0]}", *(f"{INDENT}{line}" if line else "" for line in lines[1:])])


def facts(row: AttributeView) -> Iterator[str]:
    """Deprecation, whether it is required with its parent only, default and limits, each as a sentence."""
    if row.deprecation and says_more(row.deprecation):
        yield f"Deprecated: {ended(safe_inline(row.deprecation))}"
    if row.condition:
        before, name, after = capital(row.status_label).partition("{parent}")
        yield f"{line(before)}{f' {code(row.condition)} ' if name else ''}{line(after)}".rstrip() + "."
    if row.default is not None:
        yield f"Default: {code(row.default)}."
    for limit in row.shown_limits:
        is_path = "." in limit.text.partition(" ")[0]  # of what it refers to, as manifests write it
        text = limit.text if is_path else capital(limit.text)
        whole = f"From {text}" if _RANGE.fullmatch(text) else text
        yield " ".join([line(whole), ", ".join(map(code, limit.values))]).strip() + "."


def ended(text: str) -> str:
    """A text that ends with a punctuation mark."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", ":", ";", "…")) else f"{text}."
