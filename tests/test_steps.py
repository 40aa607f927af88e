"""The steps that a mapping takes (`tests.benchmarks.steps`) are no more than were recorded, apart from a margin."""

from __future__ import annotations

import pytest

from .benchmarks.steps import CASES, MARGIN, counted, recorded, steps, version

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    return counted()


@pytest.mark.parametrize("name", CASES)
def test_a_mapping_takes_no_more_steps_than_recorded(name: str, found: dict[str, int]) -> None:
    known = recorded()
    if not known:
        pytest.skip(f"nothing is recorded for Python {version()}")
    assert found[name] <= MARGIN * known[name], "see tests/benchmarks/README.md, Steps"


def test_each_case_takes_enough_steps_for_the_margin_to_be_seen(found: dict[str, int]) -> None:
    assert found.keys() == CASES.keys()
    assert min(found.values()) > 50_000


def test_only_functions_of_the_project_are_counted_each_time_the_same() -> None:
    from mapper.text.plural import parted

    assert steps(lambda: sorted(map(str, range(100)))) == 0
    once = steps(lambda: parted("bake_time"))
    assert steps(lambda: [parted("bake_time") for _ in range(3)]) == 3 * once > 0
