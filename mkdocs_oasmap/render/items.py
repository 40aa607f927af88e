"""An attribute as a list item in Markdown: its description, and facts from the mapping in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mapper.text.plural import capital

from ..pages.describe import says_more
from ..pages.views import AttributeView
from .descriptions import INDENT, is_one_paragraph, safe_inline, starts_block
from .markdown_escape import code, line

_RANGE = re.compile(r"-?[\d.,]+(?:e[-+]\d+)? to -?[\d.,]+(?:e[-+]\d+)?")


def item(head: str, lines: tuple[str, ...], facts: str) -> str:
    """An item with the heading `head`; the facts follow a description of one paragraph, or are a paragraph of
    their own.
    """
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
        parts = map(line, capital(row.status_label).split("{parent}"))
        yield f"{code(row.condition).join(parts)}."
    if row.default is not None:
        yield f"Default: {code(row.default)}."
    for limit in row.limits:
        text = capital(limit.text)
        whole = f"From {text}" if _RANGE.fullmatch(text) else text
        yield " ".join([line(whole), ", ".join(map(code, limit.values))]).strip() + "."


def ended(text: str) -> str:
    """A text that ends with a punctuation mark."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", ":", ";", "…")) else f"{text}."
