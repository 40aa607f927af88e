"""The calls of the protocol, as Terraform makes them: schema, old states, settings, plans and objects."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import grpc
import pytest

from mapper.programs.provider_process.implied_type import block_type, complete
from mapper.programs.provider_process.rpc import message_class
from mapper.programs.provider_process.value_codec import decode, encode
from mapper.programs.redaction import Redactor
from mapper.programs.trial.provider import protocol
from mapper.programs.trial.provider.attributes import Attribute, block
from mapper.programs.trial.provider.protocol import provider_server
from mapper.programs.trial.provider.resources import Argument, Body, Offer, Operation, Resource


def of(name: str, kind: str = "string", status: str = "optional", **more: Any) -> Attribute:
    return Attribute(name, kind, status, source=name, **more)


def members(*attributes: Attribute) -> dict[str, Attribute]:
    return {attribute.name: attribute for attribute in attributes}


SECRET = of("code", is_sensitive=True)
ATTRIBUTES = members(
    of("id", status="computed"),
    of("name", status="required", modifiers=("RequiresReplace",)),
    of("pin", is_sensitive=True),
    of("count", "int64", status="computed_optional"),
    of("ratio", "float64"),
    of("tags", "list", element=of("", "string")),
    of("sizes", "map", element=of("", "float64")),
    of("box", "nested", nesting="single", children=members(SECRET, of("at", "float64"))),
    of("parts", "nested", nesting="list", children=members(SECRET, of("key", status="required"))),
    of("seats", "nested", nesting="set", children=members(of("row", "int64"))),
    of("boxes", "nested", nesting="map", children=members(SECRET)),
)
SETTINGS = members(of("token", is_sensitive=True), of("region", status="required"))
ID = (Argument("path", "id", ATTRIBUTES["id"]),)
SENT = frozenset(ATTRIBUTES) - {"id"}
THING = Resource(
    "thing",
    "zoo_thing",
    ATTRIBUTES,
    {
        "create": Operation("create", "POST", "/things", (), Body(), Body(), SENT),
        "read": Operation("read", "GET", "/things/{id}", ID, Body(), Body(), None),
        "update": Operation("update", "PUT", "/things/{id}", ID, Body(), Body(), SENT),
        "delete": Operation("delete", "DELETE", "/things/{id}", ID, Body(), Body(is_ignored=True), None),
    },
)
TYPE = block_type(block(ATTRIBUTES))


class Things:
    """An API of things; `refuses` is what it answers to a change."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.refuses = ""
        self.asked: list[tuple[str, str, Any]] = []

    def handle(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        self.asked.append((method, path, body))
        if self.refuses and method != "GET":
            return 422, {"errors": [self.refuses]}
        if method == "POST":
            self.kept[path := "/things/t1"] = {"count": 3, **body, "id": "t1"}
        elif method == "PUT":
            self.kept[path] = {**body, "id": "t1"}
        elif method == "DELETE":
            return 204, self.kept.pop(path, None) and None
        return (200, self.kept[path]) if path in self.kept else (404, {})


class Caller:
    def __init__(self, place: dict[str, Any], api: Things) -> None:
        self._channel = grpc.insecure_channel(place["Addr"]["String"])
        self.api = api

    def __call__(self, method: str, request: str = "", response: str = "", **fields: Any) -> Any:
        data = message_class(f"{request or method}.Request", 6)(**fields).SerializeToString()
        answer = message_class(f"{response or request or method}.Response", 6)()
        answer.ParseFromString(self._channel.unary_unary(f"/tfplugin6.Provider/{method}")(data, timeout=30))
        return answer

    def apply(self, config: Any, prior: Any = None) -> tuple[Any, list[str]]:
        """The state after a plan of it is applied, and the errors; the plan is the configuration."""
        values = {"prior_state": message(prior), "planned_state": message(config), "config": message(config)}
        done = self("ApplyResourceChange", type_name="zoo_thing", **values)
        return decode(done.new_state.msgpack, TYPE), [f"{d.summary}: {d.detail}" for d in done.diagnostics]

    def close(self) -> None:
        self._channel.close()


def message(value: Any) -> dict[str, bytes]:
    return {"msgpack": encode(None if value is None else complete(block(ATTRIBUTES), value), TYPE)}


@pytest.fixture
def call() -> Iterator[Caller]:
    api = Things()
    with provider_server(lambda: Offer({"zoo_thing": THING}, SETTINGS), api.handle, redactor=Redactor()) as place:
        caller = Caller(place, api)
        try:
            yield caller
        finally:
            caller.close()


def test_the_schema_has_each_attribute_with_its_type_and_flags(call: Caller) -> None:
    response = call("GetProviderSchema")

    def shown(attributes: Any) -> dict[str, Any]:
        return {
            one.name: (
                json.loads(one.type) if one.type else (one.nested_type.nesting, shown(one.nested_type.attributes)),
                [flag for flag in ("required", "optional", "computed", "sensitive") if getattr(one, flag)],
            )
            for one in attributes
        }

    code = {"code": ("string", ["optional", "sensitive"])}
    assert shown(response.provider.block.attributes) == {
        "token": ("string", ["optional", "sensitive"]), "region": ("string", ["required"])
    }  # fmt: skip
    assert shown(response.resource_schemas["zoo_thing"].block.attributes) == {
        "id": ("string", ["computed"]),
        "name": ("string", ["required"]),
        "pin": ("string", ["optional", "sensitive"]),
        "count": ("number", ["optional", "computed"]),
        "ratio": ("number", ["optional"]),
        "tags": (["list", "string"], ["optional"]),
        "sizes": (["map", "number"], ["optional"]),
        "box": ((1, {**code, "at": ("number", ["optional"])}), ["optional"]),
        "parts": ((2, {**code, "key": ("string", ["required"])}), ["optional"]),
        "seats": ((3, {"row": ("number", ["optional"])}), ["optional"]),
        "boxes": ((4, code), ["optional"]),
    }


def test_an_old_state_loses_what_is_no_longer_declared_at_any_depth(call: Caller) -> None:
    old = {
        "id": "t1", "name": "a", "gone": 1, "tags": ["x"], "sizes": {"s": 1.5}, "box": {"code": "c", "gone": 2},
        "parts": [{"key": "k", "gone": 3}], "seats": [{"row": 1, "gone": {}}],
        "boxes": {"b": {"code": "d", "gone": []}},
    }  # fmt: skip
    fields = {"type_name": "zoo_thing", "proposed_new_state": {"msgpack": json.dumps(old).encode()}}
    answer = call("UpgradeResourceState", "PlanResourceChange", "ReadResource", **fields)
    assert decode(answer.new_state.msgpack, TYPE) == {
        "id": "t1", "name": "a", "pin": None, "count": None, "ratio": None, "tags": ["x"], "sizes": {"s": 1.5},
        "box": {"code": "c", "at": None}, "parts": [{"key": "k", "code": None}], "seats": [{"row": 1}],
        "boxes": {"b": {"code": "d"}},
    }  # fmt: skip


def test_an_object_is_created_read_changed_and_deleted(call: Caller) -> None:
    state, errors = call.apply({"name": "a", "ratio": 5.2, "sizes": {"s": 0.1}, "box": {"at": 7.25}})
    assert errors == []
    assert (state["id"], state["count"], state["name"]) == ("t1", 3, "a")
    assert (state["ratio"], state["sizes"], state["box"]["at"]) == (Decimal("5.2"), {"s": Decimal("0.1")}, 7.25)
    read = call("ReadResource", type_name="zoo_thing", current_state=message(state))
    assert decode(read.new_state.msgpack, TYPE) == state
    changed, errors = call.apply({**state, "count": 4}, state)
    assert (changed["count"], errors) == (4, [])
    imported = call("ImportResourceState", type_name="zoo_thing", id="t1").imported_resources
    assert [one.type_name for one in imported] == ["zoo_thing"]
    assert decode(imported[0].state.msgpack, TYPE)["id"] == "t1"
    assert call.apply(None, changed) == (None, [])
    assert [(method, path) for method, path, _ in call.api.asked if method != "GET"] == [
        ("POST", "/things"), ("PUT", "/things/t1"), ("DELETE", "/things/t1")
    ]  # fmt: skip
    gone = call("ReadResource", type_name="zoo_thing", current_state=message(changed))
    assert decode(gone.new_state.msgpack, TYPE) is None


def test_a_plan_says_what_replaces_the_object_and_a_destroying_one_nothing(call: Caller) -> None:
    def plan(prior: Any, config: Any) -> Any:
        values = {"prior_state": message(prior), "config": message(config), "proposed_new_state": message(config)}
        return call("PlanResourceChange", type_name="zoo_thing", **values)

    prior = {"id": "t1", "name": "a", "count": 1}
    replaced = plan(prior, {**prior, "name": "b"})
    assert [[step.attribute_name for step in path.steps] for path in replaced.requires_replace] == [["name"]]
    kept = plan(prior, {**prior, "count": 2})
    assert (list(kept.requires_replace), decode(kept.planned_state.msgpack, TYPE)["count"]) == ([], 2)
    destroyed = plan(prior, None)
    assert (list(destroyed.requires_replace), decode(destroyed.planned_state.msgpack, TYPE)) == ([], None)


SECRETS = {
    "pin": {"pin": "hush-hush"},
    "box": {"box": {"code": "hush-hush"}},
    "parts": {"parts": [{"key": "k"}, {"key": "l", "code": "hush-hush"}]},
    "boxes": {"boxes": {"b": {"code": "hush-hush"}}},
}


@pytest.mark.parametrize("place", SECRETS)
def test_a_secret_of_a_plan_is_in_no_message(call: Caller, place: str) -> None:
    call.api.refuses = "never hush-hush again"
    state, (error,) = call.apply({"name": "a", **SECRETS[place]})
    assert state is None
    assert "http 422" in error
    assert "again" in error
    assert "hush" not in error


def test_a_secret_of_the_settings_is_in_no_message_and_other_settings_are(call: Caller) -> None:
    type_ = block_type(block(SETTINGS))
    config = {"msgpack": encode({"token": "hush-hush", "region": "northern"}, type_)}
    assert not call("ValidateProviderConfig", config=config).diagnostics
    assert not call("ConfigureProvider", config=config).diagnostics
    call.api.refuses = "no hush-hush in northern"
    _, (error,) = call.apply({"name": "a"})
    assert "hush" not in error
    assert "in northern" in error


def test_a_number_without_end_is_one_message(call: Caller) -> None:
    call.api.kept["/things/t1"] = {"id": "t1", "name": "a", "ratio": float("nan")}
    read = call("ReadResource", type_name="zoo_thing", current_state=message({"id": "t1", "name": "a"}))
    (error,) = read.diagnostics
    assert error.summary == "no-value"
    assert error.detail.startswith("a value cannot be handed on: ")


@pytest.mark.parametrize("method", ["ReadDataSource", "Nothing"])
def test_a_call_that_no_resource_needs_is_not_there(call: Caller, method: str) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        call(method, "ReadResource")
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize(
    ("in_folder", "private", "network"), [(True, True, "unix"), (True, False, "tcp"), (False, True, "tcp")]
)
def test_a_server_listens_in_its_folder_if_no_other_user_may_open_it(
    in_folder: bool,
    private: bool,
    network: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("s")  # the path of a socket is short
    monkeypatch.setattr(protocol, "is_private", lambda: private)
    with provider_server(lambda: Offer({}), Things().handle, folder=folder if in_folder else None) as place:
        address = place["Addr"]
        assert address["Network"] == network
        assert [path.is_socket() for path in folder.iterdir()] == ([True] if network == "unix" else [])
        assert address["String"].startswith(f"{folder}/" if network == "unix" else "127.0.0.1:")
