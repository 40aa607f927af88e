"""Which objects are looked at, who gets a slot, and when: properties of the queues, in whatever order things come."""

import time
from threading import Thread

from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.programs.operator.work_queue import FIRST, LONGEST, PATIENCE, STEPS, ConfigKey, Slots, Ticket, WorkQueue

steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 3), st.floats(0, 20)),
        st.tuples(st.sampled_from(["fail", "done"]), st.integers(0, 3), st.just(0.0)),
        st.tuples(st.just("wait"), st.just(0), st.floats(0, 10)),
    ),
    max_size=60,
)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def due(queue: WorkQueue[int]) -> int | None:
    """What `take` would give at once; None where it would wait."""
    wait = queue._wait()
    return queue._pop() if wait is not None and wait <= 0 else None


class Waiting:
    """A condition on which nobody waits: its clock goes on."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __enter__(self) -> None:
        """Whoever waits is alone."""

    def __exit__(self, *_: object) -> None:
        """Nothing was locked."""

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds

    def notify(self) -> None:
        """Nobody waits."""


def test_an_object_is_taken_when_it_is_due() -> None:
    clock = Clock()
    queue: WorkQueue[str] = WorkQueue(clock)
    queue._changed = Waiting(clock)  # type: ignore[assignment]
    for key, seconds in (("late", 5), ("early", 2)):
        queue.add(key, seconds)
    assert [(queue.take(), clock.now) for _ in range(2)] == [("early", 2), ("late", 5)]


def test_too_many_steps_in_a_row_are_a_failure_until_an_object_rests() -> None:
    clock = Clock()
    queue: WorkQueue[int] = WorkQueue(clock)
    for _ in range(2):
        for _ in range(STEPS):
            queue.again(1)
            assert due(queue) == 1
            queue.done(1)
        queue.again(1)
        assert due(queue) is None
        clock.now += FIRST
        assert due(queue) == 1
        queue.forget(1)
        queue.done(1)
    assert due(queue) is None


@given(steps)
def test_no_object_is_lost_doubled_or_looked_at_too_early(given_steps: list[tuple[str, int, float]]) -> None:
    clock = Clock()
    queue: WorkQueue[int] = WorkQueue(clock, rate=1e9, burst=1000)
    asked: dict[int, float] = {}
    busy: set[int] = set()
    for what, key, seconds in given_steps:
        match what:
            case "add":
                queue.add(key, seconds)
                asked[key] = min(asked.get(key, float("inf")), clock.now + seconds)
            case "fail":
                wait = queue.fail(key)
                asked[key] = min(asked.get(key, float("inf")), clock.now + wait)
            case "done" if key in busy:
                queue.done(key)
                busy.discard(key)
            case "wait":
                clock.now += seconds
        while (found := due(queue)) is not None:
            assert found not in busy
            assert asked.pop(found) <= clock.now
            busy.add(found)
        assert all(key in busy or at > clock.now for key, at in asked.items())
    assert len(queue) == len(asked)


def test_who_fails_waits_twice_as_long_each_time_until_it_is_forgotten() -> None:
    queue: WorkQueue[str] = WorkQueue(Clock())
    waits = [queue.fail("a") for _ in range(12)]
    assert waits[:3] == [FIRST, 2 * FIRST, 4 * FIRST]
    assert waits[-1] == LONGEST
    assert queue.fail("b") == FIRST
    queue.forget("a")
    assert queue.fail("a") == FIRST


def test_so_many_passes_are_begun_in_a_second() -> None:
    clock = Clock()
    queue: WorkQueue[int] = WorkQueue(clock, rate=10, burst=5)
    for key in range(100):
        queue.add(key)
    begun = 0
    for _ in range(21):
        while due(queue) is not None:
            begun += 1
        clock.now += 0.1
    assert begun == 5 + 20


def test_a_closed_queue_gives_nothing() -> None:
    queue: WorkQueue[int] = WorkQueue()
    queue.add(1)
    assert queue.take() == 1
    queue.close()
    queue.add(2)
    assert queue.take() is None


def test_who_waits_for_a_key_is_told_that_the_queue_is_closed() -> None:
    queue: WorkQueue[int] = WorkQueue()
    taken: list[int | None] = []
    waiting = [Thread(target=lambda: taken.append(queue.take()), daemon=True) for _ in range(2)]
    for thread in waiting:
        thread.start()
    while len(queue._changed._waiters) < len(waiting):  # type: ignore[attr-defined]
        time.sleep(0.001)
    queue.close()
    for thread in waiting:
        thread.join(10)
    assert taken == [None, None]


KEYS = [ConfigKey("a"), ConfigKey("a", 1), ConfigKey("b")]
slots_steps = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(KEYS)),
        st.tuples(st.sampled_from(["free", "leave", "die"]), st.integers(0, 50)),
    ),
    max_size=60,
)


class World:
    """Borrowers that do what they are told, with what has to hold at all times."""

    def __init__(self, size: int) -> None:
        self.slots = Slots.of(size)
        self.came: list[Ticket] = []
        self.served: list[Ticket] = []

    def serve(self, tickets: list[Ticket]) -> None:
        for ticket in tickets:
            slot = ticket.slot
            assert slot is not None
            assert slot.holder is ticket
            slot.key = ticket.key  # what a pool does before it lends the process
            self.served.append(ticket)

    def step(self, what: str, argument: object) -> None:
        held = [slot for slot in self.slots.slots if slot.holder is not None]
        idle = [slot for slot in self.slots.slots if slot.holder is None]
        match what, argument:
            case "ask", ConfigKey() as key:
                ticket = Ticket(key)
                self.came.append(ticket)
                self.serve(self.slots.ask(ticket))
            case "free", int(index) if held:
                self.serve(self.slots.free(held[index % len(held)]))
            case "leave", int(index) if self.slots.queue:
                ticket = self.slots.queue[index % len(self.slots.queue)]
                self.came.remove(ticket)
                self.serve(self.slots.leave(ticket))
            case "die", int(index) if idle:
                idle[index % len(idle)].key = None
        self.check()

    def check(self) -> None:
        holders = [slot.holder for slot in self.slots.slots if slot.holder is not None]
        assert len(holders) == len(set(map(id, holders)))
        assert not self.slots.queue or len(holders) == len(self.slots.slots)
        assert all(ticket.passed <= PATIENCE for ticket in self.came)
        waiting = [ticket for ticket in self.came if ticket.slot is None]
        assert self.slots.queue == waiting  # the order in which they came


@given(st.integers(1, 4), slots_steps)
def test_nobody_is_lost_or_passed_over_too_often_and_no_slot_is_idle_while_somebody_waits(
    size: int, given_steps: list[tuple[str, object]]
) -> None:
    world = World(size)
    for what, argument in given_steps:
        world.step(what, argument)
    while world.slots.queue:
        world.step("free", 0)
    assert {id(ticket) for ticket in world.came} <= {id(ticket) for ticket in world.served}


@settings(max_examples=30)
@given(st.integers(1, 4), st.integers(0, 8))
def test_one_configuration_is_served_in_the_order_of_asking(size: int, more: int) -> None:
    world = World(size)
    for _ in range(size + more):
        world.step("ask", KEYS[0])
    while world.slots.queue:
        world.step("free", 0)
    assert world.served == world.came


def test_who_waits_for_another_process_is_served_after_so_many_others_at_most() -> None:
    world = World(1)
    for key in (KEYS[0], KEYS[2], *[KEYS[0]] * 20):
        world.step("ask", key)
    other = world.came[1]
    while other.slot is None:
        world.step("free", 0)
    assert world.served.index(other) == 1 + PATIENCE


def test_a_process_that_is_out_of_date_is_given_up_before_one_that_may_be_asked_for_again() -> None:
    world = World(2)
    for key in (KEYS[2], KEYS[0]):
        world.step("ask", key)
    for _ in range(2):
        world.step("free", 0)
    world.step("ask", ConfigKey("a", 1))
    assert [slot.key for slot in world.slots.slots] == [KEYS[2], ConfigKey("a", 1)]


def test_a_slot_without_a_process_is_used_before_one_is_given_up() -> None:
    world = World(2)
    world.step("ask", KEYS[0])
    world.step("free", 0)
    world.step("ask", KEYS[1])
    assert [slot.key for slot in world.slots.slots] == [KEYS[0], KEYS[1]]


def test_a_process_that_is_there_is_used_before_another_is_started() -> None:
    world = World(3)
    for _ in range(3):
        world.step("ask", KEYS[0])
        world.step("free", 0)
    assert [slot.key for slot in world.slots.slots] == [KEYS[0], None, None]
