"""Elections: of several operators one works, and none goes on when it may no longer."""

import logging
import threading
from typing import Any

import pytest

from mapper.crossplane.operator import election
from mapper.crossplane.operator.election import DEADLINE, DURATION, EVERY, Election

SECONDS = 60
LEASE = ("default", "oasmap")


class Leases:
    """One lease. `fault` is raised by every request, `hangs` holds them up while it is set."""

    def __init__(self) -> None:
        self.found: dict[str, Any] | None = None
        self.version = 0
        self.known = True
        self.fault: Exception | None = None
        self.passing = threading.Event()
        self.passing.set()
        self.writes = threading.Semaphore(0)

    def has_leases(self, _: str) -> bool:
        self._asked()
        return self.known

    def lease(self, *_: str) -> dict[str, Any] | None:
        self._asked()
        return self.found

    def put_lease(self, lease: dict[str, Any]) -> bool:
        if self.found is not None and lease["metadata"].get("resourceVersion") != str(self.version):
            return False
        self.version += 1
        self.found = {**lease, "metadata": {**lease["metadata"], "resourceVersion": str(self.version)}}
        self.writes.release()
        return True

    def _asked(self) -> None:
        self.passing.wait(SECONDS)
        if self.fault is not None:
            raise self.fault


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def candidates(count: int) -> tuple[Leases, list[Election], Clock]:
    leases, clock = Leases(), Clock()
    return leases, [Election(leases, LEASE, threading.Event(), clock) for _ in range(count)], clock


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """An election that is over soon after the time of its clock."""
    monkeypatch.setattr(election, "EVERY", 0.02)
    monkeypatch.setattr(election, "DEADLINE", 0.2)


def test_one_of_several_holds_the_lease_until_it_no_longer_renews_it() -> None:
    leases, (first, second, third), clock = candidates(3)
    assert [one.tried() for one in (first, second, third)] == [True, False, False]
    clock.now = DURATION - 1
    assert [one.tried() for one in (first, second, third)] == [True, False, False]
    clock.now += DURATION + 1
    assert [one.tried() for one in (third, second)] == [True, False]
    clock.now += 1
    assert not first.tried()
    assert leases.found is not None
    assert leases.found["spec"]["holderIdentity"] == third.identity
    assert leases.found["spec"]["leaseTransitions"] == 1


def test_the_holder_gives_up_before_anybody_else_may_begin() -> None:
    assert DEADLINE + EVERY <= DURATION


def test_a_lease_that_is_given_back_is_taken_at_once() -> None:
    _, (first, second), _ = candidates(2)
    assert first.tried()
    first.resign()
    assert second.tried()


def test_who_was_overtaken_does_not_hold_the_lease() -> None:
    leases, (first, second), _ = candidates(2)
    stale = Leases()
    assert first.tried()
    stale.found = {"metadata": {"resourceVersion": "0"}, "spec": {}}
    second._cluster = _Stale(leases, stale)
    assert not second.tried()


class _Stale(Leases):
    """Reads what was there before, and writes what is there now."""

    def __init__(self, now: Leases, before: Leases) -> None:
        super().__init__()
        self.now, self.before = now, before

    def lease(self, *_: str) -> dict[str, Any] | None:
        return self.before.found

    def put_lease(self, lease: dict[str, Any]) -> bool:
        return self.now.put_lease(lease)


def test_a_server_without_leases_has_no_election() -> None:
    leases, (first, second), _ = candidates(2)
    leases.known = False
    assert first.won()
    assert second.won()


@pytest.mark.parametrize("how", ["hangs", "fails", "is taken"])
def test_a_lease_that_cannot_be_renewed_is_given_up_and_everything_ends(hasty: None, how: str) -> None:
    leases, (own,), clock = candidates(1)
    told = threading.Event()
    own.when_lost = told.set
    assert own.won()
    assert not own.lost.is_set()
    if how == "hangs":
        leases.passing.clear()
    elif how == "fails":
        leases.fault = OSError("gone")
    else:
        leases.found = {"metadata": {"resourceVersion": "x"}, "spec": {"holderIdentity": "another"}}
    clock.now = DURATION
    assert told.wait(SECONDS)
    assert own.lost.is_set()
    leases.passing.set()


def test_a_lease_is_renewed_until_it_is_given_back_even_while_the_process_ends(hasty: None) -> None:
    leases, ended = Leases(), threading.Event()
    own = Election(leases, LEASE, ended, Clock())
    assert own.won()
    ended.set()
    for _ in range(4):
        assert leases.writes.acquire(timeout=SECONDS)
    own.resign()
    assert leases.found is not None
    assert (leases.found["spec"]["holderIdentity"], own.lost.is_set()) == ("", False)


def test_a_server_that_does_not_answer_is_asked_again(hasty: None, caplog: pytest.LogCaptureFixture) -> None:
    leases, ended = Leases(), threading.Event()
    leases.fault = OSError("no rights")
    own = Election(leases, LEASE, ended)
    caplog.set_level(logging.WARNING)
    found: list[bool] = []
    waiting = threading.Thread(target=lambda: found.append(own.won()))
    waiting.start()
    leases.fault = None
    waiting.join(SECONDS)
    own.resign()
    assert found == [True]
    other = Election(leases, LEASE, ended)
    leases.fault = OSError("no rights")
    ended.set()
    assert not other.won()
    assert "the lease default/oasmap cannot be had: no rights" in caplog.text
