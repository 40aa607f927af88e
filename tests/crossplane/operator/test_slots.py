"""Who gets a slot, and when: properties of the queue, whatever comes in whatever order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.crossplane.operator.work_queue import PATIENCE, ConfigKey, Slots, Ticket

KEYS = [ConfigKey("a"), ConfigKey("a", 1), ConfigKey("b")]
steps = st.lists(
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


@given(st.integers(1, 4), steps)
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


def test_a_process_that_is_there_is_used_before_another_is_started() -> None:
    world = World(3)
    for _ in range(3):
        world.step("ask", KEYS[0])
        world.step("free", 0)
    assert [slot.key for slot in world.slots.slots] == [KEYS[0], None, None]
