"""The mapping report: diagnostics by outcome, and the coverage of the API."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct

from mapper.model import Candidate, Candidates, EntityRef, Supply
from mapper.model import Mapping as ApiMapping
from mapper.registry import system_named
from mapper.report.diagnostic import OUTCOMES, Diagnostic, Severity

from .source_places import Places
from .views import DiagnosticView, EntryView

Shower = Callable[[Diagnostic], DiagnosticView]


def report_view(
    mapping: ApiMapping,
    candidates: Candidates,
    entries: Iterable[EntryView],
    keys: Mapping[EntityRef, str],
    settlement: str,
    show: Shower,
    name: Callable[[EntityRef], str] = str,
) -> ReportView:
    """The diagnostics by outcome, worst first, and the coverage of the API.

    `keys` are the page keys of entities, `name` returns the name of an entity.
    """
    views = [_candidate(candidate, number) for number, candidate in enumerate(candidates.entities, 1)]
    uses: dict[tuple[str, str], list[CandidateView]] = {}
    for candidate, view in zip(candidates.entities, views, strict=True):
        for operation in candidate.parts.values():
            uses.setdefault(operation, []).append(view)
    arguments = [a for entity in mapping.entities for operation in entity.operations for a in operation.arguments]
    return ReportView(
        tuple((str(s), sum(d.severity is s for d in mapping.diagnostics)) for s in Severity),
        tuple(_outcomes(mapping.diagnostics, show, system_named(mapping.system).showing.reference_tool)),
        tuple(entries),
        tuple(
            OperationUse(
                operation[0].upper(),
                operation[1],
                tuple((name(user), keys.get(user, "")) for user in users),
                () if users else tuple(uses.get(operation, ())),
                "" if users else candidates.reasons.get(operation, ""),
            )
            for operation, users in mapping.coverage.operations.items()
        ),
        tuple(document.uri for document in mapping.documents),
        tuple(views),
        settlement,
        arguments=len(arguments),
        unfilled=sum(argument.supply is Supply.MISSING for argument in arguments),
    )


def candidate_anchors(candidates: Candidates) -> dict[tuple[str, str], str]:
    """Operation -> the anchor in the report with its possible use."""
    anchors: dict[tuple[str, str], str] = {}
    for number, candidate in enumerate(candidates.entities, 1):
        for operation in candidate.parts.values():
            anchors.setdefault(operation, _anchor(number))
    return anchors


def _outcomes(diagnostics: Iterable[Diagnostic], show: Shower, tool: str) -> Iterator[OutcomeView]:
    by_rule: dict[tuple[Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        by_rule.setdefault((diagnostic.severity, diagnostic.code), []).append(diagnostic)
    order = list(Severity)
    sorted_rules = sorted(by_rule.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    for outcome in OUTCOMES:
        rules = tuple(_rule(key[0], same, show, tool) for key, same in sorted_rules if same[0].rule.outcome is outcome)
        if rules:
            yield OutcomeView(f"outcome-{outcome.key}", outcome.title, outcome.sentence, rules)


def _rule(severity: Severity, diagnostics: Sequence[Diagnostic], show: Shower, tool: str) -> RuleView:
    rule = diagnostics[0].rule
    differs_from = tool if any(diagnostic.differs for diagnostic in diagnostics) else ""
    return RuleView(
        rule.code, str(severity), rule.title, rule.consequence, differs_from, tuple(map(show, diagnostics)), rule.remedy
    )


def _candidate(candidate: Candidate, number: int) -> CandidateView:
    parts = tuple((part, f"{method.upper()} {path}") for part, (method, path) in candidate.parts.items())
    return CandidateView(_anchor(number), str(candidate.kind), candidate.name, parts, candidate.config)


def _anchor(number: int) -> str:
    return f"candidate-{number}"


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


class ReportPart(Struct, frozen=True):
    """Entries of a list of the report that is too long for its page, from number `first` on. `kind` is the macro that
    writes them, `anchor` the heading of the list in the report.
    """

    key: str
    kind: str
    title: str
    anchor: str
    entries: tuple[Any, ...]
    first: int

    @property
    def range(self) -> str:
        """The numbers of the first and the last entry."""
        return f"{self.first:,} – {self.first + len(self.entries) - 1:,}"


_MOST_IN_PART, _MOST_OF_DIAGNOSTICS, _MOST_OF_LIST = 3_000, 1_500, 700
"""The maximum number of HTML elements of a part, of all diagnostics on the page of the report, and of another list
there: a page has a budget of 5,000."""

_DIAGNOSTIC, _FIX, _ENTITY, _OPERATION, _CANDIDATE, _LENGTH = 8, 40, 14, 8, 80, 55
"""The number of HTML elements of an entry, and the average number of characters of an element."""


def report_parts(view: ReportView) -> Iterator[ReportPart]:
    """The parts of the lists that are too long for the page of the report."""
    left = _MOST_OF_DIAGNOSTICS
    for rule in sorted(view.rules, key=lambda rule: len(rule.diagnostics)):
        costs = [_cost(diagnostic) for diagnostic in rule.diagnostics]
        left -= sum(costs)
        if left < 0:
            yield from _split_entries(
                "notes", f"{rule.title} ({rule.code})", f"{rule.code}-{rule.severity}", rule.diagnostics, costs
            )
    unused = tuple(operation for operation in view.operations if not operation.users)
    used = tuple(operation for operation in view.operations if operation.users)
    lists: tuple[tuple[str, str, tuple[Any, ...], int], ...] = (
        ("entities", "Properties", view.entities, _ENTITY),
        ("unused", "Operations that nothing uses", unused, _OPERATION),
        ("used", "Operations in use", used, _OPERATION),
        ("candidates", "Candidates", view.candidates, _CANDIDATE),
    )
    for kind, title, entries, cost in lists:
        if len(entries) * cost > _MOST_OF_LIST:
            yield from _split_entries(kind, title, f"coverage-{kind}", entries, [cost] * len(entries))


def _cost(diagnostic: DiagnosticView) -> int:
    """The number of HTML elements of a diagnostic, or what as much text counts for."""
    written = 250 + 2 * len(diagnostic.path) + len(diagnostic.text)
    return max(_FIX if diagnostic.fix else _DIAGNOSTIC, written // _LENGTH)


def _split_entries(
    kind: str, title: str, anchor: str, entries: Sequence[Any], costs: Sequence[int]
) -> Iterator[ReportPart]:
    numbers = [cost // _MOST_IN_PART for cost in accumulate(costs)]
    for number in range(numbers[-1] + 1):
        first, end = bisect_left(numbers, number), bisect_right(numbers, number)
        key = f"report/{anchor}" + (f"-{number + 1}" if number else "")
        yield ReportPart(key, kind, title, anchor, tuple(entries[first:end]), first + 1)


class ReportView(Struct, frozen=True):
    """The mapping report. `settlement` are the proposed fixes as one block of the config. `arguments` is the number of
    values that calls need, `unfilled` of those that nothing fills.
    """

    severities: tuple[tuple[str, int], ...]
    outcomes: tuple[OutcomeView, ...]
    entities: tuple[EntryView, ...]
    operations: tuple[OperationUse, ...]
    documents: tuple[str, ...]
    candidates: tuple[CandidateView, ...]
    settlement: str = ""
    arguments: int = 0
    unfilled: int = 0

    @property
    def rules(self) -> tuple[RuleView, ...]:
        """The diagnostics of all outcomes, by code."""
        return tuple(rule for outcome in self.outcomes for rule in outcome.rules)

    @property
    def used(self) -> int:
        """The number of operations that entities use."""
        return sum(bool(operation.users) for operation in self.operations)


def diagnostic_view(diagnostic: Diagnostic, entity: str, row: tuple[str | None, str], places: Places) -> DiagnosticView:
    """A diagnostic with its next step: the fix, or what the rule says. `row`: the page and anchor of its row."""
    rule = diagnostic.rule
    page, anchor = row
    return DiagnosticView(
        diagnostic.code,
        str(diagnostic.severity),
        rule.title,
        entity,
        diagnostic.path,
        diagnostic.text,
        rule.consequence if diagnostic.fix else " ".join(filter(None, (rule.consequence, rule.remedy))),
        fix=diagnostic.fix,
        place=places.of(diagnostic.location) if diagnostic.location else None,
        page=page,
        anchor=anchor,
    )
