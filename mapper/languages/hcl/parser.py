"""Reads configurations in Terraform's language as plain data: blocks, and literal values.

Anything else, such as a reference, a template or a call, is an `Expression`: its text only.
"""

import re
import sys
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct, field

from mapper.text.numbers import is_finite

_DEEPEST = 100
_MOST_DIGITS = 1000
_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*|//[^\n]*|/\*.*?\*/)
    |(?P<line>\n)
    |(?P<heredoc><<-?(?P<tag>\w+)\n.*?\n[ \t]*(?P=tag)(?=\n|\Z))
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<number>-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
    |(?P<name>[^\W\d][\w-]*)
    |(?P<mark>[^\w\s])""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_TEMPLATE = re.compile(r"(?<!\$)\$\{|(?<!%)%\{")
_WORDS = {"true": True, "false": False, "null": None}
_OPEN, _CLOSE = "([{", ")]}"


class HclError(ValueError):
    """An invalid configuration; `str()` has the reason and the line."""


class Expression(Struct, frozen=True):
    """A value that only Terraform can evaluate."""

    text: str


Value: TypeAlias = "bool | int | float | str | Expression | list[Value] | dict[str, Value] | None"


class Body(Struct, frozen=True):
    """The content of a block: arguments by name, and blocks in order."""

    arguments: dict[str, Value] = field(default_factory=dict)
    blocks: "list[Block]" = field(default_factory=list)


class Block(Struct, frozen=True):
    """A block: its type, its labels and its body."""

    type: str
    labels: tuple[str, ...]
    body: Body


def read_hcl(text: str) -> Body:
    """The content of a file. Raises HclError."""
    reader = _Reader(text)
    body = reader.body(0)
    if reader.kind:
        raise reader.error("there is a brace too many")
    return body


class _Reader:
    """Reads token by token; `kind` and `text` describe the next token; both are empty at the end."""

    def __init__(self, text: str) -> None:
        self._source = text
        self._tokens = self._scan()
        self.kind = self.text = ""
        self._at = 0
        self._next()

    def _scan(self) -> Iterator[tuple[str, str, int]]:
        at = 0
        while at < len(self._source):
            match = _TOKEN.match(self._source, at)
            if match is None:
                self._at = at
                raise self.error(f"{self._source[at]!r} is not expected")
            at = match.end()
            kind = match.lastgroup if match.lastgroup != "tag" else "heredoc"
            if kind != "space":
                yield kind or "", match[0], match.start()

    def _next(self) -> None:
        self.kind, self.text, self._at = next(self._tokens, ("", "", len(self._source)))

    def error(self, text: str) -> HclError:
        """An error at the next token."""
        return HclError(f"line {self._source.count(chr(10), 0, self._at) + 1}: {text}")

    def _skip_lines(self) -> None:
        while self.kind == "line":
            self._next()

    def _take(self, token: str) -> None:
        if self.text != token:
            raise self.error(f"{token} is expected, not {self.text or 'the end'}")
        self._next()

    def body(self, depth: int) -> Body:
        """Arguments and blocks, up to a brace or the end."""
        if depth > _DEEPEST:
            raise self.error("nested too deeply")
        body = Body()
        self._skip_lines()
        while self.kind and self.text != "}":
            if self.kind not in ("name", "string"):
                raise self.error(f"a name is expected, not {self.text}")
            name = self._name()
            if self.text == "=":
                self._next()
                body.arguments[name] = self._expression(depth + 1)
            else:
                body.blocks.append(self._block(name, depth))
            if self.kind not in ("line", "") and self.text != "}":
                raise self.error(f"the end of the line is expected, not {self.text}")
            self._skip_lines()
        return body

    def _name(self) -> str:
        name = _unquoted(self.text) if self.kind == "string" else self.text
        self._next()
        return name

    def _block(self, type_: str, depth: int) -> Block:
        labels = []
        while self.kind in ("name", "string"):
            labels.append(self._name())
        self._take("{")
        body = self.body(depth + 1)
        self._take("}")
        return Block(type_, tuple(labels), body)

    def _expression(self, depth: int) -> Value:
        """A literal value; an `Expression` if an operator or the like follows."""
        start = self._at
        value = self._value(depth)
        if self.kind in ("line", "") or self.text in (",", "]", "}", ":", "="):
            return value
        while self.kind not in ("line", "") and self.text not in (",", *_CLOSE):
            self._skip_part(depth)
        return Expression(self._source[start : self._at].strip())

    def _value(self, depth: int) -> Value:
        if depth > _DEEPEST:
            raise self.error("nested too deeply")
        start, kind, text = self._at, self.kind, self.text
        if text == "[":
            return self._list(depth)
        if text == "{":
            return self._object(depth)
        self._next()
        if kind == "string":
            return Expression(text) if _TEMPLATE.search(text) else _unquoted(text)
        if kind == "number":
            return _number(text)
        if kind == "heredoc":
            return Expression(text)
        if kind == "name" and text in _WORDS:
            return _WORDS[text]
        if kind != "name" and text not in ("(", "-", "!"):
            raise self.error(f"a value is expected, not {text or 'the end'}")
        if text == "(":
            self._skip_to(")", depth)
        return Expression(self._source[start : self._at].strip())

    def _list(self, depth: int) -> Value:
        start = self._at
        self._next()
        self._skip_lines()
        items: list[Value] = []
        if self.text == "for":
            self._skip_to("]", depth)
            return Expression(self._source[start : self._at].strip())
        while self.text != "]":
            items.append(self._expression(depth + 1))
            self._skip_lines()
            if self.text != "]":
                self._take(",")
                self._skip_lines()
        self._next()
        return items

    def _object(self, depth: int) -> Value:
        start = self._at
        self._next()
        self._skip_lines()
        if self.text == "for":
            self._skip_to("}", depth)
            return Expression(self._source[start : self._at].strip())
        members: dict[str, Value] = {}
        while self.text != "}":
            if self.kind not in ("name", "string"):
                raise self.error(f"a key is expected, not {self.text or 'the end'}")
            key = self._name()
            if self.text not in ("=", ":"):
                raise self.error(f"= is expected, not {self.text or 'the end'}")
            self._next()
            members[key] = self._expression(depth + 1)
            if self.text == ",":
                self._next()
            elif self.kind != "line" and self.text != "}":
                raise self.error(f"}} is expected, not {self.text or 'the end'}")
            self._skip_lines()
        self._next()
        return members

    def _skip_part(self, depth: int) -> None:
        """Skip a string, or everything in brackets."""
        text = self.text
        self._next()
        if text in tuple(_OPEN):
            self._skip_to(_CLOSE[_OPEN.index(text)], depth)

    def _skip_to(self, close: str, depth: int) -> None:
        if depth > _DEEPEST:
            raise self.error("nested too deeply")
        while self.text != close:
            if not self.kind:
                raise self.error(f"{close} is expected, not the end")
            if self.text in tuple(_OPEN):
                inner = _CLOSE[_OPEN.index(self.text)]
                self._next()
                self._skip_to(inner, depth + 1)
            else:
                self._next()
        self._next()


def _unquoted(token: str) -> str:
    text = _ESCAPE.sub(lambda match: _unescaped(match[1]), token[1:-1])
    return text.replace("$${", "${").replace("%%{", "%{")


def _unescaped(escape: str) -> str:
    if escape[0] in "uU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return chr(code) if code <= sys.maxunicode else "\ufffd"
    return _ESCAPES.get(escape, escape)


def _number(token: str) -> int | float:
    if token.lstrip("-").isdigit():
        return int(token) if len(token) <= _MOST_DIGITS else 0
    number = float(token)
    return number if is_finite(number) else 0
