"""Signals are noted, passed on to what is to end first, and end a program once."""

import os
import signal
from collections.abc import Callable
from typing import Any, ClassVar, cast

import pytest

from mapper.programs.trial import command
from mapper.programs.trial.signals import BY_SIGNAL, Signals, exit_on_signal, hold_signals


def handler() -> Callable[[int, Any], object]:
    """What a signal to end calls at the moment."""
    return cast("Callable[[int, Any], object]", signal.getsignal(signal.SIGTERM))


def test_signals_are_passed_on_in_their_order_and_the_first_is_kept() -> None:
    signals, received = Signals(), list[int]()
    assert not signals.first
    signals.take(15)
    signals.take(2)
    with signals.forward_to(received.append):
        assert received == [15, 2]
        signals.take(1)
        assert received == [15, 2, 1]
    signals.take(9)
    assert received == [15, 2, 1]
    with signals.forward_to(received.append):
        assert received == [15, 2, 1, 9]
    assert signals.first == 15
    signals.wait()


def test_a_signal_while_signals_are_held_ends_nothing() -> None:
    before = handler()
    with hold_signals() as signals:
        handler()(signal.SIGTERM, None)
        assert signals.first == signal.SIGTERM
    assert handler() is before


def test_the_first_signal_exits_and_later_ones_change_nothing() -> None:
    before = handler()
    with exit_on_signal():
        ends = handler()
        with pytest.raises(SystemExit) as caught:
            ends(signal.SIGTERM, None)
        assert caught.value.code == BY_SIGNAL + signal.SIGTERM
        ends(signal.SIGTERM, None)
    assert handler() is before


class Child:
    """A command that only notes which signals it gets; the first `fails` of them find no process."""

    pid = 7

    def __init__(self, fails: int = 0) -> None:
        self.got: list[tuple[str, int]] = []
        self.fails = fails

    def send_signal(self, number: int) -> None:
        self.note("process", number)

    def note(self, what: str, number: int) -> None:
        self.got.append((what, number))
        if len(self.got) <= self.fails:
            raise ProcessLookupError


class Clock:
    """A timer that is started and cancelled, and never ends by itself."""

    daemon = False
    made: ClassVar[list["Clock"]] = []

    def __init__(self, seconds: float, act: Callable[..., None], arguments: tuple[int]) -> None:
        self.seconds, self.act, self.arguments, self.said = seconds, act, arguments, ["made"]
        self.made.append(self)

    def start(self) -> None:
        self.said.append("started")

    def cancel(self) -> None:
        self.said.append("cancelled")


@pytest.mark.parametrize("alone", [False, True])
def test_a_command_gets_a_signal_and_is_killed_by_the_next_one_or_in_time(
    alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = Child(fails=1)
    process: Any = child
    monkeypatch.setattr(command, "Timer", Clock)
    monkeypatch.setattr(os, "killpg", lambda pid, number: child.note(f"group {pid}", number))
    Clock.made.clear()
    running = command._RunningCommand(process, alone=alone)
    whom = "group 7" if alone else "process"
    running.take(signal.SIGTERM)
    (clock,) = Clock.made
    assert (child.got, clock.said, clock.seconds, clock.daemon) == (
        [(whom, signal.SIGTERM)], ["made", "started"], 30.0, True
    )  # fmt: skip
    clock.act(*clock.arguments)
    running.take(signal.SIGHUP)
    assert child.got[1:] == [(whom, signal.SIGKILL)] * 2
    running.take(signal.SIGINT)
    assert len(child.got) == (4 if alone else 3)  # at a terminal, the command gets it from there


@pytest.mark.parametrize(
    ("alone", "is_asked", "is_closed", "kills"),
    [(True, True, False, 1), (True, True, True, 0), (True, False, False, 0), (False, True, False, 0)],
)
def test_what_a_command_leaves_running_is_killed_in_time(
    alone: bool, is_asked: bool, is_closed: bool, kills: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = Child()
    process: Any = child
    monkeypatch.setattr(command, "Timer", Clock)
    monkeypatch.setattr(command, "_PATIENCE", 0)
    monkeypatch.setattr(os, "killpg", lambda pid, number: child.note(f"group {pid}", number))
    Clock.made.clear()
    running = command._RunningCommand(process, alone=alone)
    if is_asked:
        running.take(signal.SIGTERM)
    reading, writing = os.pipe()
    if is_closed:
        os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as ends:
        running.end(ends)
    if not is_closed:
        os.close(writing)
    assert child.got.count(("group 7", signal.SIGKILL)) == kills
    assert [clock.said[-1] for clock in Clock.made] == ["cancelled"] * is_asked


def test_after_a_signal_no_command_is_started() -> None:
    with hold_signals() as signals:
        signals.first = signal.SIGTERM
        assert command.run(["no-such-program"], {}, signals) == 128 + signal.SIGTERM
