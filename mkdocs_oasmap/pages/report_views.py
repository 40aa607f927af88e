"""The mapping report, as pages show it: diagnostics by what became of the output, and what of the API is mapped."""

from __future__ import annotations

from mapper.immutable import dataclass

from .views import DiagnosticView, EntryView


@dataclass(frozen=True, slots=True)
class RuleView:
    """All diagnostics of one code, in the order of the report. `differs_from`: the tool that writes something else."""

    code: str
    severity: str
    title: str
    consequence: str
    differs_from: str
    diagnostics: tuple[DiagnosticView, ...]
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """Diagnostics of one class of consequences, by code, the worst first."""

    key: str
    title: str
    sentence: str
    rules: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True)
class CandidateView:
    """What could be mapped: kind and name, the operations by part, and the config to paste."""

    anchor: str
    kind: str
    name: str
    parts: tuple[tuple[str, str], ...]
    config: str


@dataclass(frozen=True, slots=True)
class OperationUse:
    """An operation of the API and the pages of the entities that use it.

    Where there are none: `candidates` are what it could be used for, `reason` says why there are none of these.
    """

    method: str
    path: str
    users: tuple[tuple[str, str], ...]
    candidates: tuple[CandidateView, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReportView:
    """The mapping report. `settlement` is what the diagnostics propose, as one block of the config."""

    severities: tuple[tuple[str, int], ...]
    outcomes: tuple[OutcomeView, ...]
    entities: tuple[EntryView, ...]
    operations: tuple[OperationUse, ...]
    documents: tuple[str, ...]
    candidates: tuple[CandidateView, ...]
    settlement: str = ""

    @property
    def rules(self) -> tuple[RuleView, ...]:
        """The diagnostics of all classes, by code."""
        return tuple(rule for outcome in self.outcomes for rule in outcome.rules)

    @property
    def used(self) -> int:
        """The number of operations that something uses."""
        return sum(bool(operation.users) for operation in self.operations)
