"""The fixes that diagnostics propose: selects those of one round, or formats all of them as one block."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from ...entity_kind import EntityRef
from ...report.diagnostic import Diagnostic, Severity, losses
from .edit import add_entries

_POLICIES = "policies"


class Fix(Struct, frozen=True):
    """The config entries that a diagnostic proposes.

    `policies` fix it for all entities, `entries` for its own attribute; either may be empty.
    """

    diagnostic: Diagnostic
    policies: dict[str, Any]
    entries: dict[str, Any]


def fix_of(diagnostic: Diagnostic) -> Fix | None:
    """The fix of a diagnostic; None if it has none. Of alternatives, the first of each kind is used."""
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
    """The fixes of diagnostics, in order."""
    return [fix for diagnostic in diagnostics if (fix := fix_of(diagnostic))]


def policies_of(fixes: Iterable[Fix]) -> tuple[dict[str, Any], dict[tuple[str, ...], str]]:
    """The proposed policies, and comments on the number of diagnostics that each fixes; of two values, the more
    effective one.
    """
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
    """The fixes of one round: one for each attribute, the most severe diagnostic first.

    Below an attribute that is ignored, nothing else is proposed. Fixes for a whole body are all chosen, since
    other attributes may come of them.
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
    """The proposed fixes as one block of YAML, policies first; empty if there are none.

    An entry is left out if a policy fixes the same diagnostic.
    """
    fixes = fixes_of(losses(diagnostics))
    entries, comments = policies_of(fixes)
    merge(entries, entries_of(chosen(fix for fix in fixes if not fix.policies)))
    return add_entries("", entries, comments)[0] if entries else ""


def merged(entries: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
    """Entries with others; what is there already stays."""
    found: dict[str, Any] = _copied(entries)
    _merge(found, added, dict.setdefault)
    return found


def updated(entries: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
    """Entries with others, which count where both have a single value."""
    found: dict[str, Any] = _copied(entries)
    _merge(found, added, dict.__setitem__)
    return found


def without(entries: dict[str, Any], refused: Iterable[tuple[str, ...]]) -> dict[str, Any]:
    """Entries without the `refused` ones, each given by its keys; the last one may be an item of a list."""
    kept: dict[str, Any] = _copied(entries)
    for way in refused:
        _remove(kept, way)
    return kept


def _remove(entries: Any, way: tuple[str, ...]) -> None:
    """Remove an entry, and its parents that become empty."""
    if isinstance(entries, list):
        if len(way) == 1 and way[0] in entries:
            entries.remove(way[0])
    elif isinstance(entries, dict) and way[0] in entries:
        if len(way) > 1:
            _remove(entries[way[0]], way[1:])
        if len(way) == 1 or entries[way[0]] in ({}, []):
            del entries[way[0]]


def merge(target: dict[str, Any], added: dict[str, Any]) -> None:
    """Merge entries into `target`: mappings key by key, lists item by item; existing values are kept."""
    _merge(target, added, dict.setdefault)


def _merge(target: dict[str, Any], added: dict[str, Any], put: Callable[[dict[str, Any], str, Any], object]) -> None:
    """As `merge`; `put` decides which of two single values counts."""
    for key, value in added.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            _merge(target[key], value, put)
        elif isinstance(value, list) and isinstance(target.get(key), list):
            target[key] += [item for item in value if item not in target[key]]
        else:
            put(target, key, _copied(value))


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(entry) for key, entry in value.items()}
    return list(value) if isinstance(value, list) else value
