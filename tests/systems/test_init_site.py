"""`oasmap init --site`: from an input in an empty folder to a site, for every system."""

import json
import re
from pathlib import Path

import pytest
import yaml

from mapper.registry import system_named
from mkdocs_oasmap.cli import main

from ..files import write_files
from .cases import CASES

INPUTS = {name: case for name, case in CASES.items() if not case.is_folder}


def start(folder: Path, name: str, *arguments: str) -> int:
    """`init --site` with only the input of a system."""
    case = CASES[name]
    config = system_named(name).reading.config
    write_files(folder, {file: text for file, text in case.files.items() if file != config})
    return main(["init", "--site", *arguments, "--system", name, case.spec])


@pytest.mark.parametrize("name", INPUTS)
def test_one_command_writes_what_a_site_needs(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert start(here, name) == 0
    site = yaml.safe_load((here / "mkdocs.yml").read_text(encoding="utf-8"))
    assert site["plugins"][1]["oasmap"]["spec"] == CASES[name].spec
    assert site["theme"]["font"] is False  # no page asks another host for something
    front = (here / "docs" / "index.md").read_text(encoding="utf-8")
    assert front.startswith("# ")
    assert "(reference/index.md" in front
    assert capsys.readouterr().err.splitlines()[-1] == "next: mkdocs serve"


@pytest.mark.parametrize("name", INPUTS)
def test_the_site_keeps_the_artifact_that_generate_writes(
    here: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without `output`, a check of the site compared nothing, and was green beside a stale artifact."""
    system = system_named(name)
    written = "" if system.writing.output.folder or not system.reading.config else system.writing.output.name
    assert start(here, name) == 0
    site = yaml.safe_load((here / "mkdocs.yml").read_text(encoding="utf-8"))
    assert site["plugins"][1]["oasmap"].get("output", "") == written
    if written:
        (here / written).write_text("{}", encoding="utf-8")
        capsys.readouterr()
        assert main(["check", "--mkdocs", "mkdocs.yml"]) == 1
        assert f"{written}: is out of date" in capsys.readouterr().err


@pytest.mark.build
@pytest.mark.parametrize("name", INPUTS)
def test_the_site_is_built_without_a_warning(here: Path, name: str) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    assert start(here, name) == 0
    config = load_config("mkdocs.yml", strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    assert (here / "site" / "index.html").is_file()
    front = (here / "site" / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="(reference/[^"#]*)#?([^"]*)"', front[front.index("<h1") :])
    assert ("reference/", "") in links or any(anchor.endswith("-list") for _, anchor in links)
    for page, anchor in links:
        assert f'id="{anchor}"' in (here / "site" / page / "index.html").read_text(encoding="utf-8") or not anchor


def test_the_front_page_says_how_much_there_is_and_how_to_begin(here: Path) -> None:
    assert start(here, "terraform") == 0
    front = (here / "docs" / "index.md").read_text(encoding="utf-8")
    counts = "- 1 [Resource](reference/index.md#resources-list): 1 required and 1 read-only attribute\n"
    assert counts in front
    example = '```terraform\nresource "zoo_pet" "main" {\n  name = "example"\n}\n```'
    assert "## Start\n" in front
    assert f"Resource [`zoo_pet`](reference/resources/pet.md):\n\n{example}\n" in front


def test_a_new_package_of_pulumi_has_a_site_too(here: Path) -> None:
    assert main(["init", "--site", "--system", "pulumi", "idl"]) == 0
    assert yaml.safe_load((here / "mkdocs.yml").read_text(encoding="utf-8"))["plugins"][1]["oasmap"]["spec"] == "idl"


def test_the_front_page_says_what_a_package_is_and_has_the_smallest_example(here: Path) -> None:
    told = "A gate.\n\n## Example Usage\n\n### All of it\n\n```typescript\nconst gate = new zoo.OldGate();\n```\n"
    schema = {
        "name": "zoo",
        "version": "1.0.0",
        "description": "Gates and keepers.",
        "resources": {"zoo:index:Gate": {"description": told, "inputProperties": {"name": {"type": "string"}}}},
        "types": {"zoo:index:Colour": {"type": "string", "enum": [{"value": "red"}, {"value": "blue"}]}},
    }
    write_files(here, {"schema.json": json.dumps(schema)})
    assert main(["init", "--site", "--system", "pulumi", "schema.json"]) == 0
    front = (here / "docs" / "index.md").read_text(encoding="utf-8")
    assert "\n\nGates and keepers.\n\n" in front
    assert "OldGate" not in front
    assert "type: zoo:index:Gate" in front
    assert "- 1 [Enum](reference/index.md#enums-list)\n" in front  # nobody sets its values


def test_no_folder_is_made_if_one_cannot_be(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "provider").write_text("a file", encoding="utf-8")
    assert main(["init", "--system", "pulumi", "idl"]) == 1
    assert (
        capsys.readouterr().err
        == "error: provider: a folder is needed, but it is a file; remove it, or choose another folder\n"
    )
    assert [path.name for path in here.iterdir()] == ["provider"]


def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "mkdocs.yml").write_text("site_name: mine\n", encoding="utf-8")
    assert start(here, "terraform") == 0
    assert (here / "mkdocs.yml").read_text(encoding="utf-8") == "site_name: mine\n"
    assert "mkdocs.yml is there already, and stays as it is\n" in capsys.readouterr().err
    (here / "docs" / "index.md").write_text("mine", encoding="utf-8")
    assert start(here, "terraform", "--update") == 0
    assert (here / "docs" / "index.md").read_text(encoding="utf-8") == "mine"


def test_the_text_of_an_api_is_only_text(here: Path) -> None:
    case = CASES["terraform"]
    text = case.files[case.spec].replace(
        "title: Zoo", 'title: "<b>*Zoo* {{ x }}", description: "[a](javascript:b)\\n\\nc"'
    )
    (here / case.spec).write_text(text, encoding="utf-8")
    assert main(["init", "--site", case.spec]) == 0
    front = (here / "docs" / "index.md").read_text(encoding="utf-8")
    assert not set("<>{}*`") & set(front.partition("\n- ")[0])
    assert "](javascript" not in front


def test_without_a_site_the_hint_names_the_flag(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = CASES["terraform"]
    (here / case.spec).write_text(case.files[case.spec], encoding="utf-8")
    assert main(["init", case.spec]) == 0
    assert "oasmap init --site" in capsys.readouterr().err
    assert not (here / "mkdocs.yml").exists()
    assert main(["init", "--site", "--output", "-", case.spec]) == 1


@pytest.mark.parametrize(
    ("description", "shown"),
    [
        ("# The zoo\n\nSee [all](https://zoo.test) of `animals`.\n\nMore.", "See all of animals."),
        ("## The zoo\nSome\nanimals.\n## Keys\nNone.", "Some animals."),
        ("# The zoo", ""),
    ],
)
def test_the_front_page_has_the_first_paragraph_of_the_api_as_plain_text(
    here: Path, description: str, shown: str
) -> None:
    case = CASES["terraform"]
    api = yaml.safe_load(case.files[case.spec])
    api["info"]["description"] = description
    (here / case.spec).write_text(yaml.safe_dump(api), encoding="utf-8")
    assert main(["init", "--site", case.spec]) == 0
    _, _, text = (here / "docs" / "index.md").read_text(encoding="utf-8").partition("\n\n")
    assert text.startswith(f"{shown}\n\n- " if shown else "- ")


def test_the_site_has_the_name_of_what_users_install_and_is_wide(here: Path) -> None:
    assert start(here, "terraform") == 0
    site = yaml.safe_load((here / "mkdocs.yml").read_text(encoding="utf-8"))
    assert site["site_name"] == "zoo provider"
    assert (here / "docs" / "index.md").read_text(encoding="utf-8").startswith("# zoo provider\n")
    (sheet,) = site["extra_css"]
    assert ".md-grid" in (here / "docs" / sheet).read_text(encoding="utf-8")


def test_a_style_sheet_of_your_own_stays(here: Path) -> None:
    assert start(here, "terraform") == 0
    sheet = here / "docs" / "stylesheets" / "site.css"
    sheet.write_text("mine", encoding="utf-8")
    assert start(here, "terraform", "--force") == 0
    assert sheet.read_text(encoding="utf-8") == "mine"


def test_the_largest_subjects_count_resources_before_data_sources(here: Path) -> None:
    paths = {
        f"/{subject}s": {
            "get": {"tags": [subject], "responses": {"200": {"content": {"application/json": {"schema": _ITEMS}}}}},
            "post": {"tags": [subject], "requestBody": {"content": {"application/json": {"schema": _ITEM}}}},
        }
        for subject in ("pet", "cage", "keeper")
    }
    items = {
        f"/{subject}s/{{id}}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"tags": [subject], "responses": {"200": {"content": {"application/json": {"schema": _ITEM}}}}},
            "delete": {"tags": [subject], "responses": {"204": {}}},
        }
        for subject in ("pet", "cage", "keeper")
    }
    api = {"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": paths | items}
    (here / "api.yaml").write_text(yaml.safe_dump(api))
    assert main(["init", "--site", "--all-data-sources", "api.yaml"]) == 0
    lines = (here / "docs" / "index.md").read_text(encoding="utf-8").partition("## By subject")[2].split()
    assert " ".join(lines).count("1 resource, 2 data sources") == 3


_ITEM = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
_ITEMS = {"type": "array", "items": _ITEM}
