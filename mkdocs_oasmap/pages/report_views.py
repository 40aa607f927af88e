"""Views of the mapping report: diagnostics by outcome, and the coverage of the API."""

from __future__ import annotations

from mapper.immutable import dataclass

from .views import DiagnosticView, EntryView


@dataclass(frozen=True, slots=True)
class RuleView:
    """The diagnostics with one code, in the order of the report."""

    code: str
    severity: str
    title: str
    consequence: str
    differs_from: str
    diagnostics: tuple[DiagnosticView, ...]
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """The diagnostics with one class of consequences, by code, worst first."""

    key: str
    title: str
    sentence: str
    rules: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True)
class CandidateView:
    """An entity that could be mapped: kind, name, operations by part, and the config to paste."""

    anchor: str
    kind: str
    name: str
    parts: tuple[tuple[str, str], ...]
    config: str


@dataclass(frozen=True, slots=True)
class OperationUse:
    """An operation of the API, and the pages of the entities that use it.

    For an unused operation, `candidates` are its possible uses, or `reason` says why there are none.
    """

    method: str
    path: str
    users: tuple[tuple[str, str], ...]
    candidates: tuple[CandidateView, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReportView:
    """The mapping report. `settlement` are the proposed fixes as one block of the config."""

    severities: tuple[tuple[str, int], ...]
    outcomes: tuple[OutcomeView, ...]
    entities: tuple[EntryView, ...]
    operations: tuple[OperationUse, ...]
    documents: tuple[str, ...]
    candidates: tuple[CandidateView, ...]
    settlement: str = ""

    @property
    def rules(self) -> tuple[RuleView, ...]:
        """The diagnostics of all outcomes, by code."""
        return tuple(rule for outcome in self.outcomes for rule in outcome.rules)

    @property
    def used(self) -> int:
        """The number of operations that entities use."""
        return sum(bool(operation.users) for operation in self.operations)
