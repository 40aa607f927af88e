"""What can be done with the objects of a system through a program that runs, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from .diagnostics import Problem
from .immutable import dataclass


@dataclass(frozen=True, slots=True)
class Live:
    """A program to be started: its path or its name, which is looked for in `plugin_dirs` too.

    `config` is that of the system, `settings` what the program itself is configured with, and `environment` all that
    it sees of ours. `timeout` is for one call of it, in seconds.
    """

    name: str
    base: Path
    config: Sequence[Path] = ()
    plugin_dirs: Sequence[Path] = ()
    dialect: str | None = None
    settings: Mapping[str, Any] | None = None
    environment: Mapping[str, str] | None = None
    timeout: float = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of an object. `filled` are the values that are filled in, by their paths.

    `later` are the paths whose values are known when it is made. `planned`: it was asked what would come of it.
    """

    name: str
    uri: str
    line: int | None
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    filled: tuple[tuple[str, Any], ...] = ()
    later: tuple[str, ...] = ()
    planned: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """All of them; the `problems` of what is no object; and why nothing is planned, where that is so."""

    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Operating:
    """How objects of a cluster are reconciled. Times are in seconds; `metrics` is a host and a port, or None.

    `kubeconfig` is the file that says where the cluster is, None for the usual ones; `lease` is the namespace and the
    name of what leaders are elected by, None for no election.
    """

    sync: float = 3600.0
    size: int = 5
    workers: int | None = None
    metrics: tuple[str, int] | None = None
    kubeconfig: Path | None = None
    context: str | None = None
    namespace: str | None = None
    lease: tuple[str, str] | None = None
    grace: float = 30.0


class Runner(Protocol):
    """What a system can do through a program."""

    def plan(self, live: Live, texts: Sequence[tuple[str, str]]) -> Answers:
        """Ask about the objects in some texts, each with its name. Raises MappingError."""
        ...

    def operate(self, live: Live, operating: Operating) -> None:
        """Reconcile the objects of a cluster until the process is asked to end. Raises MappingError."""
        ...
