"""Which objects are looked at, and when: properties of the queue, with a clock of our own."""

from hypothesis import given
from hypothesis import strategies as st

from mapper.crossplane.operator.work_queue import FIRST, LONGEST, WorkQueue

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
