"""Limits on the size of a model. The largest that AWS publishes reaches a fifth of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from typing import Protocol

from ..inputs import Node, problem_at
from ..model import Purpose
from ..report.diagnostic import MappingError

MOST_MEMBERS = 20_000
"""Members of one structure."""

MOST_IN_MODEL = 50_000
"""Members of all structures of a model."""

MOST_IN_OPERATIONS = 100_000
"""Members of all inputs and outputs, each structure as often as an operation uses it."""


class LimitedShape(Protocol):
    """The part of a model's type that is needed here."""

    name: str
    node: Node

    @property
    def members(self) -> Sized: ...


class LimitedOperation(Protocol):
    """The part of an operation that is needed here."""

    node: Node

    @property
    def input(self) -> LimitedShape: ...
    @property
    def output(self) -> LimitedShape: ...


class LimitedKind(Protocol):
    """The part of a Kind that is needed here."""

    @property
    def operations(self) -> Mapping[Purpose, LimitedOperation]: ...


def check_model(shapes: Iterable[LimitedShape], operations: Iterable[LimitedOperation]) -> None:
    """Raises MappingError for a model that is too large, at the structure or operation that exceeds the limit."""
    total = 0
    for shape in shapes:
        count = len(shape.members)
        total += count
        if count > MOST_MEMBERS:
            text = f"shape {shape.name!r} has {count:,} members, and {MOST_MEMBERS:,} are the most that are read"
            raise MappingError(problem_at(text, shape.node))
        if total > MOST_IN_MODEL:
            text = f"the structures of the model have more than {MOST_IN_MODEL:,} members together"
            raise MappingError(problem_at(text, shape.node))
    _check_payloads(operations, "")


def check_kinds(kinds: Iterable[LimitedKind]) -> None:
    """Raises MappingError if the Kinds of the config together are too large."""
    _check_payloads((o for kind in kinds for o in kind.operations.values()), "; leave Kinds out with ignore")


def _check_payloads(operations: Iterable[LimitedOperation], hint: str) -> None:
    total = 0
    for operation in operations:
        total += len(operation.input.members) + len(operation.output.members)
        if total > MOST_IN_OPERATIONS:
            text = f"operations take and give more than {MOST_IN_OPERATIONS:,} members together{hint}"
            raise MappingError(problem_at(text, operation.node))
