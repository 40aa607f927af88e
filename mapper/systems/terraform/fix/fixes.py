"""The fixes that diagnostics propose: selects the fixes of one round, or formats all as one block.

An ignored attribute stays lost, so an ignore is only a fix where nobody needs the attribute. It is never one for a
required property, a body, or a reference that cannot be followed.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from msgspec import Struct

from mapper.report.diagnostic import Diagnostic, Severity, losses
from mapper.report.entity_kind import EntityRef

from ..identifiers import free
from ..rules import GO_COLLISION, GO_NAME, UNRESOLVED
from .edit import add_entries
from .plan import POLICIES, Plan, Way, flat

IGNORES = "ignores"
ALIASES = "aliases"
IS_DIAGNOSTIC = re.compile(r"[A-Z]+[0-9]+: ")
"""The beginning of a comment that has the words of a diagnostic."""

Needed = Callable[[EntityRef, str], bool]
"""Whether a body of an entity requires the property at a path of source names, as `ignores` writes it."""


class Fix(Struct, frozen=True):
    """The config entries that a diagnostic proposes.

    `policies` fix it for all entities, `values` for its own attribute, as in a plan; either may be empty.
    """

    diagnostic: Diagnostic
    policies: dict[str, Any]
    values: dict[Way, Any]


def fix_of(diagnostic: Diagnostic, needed: Needed = lambda *_: False) -> Fix | None:
    """The fix of a diagnostic; None if it has none. Of alternatives, the first of each kind that hides nothing."""
    if diagnostic.proposal is None:
        return None
    policies: dict[str, Any] = {}
    values: dict[Way, Any] = {}
    for alternative in diagnostic.proposal.entries:
        if alternative.keys() == {POLICIES}:
            policies = policies or alternative[POLICIES]
        elif not values and not _hides(diagnostic, own := dict(flat(alternative)), needed):
            values = own
    return Fix(diagnostic, policies, values)


def fixes_of(diagnostics: Iterable[Diagnostic], needed: Needed = lambda *_: False) -> list[Fix]:
    """The fixes of diagnostics, in order."""
    return [fix for diagnostic in diagnostics if (fix := fix_of(diagnostic, needed))]


def _hides(diagnostic: Diagnostic, ways: Iterable[Way], needed: Needed) -> bool:
    """Whether entries ignore what must not be ignored."""
    for way in ways:
        if way[-2:] == ("request", "ignore"):
            return True
        if way[-2] == IGNORES:
            entity = diagnostic.entity
            return diagnostic.rule is UNRESOLVED or (entity is not None and needed(entity, way[-1]))
    return False


def policies_of(fixes: Iterable[Fix], refused: Collection[Way] = ()) -> Plan:
    """The proposed policies with the number of diagnostics that each fixes; of two values, the more effective one."""
    fixed: dict[tuple[str, Any], list[Diagnostic]] = {}
    for fix in fixes:
        for name, value in fix.policies.items():
            if (POLICIES, name) not in refused:
                fixed.setdefault((name, value), []).append(fix.diagnostic)
    chosen: dict[Way, Any] = {}
    comments: dict[Way, str] = {}
    for (name, value), diagnostics in sorted(fixed.items(), key=lambda entry: -len(entry[1])):
        if (POLICIES, name) not in chosen:
            chosen[POLICIES, name] = value
            rules = sorted({diagnostic.rule for diagnostic in diagnostics}, key=lambda rule: rule.code)
            codes = ", ".join(rule.code for rule in rules)
            about = f": {rules[0].title}" if len(rules) == 1 else ""
            comments[POLICIES, name] = f"fixes {len(diagnostics):,} of {codes}{about}"
    return Plan(chosen, comments)


def chosen(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes of one round: one for each attribute, the most severe diagnostic first.

    Below an attribute that is ignored, nothing else is proposed. Of two names that are the same in Go, neither is
    changed while another name in the entity is, which may be enough. Fixes for a whole body are all chosen, since
    other attributes may come of them.
    """
    fixes_of_round: list[Fix] = []
    done: dict[EntityRef | None, set[str]] = {}
    ordered = [fix for fix in fixes if fix.values]
    ordered.sort(key=lambda fix: (fix.diagnostic.severity is not Severity.ERROR, fix.diagnostic.path.count(".")))
    renamed = {fix.diagnostic.entity for fix in ordered if fix.diagnostic.rule is GO_NAME}
    for fix in ordered:
        paths = done.setdefault(fix.diagnostic.entity, set())
        way = fix.diagnostic.path.split(".") if fix.diagnostic.path else []
        if any(".".join(way[: end + 1]) in paths for end in range(len(way))):
            continue
        if fix.diagnostic.rule is GO_COLLISION and fix.diagnostic.entity in renamed:
            continue
        if way:
            paths.add(fix.diagnostic.path)
        fixes_of_round.append(fix)
    return fixes_of_round


def entries_of(fixes: Iterable[Fix], plan: Plan = Plan()) -> Plan:  # noqa: B008
    """The entries that fixes add together to a plan, each with the words of its diagnostic. Aliases of one object
    differ: three names that become one are proposed the same alias twice.
    """
    values: dict[Way, Any] = {}
    comments: dict[Way, str] = {}
    taken: dict[Way, set[str]] = {}
    for way, value in plan.values.items():
        if way[-2:-1] == (ALIASES,):
            taken.setdefault(_object(way), set()).add(value)
    for fix in fixes:
        for way, value in fix.values.items():
            values[way] = value
            if way[-2:-1] == (ALIASES,):
                beside = taken.setdefault(_object(way), set())
                values[way] = free(value, beside)
                beside.add(values[way])
            comments[way] = f"{fix.diagnostic.code}: {fix.diagnostic.text}"
    return Plan(values, comments)


def _object(way: Way) -> Way:
    """What tells the object whose property an alias renames from others."""
    return (*way[:-1], way[-1].rpartition(".")[0])


def settlement(diagnostics: Iterable[Diagnostic]) -> str:
    """The proposed fixes as one block of YAML, policies first; empty if there are none.

    An entry is left out if a policy fixes the same diagnostic.
    """
    fixes = fixes_of(losses(diagnostics))
    plan = policies_of(fixes).adding(entries_of(chosen(fix for fix in fixes if not fix.policies)))
    return add_entries("", plan.entries, plan.comments)[0] if plan.values else ""
