"""What a run may spend: limits that grow with the input, one account for each run, one line of message."""

from contextlib import suppress

import pytest

from mapper.inputs.location import Spot
from mapper.report import budget as budgets
from mapper.report.budget import Budget, Cost, Limit, OverBudget
from mapper.report.diagnostic import MappingError, Problem
from mapper.report.origin import Location

MB = 1_000_000


@pytest.mark.parametrize(("size", "limit"), [(0, 128 * MB), (MB, 150 * MB), (2 * MB, 300 * MB), (10 * MB, 1_500 * MB)])
def test_a_limit_grows_with_what_is_read(size: int, limit: int) -> None:
    budget = Budget()
    budget.read(size)
    assert budget.limit(Cost.WRITTEN) == limit


def test_what_is_read_in_parts_counts_together() -> None:
    budget = Budget()
    for _ in range(3):
        budget.read(MB)
    assert budget.limit(Cost.WRITTEN) == 450 * MB


@pytest.mark.parametrize("cost", [Cost.DOCUMENTS, Cost.DOCUMENT_BYTES, Cost.NETWORK_SECONDS])
def test_what_other_hosts_cost_does_not_grow_with_the_input(cost: Cost) -> None:
    budget = Budget()
    before = budget.limit(cost)
    budget.read(1000 * MB)
    assert budget.limit(cost) == before


@pytest.mark.parametrize("cost", Cost)
def test_the_whole_limit_may_be_spent_and_no_more(cost: Cost) -> None:
    budget = Budget({cost: Limit("things", 10)})
    budget.spend(cost, 4)
    budget.spend(cost, 6)
    assert (budget.spent(cost), budget.left(cost)) == (10, 0)
    with pytest.raises(OverBudget) as error:
        budget.spend(cost, 1)
    assert (error.value.cost, error.value.limit) == (cost, 10)


def test_a_meter_has_room_for_what_was_read_since() -> None:
    budget = Budget({Cost.WRITTEN: Limit("bytes", 10, 1)})
    meter = budget.meter(Cost.WRITTEN)
    meter.add(10)
    budget.read(11)
    meter.add(1)
    with pytest.raises(OverBudget):
        meter.add(1)


def test_what_is_refused_is_not_spent() -> None:
    budget = Budget({Cost.NODES: Limit("nodes", 10)})
    with pytest.raises(OverBudget):
        budget.spend(Cost.NODES, 11)
    budget.spend(Cost.NODES, 10)


def test_each_run_has_its_own_account() -> None:
    first, second = Budget(), Budget()
    first.spend(Cost.DOCUMENTS, 1000)
    assert second.left(Cost.DOCUMENTS) == 1000


def test_the_message_is_one_line_with_the_limit_and_the_place() -> None:
    budget = Budget()
    budget.read(2 * MB)
    place = Problem("the description of 50,000 characters is used 6,000 times", "api.yaml", 3, 7, remedy="")
    with pytest.raises(MappingError) as error:
        budget.spend(Cost.WRITTEN, 301 * MB, "the output", place)
    assert str(error.value) == (
        "api.yaml:3:7: the output would take more than 300,000,000 characters, the limit for an input of "
        "2,000,000 bytes: the description of 50,000 characters is used 6,000 times; give a smaller input"
    )


def test_seconds_of_the_network_are_those_inside_of_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 170.0, 500.0, 560.0])
    monkeypatch.setattr(budgets.time, "monotonic", lambda: next(clock))
    budget = Budget()
    with budget.network() as left:
        assert left == 120
    with suppress(ConnectionError), budget.network() as left:  # a request that fails counts, too
        assert left == 50
        raise ConnectionError
    with pytest.raises(OverBudget, match="more than 120 seconds of network"), budget.network():
        pytest.fail("there is nothing left")


def test_a_request_may_take_what_is_left_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 119.5, 200.0, 200.5])
    monkeypatch.setattr(budgets.time, "monotonic", lambda: next(clock))
    budget = Budget()
    with budget.network():
        pass
    with budget.network() as left:
        assert left == 0.5
    with pytest.raises(OverBudget), budget.network():
        pytest.fail("there is nothing left")


@pytest.mark.parametrize(
    ("place", "words"),
    [(Spot("a.yaml", (2, 1), "/b"), "a.yaml:2:1"), (Spot("a.yaml", None, "/b"), "a.yaml")],
)
def test_a_limit_is_reached_at_a_place_as_far_as_known(place: Location, words: str) -> None:
    meter = Budget({Cost.WRITTEN: Limit("characters", 1, 0)}).meter(Cost.WRITTEN, "the output")
    meter.add(1)
    with pytest.raises(OverBudget, match=f"^{words}: the output would take more than 1 .*: the limit is reached here"):
        meter.add(1, place)


def test_what_is_written_may_also_grow_with_what_compressed_files_come_to() -> None:
    budget = Budget()
    budget.read(MB // 2)
    budget.spend(Cost.UNPACKED, 14 * MB)
    assert budget.limit(Cost.WRITTEN) == 700 * MB
    assert budget.limit(Cost.PAGES) == 5_000


SIZE = 2 * budgets.TRIED_SIZE


def _measured(amount: int, size: int = SIZE) -> Budget:
    """A run with an input of `size` bytes and a limit of one for each, that has counted `amount` so far."""
    budget = Budget({Cost.SCALARS: Limit("entries", 10, 1)}, size=size)
    budget.measure()
    budget.meter(Cost.SCALARS).add(amount)
    return budget


def test_a_trial_may_cost_twice_of_what_was_done_before_it() -> None:
    budget = _measured(SIZE // 2 - MB)
    with budget.trial():
        meter = budget.meter(Cost.SCALARS)
        meter.add(SIZE - 2 * MB)
        with pytest.raises(OverBudget):
            meter.add(1)
    budget.meter(Cost.SCALARS).add(SIZE)


def test_what_a_trial_costs_is_no_measure_for_the_next() -> None:
    budget = _measured(SIZE // 2 - MB)
    for _ in range(2):
        with budget.trial(), suppress(OverBudget):
            budget.meter(Cost.SCALARS).add(SIZE)
    with budget.trial():
        assert budget.limit(Cost.SCALARS) == SIZE - 2 * MB


@pytest.mark.parametrize("size", [1, MB, budgets.TRIED_SIZE])
def test_for_most_inputs_a_trial_has_the_limits_of_any_step(size: int) -> None:
    budget = _measured(1, size)
    limits = {cost: budget.limit(cost) for cost in Cost}
    with budget.trial():
        assert {cost: budget.limit(cost) for cost in Cost} == limits


def test_a_trial_may_always_cost_what_an_input_of_usual_size_may() -> None:
    budget = _measured(1)
    with budget.trial():
        assert budget.limit(Cost.SCALARS) == budgets.TRIED_SIZE
        assert budget.limit(Cost.PLACES) == Cost.PLACES.value.at(SIZE)  # of which nothing was counted before
