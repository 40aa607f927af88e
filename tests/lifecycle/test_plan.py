"""Plans and results are judged as the framework and Terraform judge them."""

from dataclasses import replace
from typing import Any

import pytest

from mapper.programs.provider_process.values import UNKNOWN
from mapper.programs.trial.core import Action, Core, Plan
from mapper.programs.trial.provider.attributes import Attribute, read_attribute
from mapper.programs.trial.provider.crud import Crud
from mapper.programs.trial.provider.failure import Failure
from mapper.programs.trial.provider.plan import plan
from mapper.programs.trial.provider.resources import Argument, Body, Operation, Resource

KEEP, REPLACE, IF_CONFIGURED = "UseStateForUnknown", "RequiresReplace", "RequiresReplaceIfConfigured"


@pytest.mark.parametrize(
    ("modifiers", "state", "replaces", "planned"),
    [
        ((), "made", False, UNKNOWN),
        ((KEEP,), "made", False, "made"),
        ((KEEP,), None, False, UNKNOWN),
        ((REPLACE,), "made", True, UNKNOWN),
        ((REPLACE, KEEP), "made", True, "made"),
        ((KEEP, REPLACE), "made", False, "made"),
        ((KEEP, REPLACE), None, True, UNKNOWN),
        ((IF_CONFIGURED,), "made", False, UNKNOWN),
        ((IF_CONFIGURED,), None, False, UNKNOWN),
    ],
)
def test_modifiers_of_a_value_that_is_not_configured(
    modifiers: tuple[str, ...], state: Any, replaces: bool, planned: Any
) -> None:
    attributes = {
        "name": Attribute("name", "string", "optional"),
        "region": Attribute("region", "string", "computed_optional", modifiers=modifiers),
    }
    prior = {"name": "one", "region": state}
    changed, replaced = plan(attributes, {"name": "two", "region": None}, prior, {"name": "two", "region": state})
    assert changed["region"] == planned
    assert replaced == (["region"] if replaces else [])


@pytest.mark.parametrize("modifiers", [(REPLACE,), (IF_CONFIGURED,)])
def test_a_new_configured_value_replaces(modifiers: tuple[str, ...]) -> None:
    attributes = {"region": Attribute("region", "string", "computed_optional", modifiers=modifiers)}
    assert plan(attributes, {"region": "b"}, {"region": "a"}, {"region": "b"})[1] == ["region"]
    assert plan(attributes, {"region": "a"}, {"region": "a"}, {"region": "a"})[1] == []
    assert plan(attributes, {"region": "a"}, None, {"region": "a"})[1] == []


@pytest.mark.parametrize(("inner", "replaces"), [((), True), ((KEEP,), True)])
def test_an_object_with_an_unknown_member_differs(inner: tuple[str, ...], replaces: bool) -> None:
    seq = Attribute("seq", "string", "computed", modifiers=inner)
    item = Attribute("item", "nested", "required", "single", modifiers=(REPLACE,))
    item.children = {"id": Attribute("id", "string", "required"), "seq": seq}
    attributes = {"name": Attribute("name", "string", "optional"), "item": item}
    prior = {"name": "one", "item": {"id": "i", "seq": "1"}}
    config = {"name": "two", "item": {"id": "i", "seq": None}}
    assert bool(plan(attributes, config, prior, {**prior, "name": "two"})[1]) is replaces


def test_a_new_object_in_a_list_replaces_by_its_member() -> None:
    size = Attribute("size", "string", "required", modifiers=(REPLACE,))
    pools = Attribute("pools", "nested", "required", "list", children={"size": size})
    config = {"pools": [{"size": "s"}, {"size": "l"}]}
    assert plan({"pools": pools}, config, {"pools": [{"size": "s"}]}, config)[1] == ["pools.size"]
    assert plan({"pools": pools}, config, None, config)[1] == []


def test_a_list_replaces_by_another_number_of_elements_alone() -> None:
    condition = "len(req.PlanValue.Elements()) != len(req.StateValue.Elements())"
    code = f"listplanmodifier.RequiresReplaceIf(func(…) {{ resp.RequiresReplace = {condition} }})"
    seq = {"name": "seq", "string": {"computed_optional_required": "computed"}}
    body: dict[str, object] = {"computed_optional_required": "required", "nested_object": {"attributes": [seq]}}
    body |= {"plan_modifiers": [{"custom": {"schema_definition": code}}]}
    attributes = {"pools": read_attribute({"name": "pools", "list_nested": body})}
    prior, one = {"pools": [{"seq": "1"}]}, {"pools": [{"seq": None}]}
    assert plan(attributes, one, prior, {"pools": [{"seq": "2"}]})[1] == []
    two = {"pools": [{"seq": None}, {"seq": None}]}
    assert plan(attributes, two, prior, two)[1] == ["pools"]


def test_a_default_takes_the_place_of_a_value_that_is_not_configured() -> None:
    attributes = {"color": Attribute("color", "string", "computed_optional", default="red")}
    assert plan(attributes, {"color": None}, None, {"color": None})[0] == {"color": "red"}
    assert plan(attributes, {"color": "blue"}, None, {"color": "blue"})[0] == {"color": "blue"}


def test_what_is_computed_inside_of_objects_is_unknown_and_nothing_stays_nothing() -> None:
    seq = Attribute("seq", "string", "computed")
    colour = Attribute("colour", "string", "computed_optional", default="red")
    pools = Attribute("pools", "nested", "required", "list", children={"seq": seq, "colour": colour})
    config = {"pools": [None, {"seq": None, "colour": None}, {"seq": None, "colour": "blue"}]}
    assert plan({"pools": pools}, config, None, config)[0] == {
        "pools": [None, {"seq": UNKNOWN, "colour": "red"}, {"seq": UNKNOWN, "colour": "blue"}]
    }
    for prior in (None, {"pools": [{"seq": "1", "colour": "red"}]}):
        assert plan({"pools": pools}, {"pools": UNKNOWN}, prior, {"pools": UNKNOWN})[0] == {"pools": UNKNOWN}


def test_an_attribute_is_read_from_a_code_spec() -> None:
    custom = {"custom": {"schema_definition": "stringplanmodifier.RequiresReplaceIfConfigured()"}}
    body = {"computed_optional_required": "computed_optional", "plan_modifiers": [custom], "default": {"static": "a"}}
    attribute = read_attribute({"name": "region", "string": body})
    assert (attribute.modifiers, attribute.default, attribute.is_settable, attribute.is_computed) == (
        (IF_CONFIGURED,), "a", True, True
    )  # fmt: skip


class Farm:
    """An API that answers with what a test says."""

    def __init__(self, **answer: Any) -> None:
        self.answer = {"id": "1", **answer}
        self.sent: list[tuple[str, str, Any]] = []

    def handle(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        self.sent.append((method, path, body))
        return 200, self.answer


def resource(**attributes: Attribute) -> Resource:
    identity = Attribute("id", "string", "computed", source="id")
    listed = {"id": identity, **attributes}
    path = (Argument("path", "id", identity),)
    operations = {
        "create": Operation("create", "POST", "/farms", (), Body(), Body(), frozenset(listed)),
        "read": Operation("read", "GET", "/farms/{id}", path, Body(), Body(), None),
        "update": Operation("update", "PUT", "/farms/{id}", path, Body(), Body(), frozenset(listed)),
    }
    return Resource("farm", "zoo_farm", listed, operations)


def attribute(name: str, kind: str, status: str, **more: Any) -> Attribute:
    return Attribute(name, kind, status, source=name, **more)


@pytest.mark.parametrize(
    ("made", "answer", "problem"),
    [
        (attribute("name", "string", "required"), "other", "inconsistent: name: was 'given', but now 'other'"),
        (attribute("name", "string", "required"), None, "inconsistent: name: was 'given', but now None"),
        (attribute("name", "string", "required"), [3], r"wrong-type: name: the response has \[3\] for a string"),
    ],
)
def test_an_answer_that_differs_from_the_plan_is_refused(made: Attribute, answer: Any, problem: str) -> None:
    farm = resource(name=made)
    core = Core(farm, Crud(farm, Farm(name=answer).handle))
    with pytest.raises(Failure, match="^" + problem):
        core.apply(core.plan({"name": "given"}))


def test_what_is_known_of_a_query_is_sent_in_it() -> None:
    farm = resource(name=attribute("name", "string", "optional"), size=attribute("size", "int64", "computed"))
    query = (
        *(Argument("query", name, farm.attributes[name]) for name in ("name", "size")),
        Argument("query", "as", None, True),
    )
    farm.operations["create"] = replace(farm.operations["create"], arguments=query)
    api = Farm(size=3, name="a b")
    crud = Crud(farm, api.handle)
    crud.create({"id": UNKNOWN, "name": "a b", "size": UNKNOWN})
    crud.read({"id": "1", "name": "a b", "size": 3})
    assert [path for _, path, _ in api.sent] == ["/farms?name=a+b&as=true", "/farms/1"]


def test_changes_that_are_ignored_are_not_planned() -> None:
    farm = resource(name=attribute("name", "string", "required", modifiers=(REPLACE,)))
    core = Core(farm, Crud(farm, Farm(name="given").handle))
    core.apply(core.plan({"name": "given"}))
    assert core.plan({"name": "other"}).action is Action.REPLACE
    assert core.plan({"name": "other"}, ["name"]).action is Action.NONE


TAGS = ["a", "b"]


@pytest.mark.parametrize(
    ("config", "reasons"),
    [
        ({"tags": TAGS}, ("colour: 'blue' -> 'red'", "id: '1' -> (unknown)")),
        ({"tags": TAGS, "colour": "green"}, ("colour: 'blue' -> 'green'",)),
        ({"tags": ["a", "c"], "colour": "blue"}, ("tags[1]: 'b' -> 'c'",)),
        ({"tags": ["a"], "colour": "blue"}, ("tags: ['a', 'b'] -> ['a']",)),
    ],
    ids=["a default", "a text", "an element", "elements"],
)
def test_an_update_has_the_values_that_cause_it(config: dict[str, Any], reasons: tuple[str, ...]) -> None:
    farm = resource(
        colour=attribute("colour", "string", "computed_optional", default="red"),
        tags=attribute("tags", "list", "optional", element=Attribute("", "string", "required")),
    )
    core = Core(farm, Crud(farm, Farm(colour="blue", tags=TAGS).handle))
    core.state = {"id": "1", "colour": "blue", "tags": TAGS}
    planned = core.plan(config)
    assert (planned.action, planned.reasons) == (Action.UPDATE, reasons)


def test_requests_have_values_by_the_names_of_the_api() -> None:
    api = Farm(userCount=2)
    farm = resource(count=attribute("count", "int64", "optional"))
    farm.attributes["count"].source = "userCount"
    core = Core(farm, Crud(farm, api.handle))
    core.apply(core.plan({"count": 2}))
    assert api.sent[0] == ("POST", "/farms", {"userCount": 2})
    assert core.state == {"id": "1", "count": 2}


def test_an_identity_comes_from_where_the_response_to_create_has_it() -> None:
    api = Farm(meta={"uuid": "u"})
    farm = resource(uuid=attribute("uuid", "string", "computed"))
    farm.identity = {"uuid": "/meta/uuid"}
    core = Core(farm, Crud(farm, api.handle))
    core.apply(core.plan({}))
    assert core.state == {"id": "1", "uuid": "u"}


def test_an_update_sends_what_its_body_requires_from_the_state() -> None:
    api = Farm(name="one", level=3)
    farm = resource(
        name=attribute("name", "string", "optional"), level=attribute("level", "int64", "computed_optional")
    )
    update = farm.operations["update"]
    farm.operations["update"] = replace(update, requires=frozenset(("level",)))
    core = Core(farm, Crud(farm, api.handle))
    core.apply(core.plan({"name": "one"}))
    api.answer["name"] = "two"
    core.apply(Plan(Action.UPDATE, {"id": "1", "name": "two", "level": UNKNOWN}))
    assert [body for method, _, body in api.sent if method == "PUT"] == [{"name": "two", "level": 3}]


def test_a_constant_is_sent_beside_a_pointer() -> None:
    api = Farm()
    farm = resource(title=attribute("title", "string", "optional"))
    body = Body("/data/attributes")
    farm.operations["create"] = Operation(
        "create", "POST", "/farms", (), body, Body(), frozenset(("title",)), (("/data/type", "farms"),)
    )
    core = Core(farm, Crud(farm, api.handle))
    core.apply(core.plan({"title": None}))
    assert api.sent[0][2] == {"data": {"attributes": {}, "type": "farms"}}
