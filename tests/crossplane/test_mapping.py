"""Resources as entities: their placements, addresses and names, what is told about them, and what protocol 6 adds."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Node
from mapper.model import Attribute, Entity, EntityRef, Status, nested_body
from mapper.model.limits import Size, find
from mapper.registry import system_named
from mapper.system.showing import Remark
from mapper.systems.crossplane.documentation import Texts, neutral, read_texts
from mapper.systems.crossplane.kinds import MANAGED_RESOURCE
from mapper.systems.crossplane.names import (
    GroupKind,
    default_group_kind,
    go_name,
    json_name,
    json_name_of_go,
)
from mkdocs_oasmap.cli import main

from ..provider.support import block, nested, string, typed
from .support import CONFIG, definition, fields, made, menagerie, schema, written


def cage(folder: Path) -> Entity:
    return made(folder).mapping.entities[0]


def attribute(entity: Entity, name: str) -> Attribute:
    return next(found for found in entity.body.attributes if found.name == name)


def test_a_resource_is_one_entity_with_an_address_in_each_scope(tmp_path: Path) -> None:
    entity = cage(tmp_path)
    assert entity.ref == EntityRef(MANAGED_RESOURCE, "zoo_animal_cage")
    assert [address.words("") for address in entity.addresses] == [
        "animal.zoo.m.example.org/v1alpha1 Cage (Namespaced)",
        "animal.zoo.example.org/v1alpha1 Cage (Cluster)",
    ]


FOR, INIT, AT = "spec.forProvider", "spec.initProvider", "status.atProvider"


@pytest.mark.parametrize(
    ("name", "placements"),
    [
        ("region", {FOR: "required", INIT: "optional", AT: "computed"}),
        ("id", {AT: "computed"}),
        ("keeperId", {FOR: "optional", INIT: "optional", AT: "computed"}),
        ("keeperIdRef", {FOR: "optional", INIT: "optional"}),
        ("codeSecretRef", {FOR: "required", INIT: "optional"}),
        ("tags", {FOR: "computed_optional", INIT: "computed_optional", AT: "computed"}),
    ],
)
def test_a_field_is_there_once_with_all_its_places(name: str, placements: dict[str, str], tmp_path: Path) -> None:
    found = attribute(cage(tmp_path), name)
    assert {place.name: str(place.status) for place in found.placements} == placements


def test_a_field_knows_its_name_in_terraform_and_what_it_refers_to(tmp_path: Path) -> None:
    found = attribute(cage(tmp_path), "keeperId")
    assert found.source_name == "keeper_id"
    assert found.refers_to is not None
    assert (found.refers_to.entity.name, found.refers_to.path) == ("zoo_keeper", "id")
    assert [str(origin.part) for origin in found.origins] == ["provider schema", "provider config"]


def test_a_nested_field_may_be_given_by_reference_too(tmp_path: Path) -> None:
    door = nested("list", block({"keeper_id": string("optional"), "seen_id": string("computed")}))
    references = "{door.keeper_id: {terraform_name: zoo_cage}, door.seen_id: {terraform_name: zoo_cage}}"
    every = references.replace("{door", "{seen_id: {terraform_name: zoo_cage}, door", 1)
    config = f"resource_metadata:\n- terraform_name: zoo_cage\n  references: {every}\n"
    own = schema({"zoo_cage": block({"seen_id": string("computed")}, {"door": door})})
    (entity,) = made(tmp_path, {"schema.json": json.dumps(own)}, config).mapping.entities
    body = nested_body(attribute(entity, "door").type)
    assert body is not None
    assert [inner.name for inner in body.attributes] == ["keeperId", "keeperIdRef", "keeperIdSelector", "seenId"]
    assert "seenIdRef" not in {one.name for one in entity.body.attributes}


def test_a_row_says_what_terraform_calls_a_field_and_what_else_it_may_be(tmp_path: Path) -> None:
    entity, system = cage(tmp_path), system_named("crossplane")
    said = {
        name: system.showing.remarks(attribute(entity, name)) for name in ("keeperId", "keeperIdRef", "region", "bars")
    }
    assert said == {
        "keeperId": (Remark("in Terraform", ("keeper_id",)), "or by reference"),
        "keeperIdRef": ("reference",),
        "region": ("not needed with managementPolicies: [Observe]",),
        "bars": (),
    }


def test_a_manifest_has_what_is_required(tmp_path: Path) -> None:
    mapping = made(tmp_path).mapping
    (minimal, *_) = system_named("crossplane").showing.examples(mapping.entities[0], mapping)
    found = yaml.safe_load(minimal.text)
    assert (found["apiVersion"], found["kind"]) == ("animal.zoo.m.example.org/v1alpha1", "Cage")
    assert sorted(found["spec"]["forProvider"]) == ["as", "codeSecretRef", "door", "region"]
    assert sorted(found["spec"]) == ["forProvider"]


NUMBERS = "  number_int: [bars]\n"
TEMPLATE = "{{ .parameters.region }}/{{ .external_name }}"


def column(path: str) -> str:
    return f"  kubectl_printcolumns: [{{name: A, json_path: {json.dumps(path)}}}]\n"


def overlay(name: str) -> str:
    return f"name: zoo\nresource_overlays: [{{terraform_name: {name}, full_package_name: a.org/b}}]\n"


UPJET, PLAIN = ("upjet",), ("v2020",)
TOLD: list[tuple[tuple[str, ...], str, str, str, str, str]] = [
    (UPJET + PLAIN, "zoo_keeper\n", "zoo_keper\n", "OAS801", "'zoo_keper' is not a resource of the provider",
     "- terraform_name: zoo_keeper"),
    (UPJET + PLAIN, "[bars]", "[bar]", "OAS802", "no attribute has the path bar", "bars"),
    (UPJET + PLAIN, NUMBERS, f"{NUMBERS}  remove: [regon]\n", "OAS802", "has the path regon; did you mean", "region"),
    (PLAIN, NUMBERS, f"{NUMBERS}  number_float: [barss]\n", "OAS802", "no attribute has the path barss", "bars"),
    (UPJET, "{terraform_name: zoo_keeper}", "{terraform_name: zoo_kepper}", "OAS804", "zoo_kepper is not generated",
     "references: {keeper_id: {terraform_name: zoo_keeper}}"),
    (UPJET, "", "", "OAS805", "odd", "remove: [odd]"),
    (UPJET, NUMBERS, column(".spec.forProvider.displayName"), "OAS806", "nothing at .spec.forProvider.displayName",
     "json_path: .spec.forProvider.any"),
    (UPJET + PLAIN, NUMBERS, column(".spec.forProvider.regon"), "OAS806", "there is nothing at",
     "json_path: .spec.forProvider.region"),
    (UPJET, NUMBERS, "  cluster_only: {version: v1beta2, previous_versions: [{name: v1beta1}]}\n", "OAS808",
     "the definition lacks the version v1beta1",
     "{name: v1beta1, definition: released/animal.zoo.example.org_cages.yaml} # with its real path"),
    (UPJET, "{mode: identifier_from_provider}",
     "{mode: templated_string, parameter: regio, template: '{{ .parameters.region }}'}", "OAS810",
     "there is no argument 'regio'",
     'external_name: {mode: templated_string, parameter: region, template: "{{ .parameters.region }}"}'),
    (UPJET, "", "", "OAS811", "age", "number_int: [age]"),
    (PLAIN, "name: zoo\n", overlay("zoo_keepr"), "OAS851", "is not a resource of the provider",
     "terraform_name: zoo_keeper"),
    (PLAIN, "name: zoo\n", f"{overlay('zoo_keeper')}exclude-resources: [zoo_keeper]\n", "OAS851",
     "'zoo_keeper' is not generated", "resource_overlays: []"),
    (UPJET, "name: zoo\n", overlay("zoo_keeper"), "OAS852", "resource_overlays is a setting of the profile v2020",
     "profile: v2020"),
    (PLAIN, "name: zoo\n", "name: zoo\nshort_name: zoo\n", "OAS852", "short_name is a setting of the profile upjet",
     "profile: upjet"),
    (PLAIN, "", "", "OAS852", "references is a setting of the profile upjet", "profile: upjet"),
    (PLAIN, "", "", "OAS853", "age", "number_int: [age]"),
]  # fmt: skip
"""Profiles, a part of the config with what takes its place, and what is told of it with which fix."""


@pytest.mark.parametrize(
    ("profile", "old", "new", "code", "said", "fix"), [(one, *row) for profiles, *row in TOLD for one in profiles]
)
def test_what_is_told_has_a_fix_to_paste(
    profile: str, old: str, new: str, code: str, said: str, fix: str, tmp_path: Path
) -> None:
    config = CONFIG.replace(old, new) if old else CONFIG
    told = made(tmp_path, config=f"profile: {profile}\n{config}").mapping.diagnostics
    (found,) = (one for one in told if one.code == code and said in one.text)
    assert found.fix == fix
    assert found.place.startswith("provider.yaml:" if old or code == "OAS852" else "schema.json:")


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        (".spec.forProvider.tags[", False),
        (".metadata.labels[?(@.x", False),
        (".spec", True),
        (".status.conditions[?(@.type=='Ready')].status", True),
        (".metadata.name", True),
        (".spec.forProvider.door[0].lock", True),
        (".status.atProvider.id", True),
        (".spec.forProvider.codeSecretRef.name", True),
    ],
)
def test_a_column_of_nothing_is_told(path: str, is_there: bool, tmp_path: Path) -> None:
    told = made(tmp_path, config=CONFIG.replace(NUMBERS, column(path))).mapping.diagnostics
    assert ("OAS806" not in [one.code for one in told]) is is_there


NAMES = {
    "upjet": ["zoo_../../x", "zoo_a_b/c", "zoo_", "zoo_a_", "zoo_a\nb_c", "zoo_1", "../zoo"],
    "v2020": ["zoo_../x", "zoo_a/b", "zoo_", "zoo_1", "zoo_a\nb", "zoo_A", "../zoo", "zoo_a b", "zoo_é"],
}


@pytest.mark.parametrize(("profile", "name"), [(profile, name) for profile in NAMES for name in NAMES[profile]])
def test_a_name_that_makes_no_kind_makes_no_file(profile: str, name: str, tmp_path: Path) -> None:
    own, config = block({"size": string("optional")}), f"name: zoo\nprofile: {profile}\n"
    one, both = (
        made(tmp_path, {"schema.json": json.dumps(schema(found))}, config)
        for found in ({"zoo_cage": own}, {name: own, "zoo_cage": own})
    )
    artifacts = system_named("crossplane").writing.artifacts
    assert artifacts(both).keys() == artifacts(one).keys() != set()
    assert [found.code for found in both.mapping.diagnostics] == ["OAS809"]


SECRET_TYPES: list[Any] = ["number", "bool", "dynamic", ["map", "number"], ["list", ["object", {"a": "string"}]]]
LEFT_OUT: list[tuple[str, str, Any]] = [
    ("upjet", "a__b", typed("number", "optional")),
    ("v2020", "a__b", string("optional", sensitive=True)),
    *(("v2020", name, string("optional")) for name in ("a`b", 'a"b', "1a", "a b", "_", "é", "a\nb", "a,omitempty")),
    *(("upjet", "secret", typed(type_, "optional", sensitive=True)) for type_ in SECRET_TYPES),
]


@pytest.mark.parametrize(("profile", "name", "attribute"), LEFT_OUT)
def test_what_no_manifest_can_have_is_left_out_and_told(
    profile: str, name: str, attribute: Any, tmp_path: Path
) -> None:
    own = block({"a_b": string("optional"), name: attribute})
    files = {"schema.json": json.dumps(schema({"zoo_cage": own}))}
    mapping = made(tmp_path, files, f"name: zoo\nprofile: {profile}\n").mapping
    assert [found.source_name for found in mapping.entities[0].body.attributes] == ["a_b"]
    assert [(found.code, found.path) for found in mapping.diagnostics] == [("OAS805", name)]


def test_what_a_manifest_cannot_have_is_told(tmp_path: Path) -> None:
    told = made(tmp_path).mapping.diagnostics
    assert [(one.code, one.path) for one in told] == [
        ("OAS805", "odd"),
        ("OAS807", "token"),
        ("OAS812", ""),
        ("OAS811", ""),
    ]


def test_a_reference_whose_field_is_there_is_left_out_until_it_has_another_name(tmp_path: Path) -> None:
    own = block({"keeper_id": string("optional"), "keeper_id_ref": string("optional")})
    files = {"schema.json": json.dumps(schema({"zoo_cage": own, "zoo_keeper": own}))}
    config = "resource_metadata:\n- terraform_name: zoo_cage\n  references: {keeper_id: {terraform_name: zoo_keeper}}\n"
    mapped = made(tmp_path, files, config)
    (found,) = (one for one in mapped.mapping.diagnostics if one.code == "OAS814")
    names = [attribute.name for attribute in mapped.mapping.entities[0].body.attributes]
    assert (names, found.path) == (["keeperId", "keeperIdRef"], "keeper_id")
    mapped = made(tmp_path, files, f"resource_metadata:\n- terraform_name: zoo_cage\n  {found.fix}\n")
    assert "OAS814" not in [one.code for one in mapped.mapping.diagnostics]
    names = [attribute.name for attribute in mapped.mapping.entities[0].body.attributes]
    assert names == ["keeperId", "keeperIdObjectRef", "keeperIdObjectSelector", "keeperIdRef"]


@pytest.mark.parametrize(
    ("own", "code", "path", "said"),
    [
        ({"pin": string("optional", write_only=True)}, "OAS813", "pin", ""),
        ({f"a{n}": string("optional", description="x" * 60_000) for n in range(10)}, "OAS815", "", "is 1,572,864"),
    ],
)
def test_what_a_cluster_never_has_is_told(own: dict[str, Any], code: str, path: str, said: str, tmp_path: Path) -> None:
    (found,) = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_cage": block(own)}))}).mapping.diagnostics
    assert (found.code, found.path) == (code, path)
    assert said in found.text


@pytest.mark.parametrize(
    ("imported", "expected"),
    [
        ("here/x", {"mode": "templated_string", "parameter": "", "template": TEMPLATE}),
        ("Ada", {"mode": "name_as_identifier"}),
        ("0b2c", {"mode": "identifier_from_provider"}),
    ],
)
def test_external_names_are_guessed_of_imports(imported: str, expected: dict[str, str], here: Path) -> None:
    own = block({"id": string("computed"), "name": string("required"), "region": string("required")})
    known = {"name": "Ada", "region": "here", "keeper_id": "${zoo_keeper.a.id}", "port": 80}
    page = {
        "examples": [{"name": "a", "manifest": json.dumps(known)}],
        "importStatements": [f"terraform import zoo_cage.a {imported}"],
    }
    with_more = {**own, "attributes": {**own["attributes"], "keeper_id": string("optional")}}
    Path("schema.json").write_text(json.dumps(schema({"zoo_cage": with_more, "zoo_keeper": own})))
    Path("provider-metadata.yaml").write_text(json.dumps({"resources": {"zoo_cage": page}}))
    assert main(["init", "--system", "crossplane", "schema.json"]) == 0
    cage = yaml.safe_load(Path("provider.yaml").read_text())["resource_metadata"][0]
    assert cage["external_name"] == expected
    assert cage["references"] == {"keeper_id": {"terraform_name": "zoo_keeper"}}


def test_a_field_knows_every_line_of_the_config_that_changes_it(tmp_path: Path) -> None:
    more = """\
  schema: {region: {optional: true}}
  move_to_status: [door, tags]
  external_name: {mode: templated_string, template: '{{ .parameters.region }}'}
"""
    own = CONFIG.replace("  external_name: {mode: identifier_from_provider}\n", "").replace(
        "[bars]\n", f"[bars]\n{more}"
    )
    entity = made(tmp_path, config=own).mapping.entities[0]
    lines = own.split("\n")

    def said(found: Attribute) -> list[str]:
        nodes = [origin.location for origin in found.origins if str(origin.part) == "provider config"]
        return [lines[(node.line or 1) - 1].split(":")[0].strip() for node in nodes if isinstance(node, Node)]

    door = next(one for one in entity.body.attributes if one.name == "door")
    body = nested_body(door.type)
    assert body is not None
    assert {name: said(attribute(entity, name)) for name in ("bars", "region", "tags", "keeperId", "colours")} == {
        "bars": ["number_int"],
        "region": ["schema", "external_name"],
        "tags": ["move_to_status"],
        "keeperId": ["keeper_id"],
        "colours": [],
    }
    assert [said(one) for one in body.attributes] == [["move_to_status"], ["move_to_status"]]


@pytest.mark.parametrize(
    ("profile", "expected"),
    [("upjet", {"door": (1, None), "roof": (None, 1)}), ("v2020", {"door": (1, None)})],
)
def test_a_field_says_how_many_items_its_block_has(
    profile: str, expected: dict[str, tuple[int | None, int | None]], tmp_path: Path
) -> None:
    entity = made(tmp_path, config=f"profile: {profile}\n{CONFIG}").mapping.entities[0]
    limits = {one.name: (size.least, size.most) for one in entity.body.attributes if (size := find(one.limits, Size))}
    assert limits == expected


def test_of_two_resources_with_one_definition_the_first_is_written(tmp_path: Path) -> None:
    own = block({"size": string("optional")})
    files = {"schema.json": json.dumps(schema({"zoo_a_cage": own, "zoo_b_cage": own}))}
    config = "resource_metadata:\n- {terraform_name: zoo_b_cage, short_group: a}\n"
    mapped = made(tmp_path, files, config)
    assert [entity.name for entity in mapped.mapping.entities] == ["zoo_a_cage"]
    assert [one.code for one in mapped.mapping.diagnostics] == ["OAS803"]
    assert len(written(mapped)) == 2


def test_fields_below_those_that_are_set_are_read_only_where_the_provider_sets_them(tmp_path: Path) -> None:
    body = nested_body(attribute(cage(tmp_path), "door").type)
    assert body is not None
    assert {found.name: found.status for found in body.attributes} == {
        "lock": Status.REQUIRED,
        "openedAt": Status.COMPUTED,
    }


def test_references_are_proposed_by_the_names_of_arguments_as_comments(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cage = block({
        **dict.fromkeys(("keeper_id", "vendor_key", "cage_id", "ghost_id"), string("optional")),
        "member_ids": typed(["list", "string"], "optional"), "last_key": string("computed"),
    })  # fmt: skip
    names = ("zoo_cage", "zoo_keeper", "zoo_shop_vendor", "zoo_team_member", "zoo_last")
    (here / "schema.json").write_text(json.dumps(schema(dict.fromkeys(names, cage))))
    assert main(["init", "--system", "crossplane", "schema.json"]) == 0
    capsys.readouterr()
    text = (here / "provider.yaml").read_text().partition("- terraform_name: zoo_keeper")[0]
    assert [line for line in text.splitlines() if "terraform_name: " in line or "by their names" in line][1:] == [
        "  # references: # by their names:",
        "    # keeper_id: {terraform_name: zoo_keeper}",
        "    # member_ids: {terraform_name: zoo_team_member}",
        "    # vendor_key: {terraform_name: zoo_shop_vendor}",
    ]
    proposed = (here / "provider.yaml").read_text().replace("  # references:", "  references:")
    assert yaml.safe_load(proposed.replace("    # ", "    "))["resource_metadata"][0]["references"]["keeper_id"]


def test_the_proposed_config_maps_without_a_warning(here: Path) -> None:
    Path("schema.json").write_text(menagerie()["schema.json"])
    assert main(["init", "--system", "crossplane", "schema.json"]) == 0
    text = Path("provider.yaml").read_text()
    assert text.count("# a guess: ") == 2
    assert [one["crd_name"] for one in yaml.safe_load(text)["resource_metadata"]] == ["Cage", "Keeper"]
    told = made(here, {}, text).mapping.diagnostics
    assert [one.code for one in told] == ["OAS805", "OAS807", "OAS812"]
    assert main(["init", "--system", "crossplane", "--force", "--include", "zoo_k*", "schema.json"]) == 0
    assert "zoo_animal_cage" not in Path("provider.yaml").read_text()


def test_a_change_is_judged_in_the_words_of_a_cluster(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in menagerie().items():
        Path(name).write_text(text)
    arguments = ["generate", "--system", "crossplane", "--output", "out", "--sidecar"]
    assert main([*arguments, "old.json", "schema.json"]) == 0
    Path("provider.yaml").write_text(CONFIG.replace("zoo.m.example.org", "zoo.n.example.org"))
    assert main([*arguments, "new.json", "schema.json"]) == 0
    capsys.readouterr()
    assert main(["diff", "--format", "json", "old.json", "new.json"]) == 0
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert {change["rule"] for change in changes} >= {"api-group-changed"}


@pytest.mark.parametrize(
    ("name", "in_json", "in_go"),
    [
        ("vpc_uuid", "vpcUuid", "VPCUUID"),
        ("id", "id", "ID"),
        ("ipv6_address", "ipv6Address", "IPv6Address"),
        ("sha256sum_of", "sha256sumOf", "Sha256SumOf"),
        ("of_sha256sum", "ofSha256Sum", "OfSha256Sum"),
        ("URL_path", "urlPath", "URLPath"),
        ("mysql_config", "mysqlConfig", "MySQLConfig"),
    ],
)
def test_names(name: str, in_json: str, in_go: str) -> None:
    assert (json_name(name), go_name(name)) == (in_json, in_go)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Name", "name"), ("ID", "id"), ("BucketDomainName", "bucketDomainName"), ("VPCIDRef", "vpcidRef")],
)
def test_names_of_go_in_a_manifest(name: str, expected: str) -> None:
    assert json_name_of_go(name) == expected


@pytest.mark.parametrize(
    ("name", "group", "kind"),
    [
        ("do_vpc", "do", "VPC"),
        ("do_ssh_key", "ssh", "Key"),
        ("do_database_db", "database", "DB"),
        ("null_x", "null", "X"),
    ],
)
def test_group_and_kind_follow_from_the_words_of_a_name(name: str, group: str, kind: str) -> None:
    assert default_group_kind(name) == GroupKind(group, kind)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Made by Terraform. Kept.", " Kept."),
        ("made by Terraform", "made by provider"),
        ("The id that Terraform made.", ""),
        ("Kept.", "Kept."),
        ("", ""),
    ],
)
def test_sentences_about_terraform_are_left_out(text: str, expected: str) -> None:
    assert neutral(text) == expected


ARGUMENTS = {
    "size": "- (Required) The size.",
    "door.lock": "- (Optional, string) A lock - of iron.",
    "b.tone": "no dash",
    "z.tone": "(Optional) last",
}


@pytest.mark.parametrize(
    ("path", "said", "expected"),
    [
        ("size", "", "The size."),
        ("size", "How large.", "The size.\nHow large."),
        ("other.size", "", "The size."),
        ("door.lock", "", "A lock - of iron."),
        ("x.tone", "", "last"),
        ("new", "Said.", "Said."),
        ("id", "Said.", ""),
        ("a_size", "", "The size."),
    ],
)
def test_a_text_is_that_of_the_registry_and_that_of_the_schema(path: str, said: str, expected: str) -> None:
    assert Texts("", ARGUMENTS).of(path, said) == expected


@pytest.mark.parametrize(
    "root",
    [None, [], {"resources": []}, {"resources": {"a": 1}}, {"resources": {"a": {"argumentDocs": 3}}}],
)
def test_a_file_of_another_shape_has_no_texts(root: object) -> None:
    assert all(found.of("a", "") == "" for found in read_texts(root).values())


NAME = "door.zoo.m.crossplane.io_locks"
INSIDE = {
    "key": string("required", sensitive=True),
    "way": string("optional"),
    "seen": string("computed"),
    "token": string("computed", sensitive=True),
}


def nested_attribute(mode: str, *flags: str, **attributes: Any) -> dict[str, Any]:
    given = {"nested_type": {"attributes": attributes or INSIDE, "nesting_mode": mode}}
    return given | dict.fromkeys(flags, True)


def sides(folder: Path, attributes: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """What the three objects of a definition have."""
    mapped = made(folder, {"schema.json": json.dumps(schema({"zoo_door_lock": block(attributes)}))})
    found = definition(mapped, NAME)
    return tuple(fields(found, side).get("properties", {}) for side in ("forProvider", "initProvider", "atProvider"))


@pytest.mark.parametrize(
    ("mode", "way"), [("single", ()), ("list", ("items",)), ("set", ("items",)), ("map", ("additionalProperties",))]
)
def test_nested_attributes_are_objects_with_secrets_and_results_apart(
    mode: str, way: tuple[str, ...], tmp_path: Path
) -> None:
    asked, first, seen = sides(tmp_path, {"door": nested_attribute(mode, "optional")})
    inner = []
    for side in (asked, first, seen):
        found = side["door"]
        for step in way:
            found = found[step]
        inner.append(found)
    assert [set(found["properties"]) for found in inner] == [
        {"keySecretRef", "way"},
        {"keySecretRef", "way"},
        {"way", "seen"},
    ]
    assert [found.get("required") for found in inner] == [None, ["keySecretRef"], None]
    assert asked["door"]["type"] == ("array" if mode in ("list", "set") else "object")


def test_a_nested_attribute_that_is_computed_is_only_seen(tmp_path: Path) -> None:
    asked, first, seen = sides(tmp_path, {"door": nested_attribute("list", "computed", way=string("computed"))})
    assert (asked, first, set(seen)) == ({}, {}, {"door"})


def test_timeouts_are_left_out_as_an_attribute_too(tmp_path: Path) -> None:
    attributes = {
        "timeouts": nested_attribute("single", "optional", create=string("optional")),
        "a": string("optional"),
    }
    assert [set(side) for side in sides(tmp_path, attributes)] == [{"a"}] * 3
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_door_lock": block(attributes)}))})
    assert [d.code for d in mapped.mapping.diagnostics] == ["OAS812"]


def test_what_is_no_resource_is_passed_over(tmp_path: Path) -> None:
    whole = schema({"zoo_door_lock": block({"a": string("optional")})})
    (own,) = whole["provider_schemas"].values()
    alone = made(tmp_path, {"schema.json": json.dumps(whole)}).mapping
    own["ephemeral_resource_schemas"] = {"zoo_token": {"version": 0, "block": block({"a": string("computed")})}}
    own["list_resource_schemas"] = {"zoo_door_lock": {"version": 0, "block": block({"a": string("optional")})}}
    own["functions"] = {"open": {"return_type": "string", "parameters": [{"name": "a", "type": "dynamic"}]}}
    own["resource_identity_schemas"] = {"zoo_door_lock": {"version": 0, "attributes": {"a": {"type": "string"}}}}
    own["action_schemas"] = {"zoo_shout": {"block": block({"a": string("optional")})}}
    mapped = made(tmp_path, {"schema.json": json.dumps(whole)}).mapping
    assert [entity.name for entity in mapped.entities] == ["zoo_door_lock"]
    assert mapped.diagnostics == alone.diagnostics


@pytest.mark.parametrize(
    ("flag", "status", "reason"), [("optional", Status.OPTIONAL, "secret"), ("required", Status.REQUIRED, "required")]
)
def test_a_secret_says_why_it_is_required_or_else_that_it_is_one(
    flag: str, status: Status, reason: str, tmp_path: Path
) -> None:
    own = schema({"zoo_door_lock": block({"code": string(flag, sensitive=True)})})
    (entity,) = made(tmp_path, {"schema.json": json.dumps(own)}).mapping.entities
    found = attribute(entity, "codeSecretRef")
    assert (found.status, found.reason.code) == (status, reason)


@pytest.mark.parametrize(
    ("flag", "external", "statuses"),
    [
        ("required", "{mode: identifier_from_provider}", ["optional", "optional"]),
        ("required", "{mode: parameter_as_identifier, parameter: size}", ["optional", "required"]),
        ("optional", "{mode: parameter_as_identifier, parameter: size}", ["optional", "optional"]),
        ("computed", "{mode: parameter_as_identifier, parameter: size}", ["computed", "computed"]),
    ],
)
def test_members_of_an_object_type_are_set_as_the_attribute_that_has_them(
    flag: str, external: str, statuses: list[str], tmp_path: Path
) -> None:
    door = typed(["list", ["object", {"a": "string", "size": "string"}]], flag)
    own = schema({"zoo_cage": block({"size": string("required"), "door": door})})
    config = f"resource_metadata:\n- terraform_name: zoo_cage\n  external_name: {external}\n"
    (entity,) = made(tmp_path, {"schema.json": json.dumps(own)}, config).mapping.entities
    body = nested_body(attribute(entity, "door").type)
    assert body is not None
    assert [str(inner.status) for inner in body.attributes] == statuses


@pytest.mark.parametrize(
    ("flags", "status", "reason"),
    [
        (("required",), Status.OPTIONAL, "or-reference"),
        (("optional",), Status.OPTIONAL, "optional"),
        (("optional", "computed"), Status.COMPUTED_OPTIONAL, "optional-computed"),
    ],
)
def test_only_what_is_required_is_said_to_be_there_or_else_by_reference(
    flags: tuple[str, ...], status: Status, reason: str, tmp_path: Path
) -> None:
    own = schema({"zoo_cage": block({"keeper_id": string(*flags)}), "zoo_keeper": block({"id": string("computed")})})
    config = "resource_metadata:\n- terraform_name: zoo_cage\n  references: {keeper_id: {terraform_name: zoo_keeper}}\n"
    mapped = made(tmp_path, {"schema.json": json.dumps(own)}, f"{config}- terraform_name: zoo_keeper\n").mapping
    found = attribute(mapped.entities[0], "keeperId")
    assert (found.status, found.reason.code) == (status, reason)
