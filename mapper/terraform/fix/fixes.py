"""The fixes that diagnostics propose: selects those of one round, or formats all of them as one block.

What is ignored stays lost, so an ignore is only a fix where nobody needs the attribute: never for a required property,
a body, or a reference that cannot be followed.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import reduce
from operator import getitem
from typing import Any

from msgspec import Struct

from ...entity_kind import EntityRef
from ...report.diagnostic import Diagnostic, Severity, losses
from ..identifiers import free
from ..rules import GO_COLLISION, GO_NAME, UNRESOLVED
from .edit import add_entries
from .plan import POLICIES, Plan, Way, copied, merge

IGNORES = "ignores"
ALIASES = "aliases"
IS_DIAGNOSTIC = re.compile(r"[A-Z]+[0-9]+: ")
"""The beginning of a comment that has the words of a diagnostic."""

Needed = Callable[[EntityRef, str], bool]
"""Whether a body of an entity requires the property at a path of source names, as `ignores` writes it."""


class Fix(Struct, frozen=True):
    """The config entries that a diagnostic proposes.

    `policies` fix it for all entities, `entries` for its own attribute; either may be empty.
    """

    diagnostic: Diagnostic
    policies: dict[str, Any]
    entries: dict[str, Any]


def fix_of(diagnostic: Diagnostic, needed: Needed = lambda *_: False) -> Fix | None:
    """The fix of a diagnostic; None if it has none. Of alternatives, the first of each kind that hides nothing."""
    if diagnostic.proposal is None:
        return None
    policies: dict[str, Any] = {}
    entries: dict[str, Any] = {}
    for alternative in diagnostic.proposal.entries:
        if alternative.keys() == {POLICIES}:
            policies = policies or alternative[POLICIES]
        elif not entries and not _hides(diagnostic, alternative, needed):
            entries = alternative
    return Fix(diagnostic, policies, entries)


def fixes_of(diagnostics: Iterable[Diagnostic], needed: Needed = lambda *_: False) -> list[Fix]:
    """The fixes of diagnostics, in order."""
    return [fix for diagnostic in diagnostics if (fix := fix_of(diagnostic, needed))]


def _hides(diagnostic: Diagnostic, entries: dict[str, Any], needed: Needed) -> bool:
    """Whether entries ignore what must not be ignored."""
    for way in ways_of(entries):
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
    chosen: dict[str, Any] = {}
    comments: dict[Way, str] = {}
    for (name, value), diagnostics in sorted(fixed.items(), key=lambda entry: -len(entry[1])):
        if name not in chosen:
            chosen[name] = value
            rules = sorted({diagnostic.rule for diagnostic in diagnostics}, key=lambda rule: rule.code)
            codes = ", ".join(rule.code for rule in rules)
            about = f": {rules[0].title}" if len(rules) == 1 else ""
            comments[POLICIES, name] = f"fixes {len(diagnostics):,} of {codes}{about}"
    return Plan({POLICIES: chosen} if chosen else {}, comments)


def chosen(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes of one round: one for each attribute, the most severe diagnostic first.

    Below an attribute that is ignored, nothing else is proposed. Of two names that are the same in Go, neither is
    changed while another name in the entity is, which may be enough. Fixes for a whole body are all chosen, since
    other attributes may come of them.
    """
    found: list[Fix] = []
    done: dict[EntityRef | None, set[str]] = {}
    ordered = [fix for fix in fixes if fix.entries]
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
        found.append(fix)
    return found


def entries_of(fixes: Iterable[Fix], plan: Plan = Plan()) -> Plan:  # noqa: B008
    """The entries that fixes add together to a plan, each with the words of its diagnostic."""
    entries: dict[str, Any] = {}
    comments: dict[Way, str] = {}
    taken: dict[Way, set[str]] = {}
    for way in ways_of(plan.entries):
        if way[-2:-1] == (ALIASES,):
            taken.setdefault(_object(way), set()).add(plan.at(way))
    for fix in fixes:
        merge(entries, _told_apart(fix.entries, taken))
        comments |= dict.fromkeys(ways_of(fix.entries), f"{fix.diagnostic.code}: {fix.diagnostic.text}")
    return Plan(entries, comments)


def _told_apart(entries: dict[str, Any], taken: dict[Way, set[str]]) -> dict[str, Any]:
    """The entries with aliases that no other one of the same object in this round has: three names that become one
    are proposed the same alias twice.
    """
    found: dict[str, Any] = copied(entries)
    for way in ways_of(entries):
        if way[-2:-1] == (ALIASES,):
            beside = taken.setdefault(_object(way), set())
            holder = reduce(getitem, way[:-1], found)
            holder[way[-1]] = free(holder[way[-1]], beside)
            beside.add(holder[way[-1]])
    return found


def _object(way: Way) -> Way:
    """What tells the object whose property an alias renames from others."""
    return (*way[:-1], way[-1].rpartition(".")[0])


def settlement(diagnostics: Iterable[Diagnostic]) -> str:
    """The proposed fixes as one block of YAML, policies first; empty if there are none.

    An entry is left out if a policy fixes the same diagnostic.
    """
    fixes = fixes_of(losses(diagnostics))
    plan = policies_of(fixes).adding(entries_of(chosen(fix for fix in fixes if not fix.policies)))
    return add_entries("", plan.entries, plan.comments)[0] if plan.entries else ""


def ways_of(value: Any, way: Way = ()) -> Iterator[Way]:
    """The keys that lead to each entry of nested mappings; the last may be an item of a list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ways_of(inner, (*way, key))
    elif isinstance(value, list):
        yield from ((*way, item) for item in value)
    else:
        yield way
