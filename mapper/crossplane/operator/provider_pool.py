"""A pool of provider processes: each serves one reconcile at a time, and is started on first use.

A process is configured once, with credentials: it is used for that configuration only, and for no later generation of
it. A lease lasts for a whole pass.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from ...tfplugin.errors import PluginError
from .work_queue import ConfigKey, Slot, Slots, Ticket

_log = logging.getLogger("oasmap.pool")

THRESHOLD = 10.0
"""The wait for a slot, in seconds, after which it is logged."""


class PoolState(Struct, frozen=True):
    """A pool at one point in time: slots, those with a process, those in use, and passes that wait for one.

    The totals count processes that were started, that failed to start, and that were found dead; leases; waits, and
    their time in seconds.
    """

    size: int
    started: int
    in_use: int
    waiting: int
    starts_total: int = 0
    start_failures_total: int = 0
    replaced_total: int = 0
    borrowed_total: int = 0
    waits_total: int = 0
    waited_seconds_total: float = 0.0


class PoolStopped(Exception):
    """The pool is stopped and gives no more leases."""


class PoolTimeout(Exception):
    """No slot became free in time."""


class Worker(Protocol):
    """What a pool needs of a provider."""

    def is_alive(self) -> bool:
        """Whether the process still runs and can be used."""
        ...

    def stop(self) -> str:
        """Ask the provider to abort the call in progress."""
        ...

    def close(self) -> None:
        """End the process."""
        ...


_Worker = TypeVar("_Worker", bound=Worker)
_Made_co = TypeVar("_Made_co", bound=Worker, covariant=True)


class Initializer(Protocol[_Made_co]):
    """Starts and configures the provider of a configuration."""

    def initialize(self, key: ConfigKey) -> _Made_co:
        """Returns a configured provider. Raises PluginError, or another error that says why there is none."""
        ...


class _Lease(Struct, Generic[_Worker], frozen=True):
    resource: str
    worker: _Worker | None = None


class ProviderPool(Generic[_Worker]):
    """A pool of at most `size` providers. All methods may be called from any thread."""

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
        self._stopped = False
        self._starts = self._failures = self._replaced = self._borrowed = self._waits = 0
        self._waited = 0.0

    @contextmanager
    def lease(self, key: ConfigKey, resource: str, seconds: float | None = None) -> Iterator[_Worker]:
        """Lease a provider with this configuration for one pass over a resource.

        Waits for a free slot, at most `seconds`. Raises PoolStopped, PoolTimeout, and the errors of the initializer;
        the slot is free again then. A provider that is dead when it is returned is discarded.
        """
        slot = self._borrow(key, resource, seconds)
        try:
            worker = self._worker(slot, key)
            yield worker
        finally:
            self._return(slot)

    def state(self) -> PoolState:
        """A snapshot of the pool."""
        with self._changed:
            return PoolState(
                len(self._slots.slots), len(self._workers), len(self._leases), len(self._slots.queue), self._starts,
                self._failures, self._replaced, self._borrowed, self._waits, self._waited,
            )  # fmt: skip

    def stop(self, seconds: float = 30.0) -> None:
        """Give no more leases, ask providers to abort their calls, and end all of them.

        Leases have to be returned within `seconds`; then their providers are ended, too. With 0 seconds,
        providers are ended without asking.
        """
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
            busy = [lease.worker for lease in self._leases.values() if lease.worker is not None]
        for worker in busy if seconds > 0 else ():
            with suppress(PluginError):  # a provider that does not respond is ended below
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
            started = self._clock()
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
                self._waited += self._clock() - started
            slot = ticket.slot
            assert slot is not None  # noqa: S101 - it was waited for
            self._borrowed += 1
            self._leases[slot] = _Lease(resource)
            return slot

    def _await(self, ticket: Ticket, resource: str, seconds: float | None) -> None:
        """Wait until a ticket is served. A long wait is logged, and its end, too."""
        started = time.monotonic()
        first = self._threshold if seconds is None else min(self._threshold, seconds)
        if not self._changed.wait_for(lambda: self._stopped or ticket.slot is not None, first):
            if seconds is None or seconds > first:
                holders = ", ".join(lease.resource for lease in self._leases.values())
                _log.warning("%s has waited %.1f s for a provider; in use by: %s", resource, first, holders)
            left = None if seconds is None else max(0.0, seconds - (time.monotonic() - started))
            if not self._changed.wait_for(lambda: self._stopped or ticket.slot is not None, left):
                raise PoolTimeout(f"no provider was free within {seconds:g} seconds")
            _log.info("%s got a provider after %.1f s", resource, time.monotonic() - started)
        if self._stopped:
            raise PoolStopped("the pool is stopped")

    def _worker(self, slot: Slot, key: ConfigKey) -> _Worker:
        """The provider in a slot of this thread; started anew if it has another configuration or is dead."""
        with self._changed:
            worker = self._workers.get(slot)
            if worker is not None and slot.key == key and worker.is_alive():
                self._leases[slot] = _Lease(self._leases[slot].resource, worker)
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
            self._leases[slot] = _Lease(self._leases[slot].resource, worker)
            if self._stopped:
                raise PoolStopped("the pool is stopped")
        return worker

    def _discard(self, slot: Slot) -> None:
        """End the provider in a slot, if there is one."""
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
