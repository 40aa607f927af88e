"""What Pulumi's own comparison of schemas reports, and what only schemas of packages say."""

from typing import Any

import pytest

from mapper.model import About, Attribute, Body, Coverage, Entity, Fragment, Mapping, Placement, Reason, Status
from mapper.systems.pulumi.kinds import INPUT_SIDE, OUTPUT_SIDE, PROVIDER
from mapper.systems.pulumi.pages import about
from mapper.systems.pulumi.review import _package_changes, _position_changes
from mapper.systems.pulumi.schema.map import is_always_output
from mapper.systems.pulumi.schema_tools import differences

from ...systems.whole import DOCUMENT, TEXT

S, N = {"type": "string"}, {"type": "number"}
LIST, MAP = {"type": "array", "items": S}, {"type": "object"}
REF = {"$ref": "#/types/zoo:index:Food"}


def resource(**members: Any) -> dict[str, Any]:
    return {"resources": {"zoo:index:Cage": members}}


def function(**members: Any) -> dict[str, Any]:
    return {"functions": {"zoo:index:count": members}}


def type_(**members: Any) -> dict[str, Any]:
    return {"types": {"zoo:index:Food": members}}


def inputs(**properties: Any) -> dict[str, Any]:
    return resource(inputProperties=properties)


def of(**properties: Any) -> dict[str, Any]:
    return {"properties": properties}


CAGE, COUNT, FOOD = 'Resources: "zoo:index:Cage"', 'Functions: "zoo:index:count"', 'Types: "zoo:index:Food"'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({}, {}, []),
        (resource(), {}, [("missing-resource", "error", "", CAGE)]),
        ({}, resource(), [("new-resource", "info", "", CAGE)]),
        (function(), {}, [("missing-function", "error", "", COUNT)]),
        ({}, function(), [("new-function", "info", "", COUNT)]),
        (type_(), {}, [("missing-type", "error", "", FOOD)]),
        ({}, type_(), []),
        (inputs(a=S, b=S), inputs(a=S), [("missing-input", "warn", "inputs", f'{CAGE}: inputs: "b"')]),
        (resource(**of(a=S)), resource(), [("missing-output", "warn", "properties", f'{CAGE}: properties: "a"')]),
        (type_(**of(a=S)), type_(), [("missing-property", "warn", "properties", f'{FOOD}: properties: "a"')]),
        (inputs(a=S), inputs(a=N), [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a"')]),
        (inputs(a=S), inputs(a=REF), [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a"')]),
        (inputs(a=LIST), inputs(a={"type": "array", "items": N}),
         [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a": items')]),
        (inputs(a=LIST), inputs(a={"type": "array"}),
         [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a": items')]),
        (inputs(a=MAP | {"additionalProperties": S}), inputs(a=MAP | {"additionalProperties": N}),
         [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a": additional properties')]),
        (inputs(a=LIST), inputs(a=S), [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a"'),
                                       ("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a": items')]),
        (inputs(a={"type": "array", "items": REF}), inputs(a=REF),
         [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "a"')]),
        (inputs(doors=LIST), inputs(door=S), [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "doors"')]),
        (inputs(door=S), inputs(doors=LIST), [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "door"')]),
        (inputs(doors=LIST), inputs(door=N), [("missing-input", "warn", "inputs", f'{CAGE}: inputs: "doors"')]),
        (inputs(a=S), resource(inputProperties={"a": S}, requiredInputs=["a"]),
         [("optional-to-required", "error", "required inputs", f'{CAGE}: required inputs: "a"')]),
        (resource(inputProperties={"doors": LIST}, requiredInputs=["doors"]),
         resource(inputProperties={"door": S}, requiredInputs=["door"]),
         [("type-changed", "warn", "inputs", f'{CAGE}: inputs: "doors"')]),
        (resource(inputProperties={"a": S}, requiredInputs=["a"]), inputs(a=S), []),
        (resource(**of(a=S), required=["a"]), resource(**of(a=S)),
         [("required-to-optional", "info", "required", f'{CAGE}: required: "a"')]),
        (function(inputs=of(a=S)), function(inputs=of(a=S) | {"required": ["a"]}),
         [("optional-to-required", "error", "inputs", f'{COUNT}: inputs: required: "a"')]),
        (function(), function(inputs=of(a=S) | {"required": ["a"]}), [("signature-changed", "error", "", COUNT)]),
        (function(inputs=of(a=S)), function(inputs={}),
         [("missing-input", "warn", "inputs", f'{COUNT}: inputs: "a"'), ("signature-changed", "error", "", COUNT)]),
        (function(outputs=of(a=S)), function(outputs=of()),
         [("missing-output", "warn", "outputs", f'{COUNT}: outputs: "a"')]),
        (function(returnType=of(a=S)), function(outputs=of()),
         [("missing-output", "warn", "outputs", f'{COUNT}: outputs: "a"')]),
        (function(outputs=of(a=S) | {"required": ["a"]}), function(outputs=of(a=S)),
         [("required-to-optional", "info", "outputs", f'{COUNT}: outputs: required: "a"')]),
        (type_(**of(a=S), required=["a"]), type_(**of(a=S)),
         [("required-to-optional", "info", "required", f'{FOOD}: required: "a"')]),
        (type_(**of(a=S)), type_(**of(a=S), required=["a"]),
         [("optional-to-required", "warn", "required", f'{FOOD}: required: "a"')]),
        (resource(), {"resources": {"zoo:index:Pen": {"aliases": [{"type": "zoo:index:Cage"}]}}},
         [("token-remapped", "warn", "", CAGE)]),
        (resource(), {"resources": {"zoo:index:Pen": {"aliases": ["zoo:index:Cage", {"name": "x"}, 1]}}},
         [("token-remapped", "warn", "", CAGE)]),
        (resource(), {"resources": {"zoo:index:Cage": {}, "zoo:index:Pen": {"aliases": ["zoo:index:Cage"]}}},
         [("token-remapped", "warn", "", CAGE), ("new-resource", "info", "", 'Resources: "zoo:index:Pen"')]),
    ],
)  # fmt: skip
def test_a_difference_is_reported_by_kind_place_and_path(old: Any, new: Any, expected: list[tuple[str, ...]]) -> None:
    found = list(differences(old, new))
    assert [(each.peer.kind, each.peer.severity, each.peer.location, each.peer.path) for each in found] == expected
    harmless = {"required-to-optional", "new-resource", "new-function"}
    assert all(each.peer.breaking is (each.peer.kind not in harmless) for each in found)
    assert all(each.successor == ("zoo:index:Pen" if each.peer.kind == "token-remapped" else "") for each in found)


GIVEN = Placement(INPUT_SIDE, Status.OPTIONAL)


@pytest.mark.parametrize(
    ("status", "always", "placements", "expected"),
    [
        (Status.REQUIRED, False, (), True),
        (Status.OPTIONAL, False, (), False),
        (Status.COMPUTED, True, (), True),
        (Status.COMPUTED, False, (), False),
        (Status.REQUIRED, True, (GIVEN,), False),
        (Status.REQUIRED, False, (GIVEN, Placement(OUTPUT_SIDE, Status.COMPUTED)), False),
        (Status.OPTIONAL, False, (GIVEN, Placement(OUTPUT_SIDE, Status.COMPUTED, None, True)), True),
    ],
)  # fmt: skip
def test_an_output_is_always_there_if_its_side_says_so(
    status: Status, always: bool, placements: tuple[Placement, ...], expected: bool
) -> None:
    made = Attribute("a", "a", TEXT, status, Reason("", ""), (), always=always, placements=placements)
    assert is_always_output(made) is expected
    hidden = Attribute("a", "a", TEXT, status, Reason("", ""), (), always=always, write_only=True)
    assert not is_always_output(hidden)


@pytest.mark.parametrize(
    ("package", "expected"),
    [
        ({"displayName": "Zoo", "version": "1.0", "description": "Animals."}, About("Zoo", "1.0", "Animals.")),
        ({"displayName": 1, "version": "1.0"}, About("", "1.0", "")),
        ({"displayName": None}, About("Own")),
        ([], About("Own")),
    ],
)
def test_what_a_package_is_called_comes_from_its_schema(package: Any, expected: About) -> None:
    provider = Entity(PROVIDER, "zoo", Body(), fragments=(Fragment("package", package, DOCUMENT.node),))
    mapping = Mapping("pulumi", "zoo", (provider,), (), Coverage(), (), about=About("Own"))
    assert about(mapping) == expected


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ({}, {}, []),
        (None, {"language": {}}, []),
        ({}, {"language": {"nodejs": {"packageName": "@a/b"}}},
         ["its package for nodejs is @a/b, and was the default"]),
        ({"language": {"go": {"importBasePath": "a"}}}, {"language": {"go": {"importBasePath": "b"}}},
         ["its package for go is b, and was a"]),
        ({"language": {"java": {"basePackage": "a"}}}, {}, ["its package for java is the default, and was a"]),
        ({"language": {"go": {"importBasePath": ""}}}, {"language": {"go": {}}}, []),
    ],
)  # fmt: skip
def test_a_package_that_programs_import_by_another_name_is_told(old: Any, new: Any, said: list[str]) -> None:
    assert [text for _, text, _, _ in _package_changes(old, new)] == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (None, None, []),
        (["a"], ["a", "b"], []),
        (["a"], ["b", "a"], ["its arguments are b, a, and were a"]),
        (["a", "b"], ["a"], ["its arguments are a, and were a, b"]),
        (None, ["a"], ["its arguments are a, and were one object"]),
        (("a",), None, ["its arguments are one object, and were a"]),
    ],
)
def test_arguments_that_change_their_positions_are_told(old: Any, new: Any, said: list[str]) -> None:
    assert [text for _, text, _, _ in _position_changes(old, new)] == said
