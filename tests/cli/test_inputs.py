"""What all commands read: several configs, overlays, other hosts."""

import json
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from mapper.inputs import Document
from mapper.registry import REGISTRY, all_systems, vocabulary_of
from mapper.sidecar.reader import read_sidecar
from mkdocs_oasmap.cli.program import COMMANDS, MODULES

from .support import API, CONFIG, Oasmap

FIX = """\
overlay: 1.0.0
actions:
  - target: $.components.schemas.Pet.properties
    update: {age: {type: integer}}
  - target: $.nothing
    remove: true
"""


def test_a_config_may_be_given_in_several_files(folder: Path, oasmap: Oasmap) -> None:
    (folder / "more.yml").write_text('data_sources: {pet: {read: {path: "/pets/{id}", method: GET}}}\n')
    ran = oasmap("generate", "--config", "generator_config.yml", "--config", "more.yml", "api.yaml")
    assert ran.code == 0
    assert "1 resource, 1 data source" in ran.err


def test_the_same_entity_in_two_files_is_one_message(folder: Path, oasmap: Oasmap) -> None:
    (folder / "more.yml").write_text(CONFIG)
    ran = oasmap("generate", "--config", "generator_config.yml", "--config", "more.yml", "api.yaml")
    assert (ran.code, ran.err) == (
        1,
        "error: more.yml:3: the resource 'pet' is in generator_config.yml:3 already; define it in one file only\n",
    )


@pytest.mark.parametrize("command", ["generate", "pages", "init"])
def test_overlays_are_applied_first(folder: Path, oasmap: Oasmap, command: str) -> None:
    (folder / "fix.yml").write_text(FIX.replace("$.nothing", "$.info.version"))
    (folder / "other.yml").write_text(FIX.replace("age", "size"))
    rest = {"generate": [], "pages": ["out"], "init": ["--output", "proposal.yml"]}[command]
    ran = oasmap(command, "--overlay", "fix.yml", "--overlay", "other.yml", "api.yaml", *rest)
    assert ran.code == 0
    if command == "generate":
        written = (folder / "provider_code_spec.json").read_text()
        assert '"age"' in written
        assert '"size"' in written
        assert "warning: other.yml:5:5: OAS206: the target '$.nothing' selects nothing" in ran.err
    if command == "init":
        assert "next: oasmap generate --config proposal.yml --overlay fix.yml --overlay other.yml api.yaml" in ran.err


def test_each_overlay_is_told_as_no_input_of_the_reference_tool(folder: Path, oasmap: Oasmap) -> None:
    (folder / "fix.yml").write_text(FIX)
    (folder / "other.yml").write_text(FIX)
    ran = oasmap("generate", "--overlay", "fix.yml", "--overlay", "other.yml", "--format", "json", "api.yaml")
    told = [entry for entry in json.loads(ran.out)["diagnostics"] if entry["code"] == "OAS205"]
    assert [(entry["location"]["file"], entry["message"]) for entry in told] == [
        (name, "it is applied to api.yaml; tfplugingen-openapi reads no overlays") for name in ("fix.yml", "other.yml")
    ]


def test_what_an_overlay_adds_has_its_source_in_the_overlay(folder: Path, oasmap: Oasmap) -> None:
    (folder / "fix.yml").write_text(FIX)
    assert oasmap("generate", "--overlay", "fix.yml", "--sidecar", "side.json", "api.yaml").code == 0
    side = read_sidecar(Document("side.json", (folder / "side.json").read_bytes()), vocabulary_of)
    (pet,) = [entity for entity in side.entities if entity.name == "pet"]
    (age,) = [attribute for attribute in pet.body.attributes if attribute.name == "age"]
    place = age.origins[0].location
    assert (place.document.uri, place.pointer) == ("fix.yml", "/actions/0/update/age")
    assert place.document.position(place.pointer) == (4, 14)
    assert [document.uri for document in side.documents] == ["api.yaml", "fix.yml", "generator_config.yml"]


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ("actions: []", "fix.yml:1:1: the key overlay with the version is missing"),
        ("overlay: [", "fix.yml:"),
        ("overlay: 1.0.0\nactions: [{target: $.paths[}]", "fix.yml:2:"),
    ],
)
def test_a_mistake_in_an_overlay_is_one_message(folder: Path, oasmap: Oasmap, overlay: str, message: str) -> None:
    (folder / "fix.yml").write_text(overlay)
    ran = oasmap("generate", "--overlay", "fix.yml", "api.yaml")
    assert ran.code == 1
    assert ran.err.startswith(f"error: {message}")
    assert ran.err.count("\n") == 1


def test_an_overlay_that_does_not_exist_or_is_written_over_is_one_message(folder: Path, oasmap: Oasmap) -> None:
    assert (
        oasmap("generate", "--overlay", "none.yml", "api.yaml").err
        == "error: none.yml: no such file; correct the path\n"
    )
    (folder / "fix.yml").write_text(FIX)
    ran = oasmap("generate", "--overlay", "fix.yml", "--output", "fix.yml", "api.yaml")
    assert ran.err == "error: fix.yml: this is an input, and is not written over; choose another file for the output\n"


def test_an_overlay_applies_to_standard_input_too(folder: Path, oasmap: Oasmap) -> None:
    (folder / "fix.yml").write_text(FIX)
    ran = oasmap("generate", "--overlay", "fix.yml", "--output", "-", "-", stdin=API)
    assert '"age"' in ran.out


def test_without_the_library_the_message_says_what_to_install(
    folder: Path, oasmap: Oasmap, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "fix.yml").write_text(FIX)
    monkeypatch.delitem(sys.modules, "mapper.inputs.jsonpath", raising=False)
    monkeypatch.setitem(sys.modules, "jsonpath", None)
    ran = oasmap("generate", "--overlay", "fix.yml", "api.yaml")
    assert ran.err == "error: overlays need one more package; pip install 'mkdocs-oasmap[overlay]'\n"


def test_another_host_is_not_asked_unless_it_is_named(folder: Path, oasmap: Oasmap) -> None:
    url = "http://127.0.0.1:9/pet.yaml"
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", f"nickName: {{$ref: '{url}'}}"))
    ran = oasmap("generate", "api.yaml")
    assert "to allow that, use --allow-host 127.0.0.1:9, or allow_hosts in mkdocs.yml" in ran.err
    ran = oasmap("generate", "--allow-host", "127.0.0.1:9", "api.yaml")
    assert f"'{url}': it cannot be read" in ran.err
    ran = oasmap("init", "--force", "api.yaml")
    assert "1 host that may not be read; to follow them, add: --allow-host 127.0.0.1:9\n" in ran.err


def test_what_is_no_host_is_one_message(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "--allow-host", "https://a.example", "api.yaml")
    assert ran.code == 1
    assert ran.err.startswith("error: allowed hosts: 'https://a.example' is not the name of a host, such as ")


RUNNING = [system.name for system in all_systems() if system.runner]
TAKEN = dict.fromkeys(("plan", "operator"), RUNNING) | {"try": [s.name for s in all_systems() if s.trial]}


def choices(command: str) -> list[str]:
    (option,) = (
        one
        for one in import_module(f"mkdocs_oasmap.cli.{MODULES.get(command, command)}").command().params
        if one.name == "system"
    )
    assert isinstance(option.type, click.Choice)
    return list(option.type.choices)


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"completion", "zensical"}))
def test_every_command_that_reads_an_input_by_name_takes_a_system(command: str) -> None:
    assert choices(command) == TAKEN.get(command, list(REGISTRY))


@pytest.mark.parametrize("arguments", [("plan", "--live", "x", "y.yaml"), ("operator", "--plugin-path", "x")])
def test_a_system_whose_objects_no_program_knows_is_refused(oasmap: Oasmap, arguments: tuple[str, ...]) -> None:
    ran = oasmap(*arguments, "--system", "terraform")
    assert ran.code == 2
    assert "'--system': 'terraform' is not 'crossplane'" in ran.err
