"""The version of the SDK that a controller was generated from, in messages and notes."""

from pathlib import Path
from typing import Any

import pytest

from mapper.report.diagnostic import MappingError
from mapper.systems.ack.rules import OTHER_VERSION
from mkdocs_oasmap.cli import main

from .smithy import smithy
from .support import generate

ASKS = "names v1.41.0 of aws-sdk-go-v2: give codegen/sdk-codegen/aws-models/SERVICE.json of that version"
MODEL = smithy("CreateCage: {type: operation, input: In}\nIn: {type: structure, members: {Name: String}}")


@pytest.fixture
def controller(here: Path) -> Path:
    """A folder with a config and the record of `ack-generate`, and a clone of the SDK."""
    (here / "generator.yaml").write_text("{}\n")
    (here / "ack-generate-metadata.yaml").write_text("aws_sdk_go_version: v1.41.0\napi_version: v1alpha1\n")
    return here


def clone(folder: Path, version: str, module: str = "aws") -> Path:
    """The model of a clone of the SDK with a module of a version."""
    models = folder / "sdk" / "codegen" / "sdk-codegen" / "aws-models"
    models.mkdir(parents=True)
    (models / "zoo.json").write_bytes(MODEL)
    (folder / "sdk" / module).mkdir(parents=True)
    text = f'package zoo\n\n// goModuleVersion is the tagged release\nconst goModuleVersion = "{version}"\n'
    (folder / "sdk" / module / "go_module_metadata.go").write_text(text)
    return models / "zoo.json"


def notes(model: Path, folder: Path) -> list[str]:
    mapping = generate(model, folder / "generator.yaml", base=folder)
    return [diagnostic.text for diagnostic in mapping.diagnostics if diagnostic.rule is OTHER_VERSION]


@pytest.mark.parametrize("command", ["generate", "check"])
def test_a_command_without_a_model_names_the_version(controller: Path, capsys: Any, command: str) -> None:
    del controller
    assert main([command, "--system", "ack"]) == 2
    assert f"SPEC'. ack-generate-metadata.yaml {ASKS}" in capsys.readouterr().err.replace("[SPEC]", "SPEC")


def test_a_model_that_is_not_there_or_none_names_the_version(controller: Path) -> None:
    (controller / "other.json").write_text("{}")
    for name, text in (("zoo.json", "no such file; "), ("other.json", "service-2.json); ")):
        with pytest.raises(MappingError) as caught:
            generate(controller / name, controller / "generator.yaml", base=controller)
        assert f"{text}ack-generate-metadata.yaml {ASKS}" in str(caught.value)


def test_the_record_is_found_below_apis_too(controller: Path) -> None:
    (controller / "apis" / "v1alpha1").mkdir(parents=True)
    (controller / "ack-generate-metadata.yaml").rename(controller / "apis/v1alpha1/ack-generate-metadata.yaml")
    with pytest.raises(MappingError, match=r"apis/v1alpha1/ack-generate-metadata\.yaml names v1\.41\.0"):
        generate(controller / "zoo.json", controller / "generator.yaml", base=controller)


def test_a_model_of_another_version_is_a_note(controller: Path) -> None:
    text = "the model is of v1.32.6, and ack-generate-metadata.yaml names v1.41.0 of aws-sdk-go-v2"
    assert notes(clone(controller, "1.32.6"), controller) == [text]


def test_a_model_of_the_recorded_version_or_of_none_is_not(controller: Path) -> None:
    assert notes(clone(controller, "1.41.0"), controller) == []
    (controller / "zoo.json").write_bytes(MODEL)
    assert notes(controller / "zoo.json", controller) == []


@pytest.mark.parametrize(
    ("root", "record", "version"),
    [
        ("aws-sdk-go-v2@v1.30.0", "aws_sdk_go_version: v1.41.0", "v1.30.0"),
        ("sdk-go-v2@v1.30.0", "aws_sdk_go_version: v1.41.0", "v1.30.0"),
        ("aws-sdk-go-v2@v1.41.0", "aws_sdk_go_version: v1.41.0", ""),
        ("aws-sdk-go-v2@v1.30.0-x", "aws_sdk_go_version: v1.41.0", ""),
        ("sdk", "aws_sdk_go_version: v1.41.0", ""),
        ("aws-sdk-go-v2@v1.30.0", "aws_service_sdk_version: v1.9.0", ""),
    ],
)
def test_a_model_in_the_cache_of_modules_is_of_the_version_of_its_folder(
    controller: Path, root: str, record: str, version: str
) -> None:
    (controller / "ack-generate-metadata.yaml").write_text(f"{record}\n")
    models = controller / root / "codegen" / "sdk-codegen" / "aws-models"
    models.mkdir(parents=True)
    (models / "zoo.json").write_bytes(MODEL)
    found = [text.partition(",")[0] for text in notes(models / "zoo.json", controller)]
    assert found == ([f"the model is of {version}"] if version else [])


@pytest.mark.parametrize("empty", ["", "''", "[v1.0.0]", "{}"])
def test_a_record_without_a_version_of_the_sdk_names_that_of_the_service(controller: Path, empty: str) -> None:
    text = f"aws_sdk_go_version: {empty}\naws_service_sdk_version: v1.9.0\n"
    (controller / "ack-generate-metadata.yaml").write_text(text)
    (found,) = notes(clone(controller, "1.8.0", "service/zoo"), controller)
    assert "names v1.9.0" in found


def test_the_version_of_a_service_is_compared_with_that_of_its_module(controller: Path) -> None:
    (controller / "ack-generate-metadata.yaml").write_text("aws_service_sdk_version: v1.9.0\n")
    (text,) = notes(clone(controller, "1.8.0", "service/zoo"), controller)
    assert text.endswith("names v1.9.0 of the service's module of aws-sdk-go-v2")
