"""The files of a resource: its structures, and a function for each of its fields in each of three files."""

from pathlib import Path

import pytest

from .support import CAGE, CONFIG, definition, functions, structs, texts, zoo

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
