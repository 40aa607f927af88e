"""The command line with the system ack."""

import json
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from .support import model

CAGE = "CreateCage: {in: {Name: string}}\nDeleteCage: {}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "service-2.json").write_bytes(model(CAGE))
    (tmp_path / "generator.yaml").write_text("resources: {Cage: {tags: {ignore: true}}}\n")
    return tmp_path


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
        (("--output", "-", "service-2.json"), "the system ack writes several files; --output is their folder"),
        (("--ack-version", "new", "service-2.json"), "'new' is not a version of ACK, such as v0.62.1"),
        (("--config", "none.yaml", "service-2.json"), "none.yaml: no such file"),
        (("--validate", "service-2.json"), "the system ack does not take validation"),
        (("--output", "generator.yaml", "service-2.json"), "generator.yaml/apis/v1alpha1: cannot be made"),
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
    assert capsys.readouterr().err == "error: --ack-version goes with --system ack\n"


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
    assert capsys.readouterr().err == "error: spec.json: --ack-version goes with what is mapped to ack\n"
