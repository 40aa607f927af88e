"""How a life fails where an API does not do as its description says: each step by a reason of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.trial import life
from mapper.programs.trial.provider.attributes import Attribute
from mapper.programs.trial.provider.crud import Crud
from mapper.programs.trial.provider.failure import Failure
from mapper.programs.trial.provider.resources import Body, Operation
from mapper.programs.trial.provider.wire import MISSING, from_api, to_api

from . import descriptions
from .test_lives import lives_of
from .test_plan import Farm, attribute, resource

Answer = tuple[int, Any]
GONE: Answer = (404, {"errors": ["nothing"]})


def other_label(answer: Answer) -> Answer:
    return answer[0], {**answer[1], "label": "other"}


def other_kind(answer: Answer) -> Answer:
    return answer[0], {**answer[1], "kind": "pear"}


def empty_list(answer: Answer) -> Answer:
    return answer[0], []


def gone(_: Answer) -> Answer:
    return GONE


def in_use(_: Answer) -> Answer:
    return 409, "in use"


def still_there(_: Answer) -> Answer:
    return 200, {"id": "made-id-1002", "kind": "apple"}


FAILING: list[tuple[str, range, Callable[[Answer], Answer], dict[str, str]]] = [
    ("POST", range(1), lambda _: (500, "broken"), {"create": "http 500: create: POST /trees: broken"}),
    ("POST", range(1), lambda _: (400, {"errors": ["a", "b"]}), {"create": "http 400: create: POST /trees: a; b"}),
    ("POST", range(1), lambda _: (400, {"why": 1}), {"create": 'http 400: create: POST /trees: {"why": 1}'}),
    ("POST", range(1), empty_list, {"create": "pointer create: the body is no object in a list"}),
    ("POST", range(1), lambda _: (201, "made"), {"create": "pointer create: the body is no object in a text"}),
    ("GET", range(1), gone, {"create": "read-back http 404: read: GET /trees/made-id-1002: nothing"}),
    ("GET", range(1), other_kind, {"create": "inconsistent: kind: was 'apple', but now 'pear'"}),
    ("GET", range(1, 2), other_label, {}),  # the configuration leaves it to the API
    ("GET", range(1, 2), other_kind, {"plan": "not-empty update: kind: 'pear' -> 'apple'"}),
    ("GET", range(1, 2), gone, {"plan": "gone: read finds nothing"}),
    ("GET", range(1, 2), lambda _: (200, {"kind": 3, "height": "x"}), {"plan": "wrong-type: height: the response has"}),
    ("GET", range(4, 5), other_kind, {"replan": "not-empty update: kind: 'pear' -> 'apple'"}),
    ("GET", range(5, 6), gone, {"import": "import-gone: nothing is found by the id of the page"}),
    ("GET", range(6, 7), gone, {"import": "gone: read finds nothing"}),
    ("GET", range(5, 7), other_kind, {"import": "import-differs update: kind: 'pear' -> 'apple'"}),
    ("DELETE", range(1), in_use, {"destroy": "http 409: delete: DELETE /trees/made-id-1002: in use"}),
    ("DELETE", range(1), gone, {}),
    ("GET", range(7, 8), still_there, {"destroy": "still-there: after delete, read finds the object"}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "numbers", "changed", "failed"), FAILING)
def test_a_step_fails_by_a_reason_of_its_own_and_those_after_it_go_on(
    method: str, numbers: range, changed: Callable[[Answer], Answer], failed: dict[str, str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Among the requests by a method, those with these `numbers` get another answer."""
    asked: list[str] = []

    def answering(handle: Callable[..., Answer]) -> Callable[..., Answer]:
        def answer(method_: str, path: str, body: Any) -> Answer:
            given = handle(method_, path, body)
            asked.append(method_)
            return changed(given) if method_ == method and asked.count(method) - 1 in numbers else given

        return answer

    monkeypatch.setattr(life, "guard", answering)
    (lived,) = lives_of(tmp_path, descriptions.TREES).values()
    seen = {step.value: result for step, result in lived.results.items() if result != "ok"}
    assert {step: result[: len(failed[step])] for step, result in seen.items() if step in failed} == failed
    assert seen.keys() == failed.keys()


TEXT, COUNT = attribute("a", "string", "optional"), attribute("n", "int64", "optional")
SEEN = attribute("seen", "string", "computed")
CHILDREN = {"a": TEXT, "n": COUNT, "seen": SEEN}
JSON = attribute("it", "string", "optional", is_json=True)


def nested(nesting: str) -> Attribute:
    return attribute("it", "nested", "optional", nesting=nesting, children=CHILDREN)


def of(kind: str, element: Attribute) -> Attribute:
    return attribute("it", kind, "optional", element=element)


INNER = {"a": "x", "n": 2, "seen": "no"}
SENT: dict[str, tuple[Attribute, Any, Any]] = {
    "nothing": (TEXT, None, MISSING),
    "what only the API sets": (SEEN, "x", MISSING),
    "text": (TEXT, "x", "x"),
    "JSON": (JSON, '{"a": [1]}', {"a": [1]}),
    "a list": (of("list", TEXT), ["x", "y"], ["x", "y"]),
    "a list of JSON": (of("set", JSON), ["1"], [1]),
    "a map of JSON": (of("map", JSON), {"k": "1"}, {"k": 1}),
    "a map without an element": (attribute("it", "map", "optional"), {"k": "1"}, {"k": "1"}),
    "an object": (attribute("it", "object", "optional", children=CHILDREN), INNER, {"a": "x", "n": 2}),
    "a nested object": (nested("single"), INNER, {"a": "x", "n": 2}),
    "a nested list": (nested("list"), [INNER], [{"a": "x", "n": 2}]),
    "a nested map": (nested("map"), {"k": INNER}, {"k": {"a": "x", "n": 2}}),
}


@pytest.mark.parametrize(("made", "value", "sent"), SENT.values(), ids=SENT)
def test_a_request_has(made: Attribute, value: Any, sent: Any) -> None:
    assert to_api(made, value, "create") == sent


def test_what_an_operation_requires_is_sent_whoever_sets_it() -> None:
    assert to_api(SEEN, "x", "update", True) == "x"


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(Failure, match=r"^json-string: it: '\{' is not JSON$"):
        to_api(JSON, "{", "create")


READ: dict[str, tuple[Attribute, Any, Any, Any]] = {
    "nothing": (TEXT, MISSING, "old", "old"),
    "null": (TEXT, None, "old", None),
    "text": (TEXT, "x", None, "x"),
    "a number as text": (TEXT, 3, None, "3"),
    "a truth as text": (TEXT, True, None, "true"),
    "a whole number": (COUNT, 3, None, 3),
    "a whole number with a point": (COUNT, 3.0, None, 3.0),
    "a fraction": (attribute("n", "float64", "optional"), 3.5, None, 3.5),
    "a truth": (attribute("b", "bool", "optional"), False, None, False),
    "JSON of the same value": (JSON, {"a": 1}, '{ "a": 1 }', '{ "a": 1 }'),
    "JSON of another value": (JSON, {"a": 1}, '{"a": 2}', '{"a": 1}'),
    "a list": (of("list", TEXT), ["x", 1], None, ["x", "1"]),
    "a map": (of("map", COUNT), {"k": 1}, None, {"k": 1}),
    "a nested object": (nested("single"), {"a": "x", "n": 2}, {"seen": "no"}, INNER),
    "a nested list": (nested("list"), [{"a": "x", "n": 2}], [{"seen": "no"}], [INNER]),
    "a nested set": (nested("set"), [{"a": "x", "n": 2}], [{"seen": "no"}], [{**INNER, "seen": None}]),
    "a longer nested list": (nested("list"), [{"a": "x"}, {"a": "y"}], [{"n": 2}], [
        {"a": "x", "n": 2, "seen": None}, {"a": "y", "n": None, "seen": None}]),
    "a nested map": (nested("map"), {"k": {"a": "x", "n": 2}}, {"k": {"seen": "no"}}, {"k": INNER}),
}  # fmt: skip


@pytest.mark.parametrize(("made", "data", "old", "value"), READ.values(), ids=READ)
def test_a_response_gives(made: Attribute, data: Any, old: Any, value: Any) -> None:
    assert from_api(made, data, old, made.name, "read") == value


@pytest.mark.parametrize(
    ("made", "data", "kind"),
    [
        (TEXT, ["x"], "string"),
        (COUNT, "3", "int64"),
        (COUNT, 3.5, "int64"),
        (COUNT, True, "int64"),
        (attribute("b", "bool", "optional"), 1, "bool"),
        (of("list", TEXT), {"k": "x"}, "list"),
        (of("map", TEXT), ["x"], "map"),
        (nested("single"), [{}], "single"),
        (nested("list"), {}, "list"),
        (nested("map"), [], "map"),
        (nested("list"), [3], "object"),
    ],
)
def test_a_response_of_another_type_is_refused(made: Attribute, data: Any, kind: str) -> None:
    with pytest.raises(Failure, match=f"wrong-type: {made.name}.*: the response has .* for an? {kind}"):
        from_api(made, data, None, made.name, "read")


@pytest.mark.parametrize(
    ("pointer", "sent"),
    [
        ("", {"title": "x"}),
        ("/data", {"data": {"title": "x"}}),
        ("/0", [{"title": "x"}]),
        ("/data/0", {"data": [{"title": "x"}]}),
        ("/0/attributes", [{"attributes": {"title": "x"}}]),
    ],
)
def test_a_request_has_its_attributes_where_the_pointer_leads(pointer: str, sent: Any) -> None:
    api = Farm(title="x")
    farm = resource(title=attribute("title", "string", "optional"))
    create = Operation("create", "POST", "/farms", (), Body(pointer), Body(), frozenset(("title",)))
    farm.operations["create"] = create
    Crud(farm, api.handle).create({"id": None, "title": "x"})
    assert api.sent[0][2] == sent


def test_what_no_operation_can_do_is_said() -> None:
    farm = resource(title=attribute("title", "string", "optional"))
    state = {"id": "1", "title": "x"}
    for value, why in ((None, "no value"), (".", "would lead to another path"), ("..", "would lead to another path")):
        with pytest.raises(Failure, match=f"^no-value read: .*{why}$"):
            Crud(farm, Farm().handle).read({**state, "id": value})
    del farm.operations["update"]
    with pytest.raises(Failure, match=r"^no-update: a value changes in place, but no operation updates$"):
        Crud(farm, Farm().handle).update(state, {**state, "title": "y"})
    farm.operations["read"] = Operation("read", "GET", "/farms/{of}", (), Body(), Body(), None)
    with pytest.raises(Failure, match=r"^no-attribute read: nothing fills \{of\} of /farms/\{of\}$"):
        Crud(farm, Farm().handle).read(state)
    del farm.operations["read"]
    assert Crud(farm, Farm().handle).read(state) == state
