"""Values of the registry's examples: in a manifest as the type of the field takes them, in Terraform as they are."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from msgspec.structs import replace

from mapper.model import Address
from mapper.systems.crossplane.config import Readiness, ResourceSettings
from mapper.systems.crossplane.documentation import Collected, Texts
from mapper.systems.crossplane.examples import (
    EXAMPLES,
    EXTERNAL_NAME,
    IMPORT,
    as_manifest,
    as_terraform,
    fact,
    facts_about,
    manifest_text,
    object_name,
    readiness,
)
from mapper.systems.crossplane.read import Inputs
from mapper.systems.crossplane.resources import Resource

from ..provider.support import block, nested, string, typed
from .support import made, schema

DOOR = block({"lock": string("optional"), "width": typed("number", "optional")})
CAGE = block(
    {
        "text": string("optional"),
        "number": typed("number", "optional"),
        "whole": typed("number", "optional"),
        "flag": typed("bool", "optional"),
        "texts": typed(["list", "string"], "optional"),
        "flags": typed(["set", "bool"], "optional"),
        "tags": typed(["map", "string"], "optional"),
        "place": typed(["object", {"row": "number"}], "optional"),
        "pin": string("optional", sensitive=True),
        "pins": typed(["list", "string"], "optional", sensitive=True),
        "codes": typed(["map", "string"], "optional", sensitive=True),
        "any": typed("dynamic", "optional"),
        "keeper": string("optional"),
        "keepers": typed(["list", "string"], "optional"),
        "seen": string("computed"),
        "id": string("optional", "computed"),
    },
    {"door": nested("list", DOOR), "roof": nested("single", DOOR)},
)
CONFIG = """\
resource_metadata:
- terraform_name: zoo_cage
  number_int: [whole]
  external_name: {mode: identifier_from_provider}
  references: {keeper: {terraform_name: zoo_cage}, keepers: {terraform_name: zoo_cage}}
"""
NONE: dict[str, Any] = {}


@pytest.fixture(scope="module")
def cage(tmp_path_factory: pytest.TempPathFactory) -> Resource:
    files = {"schema.json": json.dumps(schema({"zoo_cage": CAGE})), "provider.yaml": CONFIG}
    (found,) = cast("Inputs", made(tmp_path_factory.mktemp("zoo"), files).inputs).provider.resources
    return found


def key(name: str, key: str) -> dict[str, str]:
    return {"name": name, "key": key}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("text", "a", {"text": "a"}),
        ("text", "${var.a}-${b.c.id}", {"text": "<var.a>-<b.c.id>"}),
        ("text", 2.5, {"text": "2.5"}),
        ("text", True, {"text": "true"}),
        ("text", ["a"], NONE),
        ("text", None, NONE),
        ("number", 2, {"number": 2}),
        ("number", "2.50", {"number": 2.5}),
        ("number", "two", NONE),
        ("number", True, NONE),
        ("number", [2], NONE),
        ("whole", 2.0, {"whole": 2}),
        ("whole", "2", {"whole": 2}),
        ("whole", 2.5, NONE),
        ("flag", True, {"flag": True}),
        ("flag", False, {"flag": False}),
        ("flag", "true", {"flag": True}),
        ("flag", "false", {"flag": False}),
        ("flag", "yes", NONE),
        ("flag", 1, NONE),
        ("texts", ["a", 1], {"texts": ["a", "1"]}),
        ("texts", "a", {"texts": ["a"]}),
        ("texts", [{}], NONE),
        ("flags", ["true"], {"flags": [True]}),
        ("tags", {"a": 1}, {"tags": {"a": "1"}}),
        ("tags", [{"a": "b"}], {"tags": {"a": "b"}}),
        ("tags", [{"a": "b"}, {}], NONE),
        ("tags", [], NONE),
        ("place", {"row": "1", "other": 1}, {"place": {"row": 1}}),
        ("place", [{"row": 1}], {"place": {"row": 1}}),
        ("place", [{"row": 1}, {"row": 2}], NONE),
        ("place", "x", NONE),
        ("pin", "1234", {"pinSecretRef": key("pin", "pin")}),
        ("pin", ["1", "2"], {"pinSecretRef": key("pin", "pin")}),
        ("pins", ["1"], {"pinsSecretRef": [key("pins", "pins")]}),
        ("pins", ["1", "2"], {"pinsSecretRef": [key("pins", "pins-1"), key("pins", "pins-2")]}),
        ("pins", "${var.pins}", {"pinsSecretRef": [key("pins", "pins")]}),
        ("codes", {"a": "1"}, {"codesSecretRef": {"name": "codes"}}),
        ("any", [{"a": 1}], {"any": [{"a": 1}]}),
        ("keeper", "${zoo_cage.My_Cage.id}", {"keeperRef": {"name": "my-cage"}}),
        ("keeper", "${zoo_cage.a[0].id}", {"keeperRef": {"name": "a"}}),
        ("keeper", "${var.keeper}", {"keeper": "<var.keeper>"}),
        ("keeper", "x-${zoo_cage.a.id}", {"keeper": "x-<zoo_cage.a.id>"}),
        ("keepers", ["${zoo_cage.a.id}", "${zoo_cage._.id}"], {"keepersRefs": [{"name": "a"}, {"name": "example"}]}),
        ("keepers", ["${zoo_cage.a.id}", "b"], {"keepers": ["<zoo_cage.a.id>", "b"]}),
        ("keepers", [], {"keepers": []}),
        ("door", {"lock": "a"}, {"door": [{"lock": "a"}]}),
        ("door", [{"lock": "a", "width": "wide"}, {"width": 1}], {"door": [{"lock": "a"}, {"width": 1}]}),
        ("seen", "a", NONE),
        ("unheard_of", "a", NONE),
    ],
)  # fmt: skip
def test_a_value_is_what_its_field_takes_or_is_left_out(
    name: str, value: object, expected: dict[str, Any], cage: Resource
) -> None:
    manifest = yaml.load(as_manifest(Collected("x", {name: value}), cage), yaml.CSafeLoader)
    assert manifest["spec"] == {"forProvider": expected}


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ({"a": 1, "long": True}, ["a    = 1", "long = true"]),
        ({"a": None, "b": "${var.b}", "c": "${var.c}-$${x}"}, ["a = null", "b = var.b", 'c = "${var.c}-$${x}"']),
        ({"a": [], "b": {}, "c": "${}"}, ["a = []", "b = {}", "c = null"]),
        ({"short": 1, "tags": {"a": "b", "x y": 1}}, ["short = 1", "tags = {", '  a = "b"', '  "x y" = 1', "}"]),
        ({"texts": ["a", ["b"]]}, ["texts = [", '  "a",', "  [", '    "b",', "  ],", "]"]),
        ({"not a name": 1, "a": 2}, ["a = 2"]),
        ({"door": [{"lock": "a"}, {"width": 1}]}, ["door {", '  lock = "a"', "}", "", "door {", "  width = 1", "}"]),
        ({"a": 1, "door": {"lock": "a"}}, ["a = 1", "", "door {", '  lock = "a"', "}"]),
        ({"door": [], "a": 1}, ["a = 1"]),
        ({"roof": ["x"]}, ["roof {", "}"]),
    ],
)
def test_in_terraform_arguments_are_aligned_and_blocks_come_last(
    arguments: dict[str, Any], lines: list[str], cage: Resource
) -> None:
    head, *body = as_terraform(Collected('x"', arguments), cage).splitlines()
    assert head == 'resource "zoo_cage" "x\\"" {'
    assert body == [*(f"  {line}".rstrip() for line in lines), "}"]


@pytest.mark.parametrize(("count", "is_shown"), [(117, True), (118, False)])
def test_a_long_example_is_not_shown(count: int, *, is_shown: bool, cage: Resource) -> None:
    example = Collected("x", {f"a{number}": 1 for number in range(count)})
    assert bool(as_terraform(example, cage)) is is_shown


IN_PATH = block(
    {"place": string("required"), "keepers": typed(["list", "string"], "required"), "id": string("computed")}
)
IMPORTED: list[tuple[str, str, dict[str, Any]]] = [
    ("{mode: identifier_from_provider}", "<id>", {}),
    ("{mode: name_as_identifier}", "<name>", {}),
    ("{mode: parameter_as_identifier, parameter: place}", "<place>", {}),
    (
        "{mode: templated_string, template: '{{ .parameters.place }}/{{ .external_name }}'}",
        "<name>",
        {"place": "<place>"},
    ),
    (
        "{mode: templated_string, parameter: key, template: '{{ .parameters.id }}/{{ .parameters.keepers }}'}",
        "<key>",
        {"keepers": []},
    ),
]


@pytest.mark.parametrize(("external", "annotation", "given"), IMPORTED)
def test_an_object_that_is_there_is_observed_by_its_external_name_and_what_is_in_it(
    external: str, annotation: str, given: dict[str, Any], tmp_path: Path
) -> None:
    config = f"resource_metadata:\n- terraform_name: zoo_cage\n  external_name: {external}\n"
    (entity,) = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_cage": IN_PATH}))}, config).mapping.entities
    manifest = yaml.load(fact(entity, IMPORT), yaml.CSafeLoader)
    assert manifest["metadata"] == {"name": "example", "annotations": {EXTERNAL_NAME: annotation}}
    assert manifest["spec"] == {"managementPolicies": ["Observe"], "forProvider": given}


def test_examples_of_one_name_are_numbered_and_only_the_first_are_shown(cage: Resource) -> None:
    named = [("Iron", 1), ("Iron", 2), ("Wood", 3), ("Iron", 4)]
    texts = Texts(examples=tuple(Collected(name, {"number": value}) for name, value in named))
    shown = {fragment.keyword: fragment.value for fragment in facts_about(replace(cage, texts=texts))}[EXAMPLES]
    assert [example["title"] for example in shown] == ["Iron", "Iron (2)", "Wood"]
    assert ["number: 1" in shown[0]["manifest"], "number = 2" in shown[1]["terraform"]] == [True, True]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("My_Thing.2", "my-thing-2"), ("_a_", "a"), ("__", "example"), ("é", "example"), ("a" * 70, "a" * 63),
        (f"{62 * 'a'}_b", "a" * 62),
    ],
)  # fmt: skip
def test_a_label_makes_the_name_of_an_object(label: str, name: str) -> None:
    assert object_name(label) == name


def test_yaml_has_letters_as_they_are_and_lines_of_80_characters() -> None:
    address = Address("zoo.example.org", "v1", "cages", kind="Cage")
    text = manifest_text(address, {"name": "x"}, {"k": f"{74 * 'é'} b c"})
    head = "apiVersion: zoo.example.org/v1\nkind: Cage\nmetadata:\n  name: x\nspec:\n"
    assert text == f"{head}  k: {74 * 'é'} b\n    c\n"


def test_a_condition_is_told_by_the_value_of_its_field() -> None:
    table = Readiness("a_b.c_d", {"é": True, "x": False})
    found = readiness(ResourceSettings("zoo_cage", readiness=table), str.upper)
    place = "status.atProvider.A_B.C_D; Unknown for any other value"
    assert found == f"# The condition Ready, by the value of {place}\né: 'True'\nx: 'False'\n"
    assert readiness(ResourceSettings("zoo_cage"), str) == ""
