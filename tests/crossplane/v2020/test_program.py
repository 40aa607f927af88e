"""The program around the resources, overlays, and the profile in the config and on the command line."""

import json
from pathlib import Path

import pytest

from mapper.model import Attribute, Status
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main

from .support import CAGE, CONFIG, document, functions, structs, texts, zoo

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
        ("{terraform_name: zoo_animal_cage}", "full_package_name is missing"),
        ("{full_package_name: a.org/b}", "terraform_name is missing"),
        ("{terraform_name: zoo_animal_cage, full_package_name: 'a.org/../b'}", "is not the path of a Go package"),
        ('{terraform_name: zoo_animal_cage, full_package_name: "a\\"\\nb"}', "is not the path of a Go package"),
        ("{terraform_name: zoo_animal_cage, full_package_name: a.org/b, members: [Merger]}", "'Merger' is not one of"),
        ("{terraform_name: zoo_animal_cage, files: {config.go: a}}", "'config.go' is not one of"),
        ("{terraform_name: zoo_animal_cage, files: {doc.go: ../a}}", "in the folder of the config"),
        ("{terraform_name: zoo_animal_cage, files: {doc.go: /etc/passwd}}", "in the folder of the config"),
        ("{terraform_name: zoo_animal_cage, files: {doc.go: none.txt}}", "none.txt"),
        ("{terraform_name: zoo_animal_cage, package: a.org/b}", "unknown key 'package'"),
        ("zoo_animal_cage", "a mapping of keys to values is expected"),
    ],
)
def test_an_overlay_that_cannot_be_meant_is_refused(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(MappingError, match=r".") as raised:
        zoo(tmp_path, overlay(text))
    assert said in str(raised.value)


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


def test_a_correction_of_the_config_is_where_a_field_comes_from(tmp_path: Path) -> None:
    own = "[{terraform_name: zoo_keeper, schema: {age: {optional: false, computed: true}}}]"
    mapping = zoo(tmp_path, f"{CONFIG}resource_metadata: {own}\n").mapping
    entity = next(entity for entity in mapping.entities if entity.name == "zoo_keeper")
    age: Attribute = next(found for found in entity.body.attributes if found.name == "age")
    assert [place.name for place in age.placements] == ["status.atProvider"]
    assert [str(origin.part) for origin in age.origins] == ["provider schema", "provider config"]


def test_the_profile_of_the_command_line_counts_and_what_is_written_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
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
    minimal, *_ = system_named("crossplane").examples(entity, mapping)
    assert "forProvider:\n    name:" in minimal.text
    assert "initProvider" not in minimal.text
