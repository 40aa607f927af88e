"""The nodes of a parsed template."""

from __future__ import annotations

from mapper.immutable import dataclass


@dataclass(frozen=True, slots=True)
class Literal:
    """A string, a whole number, true, false or nil."""

    value: str | int | bool | None
    offset: int


@dataclass(frozen=True, slots=True)
class Path:
    """`.A.B`, `$.A` or `$name.A`. `variable` is None for a path from the dot."""

    variable: str | None
    names: tuple[str, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function with arguments, or a value if `arguments` is empty."""

    operand: Operand
    arguments: tuple[Operand, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a function."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Calls, each with the result of the previous one as its last argument; `variables` are assigned the result."""

    calls: tuple[Call, ...]
    variables: tuple[str, ...]
    declares: bool
    offset: int


Operand = Literal | Path | Name | Pipeline


@dataclass(frozen=True, slots=True)
class Write:
    """Literal text."""

    text: str


@dataclass(frozen=True, slots=True)
class Output:
    """A pipeline whose value is written, unless it is assigned."""

    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class Branch:
    """`if`, `with` or `range`, with its `else` branch."""

    keyword: str
    pipeline: Pipeline
    body: tuple[Node, ...]
    otherwise: tuple[Node, ...]


Node = Write | Output | Branch
