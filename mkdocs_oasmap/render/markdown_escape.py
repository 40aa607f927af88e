"""Escapes texts of an API in Markdown so that every site generator shows them literally.

Site generators interpret more than Markdown: templates, includes, blocks, attributes, abbreviations, emoji, mentions.
Many of them process the raw text, even inside code. All of these begin with punctuation, so that this module need not
know them. Letters, digits and ordinary punctuation are written as they are. Every other character becomes a numeric
character reference, which turns into the character only in the HTML. Code spans and fences do not decode references.
They are used for texts without template brackets and repeated punctuation; other code becomes `<code>` and `<pre>` with
references.
"""

import re
from functools import lru_cache

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and those that change the direction of text."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_JOINER = "\u2060"
"""Word joiner: invisible, separates two characters."""

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
"""Any character that is not always written as it is; a full stop is, except after `www`."""

_LINE_START = re.compile(
    r"""
    (?P<number>[0-9]+|[A-Za-z]|[ivxlcdm]{1,9})(?P<end>[.)])(?=\s|$)   # an item of a list, also of letters
  | i(?=mport\b) | e(?=xport\b)                                       # JavaScript in MDX
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CALL = re.compile(r"&#(?:35|64);|\bGH-(?=[0-9])", re.IGNORECASE)
"""`#`, `@` and `GH-` in front of the number of an issue: references are decoded before mentions are detected."""

_SPECIAL = re.compile(r"[^A-Za-z0-9 \u00a0-\U0010ffff]")

_PARAMETER = re.compile(r"(?<![{}<>%#$@!&*~\\])\{(?:\w[\w.-]{0,99}|\d{1,9},\d{0,9})\}(?![{}<>%#@!&~])")
_SCOPE = re.compile(r"(?<=\w)::(?=[A-Za-z_])", re.ASCII)
"""What is between the parts of a name, such as that of a function: `provider::time::parse`."""

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
_NAMES = re.compile(r"\w+(?:(?:[./-]|#/?)\w+)*", re.ASCII)
"""A name, a path, or a place in a file, which is safe as code."""

_READ_IN_CODE = re.compile(r"\{[{%#<!+=>~-] | [$#@]\{ | \[[\[%] | <[%?] | 8<-", re.VERBOSE)
"""Templates, includes and edit markup, which are processed before Markdown."""

_TICKS = re.compile("`+")
_AT_LINE_START = re.compile(r"^ *(?:[!%&*+,:;=?@\\^|~]|\[[!^]|\[[^\]\n]*\]:)", re.MULTILINE)
_MISREAD = re.compile(r"^ *\#|\][(:]|\{[^{}\n]*[\w-]=[^\s=]", re.MULTILINE)
"""Markup for parsers that do not recognize fences in lists: headings, links, attributes."""
_LANGUAGE = re.compile(r"[A-Za-z0-9][\w+-]{0,30}\Z")


class Markdown(str):
    """Text that is Markdown already, and is not escaped again."""

    __slots__ = ()


def cleaned(text: str) -> str:
    """A text without control characters and lone surrogates."""
    if text.isascii() and text.isprintable():
        return text
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def prose(text: str, *, begins_line: bool = False) -> Markdown:
    """A text with all markup escaped, on one line. `begins_line`: it is at the beginning of a line."""
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


def is_written_as_it_is(words: str) -> bool:
    """Whether words of letters, digits and ordinary punctuation, with names in code, need no reference at the
    beginning of a line.
    """
    end = words.find("`")
    begins_block = _LINE_START.match(words, 0, end if end >= 0 else len(words))
    return begins_block is None and "w." not in words and "W." not in words


def line(text: str) -> Markdown:
    """A text on one line, with all markup escaped."""
    return prose(" ".join(cleaned(text).split()), begins_line=True)


def unlinked(text: str) -> Markdown:
    """A text on one line for a comment, where `@`, `#` and `GH-1` must not become mentions and references."""
    return Markdown(_CALL.sub(rf"\g<0>&#{ord(_JOINER)};", line(text)))


@lru_cache(maxsize=16384)  # thousands of attributes may have the values of one enum
def code(text: str) -> Markdown:
    """A text as inline code: a code span, or an element if a processor of raw text could interpret it."""
    if _NAMES.fullmatch(text):  # the most frequent case
        return Markdown(f"`{text}`")
    text = " ".join(cleaned(text).split())
    if text and _is_plain(text):
        return Markdown(f"`{text}`")
    return Markdown(f"<code>{_SPECIAL.sub(_reference, text)}</code>")


def code_block(text: str, language: str = "") -> Markdown:
    """Lines of code as a fence, or as an HTML element if a processor of raw text could interpret it.

    The element is a single line, which needs no indent inside a list.
    """
    text = cleaned(text).expandtabs(4).strip("\n")
    if _is_plain(text) and not _AT_LINE_START.search(text):
        name = language if _LANGUAGE.match(language) else ""
        return Markdown(f"```{name}\n{text}\n```")
    return _html_block(text)


def span(text: str) -> Markdown:
    """A text as inline code for people who also read the source: a code span where that is safe."""
    text = " ".join(cleaned(text).split())
    if _READ_IN_CODE.search(text):
        return code(text)
    if not text:
        return Markdown("``` ```")
    ticks = _fence(text, 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return Markdown(f"{ticks}{pad}{text}{pad}{ticks}")


def fence(text: str, language: str) -> Markdown:
    """Lines of code for people who also read the source: a fence where that is safe."""
    text = cleaned(text).expandtabs(4).strip("\n")
    if _READ_IN_CODE.search(text) or _AT_LINE_START.search(text):
        return code_block(text)
    return raw_fence(text, language)


def raw_fence(text: str, language: str) -> Markdown:
    """Lines of code as they are, in a fence that is longer than any inside."""
    return Markdown(f"{_fence(text, 3)}{language}\n{text}\n{_fence(text, 3)}")


def _fence(text: str, least: int) -> str:
    """Backticks, one more than the longest run in the text."""
    return "`" * max(least, 1 + max(map(len, _TICKS.findall(text)), default=0))


def readable(text: str) -> Markdown:
    """Escaped text for people who also read the source: without the references of marks that stand alone.

    Between words nothing reads them as markup, but in a table, where braces at the end of a cell are attributes.
    """
    if "&#" not in text or "```" in text:  # a fence has no references, but may have a text like one
        return Markdown(text)
    lines = (one if one.lstrip().startswith("|") else _ALONE.sub(_character, one) for one in text.split("\n"))
    return Markdown("\n".join(lines))


def nested_code_block(text: str, language: str = "") -> Markdown:
    """The same for a position inside a list, where some parsers do not recognize fences."""
    text = cleaned(text).expandtabs(4).strip("\n")
    return _html_block(text) if _MISREAD.search(text) else code_block(text, language)


def address(url: str) -> Markdown:
    """The URL of a link, with all characters percent-encoded that could end it or be interpreted."""
    scheme = _SCHEME.match(url)
    begin = scheme.end() if scheme else 0
    rest = _URL_MARK.sub(lambda match: _percent(match[0]), cleaned(url[begin:]))
    return Markdown(url[:begin] + (rest if url[:begin].lower() == "mailto:" else rest.replace("@", "%40")))


def fragment(id_: str) -> Markdown:
    """An anchor as the fragment of a URL."""
    if _NAME.fullmatch(id_):
        return Markdown(id_)
    return Markdown(_NOT_NAME.sub(lambda match: _percent(match[0]), cleaned(id_)))


def anchor(id_: str) -> Markdown:
    """An element that is a link target."""
    if _NAME.fullmatch(id_):  # the most frequent case
        return Markdown(f'<a id="{id_}"></a>')
    return Markdown(f'<a id="{_NOT_NAME.sub(_reference, cleaned(id_))}"></a>')


@lru_cache(maxsize=16384)  # a name is in several tables of contents of a page
def nav_title(text: str) -> str:
    """A text as HTML for titles and descriptions of pages, which MkDocs themes do not escape.

    Some themes process it as a template first, or strip tags after decoding; a word joiner keeps brackets from forming
    tags.
    """
    escaped = line(text).replace('"', "&#34;").replace("'", "&#39;")
    return escaped.replace("&#60;", f"&#60;{_JOINER}")


def front_matter(text: str) -> str:
    """A text for the front matter, which some generators escape and others do not.

    It contains nothing that needs an escape: quotes are typographic, and a word joiner follows each bracket.
    """
    text = " ".join(cleaned(text).split()).replace('"', "\u201d").replace("'", "\u2019")
    return _BRACKET.sub(rf"\g<0>{_JOINER}", text)


def yaml_string(text: str) -> str:
    """A text in the double quotes of YAML; what a processor of raw text could interpret is escaped.

    The value is the text itself: for readers of front matter that escape what they show, as Terraform's registry does.
    """
    return '"' + _SPECIAL_IN_YAML.sub(lambda match: f"\\x{ord(match[0]):02x}", cleaned(text)) + '"'


_ALONE = re.compile(
    r"(?:(?<=\w)|(?<=[\w;,.'\"][ ]))&#(?:(?P<open>123)|(?P<spaced>38|42|60|62)|37|43|45|47|61|63|125);"
    r"(?(open)(?=[ ]\w)|(?(spaced)(?=[ ])|(?=[\w\s,.;)]|\Z)))"
)
_SCHEME = re.compile(r"(?:https?://|mailto:)(?!/)", re.IGNORECASE)
_URL_MARK = re.compile(r"[^\w./~?=&%#:+,@!-]|(?<=[=+~!?:/])[=+~!?:/]|:(?!\d+(?:/|\Z))", re.ASCII)
_BRACKET = re.compile(
    r"\A[/:?](?=[/:?])|[!#$%&*+<=>@\[\\\]^`{|}~](?=[!-/:-@\[-`{-~])|[!-/:-@\[-`{-~](?=[%<>\[\]{}])"
    r"|<(?=\S)|&(?=[#\w])|@(?=\w)|:(?=[a-z+-])|\{(?= [!-/:-@\[-`{-~])"
)
_SPECIAL_IN_YAML = re.compile(rf'{_BRACKET.pattern}|["\\\n]')
_NOT_NAME = re.compile(r"[^\w.-]")
_NAME = re.compile(r"[\w.-]*", re.ASCII)


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _html_block(text: str) -> Markdown:
    return Markdown(f"<pre><code>{_SPECIAL.sub(_reference, text)}</code></pre>")


def _is_plain(text: str) -> bool:
    """Whether code is safe unescaped; parameters in braces and single braces are."""
    return _NOT_PLAIN.search(_STRUCTURE.sub(" ", _PARAMETER.sub("x", _SCOPE.sub(".", text)))) is None


def _character(match: re.Match[str]) -> str:
    return chr(int(match[0][2:-1]))


def _reference(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"
