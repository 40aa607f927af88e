"""The name of the service in the API group: given, said by the repository, or made of the model."""

from pathlib import Path

import pytest

from mapper.ack.crd import write_crds
from mapper.ack.read import read_inputs
from mapper.ack.rules import SERVICE_ASSUMED
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mkdocs_oasmap.cli import main

from .support import generate, model

GO = 'var GroupVersion = schema.GroupVersion{Group: "elbv2.services.k8s.aws", Version: "v1alpha1"}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "service-2.json").write_bytes(model("CreateCage: {in: {Name: string}}"))
    (tmp_path / "generator.yaml").write_text(
        "resources: {Cage: {fields: {Name: {references: {resource: A, path: B}}}}}"
    )
    return tmp_path


def mapped(folder: Path, service: str | None = None) -> Mapping:
    return generate(folder / "service-2.json", folder / "generator.yaml", folder, service=service)


def group(mapping: Mapping) -> str:
    (name,) = write_crds(mapping)
    return name.partition(".")[0]


def notes(mapping: Mapping) -> list[str]:
    return [diagnostic.text for diagnostic in mapping.diagnostics if diagnostic.rule is SERVICE_ASSUMED]


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def test_without_a_word_it_is_made_of_the_model_and_a_note_says_so(folder: Path) -> None:
    mapping = mapped(folder)
    assert group(mapping) == "zoo"
    assert notes(mapping) == ["the API group is zoo.services.k8s.aws, which is made of serviceId in the model"]


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
def test_the_repository_says_it(folder: Path, name: str, text: str) -> None:
    write(folder, name, text)
    mapping = mapped(folder)
    assert (group(mapping), mapping.provider) == ("elbv2", "elbv2")
    assert notes(mapping) == [f"the API group is elbv2.services.k8s.aws, as {name} has it"]
    (reference,) = {a.refers_to.provider for a in _spec(mapping) if a.refers_to}
    assert reference == "elbv2"


def _spec(mapping: Mapping):  # type: ignore[no-untyped-def]
    return mapping.entities[0].layout.attributes[0].type.body.attributes  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["", "[1", "repo: nothing\n", "resources: 5\n", "resources: [{group: 'A B'}]\n"])
def test_a_project_that_says_nothing_is_passed_over(folder: Path, text: str) -> None:
    write(folder, "PROJECT", text)
    assert group(mapped(folder)) == "zoo"


def test_what_is_given_goes_before_the_repository_and_the_config_before_both(folder: Path) -> None:
    write(folder, "apis/v1alpha1/groupversion_info.go", GO)
    assert group(mapped(folder, "menagerie")) == "menagerie"
    assert notes(mapped(folder, "menagerie")) == []
    (folder / "generator.yaml").write_text("controller_name: park\n")
    assert group(mapped(folder, "menagerie")) == "park"


def test_an_earlier_state_has_a_repository_too(folder: Path) -> None:
    states = {"service-2.json": (folder / "service-2.json").read_bytes(), "generator.yaml": b"{}"}
    states["groupversion_info.go"] = GO.encode()

    def reader(path: Path, uri: str) -> bytes:
        from mapper.inputs import DocumentError

        if path.name not in states or (path.suffix == ".go" and path.parent.name != "v1alpha1"):
            raise DocumentError(uri, "no such file")
        return states[path.name]

    inputs = read_inputs(Request(folder / "service-2.json", [folder / "generator.yaml"], folder, reader))
    assert group(inputs.map()) == "elbv2"


@pytest.mark.parametrize("name", ["../x", "Elb", "", "a.b", "-a"])
def test_a_name_that_no_group_can_have_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(MappingError, match="is not a service name"):
        mapped(folder, name)
    (folder / "generator.yaml").write_text(f"controller_name: '{name}'\n")
    if name:
        with pytest.raises(MappingError, match=r"generator.yaml:1:1: controller_name"):
            mapped(folder)


def test_a_version_that_no_api_can_have_is_refused(folder: Path) -> None:
    (folder / "generator.yaml").write_text("resources: {Cage: {api_versions: [{name: ../../x, storage: true}]}}\n")
    with pytest.raises(MappingError, match="is not a version, such as v1beta1"):
        mapped(folder)


def test_the_command_line_takes_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--system", "ack", "--service", "elbv2", "--output", "out", "service-2.json"]) == 0
    assert [path.name for path in (folder / "out/config/crd/bases").iterdir()] == ["elbv2.services.k8s.aws_cages.yaml"]
    (folder / "openapi.json").write_text("{}")
    assert main(["generate", "--service", "elbv2", "--config", "generator.yaml", "openapi.json"]) == 1
    assert "the system terraform does not take the name of a service" in capsys.readouterr().err
