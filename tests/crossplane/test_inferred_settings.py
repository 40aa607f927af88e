"""What a proposed config guesses of a resource: its external name and its references."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from msgspec.structs import replace

from mapper.languages.tfplugin.cty_types import Primitive
from mapper.languages.tfplugin.schema import Attribute, Block
from mapper.model import ScalarKind
from mapper.systems.crossplane.documentation import Collected, Texts
from mapper.systems.crossplane.fields import Field
from mapper.systems.crossplane.inferred_settings import _is_whole, external_name, named_references, references
from mapper.systems.crossplane.read import Inputs
from mapper.systems.crossplane.rules import MAY_BE_INTEGER

from ..provider.support import block, nested, string, typed
from .support import made, schema

PROVIDER, NAME, TEMPLATE = "identifier_from_provider", "name_as_identifier", "templated_string"
ID = {"id": Attribute(Primitive.STRING, computed=True)}
SET_ID = {"id": Attribute(Primitive.STRING, optional=True)}
SETS = {name: Attribute(Primitive.STRING, required=True) for name in ("name", "region", "zone_id")}
MAY = {"name": Attribute(Primitive.STRING, optional=True)}


def template(text: str, parameter: str = "") -> dict[str, str]:
    return {"mode": TEMPLATE, "parameter": parameter, "template": text}


REGION, ZONE, OWN = "{{ .parameters.region }}", "{{ .parameters.zone_id }}", "{{ .external_name }}"


@pytest.mark.parametrize(
    ("attributes", "imported", "expected", "why"),
    [
        (ID | SETS, "", {"mode": PROVIDER}, "the provider sets the id"),
        (ID | SETS, "0b2c", {"mode": PROVIDER}, "the registry imports '0b2c'"),
        (ID | SETS, "Ada", {"mode": NAME}, "the registry imports it by its name"),
        (SETS, "", {"mode": NAME}, "it has a name, and no id that the provider sets"),
        (SET_ID | SETS, "", {"mode": NAME}, "it has a name, and no id that the provider sets"),
        (SETS, "0b2c", {"mode": NAME}, "it has a name, and no id that the provider sets"),
        (MAY, "", {"mode": PROVIDER}, "the provider sets the id"),
        (ID | SETS, "here/0b2c", template(f"{REGION}/{OWN}"), "the registry imports 'here/0b2c'"),
        (ID | SETS, "here:0b2c:<zone-id>", template(f"{REGION}:{OWN}:{ZONE}"), "the registry imports"),
        (ID | SETS, "$REGION,{zone_id}|0b2c", template(f"{REGION},{ZONE}|{OWN}"), "the registry imports"),
        (ID | SETS, "here/Ada", template(f"{REGION}/{OWN}", "name"), "the registry imports 'here/Ada'"),
        (ID | SETS, "[name]/region", template(f"{OWN}/{REGION}", "name"), "the registry imports"),
        (ID | SETS, "here/Ada/0b2c", {"mode": PROVIDER}, "the registry imports 'here/Ada/0b2c'"),
        (ID | SETS, "here/region/x", {"mode": PROVIDER}, "the registry imports"),
        (ID | SETS, "x/x", {"mode": PROVIDER}, "the registry imports 'x/x'"),
        (ID | SETS, "x/y", {"mode": PROVIDER}, "the registry imports 'x/y'"),
        (ID | SETS, "here/region", {"mode": PROVIDER}, "the registry imports"),
        (ID | SETS, "/0b2c/", {"mode": PROVIDER}, "the registry imports '/0b2c/'"),
        (ID | MAY, "name/x", {"mode": PROVIDER}, "the registry imports 'name/x'"),
    ],
)
def test_an_external_name_is_guessed_of_the_import_the_name_and_the_id(
    attributes: dict[str, Attribute], imported: str, expected: dict[str, str], why: str
) -> None:
    examples = (Collected("x", {"other": "0b2c"}), Collected("y", {"name": "Ada", "region": "here", "spare": "x"}))
    found, reason = external_name(Block(attributes), Texts(examples=examples, imports=(imported,) if imported else ()))
    assert (yaml.safe_load(found), reason.startswith(why)) == (expected, True)


CAGE = block(
    {
        **dict.fromkeys("keeper_id vendor_key cage_id ghost_id gate_uuid id keeper".split(), string("optional")),
        "member_ids": typed(["list", "string"], "optional"),
        "last_key": string("computed"),
        "last_slug": string("optional", sensitive=True),
        "last_id": typed("number", "optional"),
    },
    {"door": nested("list", block({"last_keys": string("required"), "seen": string("computed")}))},
)  # fmt: skip
NAMES = ("zoo_cage", "zoo_keeper", "zoo_old_keeper", "zoo_shop_vendor", "zoo_team_member", "zoo_last", "zoo_a_gate",
         "zoo_b_gate")  # fmt: skip


def guessed(folder: Path, name: str, *arguments: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The references that examples show, and those that names show."""
    config = f"name: zoo\nonly_listed: true\nresource_metadata: [{{terraform_name: {name}}}]\n"
    files = {"schema.json": json.dumps(schema({name: CAGE}))}
    (resource,) = cast("Inputs", made(folder, files, config).inputs).provider.resources
    known = replace(resource, texts=Texts(examples=tuple(Collected("x", one) for one in arguments)))
    return references(known, {*NAMES}), named_references(known, {*NAMES}, "zoo")


def test_a_name_refers_to_the_only_resource_that_it_may_mean(tmp_path: Path) -> None:
    assert guessed(tmp_path, "zoo_cage") == (
        {},
        {
            "keeper_id": "zoo_keeper", "vendor_key": "zoo_shop_vendor", "member_ids": "zoo_team_member",
            "door.last_keys": "zoo_last",
        },
    )  # fmt: skip
    assert guessed(tmp_path, "zoo_a_gate")[1]["gate_uuid"] == "zoo_b_gate"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([{"keeper": "${zoo_keeper.x.id}"}], {"keeper": "zoo_keeper"}),
        ([{"keeper": "${zoo_keeper.x[0].id}"}], {"keeper": "zoo_keeper"}),
        ([{"keeper": "${zoo_keeper.x.name}"}], {}),
        ([{"keeper": "a-${zoo_keeper.x.id}"}], {}),
        ([{"keeper": "${zoo_nobody.x.id}"}], {}),
        ([{"keeper": 3}], {}),
        ([{"unheard_of": "${zoo_keeper.x.id}"}], {}),
        ([{"last_key": "${zoo_keeper.x.id}"}], {}),
        ([{"member_ids": ["a", "${zoo_keeper.x.id}"]}], {"member_ids": "zoo_keeper"}),
        ([{"door": [{"last_keys": "${zoo_keeper.x.id}"}]}], {"door.last_keys": "zoo_keeper"}),
        ([{"keeper": "${zoo_last.x.id}"}, {"keeper": "${zoo_keeper.x.id}"}], {"keeper": "zoo_last"}),
    ],
)
def test_an_example_refers_to_the_resource_whose_id_it_takes(
    arguments: list[dict[str, Any]], expected: dict[str, str], tmp_path: Path
) -> None:
    assert guessed(tmp_path, "zoo_cage", *arguments)[0] == expected


@pytest.mark.parametrize(
    ("name", "examples", "is_whole"),
    [
        ("count", [], True), ("count", [1.5], False), ("count", [1, 2.0], True), ("count", [True, "x"], True),
        ("max_it", [], True), ("it", [], False), ("it", [3], True), ("it", [3.0], True), ("it", [3, 0.5], False),
        ("it", [True], False), ("it", ["3"], False), ("it", [None], False), ("count_ratio", [3], False),
    ],
)  # fmt: skip
def test_a_number_is_whole_by_its_name_or_by_all_examples(name: str, examples: list[Any], is_whole: bool) -> None:
    assert _is_whole(Field(name, name, cast("Any", None), ScalarKind.NUMBER), examples) is is_whole


@pytest.mark.parametrize(("count", "rest"), [(10, ""), (11, ", …")])
def test_the_first_ten_whole_numbers_are_told(count: int, rest: str, tmp_path: Path) -> None:
    names = [f"{chr(ord('a') + number)}_count" for number in range(count)]
    own = {"zoo_cage": block({name: typed("number", "optional") for name in names})}
    mapping = made(tmp_path, {"schema.json": json.dumps(schema(own))}).mapping
    (found,) = (diagnostic for diagnostic in mapping.diagnostics if diagnostic.rule is MAY_BE_INTEGER)
    assert found.text == f"{', '.join(names[:10])}{rest}: a schema has only numbers"
