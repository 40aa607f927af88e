"""Which objects are to be looked at, and when: each once at a time, with patience for those that fail."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)

FIRST, LONGEST = 1.0, 300.0
"""How long an object waits after its first failure, and at most, in seconds; it is twice as long each time."""
RATE, BURST = 20.0, 100
"""How many passes are begun in a second, over all objects, and how many at once after a rest."""


class WorkQueue(Generic[_Key]):
    """Keys of objects. One that is added while it is looked at comes again afterwards; none is in it twice."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, rate: float = RATE, burst: int = BURST) -> None:
        self._clock, self._rate, self._burst = clock, rate, float(burst)
        self._changed = threading.Condition()
        self._due: dict[_Key, float] = {}
        self._heap: list[tuple[float, int, _Key]] = []
        self._order = itertools.count()
        self._busy: set[_Key] = set()
        self._failures: dict[_Key, int] = {}
        self._tokens, self._filled = float(burst), clock()
        self._closed = False

    def add(self, key: _Key, seconds: float = 0.0) -> None:
        """Have an object looked at after some seconds, or sooner if that was asked for."""
        with self._changed:
            due = self._clock() + seconds
            if key not in self._due or due < self._due[key]:
                self._due[key] = due
                heapq.heappush(self._heap, (due, next(self._order), key))
                self._changed.notify()

    def fail(self, key: _Key) -> float:
        """Have an object looked at again that failed; after how many seconds."""
        with self._changed:
            count = self._failures.get(key, 0)
            self._failures[key] = count + 1
        seconds = float(min(LONGEST, FIRST * 2 ** min(count, 16)))
        self.add(key, seconds)
        return seconds

    def forget(self, key: _Key) -> None:
        """It did not fail."""
        with self._changed:
            self._failures.pop(key, None)

    def take(self) -> _Key | None:
        """The next that is due, which is waited for; None when the queue is closed. `done` has to follow."""
        with self._changed:
            while not self._closed:
                wait = self._wait()
                if wait is None or wait > 0:
                    self._changed.wait(wait)
                    continue
                found = self._pop()
                if found is not None:
                    return found
        return None

    def done(self, key: _Key) -> None:
        """It has been looked at."""
        with self._changed:
            self._busy.discard(key)
            if key in self._due:
                heapq.heappush(self._heap, (self._due[key], next(self._order), key))
            self._changed.notify()

    def close(self) -> None:
        """Give nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        with self._changed:
            return len(self._due)

    def _wait(self) -> float | None:
        """How long until something is due and may be begun; None where nothing is in the queue."""
        while self._heap and (self._due.get(self._heap[0][2]) != self._heap[0][0] or self._heap[0][2] in self._busy):
            heapq.heappop(self._heap)  # it was asked for sooner, or comes back when it is done
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
