"""The nodes of a parsed template."""

from __future__ import annotations

from msgspec import Struct


class Literal(Struct, frozen=True):
    """A string, a whole number, true, false or nil."""

    value: str | int | bool | None
    offset: int


class Path(Struct, frozen=True):
    """`.A.B`, `$.A` or `$name.A`. `variable` is None for a path from the dot."""

    variable: str | None
    names: tuple[str, ...]
    offset: int


class Call(Struct, frozen=True):
    """A function with arguments, or a value if `arguments` is empty."""

    operand: Operand
    arguments: tuple[Operand, ...]
    offset: int


class Name(Struct, frozen=True):
    """The name of a function."""

    name: str
    offset: int


class Pipeline(Struct, frozen=True):
    """Calls, each with the result of the previous one as its last argument; `variables` are assigned the result."""

    calls: tuple[Call, ...]
    variables: tuple[str, ...]
    declares: bool
    offset: int


Operand = Literal | Path | Name | Pipeline


class Write(Struct, frozen=True):
    """Literal text."""

    text: str


class Output(Struct, frozen=True):
    """A pipeline whose value is written, unless it is assigned."""

    pipeline: Pipeline


class Branch(Struct, frozen=True):
    """`if`, `with` or `range`, with its `else` branch."""

    keyword: str
    pipeline: Pipeline
    body: tuple[Node, ...]
    otherwise: tuple[Node, ...]


Node = Write | Output | Branch


class TemplateError(Exception):
    """A template that cannot be parsed or evaluated. `offset` is a position in its text."""

    def __init__(self, text: str, offset: int) -> None:
        super().__init__(text)
        self.text = text
        self.offset = offset


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, counted from 1."""
    line = source.count("\n", 0, offset) + 1
    return line, offset - (source.rfind("\n", 0, offset) + 1) + 1
