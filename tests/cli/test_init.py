"""`oasmap init`: what it writes, what it says, and the code it exits with."""

import io
import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from mapper.version import RAW
from mkdocs_oasmap.cli import main

from ..zoo import api

API = api("Pet: {type: object, properties: {name: {type: string}}}\n").replace(
    "components:", "  /admin/reset:\n    post: {}\ncomponents:"
)


@pytest.fixture(autouse=True)
def zoo(here: Path) -> Path:
    """A folder with openapi.yaml, as the current one."""
    (here / "openapi.yaml").write_text(API, encoding="utf-8")
    return here


def test_a_config_is_written_that_generate_takes(zoo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "openapi.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "wrote generator_config.yml: 1 resource, 1 data source; 1 operation not used, with the reasons at its end\n"
        "4 attributes; left out: 0 attributes\n"
        "next: oasmap generate --config generator_config.yml openapi.yaml\n"
        "a site with these pages: oasmap init --site openapi.yaml\n"
    )
    text = (zoo / "generator_config.yml").read_text(encoding="utf-8")
    assert text.startswith(
        "# The generator config of a provider, proposed by `oasmap init` from openapi.yaml (Zoo 1).\n"
    )
    assert main(["generate", "--strict", "openapi.yaml"]) == 0


def test_a_config_names_a_schema_in_the_repository_that_takes_it(zoo: Path) -> None:
    assert main(["init", "openapi.yaml"]) == 0
    text = (zoo / "generator_config.yml").read_text(encoding="utf-8")
    (address,) = re.findall(r"(?m)^# yaml-language-server: \$schema=(.+)$", text)
    host, _, name = address.partition("/main/")
    assert host == RAW
    schema = json.loads((Path(__file__).parents[2] / name).read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(yaml.safe_load(text))


def test_init_and_generate_count_the_same_attributes(zoo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the provider block count too."""
    token = "components:\n  securitySchemes: {token: {type: apiKey, in: header, name: X-Token}}\n"
    (zoo / "openapi.yaml").write_text(API.replace("components:\n", token), encoding="utf-8")
    assert main(["init", "openapi.yaml"]) == 0
    proposed = capsys.readouterr().err.splitlines()[1]
    assert main(["generate", "openapi.yaml"]) == 0
    assert f", {proposed.partition(';')[0]}" in capsys.readouterr().err
    assert "token" in (zoo / "provider_code_spec.json").read_text(encoding="utf-8")


def test_a_policy_counts_an_attribute_once(zoo: Path) -> None:
    """A reason and a note both named the policy: one readOnly property was two attributes."""
    text = api("Pet: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}\n")
    (zoo / "openapi.yaml").write_text(text, encoding="utf-8")
    assert main(["init", "openapi.yaml"]) == 0
    config = (zoo / "generator_config.yml").read_text(encoding="utf-8")
    assert "  # 1 attribute: readOnly in the create request body; such as id of resource pet\n" in config


def test_a_file_that_exists_is_kept(zoo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = zoo / "generator_config.yml"
    config.write_text("mine", encoding="utf-8")
    assert main(["init", "openapi.yaml"]) == 1
    text = "it exists already; --update adds to it, --force overwrites it, --site writes a site for it"
    assert capsys.readouterr().err == f"error: generator_config.yml: {text}\n"
    assert config.read_text(encoding="utf-8") == "mine"
    assert main(["init", "--force", "openapi.yaml"]) == 0
    assert "\nresources:\n" in config.read_text(encoding="utf-8")


def test_standard_input_and_output(
    zoo: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(API.encode())))
    assert main(["init", "--output", "-", "--provider", "bakery", "-"]) == 0
    out, err = capsysbinary.readouterr()
    assert b"  name: bakery #" in out
    assert err == b""
    assert [path.name for path in zoo.iterdir()] == ["openapi.yaml"]


def test_only_what_is_wanted_is_looked_at(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["init", "--output", "-", "--exclude", "/admin/*", "openapi.yaml"]) == 0
    assert b"/admin" not in capsysbinary.readouterr().out


def test_resources_can_be_proposed_alone(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["init", "--output", "-", "--all-data-sources", "openapi.yaml"]) == 0
    assert b"\ndata_sources:" in capsysbinary.readouterr().out
    assert main(["init", "--output", "-", "--only", "resources", "openapi.yaml"]) == 0
    assert b"\ndata_sources:" not in capsysbinary.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["nowhere.yaml"], "error: nowhere.yaml: no such file; correct the path\n"),
        (
            ["--include", "/admin/*", "openapi.yaml"],
            "error: openapi.yaml: nothing to propose: 1 operation, none of them fit for an entity"
            " (POST /admin/reset: an action: nothing reads back what it makes); write the config by hand",
        ),
        (
            ["--include", "/nowhere", "openapi.yaml"],
            "error: openapi.yaml: nothing to propose: --include and --exclude leave none of 3 operations;"
            " change these options\n",
        ),
        (
            ["--output", "openapi.yaml/config.yml", "openapi.yaml"],
            "error: openapi.yaml: a folder is needed, but it is a file; remove it, or choose another folder",
        ),
    ],
)
def test_what_goes_wrong_is_said(
    zoo: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["init", *options]) == 1
    assert capsys.readouterr().err.startswith(message)
    assert not (zoo / "generator_config.yml").exists()


def test_a_provider_needs_a_name_that_terraform_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--provider", "My Zoo", "openapi.yaml"]) == 2
    assert "'My Zoo' is not a name" in capsys.readouterr().err


def test_where_nothing_can_be_mapped_nothing_is_proposed(zoo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = "{properties: {name: {type: odd}}}"
    get = f"{{get: {{responses: {{'200': {{content: {{application/json: {{schema: {schema}}}}}}}}}}}}}"
    head = "openapi: 3.1.0\ninfo: {title: Zoo, version: '1'}\n"
    (zoo / "openapi.yaml").write_text(f"{head}paths: {{/pets: {get}}}\n", encoding="utf-8")
    assert main(["init", "openapi.yaml"]) == 1
    said = "nothing to propose: 1 operation, none of them fit for an entity"
    why = "GET /pets: nothing of its response can be mapped"
    assert capsys.readouterr().err == f"error: openapi.yaml: {said} ({why}); write the config by hand\n"
    assert not (zoo / "generator_config.yml").exists()
