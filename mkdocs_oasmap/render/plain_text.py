"""Texts of an API written as Markdown that shows them as they are, whatever makes a site of it.

Site generators look for more than Markdown: templates, includes, blocks, attributes, abbreviations, emoji, mentions.
Many of them read the raw text, also inside of code. What all have in common is punctuation, so nothing here knows
their names. Letters, digits and the punctuation of ordinary prose are written as they are, and every other mark as
a numeric character reference, which is a mark again only in the page that a reader sees. In code spans and fences,
where references are not read, there are only texts without brackets of templates and without runs of marks; all others
become `<code>` and `<pre>` with references.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and those that turn the direction of all that follows."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_JOINER = "\u2060"
"""Shows as nothing, and keeps two marks apart."""

_UNUSUAL = re.compile(
    r"""
    [\#$%&*<=>@\[\\\]^`{|}~]
  | (?<![^\W_'")])[:?] | (?<![^\W_])[-+/!_]        # after a letter or a digit only,
    (?<!\w\ -(?=\ ))                              # or as a dash
    (?<!\S\s-(?=[0-9]))                           # or in front of a number
  | [-+/_](?![^\W_])(?<!\w\ -(?=\ ))               # and in front of one,
  | :(?=\S) | !(?![\s"')])                        # or at the end of a word
  | (?<=www)\.
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEYOND_PROSE = re.compile(r"[^A-Za-z0-9 ,.'\"();]")
"""What is none of the characters that are always written as they are; a full stop is, except behind `www`."""

_LINE_START = re.compile(
    r"""
    (?P<number>[0-9]+|[A-Za-z]|[ivxlcdm]{1,9})(?P<end>[.)])(?=\s|$)   # an item of a list, also of letters
  | i(?=mport\b) | e(?=xport\b)                                       # JavaScript in MDX
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CALL = re.compile("&#(?:35|64);")  # written so, they are still marks where the page is made
_SPECIAL = re.compile(r"[^A-Za-z0-9 \u00a0-\U0010ffff]")

_PARAMETER = re.compile(r"(?<![{}<>%#$@!&*~\\])\{(?:\w[\w.-]{0,99}|\d{1,9},\d{0,9})\}(?![{}<>%#@!&~])")
_STRUCTURE = re.compile(
    r"(?<![{}<>%#$@!&*~:.\\-])(?:\{\}|\{(?!\s{0,3}[{}<>%#$@!&*~:.\\+=-])|(?<![+=])\}(?![{}<>%#$@!&*~:\\-]))"
)
_NOT_PLAIN = re.compile(
    r"""
    [<>|`{}]                                        # brackets of templates and of elements, and what ends code
  | %[!-/:-@\[-`{-~] | [!-/:-@\[-`{-~]%
  | ([!\#-&(-,:-@\[-^~-])\1 | (?<!:)// | ///         # runs of a mark
    """,
    re.VERBOSE,
)
_READ_IN_CODE = re.compile(r"\{[{%#<!+=>~-] | [$#@]\{ | \[[\[%] | <[%?] | 8<-", re.VERBOSE)
"""Templates, includes and edits, which are looked for before Markdown is read."""

_TICKS = re.compile("`+")
_AT_LINE_START = re.compile(r"^ *(?:[!%&*+,:;=?@\\^|~]|\[[!^]|\[[^\]\n]*\]:)", re.MULTILINE)
_MISREAD = re.compile(r"^ *\#|\][(:]|\{[^{}\n]*[\w-]=[^\s=]", re.MULTILINE)
"""What is more than text to a reader that does not know fences in lists: headings, links, attributes."""
_LANGUAGE = re.compile(r"[A-Za-z0-9][\w+-]{0,30}\Z")


class Markdown(str):
    """Markdown that is already written: it is not escaped again."""

    __slots__ = ()


def cleaned(text: str) -> str:
    """A text without characters that no page can show."""
    if text.isascii() and text.isprintable():
        return text
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def prose(text: str, *, begins_line: bool = False) -> Markdown:
    """A text as the text that it is: no mark in it means anything. It is on one line, or on its own lines."""
    if text.isascii() and text.isalnum() and not begins_line:
        return Markdown(text)
    if _BEYOND_PROSE.search(text) is None and "w." not in text and "W." not in text:
        written = text.lstrip() if begins_line else text
    else:
        text = cleaned(text).replace("\n", " ")
        written = _UNUSUAL.sub(_reference, text.lstrip() if begins_line else text)
    if begins_line and (start := _LINE_START.match(written)):
        end = start.start("end") if start["end"] else 0
        written = f"{written[:end]}&#{ord(written[end])};{written[end + 1 :]}"
    return Markdown(written)


def line(text: str) -> Markdown:
    """A text as it is, on one line."""
    return prose(" ".join(cleaned(text).split()), begins_line=True)


def unlinked(text: str) -> Markdown:
    """A text on one line in a comment, where `@` and `#` would call people and refer to issues."""
    return Markdown(_CALL.sub(rf"\g<0>&#{ord(_JOINER)};", line(text)))


def code(text: str) -> Markdown:
    """A text as code on one line: a code span, where no reader of the raw page can find anything in it."""
    if text.isascii() and text.isidentifier():  # which most are
        return Markdown(f"`{text}`")
    text = " ".join(cleaned(text).split())
    if text and _is_plain(text):
        return Markdown(f"`{text}`")
    return Markdown(f"<code>{_SPECIAL.sub(_reference, text)}</code>")


def code_block(text: str, language: str = "") -> Markdown:
    """Lines of code as a fence, or, where a reader of the raw page might find something in them, as HTML on one line.

    The line needs no indentation to stay in a list, and nothing in it is at the beginning of a line.
    """
    text = cleaned(text).expandtabs(4).strip("\n")
    if _is_plain(text) and not _AT_LINE_START.search(text):
        name = language if _LANGUAGE.match(language) else ""
        return Markdown(f"```{name}\n{text}\n```")
    return _html_block(text)


def span(text: str) -> Markdown:
    """A text as code on one line, for people who read the raw text, too: a code span wherever it is safe as one."""
    text = " ".join(cleaned(text).split())
    if _READ_IN_CODE.search(text):
        return code(text)
    if not text:
        return Markdown("``` ```")
    ticks = _fence(text, 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return Markdown(f"{ticks}{pad}{text}{pad}{ticks}")


def fence(text: str, language: str) -> Markdown:
    """Lines of code for people who read the raw text, too: as a fence wherever it is safe as one."""
    text = cleaned(text).expandtabs(4).strip("\n")
    if _READ_IN_CODE.search(text) or _AT_LINE_START.search(text):
        return code_block(text)
    return Markdown(f"{_fence(text, 3)}{language}\n{text}\n{_fence(text, 3)}")


def _fence(text: str, least: int) -> str:
    """Ticks that are more than any in the text."""
    return "`" * max(least, 1 + max(map(len, _TICKS.findall(text)), default=0))


def nested_code_block(text: str, language: str = "") -> Markdown:
    """The same for a place that may be in a list, where some know no fences and read their lines as text."""
    text = cleaned(text).expandtabs(4).strip("\n")
    return _html_block(text) if _MISREAD.search(text) else code_block(text, language)


def address(url: str) -> Markdown:
    """The address of a link, with all that might end it or mean something percent-encoded."""
    scheme = _SCHEME.match(url)
    begin = scheme.end() if scheme else 0
    rest = _URL_MARK.sub(lambda match: _percent(match[0]), cleaned(url[begin:]))
    return Markdown(url[:begin] + (rest if url[:begin].lower() == "mailto:" else rest.replace("@", "%40")))


def fragment(id_: str) -> Markdown:
    """The name of an anchor as the end of an address."""
    return Markdown(_NOT_NAME.sub(lambda match: _percent(match[0]), cleaned(id_)))


def anchor(id_: str) -> Markdown:
    """A place that links lead to."""
    return Markdown(f'<a id="{_NOT_NAME.sub(_reference, cleaned(id_))}"></a>')


@lru_cache(maxsize=16384)  # a page has each name in its table of contents and in that of the search, most in several
def nav_title(text: str) -> str:
    """A text as HTML for titles and descriptions of pages, which themes of MkDocs put into theirs as they are.

    Some read it as a template before, and some take tags out of it and undo the escapes: so a joiner keeps brackets
    apart from what would make a tag of them.
    """
    escaped = line(text).replace('"', "&#34;").replace("'", "&#39;")
    return escaped.replace("&#60;", f"&#60;{_JOINER}")


def front_matter(text: str) -> str:
    """A text of the front matter, which some generators escape and others put into pages as it is.

    So it holds nothing that would have to be escaped: quotes are typographic, and a joiner that does not show
    keeps brackets apart from what follows.
    """
    text = " ".join(cleaned(text).split()).replace('"', "\u201d").replace("'", "\u2019")
    return _BRACKET.sub(rf"\g<0>{_JOINER}", text)


_SCHEME = re.compile(r"(?:https?://|mailto:)(?!/)", re.IGNORECASE)
_URL_MARK = re.compile(r"[^\w./~?=&%#:+,@!-]|(?<=[=+~!?:/])[=+~!?:/]|:(?!\d+(?:/|\Z))", re.ASCII)
_BRACKET = re.compile(
    r"\A[/:?](?=[/:?])|[!#$%&*+<=>@\[\\\]^`{|}~](?=[!-/:-@\[-`{-~])|[!-/:-@\[-`{-~](?=[%<>\[\]{}])"
    r"|<(?=\S)|&(?=[#\w])|@(?=\w)|:(?=[a-z+-])|\{(?= [!-/:-@\[-`{-~])"
)
_NOT_NAME = re.compile(r"[^\w.-]")


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _html_block(text: str) -> Markdown:
    return Markdown(f"<pre><code>{_SPECIAL.sub(_reference, text)}</code></pre>")


def _is_plain(text: str) -> bool:
    """Whether code can be as it is: with parameters in braces, and single braces around what is between them."""
    return _NOT_PLAIN.search(_STRUCTURE.sub(" ", _PARAMETER.sub("x", text))) is None


def _reference(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"
