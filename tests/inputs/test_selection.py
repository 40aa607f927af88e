"""JSONPath: what is selected, compared with python-jsonpath on random input, and with the RFC where the two differ."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import jsonpath
import pytest

from mapper.inputs import Document
from mapper.inputs.jsonpath import Effort, Path, TooManySteps, select
from mapper.inputs.overlay_target import MAX_LENGTH, MAX_NESTING, MAX_OPERATORS, MAX_SEGMENTS, Parser, TargetError
from mapper.inputs.scalars import SpelledBool, SpelledFloat, SpelledInt

LOTS = 10_000_000


def selected(target: str, root: Any, steps: int = LOTS) -> list[Path]:
    parser = Parser()
    return select(parser.parse(target, [].append), root, Effort(steps), parser.patterns)


def steps_of(target: str, root: Any) -> int:
    parser = Parser()
    effort = Effort(10**12)
    segments = parser.parse(target, [].append)
    select(segments, root, effort, parser.patterns)
    return effort.limit - effort.left


# The same as python-jsonpath selects


KEYS = ["a", "b", "c d", "é", "'", '"']


def value(random: Random, depth: int = 0) -> Any:
    kind = random.randrange(4 if depth < 4 else 2)
    if kind == 2:
        return [value(random, depth + 1) for _ in range(random.randrange(4))]
    if kind == 3:
        return {key: value(random, depth + 1) for key in random.sample(KEYS, random.randrange(4))}
    return random.choice([None, True, False, 0, 1, -2, 2.5, 1.0, "", "a", "ab", "b\n"])


def query(random: Random, depth: int = 0, singular: bool = False) -> str:
    parts = []
    for _ in range(random.randrange(3 if depth else 4)):
        choices = [".a", "['b']", '["c d"]', "[0]", "[-1]"]
        if not singular:
            choices += [".*", "..a", "..*", "[*]", "['a', 'b', 0]", "..[0]"]
            choices += [f"[?{condition(random, depth + 1)}]"] * (5 if depth < 2 else 0)
        parts.append(random.choice(choices))
    return "".join(parts)


def operand(random: Random, depth: int) -> str:
    return random.choice(
        [
            lambda: random.choice(["1", "2.5", "-2", "1e0", "'a'", '"ab"', "null"]),
            lambda: f"@{query(random, depth, singular=True)}",
            lambda: f"${query(random, depth, singular=True)}",
            lambda: f"length(@{query(random, depth, singular=True)})",
            lambda: f"count(@{query(random, depth)})",
            lambda: f"value(@{query(random, depth)})",
        ]
    )()


def condition(random: Random, depth: int) -> str:
    comparison: Callable[[], str] = lambda: (  # noqa: E731
        f"{operand(random, depth)} {random.choice(['==', '!=', '<', '<=', '>', '>='])} {operand(random, depth)}"
    )
    return random.choice(
        [
            comparison,
            comparison,
            lambda: f"@{random.choice(['.a', '[0]', '..b', '.*'])}{query(random, depth)}",
            lambda: f"!(@{random.choice(['.a', '[0]'])})",
            lambda: f"({comparison()}) && {comparison()}",
            lambda: f"{comparison()} || @.a && !({comparison()})",
        ]
    )()


def same_kind(root: Any) -> bool:
    """Whether python-jsonpath compares what is in it as RFC 9535 does: it takes true for 1."""
    return not any(isinstance(each, bool) for each in walk(root))


def walk(root: Any) -> list[Any]:
    inside = root.values() if isinstance(root, dict) else root if isinstance(root, list) else ()
    return [root, *(found for each in inside for found in walk(each))]


@pytest.mark.parametrize("seed", range(40))
def test_the_same_is_selected_as_by_python_jsonpath(seed: int) -> None:
    random = Random(seed)
    environment = jsonpath.JSONPathEnvironment(strict=True)
    for _ in range(50):
        root = {"a": value(random), "b": value(random), "list": [value(random) for _ in range(3)]}
        if not same_kind(root):
            continue
        target = f"${query(random)}"
        try:
            expected = list(dict.fromkeys(match.parts for match in environment.compile(target).finditer(root)))
        except (TypeError, AttributeError):  # count(@) of a number, and the like
            selected(target, root)
            continue
        assert selected(target, root) == expected, (target, json.dumps(root), expected)


@pytest.mark.parametrize("step", [-2, -1, 1, 2, None])
def test_slices_are_those_of_python(step: int | None) -> None:
    ends = [None, *range(-6, 7)]
    for start in ends:
        for stop in ends:
            target = ":".join("" if each is None else str(each) for each in (start, stop, step))
            assert selected(f"$[{target}]", [0, 1, 2, 3]) == [(each,) for each in [0, 1, 2, 3][start:stop:step]]
    assert selected("$[0:2:0]", [0, 1]) == []
    assert selected("$.a[0:2]", {"a": "text"}) == []


# As the RFC has it


@pytest.mark.parametrize(
    ("target", "root", "expected"),
    [
        ("$[?@]", [0, "", False, None], [0, 1, 2, 3]),
        ("$[?@ == true]", [True, 1, SpelledBool(True, "True"), "true"], [0, 2]),
        ("$[?@ == 1]", [True, 1, 1.0, SpelledInt(1, "0x1"), SpelledFloat("1.0"), SpelledBool(True, "T")], [1, 2, 3, 4]),
        ("$[?@.x == @.y]", [{}, {"x": None}, {"x": 1, "y": 1}], [0, 2]),
        ("$[?@ == $[0]]", [[True], [1], [True]], [0, 2]),
        ("$[?@ < 2 && 0 < @]", [True, 1, "1"], [1]),
        ("$[?@ <= true]", [True, 1, False], [0]),
        ("$[?@ <= null]", [None, 1, False], [0]),
        ("$[?@ < 'b']", ["a", "b", 1], [0]),
        ("$[?length(@) == 1]", ["é", "ab", [1], {"a": 1}, 1], [0, 2, 3]),
        ("$[?count(@..*) > 2]", [[1, [2]], [1]], [0]),
        ("$[?count(@['a', 'a']) == 2]", [{"a": 1}, {}], [0]),
        ("$[?value(@..a) == 1]", [{"a": 1}, {"a": 1, "b": {"a": 1}}], [0]),
        ("$[-1, 0, 0]", [1, 2], [1, 0]),
        ("$[?@.a == @.b]", [{"a": [1, [2]], "b": [1, [2]]}, {"a": [1, 2], "b": [1]}, {"a": [1], "b": [2]}], [0]),
        ("$[?@.a == @.b]", [{"a": {"x": 1, "y": 2}, "b": {"y": 2, "x": 1}}, {"a": {"x": 1}, "b": {"x": 2}}], [0]),
        ("$[?@.a == @.b]", [{"a": {"x": 1}, "b": {"x": 1, "y": 1}}, {"a": {}, "b": []}, {"a": [], "b": []}], [2]),
        ("$[?@.a != @.b]", [{"a": 1}, {"a": None}, {"a": "1", "b": 1}, {"a": True, "b": 1}, {}], [0, 1, 2, 3]),
        ("$[?@ > 'a']", ["a", "b", "", 1], [1]),
        ("$[?@ >= 'a']", ["a", "b", "", 1], [0, 1]),
        ("$[?@ >= 1.5]", [1, 1.5, 2, "2", True], [1, 2]),
        ("$[?!(@ < 2) || @ == 1]", [0, 1, 2, "a"], [1, 2, 3]),
        ("$[?length(@.x) == 1]", [{"x": "a"}, {"x": 1}, {}], [0]),
        ("$[?length(@.x) == length(@.y)]", [{"x": 1}, {"x": [1], "y": "b"}, {"x": [1]}], [0, 1]),
        ("$[?count(@.*) == 0]", [[], {}, 1, [1]], [0, 1, 2]),
        ("$[?value(@.*) == value(@.a)]", [{"a": 1}, {"a": 1, "b": 1}, {"b": 1}, {}], [0, 3]),
    ],
)  # fmt: skip
def test_comparisons_are_those_of_the_rfc(target: str, root: list[Any], expected: list[int]) -> None:
    assert [path[0] for path in selected(target, root)] == expected


def test_each_place_is_selected_once() -> None:
    assert selected("$..['a', 'a']", {"a": {"a": 1}}) == [("a",), ("a", "a")]


def test_all_levels_of_a_deep_document_are_searched() -> None:
    root: Any = {"x": 1}
    for _ in range(800):
        root = {"a": root}
    (path,) = selected("$..x", root)
    assert len(path) == 801


# Patterns


@pytest.mark.peer
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("$[?match(@, 'a.')]", [0]),
        ("$[?search(@, 'a')]", [0, 1, 2]),
        ("$[?search(@, '^b')]", [2]),
        ("$[?match(@, @)]", [0, 1, 2]),
        ("$[?search(@, 1)]", []),
        (r"$[?match(@, 'a\n')]", []),
    ],
)
def test_patterns_select(target: str, expected: list[int]) -> None:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    assert [path[0] for path in selected(target, ["ab", "cab", "ba", 1, "\ud800"])] == expected


@pytest.mark.peer
def test_a_pattern_of_the_description_that_is_none_matches_nothing() -> None:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    root = [{"s": "a", "p": pattern} for pattern in ("a", "(", r"\d", "(?i)a", "a" * 2000, "a{9999}", "\ud800")]
    assert selected("$[?match(@.s, @.p)]", root) == [(0,)]


@pytest.mark.peer
@pytest.mark.parametrize("pattern", ["(a|a)*b", "(a*)*b", "(a|aa)+b", "(.*)*b", "(a?){30}a{30}b"])
def test_a_pattern_takes_time_that_grows_with_the_text(pattern: str) -> None:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    roots = [[{"s": "a" * size, "p": pattern}] for size in (1_000, 4_000)]
    small, large = (steps_of("$[?match(@.s, @.p)]", root) for root in roots)
    assert small < large < 5 * small
    assert selected("$[?match(@.s, @.p)]", roots[1]) == []


# Steps


@pytest.mark.parametrize(
    "target",
    [
        "$..*..*..*..*",
        "$..[?@..[?@..[?@..x]]]",
        "$..[?$..x == $.a]".replace("$..x", "value($..x)"),
        "$..[?count(@..*) > count(@..*..*)]",
        "$..[?@ == $.a]",
        "$" + "['a', 'b', 'a', 'b']" * 20,
        "$" + "[*, *, *]" * 30,
    ],
)
def test_a_search_that_multiplies_ends_at_the_limit(target: str) -> None:
    root: Any = 1
    for _ in range(20):
        root = {"a": root, "b": root}
    with pytest.raises(TooManySteps):
        selected(target, root, 100_000)


def test_a_query_from_the_root_on_is_made_once() -> None:
    root = {"x": 1, "list": [{"y": 1}] * 1000}
    assert steps_of("$.list[?@.y == value($..x)]", root) < 5 * steps_of("$.list[?@.y == $.x]", root)


def test_a_search_takes_steps_as_the_document_has_values() -> None:
    small, large = (steps_of("$..[?@.a == 'x']", [{"a": "x"}] * size) for size in (1_000, 4_000))
    assert 3.9 < large / small < 4.1


@pytest.mark.parametrize(
    "target",
    [
        "$[*]", "$[:]", "$[?@.a]", "$[?@.a == 'x']", "$[?!@.a]", "$[?@.a || @.b]", "$[?length(@.a) > 9]",
        "$[?count(@.*) == 9]", "$[?@.b == $[0].b]", "$[?@.a < 'a']",
    ],
)  # fmt: skip
def test_every_value_that_is_tested_or_selected_takes_steps(target: str) -> None:
    one, two, many = (steps_of(target, [{"a": "x", "b": [1, {"c": 2}]}] * count) for count in (1, 2, 101))
    assert two - one >= 1 + target.count("?") + target.count("@")
    assert many - two == 99 * (two - one)


def test_the_members_of_compared_lists_and_objects_take_steps() -> None:
    plain, listed, named = ({"a": each, "b": each} for each in (1, [1] * 50, dict.fromkeys(map(str, range(50)), 1)))
    costs = [steps_of("$[?@.a == @.b]", [each]) for each in (plain, listed, named)]
    assert costs[1] - costs[0] == costs[2] - costs[0] == 100


def test_comparing_texts_counts_their_length() -> None:
    root = {"t": "x" * 64_000, "list": ["x" * 63_999 + "y"] * 10}
    assert steps_of("$.list[?@ == $.t]", root) > 10_000


# Targets


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("$" + ".a" * (MAX_SEGMENTS + 1), "more than 100 segments"),
        ("$" + ".a" * 2000, "has 4,001 characters, a target may have 2,000"),
        ("$" + ".a" * 100_000, "has 200,001 characters"),
        ("$" + "[?@" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1), "more than 20 deep"),
        ("$[?" + "(" * 900 + "@.a" + ")" * 900 + "]", "more than 20 deep"),
        ("$[?" + "!" * 900 + "@.a]", "more than 20 deep"),
        ("$[?" + "! " * 900 + "@.a]", "more than 20 deep"),
        ("$[?" + "@||" * (MAX_OPERATORS + 1) + "@]", "more than 100 of && and ||"),
        ("$[" + "9" * 1900 + "]", "an integer of more than 16 digits"),
        ("$[-" + "9" * 17 + ":]", "an integer of more than 16 digits"),
        ("$[9999999999999999]", "is not a JSONPath"),
        ("$[1e3]", "is not a JSONPath"),
        ("$[?@ == 1e999]", "is not a JSONPath"),
        ("$[?@ == 1e+9999]", "is not a JSONPath"),
        ("$.a[", "is not a JSONPath"),
        ("", "is not a JSONPath"),
        ("$[?f(@)]", "is not a JSONPath"),
        ("$['\\ud800']", "is not a JSONPath"),
        ("$[?@.a == @.*]", "is not a JSONPath"),
    ],
)  # fmt: skip
def test_what_is_no_target_is_refused_in_one_line(target: str, message: str) -> None:
    with pytest.raises(TargetError) as error:
        Parser().parse(target, [].append)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_what_stays_within_the_limits_is_parsed() -> None:
    selected("$" + ".a" * MAX_SEGMENTS, {})
    name = "a" * (MAX_LENGTH - len("$['']"))
    assert selected(f"$['{name}']", {name: 1}) == [(name,)]
    selected("$[?" + "@||" * MAX_OPERATORS + "@]", [1])
    nested = "@.a"
    for _ in range(MAX_NESTING - 1):
        nested = f"({nested})"
    assert selected(f"$[?{nested}]", [{"a": 1}]) == [(0,)]


@pytest.mark.parametrize("seed", range(5))
def test_random_targets_are_refused_or_run(seed: int) -> None:
    random = Random(seed)
    tokens = ["$", "@", ".", "..", "a", "*", "[", "]", "?", "(", ")", "!", "&&", "||", "==", "<", "'a'", '"', ",", ":"]
    tokens += ["0", "-1", "1e9", "1.5", "9" * 30, "match(", "search(", "length(", "true", "null", " ", "\\", "é", "\0"]
    root = Document("menu.yaml", b"a: {a: [1, 'a', {a: null}], 0: b}").root
    refused = []
    for _ in range(3000):
        target = "$" + "".join(random.choice(tokens) for _ in range(random.randrange(1, 12)))
        try:
            selected(target, root, 100_000)
        except (TargetError, TooManySteps) as error:
            refused.append(str(error))
    assert 0 < len(refused) < 3000
    assert [message for message in refused if "\n" in message] == []


def test_the_whole_effort_may_be_spent_and_no_more() -> None:
    effort = Effort(3)
    effort.spend(1)
    effort.spend(2)
    with pytest.raises(TooManySteps):
        effort.spend(1)
