"""Signals that end a program, and the processes that it has started."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

BY_SIGNAL = 128
"""The exit code of a program that a signal ended is the signal's number and this, as in a shell."""

_PAUSE = 0.2
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


class Signals:
    """The signals that have come: `first` is the number of the first one, 0 before."""

    def __init__(self) -> None:
        self.first = 0
        self._pending: list[int] = []
        self._receiver: Callable[[int], object] | None = None

    def wait(self) -> None:
        """Wait for a signal, in short pauses: a signal just before an endless wait would be seen after it.

        No lock is held meanwhile, as `take` runs within any line of this, and would wait for it without end.
        """
        while not self.first:
            time.sleep(_PAUSE)

    @contextmanager
    def forward_to(self, receiver: Callable[[int], object]) -> Iterator[None]:
        """Pass each signal to `receiver` until the context ends, first the ones that have come before."""
        self._receiver = receiver
        self._forward()
        try:
            yield
        finally:
            self._receiver = None

    def take(self, number: int) -> None:
        """Note a signal."""
        self.first = self.first or number
        self._pending.append(number)
        self._forward()

    def _forward(self) -> None:
        while self._receiver is not None and self._pending:
            self._receiver(self._pending.pop(0))


@contextmanager
def hold_signals() -> Iterator[Signals]:
    """The signals that come while the context lasts, which end nothing."""
    signals = Signals()
    with _handle_signals(signals.take):
        yield signals


@contextmanager
def exit_on_signal() -> Iterator[None]:
    """A context that the first signal leaves by SystemExit; later signals change nothing."""
    came: list[int] = []

    def leave(number: int) -> None:
        came.append(number)
        if len(came) == 1:
            raise SystemExit(BY_SIGNAL + number)

    with _handle_signals(leave):
        yield


@contextmanager
def _handle_signals(take: Callable[[int], object]) -> Iterator[None]:
    """Pass the signals that would end the program to `take`. Ignored signals stay ignored, as under nohup."""

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
