"""Keys given twice in an API description: the first value counts, and of the names of properties the last."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.inputs.document import Description

Pairs = list[tuple[str, Any]]


def written(value: Any, syntax: str) -> bytes:
    """Lists of pairs are objects."""
    if isinstance(value, list):
        members = [f"{json.dumps(key)}: {written(member, '').decode()}" for key, member in value]
        text = "{" + ",\n".join(members) + "}"
    else:
        text = json.dumps(value)
    return (f"# as YAML\n{text}" if syntax == "yaml" else text).encode()


def read(value: Pairs, syntax: str) -> Description:
    return Description("api", written(value, syntax))


both = pytest.mark.parametrize("syntax", ["json", "yaml"])


@both
def test_the_first_value_counts_with_all_that_is_in_it(syntax: str) -> None:
    api = read([("a", [("x", 1), ("x", 2)]), ("b", 1), ("a", [("y", 3), ("y", 4)]), ("b", 2)], syntax)
    assert api.root == {"a": {"x": 1}, "b": 1}
    assert {(one.holder, one.key) for one in api.repeats} == {("", "a"), ("", "b"), ("/a", "x")}


@both
def test_what_counts_is_the_same_whatever_is_asked_for_first(syntax: str) -> None:
    pairs: Pairs = [("z", 1), ("properties", [("p", 1), ("q", 2), ("p", 3)]), ("z", 2)]
    for order in (["/z", "/properties/p"], ["/properties/p", "/z"], ["/properties/q", "/properties/p", "/z"]):
        api = read(pairs, syntax)
        first = 2 if syntax == "yaml" else 1
        found = {pointer: api.position(pointer) for pointer in order}
        assert found["/properties/p"] == (first + 3, 1)
        assert found["/z"] == (first, 2)


def test_what_aliases_share_is_looked_at_once() -> None:
    api = Description("api", b"a: &x {k: 1, k: 2}\nb: *x\n")
    assert api.root == {"a": {"k": 1}, "b": {"k": 1}}
    assert len(api.repeats) == 1


def test_elsewhere_the_last_counts_as_in_other_readers_of_json() -> None:
    assert Document("schema", b'{"a": 1, "a": 2}').root == {"a": 2}


@both
def test_a_key_given_very_often_is_kept_a_few_times(syntax: str) -> None:
    api = read([("a", number) for number in range(5000)], syntax)
    assert api.root == {"a": 0}
    (one,) = api.repeats
    assert (len(one.spots), one.more) == (20, 4979)


@both
def test_objects_with_such_keys_may_be_many_and_deep(syntax: str) -> None:
    value: Any = 1
    for _ in range(300):
        value = [("a", value), ("b", 1), ("b", 2)]
    api = read([("list", value), *((f"k{n}", [("c", 1), ("c", 2)]) for n in range(2000))], syntax)
    assert len(api.repeats) == 2300
