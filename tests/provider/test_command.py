"""The command line and the site with the schema of a provider."""

import json
from pathlib import Path

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.baselines import Files, read_state

from ..repository import commit_all
from ..tfplugin.peers import peer
from .support import cage, string


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def program() -> str:
    path = Path("terraform-provider-zoo")
    path.write_text(f"#!/bin/sh\ntouch '{Path.cwd()}/started'\n")
    path.chmod(0o700)
    return "provider:./terraform-provider-zoo"


def test_no_process_is_started_for_the_old_side_of_a_review(capsys: pytest.CaptureFixture[str]) -> None:
    Path("schema.json").write_text(json.dumps(cage({"a": string("optional")})))
    assert main(["diff", "--live", "--system", "provider", program(), "schema.json"]) == 1
    assert "a provider is started only where" in capsys.readouterr().err
    assert not Path("started").exists()


def test_no_process_is_started_for_a_revision() -> None:
    Path("schema.json").write_text(json.dumps(cage({"a": string("optional")})))
    spec = Path(program())
    commit_all(Path())
    with pytest.raises(MappingError, match="a provider is started only where"):
        read_state("git:HEAD", Files((), Path.cwd(), spec, system="provider"))
    assert not Path("started").exists()


def test_the_new_side_of_a_review_may_be_live() -> None:
    Path("schema.json").write_text(json.dumps(cage({"a": string("optional")})))
    assert main(["diff", "--live", "schema.json", program()]) == 1  # which starts, and is no provider
    assert Path("started").exists()


@pytest.mark.parametrize("option", [["--live"], ["--provider", "zoo"], ["--plugin-dir", "."]])
def test_what_only_providers_take_is_refused_elsewhere(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("api.yaml").write_text("openapi: 3.1.0\npaths: {}\n")
    Path("generator_config.yml").write_text("provider: {name: zoo}\n")
    assert main(["generate", *option, "api.yaml"]) == 1
    assert "the system terraform does not take" in capsys.readouterr().err


@pytest.mark.peer
def test_a_live_schema_is_written_for_committing_and_maps_to_the_same() -> None:
    spec = f"provider:{peer('garden')}"
    arguments = ["--system", "provider", "--live"]
    assert main(["generate", *arguments, "--output", "schema.json", "--sidecar", "live.json", spec]) == 0
    assert main(["check", *arguments, "--output", "schema.json", spec]) == 0
    assert main(["check", "--system", "provider", "--output", "schema.json", "schema.json"]) == 1  # it is the input
    assert main(["diff", "--fail-on", "any", "live.json", "schema.json"]) == 0
    assert Document("schema.json", Path("schema.json").read_bytes()).position("/provider_schemas") == (1, 27)
