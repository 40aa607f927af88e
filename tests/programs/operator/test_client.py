"""The pool: with workers of this process for its bookkeeping, and with processes for what those can do wrong."""

import itertools
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mapper.languages.tfplugin.errors import CallFailed, PluginError
from mapper.programs.operator.provider_pool import PoolStopped, ProviderPool
from mapper.programs.operator.work_queue import ConfigKey
from mapper.programs.provider_process.process import Limits
from mapper.programs.provider_process.provider import Provider

from ..provider_process.conftest import Tracks, tracks
from ..provider_process.fake import program

__all__ = ["tracks"]

A, B = ConfigKey("a"), ConfigKey("b")
SOON = 60.0


@dataclass
class Worker:
    """A provider without a process."""

    key: ConfigKey
    number: int
    alive: bool = True
    stopped: bool = False
    closed: int = 0
    users: int = 0

    def is_alive(self) -> bool:
        return self.alive

    def stop(self) -> str:
        self.stopped = True
        return ""

    def close(self) -> None:
        self.closed += 1


@dataclass
class Workers:
    """What starts them."""

    made: list[Worker] = field(default_factory=list)
    problem: Exception | None = None
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def initialize(self, key: ConfigKey) -> Worker:
        if self.problem is not None:
            raise self.problem
        self.made.append(Worker(key, next(self.numbers)))
        return self.made[-1]


def at_once(count: int, work: Callable[[int], None]) -> None:
    """Do something in so many threads; the first error of one is raised."""
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert not any(thread.is_alive() for thread in threads)
    if errors:
        raise errors[0]


def test_processes_are_started_when_they_are_wanted_and_used_again() -> None:
    workers = Workers()
    pool = ProviderPool(3, workers.initialize)
    assert workers.made == []
    for _ in range(5):
        with pool.lease(A, "x") as worker:
            assert worker.number == 0
    assert len(workers.made) == 1
    pool.stop()
    assert [worker.closed for worker in workers.made] == [1]


def test_many_borrowers_share_few_slots_and_nobody_a_process_of_another_configuration() -> None:
    workers = Workers()
    pool = ProviderPool(3, workers.initialize)
    counts: Counter[int] = Counter()
    lock = threading.Lock()

    def work(number: int) -> None:
        key = (A, B, ConfigKey("a", 1))[number % 3]
        for _ in range(5):
            with pool.lease(key, f"object {number}") as worker:
                with lock:
                    worker.users += 1
                    assert (worker.users, worker.key, worker.closed) == (1, key, 0)
                    assert sum(own.closed == 0 for own in workers.made) <= 3
                    counts[number] += 1
                with lock:
                    worker.users -= 1

    at_once(12, work)
    assert set(counts.values()) == {5}
    state = pool.state()
    assert (state.in_use, state.waiting, state.borrowed_total) == (0, 0, 60)
    pool.stop()
    assert all(worker.closed == 1 for worker in workers.made)


def test_a_later_generation_of_a_configuration_is_another_process() -> None:
    workers = Workers()
    pool = ProviderPool(1, workers.initialize)
    for generation in (1, 2, 2, 3):
        with pool.lease(ConfigKey("a", generation), "x") as worker:
            assert worker.key.generation == generation
    assert [worker.closed for worker in workers.made] == [1, 1, 0]
    assert pool.state().replaced_total == 0


def test_a_failed_start_gives_the_slot_back() -> None:
    workers = Workers(problem=PluginError("cannot be started"))
    pool = ProviderPool(1, workers.initialize)
    for _ in range(3):
        with pytest.raises(PluginError, match="cannot be started"), pool.lease(A, "x"):
            pass
    workers.problem = None
    with pool.lease(A, "x") as worker:
        assert worker.number == 0
    assert (pool.state().start_failures_total, pool.state().starts_total) == (3, 1)


def test_a_process_that_has_ended_is_replaced_when_it_is_wanted_and_when_it_comes_back() -> None:
    workers = Workers()
    pool = ProviderPool(1, workers.initialize)
    with pool.lease(A, "x"):
        pass
    workers.made[0].alive = False
    with pool.lease(A, "x") as second:
        assert second.number == 1
        second.alive = False
    assert pool.state().started == 0
    with pool.lease(A, "x") as third:
        assert third.number == 2
    assert [worker.closed for worker in workers.made] == [1, 1, 0]
    assert pool.state().replaced_total == 1


def test_a_slot_comes_back_whatever_is_raised_while_it_is_lent() -> None:
    pool = ProviderPool(1, Workers().initialize)
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error), pool.lease(A, "x"):
            raise error
    with pool.lease(A, "x"):
        pass


def test_a_long_wait_is_logged_with_who_has_the_slots(caplog: pytest.LogCaptureFixture) -> None:
    pool = ProviderPool(1, Workers().initialize, threshold=0.01)
    with caplog.at_level(logging.WARNING, "oasmap.pool"):
        with pool.lease(A, "cage/a"):
            waiting = threading.Event()
            thread = threading.Thread(target=lambda: stack_free(pool, waiting))
            thread.start()
            while not caplog.messages:
                time.sleep(0.001)
        thread.join(SOON)
    (line,) = caplog.messages
    assert line == "cage/three has waited 0.0 s for a provider; in use by: cage/a"
    assert (waiting.is_set(), pool.state().waiting, pool.state().in_use) == (True, 0, 0)


def test_the_state_says_how_many_have_a_slot_and_how_many_wait() -> None:
    now = 100.0
    pool = ProviderPool(2, Workers().initialize, clock=lambda: now)
    waiting = threading.Event()
    with pool.lease(A, "cage/one"), pool.lease(B, "cage/two"):
        thread = threading.Thread(target=lambda: stack_free(pool, waiting))
        thread.start()
        while not pool.state().waiting:
            time.sleep(0.001)
        now = 107.5
        state = pool.state()
        assert (state.size, state.started, state.in_use, state.waiting) == (2, 2, 2, 1)
    assert waiting.wait(SOON)
    thread.join(SOON)
    assert (pool.state().waits_total, pool.state().waited_seconds_total) == (1, 7.5)


def stack_free(pool: ProviderPool, done: threading.Event) -> None:
    with pool.lease(A, "cage/three"):
        done.set()


def test_stopping_asks_the_busy_ends_all_and_gives_nothing_more() -> None:
    workers = Workers()
    pool = ProviderPool(2, workers.initialize)
    with pool.lease(A, "x"), pool.lease(A, "y"):
        pass
    inside, leave = threading.Event(), threading.Event()
    refused: list[str] = []

    def hold() -> None:
        with pool.lease(A, "x") as worker:
            inside.set()
            leave.wait(SOON)
            assert worker.stopped

    def wait() -> None:
        try:
            with pool.lease(A, "z"):
                pass
        except PoolStopped as error:
            refused.append(str(error))

    with pool.lease(A, "y"):
        holder, waiter = threading.Thread(target=hold), threading.Thread(target=wait)
        holder.start()
        assert inside.wait(SOON)
        waiter.start()
        while not pool.state().waiting:
            time.sleep(0.001)
        stopper = threading.Thread(target=pool.stop)
        stopper.start()
        waiter.join(SOON)
        leave.set()
        holder.join(SOON)
    stopper.join(SOON)
    assert refused == ["the pool is stopped"]
    assert all(worker.closed for worker in workers.made)
    with pytest.raises(PoolStopped), pool.lease(A, "x"):
        pass


def test_who_does_not_give_back_a_provider_loses_it_when_the_pool_stops() -> None:
    workers = Workers()
    pool = ProviderPool(1, workers.initialize)
    with pool.lease(A, "x") as worker:
        pool.stop(seconds=0)
        assert worker.closed == 1
    assert pool.state().started == 0


# processes


class Fakes:
    """Starts fake providers, with one fault for each configuration."""

    def __init__(self, path: Path, tracks: Tracks, limits: Limits) -> None:
        self.path, self.tracks, self.limits = path, tracks, limits
        self.faults: dict[str, str] = {}

    def initialize(self, key: ConfigKey) -> Provider:
        environment = {"FAKE_PIDS": str(self.tracks.pids), "FAKE_FAULT": self.faults.get(key.identity, "")}
        return Provider.start(self.path, environment, limits=self.limits)


@pytest.fixture
def fakes(tmp_path: Path, tracks: Tracks) -> Fakes:
    return Fakes(program(tmp_path), tracks, Limits(call=30, stop=1))


def test_a_call_that_kills_its_process_costs_that_lease_alone(fakes: Fakes) -> None:
    fakes.faults = {"a": "die"}
    pool = ProviderPool(1, fakes.initialize)
    with pytest.raises(CallFailed, match="exit code 7"), pool.lease(A, "x") as provider:
        provider.plan("fake_thing", None, {"name": "x"})
    assert pool.state().started == 0
    with pool.lease(B, "y") as provider:
        assert provider.plan("fake_thing", None, {"name": "x"}).value is not None
        provider.process._process.kill()  # type: ignore[union-attr]
        assert provider.process.death(SOON)
    with pool.lease(B, "y") as provider:
        assert provider.plan("fake_thing", None, {"name": "y"}).value is not None
    pool.stop()


def test_a_call_that_hangs_ends_at_its_deadline_and_its_process_with_it(fakes: Fakes) -> None:
    fakes.faults = {"a": "slow"}
    pool = ProviderPool(1, fakes.initialize)
    with pool.lease(A, "x") as provider:
        provider.schema()
        provider.process.limits = Limits(call=0.2, stop=0.2)
        with pytest.raises(CallFailed, match=r"did not answer within 0\.2 seconds"):
            provider.plan("fake_thing", None, {"name": "x"})
        assert not provider.is_alive()
    assert (pool.state().started, pool.state().in_use) == (0, 0)
    pool.stop()


def test_a_program_that_cannot_be_started_leaves_no_process_and_no_lease(fakes: Fakes) -> None:
    fakes.faults = {"a": "exit"}
    pool = ProviderPool(1, fakes.initialize)
    with pytest.raises(PluginError, match="no licence found"), pool.lease(A, "x"):
        pass
    assert (pool.state().started, pool.state().in_use, pool.state().start_failures_total) == (0, 0, 1)
    pool.stop()
