"""Finds types that contain themselves by value, which are invalid in Go: their size would be infinite."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules import CYCLE
from .findings import Finding, Findings
from .resolve import ResolvedType
from .types import Reference


def endless(types: dict[Reference, ResolvedType], findings: Findings) -> set[Reference]:
    """The types on such cycles. Each cycle is reported once, at the type where Go reports it."""
    on_cycles: set[Reference] = set()
    done: set[Reference] = set()
    for start in sorted(types, key=lambda reference: types[reference].spec.name.place):
        if start in done:
            continue
        path = {start: None}
        stack = [_contained(types[start])]
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
                done.add(path.popitem()[0])
            elif following in path:
                _report(list(path), following, types, on_cycles, findings)
            elif following in types and following not in done:
                path[following] = None
                stack.append(_contained(types[following]))
    return on_cycles


def _report(
    path: list[Reference],
    first: Reference,
    types: dict[Reference, ResolvedType],
    on_cycles: set[Reference],
    findings: Findings,
) -> None:
    cycle = path[path.index(first) :]
    if on_cycles.isdisjoint(cycle):
        names = [types[one].spec.name for one in cycle]
        start = names.index(min(names, key=lambda name: name.place))
        ordered = [*names[start:], *names[:start], names[start]]
        text = " contains ".join(name.text for name in ordered)
        findings.append(Finding(CYCLE, text, ordered[0].place, "a pointer ends the recursion"))
    on_cycles.update(cycle)


def _contained(resolved: ResolvedType) -> Iterator[Reference]:
    """The types that a type contains by value."""
    if isinstance(resolved.type, Reference):
        yield resolved.type
    for one in resolved.members or ():
        if isinstance(one.type, Reference):
            yield one.type
