"""What diagnostics propose: what of it goes into one round, and all of it as one block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...diagnostics import Diagnostic, Severity, losses
from ...immutable import dataclass
from ...kinds import EntityRef
from .edit import add_entries

_POLICIES = "policies"


@dataclass(frozen=True, slots=True)
class Fix:
    """The entries that a diagnostic proposes, from the root of the config on.

    `policies` are those that settle it for all entities, `entries` what settles it alone; either may be empty.
    """

    diagnostic: Diagnostic
    policies: dict[str, Any]
    entries: dict[str, Any]


def fix_of(diagnostic: Diagnostic) -> Fix | None:
    """What a diagnostic proposes; None where it proposes nothing. Of alternatives, the first of a kind counts."""
    if diagnostic.proposal is None:
        return None
    policies: dict[str, Any] = {}
    entries: dict[str, Any] = {}
    for alternative in diagnostic.proposal.entries:
        if alternative.keys() == {_POLICIES}:
            policies = policies or alternative[_POLICIES]
        else:
            entries = entries or alternative
    return Fix(diagnostic, policies, entries)


def fixes_of(diagnostics: Iterable[Diagnostic]) -> list[Fix]:
    """What diagnostics propose, in their order."""
    return [fix for diagnostic in diagnostics if (fix := fix_of(diagnostic))]


def policies_of(fixes: Iterable[Fix]) -> tuple[dict[str, Any], dict[tuple[str, ...], str]]:
    """The policies that fixes propose, and how many diagnostics each settles; of two values, what settles more."""
    settled: dict[tuple[str, Any], list[Diagnostic]] = {}
    for fix in fixes:
        for name, value in fix.policies.items():
            settled.setdefault((name, value), []).append(fix.diagnostic)
    chosen: dict[str, Any] = {}
    comments: dict[tuple[str, ...], str] = {}
    for (name, value), diagnostics in sorted(settled.items(), key=lambda entry: -len(entry[1])):
        if name not in chosen:
            chosen[name] = value
            codes = ", ".join(sorted({diagnostic.code for diagnostic in diagnostics}))
            comments[_POLICIES, name] = f"settles {len(diagnostics):,} of {codes}"
    return ({_POLICIES: chosen} if chosen else {}), comments


def chosen(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes of one round: one for each attribute, that of the worst diagnostic.

    What is left out takes what is below it along, so nothing is proposed there. What is said of a whole body comes
    first: other attributes may come of it.
    """
    found: list[Fix] = []
    done: dict[EntityRef | None, set[str]] = {}
    ordered = [fix for fix in fixes if fix.entries]
    ordered.sort(key=lambda fix: (fix.diagnostic.severity is not Severity.ERROR, fix.diagnostic.path.count(".")))
    for fix in ordered:
        paths = done.setdefault(fix.diagnostic.entity, set())
        way = fix.diagnostic.path.split(".") if fix.diagnostic.path else []
        if any(".".join(way[: end + 1]) in paths for end in range(len(way))):
            continue
        if way:
            paths.add(fix.diagnostic.path)
        found.append(fix)
    return found


def entries_of(fixes: Iterable[Fix]) -> dict[str, Any]:
    """The entries that fixes add together."""
    entries: dict[str, Any] = {}
    for fix in fixes:
        merge(entries, fix.entries)
    return entries


def settlement(diagnostics: Iterable[Diagnostic]) -> str:
    """What diagnostics propose as one block of YAML, policies first; empty where they propose nothing.

    What a policy settles is in no other entry.
    """
    fixes = fixes_of(losses(diagnostics))
    entries, comments = policies_of(fixes)
    merge(entries, entries_of(chosen(fix for fix in fixes if not fix.policies)))
    return add_entries("", entries, comments)[0] if entries else ""


def merged(entries: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
    """Entries with others; what is there already stays."""
    found: dict[str, Any] = _copied(entries)
    merge(found, added)
    return found


def updated(entries: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
    """Entries with others, which count where both have a single value."""
    found: dict[str, Any] = _copied(entries)
    _update(found, added)
    return found


def _update(target: dict[str, Any], added: dict[str, Any]) -> None:
    for key, value in added.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            _update(target[key], value)
        elif isinstance(value, list) and isinstance(target.get(key), list):
            target[key] += [item for item in value if item not in target[key]]
        else:
            target[key] = _copied(value)


def without(entries: dict[str, Any], refused: Iterable[tuple[str, ...]]) -> dict[str, Any]:
    """Entries without those that `refused` leads to: keys, of which the last may be an item of a list."""
    kept: dict[str, Any] = _copied(entries)
    for way in refused:
        _remove(kept, way)
    return kept


def _remove(entries: Any, way: tuple[str, ...]) -> None:
    """Take an entry away, and what is empty without it."""
    if isinstance(entries, list):
        if len(way) == 1 and way[0] in entries:
            entries.remove(way[0])
    elif isinstance(entries, dict) and way[0] in entries:
        if len(way) > 1:
            _remove(entries[way[0]], way[1:])
        if len(way) == 1 or entries[way[0]] in ({}, []):
            del entries[way[0]]


def merge(target: dict[str, Any], added: dict[str, Any]) -> None:
    """Merge entries into others: mappings key by key, lists item by item; what is there already stays."""
    for key, value in added.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            merge(target[key], value)
        elif isinstance(value, list) and isinstance(target.get(key), list):
            target[key] += [item for item in value if item not in target[key]]
        else:
            target.setdefault(key, _copied(value))


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(entry) for key, entry in value.items()}
    return list(value) if isinstance(value, list) else value
