"""Skeletons of the code that keeps existing states usable after a breaking change.

A framework provider migrates the state of a resource with a `StateUpgrader`, and the state of a renamed resource with
`MoveState`, which a `moved` block in a configuration triggers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...review.changes import Change, Skeleton
from ...review.rules import Affected, ChangeSeverity
from ...text.display import visible, visible_lines
from .. import kinds

UPGRADER = "state upgrader"
MOVED = "moved block"
_RENAMED = ("entity-renamed", "entity-rename-suspected")


def upgrades(changes: Iterable[Change], provider: str) -> Iterator[Skeleton]:
    """A skeleton for each resource whose existing states do not fit the new schema."""
    by_resource: dict[str, list[Change]] = {}
    for change in changes:
        if change.kind is not kinds.RESOURCE or not change.counts or change.severity is not ChangeSeverity.BREAKING:
            continue
        if change.rule.id in _RENAMED:
            yield Skeleton(MOVED, change.entity, "terraform", _moved(change, provider))
        elif change.path and Affected.STATE in change.audiences:
            by_resource.setdefault(change.entity, []).append(change)
    for name, resource_changes in by_resource.items():
        yield Skeleton(UPGRADER, name, "go", _upgrader(name, resource_changes))


def _moved(change: Change, provider: str) -> str:
    old, new = (f"{provider}_{name}" for name in (change.old_entity, change.entity))
    lines = ["# needs MoveState in the provider, for Terraform 1.8 and later", "moved {", f"  from = {old}.example"]
    return visible_lines("\n".join([*lines, f"  to   = {new}.example", "}"]))


def _upgrader(name: str, changes: list[Change]) -> str:
    receiver = "".join(part[:1].upper() + part[1:] for part in name.split("_")) or "Thing"
    lines = [
        "// Raise the Version of the schema by one; 0 stands for the version until now.",
        f"func (r *{receiver[:1].lower()}{receiver[1:]}Resource) UpgradeState("
        "ctx context.Context) map[int64]resource.StateUpgrader {",
        "\treturn map[int64]resource.StateUpgrader{",
        "\t\t0: {",
        "\t\t\t// PriorSchema: the schema until now",
        "\t\t\tStateUpgrader: func("
        "ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {",
        *(f"\t\t\t\t// {_line(change)}" for change in changes),
        "\t\t\t},",
        "\t\t},",
        "\t}",
        "}",
    ]
    return "\n".join(lines)


def _line(change: Change) -> str:
    path = change.old_path or change.path
    shown = path if path == change.path else f"{path} -> {change.path}"
    return visible(" ".join(f"{shown}: {change.text}".split()))
