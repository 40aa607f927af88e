"""Splits Go source into tokens, with automatic semicolons (Go specification, *Semicolons*).

Lexical errors are reported at the lines where Go's own compiler reports them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var".split()
)
_MOST_MENDS = 2_000
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

    An automatic semicolon has the text `newline` or `EOF`.
    """

    kind: str
    text: str
    line: int
    column: int


class LexicalError(NamedTuple):
    """Text that is not a token, and its place."""

    text: str
    line: int
    column: int


class Scanned(NamedTuple):
    """The tokens of a file, the last one of kind *EOF*, and lexical errors. Columns are in bytes, from 1.

    `text` is the source with each error replaced by as many bytes, and open literals closed at the end.
    """

    tokens: list[Token]
    errors: list[LexicalError]
    text: str


def scan(text: str) -> Scanned:
    """The tokens of a file."""
    scanner = _Scanner(text)
    scanner.scan()
    return Scanned(scanner.tokens, scanner.errors, scanner.mended() if scanner.errors else text)


def decoded(literal: str) -> str | None:
    """The value of a Go string literal; None for other literals."""
    if literal[:1] == "`":
        return literal[1:-1].replace("\r", "")
    if literal[:1] != '"':
        return None
    data = bytearray()
    body, position = literal[1:-1], 0
    for match in _ESCAPE.finditer(body):
        data += body[position : match.start()].encode("utf-8", "surrogatepass") + _escaped(match)
        position = match.end()
    return (data + body[position:].encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


_SIMPLE = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92, "'": 39, '"': 34}


def _escaped(match: re.Match[str]) -> bytes:
    text = match[0]
    if match["u"] or match["U"]:
        return chr(int(match["u"] or match["U"], 16)).encode("utf-8", "replace")
    if text[1] == "x":
        return bytes.fromhex(text[2:])
    return bytes([_SIMPLE[text[1]] if text[1] in _SIMPLE else int(text[1:], 8)])


class _Scanner:
    """The state of one run over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ascii = text.isascii()
        self.position = 0
        self.line = 1
        self.start_of_line = 0
        self.tokens: list[Token] = []
        self.errors: list[LexicalError] = []
        self.mends: list[tuple[int, int, str]] = []
        """Start and end of each error, and its replacement."""
        self.measured = 0, 1
        """A position and its column, so that a long line is measured once."""
        self.needs_end = False
        """Whether a line break here ends a statement."""

    def scan(self) -> None:
        text, match = self.text, _TOKEN.match
        if text.startswith("\ufeff"):
            self.position = 1
        while self.position < len(text) and len(self.mends) <= _MOST_MENDS:
            found = match(text, self.position)
            if found is None:
                self._invalid_character(text[self.position])
            else:
                self._take(str(found.lastgroup), found[0])
        if self.needs_end:
            self._add(";", "EOF")
        self._add("EOF", "EOF")

    def mended(self) -> str:
        """The source with the replacements, as the compiler continues."""
        parts, end = [], 0
        for start, stop, instead in self.mends:
            wrong = self.text[start:stop]
            blank = re.sub(r"[^\n]", lambda match: " " * len(match[0].encode("utf-8", "surrogateescape")), wrong)
            parts += [self.text[end:start], instead, blank[len(instead) :]]
            end = stop
        brackets = {"(": ")", "[": "]", "{": "}"}
        open_: list[str] = []
        for token in self.tokens:
            if token.kind in brackets:
                open_.append(brackets[token.kind])
            elif open_ and token.kind == open_[-1]:
                open_.pop()
        return "".join([*parts, self.text[end:], *(f"\n{bracket}" for bracket in reversed(open_))])

    def _column(self, position: int) -> int:
        if self.ascii:
            return position - self.start_of_line + 1
        start, column = self.measured
        if not self.start_of_line <= start <= position:
            start, column = self.start_of_line, 1
        column += len(self.text[start:position].encode("utf-8", "surrogatepass"))
        self.measured = position, column
        return column

    def _add(self, kind: str, text: str) -> None:
        self.tokens.append(Token(kind, text, self.line, self._column(self.position)))
        self.needs_end = kind in _ENDS_STATEMENT

    def _report(self, text: str, at: int) -> None:
        """Report an error `at` characters after the start of the current token."""
        line, start = self.line, self.start_of_line
        before = self.text[self.position : self.position + at]
        if "\n" in before:
            line += before.count("\n")
            start = self.position + before.rindex("\n") + 1
        if self.errors and self.errors[-1].line == line:
            return  # only the first error of a line is reported
        prefix = self.text[start : self.position + at]
        self.errors.append(LexicalError(text, line, len(prefix.encode("utf-8", "surrogatepass")) + 1))

    def _replace(self, text: str, instead: str) -> None:
        """Replace the current token."""
        self.mends.append((self.position, self.position + len(text), instead))

    def _advance(self, text: str) -> None:
        breaks = text.count("\n")
        if breaks:
            self.line += breaks
            self.start_of_line = self.position + text.rindex("\n") + 1
        self.position += len(text)

    def _take(self, group: str, text: str) -> None:
        match group:
            case "newline" | "comment" if "\n" in text and self.needs_end:
                self._add(";", "newline")
            case "name":
                self._name(text)
            case "number":
                if not _NUMBER.fullmatch(text):
                    self._report(f"{text} is not a number", 0)
                    self._replace(text, "0")
                self._add("literal", text)
            case "raw":
                self._add("literal", text)
            case "string" | "rune":
                self._quoted(group, text)
                self._add("literal", text)
            case "operator":
                self._add(text, text)
        errors = len(self.errors)
        if not text.isprintable():
            self._control(text)
        if len(self.errors) > errors and group not in {"name", "number", "string", "rune"}:
            self._replace(text, "``" if group == "raw" else "")
        self._advance(text)

    def _name(self, text: str) -> None:
        if not text.isascii():
            for at, char in enumerate(text):
                if not (char == "_" or unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"}):
                    self._report(f"invalid character {char!r} in an identifier", at)
                    self._replace(text, "".join(c if c.isascii() else "X" * len(c.encode()) for c in text))
        self._add(text if text in KEYWORDS else "name", text)

    def _control(self, text: str) -> None:
        for at, char in enumerate(text):
            if char == "\0":
                self._report("invalid NUL character", at)
            elif char == "\ufeff":
                self._report("invalid BOM in the middle of the file", at)
            elif "\udc80" <= char <= "\udcff":
                self._report("invalid UTF-8 encoding", at)

    def _quoted(self, group: str, text: str) -> None:
        """Report errors in a string or rune literal."""
        errors = len(self.errors)
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
        if len(self.errors) > errors:
            self._replace(text, '""')

    def _invalid_character(self, char: str) -> None:
        """A character that begins no token, or an unclosed literal or comment."""
        rest = self.text[self.position :]
        if rest.startswith("/*"):
            self._report("comment not terminated", 0)
            self._replace(rest, "")
            self._advance(rest)
        elif char == "`":
            self._report("string not terminated", 0)
            self._add("literal", "``")
            self._replace(rest, '""' if len(rest) > 1 else "")
            self._advance(rest)
        elif char in "\"'":
            line = rest.split("\n", 1)[0]
            if len(line) == len(rest):
                self._report("string not terminated" if char == '"' else "rune literal not terminated", 0)
            else:
                self._report("newline in string" if char == '"' else "newline in rune literal", len(line))
            self._add("literal", '""')
            self._replace(line, '""' if len(line) > 1 else "0")
            self._advance(line)
        else:
            shown = f"U+{ord(char):04X}" + (f" {char!r}" if char.isprintable() else "")
            self._report("invalid NUL character" if char == "\0" else f"invalid character {shown}", 0)
            self._replace(char, "")
            self._advance(char)
