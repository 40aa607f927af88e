"""What a template consists of, once it is read."""

from __future__ import annotations

from mapper.immutable import dataclass


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, a whole number, true, false or nil."""

    value: str | int | bool | None
    offset: int


@dataclass(frozen=True, slots=True)
class Path:
    """`.A.B`, `$.A` or `$name.A`. `variable` is None for what starts at the dot."""

    variable: str | None
    names: tuple[str, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments, or a value alone, where `arguments` is empty."""

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
    """Calls, each of which gets what the one before returns as its last argument; `variables` get the result."""

    calls: tuple[Call, ...]
    variables: tuple[str, ...]
    declares: bool
    offset: int


Operand = Literal | Path | Name | Pipeline


@dataclass(frozen=True, slots=True)
class Write:
    """A text that is written as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Output:
    """A pipeline whose value is written, unless it goes to a variable."""

    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class Branch:
    """`if`, `with` or `range`, and what is evaluated otherwise."""

    keyword: str
    pipeline: Pipeline
    body: tuple[Node, ...]
    otherwise: tuple[Node, ...]


Node = Write | Output | Branch
