"""The groups of a graph whose nodes lead to each other, and the cycles that a search finds."""

import pytest

from mapper.model.graph import cycles, groups

GRAPHS = {
    "a b c": {"a": "", "b": "", "c": ""},
    "c b a": {"a": "b", "b": "c", "c": ""},
    "a": {"a": "a"},
    "ab": {"a": "b", "b": "a"},
    "abc": {"a": "b", "b": "c", "c": "a"},
    "bc a": {"a": "b", "b": "c", "c": "b"},
    "cd ab": {"a": "b", "b": "ac", "c": "d", "d": "c"},
    "d abc": {"a": "b", "b": "cd", "c": "a", "d": ""},
    "c b d a": {"a": "bd", "b": "c", "c": "", "d": "c"},
    "abcde": {"a": "b", "b": "c", "c": "bd", "d": "e", "e": "a"},
}


@pytest.mark.parametrize("expected", GRAPHS)
def test_what_leads_to_each_other_is_a_group_after_what_it_leads_to(expected: str) -> None:
    found = groups(GRAPHS[expected], lambda node: iter(GRAPHS[expected][node]))
    assert ["".join(sorted(group)) for group in found] == expected.split()


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ({"a": "b", "b": ""}, []),
        ({"a": "a"}, ["a"]),
        ({"a": "b", "b": "a"}, ["ab"]),
        ({"a": "b", "b": "cb", "c": "a"}, ["abc", "b"]),
        ({"a": "bc", "b": "c", "c": "b"}, ["bc"]),
    ],
)
def test_a_cycle_is_found_from_where_the_search_enters_it(edges: dict[str, str], expected: list[str]) -> None:
    found = cycles(edges, lambda node: edges[node], lambda edge: edge)
    assert ["".join(path) for path, _ in found] == expected
