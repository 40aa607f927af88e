"""The files of a resource, the program around them, overlays, and the profile in the config and on the command line."""

import json
import re
from pathlib import Path

import pytest

from mapper.languages.tfplugin.cty_types import parse_type
from mapper.model import Attribute, Status, walk
from mapper.programs.v2020.members import _Names, type_of
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main

from ...crossplane.support import made, schema
from ...provider.support import block, string
from .support import CAGE, CONFIG, definition, document, functions, structs, texts, zoo

OVERLAY = "example.org/provider-zoo/overlays/cage"


def overlay(text: str) -> str:
    return f"{CONFIG}resource_overlays:\n- {text}\n"


def test_a_program_knows_all_resources_and_has_the_flags_of_2020(tmp_path: Path) -> None:
    files = texts(zoo(tmp_path))
    implementations = files["generated/implementations.go"]
    path = "example.org/provider-zoo/generated/resources/animal_cage/v1alpha1"
    assert f'animal_cage_v1alpha1 "{path}"' in implementations
    assert "animal_cage_v1alpha1.Implementation()," in implementations
    assert {"Index", "ProviderInit"} <= functions(files["generated/index.go"])
    code = files["main.go"]
    for flag, default in (("sync", "1h"), ("plugin-path", ""), ("pool-size", "5"), ("debug", "")):
        (line,) = (line for line in code.split("\n") if f'Flag("{flag}"' in line)
        assert f'Default("{default}")' in line if default else "Default(" not in line


def test_the_configuration_of_the_plugin_follows_from_the_schema(tmp_path: Path) -> None:
    files = texts(zoo(tmp_path), "generated/provider/v1alpha1")
    types, index = (files[f"generated/provider/v1alpha1/{name}.go"] for name in ("types", "index"))
    found = structs(types)
    assert found["ProviderConfigParameters"] == {
        ("Region", "string", "region"),
        ("Retries", "Retries", "retries"),
        ("Token", "string", "token"),
    }
    assert {"ProviderConfig", "ProviderConfigList", "ProviderConfigUsage", "ProviderConfigUsageList"} <= found.keys()
    assert '[]string{"region", "token"}' in index
    assert 'vals["any"] = cty.NullVal(cty.DynamicPseudoType)' in index
    assert {"GetProviderInit", "EncodeProviderConfig_Retries_Most"} <= functions(index)


def test_a_package_is_laid_over_a_resource(tmp_path: Path) -> None:
    config = overlay(f"{{terraform_name: zoo_animal_cage, full_package_name: {OVERLAY}}}")
    code = texts(zoo(tmp_path, config), "generated/index.go")["generated/index.go"]
    assert f'overlay0 "{OVERLAY}"' in code
    generated, _, rest = code.partition("range resourceImplementations")
    assert "idxr.Overlay(overlay0.Index())" in rest
    assert "idxr.Overlay" not in generated


def test_members_of_a_package_are_laid_over_those_of_a_resource(tmp_path: Path) -> None:
    members = "members: [ResourceMerger, CtyEncoder]"
    config = overlay(f"{{terraform_name: zoo_animal_cage, full_package_name: {OVERLAY}, {members}}}")
    code = texts(zoo(tmp_path, config), "generated/index.go")["generated/index.go"]
    assert "GVK:            whole.GVK,\n" in code
    assert "ResourceMerger: whole.ResourceMerger,\n" in code
    assert "ReconcilerConfigurer" not in code
    assert "idxr.Overlay(overlay0.Index())" not in code


def test_a_file_takes_the_place_of_a_generated_one(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "configure.go.txt").write_text("package v1alpha1\n\n// mine\n")
    mapped = zoo(tmp_path, overlay("{terraform_name: zoo_animal_cage, files: {configure.go: own/configure.go.txt}}"))
    files = texts(mapped)
    assert files[f"{CAGE}/configure.go"] == "package v1alpha1\n\n// mine\n"
    assert "// mine" not in files["generated/resources/keeper/v1alpha1/configure.go"]
    assert "overlay0" not in files["generated/index.go"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{terraform_name: zoo_animal_cage}", "full_package_name is needed"),
        ("{full_package_name: a.org/b}", "terraform_name is needed"),
        ("{terraform_name: zoo_animal_cage, full_package_name: 'a.org/../b'}", "is not the path of a Go package"),
        ('{terraform_name: zoo_animal_cage, full_package_name: "a\\"\\nb"}', "is not the path of a Go package"),
        ("{terraform_name: zoo_animal_cage, full_package_name: a.org/b, members: [Merger]}", "'Merger' is not one of"),
        ("{terraform_name: zoo_animal_cage, files: {config.go: a}}", "files: unknown key 'config.go'"),
        ("{terraform_name: zoo_animal_cage, files: {doc.go: ../a}}", "in the folder of the config"),
        ("{terraform_name: zoo_animal_cage, files: {doc.go: /etc/passwd}}", "in the folder of the config"),
        ("{terraform_name: zoo_animal_cage, files: {doc.go: none.txt}}", "none.txt"),
        ("{terraform_name: zoo_animal_cage, package: a.org/b}", "unknown key 'package'"),
        ("zoo_animal_cage", "a mapping of keys and values is expected"),
    ],
)
def test_an_overlay_that_cannot_be_meant_is_refused(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(MappingError, match=r".") as raised:
        zoo(tmp_path, overlay(text))
    assert said in str(raised.value)


@pytest.mark.parametrize(("name", "group"), [("", "zoo"), ("name: zoo_two\n", "zoo-two")])
def test_a_provider_without_a_name_in_the_config_has_that_of_its_address(name: str, group: str, tmp_path: Path) -> None:
    small = schema({f"{group.replace('-', '_')}_keeper": block({"name": string("required")})})
    mapped = made(tmp_path, {"schema.json": json.dumps(small)}, CONFIG.replace("name: zoo\n", name))
    assert f"config/crd/keeper.terraform-provider-{group}.crossplane.io_keepers.yaml" in texts(mapped, "config/crd/")


def test_of_two_fields_with_one_name_in_go_the_first_is_mapped(tmp_path: Path) -> None:
    both = {"group_id": string("optional"), "group__id": string("optional")}
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_keeper": block(both)}))}, CONFIG)
    assert [one.text for one in mapped.mapping.diagnostics if "in Go" in one.text] == [
        "group__id: another field is called GroupId in Go, too"
    ]


def test_what_is_lost_or_seen_is_told(tmp_path: Path) -> None:
    told = [(one.code, one.path) for one in zoo(tmp_path).mapping.diagnostics if one.code != "OAS853"]
    assert told == [
        ("OAS805", "heights.odd"),
        ("OAS805", "odd"),
        ("OAS805", "odd_block.any"),
        ("OAS854", "code"),
    ]


def test_a_field_is_there_once_on_its_side(tmp_path: Path) -> None:
    mapping = zoo(tmp_path).mapping
    entity = next(entity for entity in mapping.entities if entity.name == "zoo_animal_cage")
    placed = {own.name: {place.name: place.status for place in own.placements} for own in entity.body.attributes}
    assert placed["keeper_id"] == {"spec.forProvider": Status.REQUIRED}
    assert placed["arn"] == {"status.atProvider": Status.COMPUTED}
    assert "id" not in placed
    assert mapping.target == "v2020"
    assert [address.words("") for address in entity.addresses] == [
        "animal-cage.terraform-provider-zoo.crossplane.io/v1alpha1 AnimalCage (Cluster)"
    ]


STATUSES = {
    "arn": ("computed", "computed"),
    "back_door": ("required", "required-by-provider"),
    "back_door.lock": ("optional", "optional"),
    "back_door.lock.code": ("required", "required-by-provider"),
    "back_door.lock.pins": ("optional", "optional"),
    "back_door.opened_at": ("computed", "computed"),
    "bars": ("optional", "optional"),
    "door": ("optional", "optional"),
    "door.lock_id": ("required", "required-by-provider"),
    "keeper_id": ("required", "required-by-provider"),
    "roof": ("optional", "optional"),
    "rows": ("computed", "computed"),
    "tags": ("computed_optional", "optional-computed"),
    "width": ("computed_optional", "optional-computed"),
}


def test_what_the_provider_requires_is_required_and_a_block_only_if_it_says_so(tmp_path: Path) -> None:
    mapping = zoo(tmp_path).mapping
    entity = next(entity for entity in mapping.entities if entity.name == "zoo_animal_cage")
    found = {path: (str(own.status), own.reason.code) for path, own in walk(entity.body)}
    assert {path: found[path] for path in STATUSES} == STATUSES


def test_a_correction_of_the_config_is_where_a_field_comes_from(tmp_path: Path) -> None:
    own = "[{terraform_name: zoo_keeper, schema: {age: {optional: false, computed: true}}}]"
    mapping = zoo(tmp_path, f"{CONFIG}resource_metadata: {own}\n").mapping
    entity = next(entity for entity in mapping.entities if entity.name == "zoo_keeper")
    age: Attribute = next(found for found in entity.body.attributes if found.name == "age")
    assert [place.name for place in age.placements] == ["status.atProvider"]
    assert [str(origin.part) for origin in age.origins] == ["provider schema", "provider config"]


def test_the_profile_of_the_command_line_counts_and_what_is_written_is_checked(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("schema.json").write_text(json.dumps(document()))
    Path("provider.yaml").write_text(CONFIG.replace("profile: v2020\n", ""))
    arguments = ["--system", "crossplane", "schema.json"]
    chosen = ["--profile", "v2020", *arguments]
    assert main(["generate", "--output", "one", "--sidecar", "one.json", *chosen]) == 0
    assert Path("one/main.go").is_file()
    assert not Path("one/package").exists()
    recorded = json.loads(Path("one.json").read_text())
    assert "v2020" in json.dumps(recorded)
    assert main(["check", "--output", "one", *chosen]) == 0
    path = Path("one", CAGE, "encode.go")
    path.write_text(path.read_text().replace("EncodeCty", "Encode"))
    assert main(["check", "--output", "one", *chosen]) == 1
    assert "encode.go" in "".join(capsys.readouterr())
    assert main(["generate", "--output", "two", *arguments]) == 0
    assert not Path("two/main.go").exists()


def test_a_page_has_an_example_without_init_provider(tmp_path: Path) -> None:
    mapping = zoo(tmp_path).mapping
    entity = next(entity for entity in mapping.entities if entity.name == "zoo_keeper")
    minimal, *_ = system_named("crossplane").showing.examples(entity, mapping)
    assert "forProvider:\n    name:" in minimal.text
    assert "initProvider" not in minimal.text


GROUP = "generated/resources/group/v1alpha1"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return texts(zoo(tmp_path_factory.mktemp("zoo")))


def test_what_is_set_is_in_the_parameters_and_all_else_in_the_observation(files: dict[str, str]) -> None:
    found = structs(files[f"{CAGE}/types.go"])
    assert found["AnimalCageObservation"] == {("Arn", "string", "arn"), ("Rows", "map[string][]Rows", "rows")}
    assert found["AnimalCageParameters"] == {
        ("BackDoor", "BackDoor", "back_door"),
        ("Bars", "int64", "bars"),
        ("Code", "string", "code"),
        ("Colours", "[]string", "colours"),
        ("Door", "[]Door", "door"),
        ("Flags", "map[string][]bool", "flags"),
        ("Floor", "map[string]Floor", "floor"),
        ("Grid", "[][]map[string]int64", "grid"),
        ("Heights", "[]Heights", "heights"),
        ("Hole", "[]Hole", "hole"),
        ("KeeperId", "string", "keeper_id"),
        ("Kind", "Kind0", "kind"),
        ("Locked", "bool", "locked"),
        ("OddBlock", "[]OddBlock", "odd_block"),
        ("Roof", "Roof", "roof"),
        ("Tags", "map[string]string", "tags"),
        ("Timeouts", "Timeouts", "timeouts"),
        ("Width", "int64", "width"),
    }


def test_of_structures_with_one_name_the_later_ones_have_numbers(files: dict[str, str]) -> None:
    found = structs(files[f"{CAGE}/types.go"])
    assert found["BackDoor"] == {
        ("Lock", "[]Lock", "lock"),
        ("LockId", "string", "lock_id"),
        ("OpenedAt", "string", "opened_at"),
    }
    assert ("Lock", "[]Lock0", "lock") in found["Door"]
    assert found["Lock"] == found["Lock0"] == {("Code", "string", "code"), ("Pins", "int64", "pins")}


def test_a_kind_with_the_name_of_a_constant_keeps_it_for_itself(files: dict[str, str]) -> None:
    assert {"Group", "GroupList", "Version0"} <= structs(files[f"{GROUP}/types.go"]).keys()
    code = files[f"{GROUP}/index.go"]
    assert 'ResourceGroup = "group.terraform-provider-zoo.crossplane.io"' in code
    assert "schema.GroupVersion{Group: ResourceGroup, Version: Version}" in code


def test_each_field_has_a_function_in_each_of_three_files(files: dict[str, str]) -> None:
    found = {name: functions(files[f"{CAGE}/{name}.go"]) for name in ("encode", "decode", "compare")}
    for name in ("AnimalCage_Bars", "AnimalCage_BackDoor_Lock", "AnimalCage_Roof_Flat", "AnimalCage_Timeouts_Create"):
        assert {f"Encode{name}", f"Decode{name}", f"Merge{name}"} <= found["encode"] | found["decode"] | found[
            "compare"
        ]
    assert "(ctyEncoder) EncodeCty" in found["encode"]
    assert "(ctyDecoder) DecodeCty" in found["decode"]
    assert "(resourceMerger) MergeResources" in found["compare"]
    assert "EncodeAnimalCage_Door_Lock_Code" in found["encode"]
    assert "MergeAnimalCage_Door_Lock_Code" not in found["compare"]  # lists of objects are compared as a whole


def _body(code: str, name: str) -> str:
    return code.partition(f"func {name}(")[2].partition("\n}\n")[0]


def test_a_field_is_decoded_into_the_member_of_its_structure(files: dict[str, str]) -> None:
    code = files[f"{CAGE}/decode.go"]
    for name in sorted(functions(code)):
        if name.startswith("DecodeAnimalCage_"):
            lines = _body(code, name).splitlines()
            (target,) = {line.split(" = ")[0].strip() for line in lines if re.match(r"\tp\.\w+ = ", line)}
            assert lines[-1].startswith(f"\t{target} = "), name


def test_what_is_not_set_is_null_and_what_is_required_is_given_as_it_is(files: dict[str, str]) -> None:
    code = files[f"{CAGE}/encode.go"]
    assert 'vals["colours"] = cty.NullVal(cty.Set(cty.String))' in _body(code, "EncodeAnimalCage_Colours")
    assert 'vals["door"] = cty.ListValEmpty(typeDoor)' in _body(code, "EncodeAnimalCage_Door")
    assert "NullVal" not in _body(code, "EncodeAnimalCage_KeeperId")
    assert "NullVal" not in _body(code, "EncodeAnimalCage_Bars")
    assert 'vals["width"] = cty.NullVal(cty.Number)' in _body(code, "EncodeAnimalCage_Width")
    assert 'vals["odd"] = cty.NullVal(cty.Tuple([]cty.Type{cty.String}))' in _body(code, "EncodeAnimalCage")
    assert 'object1["any"] = cty.NullVal(cty.DynamicPseudoType)' in _body(code, "EncodeAnimalCage_OddBlock")


def test_the_external_name_is_the_id_where_there_is_one(files: dict[str, str]) -> None:
    assert "meta.GetExternalName" in files[f"{CAGE}/encode.go"]
    assert "meta.SetExternalName" in files[f"{CAGE}/decode.go"]
    keeper = "generated/resources/keeper/v1alpha1"
    assert '"id"' not in files[f"{keeper}/encode.go"] + files[f"{keeper}/decode.go"]


def test_values_are_read_where_a_field_or_the_external_name_comes_from_them(tmp_path: Path) -> None:
    blocks = {
        "zoo_id": block({"id": string("computed")}),
        "zoo_set": block({"name": string("optional")}),
        "zoo_seen": block({"arn": string("computed")}),
        "zoo_none": block({}),
    }
    made_of = texts(made(tmp_path, {"schema.json": json.dumps(schema(blocks))}, CONFIG), "generated/resources")
    reads = {path.split("/")[2]: "vals := " in code for path, code in made_of.items() if path.endswith("decode.go")}
    assert reads == {"id": True, "set": True, "seen": True, "none": False}


def test_what_the_provider_fills_in_is_taken_over_and_what_differs_goes_to_the_provider(tmp_path: Path) -> None:
    config = (
        "only_listed: true\nresource_metadata:\n- {terraform_name: zoo_animal_cage, late_init: {ignored: [tags]}}\n"
    )
    code = texts(zoo(tmp_path, CONFIG + config), CAGE)[f"{CAGE}/compare.go"]
    late = {name: "LateInitializedSpec" in _body(code, f"MergeAnimalCage_{name}") for name in ("Width", "Tags", "Bars")}
    assert late == {"Width": True, "Tags": False, "Bars": False}
    assert "md.NeedsProviderUpdate = true" in _body(code, "MergeAnimalCage_Bars")
    assert "md.StatusUpdated = true" in _body(code, "MergeAnimalCage_Arn")
    assert "plugin.CompareStringSlices(k.Colours, p.Colours)" in _body(code, "MergeAnimalCage_Colours")


def test_a_text_is_a_comment_and_nothing_else(files: dict[str, str]) -> None:
    code = files[f"{CAGE}/types.go"]
    assert '\t// Who has "the" key.\n' in code
    assert all(line.startswith("\t//") for line in code.split("\n") if "kubebuilder:skip" in line)


def test_a_folder_that_go_treats_in_its_own_way_gets_another_name(files: dict[str, str]) -> None:
    assert "generated/resources/internal_resource/v1alpha1/types.go" in files
    assert not [path for path in files if "/internal/" in path]


def test_a_definition_has_the_fields_on_one_side_with_the_names_of_terraform(tmp_path: Path) -> None:
    mapped = zoo(tmp_path, f"{CONFIG}resource_metadata:\n- {{terraform_name: zoo_keeper, number_float: [age]}}\n")
    found = definition(mapped, "keeper.terraform-provider-zoo.crossplane.io_keepers")
    (version,) = found["spec"]["versions"]
    spec = version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    assert found["spec"]["scope"] == "Cluster"
    assert spec["forProvider"]["properties"] == {"age": {"type": "number"}, "name": {"type": "string"}}
    assert "initProvider" not in spec
    code = texts(mapped, "generated/resources/keeper")["generated/resources/keeper/v1alpha1/types.go"]
    assert ("Age", "float64", "age") in structs(code)["KeeperParameters"]


def test_empty_lists_and_maps_are_left_out_of_manifests_where_that_is_wanted(tmp_path: Path) -> None:
    code = texts(zoo(tmp_path, f"{CONFIG}omitempty: true\n"), CAGE)[f"{CAGE}/types.go"]
    found = structs(code)["AnimalCageParameters"]
    assert {("Colours", "[]string", "colours,omitempty"), ("Bars", "int64", "bars")} <= found


def test_an_overlay_of_a_resource_that_is_left_out_is_not_imported(tmp_path: Path) -> None:
    text = overlay(f"{{terraform_name: zoo_animal_cage, full_package_name: {OVERLAY}}}")
    for more, is_there in (("", True), ("exclude-resources: [zoo_animal_cage]\n", False)):
        assert ("overlay0" in texts(zoo(tmp_path, text + more))["generated/index.go"]) == is_there


def test_structures_of_one_name_are_numbered() -> None:
    names = _Names("Cage", ["Door"])
    wanted = ("Door", "Door", "CageSpec", "EncodeCage", "Key", "Key", "Key")
    assert [*map(names.free, wanted)] == ["Door0", "Door1", "CageSpec0", "EncodeCage0", "Key", "Key0", "Key1"]


@pytest.mark.parametrize(
    ("spelling", "expression"),
    [
        ('"string"', "cty.String"),
        ('["set","dynamic"]', "cty.Set(cty.DynamicPseudoType)"),
        ('["map",["object",{"b":"number","a":"bool"}]]',
         'cty.Map(cty.Object(map[string]cty.Type{"a": cty.Bool, "b": cty.Number}))'),
        ('["tuple",["string",["list","bool"]]]', "cty.Tuple([]cty.Type{cty.String, cty.List(cty.Bool)})"),
    ],
)  # fmt: skip
def test_a_type_of_values_is_an_expression_of_go(spelling: str, expression: str) -> None:
    assert type_of(parse_type(spelling)) == expression
