"""Signals that end a program: they end what it has begun, too."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

BY_SIGNAL = 128
"""The exit code of what ended by a signal is its number and this, as in a shell."""

_PAUSE = 0.2
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


class Ending:
    """The signals that have come: `first` is the number of the first one, 0 before."""

    def __init__(self) -> None:
        self.first = 0
        self._came = threading.Event()
        self._left: list[int] = []
        self._act: Callable[[int], object] | None = None

    def wait(self) -> None:
        """Wait for a signal, again and again: one just before an endless call would be seen after it."""
        while not self._came.wait(_PAUSE):
            pass

    @contextmanager
    def handing_on(self, act: Callable[[int], object]) -> Iterator[None]:
        """Let `act` have each signal until the context ends, those that have come before as well."""
        self._act = act
        self._hand_on()
        try:
            yield
        finally:
            self._act = None

    def take(self, number: int) -> None:
        """Note a signal."""
        self.first = self.first or number
        self._left.append(number)
        self._came.set()
        self._hand_on()

    def _hand_on(self) -> None:
        while self._act is not None and self._left:
            self._act(self._left.pop(0))


@contextmanager
def kept() -> Iterator[Ending]:
    """Signals, which end nothing as long as the context lasts."""
    ending = Ending()
    with _handling(ending.take):
        yield ending


@contextmanager
def unwinding() -> Iterator[None]:
    """The first signal leaves the context by SystemExit, which ends whatever was begun in it; others change nothing."""
    came: list[int] = []

    def leave(number: int) -> None:
        came.append(number)
        if len(came) == 1:
            raise SystemExit(BY_SIGNAL + number)

    with _handling(leave):
        yield


@contextmanager
def _handling(take: Callable[[int], object]) -> Iterator[None]:
    """Let `take` have the signals that would end the program; those that it ignores stay ignored, as under nohup."""

    def handle(number: int, _frame: FrameType | None) -> None:
        take(number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    handled = [number for number in numbers if before[number] not in (None, signal.SIG_IGN)]
    for number in handled:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, before[number])
