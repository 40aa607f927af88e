"""A pool of provider processes: each serves one reconcile at a time, and is started on first use.

A process is configured once, with credentials: it is used for that configuration only, and for no later generation of
it. A lease lasts for a whole pass.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from msgspec import Struct

from mapper.languages.tfplugin.errors import PluginError
from mapper.programs.provider_process.provider import Provider

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


class _Lease(Struct, frozen=True):
    resource: str
    provider: Provider | None = None


class ProviderPool:
    """A pool of at most `size` providers, which `initialize` makes for their keys. Its methods are thread-safe."""

    def __init__(
        self,
        size: int,
        initialize: Callable[[Any], Provider],
        threshold: float = THRESHOLD,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if size < 1:
            raise ValueError("a pool has one slot at least")
        self._slots = Slots.of(size)
        self._initialize = initialize
        self._threshold, self._clock = threshold, clock
        self._changed = threading.Condition()
        self._providers: dict[Slot, Provider] = {}
        self._leases: dict[Slot, _Lease] = {}
        self._stopped = False
        self._starts = self._failures = self._replaced = self._borrowed = self._waits = 0
        self._waited = 0.0

    @contextmanager
    def lease(self, key: ConfigKey, resource: str) -> Iterator[Provider]:
        """Lease a provider with this configuration for one pass over a resource.

        Waits for a free slot. Raises PoolStopped, and the errors of `initialize`; the slot is free again then. A
        provider that is dead when it is returned is discarded.
        """
        slot = self._borrow(key, resource)
        try:
            provider = self._provider(slot, key)
            yield provider
        finally:
            self._return(slot)

    def state(self) -> PoolState:
        """A snapshot of the pool."""
        with self._changed:
            return PoolState(
                len(self._slots.slots),
                len(self._providers),
                len(self._leases),
                len(self._slots.queue),
                self._starts,
                self._failures,
                self._replaced,
                borrowed_total=self._borrowed,
                waits_total=self._waits,
                waited_seconds_total=self._waited,
            )

    def stop(self, seconds: float = 30.0) -> None:
        """Give no more leases, ask providers to abort their calls, and end all of them.

        Leases have to be returned within `seconds`; then their providers are ended, too. With 0 seconds,
        providers are ended without asking.
        """
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
            busy = [lease.provider for lease in self._leases.values() if lease.provider is not None]
        for provider in busy if seconds > 0 else ():
            with suppress(PluginError):  # a provider that does not respond is ended below
                provider.stop()
        deadline = time.monotonic() + seconds
        with self._changed:
            self._changed.wait_for(lambda: not self._leases, max(0.0, deadline - time.monotonic()))
            providers = list(self._providers.values())
            self._providers.clear()
        for provider in providers:
            provider.close()

    def _borrow(self, key: ConfigKey, resource: str) -> Slot:
        ticket = Ticket(key)
        with self._changed:
            if self._stopped:
                raise PoolStopped("the pool is stopped")
            started = self._clock()
            self._slots.ask(ticket)
            try:
                if ticket.slot is None:
                    self._waits += 1
                    self._await(ticket, resource)
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

    def _await(self, ticket: Ticket, resource: str) -> None:
        """Wait until a ticket is served. A long wait is logged, and its end, too."""
        started = time.monotonic()
        if not self._changed.wait_for(lambda: self._stopped or ticket.slot is not None, self._threshold):
            holders = ", ".join(lease.resource for lease in self._leases.values())
            _log.warning("%s has waited %.1f s for a provider; in use by: %s", resource, self._threshold, holders)
            self._changed.wait_for(lambda: self._stopped or ticket.slot is not None)
            _log.info("%s got a provider after %.1f s", resource, time.monotonic() - started)
        if self._stopped:
            raise PoolStopped("the pool is stopped")

    def _provider(self, slot: Slot, key: ConfigKey) -> Provider:
        """The provider in a slot of this thread; started anew if it has another configuration or is dead."""
        with self._changed:
            provider = self._providers.get(slot)
            if provider is not None and slot.key == key and provider.is_alive():
                self._leases[slot] = _Lease(self._leases[slot].resource, provider)
                return provider
            self._replaced += provider is not None and slot.key == key
        self._discard(slot)
        try:
            provider = self._initialize(key)
        except BaseException:
            with self._changed:
                self._failures += 1
            raise
        with self._changed:
            self._starts += 1
            slot.key, self._providers[slot] = key, provider
            self._leases[slot] = _Lease(self._leases[slot].resource, provider)
            if self._stopped:
                raise PoolStopped("the pool is stopped")
        return provider

    def _discard(self, slot: Slot) -> None:
        """End the provider in a slot, if there is one."""
        with self._changed:
            provider, slot.key = self._providers.pop(slot, None), None
        if provider is not None:
            provider.close()

    def _return(self, slot: Slot) -> None:
        with self._changed:
            provider = self._providers.get(slot)
            is_stopped = self._stopped
        if provider is not None and (is_stopped or not provider.is_alive()):
            self._discard(slot)
        with self._changed:
            del self._leases[slot]
            self._slots.free(slot)
            self._changed.notify_all()
