"""What a provider sends and what it takes from a response, in each way that a config can place them."""

from dataclasses import replace
from typing import Any

import pytest

from mapper.programs.provider_process.values import UNKNOWN
from mapper.programs.redaction import Redactor
from mapper.programs.trial.core import Action, Core, Plan
from mapper.programs.trial.provider.attributes import Attribute
from mapper.programs.trial.provider.crud import Crud, reasons_in
from mapper.programs.trial.provider.failure import Failure
from mapper.programs.trial.provider.ledger import Ledger
from mapper.programs.trial.provider.resources import Argument, Body, Operation, Resource

from .test_failures import nested
from .test_plan import Farm, attribute, resource

TITLE = attribute("title", "string", "optional")
NUMBER = attribute("number", "int64", "required")
PLACE = attribute("place", "nested", "optional", nesting="single", children={"town": TITLE})
ANY = attribute("any", "string", "required", is_json=True)
WHOLE = attribute("body", "string", "optional", is_json=True)


def farm_with(part: str, resource_: Resource, **changes: Any) -> Resource:
    """A resource with another operation."""
    resource_.operations[part] = replace(resource_.operations[part], **changes)
    return resource_


def removable(**attributes: Attribute) -> Resource:
    found = resource(**attributes)
    path = found.operations["read"].arguments
    found.operations["delete"] = Operation("delete", "DELETE", "/farms/{id}", path, Body(), Body(), None)
    return found


IMPORTS: list[tuple[tuple[Argument, ...], str, dict[str, Any]]] = [
    ((), "a/b", {"id": "a/b"}),
    ((Argument("path", "n", NUMBER),), "7", {"number": 7}),
    ((Argument("path", "j", ANY),), "x", {"any": '"x"'}),
    ((Argument("path", "t", PLACE, None, ("town",)),), "York", {"place": {"town": "York"}}),
    (
        (Argument("query", "t", TITLE), Argument("path", "n", NUMBER), Argument("query", "as", None, True)),
        "7/a/b",
        {"number": 7, "title": "a/b"},
    ),
    ((Argument("path", "c", None, "own"), Argument("path", "t", TITLE)), "x", {"title": "x"}),
]


@pytest.mark.parametrize(("arguments", "text", "expected"), IMPORTS)
def test_an_import_id_gives_what_the_path_of_read_needs(
    arguments: tuple[Argument, ...], text: str, expected: dict[str, Any]
) -> None:
    farm = resource(title=TITLE, number=NUMBER, place=PLACE, any=ANY)
    crud = Crud(farm_with("read", farm, arguments=arguments, path="/farms"), Farm().handle)
    state = crud.import_state(text)
    assert {name: value for name, value in state.items() if value is not None} == expected
    assert crud.import_id(state) == text


def test_an_import_id_for_which_nothing_has_an_attribute_is_refused() -> None:
    farm = farm_with("read", resource(), arguments=(Argument("path", "of", None),))
    with pytest.raises(Failure, match=r"^no-attribute import: nothing fills \{of\}$"):
        Crud(farm, Farm().handle).import_state("x")


PATHS: list[tuple[Argument, dict[str, Any], str]] = [
    (Argument("path", "p", None, "own"), {}, "/farms/own"),
    (Argument("path", "p", TITLE), {"title": "a/b c"}, "/farms/a%2Fb%20c"),
    (Argument("path", "p", ANY), {"any": '"x"'}, "/farms/x"),
    (Argument("path", "p", ANY), {"any": "3"}, "/farms/3"),
    (Argument("path", "p", ANY), {"any": "[1]"}, "/farms/%5B1%5D"),
    (Argument("path", "p", PLACE, None, ("town",)), {"place": {"town": "York"}}, "/farms/York"),
]


@pytest.mark.parametrize(("argument", "state", "path"), PATHS)
def test_a_path_has_the_values_that_fill_it(argument: Argument, state: dict[str, Any], path: str) -> None:
    api = Farm()
    farm = resource(title=TITLE, place=PLACE, any=ANY)
    crud = Crud(farm_with("read", farm, arguments=(argument,), path="/farms/{p}#of-the-page"), api.handle)
    crud.read({"id": "1", "title": None, "place": None, "any": None, **state})
    assert api.sent == [("GET", path, None)]
    assert crud.last_request == f"GET {path}: 200"


@pytest.mark.parametrize("town", [None, UNKNOWN, {"town": None}, {"town": UNKNOWN}])
def test_a_path_whose_value_is_not_known_is_not_asked_for(town: Any) -> None:
    argument = Argument("path", "p", PLACE, None, ("town",))
    farm = farm_with("read", resource(place=PLACE), arguments=(argument,), path="/farms/{p}")
    with pytest.raises(Failure, match=r"^no-value read: place \(optional\) is to fill \{p\} of /farms/"):
        Crud(farm, Farm().handle).read({"id": "1", "place": town})


STATE = {"id": "1", "title": "x", "body": '{"a": 1}'}
SENT: list[tuple[dict[str, Any], Any]] = [
    ({"sends": None}, None),
    ({"request": Body(whole="body")}, {"a": 1}),
    ({"sends": frozenset(("title",)), "placed": (("/data/id", "id"),)}, {"title": "x", "data": {"id": "1"}}),
    ({"sends": frozenset(("title",)), "request": Body("/0"), "constants": (("/0/kind", "farm"),)},
     [{"title": "x", "kind": "farm"}]),
    ({"sends": frozenset(), "placed": (("/body", "body"),)}, {"body": {"a": 1}}),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "body"), SENT)
def test_a_body_has_what_the_operation_sends(changes: dict[str, Any], body: Any) -> None:
    api = Farm()
    farm = resource(title=TITLE, body=WHOLE)
    Crud(farm_with("create", farm, **changes), api.handle).create(STATE)
    assert api.sent[0] == ("POST", "/farms", body)


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in STATE.items() if key != name}


TAKEN: list[tuple[Body, Any, Any]] = [
    (Body(is_ignored=True), {"title": "y"}, STATE),
    (Body(), None, STATE),
    (Body(whole="body"), {"a": 2}, {**STATE, "body": '{"a": 2}'}),
    (Body(whole="body"), {"a": 1}, STATE),
    (Body("/data/1"), {"data": [{"title": "z"}, {"title": "y"}]}, {**STATE, "title": "y"}),
    (Body("/da~1ta/a~0b"), {"da/ta": {"a~b": {"title": "y"}}}, {**STATE, "title": "y"}),
    (Body("/wrapped"), {"title": "y"}, {**STATE, "title": "y"}),
    (Body("/data/2"), {"data": [{}, {}]}, "pointer read: /data/2 is no object in an object with data"),
    (Body("/data"), {"data": 3, "more": 1}, "pointer read: /data is no object in an object with data, more"),
    (Body("/data"), [], "pointer read: /data is no object in a list"),
    (Body(), "text", "pointer read: the body is no object in a text"),
    (Body(), 3, "pointer read: the body is no object in a value"),
]


@pytest.mark.parametrize(("response", "answer", "expected"), TAKEN)
def test_a_state_has_what_the_response_has_where_the_pointer_leads(response: Body, answer: Any, expected: Any) -> None:
    farm = farm_with("read", resource(title=TITLE, body=WHOLE), response=response)
    crud = Crud(farm, lambda *_: (200, answer))
    if isinstance(expected, str):
        with pytest.raises(Failure) as raised:
            crud.read(STATE)
        assert str(raised.value) == expected
    else:
        assert crud.read(STATE) == expected


def test_names_of_members_are_shown_as_far_as_they_are_no_secret() -> None:
    farm = farm_with("read", resource(), response=Body("/data"))
    crud = Crud(farm, lambda *_: (200, {"data": 3, "hush-hush": 1}), redactor=Redactor("hush-hush"))
    with pytest.raises(Failure, match=r"is no object in an object with data, \(sensitive\)$"):
        crud.read({"id": "1"})


def test_what_is_created_is_listed_until_it_is_gone() -> None:
    answers = {"POST": (201, {"id": "1"}), "GET": (200, {"id": "1"}), "DELETE": (204, None), "PUT": (200, {})}
    ledger = Ledger()
    crud = Crud(removable(), lambda method, *_: answers[method], ledger)
    crud.create({"id": UNKNOWN})
    assert list(map(str, ledger.objects)) == ["zoo_farm 1, by POST /farms: 201"]
    answers["GET"] = (404, {"errors": ["gone"]})
    assert crud.read({"id": "1"}) is None
    assert ledger.objects == []
    crud.create({"id": "2"})
    answers["DELETE"] = (409, "in use")
    with pytest.raises(Failure, match=r"^http 409: delete: DELETE /farms/1: in use$"):
        crud.delete({"id": "1"})
    assert len(ledger.objects) == 1
    answers["DELETE"] = (404, None)
    crud.delete({"id": "1"})
    assert ledger.objects == []
    answers["GET"] = (500, None)
    with pytest.raises(Failure, match=r"^http 500"):
        crud.read({"id": "1"})


def test_an_object_that_no_operation_reads_or_removes_keeps_its_state() -> None:
    farm = resource(title=TITLE, seen=attribute("seen", "string", "computed"))
    del farm.operations["read"]
    api, ledger = Farm(title="x"), Ledger()
    crud = Crud(farm, api.handle, ledger)
    state = crud.create({"id": UNKNOWN, "title": "x", "seen": UNKNOWN})
    assert state == {"id": "1", "title": "x", "seen": None}
    assert crud.update(state, {**state, "title": "y"})["title"] == "y"
    crud.delete(state)
    assert [method for method, _, _ in api.sent] == ["POST", "PUT"]
    assert list(map(str, ledger.objects)) == ["zoo_farm (no id is known), by POST /farms: 200"]


def test_an_update_is_sent_to_where_the_object_is() -> None:
    api = Farm(title="y")
    farm = resource(title=TITLE)
    path = (Argument("path", "title", TITLE),)
    crud = Crud(farm_with("update", farm, arguments=path, path="/farms/{title}"), api.handle)
    assert crud.update({"id": "1", "title": "x"}, {"id": UNKNOWN, "title": "y"}) == {"id": "1", "title": "y"}
    assert [path for _, path, _ in api.sent] == ["/farms/x", "/farms/1"]


def test_an_object_that_is_renamed_is_read_by_its_new_name() -> None:
    asked: list[str] = []

    def handle(method: str, path: str, *_: object) -> tuple[int, Any]:
        asked.append(f"{method} {path}")
        return 200, {"title": "y"}

    farm = resource(title=TITLE, seen=attribute("seen", "string", "computed"))
    path = (Argument("path", "title", TITLE),)
    crud = Crud(farm_with("read", farm, arguments=path, path="/farms/{title}"), handle)
    found = crud.update({"id": "1", "title": "x", "seen": "z"}, {"id": "1", "title": "y", "seen": UNKNOWN})
    assert asked == ["PUT /farms/1", "GET /farms/y"]
    assert found == {"id": "1", "title": "y", "seen": None}


@pytest.mark.parametrize(
    ("returned", "text"),
    [
        ({"errors": ["a", "b"]}, "a; b"),
        ({"errors": []}, '{"errors": []}'),
        ({"errors": ["a", 1]}, '{"errors": ["a", 1]}'),
        ({"errors": "a"}, '{"errors": "a"}'),
        ("no", "no"),
        (["no"], '["no"]'),
        (None, "null"),
    ],
)
def test_the_reasons_of_an_api_are_its_errors_or_its_response(returned: Any, text: str) -> None:
    assert reasons_in(returned) == text


def test_a_plan_without_an_action_does_nothing_and_a_replacement_removes_first() -> None:
    farm, api = removable(title=TITLE), Farm(title="x")
    core = Core(farm, Crud(farm, api.handle))
    core.apply(core.plan({"title": "x"}))
    api.sent.clear()
    core.apply(Plan(Action.NONE, {"id": "2", "title": "other"}))
    assert (core.state, api.sent) == ({"id": "1", "title": "x"}, [])
    core.apply(Plan(Action.REPLACE, {"id": UNKNOWN, "title": "x"}))
    assert [(method, path) for method, path, _ in api.sent] == [("DELETE", "/farms/1"), ("POST", "/farms")]


def test_changes_inside_of_an_object_are_ignored_by_their_path() -> None:
    farm = resource(it=nested("single"))
    core = Core(farm, Crud(farm, Farm(it={"a": "x", "n": 1}).handle))
    config = {"it": {"a": "x", "n": 1, "seen": None}}
    core.apply(core.plan(config))
    other = {"it": {"a": "y", "n": 1, "seen": None}}
    for ignored, action in ((["it.a"], Action.NONE), (["it.n"], Action.UPDATE), (["a.it", "x"], Action.UPDATE)):
        assert core.plan(other, ignored).action is action
    assert other["it"]["a"] == "y"
    assert core.plan({"it": None}, ["it.a"]).action is Action.UPDATE


def test_a_planned_value_that_nobody_configures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    farm = resource(title=TITLE)
    core = Core(farm, Crud(farm, Farm().handle))
    monkeypatch.setattr("mapper.programs.trial.core.plan", lambda *_: ({"id": UNKNOWN, "title": "y"}, []))
    with pytest.raises(Failure, match=r"^invalid-plan: title: planned 'y', but it is not in the configuration$"):
        core.plan({"title": None})
