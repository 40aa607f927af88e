"""OpenAPI Overlays: what they change, where that stands then, patterns of targets (RFC 9485), and what has no end."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from mapper.inputs import Document, Documents, Node
from mapper.inputs.jsonpath import Effort
from mapper.inputs.overlay import STEPS, Overlaid, is_overlay
from mapper.inputs.overlay_target import COMPILED, MAX_GROUPS, MAX_PATTERN, PARSED, PatternError, Patterns, translated
from mapper.inputs.validation import violations
from mapper.report.budget import Limit
from mapper.report.diagnostic import MappingError

MENU = """\
info: {title: Bakery, tags: [old, new]}
bread:
  - name: rye
    price: 3
  - name: white
    price: 2
  - name: stale
    price: 1
shared: &shared {glaze: sugar}
cakes: {one: *shared, two: *shared}
link: {$ref: '#/added/it'}
"""


def apply(*actions: str, text: str = MENU) -> Overlaid:
    lines = "".join(f"  - {action}\n" for action in actions)
    overlay = Document("fix.yaml", f"overlay: 1.0.0\ninfo: {{title: Fix, version: '1'}}\nactions:\n{lines}".encode())
    return Overlaid(Document("menu.yaml", text.encode()), [overlay])


def at(document: Document, *path: str | int) -> Node:
    node = document.node
    for key in path:
        node = node.child(key)
    return node


def place(node: Node) -> tuple[str, str, int | None]:
    return node.document.uri, node.pointer, node.line


def test_an_object_is_merged_at_every_depth_and_what_the_overlay_gives_stands_in_it() -> None:
    found = apply("{target: $.info, update: {title: Shop, more: {deep: 1}, tags: [newest]}}")
    assert found.root["info"] == {"title": "Shop", "tags": ["old", "new", "newest"], "more": {"deep": 1}}
    assert place(at(found, "info", "title")) == ("fix.yaml", "/actions/0/update/title", 4)
    assert place(at(found, "info", "more", "deep")) == ("fix.yaml", "/actions/0/update/more/deep", 4)
    assert place(at(found, "info", "tags", 2)) == ("fix.yaml", "/actions/0/update/tags/0", 4)


def test_a_later_item_keeps_its_place_when_an_earlier_one_is_removed() -> None:
    found = apply("{target: '$.bread[?@.price > 2]', remove: true}")
    assert [item.get("name").value for item in found.node.child("bread").items()] == ["white", "stale"]  # type: ignore[union-attr]
    assert place(at(found, "bread", 0)) == ("menu.yaml", "/bread/1", 5)


def test_an_item_is_appended_to_a_list() -> None:
    found = apply("{target: $.bread, update: {name: corn}}", "{target: $.info.tags, update: [a, b]}")
    assert found.root["bread"][3] == {"name": "corn"}
    assert place(at(found, "bread", 3)) == ("fix.yaml", "/actions/0/update", 4)
    assert found.root["info"]["tags"] == ["old", "new", "a", "b"]


@pytest.mark.parametrize(
    ("update", "info"),
    [
        ("{title: {a: 1}}", {"title": {"a": 1}, "tags": ["old", "new"], "x": {"y": {"z": 1}}}),
        ("{x: {y: {w: 2}}}", {"title": "Bakery", "tags": ["old", "new"], "x": {"y": {"z": 1, "w": 2}}}),
        ("{x: {y: 2}}", {"title": "Bakery", "tags": ["old", "new"], "x": {"y": 2}}),
        ("{x: [2]}", {"title": "Bakery", "tags": ["old", "new"], "x": [2]}),
        ("{tags: {a: 1}}", {"title": "Bakery", "tags": {"a": 1}, "x": {"y": {"z": 1}}}),
        ("{tags: [a]}", {"title": "Bakery", "tags": ["old", "new", "a"], "x": {"y": {"z": 1}}}),
        ("{tags: null}", {"title": "Bakery", "tags": None, "x": {"y": {"z": 1}}}),
    ],
)
def test_objects_are_merged_and_lists_extended_and_all_else_is_replaced(update: str, info: dict[str, Any]) -> None:
    found = apply("{target: $.info, update: {x: {y: {z: 1}}}}", f"{{target: $.info, update: {update}}}")
    assert {key: found.root["info"].get(key) for key in info} == info


def test_a_position_is_that_in_the_description() -> None:
    found = apply("{target: $.info, update: {title: New}}")
    found.find_positions(["/info", "/bread/1"])
    assert [found.position(pointer) for pointer in ("", "/info", "/bread/1", "/none")] == [
        Document("menu.yaml", MENU.encode()).position(pointer) for pointer in ("", "/info", "/bread/1", "/none")
    ]
    assert found.position("/bread/1") == (5, 5)


def test_an_action_that_selects_nothing_is_kept_to_be_reported() -> None:
    found = apply(
        "{target: $.nothing, update: {a: 1}}", "{target: $.info, update: {}}", "{target: '$.x[*]', remove: true}"
    )
    assert [place(node) for node in found.unmatched] == [("fix.yaml", "/actions/0", 4), ("fix.yaml", "/actions/2", 6)]


def test_references_of_the_description_and_of_the_overlay_lead_into_the_result(tmp_path: Path) -> None:
    (tmp_path / "menu.yaml").write_text(MENU)
    (tmp_path / "sub").mkdir()
    (tmp_path / "other.yaml").write_text("back: {$ref: 'menu.yaml#/added/it'}\n")
    (tmp_path / "sub" / "fix.yaml").write_text(
        dedent("""\
        overlay: 1.0.0
        actions:
          - target: $
            update:
              added: {it: {$ref: '#/bread/0'}, far: {$ref: 'other.yaml#/back'}}
        """)
    )
    documents = Documents(tmp_path)
    found = documents.overlay(documents.load(tmp_path / "menu.yaml"), [tmp_path / "sub" / "fix.yaml"])
    for path in (("link",), ("added", "it"), ("added", "far")):
        target, _ = documents.follow(at(found, *path))
        assert target.value["name"] == "rye"
        assert target.document.uri == "menu.yaml"
    assert [document.uri for document in documents.loaded] == ["menu.yaml", "sub/fix.yaml", "other.yaml"]


@pytest.mark.parametrize("text", [MENU, '{"info": {"title": "Bakery"}, "bread": [{}]}'])
def test_a_node_is_the_same_however_it_is_reached(text: str) -> None:
    documents = Documents()
    base = documents.add(Document("menu.yaml", text.encode()))
    overlay = Document("o", b"{overlay: 1.0.0, actions: [{target: $, update: {added: {it: {a: 1}}}}]}")
    found = documents.replace(base, Overlaid(base, [overlay]))
    assert documents.resolve(found, "#/added/it").key == at(found, "added", "it").key
    assert documents.resolve(found, "#/info").key == at(found, "info").key


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ("{info: {}}", "o.yaml:1:1: the key overlay with the version is missing"),
        ("{overlay: 2.0.0, actions: [{}]}", "o.yaml:1:2: version '2.0.0' of OpenAPI Overlay is not supported"),
        ("overlay: 1.0.0", "o.yaml:1:1: actions must be a list"),
        ("overlay: 1.0.0\nactions: []", "o.yaml:2:1: actions must be a list"),
        ("overlay: 1.0.0\nactions: [5]", "o.yaml:2:11: an action needs a target"),
        ("overlay: 1.0.0\nactions: [{target: [$.info]}]", "o.yaml:2:12: an action needs a target"),
        ("overlay: 1.0.0\nactions:\n- target: $.info\n", "o.yaml:3:3: an action needs update, or remove: true"),
        ("overlay: 1.0.0\nactions:\n- target: info\n", "o.yaml:3:3: 'info' is not a JSONPath (RFC 9535)"),
        ("overlay: 1.0.0\nactions:\n- target: $.a[\n", "o.yaml:3:3: '$.a[' is not a JSONPath (RFC 9535)"),
        ("overlay: 1.0.0\nactions:\n- target: $.info\n  updates: {}\n", "o.yaml:4:3: an action has no key 'updates'"),
        ("overlay: 1.0.0\nactions:\n- target: $\n  remove: true\n", "o.yaml:3:3: the whole description cannot be"),
        (
            "overlay: 1.0.0\nactions:\n- target: $.info\n  update: 5\n",
            "o.yaml:4:3: the target is an object; update must",
        ),
        ("overlay: 1.0.0\nactions:\n- target: $.info.title\n  update: x\n", "o.yaml:4:3: the target is a single value"),
        (
            "overlay: 1.0.0\nactions:\n- target: $..['info',0]\n  update: {tags: 5}\n",
            "o.yaml:4:3: the update has replaced what its own target selects",
        ),
    ],
)
def test_a_mistake_in_an_overlay_is_one_message_with_its_place(overlay: str, message: str) -> None:
    with pytest.raises(MappingError) as error:
        Overlaid(Document("menu.yaml", MENU.encode()), [Document("o.yaml", overlay.encode())])
    assert str(error.value).startswith(message)


def test_keys_of_extensions_are_allowed() -> None:
    assert (
        apply("{target: $.info, update: {title: A}, description: Why, x-note: 1, remove: false}").root["info"]["title"]
        == "A"
    )


@pytest.mark.peer
def test_a_violation_in_what_an_overlay_gives_stands_in_the_overlay() -> None:
    pytest.importorskip("openapi_spec_validator")
    text = "{openapi: 3.0.0, info: {title: A, version: '1'}, paths: {}}"
    found = apply("{target: $.info, update: {title: 5}}", text=text)
    (note,) = violations(found)
    assert note.location is not None
    assert (note.location.document.uri, note.location.pointer) == ("fix.yaml", "/actions/0/update/title")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("", ""),
        ("a.b", r"a[^\n\r]b"),
        (r"a\.b[.]", r"a\.b[.]"),
        ("(a|b)*c{2,3}d{2}e{2,}", "(?:a|b)*c{2,3}d{2}e{2,}"),
        (r"[^a-z\]\-]|[-a]|[a-]|[^-a-]", r"[^a-z\]\-]|[-a]|[a-]|[^-a-]"),
        (r"\p{L}\P{Nd}[\p{Lu}é-ü]", r"\p{L}\P{Nd}[\p{Lu}é-ü]"),
        (r"\n\r\t\(\)\*\+\-\.\?\[\\\]\^\{\|\}", r"\n\r\t\(\)\*\+\-\.\?\[\\\]\^\{\|\}"),
        ("^a$", "^a$"),
        ("()|", "(?:)|"),
    ],
)
def test_an_i_regexp_is_translated(pattern: str, expected: str) -> None:
    assert translated(pattern) == expected


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d", r"\w", r"\s", r"\b", r"\A", r"\1", r"\x41", r"\u0041", r"[\d]", r"\p{Cs}", r"\p{Latin}", r"\pL", "\\",
        "(?i)a", "(?:a)", "(?=a)", "(?P<n>a)", "a*?", "a++", "a**", "*", "+a", "(*a)", "a|*", "a{,2}", "a{", "}", "]",
        "[", "[]", "[^]", "[a", "[[:alpha:]]", "[a-c-e]", "(", ")", "(a))", "a{1}{2}", "\ud800", "[\ud800]",
    ],
)  # fmt: skip
def test_what_is_no_i_regexp_is_refused_in_one_line(pattern: str) -> None:
    with pytest.raises(PatternError) as error:
        translated(pattern)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("pattern", ["a" * (MAX_PATTERN + 1), "(" * (MAX_GROUPS + 1) + ")" * (MAX_GROUPS + 1)])
def test_a_pattern_that_is_too_large_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        translated(pattern)
    assert translated(pattern[1:].removesuffix(")"))


@pytest.fixture
def patterns() -> Patterns:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    return Patterns()


@pytest.mark.peer
@pytest.mark.parametrize("pattern", ["a{1001}", "(a{1000}){1000}", r"\p{L}{1000}", r"\p{Cn}", "[b-a]"])
def test_what_re2_does_not_take_is_an_error(patterns: Patterns, pattern: str) -> None:
    with pytest.raises(PatternError) as error:
        patterns.check(pattern)
    assert "\n" not in str(error.value)
    assert not patterns.found(pattern, "a", False, [].append)


@pytest.mark.peer
def test_a_dot_is_neither_line_feed_nor_carriage_return(patterns: Patterns) -> None:
    found = [text for text in ("\n", "\r", "\u2028", "a", "😀") if patterns.found(".", text, True, [].append)]
    assert found == ["\u2028", "a", "😀"]


@pytest.mark.peer
def test_a_match_is_of_the_whole_text_and_a_search_of_a_part(patterns: Patterns) -> None:
    assert patterns.found("a|ab", "ab", True, [].append)
    assert not patterns.found("b", "ab", True, [].append)
    assert patterns.found("b", "ab", False, [].append)
    assert not patterns.found("a$", "a\n", False, [].append)


@pytest.mark.peer
def test_random_patterns_match_as_those_of_python(patterns: Patterns) -> None:
    random = Random(1)
    pieces = ["a", "b", "[ab]", "[^a]", "(a|b)", "(ab|a)", "x", r"\.", "|"]
    for _ in range(2000):
        pattern = "".join(
            piece + ("" if piece == "|" else random.choice(["", "", "*", "+", "?", "{2}", "{0,2}"]))
            for piece in random.choices(pieces, k=random.randrange(1, 5))
        )
        for text in ("", "a", "ab", "aab", "x.", "bba"):
            for whole, function in ((True, re.fullmatch), (False, re.search)):
                assert patterns.found(pattern, text, whole, [].append) == bool(function(pattern, text)), (pattern, text)


@pytest.mark.peer
def test_each_new_pattern_and_each_text_costs_what_it_takes(patterns: Patterns) -> None:
    costs: list[int] = []
    patterns.found("(a|a)*b", "a" * 1_000, True, costs.append)
    patterns.found("(a|a)*b", "a" * 10_000, True, costs.append)
    assert costs[0] == COMPILED
    assert len(costs) == 3
    assert 9 * costs[1] < costs[2] < 11 * costs[1]


FEW = Limit("steps", 200_000)


def hostile_apply(root: Any, *actions: dict[str, Any], steps: Limit = FEW) -> Overlaid:
    overlay = Document("fix.json", json.dumps({"overlay": "1.0.0", "actions": actions}).encode())
    return Overlaid(Document("menu.json", json.dumps(root).encode()), [overlay], steps)


def refused(root: Any, *actions: dict[str, Any]) -> str:
    with pytest.raises(MappingError) as error:
        hostile_apply(root, *actions)
    assert "\n" not in str(error.value)
    return str(error.value)


# Patterns


@pytest.mark.peer
@pytest.mark.parametrize("pattern", ["'(a|a)*b'", "@.p"])
@pytest.mark.parametrize("function", ["match", "search"])
def test_a_pattern_that_goes_back_and_tries_again_does_not_here(function: str, pattern: str) -> None:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    root = {"x": [{"s": "a" * 40, "p": "(a|a)*b"}, {"s": "aab", "p": "(a|a)*b"}]}
    found = hostile_apply(root, {"target": f"$.x[?{function}(@.s, {pattern})]", "update": {"z": 1}})
    assert [item.get("z") for item in found.root["x"]] == [None, 1]


class Compiled:
    """A pattern as RE2 has it, by the module of Python, which takes ones as simple as these for the same."""

    programsize = 1

    def __init__(self, pattern: str, _options: object) -> None:
        self.search, self.fullmatch = re.compile(pattern).search, re.compile(pattern).fullmatch


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something in place of google-re2, which not everybody has."""
    package = SimpleNamespace(Options=SimpleNamespace, error=re.error, compile=Compiled)
    monkeypatch.setitem(sys.modules, "re2", package)


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("condition", "selected"),
    [
        ("match(@.s, 'a.')", "aa ab"),
        ("match(@.s, 'a')", ""),
        ("search(@.s, 'a')", "aa ab ba"),
        ("!search(@.s, 'a')", "number list none"),
        ("search(@.s, '^a')", "aa ab"),
        ("match(@.s, @.p)", "ab"),
        ("search(@.s, @.p)", "ab ba"),
        ("search(@.none, 'a')", ""),
        ("search('banana', @.p)", "ab ba"),
    ],
)
def test_a_pattern_is_for_texts_and_one_that_is_none_matches_nothing(condition: str, selected: str) -> None:
    things = {
        "aa": {"s": "aa", "p": 5},
        "ab": {"s": "ab", "p": "a|ab"},
        "ba": {"s": "ba", "p": "a"},
        "number": {"s": 1, "p": "(1"},
        "list": {"s": ["a"], "p": "*"},
        "none": {},
    }
    found = hostile_apply(things, {"target": f"$[?{condition}]", "update": {"z": 1}})
    assert [name for name, thing in found.root.items() if "z" in thing] == selected.split()


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("call", ["match(@.s, '*')", "@.a && !search(@.s, '*')", "@[?search(@, '*')]"])
def test_a_pattern_in_a_target_that_is_none_is_refused(call: str) -> None:
    message = refused({"x": [{}]}, {"target": f"$.x[?{call}]", "update": {"z": 1}})
    assert "has a pattern that cannot be used: there is nothing to repeat at character 1" in message


@pytest.mark.usefixtures("stand_in")
def test_a_pattern_is_compiled_once_and_each_text_costs_its_length() -> None:
    costs: list[int] = []
    known = Patterns()
    for text in ("a" * 100, "a" * 5_000):
        assert known.found("a+", text, True, costs.append)
    assert costs == [COMPILED, 2, 100]


@pytest.mark.parametrize("call", ["match(@.s, 'a')", "search(@.s, @.p)", "!match(@.s, 'a')", "@[?search(@, 'a')]"])
def test_without_the_package_a_pattern_is_refused_in_one_line(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    message = refused({"x": [{}]}, {"target": f"$.x[?{call}]", "update": {"z": 1}})
    assert "fix.json:1:" in message
    assert message.endswith("needs one more package; pip install 'mkdocs-oasmap[overlay-patterns]'")


def test_without_the_package_other_targets_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    assert hostile_apply({"x": [{"s": 1}]}, {"target": "$.x[?@.s == 1]", "update": {"z": 1}}).root == {
        "x": [{"s": 1, "z": 1}]
    }


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
    hostile_apply([[1] * 100] * 10, action)
    refused([[1] * 100] * 10, *[action] * 200)


REMOVED = None
"""An action that removes what its target selects."""


@pytest.mark.parametrize(
    ("target", "update", "each"),
    [
        ("$.list[0]", REMOVED, 2),
        ("$.list[1:]", REMOVED, 6),
        ("$.map.*", REMOVED, 5),
        ("$.list", "an item", 1),
        ("$.list", "list", 2),
        ("$.map", "map", 2),
        ("$", {"list": "list"}, 2),
        ("$", {"map": "map"}, 2),
        ("$[?@ == $.map]", {}, 3),
        ("$[?@ == $.list]", "an item", 3),
        ("$[?@.long == $.words.long]", {}, 1),
        ("$[?@.long < $.words.long]", {}, 1),
        ("$..none", "nothing", 2),
    ],
)
def test_each_action_costs_steps_for_all_that_it_visits_and_copies(
    target: str, update: Any, each: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[int] = []
    monkeypatch.setattr(Effort, "spend", lambda _, steps: spent.append(steps))

    def cost(size: int) -> int:
        long = "x" * 64 * size
        parts = {"list": [*range(size)], "map": {str(key): key for key in range(size)}, "words": {"long": long}}
        new = {key: parts[value] for key, value in update.items()} if isinstance(update, dict) else parts.get(update, 1)
        spent.clear()
        hostile_apply(parts, {"target": target, **({"remove": True} if update is REMOVED else {"update": new})})
        return sum(spent)

    assert cost(300) - cost(200) == 100 * each


def test_a_target_costs_steps_for_each_of_its_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    monkeypatch.setattr(Effort, "spend", lambda _, steps: spent.append(steps))
    for length in (10, 20):
        hostile_apply({}, {"target": "$" + ".a" * length, "update": {}})
    assert spent[0] >= 10 * PARSED
    assert spent[len(spent) // 2] >= spent[0] + 10 * PARSED


def test_the_steps_grow_with_the_description() -> None:
    assert STEPS.at(20_000_000) > 5 * STEPS.at(1_000_000)


# What is done once


def test_what_is_selected_twice_is_changed_once() -> None:
    root = {"a": [1], "b": {"c": 1}}
    assert hostile_apply(root, {"target": "$['a', 'a']", "update": [2]}).root["a"] == [1, 2]
    assert hostile_apply(root, {"target": "$['a', 'a']", "remove": True}).root == {"b": {"c": 1}}
    assert hostile_apply(root, {"target": "$..['b', 'c', 'b']", "remove": True}).root == {"a": [1]}


def test_what_is_removed_may_be_in_what_is_removed() -> None:
    root = {"a": [[1, 2], [3, [4, 5]], 6], "b": 1}
    assert hostile_apply(root, {"target": "$..*", "remove": True}).root == {}
    assert hostile_apply(root, {"target": "$..[1]", "remove": True}).root == {"a": [[1], 6], "b": 1}
    found = hostile_apply(root, {"target": "$.a[::2]", "remove": True}, {"target": "$.a[0]", "update": [7]})
    assert found.root == {"a": [[3, [4, 5], 7]], "b": 1}
    item = found.node.child("a").child(0)
    assert [(item.document.uri, item.pointer)] == [("menu.json", "/a/1")]
    assert [(each.document.uri, each.pointer) for each in item.items()] == [
        ("menu.json", "/a/1/0"),
        ("menu.json", "/a/1/1"),
        ("fix.json", "/actions/1/update/0"),
    ]


def test_members_that_are_removed_and_given_again_have_their_new_place() -> None:
    found = hostile_apply(
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
    found = hostile_apply(root, {"target": "$", "update": update}).node
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
        hostile_apply(root, {"target": "$.*.*", "update": [1]}, steps=STEPS)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{overlay: 1.0.0, actions: []}", True),
        ("{overlay: 1.0.0}", False),
        ("{actions: []}", False),
        ("[overlay, actions]", False),
    ],
)
def test_an_overlay_is_told_by_its_two_keys(text: str, *, expected: bool) -> None:
    assert is_overlay(Document("x.yaml", text.encode())) is expected
