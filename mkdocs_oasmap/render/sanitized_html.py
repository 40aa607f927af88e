"""Descriptions of an API as sanitized HTML.

The input is CommonMark. Tags that Markdown has marks for become these, and other HTML becomes text. Scripts, styles and
event handlers are removed, and so are links with schemes other than http, https and mailto.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

from .code_block import LANGUAGES, highlighted
from .tags import marked, without_tags
from .templates import escape, inert

_MARKUP = re.compile(
    r"[\\`*_\[\]<>&#|!~]|^[^\S\n]*(?:[-+>]|\d{1,9}[.)])(?:\s|$)|https?:|  \n|\n[^\S\n]*\n|^\s{4}|^[^\S\n]*[=-]+\s*$",
    re.MULTILINE,
)
_BEYOND_PROSE = re.compile(r"[^A-Za-z0-9 ,.'\"();/?+-]")
"""What is more than words on one line, as most descriptions are: only then may a text have markup."""

_WORDS = r"[A-Za-z0-9 ,.'\"();]*"
_ORDINARY = re.compile(rf"[A-Za-z]{_WORDS}(?:`[A-Za-z_]\w*`(?!`){_WORDS})*", re.ASCII)
"""Words on one line, with names in code: what most descriptions are. Nothing in it is escaped in HTML."""

_PART = r"[A-Za-z0-9 ,'\"();]*"
_SENTENCE = re.compile(rf"[A-Za-z]{_PART}(?:`[A-Za-z]\w*(?<!_)`(?!`){_PART})*\.?", re.ASCII)
"""One sentence of such words. An underscore at an end of a name could mark emphasis."""

_ADDRESS = re.compile(r"(?<![\w@/])https?://(?=\w)[^\s<>`\"|\\^{}]+")
CODE = re.compile(r"(?<![`\\])`([^`\n]+)`(?!`)")
_HEADING = re.compile(r"<h[1-6]>(.*?)</h[1-6]>", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")

LONGEST = 32_000
"""The maximum length of a text that is parsed as Markdown, in characters: the parser is not linear for some texts."""

# none of these patterns backtracks beyond the start of the next match: each is linear
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\[]*\)")

_DEEPEST_INLINE = 20
"""How deep emphasis may be inside of emphasis, as the parser allows it for blocks."""

_ADDRESSES = 9
"""How many characters the addresses of links may have for one of the text, which escapes make longer."""

_CHARACTERS_OF_CELL = 2
"""How many characters a cell of a table has at least, with the mark at its end."""

_HASHES = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|[*_\n]")
_MARK_OF_LINE = re.compile("[#*<>]")
_MARK_OF_EMPHASIS = re.compile(r"_(?:(?<!\w_)|(?!\w))")
"""Characters for which the patterns above are tried; an underscore inside a name is not among them."""
_END = re.compile(r"[.!?](?=\s|$)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|etc)|(?:^|[.:;])\s*\d+)\.\Z")
_NOTICE = re.compile(r"[>*_\s]*(?:note|notice|warning|important|caution|attention)\b[*_\s]*:", re.IGNORECASE)

_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "hr", "li", "ol", "p", "pre", "strong",
    "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}


def render_line(text: str) -> Markup:
    """The same without the paragraph element, if there is only one."""
    html = render_markdown(text)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return Markup(html[3:-4])
    return html


@lru_cache(maxsize=1024)
def render_code(text: str, language: str) -> Markup:
    """A block of code, highlighted if Pygments is installed."""
    lines = highlighted(text, language)
    shown_language = language if language.lower() in LANGUAGES else "text"
    return Markup(f'<div class="language-{shown_language} highlight"><pre><code>{lines}</code></pre></div>')


@lru_cache(maxsize=4096)
def first_sentence(text: str, limit: int = 200) -> str:
    """The first sentence of a description as plain text on one line; or the first paragraph, if it has no full stop."""
    if len(text) <= limit and _SENTENCE.fullmatch(text):  # the most frequent case
        plain = text.replace("`", "")
        return " ".join(plain.split()) if "  " in plain or plain.endswith(" ") else plain
    if "\n" in text:
        parts = map("\n".join, _notices_last(text))
        plain = next(filter(None, (" ".join(_plain(part).split()) for part in parts)), "")
    else:
        plain = " ".join(_plain(text).split())
    sentence = plain[: next(sentence_ends(plain), None)]
    if len(sentence) <= limit:
        return sentence
    cut = sentence[: limit - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut) + "…"


def sentence_ends(text: str) -> Iterator[int]:
    """Where sentences of a text end."""
    for match in _END.finditer(text, 1):
        end = match.end()
        if end == len(text) or not _ABBREVIATION.search(text, max(end - 5, 0), end):
            yield end


def first_paragraph(text: str) -> str:
    """The first paragraph of a description as plain text on one line; a notice only if there is nothing else."""
    return " ".join(_plain("\n".join(next(iter(_notices_last(text)), []))).split())


def _notices_last(text: str) -> list[list[str]]:
    parts = list(paragraphs(text))
    return [part for part in parts if not is_notice(part[0])] + [part for part in parts if is_notice(part[0])]


def is_notice(paragraph: str) -> bool:
    """Whether a paragraph is a notice, as *Note:*, which says what to heed, not what something is."""
    return _NOTICE.match(paragraph) is not None


def paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph, which empty lines separate."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def tokens(text: str) -> list[Token]:
    """The Markdown tokens of a description of at most `LONGEST` characters; images and bare addresses are links."""
    return _converter().parse(marked(text))


def inline_tokens(text: str) -> list[Token]:
    """The inline tokens of a line, without block markup."""
    return _converter().parseInline(marked(text))


@lru_cache(maxsize=4096)
def is_ordinary(text: str) -> bool:
    """Whether a text without spaces around it is words on one line, in which nothing is markup but names in code.

    Cached, as a page and its form in Markdown ask for the same texts.
    """
    return _ORDINARY.fullmatch(text) is not None


def has_marks(text: str) -> bool:
    """Whether a text may contain markup."""
    if text[:1].isalpha() and _BEYOND_PROSE.search(text) is None:
        return False  # without looking for each kind of markup at each character
    return _MARKUP.search(text) is not None


@lru_cache(maxsize=1024)
def parts_of_code(text: str) -> tuple[str, ...] | None:
    """The parts of a paragraph, with code at the odd indices; None if it may contain other markup.

    Cached, as a page contains the same text in several forms.
    """
    parts = tuple(CODE.split(text)) if "`" in text else (text,)
    return None if has_marks("".join(parts[::2])) else parts


def _plain(text: str) -> str:
    """A description without most of its markup."""
    if not (_MARK_OF_LINE.search(text) or "](" in text or ("_" in text and _MARK_OF_EMPHASIS.search(text))):
        return text.replace("`", "")
    if "<" in text or "](" in text:
        text = _LINK.sub(r"\1", without_tags(text))
    return _without_emphasis(_HASHES.sub("", text)).replace("`", "")


def _without_emphasis(text: str) -> str:
    """A text without matching delimiters of emphasis on one line."""
    opened: dict[str, re.Match[str]] = {}
    pairs: list[re.Match[str]] = []
    for match in _EMPHASIS.finditer(text):
        mark, before, after = match[0], text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if mark == "\n":
            opened = {}
        elif mark in opened and not before.isspace() and not _is_word(after):
            pairs += [opened.pop(mark), match]
        elif mark not in opened and not _is_word(before) and after.strip():
            opened[mark] = match
    end = 0
    pieces: list[str] = []
    for match in sorted(pairs, key=re.Match.start):
        pieces.append(text[end : match.start()])
        end = match.end()
    return "".join([*pieces, text[end:]])


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


@lru_cache(maxsize=4096)
def render_markdown(text: str) -> Markup:
    """A description as HTML: paragraphs, lists, code, tables, links."""
    text = (text if text.isascii() else _SURROGATE.sub("\ufffd", text)).strip()
    if is_ordinary(text):
        words = text.split("`")
        words[1::2] = [f"<code>{name}</code>" for name in words[1::2]]
        return Markup(f"<p>{''.join(words)}</p>")
    text = inert(text)
    if len(text) > LONGEST:
        parts = ("<br>\n".join(escape(line.strip(), quote=False) for line in part) for part in paragraphs(text))
        return Markup("\n".join(f"<p>{lines}</p>" for lines in parts))
    plain = parts_of_code(text)
    if plain is not None:  # most descriptions contain no markup except code, and need no parser
        html = list(plain)  # the parts without code contain no characters to escape
        html[1::2] = [f"<code>{escape(part.strip(), quote=False)}</code>" for part in plain[1::2]]
        return Markup(f"<p>{''.join(html)}</p>")
    # headings of the API are no headings of the page, whose levels they would skip
    return Markup(_clean(_HEADING.sub(r"<p><strong>\1</strong></p>", _converter().render(marked(text)))).strip())


def _clean(html: str) -> str:
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"table": {"tabindex": "0"}},  # a wide one scrolls, with keys, too
        attribute_filter=_allowed,
        strip_comments=True,
    )


def _allowed(_tag: str, attribute: str, value: str) -> str | None:
    """Only absolute addresses: a relative one would point into this site."""
    if attribute == "href" and not value.lower().startswith(("http://", "https://", "mailto:")):
        return None
    return value


@lru_cache(maxsize=1)
def _converter() -> MarkdownIt:
    """The converter for all texts. HTML is disabled; bare addresses and images become links."""
    converter = MarkdownIt("commonmark", {"html": False}).enable("table")
    converter.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    converter.core.ruler.push("limits", _keep_in_proportion)
    converter.core.ruler.push("links", _add_links)
    return converter


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a table, unless its rows would be filled up to more cells than its text could have written.

    A written cell has at least two characters. Rows that are shorter than the head get empty cells: 2 kB of text would
    have 64,000 of them. A table of more cells than that stays text.
    """
    if not table(state, start, end, True):  # else each line of a long list would look for the end of the list
        return False
    last = next((line for line in range(start + 1, end) if state.isEmpty(line)), end)
    columns = state.src.count("|", state.bMarks[start + 1], state.eMarks[start + 1])
    if max(columns - 1, 0) * (last - start) * _CHARACTERS_OF_CELL > state.eMarks[last - 1] - state.bMarks[start]:
        return False
    return table(state, start, end, silent)


def _keep_in_proportion(state: StateCore) -> None:
    """Make text of what multiplies a text: emphasis in emphasis, and a definition's address that many links use."""
    left = _ADDRESSES * len(state.src)
    for block in state.tokens:
        if not block.children or not ("*" in block.content or "_" in block.content or "]" in block.content):
            continue
        kept: list[Token] = []
        opened: list[bool] = []
        for token in block.children:
            if token.nesting == 1:
                left -= len(str(token.attrGet("href") or ""))
                opened.append(len(opened) < _DEEPEST_INLINE and (token.type != "link_open" or left >= 0))
            if token.nesting == 0 or opened[-1]:
                kept.append(token)
            if token.nesting == -1:
                opened.pop()
        block.children = kept


def _add_links(state: StateCore) -> None:
    for block in state.tokens:
        if block.type == "inline" and block.children and ("://" in block.content or "![" in block.content):
            block.children = list(_linked(block.children))


def _linked(tokens: list[Token]) -> Iterator[Token]:
    """Addresses in text and images become links, since nothing is loaded from other hosts; in a link they are text."""
    inside = 0
    for token in tokens:
        inside += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type == "image":
            address = str(token.attrGet("src") or "")
            text = _text(_words(token.children or []) or address)
            yield from [text] if inside else _link(address, text)
        elif token.type == "text" and not inside:
            yield from _with_addresses(token.content)
        else:
            yield token


def _with_addresses(text: str) -> Iterator[Token]:
    end = 0
    for match in _ADDRESS.finditer(text):
        address = _without_end(match[0])
        yield _text(text[end : match.start()])
        yield from _link(address, _text(address))
        end = match.start() + len(address)
    yield _text(text[end:])


def _without_end(address: str) -> str:
    """An address without the punctuation of its sentence."""
    end, unopened = len(address), address.count(")") - address.count("(")
    while address[end - 1] in ".,:;!?'\"*_~" or (address[end - 1] == ")" and unopened > 0):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _link(address: str, text: Token) -> tuple[Token, Token, Token]:
    return Token("link_open", "a", 1, attrs={"href": address}), text, Token("link_close", "a", -1)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _words(tokens: Sequence[Token]) -> str:
    """The text content of tokens."""
    return "".join(_words(token.children) if token.children else token.content for token in tokens).strip()
