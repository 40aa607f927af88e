"""Types that contain themselves by value: Go has no size for them."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules import CYCLE
from .findings import Finding, Findings
from .resolve import ResolvedType
from .types import Reference


def endless(types: dict[Reference, ResolvedType], findings: Findings) -> set[Reference]:
    """The types on such a cycle; each cycle is found once, at its first type as Go says it."""
    on_cycles: set[Reference] = set()
    for start in sorted(types, key=lambda reference: types[reference].spec.name.place):
        if start in on_cycles:
            continue
        cycle = _cycle(start, types)
        if cycle:
            on_cycles.update(cycle)
            first = min((types[one].spec.name for one in cycle), key=lambda name: name.place)
            names = " contains ".join(one.name for one in [*cycle, start])
            findings.append(Finding(CYCLE, names, first.place, "a pointer ends the recursion"))
    return on_cycles


def _cycle(start: Reference, types: dict[Reference, ResolvedType]) -> list[Reference]:
    """A way from a type back to itself, empty if there is none."""
    path, seen = [start], {start}
    stack = [iter(list(_contained(types[start])))]
    while stack:
        following = next(stack[-1], None)
        if following is None:
            stack.pop()
            path.pop()
        elif following == start:
            return path
        elif following in types and following not in seen:
            seen.add(following)
            path.append(following)
            stack.append(iter(list(_contained(types[following]))))
    return []


def _contained(resolved: ResolvedType) -> Iterator[Reference]:
    """The types that a type holds by value."""
    if isinstance(resolved.type, Reference):
        yield resolved.type
    for one in resolved.members or ():
        if isinstance(one.type, Reference):
            yield one.type
