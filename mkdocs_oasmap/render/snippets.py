"""Small pieces of HTML, which templates use as filters and rows are made of."""

import re
from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from ..pages.source_views import CellView, Excerpt, SourcePlace
from .templates import escape, escaped

_LONG_NAME = 30
_WIDE_NAME = 34
"""The characters of a name that a narrow screen has room for beside its kinds."""
_BREAK = re.compile(r"([_.:/])(?=[^_.:/])")
_HUMP, _LONG_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])"), 18
"""Where a name of several words in one may be broken, if it has more characters."""


def as_code(text: str) -> Markup:
    """A text as code."""
    return Markup(f"<code>{escaped(text)}</code>")


def with_code(words: Iterable[CellView]) -> Markup:
    """The words of a sentence as HTML: those marked `code` as code."""
    return Markup("".join([as_code(word.text) if word.symbol == "code" else escaped(word.text) for word in words]))


def linked(text: str, address: str) -> Markup:
    """A text as a link."""
    return Markup(f'<a href="{escaped(address)}">{escaped(text)}</a>')


@lru_cache(maxsize=4096)
def dotted(name: str) -> Markup:
    """A path with break opportunities: after dots, and after underscores of long names."""
    written = escape(name, quote=False)
    if len(written) <= _LONG_NAME:
        return Markup(written)
    parts = written.split(".")
    return Markup(".<wbr>".join(part if len(part) <= _LONG_NAME else part.replace("_", "_<wbr>") for part in parts))


@lru_cache(maxsize=8192)
def broken(name: str) -> Markup:
    """A name that may be broken after underscores and dots, and before the words of a long one that has none."""
    written = _BREAK.sub(r"\1<wbr>", escape(name, quote=False))
    is_one_word = len(name) > _LONG_WORD and _BREAK.search(name) is None
    return Markup(_HUMP.sub("<wbr>", written) if is_one_word else written)


@lru_cache(maxsize=8192)
def named(title: str, lead: str) -> Markup:
    """The name of an entity in which `lead`, which other names begin with as well, is light."""
    if not lead or not title.startswith(lead) or title == lead:
        return Markup('<code class="oa-name"><b>{}</b></code>').format(broken(title))
    return Markup('<code class="oa-name">{}<wbr><b>{}</b></code>').format(lead, broken(title[len(lead) :]))


def named_briefly(title: str, lead: str) -> Markup:
    """The same with few elements, for an element with the class `oa-name`."""
    rest = title.removeprefix(lead)
    shown = broken(rest) if len(title) > _WIDE_NAME else rest
    return Markup("{}<b>{}</b>").format(title[: len(title) - len(rest)], shown)


@lru_cache(maxsize=8192)
def path(dotted_name: str) -> Markup:
    """A path in which what leads to the name is light."""
    outer, dot, name = dotted_name.rpartition(".")
    return Markup("{}<b>{}</b>").format(broken(f"{outer}{dot}") + Markup("<wbr>" if dot else ""), broken(name))


@lru_cache(maxsize=1024)
def given(role: str, contribution: str, also: tuple[CellView, ...]) -> Markup:
    """The contributions of all parts of operations with the same place."""
    roles = [(role, contribution), *((other.symbol, other.text) for other in also)]
    return Markup(", ").join(Markup("<b>{}</b> {}").format(*part) for part in roles)


def excerpt(lines_shown: Excerpt) -> Markup:
    """The lines, with the first one highlighted."""
    first, *rest = lines_shown.lines
    return Markup(
        "\n".join([f"<mark>{escape(first, quote=False)}</mark>", *(escape(line, quote=False) for line in rest)])
    )


@lru_cache(maxsize=65536)
def place(source: SourcePlace) -> Markup:
    """`file:line`, as a link if the place has a URL, and the JSON pointer."""
    return Markup(f"{link(source)}{_pointer(source)}")


def place_at(source: SourcePlace, address: str) -> str:
    """The same with a link to an address."""
    return f"{_link_to(source, address)}{_pointer(source)}"


@lru_cache(maxsize=65536)
def link(source: SourcePlace) -> Markup:
    """`file:line`, as a link if the place has a URL."""
    if source.href is None:
        return Markup(f"<span>{escape(source.text)}</span>")
    return Markup(_link_to(source, source.href))


def _link_to(source: SourcePlace, address: str) -> str:
    return f'<a href="{escape(address)}">{escape(source.text)}</a>'


def _pointer(source: SourcePlace) -> str:
    return f" <code>{escape(source.pointer or '/')}</code>"


@lru_cache(maxsize=256)
def mark(cell: CellView) -> Markup:
    """A symbol with its meaning for screen readers and as a tooltip."""
    if not cell.symbol:
        return Markup("<td></td>")
    return Markup('<td title="{text}"><span role="img" aria-label="{text}">{symbol}</span></td>').format(
        symbol=cell.symbol, text=cell.text
    )
