"""`oasmap init --system provider`: the mkdocs.yml of a schema."""

import json
from pathlib import Path

import pytest
import yaml

from mkdocs_oasmap.cli import main

from .support import ADDRESS, cage, string

OTHER = "registry.terraform.io/tests/aviary"


def schema(*addresses: str) -> str:
    (own,) = cage({"name": string("required")})["provider_schemas"].values()
    return json.dumps({"format_version": "1.0", "provider_schemas": dict.fromkeys(addresses, own)})


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def init(*arguments: str) -> int:
    return main(["init", "--system", "provider", *arguments])


def plugin() -> dict[str, str]:
    found: dict[str, str] = yaml.safe_load(Path("mkdocs.yml").read_text())["plugins"][1]["oasmap"]
    return found


@pytest.mark.parametrize("name", ["schema.json", "a schema: '#'.json", "no", "{x}.json", "ü.json"])
def test_the_plugin_reads_the_schema_that_was_given(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(name).write_text(schema(ADDRESS))
    assert init(name) == 0
    assert plugin() == {"system": "provider", "spec": name, "pages": "reference"}
    said = capsys.readouterr().err
    assert "a site of the provider zoo with 1 resource\n" in said
    assert "next: mkdocs serve\n" in said
    assert "wrote mkdocs.yml and docs/index.md: a site of 3 pages\n" in said
    assert "[Resource](reference/index.md#resources-list)" in Path("docs/index.md").read_text(encoding="utf-8")


def test_one_of_several_providers_is_named() -> None:
    Path("schema.json").write_text(schema(ADDRESS, OTHER))
    assert init("schema.json") == 1
    assert init("--provider", "aviary", "schema.json") == 0
    assert plugin()["provider"] == "aviary"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["provider:./x"], "oasmap generate --system provider --live --output provider_schema.json provider:./x"),
        (["--include", "a", "schema.json"], "proposes nothing for --include"),
        (["--overlay", "a.yaml", "schema.json"], "proposes nothing for --overlay"),
        (["other.json"], "no such file"),
        (["--update", "schema.json"], "not updated"),
    ],
)
def test_what_cannot_be_proposed_is_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("schema.json").write_text(schema(ADDRESS))
    if "--update" in arguments:
        Path("mkdocs.yml").write_text("site_name: mine\n")
    assert init(*arguments) == 1
    assert said in capsys.readouterr().err
    assert not Path("mkdocs.yml").exists() or Path("mkdocs.yml").read_text() == "site_name: mine\n"


@pytest.mark.build
def test_the_site_is_built() -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    Path("schema.json").write_text(schema(ADDRESS))
    assert init("schema.json") == 0
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    assert Path("site/reference/resources/zoo_cage/index.html").is_file()
    assert Path("site/index.html").is_file()
