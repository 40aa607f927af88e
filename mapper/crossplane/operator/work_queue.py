"""The queue of objects to reconcile: each at most once at a time, with growing delays after failures."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

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
        """Queue a key again after a failure; returns the delay in seconds. `rest` is that of the first failure."""
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
        """Seconds until the next key may be taken; None if the queue is empty."""
        while self._heap and (self._due.get(self._heap[0][2]) != self._heap[0][0] or self._heap[0][2] in self._busy):
            heapq.heappop(self._heap)  # outdated entry, or a key in process, which `done` queues again
        if not self._heap:
            return None
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return max(self._heap[0][0] - now, (1 - self._tokens) / self._rate if self._tokens < 1 else 0.0)

    def _pop(self) -> _Key | None:
        _, _, key = heapq.heappop(self._heap)
        del self._due[key]
        self._busy.add(key)
        self._tokens -= 1
        return key
