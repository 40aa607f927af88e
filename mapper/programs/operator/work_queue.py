"""Queues: of objects to reconcile, each at most once at a time, and of the calls that wait for a provider.

Tickets of a pool of providers are served in order of arrival, with one exception. Using a slot for another
configuration restarts its process. So a free slot goes to the first ticket with the configuration of its process. No
ticket is passed over more than `PATIENCE` times.
"""

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct, field

_Key = TypeVar("_Key", bound=Hashable)

FIRST, LONGEST = 1.0, 300.0
"""The delay after the first failure, and the longest, in seconds; each failure doubles it."""
STEPS = 10
"""How many passes over one object may follow each other at once: a finalizer, references, and so on."""
RATE, BURST = 20.0, 100
"""The rate of passes per second over all objects, and the burst after idle time (a token bucket)."""


class WorkQueue(Generic[_Key]):
    """A queue of keys without duplicates. A key that is added while it is processed is queued again afterwards."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, rate: float = RATE, burst: int = BURST) -> None:
        self._clock, self._rate, self._burst = clock, rate, float(burst)
        self._changed = threading.Condition()
        self._due: dict[_Key, float] = {}
        self._heap: list[tuple[float, int, _Key]] = []
        self._order = itertools.count()
        self._busy: set[_Key] = set()
        self._failures: dict[_Key, int] = {}
        self._steps: dict[_Key, int] = {}
        self._tokens, self._filled = float(burst), clock()
        self._closed = False

    def add(self, key: _Key, seconds: float = 0.0) -> None:
        """Queue a key after some seconds; an earlier time that it has already stays."""
        with self._changed:
            due = self._clock() + seconds
            if key not in self._due or due < self._due[key]:
                self._due[key] = due
                heapq.heappush(self._heap, (due, next(self._order), key))
                self._changed.notify()

    def fail(self, key: _Key, rest: float = FIRST) -> float:
        """Queue a key again after a failure; returns the delay in seconds: `rest`, after the first one."""
        with self._changed:
            count = self._failures.get(key, 0)
            self._failures[key] = count + 1
        seconds = float(min(LONGEST, max(rest, FIRST) * 2 ** min(count, 16)))
        self.add(key, seconds)
        return seconds

    def again(self, key: _Key) -> None:
        """Queue a key again at once for its next step. Its failures stay; too many steps in a row are a failure."""
        with self._changed:
            count = self._steps[key] = self._steps.get(key, 0) + 1
        if count > STEPS:
            self.fail(key)
        else:
            self.add(key)

    def forget(self, key: _Key) -> None:
        """Reset the failures of a key, which has come to rest."""
        with self._changed:
            self._failures.pop(key, None)
            self._steps.pop(key, None)

    def take(self) -> _Key | None:
        """Wait for the next key that is due; None when the queue is closed. `done` has to follow."""
        with self._changed:
            while not self._closed:
                wait = self._wait()
                if wait is None or wait > 0:
                    self._changed.wait(wait)
                    continue
                key = self._pop()
                if key is not None:
                    return key
        return None

    def done(self, key: _Key) -> None:
        """End the processing of a key."""
        with self._changed:
            self._busy.discard(key)
            if key in self._due:
                heapq.heappush(self._heap, (self._due[key], next(self._order), key))
            self._changed.notify()

    def close(self) -> None:
        """End all waits; `take` returns None from now on."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        with self._changed:
            return len(self._due)

    def _wait(self) -> float | None:
        """Seconds until the next key may be taken, not above 0 if that is now; None if the queue is empty."""
        while self._heap and (self._due.get(self._heap[0][2]) != self._heap[0][0] or self._heap[0][2] in self._busy):
            heapq.heappop(self._heap)  # outdated entry, or a key in process, which `done` queues again
        if not self._heap:
            return None
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return max(self._heap[0][0] - now, (1 - self._tokens) / self._rate)

    def _pop(self) -> _Key | None:
        _, _, key = heapq.heappop(self._heap)
        del self._due[key]
        self._busy.add(key)
        self._tokens -= 1
        return key


PATIENCE = 4
"""How often a ticket may be passed over in favor of one that needs no restart."""


class ConfigKey(Struct, frozen=True):
    """A configuration of a provider: its identity, such as the uid of its object, and its generation."""

    identity: str
    generation: int = 0


class Ticket(Struct, eq=False):
    """A request in the queue. `slot` is set once it is served, `passed` counts later tickets that were served first."""

    key: ConfigKey
    slot: "Slot | None" = None
    passed: int = 0


class Slot(Struct, eq=False):
    """A place for one process. `key` is the configuration of its process, None without a process."""

    number: int
    key: ConfigKey | None = None
    holder: Ticket | None = None
    used: int = 0


class Slots(Struct):
    """The slots and the queue. Methods return the tickets that they have served, in order."""

    slots: list[Slot]
    queue: list[Ticket] = field(default_factory=list)
    _turn: int = 0

    @classmethod
    def of(cls, size: int) -> "Slots":
        """`size` slots without processes."""
        return cls([Slot(number) for number in range(size)])

    def ask(self, ticket: Ticket) -> list[Ticket]:
        """Add a ticket to the end of the queue."""
        self.queue.append(ticket)
        return self._serve()

    def free(self, slot: Slot) -> list[Ticket]:
        """Release a slot."""
        slot.holder = None
        return self._serve()

    def leave(self, ticket: Ticket) -> list[Ticket]:
        """Remove a ticket that was not served."""
        self.queue.remove(ticket)
        return self._serve()

    def _serve(self) -> list[Ticket]:
        served = []
        while self.queue and (free := [slot for slot in self.slots if slot.holder is None]):
            ticket, slot = self._match(free)
            for other in self.queue[: self.queue.index(ticket)]:
                other.passed += 1
            self.queue.remove(ticket)
            self._turn += 1
            ticket.slot, slot.holder, slot.used = slot, ticket, self._turn
            served.append(ticket)
        return served

    def _match(self, free: list[Slot]) -> tuple[Ticket, Slot]:
        """The next ticket, and its slot."""
        first = self.queue[0]
        if first.passed < PATIENCE and not any(slot.key in (None, first.key) for slot in free):
            for ticket in self.queue[1:]:
                if match := _with_key(free, ticket.key):
                    return ticket, match
        return first, _with_key(free, first.key) or min(free, key=lambda slot: _cost(slot, first.key))


def _with_key(slots: Iterable[Slot], key: ConfigKey) -> Slot | None:
    return next((slot for slot in slots if slot.key == key), None)


def _cost(slot: Slot, key: ConfigKey) -> tuple[int, int]:
    """A sort key of slots to reuse: empty ones, then outdated processes of the same configuration, then others."""
    if slot.key is None:
        return 0, slot.number
    return (1 if slot.key.identity == key.identity else 2), slot.used
