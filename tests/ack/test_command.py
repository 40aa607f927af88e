"""The command line with the system ack, the name of the service, and files of Kinds that are gone."""

import json
from pathlib import Path

import pytest

from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.read import read_inputs
from mapper.systems.ack.rules import SERVICE_ASSUMED
from mkdocs_oasmap.cli import main

from .support import generate, model

CAGE = "CreateCage: {in: {Name: string}}\nDeleteCage: {}"


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "service-2.json").write_bytes(model(CAGE))
    (here / "generator.yaml").write_text("resources: {Cage: {tags: {ignore: true}}}\n")
    return here


def run(*arguments: str) -> int:
    return main(["generate", "--system", "ack", *arguments])


def test_the_files_are_those_of_a_controller(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--output", "api", "--sidecar", "side.json", "service-2.json") == 0
    assert sorted(path.relative_to(folder / "api").as_posix() for path in (folder / "api").rglob("*.*")) == [
        "apis/v1alpha1/cage.go",
        "apis/v1alpha1/doc.go",
        "apis/v1alpha1/enums.go",
        "apis/v1alpha1/groupversion_info.go",
        "apis/v1alpha1/types.go",
        "config/crd/bases/zoo.services.k8s.aws_cages.yaml",
    ]
    side = json.loads((folder / "side.json").read_text())
    assert (side["system"], side["entities"][0]["kind"]) == ("ack", "custom resource")
    assert side["coverage"]["operations"] == [
        ["", "CreateCage", ["custom resource Cage"]],
        ["", "DeleteCage", ["custom resource Cage"]],
    ]
    assert capsys.readouterr().err.startswith("wrote api: 1 custom resource, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--output", "-", "service-2.json"), "the system ack writes several files; name their folder with --output"),
        (("--ack-version", "new", "service-2.json"), "'new' is not a version of ACK; write one such as v0.62.1"),
        (("--config", "none.yaml", "service-2.json"), "none.yaml: no such file"),
        (("--validate", "service-2.json"), "the system ack does not take validation; leave it out"),
        (
            ("--output", "generator.yaml", "service-2.json"),
            "generator.yaml: a folder is needed, but it is a file; remove it, or choose another folder",
        ),
    ],
)
def test_a_mistake_gets_one_message_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    before = sorted(folder.rglob("*"))
    assert run(*arguments) == 1
    assert message in capsys.readouterr().err
    assert sorted(folder.rglob("*")) == before


def test_a_version_belongs_to_its_system(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--ack-version", "v0.58.0", "service-2.json"]) == 1
    assert capsys.readouterr().err == "error: --ack-version is for --system ack; add it, or leave the version out\n"


def test_an_earlier_output_stays_when_the_input_is_wrong(folder: Path) -> None:
    run("--output", "api", "service-2.json")
    written = {path: path.read_bytes() for path in folder.rglob("*.go")}
    (folder / "generator.yaml").write_text("resources: {Cage: {fields: {Nmae: {is_immutable: true}}}}\n")
    assert run("--output", "api", "service-2.json") == 1
    assert {path: path.read_bytes() for path in folder.rglob("*.go")} == written


def test_what_changed_in_a_config_is_told_from_what_changed_in_a_model(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "new.json").write_bytes(model("CreateCage: {in: {Name: string, Size: integer}}"))
    (folder / "new.yaml").write_text("resources: {Cage: {fields: {Size: {is_required: true}}}}\n")
    arguments = ["--old-config", "generator.yaml", "--config", "new.yaml", "--format", "json"]
    assert main(["diff", *arguments, "service-2.json", "new.json"]) == 0
    changes = json.loads(capsys.readouterr().out)["changes"]
    found = {change["path"]: (change["rule"], change["cause"]) for change in changes if "path" in change}
    assert found == {
        "spec": ("became-required", "API description and generator config"),
        "spec.size": ("required-attribute-added", "API description and generator config"),
    }


def test_models_are_compared_as_the_given_version_has_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("--ack-version", "v0.58.0", "--output", "api", "--sidecar", "old.json", "service-2.json")
    capsys.readouterr()
    assert main(["diff", "--fail-on", "any", "--ack-version", "v0.58.0", "old.json", "service-2.json"]) == 0
    assert main(["diff", "--fail-on", "any", "old.json", "service-2.json"]) == 3
    assert "partition" in capsys.readouterr().out


def test_a_version_is_refused_where_states_of_another_system_are_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "spec.json").write_text('{"version": "0.1", "provider": {"name": "zoo"}}')
    assert main(["diff", "--ack-version", "v0.58.0", "spec.json", "spec.json"]) == 1
    assert capsys.readouterr().err == "error: spec.json: --ack-version is for the system ack; leave it out\n"


GO = 'var GroupVersion = schema.GroupVersion{Group: "elbv2.services.k8s.aws", Version: "v1alpha1"}\n'


@pytest.fixture
def service_folder(here: Path) -> Path:
    (here / "service-2.json").write_bytes(model("CreateCage: {in: {Name: string}}"))
    (here / "generator.yaml").write_text("resources: {Cage: {fields: {Name: {references: {resource: A, path: B}}}}}")
    return here


def mapped(service_folder: Path, service: str | None = None) -> Mapping:
    return generate(
        service_folder / "service-2.json", service_folder / "generator.yaml", service_folder, service=service
    )


def group(mapping: Mapping) -> str:
    (name,) = write_crds(mapping)
    return name.partition(".")[0]


def notes(mapping: Mapping) -> list[str]:
    return [diagnostic.text for diagnostic in mapping.diagnostics if diagnostic.rule is SERVICE_ASSUMED]


def write(service_folder: Path, name: str, text: str) -> None:
    (service_folder / name).parent.mkdir(parents=True, exist_ok=True)
    (service_folder / name).write_text(text)


def test_without_a_word_it_is_made_of_the_model_and_a_note_says_so(service_folder: Path) -> None:
    mapping = mapped(service_folder)
    assert group(mapping) == "zoo"
    assert notes(mapping) == ["the API group is zoo.services.k8s.aws, which is made of serviceId in the model"]


@pytest.mark.parametrize("service", ["", None, ["Zoo"]])
def test_a_model_without_an_identifier_is_known_by_the_prefix_of_its_endpoint(
    service: object, service_folder: Path
) -> None:
    (service_folder / "service-2.json").write_bytes(
        model("CreateCage: {in: {Name: string}}", serviceId=service, endpointPrefix="farm")
    )
    mapping = mapped(service_folder)
    assert group(mapping) == "farm"
    assert notes(mapping) == ["the API group is farm.services.k8s.aws, which is made of endpointPrefix in the model"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PROJECT", "domain: services.k8s.aws\nrepo: github.com/aws-controllers-k8s/elbv2-controller\n"),
        ("PROJECT", "projectName: elbv2-controller\n"),
        ("PROJECT", "resources:\n- {group: elbv2, kind: Listener}\n"),
        ("apis/v1alpha1/groupversion_info.go", GO),
        ("apis/v1beta1/groupversion_info.go", GO),
    ],
)
def test_the_repository_says_it(service_folder: Path, name: str, text: str) -> None:
    write(service_folder, name, text)
    mapping = mapped(service_folder)
    assert (group(mapping), mapping.provider) == ("elbv2", "elbv2")
    assert notes(mapping) == [f"the API group is elbv2.services.k8s.aws, as {name} has it"]
    (reference,) = {a.refers_to.provider for a in _spec(mapping) if a.refers_to}
    assert reference == "elbv2"


def _spec(mapping: Mapping):  # type: ignore[no-untyped-def]
    return mapping.entities[0].layout.attributes[0].type.body.attributes  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["", "[1", "repo: nothing\n", "resources: 5\n", "resources: [{group: 'A B'}]\n"])
def test_a_project_that_says_nothing_is_passed_over(service_folder: Path, text: str) -> None:
    write(service_folder, "PROJECT", text)
    assert group(mapped(service_folder)) == "zoo"


def test_what_is_given_goes_before_the_repository_and_the_config_before_both(service_folder: Path) -> None:
    write(service_folder, "apis/v1alpha1/groupversion_info.go", GO)
    assert group(mapped(service_folder, "menagerie")) == "menagerie"
    assert notes(mapped(service_folder, "menagerie")) == []
    (service_folder / "generator.yaml").write_text("controller_name: park\n")
    assert group(mapped(service_folder, "menagerie")) == "park"


def test_an_earlier_state_has_a_repository_too(service_folder: Path) -> None:
    states = {"service-2.json": (service_folder / "service-2.json").read_bytes(), "generator.yaml": b"{}"}
    states["groupversion_info.go"] = GO.encode()

    def reader(path: Path, uri: str) -> bytes:
        from mapper.inputs import DocumentError

        if path.name not in states or (path.suffix == ".go" and path.parent.name != "v1alpha1"):
            raise DocumentError(uri, "no such file", remedy="correct the path")
        return states[path.name]

    inputs = read_inputs(
        Request(service_folder / "service-2.json", [service_folder / "generator.yaml"], service_folder, reader)
    )
    assert group(inputs.map()) == "elbv2"


@pytest.mark.parametrize("name", ["../x", "Elb", "", "a.b", "-a"])
def test_a_name_that_no_group_can_have_is_refused(service_folder: Path, name: str) -> None:
    with pytest.raises(MappingError, match="is not a service name"):
        mapped(service_folder, name)
    (service_folder / "generator.yaml").write_text(f"controller_name: '{name}'\n")
    if name:
        with pytest.raises(MappingError, match=r"generator.yaml:1:1: controller_name"):
            mapped(service_folder)


def test_a_version_that_no_api_can_have_is_refused(service_folder: Path) -> None:
    (service_folder / "generator.yaml").write_text(
        "resources: {Cage: {api_versions: [{name: ../../x, storage: true}]}}\n"
    )
    with pytest.raises(MappingError, match=r"generator.yaml:1:20: .* is not a version; write one such as v1beta1"):
        mapped(service_folder)


def test_the_command_line_takes_it(service_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--system", "ack", "--service", "elbv2", "--output", "out", "service-2.json"]) == 0
    assert [path.name for path in (service_folder / "out/config/crd/bases").iterdir()] == [
        "elbv2.services.k8s.aws_cages.yaml"
    ]
    (service_folder / "openapi.json").write_text("{}")
    assert main(["generate", "--service", "elbv2", "--config", "generator.yaml", "openapi.json"]) == 1
    assert "the system terraform does not take the name of a service" in capsys.readouterr().err


BOTH = "CreateCage: {in: {Name: string}}\nCreateKeeper: {in: {Name: string}}"
KEEPER = ["out/apis/v1alpha1/keeper.go", "out/config/crd/bases/zoo.services.k8s.aws_keepers.yaml"]


@pytest.fixture
def leftovers_folder(here: Path) -> Path:
    (here / "service-2.json").write_bytes(model(BOTH))
    (here / "generator.yaml").write_text("{}\n")
    assert leftovers_run("generate") == 0
    return here


def leftovers_run(command: str, *more: str) -> int:
    return main([command, "--system", "ack", "--output", "out", *more, "service-2.json"])


def files() -> set[str]:
    return {path.as_posix() for path in Path("out").rglob("*") if path.is_file()}


def test_files_of_a_kind_that_is_gone_are_told_and_removed(
    leftovers_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files()
    (leftovers_folder / "generator.yaml").write_text("ignore: {resource_names: [Keeper]}\n")
    capsys.readouterr()
    assert leftovers_run("check") == 1
    told = capsys.readouterr().err
    assert all(f"error: {name}: is from an earlier run" in told for name in KEEPER)
    assert files() == before
    assert leftovers_run("generate") == 0
    assert "removed out/apis/v1alpha1/keeper.go" in capsys.readouterr().err
    assert before - files() == set(KEEPER)
    assert leftovers_run("check") == 0


@pytest.mark.parametrize(
    "config", ["controller_name: park\n", "resources: {Keeper: {api_versions: [{name: v1beta1, storage: true}]}}\n"]
)
def test_files_of_an_earlier_group_or_version_go(leftovers_folder: Path, config: str) -> None:
    before = files()
    (leftovers_folder / "generator.yaml").write_text(config)
    assert leftovers_run("check") == 1
    assert leftovers_run("generate") == 0
    assert before - files()
    assert leftovers_run("check") == 0
    kinds = [path.rpartition("_")[2] for path in files() if path.endswith(".yaml")]
    assert sorted(kinds) == ["cages.yaml", "keepers.yaml"]


def test_files_of_others_stay(leftovers_folder: Path) -> None:
    others = {
        "out/apis/v1alpha1/hooks.go": "package v1alpha1\n",
        "out/apis/v1alpha1/zz_generated.deepcopy.go": "// Code generated by controller-gen. DO NOT EDIT.\n",
        "out/config/crd/bases/services.k8s.aws_fieldexports.yaml": "kind: CustomResourceDefinition\n",
        "out/config/crd/bases/zoo.services.k8s.aws_others.yaml": "kind: CustomResourceDefinition\n    kind: Other\n",
        "out/config/crd/bases/zoo.services.k8s.aws_kept.yaml": "kind: Kept\nspec:\n  names:\n    kind: Keeper\n",
        "out/config/crd/bases/kustomization.yaml": "resources: []\n",
    }
    for name, text in others.items():
        Path(name).write_text(text)
    (leftovers_folder / "generator.yaml").write_text("ignore: {resource_names: [Keeper]}\n")
    assert leftovers_run("generate") == 0
    assert others.keys() <= files()


def test_nothing_is_removed_where_nothing_is_written(leftovers_folder: Path) -> None:
    before = files()
    (leftovers_folder / "generator.yaml").write_text("ignore: {resource_names: [Keeper], field_paths: [No.Such]}\n")
    assert leftovers_run("generate") == 1
    assert files() == before
