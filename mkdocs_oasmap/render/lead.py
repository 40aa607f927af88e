"""The beginning of a page: what an entity is in a few lines, and the rest of a long description in a fold."""

import re

from markupsafe import Markup
from msgspec import Struct

from mapper.text.plural import plural

from .direction import directed
from .sanitized_html import LONGEST, first_sentence, is_notice, paragraphs, render_markdown, sentence_ends
from .tags import marked

_LINES = 5
"""The most lines of the beginning of a long description, with its notice."""

_WHOLE = _LINES + 1
"""The most lines of a description that is shown as a whole: the summary of a fold takes a line, too."""

_WIDTH = 80
"""The characters of a line, in a window of 1,440 pixels."""

_MOST_WORDS = 60
"""The most words of a first paragraph that is shown as a whole."""

_BLOCK = re.compile(r"^(?: {0,3}(?:#{1,6}\s|[-+*]\s|>|\d{1,9}[.)]\s|```|~~~|\|)| {4}|\t)", re.MULTILINE)
"""The beginning of what is no prose: a heading, a list, a quotation, code, a table."""

_HEADINGS = re.compile(r"(?:#{1,6}[ \t][^\n]*(?:\n+|$))+")

_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S.*$", re.MULTILINE)
"""The address of links elsewhere in a text."""

_TWICE = ("`", "``", "*", "**")
_PAIRS = ("[]", "()", "<>")
"""Marks that come in pairs, between whose halves no text is cut: the same one twice, or one that opens and one that
closes."""


class Lead(Struct, frozen=True):
    """A description as Markdown: what is shown, with notices after it, and what is in a fold; each may be empty."""

    shown: str
    notices: tuple[str, ...] = ()
    folded: str = ""


def lead(text: str) -> Lead:
    """The parts of a description. A short one is shown as a whole.

    Of a longer one, its first paragraph is shown, or the first sentence of a long paragraph. Its first notice, such as
    *Note:*, follows if there is room.
    """
    if len(text) > LONGEST:
        return Lead(first_sentence(text), (), text)
    text = marked(text).strip()
    parts = ["\n".join(lines) for lines in paragraphs(text)]
    has_fences = "```" in text or "~~~" in text  # whose empty lines separate no paragraphs
    notices = [] if has_fences else [part for part in parts if is_notice(part)]
    if _height(parts) <= _WHOLE:
        prose = "\n\n".join(part for part in parts if part not in notices)
        return Lead(prose, tuple(notices)) if notices else Lead(text)
    if heading := _HEADINGS.match(text):
        return Lead(first_sentence(text[heading.end() :] or text), (), text)
    first = next((part for part in parts if part not in notices), parts[0])
    shown = _beginning(first)
    if not shown:
        return Lead(first_sentence(text), (), text)
    kept = [part for part in notices[:1] if part is not first and _height([shown, part]) <= _LINES]
    others = [part for part in parts if part is not first and part not in kept]
    after = "\n\n".join(others) if notices else text[len(first) :]
    links = _DEFINITION.findall(text)
    folded = "\n\n".join(filter(None, (first[len(shown) :].strip(), after.strip("\n"))))
    return Lead(_linked(shown, links), tuple(_linked(part, links) for part in kept), _linked(folded, links))


def about(text: str) -> Markup:
    """A description of an entity as HTML: the lead, its notices set apart, and the rest in a fold."""
    parts = lead(text)
    html = [directed(render_markdown(parts.shown))]
    html += [Markup('<div class="oa-notice">{}</div>').format(render_markdown(part)) for part in parts.notices]
    if parts.folded:
        html.append(_fold(parts.folded))
    return Markup("\n").join(html)


def _fold(text: str) -> Markup:
    size = plural(len(text.split()), "word")
    return Markup('<details class="oa-fold oa-rest"><summary>More about it · {}</summary>\n{}</details>').format(
        size, render_markdown(text)
    )


def _beginning(paragraph: str) -> str:
    """What is shown of a paragraph: all of it, or whole sentences; empty if it has none, or is no prose."""
    block = _BLOCK.search(paragraph)
    prose = paragraph[: block.start() if block else None].rstrip()
    is_short = len(prose.split()) <= _MOST_WORDS
    if is_short and not prose.endswith(":"):
        return prose
    ends = [end for end in sentence_ends(prose) if _is_balanced(prose[:end])]
    if not ends:
        return prose if is_short else ""
    shown = prose[: ends[-1] if is_short else ends[0]]
    return shown if _height([shown]) <= _LINES else ""


def _is_balanced(text: str) -> bool:
    return all(text.count(mark) % 2 == 0 for mark in _TWICE) and all(
        text.count(pair[0]) == text.count(pair[1]) for pair in _PAIRS
    )


def _height(parts: list[str]) -> int:
    """How many lines paragraphs have, about. Each line of a list, a table or code is one of its own."""
    return sum(
        -(-len(line) // _WIDTH)
        for part in parts
        for line in (part.split("\n") if _BLOCK.search(part) else [" ".join(part.split())])
    )


def _linked(text: str, links: list[str]) -> str:
    """A part of a text with the addresses of links of the whole."""
    missing = [link for link in links if link not in text] if "[" in text else []
    return "\n\n".join(filter(None, (text, "\n".join(missing))))
