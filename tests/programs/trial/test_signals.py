"""Signals are noted, passed on to what is to end first, and end a program once."""

import signal
from collections.abc import Callable
from typing import Any, cast

import pytest

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
