"""Overlays that ask for more than there is: each ends, in one line, and what they share is not copied without end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mapper.budget import Limit
from mapper.inputs import Document
from mapper.inputs.overlay import STEPS, Overlaid
from mapper.report.diagnostic import MappingError

FEW = Limit("steps", 200_000)


def apply(root: Any, *actions: dict[str, Any], steps: Limit = FEW) -> Overlaid:
    overlay = Document("fix.json", json.dumps({"overlay": "1.0.0", "actions": actions}).encode())
    return Overlaid(Document("menu.json", json.dumps(root).encode()), [overlay], steps)


def refused(root: Any, *actions: dict[str, Any]) -> str:
    with pytest.raises(MappingError) as error:
        apply(root, *actions)
    assert "\n" not in str(error.value)
    return str(error.value)


# Patterns


@pytest.mark.peer
@pytest.mark.parametrize("pattern", ["'(a|a)*b'", "@.p"])
@pytest.mark.parametrize("function", ["match", "search"])
def test_a_pattern_that_goes_back_and_tries_again_does_not_here(function: str, pattern: str) -> None:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    root = {"x": [{"s": "a" * 40, "p": "(a|a)*b"}, {"s": "aab", "p": "(a|a)*b"}]}
    found = apply(root, {"target": f"$.x[?{function}(@.s, {pattern})]", "update": {"z": 1}})
    assert [item.get("z") for item in found.root["x"]] == [None, 1]


@pytest.mark.parametrize("call", ["match(@.s, 'a')", "search(@.s, @.p)", "!match(@.s, 'a')", "@[?search(@, 'a')]"])
def test_without_the_package_a_pattern_is_refused_in_one_line(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    message = refused({"x": [{}]}, {"target": f"$.x[?{call}]", "update": {"z": 1}})
    assert "fix.json:1:" in message
    assert message.endswith("needs one more package: pip install 'mkdocs-oasmap[overlay-patterns]'")


def test_without_the_package_other_targets_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    assert apply({"x": [{"s": 1}]}, {"target": "$.x[?@.s == 1]", "update": {"z": 1}}).root == {"x": [{"s": 1, "z": 1}]}


@pytest.mark.peer
def test_a_pattern_of_python_is_refused_with_what_is_wrong() -> None:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    message = refused({}, {"target": r"$.x[?match(@.s, '\\d+')]", "update": {"z": 1}})
    assert r"'\\d' at character 1 is not allowed in an I-Regexp (RFC 9485)" in message


# Targets


@pytest.mark.parametrize(
    "target",
    ["$" + ".a" * 2000, "$" + ".a" * 100_000, "$[" + "9" * 5000 + "]", "$" + "[?@" * 400 + "]" * 400, "", "$[1e3]"],
)  # fmt: skip
def test_a_target_that_is_too_large_is_refused_with_its_place(target: str) -> None:
    assert refused({}, {"target": target, "update": {}}).startswith("fix.json:1:")


def test_a_target_does_not_end_the_process(tmp_path: Path) -> None:
    """In a process of its own: what crashes the interpreter is no exception."""
    (tmp_path / "api.json").write_text('{"openapi": "3.0.0", "paths": {}}')
    config = "provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n"
    (tmp_path / "generator_config.yml").write_text(config)
    action = {"target": "$" + ".a" * 100_000, "update": {}}
    (tmp_path / "fix.json").write_text(json.dumps({"overlay": "1.0.0", "actions": [action]}))
    command = [
        sys.executable,
        "-c",
        "from mkdocs_oasmap.start import program; program()",
        "generate",
        "--overlay",
        "fix.json",
        "api.json",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode > 0
    assert "Traceback" not in done.stderr
    assert "fix.json:1:" in done.stderr


# Work that multiplies


def test_a_tree_that_grows_with_each_action_ends() -> None:
    grow = {"target": "$..*", "update": {"l": {}, "r": {}}}
    message = refused({"a": {}}, *[grow] * 40)
    assert "more than 200,000 steps" in message
    assert message.startswith("fix.json:1:")


def test_copies_of_what_is_shared_end() -> None:
    root = {str(number): {} for number in range(500)}
    large = {str(number): number for number in range(500)}
    refused(root, {"target": "$.*", "update": {"x": large}}, {"target": "$.*.x", "update": {"y": 1}})


@pytest.mark.parametrize("target", ["$..*..*..*..*..*", "$..[?@..[?@..[?@..x]]]", "$..[?count(@..*..*) > count(@..*)]"])
def test_a_search_that_multiplies_ends(target: str) -> None:
    root: Any = {}
    for _ in range(13):
        root = {"a": root, "b": root}
    assert "name what is on the way to the target" in refused(root, {"target": target, "remove": True})


def test_all_actions_count_together() -> None:
    action = {"target": "$..[?@ == 2]", "remove": True}
    apply([[1] * 100] * 10, action)
    refused([[1] * 100] * 10, *[action] * 200)


def test_the_steps_grow_with_the_description() -> None:
    assert STEPS.at(20_000_000) > 5 * STEPS.at(1_000_000)


# What is done once


def test_what_is_selected_twice_is_changed_once() -> None:
    root = {"a": [1], "b": {"c": 1}}
    assert apply(root, {"target": "$['a', 'a']", "update": [2]}).root["a"] == [1, 2]
    assert apply(root, {"target": "$['a', 'a']", "remove": True}).root == {"b": {"c": 1}}
    assert apply(root, {"target": "$..['b', 'c', 'b']", "remove": True}).root == {"a": [1]}


def test_what_is_removed_may_be_in_what_is_removed() -> None:
    root = {"a": [[1, 2], [3, [4, 5]], 6], "b": 1}
    assert apply(root, {"target": "$..*", "remove": True}).root == {}
    assert apply(root, {"target": "$..[1]", "remove": True}).root == {"a": [[1], 6], "b": 1}
    found = apply(root, {"target": "$.a[::2]", "remove": True}, {"target": "$.a[0]", "update": [7]})
    assert found.root == {"a": [[3, [4, 5], 7]], "b": 1}
    item = found.node.child("a").child(0)
    assert [(item.document.uri, item.pointer)] == [("menu.json", "/a/1")]
    assert [(each.document.uri, each.pointer) for each in item.items()] == [
        ("menu.json", "/a/1/0"),
        ("menu.json", "/a/1/1"),
        ("fix.json", "/actions/1/update/0"),
    ]


def test_members_that_are_removed_and_given_again_have_their_new_place() -> None:
    found = apply(
        {"a": {"b": 1}},
        {"target": "$.a", "update": {"b": 2}},
        {"target": "$.a.b", "remove": True},
        {"target": "$.a", "update": {"b": {"c/d": 3}}},
        {"target": "$.a.b", "update": {"e": 4}},
    )
    b = found.node.child("a").child("b")
    assert (b.pointer, b.child("c/d").pointer) == ("/actions/2/update/b", "/actions/2/update/b/c~1d")
    assert b.child("e").pointer == "/actions/3/update/e"


def test_objects_that_are_deep_in_each_other_are_merged() -> None:
    root: Any = {"x": 1}
    update: Any = {"y": 2}
    for _ in range(700):
        root, update = {"a": root}, {"a": update}
    found = apply(root, {"target": "$", "update": update}).node
    for _ in range(700):
        found = found.child("a")
    assert found.value == {"x": 1, "y": 2}
    assert found.child("y").pointer == "/actions/0/update" + "/a" * 700 + "/y"


def test_long_names_are_not_repeated_for_all_that_is_below_them() -> None:
    """Places are kept as ways that are shared: a pointer of each would be 8 GB here."""
    import tracemalloc

    root = {"x" * 400_000: [[] for _ in range(20_000)]}
    tracemalloc.start()
    try:
        apply(root, {"target": "$.*.*", "update": [1]}, steps=STEPS)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
