"""The lines that mend an entry of the config without effect."""

import json
from pathlib import Path

import pytest

from ..provider.support import block, nested, string, typed
from .support import made, schema

CAGE = block({"id": string("computed"), "region": string("required"), "keeper_id": string("optional")})
SCHEMA = schema({"zoo_cage": CAGE, "zoo_keeper": block({"id": string("computed"), "size": string("optional")})})
LISTED = "only_listed: true\n"


def mended(folder: Path, entry: str, root: str = LISTED) -> list[tuple[str, str | None]]:
    """The code and the fix of each diagnostic of one resource with a line in its entry."""
    config = f"{root}resource_metadata:\n- terraform_name: zoo_cage\n  {entry}\n"
    found = made(folder, {"schema.json": json.dumps(SCHEMA)}, config).mapping.diagnostics
    return [(one.code, one.fix) for one in found if one.entity and one.entity.name == "zoo_cage"]


@pytest.mark.parametrize(
    ("entry", "fixes"),
    [
        ("remove: [region]", []),
        ("remove: [zzzz, yyyy]", ["remove: [yyyy]", "remove: [zzzz]"]),
        ("remove: [regio]", ["region"]),
        ("schema: {zzzz: {optional: true}, region: {optional: true}}", ["schema: {region: {optional: true}}"]),
        ("conditions: {ready: {path: zzzz, values: {a: true}}}", ["conditions: {}"]),
        ("references: {zzzz: {terraform_name: zoo_cage}}", ["references: {}"]),
        ("server_side_apply: {zzzz: {list_type: set}}", ["server_side_apply: {}"]),
        ("late_init: {ignored: [zzzz, region]}", ["late_init: {ignored: [region]}"]),
        ("cluster_only: {remove: [zzzz]}", ["cluster_only: {remove: []}"]),
        ("cluster_only: {version: v1beta2, schema: {'z/z~': {optional: true}}}",
         ["cluster_only: {version: v1beta2, schema: {}}"]),
        ("cluster_only: {remove: [regio], late_init: {ignored: [zzzz]}}",
         ["region", "cluster_only: {remove: [regio], late_init: {ignored: []}}"]),
    ],
)  # fmt: skip
def test_a_path_without_an_attribute_is_told_in_every_key(entry: str, fixes: list[str], tmp_path: Path) -> None:
    assert mended(tmp_path, entry) == [("OAS802", fix) for fix in fixes]


def test_a_path_is_told_once_for_both_scopes(tmp_path: Path) -> None:
    assert mended(tmp_path, "remove: [zzzz]\n  cluster_only: {version: v1beta2}") == [("OAS802", "remove: []")]


NAMES_KEEPER = "references: {keeper_id: {terraform_name: zoo_keeper}}"


@pytest.mark.parametrize(
    ("root", "entry", "fix"),
    [
        (LISTED, NAMES_KEEPER, "- terraform_name: zoo_keeper"),
        ("exclude_resources: [zoo_keeper, zoo_x]\n", NAMES_KEEPER, "exclude_resources: [zoo_x]"),
        ("exclude-resources: [zoo_x, zoo_keeper]\n", NAMES_KEEPER, "exclude-resources: [zoo_x]"),
        (LISTED, "references: {keeper_id: {terraform_name: zoo_keper}}", "references: {}"),
        (LISTED, "references: {keeper_id: {terraform_name: zoo_cge, extract: id}}",
         "references: {keeper_id: {terraform_name: zoo_cage, extract: id}}"),
    ],
)  # fmt: skip
def test_a_target_is_included_or_another_one_named(root: str, entry: str, fix: str, tmp_path: Path) -> None:
    assert mended(tmp_path, entry, root) == [("OAS804", fix)]


def test_a_resource_of_another_provider_is_not_included(tmp_path: Path) -> None:
    (address,) = SCHEMA["provider_schemas"]
    others = {"example.org/a/none": {}, "example.org/a/den": {"resource_schemas": {"zoo_aquarium": {"block": CAGE}}}}
    both = {**SCHEMA, "provider_schemas": {**SCHEMA["provider_schemas"], **others}}
    config = f"{LISTED}resource_metadata:\n- terraform_name: zoo_cage\n"
    config += "  references: {keeper_id: {terraform_name: zoo_aquarium}}\n"
    found = made(tmp_path, {"schema.json": json.dumps(both)}, config, provider=address).mapping.diagnostics
    assert [one.fix for one in found if one.code == "OAS804"] == ["references: {}"]


@pytest.mark.parametrize(
    ("name", "fix"),
    [
        ("{mode: parameter_as_identifier, parameter: zzzz}", "{mode: identifier_from_provider}"),
        ("{mode: parameter_as_identifier, parameter: regin}", "{mode: parameter_as_identifier, parameter: region}"),
        ("{mode: templated_string, template: 'x/{{ .parameters.regin }}'}",
         '{mode: templated_string, parameter: "", template: "x/{{ .parameters.region }}"}'),
        ("{mode: templated_string, parameter: regin, template: '{{ .external_name }}/{{ .parameters.region }}'}",
         '{mode: templated_string, parameter: region, template: "{{ .external_name }}/{{ .parameters.region }}"}'),
    ],
)  # fmt: skip
def test_an_external_name_gets_an_argument_or_is_that_of_the_provider(name: str, fix: str, tmp_path: Path) -> None:
    assert mended(tmp_path, f"external_name: {name}") == [("OAS810", f"external_name: {fix}")]


@pytest.mark.parametrize(
    ("columns", "fix"),
    [
        ("{name: A, json_path: .spec.zzzz.aaaa}, {name: B, json_path: .spec.forProvider.region}",
         "kubectl_printcolumns: [{name: B, json_path: .spec.forProvider.region}]"),
        ("{name: A, json_path: .spec.forProvider.regin}", "json_path: .spec.forProvider.region"),
        ("{name: A, json_path: .status.atProvider.regin}", "json_path: .status.atProvider.region"),
    ],
)  # fmt: skip
def test_a_column_gets_a_path_or_goes(columns: str, fix: str, tmp_path: Path) -> None:
    assert mended(tmp_path, f"kubectl_printcolumns: [{columns}]") == [("OAS806", fix)]


@pytest.mark.parametrize(
    ("own", "fix"),
    [
        ("{}", "short_group: zoo"),
        ("{short_group: pens}", "short_group: pens"),
    ],
)
def test_a_name_that_makes_no_kind_gets_one_in_its_own_group(own: str, fix: str, tmp_path: Path) -> None:
    config = f"resource_metadata:\n- {{terraform_name: zoo_, {own[1:-1]}}}\n"
    own_schema = schema({"zoo_": CAGE, "zoo_cage": CAGE})
    found = made(tmp_path, {"schema.json": json.dumps(own_schema)}, config).mapping.diagnostics
    assert [one.fix for one in found if one.code == "OAS809"] == [f"{fix} # of zoo_\ncrd_name: Kind # of zoo_"]


ODD = block(
    {
        "id": string("computed"),
        "pin": string("optional", write_only=True),
        "region": string("required"),
        "odd": typed(["tuple", ["string"]], "optional"),
        "token": string("computed", sensitive=True),
        "age": typed("number", "optional"),
        "ratio": typed("number", "optional"),
    },
    {"timeouts": nested("single", block({"create": string("optional")}))},
)


@pytest.mark.parametrize(
    ("entry", "fixes"),
    [
        (None, {
            "OAS805": "- {terraform_name: zoo_cage, remove: [odd]}",
            "OAS807": "- {terraform_name: zoo_cage, remove: [token]}",
            "OAS811": "- {terraform_name: zoo_cage, number_int: [age]}",
            "OAS812": "- {terraform_name: zoo_cage, remove: [timeouts]}",
            "OAS813": "- {terraform_name: zoo_cage, schema: {pin: {sensitive: true}}}",
        }),
        ("remove: [region], schema: {pin: {optional: true}, region: {optional: true}}", {
            "OAS805": "remove: [region, odd]",
            "OAS807": "remove: [region, token]",
            "OAS811": "number_int: [age]",
            "OAS812": "remove: [region, timeouts]",
            "OAS813": "schema: {region: {optional: true}, pin: {optional: true, sensitive: true}}",
        }),
        ("remove: [odd, token, timeouts, pin], number_int: [ratio]", {}),
    ],
)  # fmt: skip
def test_an_entry_is_extended_by_what_mends_it(entry: str | None, fixes: dict[str, str], tmp_path: Path) -> None:
    config = "name: zoo\n" + (f"resource_metadata:\n- {{terraform_name: zoo_cage, {entry}}}\n" if entry else "")
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_cage": ODD}))}, config)
    assert {one.code: one.fix for one in mapped.mapping.diagnostics if one.fix and one.entity} == fixes
