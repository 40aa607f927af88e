"""The interface of systems that run a program for their objects: to plan changes, and to reconcile a cluster."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from ..report.diagnostic import Problem


class ProviderOptions(Struct, frozen=True):
    """How a provider's program is started: its path or its name, which is also looked up in `folders`.

    `config` is the config of the system, `settings` the configuration of the program, and `environment` all environment
    variables that the program gets. `timeout` is for one call of the program, in seconds.
    """

    name: str
    base: Path
    config: Sequence[Path] = ()
    folders: Sequence[Path] = ()
    dialect: str | None = None
    settings: Mapping[str, Any] | None = None
    environment: Mapping[str, str] | None = None
    timeout: float = 120.0


class PlanResult(Struct, frozen=True):
    """What the program says of one object. `filled` are the values that the program fills in, by path.

    `later` are the paths whose values are known after creation. `planned`: the program was asked for a plan.
    """

    name: str
    uri: str
    line: int | None
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    filled: tuple[tuple[str, Any], ...] = ()
    later: tuple[str, ...] = ()
    planned: bool = False


class PlanResults(Struct, frozen=True):
    """The results of all objects. `problems` are of texts that are no object; `note` says why nothing was planned."""

    results: tuple[PlanResult, ...]
    problems: tuple[Problem, ...] = ()
    note: str = ""


class OperatorOptions(Struct, frozen=True):
    """How objects of a cluster are reconciled. Times are in seconds; `metrics` is a host and a port, or None.

    `kubeconfig` is the file that names the cluster, None for the default files. `lease` is namespace and name of the
    lease for leader election, None for no election. `step` is entered, with a text, around work that may take long.
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
    step: Callable[[str], AbstractContextManager[object]] = nullcontext


class Runner(Protocol):
    """What a system can do by running a program."""

    def plan(self, options: ProviderOptions, texts: Sequence[tuple[str, str]]) -> PlanResults:
        """Ask the program about the objects in some texts; `texts` are pairs of name and text. Raises MappingError."""
        ...

    def operate(self, options: ProviderOptions, operator_options: OperatorOptions) -> None:
        """Reconcile the objects of a cluster until the process gets a signal to end. Raises MappingError."""
        ...
