"""What a life changes in an update, what stands for a reference, and how a life ends."""

from pathlib import Path
from typing import Any

import pytest

from mapper.languages.hcl.parser import Expression
from mapper.programs.trial import examples, life
from mapper.programs.trial.examples import Import, change
from mapper.programs.trial.provider.attributes import Attribute
from mapper.programs.trial.provider.crud import Crud
from mapper.programs.trial.provider.failure import Failure
from mapper.programs.trial.provider.resources import Argument, Body, Operation, Resource
from mapper.programs.trial.steps import Life, Step
from mapper.programs.trial.table import table
from mapper.systems.terraform.life import OK

from . import descriptions
from .test_lives import lives_of
from .test_plan import Farm, attribute, resource

REPLACES = ("RequiresReplace",)
TEXT = attribute("text", "string", "optional")
SIZE = attribute("size", "int64", "optional")
FLAG = attribute("flag", "bool", "optional")
SHAPE = attribute("shape", "string", "optional", enum=("round", "flat"))
ONLY = attribute("only", "string", "optional", enum=("one",))
KIND = attribute("kind", "string", "optional")
MADE = attribute("made", "string", "computed")
FIXED = attribute("fixed", "string", "optional", modifiers=REPLACES)
JSON = attribute("json", "string", "optional", is_json=True)
PLACE = attribute("place", "nested", "optional", nesting="single", children={"town": TEXT, "kind": KIND})

CHANGES: list[tuple[list[Attribute], dict[str, Any], Any]] = [
    ([TEXT], {"text": "a"}, ("text", {"text": "a-2"})),
    ([TEXT], {}, ("text", {"text": "new-2"})),
    ([SIZE], {"size": 3}, ("size", {"size": 4})),
    ([SIZE], {}, ("size", {"size": 2})),
    ([FLAG], {"flag": True}, ("flag", {"flag": False})),
    ([FLAG], {}, ("flag", {"flag": True})),
    ([SHAPE], {"shape": "round"}, ("shape", {"shape": "flat"})),
    ([SHAPE], {"shape": "flat"}, ("shape", {"shape": "round"})),
    ([ONLY], {"only": "one"}, None),
    ([ONLY, KIND], {"only": "one", "kind": "a"}, ("kind", {"only": "one", "kind": "a-2"})),
    ([KIND, TEXT], {"kind": "a"}, ("text", {"kind": "a", "text": "new-2"})),
    ([SHAPE, TEXT], {"shape": "flat", "text": "a"}, ("text", {"shape": "flat", "text": "a-2"})),
    ([SIZE, TEXT], {"text": "a"}, ("text", {"text": "a-2"})),
    ([PLACE], {"place": {"town": "York"}}, ("place.town", {"place": {"town": "York-2"}})),
    ([PLACE, SIZE], {"place": {"town": "York"}}, ("place.town", {"place": {"town": "York-2"}})),
    ([PLACE, SIZE], {"place": {"town": "York"}, "size": 1}, ("size", {"place": {"town": "York"}, "size": 2})),
    ([PLACE], {}, None),
    ([MADE, FIXED, JSON], {"fixed": "a", "json": "1"}, None),
]


@pytest.mark.parametrize(("attributes", "config", "expected"), CHANGES)
def test_an_update_changes_what_changes_an_object_least(
    attributes: list[Attribute], config: dict[str, Any], expected: Any
) -> None:
    farm = resource(**{own.name: own for own in attributes})
    before = {name: dict(value) if isinstance(value, dict) else value for name, value in config.items()}
    found = change(farm, config)
    assert (found and (found.path, found.config)) == expected
    assert config == before


def test_what_is_in_a_path_is_never_changed() -> None:
    farm = resource(text=TEXT)
    farm.operations["read"] = Operation(
        "read", "GET", "/farms/{t}", (Argument("path", "t", TEXT),), Body(), Body(), None
    )
    assert change(farm, {"text": "a"}) is None


LITERALS: list[tuple[Any, Attribute | None, Any]] = [
    (Expression("var.size"), SIZE, 71),
    (Expression("var.flag"), FLAG, True),
    (Expression("zoo_cage.main.id"), TEXT, "other-zoo-cage-main-id"),
    (Expression("zoo_cage.main.id"), None, "other-zoo-cage-main-id"),
    (Expression("var.x"), JSON, '"other-var-x"'),
    (Expression('jsonencode({"a": 1})'), JSON, '{"a": 1}'),
    ("a", TEXT, "a"),
    ([Expression("var.n")], attribute("l", "list", "optional", element=SIZE), [71]),
    ([Expression("var.n")], None, ["other-var-n"]),
    ({"k": Expression("var.n")}, attribute("m", "map", "optional", element=SIZE), {"k": 71}),
    ({"k": Expression("var.n")}, None, {"k": "other-var-n"}),
    ({"size": Expression("var.n")}, attribute("o", "nested", "optional", nesting="single", children={"size": SIZE}),
     {"size": 71}),
    ([{"size": Expression("var.n")}], attribute("o", "nested", "optional", nesting="list", children={"size": SIZE}),
     [{"size": 71}]),
    ({"k": {"size": Expression("var.n")}}, attribute("o", "nested", "optional", nesting="map", children={"size": SIZE}),
     {"k": {"size": 71}}),
]  # fmt: skip


@pytest.mark.parametrize(("value", "made", "expected"), LITERALS)
def test_a_value_stands_for_each_expression_by_its_type(value: Any, made: Attribute | None, expected: Any) -> None:
    found = examples._literal(value, made)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize("text", ["", "a {"])
def test_an_example_that_cannot_be_read_is_a_failed_creation(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "example", lambda *_: text)
    (lived,) = lives_of(tmp_path, descriptions.TREES).values()
    assert list(lived.results) == [Step.CREATE]
    assert lived.results[Step.CREATE].startswith("example: ")


def operation(part: str, path: str, *attributes: Attribute) -> Operation:
    return Operation(
        part, "GET", path, tuple(Argument("path", own.name, own) for own in attributes), Body(), Body(), None
    )


ALWAYS: list[tuple[Operation | None, Operation | None, bool]] = [
    (None, operation("create", "/farm"), True),
    (operation("read", "/farm"), None, True),
    (operation("read", "/farm"), operation("create", "/farm"), True),
    (operation("read", "/of/{text}/farm", TEXT), operation("create", "/of/{text}/farm", TEXT), True),
    (operation("read", "/of/{text}/farm", TEXT), operation("create", "/farm"), False),
    (operation("read", "/farms/{text}", TEXT), operation("create", "/farms/{text}", TEXT), False),
]


@pytest.mark.parametrize(("read", "create", "always"), ALWAYS)
def test_what_is_found_after_delete_is_a_failure_unless_it_is_always_there(
    read: Operation | None, create: Operation | None, always: bool
) -> None:
    delete = operation("delete", "/farm")
    parts = {"read": read, "create": create, "delete": delete}
    farm = Resource("farm", "zoo_farm", {"text": TEXT}, {part: own for part, own in parts.items() if own is not None})
    steps = life._LifeSteps(Life("farm"), farm, Crud(farm, Farm(text="a").handle), Import(is_shown=False))
    steps.core.state = {"text": "a"}
    if always:
        assert steps.destroy() == OK
    else:
        with pytest.raises(Failure, match=r"^still-there: after delete, read finds the object$"):
            steps.destroy()


def test_a_table_of_several_apis_has_all_of_them_in_its_last_row() -> None:
    whole = Life("a", dict.fromkeys(Step, OK))
    half = Life("b", {Step.CREATE: OK, Step.PLAN: "gone: read finds nothing"})
    one = list(table({"farm": [whole]}))
    assert one[0].startswith("| API | resources | created | empty plan |")
    assert one[2:] == ["| farm | 1 | 1 | 1 / 1 | 1 / 1 | 1 / 1 | 1 / 1 | 1 / 1 | 0 | 1 | 1 |"]
    both = list(table({"farm": [whole], "zoo": [half]}))
    assert both[2:] == [
        *one[2:],
        "| zoo | 1 | 1 | 0 / 1 | - | - | - | - | 0 | 0 | 0 |",
        "| **all** | 2 | 2 | 1 / 2 | 1 / 1 | 1 / 1 | 1 / 1 | 1 / 1 | 0 | 1 | 1 |",
    ]
