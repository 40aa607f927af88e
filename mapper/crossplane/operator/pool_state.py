"""A snapshot of a provider pool, as JSON and in the text format of Prometheus."""

from __future__ import annotations

import json
from collections.abc import Iterator

from msgspec import Struct, to_builtins


class LeaseState(Struct, frozen=True):
    """A leased slot: the resource, the age of the lease in seconds, and the provider call in progress."""

    slot: int
    resource: str
    since: float
    call: str = ""


class PoolState(Struct, frozen=True):
    """A pool at one point in time. Waits are in seconds; `longest_wait` is the longest among current waits.

    `starts`, `failures`, `replaced` count processes that were started, that failed to start, and that were found dead.
    `waits`, `waited`: the number of all waits, and their total time.
    """

    size: int
    started: int
    in_use: int
    waiting: int
    longest_wait: float
    leases: tuple[LeaseState, ...] = ()
    starts: int = 0
    failures: int = 0
    replaced: int = 0
    borrowed: int = 0
    waits: int = 0
    waited: float = 0.0

    def as_json(self) -> str:
        """One JSON object, with the names of the fields."""
        return json.dumps(to_builtins(self), ensure_ascii=False)

    def as_metrics(self) -> str:
        """The text format of Prometheus."""
        return "".join(self._metrics())

    def _metrics(self) -> Iterator[str]:
        for name, kind, text in _METRICS:
            yield f"# HELP oasmap_pool_{name} {text}\n# TYPE oasmap_pool_{name} {kind}\n"
            yield f"oasmap_pool_{name} {_number(getattr(self, _FIELDS.get(name, name)))}\n"
        yield "# HELP oasmap_pool_lease_seconds For how long a slot is in use.\n"
        yield "# TYPE oasmap_pool_lease_seconds gauge\n"
        for lease in self.leases:
            labels = f'slot="{lease.slot}",resource="{_escaped(lease.resource)}",call="{_escaped(lease.call)}"'
            yield f"oasmap_pool_lease_seconds{{{labels}}} {_number(lease.since)}\n"


_METRICS = (
    ("size", "gauge", "Slots of the pool."),
    ("started", "gauge", "Slots with a process of a provider."),
    ("in_use", "gauge", "Slots that are in use."),
    ("waiting", "gauge", "Reconciles that wait for a slot."),
    ("longest_wait_seconds", "gauge", "The longest wait of those."),
    ("borrowed_total", "counter", "Leases that were given."),
    ("starts_total", "counter", "Processes that were started."),
    ("start_failures_total", "counter", "Processes that could not be started."),
    ("replaced_total", "counter", "Processes that had ended by themselves."),
    ("waits_total", "counter", "Leases that had to be waited for."),
    ("waited_seconds_total", "counter", "The time of all waits."),
)
_FIELDS = {
    "longest_wait_seconds": "longest_wait",
    "borrowed_total": "borrowed",
    "starts_total": "starts",
    "start_failures_total": "failures",
    "replaced_total": "replaced",
    "waits_total": "waits",
    "waited_seconds_total": "waited",
}


def _number(value: float) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
