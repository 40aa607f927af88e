"""A pool of processes of providers: each is used by one reconcile at a time, and started when it is first wanted.

A process is configured once, with credentials: it is used for that configuration only, and for no later generation of
it. Whoever borrows one has it for a whole pass.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, Protocol, TypeVar

from ...immutable import dataclass
from ...tfplugin.errors import PluginError
from .pool_state import LeaseState, PoolState
from .slots import ConfigKey, Slot, Slots, Ticket

_log = logging.getLogger("oasmap.pool")

THRESHOLD = 10.0
"""After how many seconds of waiting for a slot that is logged."""


class PoolStopped(Exception):
    """The pool gives no more leases."""


class PoolTimeout(Exception):
    """There was no free slot in time."""


class Worker(Protocol):
    """What a pool has to know of a provider."""

    @property
    def calling(self) -> str:
        """The call that is under way; empty where there is none."""
        ...

    def is_alive(self) -> bool:
        """Whether it can be used."""
        ...

    def stop(self) -> str:
        """Ask it to give up what it is doing."""
        ...

    def close(self) -> None:
        """End it."""
        ...


_Worker = TypeVar("_Worker", bound=Worker)
_Made_co = TypeVar("_Made_co", bound=Worker, covariant=True)


class Initializer(Protocol[_Made_co]):
    """Starts the provider of a configuration, and configures it."""

    def initialize(self, key: ConfigKey) -> _Made_co:
        """A provider that is ready. Raises PluginError, or whatever says why there is none."""
        ...


@dataclass(frozen=True, slots=True)
class _Lease(Generic[_Worker]):
    resource: str
    since: float
    worker: _Worker | None = None


class ProviderPool(Generic[_Worker]):
    """So many slots at most. All methods may be called from any thread."""

    def __init__(
        self,
        size: int,
        initializer: Initializer[_Worker],
        threshold: float = THRESHOLD,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if size < 1:
            raise ValueError("a pool has one slot at least")
        self._slots = Slots.of(size)
        self._initializer = initializer
        self._threshold, self._clock = threshold, clock
        self._changed = threading.Condition()
        self._workers: dict[Slot, _Worker] = {}
        self._leases: dict[Slot, _Lease[_Worker]] = {}
        self._since: dict[Ticket, float] = {}
        self._stopped = False
        self._starts = self._failures = self._replaced = self._borrowed = self._waits = 0
        self._waited = 0.0

    @contextmanager
    def lease(self, key: ConfigKey, resource: str, seconds: float | None = None) -> Iterator[_Worker]:
        """A provider of a configuration, for one pass over a resource.

        Waits for a free slot, at most so many `seconds`. Raises PoolStopped, PoolTimeout, and what the initializer
        raises: then the slot is free again. A provider that is not alive when it comes back is ended.
        """
        slot = self._borrow(key, resource, seconds)
        try:
            worker = self._worker(slot, key)
            yield worker
        finally:
            self._return(slot)

    def state(self) -> PoolState:
        """What it is doing."""
        with self._changed:
            now = self._clock()
            waits = [now - self._since[ticket] for ticket in self._slots.queue]
            leases = tuple(
                LeaseState(slot.number, own.resource, now - own.since, own.worker.calling if own.worker else "start")
                for slot, own in sorted(self._leases.items(), key=lambda item: item[0].number)
            )
            return PoolState(
                len(self._slots.slots), len(self._workers), len(leases), len(waits), max(waits, default=0.0), leases,
                self._starts, self._failures, self._replaced, self._borrowed, self._waits, self._waited,
            )  # fmt: skip

    def stop(self, seconds: float = 30.0) -> None:
        """Give no more leases, ask providers to give up what they do, and end all of them.

        Whoever has a lease has so many seconds to give it back; then his provider is ended, too. Without any
        time, nobody is asked.
        """
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
            busy = [own.worker for own in self._leases.values() if own.worker is not None]
        for worker in busy if seconds > 0 else ():
            with suppress(PluginError):  # one that does not answer is ended below
                worker.stop()
        deadline = time.monotonic() + seconds
        with self._changed:
            self._changed.wait_for(lambda: not self._leases, max(0.0, deadline - time.monotonic()))
            workers = list(self._workers.values())
            self._workers.clear()
        for worker in workers:
            worker.close()

    def _borrow(self, key: ConfigKey, resource: str, seconds: float | None) -> Slot:
        ticket = Ticket(key)
        with self._changed:
            if self._stopped:
                raise PoolStopped("the pool is stopped")
            asked = self._since[ticket] = self._clock()
            self._slots.ask(ticket)
            try:
                if ticket.slot is None:
                    self._waits += 1
                    self._await(ticket, resource, seconds)
            except BaseException:
                if ticket.slot is None:
                    self._slots.leave(ticket)
                else:
                    self._slots.free(ticket.slot)
                self._changed.notify_all()
                raise
            finally:
                self._waited += self._clock() - asked
                del self._since[ticket]
            slot = ticket.slot
            assert slot is not None  # noqa: S101 - it was waited for
            self._borrowed += 1
            self._leases[slot] = _Lease(resource, self._clock())
            return slot

    def _await(self, ticket: Ticket, resource: str, seconds: float | None) -> None:
        """Wait until a ticket is served; the wait is logged when it is long, and when it is over."""
        started = time.monotonic()
        first = self._threshold if seconds is None else min(self._threshold, seconds)
        if not self._changed.wait_for(lambda: self._stopped or ticket.slot is not None, first):
            if seconds is None or seconds > first:
                holders = ", ".join(own.resource for own in self._leases.values())
                _log.warning("%s has waited %.1f s for a provider; in use by: %s", resource, first, holders)
            left = None if seconds is None else max(0.0, seconds - (time.monotonic() - started))
            if not self._changed.wait_for(lambda: self._stopped or ticket.slot is not None, left):
                raise PoolTimeout(f"no provider was free within {seconds:g} seconds")
            _log.info("%s got a provider after %.1f s", resource, time.monotonic() - started)
        if self._stopped:
            raise PoolStopped("the pool is stopped")

    def _worker(self, slot: Slot, key: ConfigKey) -> _Worker:
        """The provider of a slot that this thread has; started where there is none for this configuration."""
        with self._changed:
            worker = self._workers.get(slot)
            if worker is not None and slot.key == key and worker.is_alive():
                self._leases[slot] = _Lease(self._leases[slot].resource, self._leases[slot].since, worker)
                return worker
            self._replaced += worker is not None and slot.key == key
        self._discard(slot)
        try:
            worker = self._initializer.initialize(key)
        except BaseException:
            with self._changed:
                self._failures += 1
            raise
        with self._changed:
            self._starts += 1
            slot.key, self._workers[slot] = key, worker
            self._leases[slot] = _Lease(self._leases[slot].resource, self._leases[slot].since, worker)
            if self._stopped:
                raise PoolStopped("the pool is stopped")
        return worker

    def _discard(self, slot: Slot) -> None:
        """End the provider of a slot, if it has one."""
        with self._changed:
            worker, slot.key = self._workers.pop(slot, None), None
        if worker is not None:
            worker.close()

    def _return(self, slot: Slot) -> None:
        with self._changed:
            worker = self._workers.get(slot)
            is_stopped = self._stopped
        if worker is not None and (is_stopped or not worker.is_alive()):
            self._discard(slot)
        with self._changed:
            del self._leases[slot]
            self._slots.free(slot)
            self._changed.notify_all()
