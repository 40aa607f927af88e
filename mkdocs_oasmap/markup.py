"""Descriptions of an API as HTML that can do nothing in a reader's browser.

CommonMark in, sanitized HTML out: raw HTML shows as text, scripts, styles, event handlers, and links with
other schemes than http, https and mailto are gone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

import nh3
from markdown import Markdown
from markupsafe import Markup

_MARKUP = re.compile(
    r"[\\`*_\[\]<>&#|!~]|^\s*(?:[-+>]|\d+[.)])\s|https?:|  \n|\n\s*\n|^\s{4}|^[=-]{2,}\s*$", re.MULTILINE
)
_CODE = re.compile(r"(?<![`\\])`([^`\n]+)`(?!`)")
_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong",
    "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "td": {"align"}, "th": {"align"}}
_HEADING = re.compile(r"<(/?)h[1-6](?=[ >])")


def render_markdown(text: str) -> Markup:
    """A whole description: paragraphs, lists, code, tables, links."""
    return _render(text)


def render_line(text: str) -> Markup:
    """The same without the paragraph around it, where the text is but one."""
    html = _render(text)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return Markup(html[3:-4])
    return html


@lru_cache(maxsize=1024)
def render_code(text: str, language: str) -> Markup:
    """A block of code, highlighted where Pygments is installed."""
    try:
        from pygments import highlight
        from pygments.formatters.html import HtmlFormatter
        from pygments.lexers import get_lexer_by_name
    except ImportError:
        lines = escape(text, quote=False)
    else:
        lines = highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    return Markup(f'<div class="language-{language} highlight"><pre><code>{lines}</code></pre></div>')


def first_sentence(text: str, limit: int = 200) -> str:
    """The beginning of a description as plain text on one line."""
    plain = " ".join(re.sub(r"[`*_#>|\[\]]|\(https?:[^)]*\)|<[^>]*>", "", text).split())
    match = re.match(r"(.+?[.!?])(?=\s|$)", plain)
    sentence = match.group(1) if match else plain
    return sentence if len(sentence) <= limit else sentence[: limit - 1].rsplit(" ", 1)[0] + "…"


@lru_cache(maxsize=16384)
def _render(text: str) -> Markup:
    text = text.strip()
    if not _MARKUP.search(_CODE.sub("", text)):
        # most descriptions have nothing but code in them, and need no parser
        return Markup(f"<p>{_CODE.sub(_code, escape(text, quote=False))}</p>")
    return Markup(_clean(_HEADING.sub(r"<\1h6", _converter().reset().convert(text))))


def _code(match: re.Match[str]) -> str:
    return f"<code>{match.group(1).strip()}</code>"


def _clean(html: str) -> str:
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
        strip_comments=True,
    )


@lru_cache(maxsize=1)
def _converter() -> Markdown:
    """One converter for all texts; it passes no HTML through."""
    converter = Markdown(extensions=["tables", "fenced_code", "sane_lists"], output_format="html")
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    return converter
