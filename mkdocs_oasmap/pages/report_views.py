"""Views of the mapping report: diagnostics by outcome, and the coverage of the API."""

from __future__ import annotations

from msgspec import Struct

from .views import DiagnosticView, EntryView


class RuleView(Struct, frozen=True):
    """The diagnostics with one code, in the order of the report."""

    code: str
    severity: str
    title: str
    consequence: str
    differs_from: str
    diagnostics: tuple[DiagnosticView, ...]
    remedy: str = ""


class OutcomeView(Struct, frozen=True):
    """The diagnostics with one class of consequences, by code, worst first."""

    key: str
    title: str
    sentence: str
    rules: tuple[RuleView, ...]


class CandidateView(Struct, frozen=True):
    """An entity that could be mapped: kind, name, operations by part, and the config to paste."""

    anchor: str
    kind: str
    name: str
    parts: tuple[tuple[str, str], ...]
    config: str


class OperationUse(Struct, frozen=True):
    """An operation of the API, and the pages of the entities that use it.

    For an unused operation, `candidates` are its possible uses, or `reason` says why there are none.
    """

    method: str
    path: str
    users: tuple[tuple[str, str], ...]
    candidates: tuple[CandidateView, ...] = ()
    reason: str = ""


class ReportView(Struct, frozen=True):
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
