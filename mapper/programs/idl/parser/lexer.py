"""Splits Go source into tokens, with automatic semicolons (Go specification, *Semicolons*).

Lexical errors are reported at the lines where Go's own compiler reports them.
"""

import re
import unicodedata
from typing import NamedTuple

KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var".split()
)
_MOST_FAILURES = 2_000
"""The most lexical errors in a file; the rest is not read."""

_ENDS_STATEMENT = frozenset(
    {"name", "literal", ")", "]", "}", "++", "--", "break", "continue", "fallthrough", "return"}
)
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r]+)
    |(?P<newline>\n)
    |(?P<line_comment>//[^\n]*)
    |(?P<comment>/\*(?s:.*?)\*/)
    |(?P<name>[^\W\d]\w*)
    |(?P<number>(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?
        |(?:0[bBoO][0-9_]*|[0-9][0-9_]*)(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?
        |\.[0-9][0-9_]*(?:[eEpP][+-]?[0-9_]*)?)i?)
    |(?P<raw>`[^`]*`)
    |(?P<string>"(?:[^"\\\n]|\\[^\n])*")
    |(?P<rune>'(?:[^'\\\n]|\\[^\n])*')
    |(?P<operator><<=|>>=|&\^=|\.\.\.|&&|\|\||<-|\+\+|--|==|!=|<=|>=|:=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|&\^|/(?!\*)|[-+*%&|^<>=!()\[\]{},;.:~])
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(
    r"\\(?:[abfnrtv\\]|(?P<quote>['\"])|[0-3][0-7]{2}|x[0-9A-Fa-f]{2}|u(?P<u>[0-9A-Fa-f]{4})|U(?P<U>[0-9A-Fa-f]{8}))"
)
_LAST, _SURROGATES = 0x10FFFF, range(0xD800, 0xE000)
_NUMBER = re.compile(
    "|".join(
        (
            r"0[bB](?:_?[01])+i?",
            r"0[oO](?:_?[0-7])+i?",
            r"0[xX](?:_?[0-9a-fA-F])+i?",
            r"0[xX](?:(?:_?[0-9a-fA-F])+\.?|(?:_?[0-9a-fA-F])*\.[0-9a-fA-F](?:_?[0-9a-fA-F])*)[pP][+-]?\d(?:_?\d)*i?",
            r"(?:0|[1-9](?:_?\d)*|0(?:_?[0-7])+)i?",
            r"\d(?:_?\d)*i",
            r"(?:\d(?:_?\d)*\.(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?i?",
            r"\d(?:_?\d)*[eE][+-]?\d(?:_?\d)*i?",
        )
    )
)


class Token(NamedTuple):
    """A token. `kind` is the operator or keyword itself, or one of *name*, *literal*, *;*, *EOF*.

    An automatic semicolon has the text `newline` or `EOF`. `value` is the text with which the compiler continues: for
    a literal with an error, an empty string or zero.
    """

    kind: str
    text: str
    line: int
    column: int
    value: str


class LexicalError(NamedTuple):
    """Text that is not a token, and its place."""

    text: str
    line: int
    column: int


class Comment(NamedTuple):
    """A comment with its markers, and its first and last line. `has_line`: nothing precedes it on its line."""

    text: str
    first: int
    last: int
    has_line: bool


class ScannedFile(NamedTuple):
    """The tokens of a file, the last one of kind *EOF*, lexical errors, and comments. Columns are in bytes, from 1."""

    tokens: list[Token]
    errors: list[LexicalError]
    comments: list[Comment]


def scan(text: str) -> ScannedFile:
    """The tokens of a file."""
    scanner = _Scanner(text)
    scanner.scan()
    return ScannedFile(scanner.tokens, scanner.errors, scanner.comments)


def is_string(literal: str) -> bool:
    """Whether a Go literal is a string."""
    return literal[:1] in {'"', "`"}


def string_value(literal: str) -> str:
    """The value of a Go string literal; empty for other literals."""
    if literal[:1] == "`":
        return literal[1:-1].replace("\r", "")
    if not is_string(literal):
        return ""
    data = bytearray()
    body, position = literal[1:-1], 0
    for match in _ESCAPE.finditer(body):
        data += body[position : match.start()].encode("utf-8", "surrogatepass") + _escape_bytes(match)
        position = match.end()
    return (data + body[position:].encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


_SIMPLE = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92, "'": 39, '"': 34}


def _escape_bytes(match: re.Match[str]) -> bytes:
    text = match[0]
    if match["u"] or match["U"]:
        return chr(int(match["u"] or match["U"], 16)).encode("utf-8", "replace")
    if text[1] == "x":
        return bytes.fromhex(text[2:])
    return bytes([_SIMPLE[text[1]] if text[1] in _SIMPLE else int(text[1:], 8)])


class _Scanner:
    """The tokens, errors and comments of a text up to a position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ascii = text.isascii()
        self.position = 0
        self.line = 1
        self.start_of_line = 0
        self.tokens: list[Token] = []
        self.errors: list[LexicalError] = []
        self.comments: list[Comment] = []
        self.failures = 0
        """The number of texts with errors; of each line, only the first is reported."""
        self.is_blank = True
        """Whether there are only blanks on the line so far."""
        self.measured = 0, 1
        """A position and its column, so that a long line is measured once."""
        self.needs_end = False
        """Whether a line break here ends a statement."""

    def scan(self) -> None:
        text, next_token = self.text, _TOKEN.match
        if text.startswith("\ufeff"):
            self.position = 1
        while self.position < len(text) and self.failures <= _MOST_FAILURES:
            token = next_token(text, self.position)
            if token is None:
                self._invalid_character(text[self.position])
            else:
                self._take_token(str(token.lastgroup), token[0])
        if self.needs_end:
            self._add(";", "EOF")
        self._add("EOF", "EOF")

    def _column(self, position: int) -> int:
        if self.ascii:
            return position - self.start_of_line + 1
        start, column = self.measured
        if not self.start_of_line <= start <= position:
            start, column = self.start_of_line, 1
        column += len(self.text[start:position].encode("utf-8", "surrogatepass"))
        self.measured = position, column
        return column

    def _add(self, kind: str, text: str, value: str | None = None) -> None:
        self.tokens.append(Token(kind, text, self.line, self._column(self.position), text if value is None else value))
        self.needs_end = kind in _ENDS_STATEMENT

    def _report(self, text: str, at: int) -> None:
        """Report an error `at` characters after the start of the current token."""
        self.failures += 1
        line, start = self.line, self.start_of_line
        before = self.text[self.position : self.position + at]
        if "\n" in before:
            line += before.count("\n")
            start = self.position + before.rindex("\n") + 1
        if self.errors and self.errors[-1].line == line:
            return  # only the first error of a line is reported
        prefix = self.text[start : self.position + at]
        self.errors.append(LexicalError(text, line, len(prefix.encode("utf-8", "surrogatepass")) + 1))

    def _advance(self, text: str) -> None:
        breaks = text.count("\n")
        if breaks:
            self.line += breaks
            self.start_of_line = self.position + text.rindex("\n") + 1
        self.position += len(text)

    def _take_token(self, group: str, text: str) -> None:
        failures = self.failures
        if group in {"string", "rune"}:
            self._report_quoted(group, text)
        if not text.isprintable():
            self._report_controls(text)
        is_good = self.failures == failures
        match group:
            case "newline" | "comment" if "\n" in text and self.needs_end:
                self._add(";", "newline")
            case "name":
                self._name(text)
            case "number":
                if not _NUMBER.fullmatch(text):
                    self._report(f"{text} is not a number", 0)
                    is_good = False
                self._add("literal", text, text if is_good else "0")
            case "raw":
                self._add("literal", text, text if is_good else "``")
            case "string" | "rune":
                self._add("literal", text, text if is_good else '""')
            case "operator":
                self._add(text, text)
        if group.endswith("comment"):
            last = self.line + text.count("\n")
            self.comments.append(Comment(text, self.line, last, self.is_blank))
        self.is_blank = group == "newline" or (self.is_blank and group == "blank")
        self._advance(text)

    def _name(self, text: str) -> None:
        wrong = {char for char in text if not text.isascii() and not _is_in_names(char)}
        for at, char in enumerate(text) if wrong else ():
            if char in wrong:
                self._report(f"invalid character {char!r} in an identifier", at)
        value = "".join(c if c.isascii() else "X" * len(c.encode()) for c in text) if wrong else text
        self._add(text if text in KEYWORDS else "name", text, value)

    def _report_controls(self, text: str) -> None:
        for at, char in enumerate(text):
            if what := _never_valid(char):
                self._report(what, at)

    def _report_quoted(self, group: str, text: str) -> None:
        """Report errors in a string or rune literal."""
        quote, body, at = text[0], text[1:-1], 0
        count = 0
        while at < len(body):
            count += 1
            if body[at] != "\\":
                at += 1
                continue
            escape = _ESCAPE.match(body, at)
            if escape is None or (escape["quote"] or quote) != quote:
                self._report("unknown escape", at + 2)
                at += 2
                continue
            code = int(escape["u"] or escape["U"] or "0", 16)
            if code > _LAST or code in _SURROGATES:
                self._report("escape is not a valid Unicode code point", at + 2)
            at = escape.end()
        if group == "rune" and count != 1:
            self._report("more than one character in rune literal" if count else "empty rune literal", 0)

    def _invalid_character(self, char: str) -> None:
        """Report a character that begins no token, or an unclosed literal or comment, and pass it."""
        text = self.text
        if text.startswith("/*", self.position):
            self._report("comment not terminated", 0)
            self._advance(text[self.position :])
        elif char == "`":
            self._report("string not terminated", 0)
            self._add("literal", "``")
            self._advance(text[self.position :])
        elif char in "\"'":
            end = text.find("\n", self.position)
            line = text[self.position : end if end >= 0 else len(text)]
            if end < 0:
                self._report("string not terminated" if char == '"' else "rune literal not terminated", 0)
            else:
                self._report("newline in string" if char == '"' else "newline in rune literal", len(line))
            self._add("literal", '""')
            self._advance(line)
        else:
            shown = f"U+{ord(char):04X}" + (f" {char!r}" if char.isprintable() else "")
            self._report(_never_valid(char) or f"invalid character {shown}", 0)
            self._advance(char)
        self.is_blank = False


def _never_valid(char: str) -> str:
    """Why a character cannot be in a file at all, comments and literals included; empty if it can."""
    if "\udc80" <= char <= "\udcff":  # a byte that is no UTF-8, as `surrogateescape` decodes it
        return "invalid UTF-8 encoding"
    return {"\0": "invalid NUL character", "\ufeff": "invalid BOM in the middle of the file"}.get(char, "")


def _is_in_names(char: str) -> bool:
    return char == "_" or unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"}


_DIRECTIVE = re.compile(r"//(?:line |extern |export |[a-z0-9]+:[a-z0-9])")


class Comments:
    """The comments of one file by line, from 1."""

    def __init__(self, comments: list[Comment]) -> None:
        self._above = {comment.last: comment for comment in comments if comment.has_line}
        self._behind = {comment.first: comment.text for comment in reversed(comments) if not comment.has_line}

    def doc(self, first: int, last: int) -> str:
        """The text of the comment above a declaration in the lines `first` to `last`, or else behind it."""
        texts: list[str] = []
        line = first - 1
        while line in self._above:
            texts.append(self._above[line].text)
            line = self._above[line].first - 1
        if not texts and last in self._behind:
            texts.append(self._behind[last])
        return _comment_text(texts[::-1])


def _comment_text(comments: list[str]) -> str:
    """The text of comments, without comment markers and directives to tools."""
    lines: list[str] = []
    for comment in comments:
        if comment.startswith("/*"):
            lines += [line.rstrip() for line in comment[2:-2].split("\n")]
        elif not _DIRECTIVE.match(comment):
            lines.append(comment[2:].rstrip())
    kept = [line for line in lines if line.strip()]
    margin = " " if all(line.startswith((" ", "\t")) for line in kept) else ""
    texts = [line.removeprefix(margin) for line in lines]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(texts)).strip("\n").rstrip()
