"""Pages of a mapping that was made elsewhere: the site has its sidecar, and none of its inputs."""

import json
import re
import shutil
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from ..files import write_files
from ..zoo import CONFIG, api
from .sites import Built, build, build_again, dead_links, refuse, with_property, write_site

LINKS = {"source_url": "https://example.com/blob/main/{path}#L{line}"}
PET = """\
Pet:
  type: object
  required: [name, size]
  properties:
    id: {type: string, example: p-17}
    name: {type: string, description: What it is called., example: Mia}
    size: {type: object, minProperties: 1, properties: {height: {type: number}, width: {type: number}}}
"""


def sidecar_of(folder: Path, description: str | None = None) -> tuple[Built, Path]:
    """Build the site of a description; returns it, and its sidecar."""
    files = {} if description is None else {"api.yaml": description, "generator_config.yml": CONFIG}
    built = build(write_site(folder, options={"spec": "api.yaml", **LINKS}, files=files))
    return built, built.folder / "reference/oasmap.json"


def joined(folder: Path, *entries: dict[str, object]) -> Built:
    path = write_site(folder, options={"mappings": list(entries), **LINKS})
    for name in ("api.yaml", "generator_config.yml"):
        (folder / name).unlink(missing_ok=True)
    return build(path)


def test_twenty_parts_that_were_mapped_elsewhere_are_one_site(tmp_path: Path) -> None:
    """Three were sites, with whose pages those of here are compared; the others were recorded on a command line."""
    descriptions = {f"part{number}": api(part(number), identifier="string") for number in range(20)}
    site = tmp_path / "site"
    site.mkdir()
    made: dict[str, Built] = {}
    for number, (name, description) in enumerate(descriptions.items()):
        if number in (0, 10, 19):
            made[name], sidecar = sidecar_of(tmp_path / name, description)
            shutil.copy(sidecar, site / f"{name}.json")
        else:
            record(tmp_path / name, description, site / f"{name}.json")
    entries: list[dict[str, object]] = [{"sidecar": f"{name}.json", "pages": name} for name in descriptions]
    built = joined(site, *entries)
    assert (built.troubles, dead_links(built)) == ([], [])
    pages = {uri for uri in made["part0"].uris if uri.startswith("reference/resources")}
    assert pages
    for number, name in enumerate(descriptions):
        assert (built.folder / name / "oasmap.json").read_bytes() == (site / f"{name}.json").read_bytes()
        there = {uri.replace("reference", name, 1): uri for uri in pages}
        assert {uri for uri in built.uris if uri.startswith(f"{name}/resources")} == there.keys()
        assert f"name{number}" in built.page(f"{name}/resources/pet/index.html").ids
        for uri, before in there.items() if name in made else ():
            assert article(built.text(uri)) == article(made[name].text(before))


def part(number: int) -> str:
    """A pet with a name of its own for its name."""
    return PET.replace("name:", f"name{number}:").replace("[name,", f"[name{number},")


def record(folder: Path, description: str, sidecar: Path) -> None:
    """Write the sidecar of a description, without a site."""
    write_files(folder, {"api.yaml": description, "generator_config.yml": CONFIG})
    inputs = ["--config", f"{folder / 'generator_config.yml'}", f"{folder / 'api.yaml'}"]
    outputs = ["--output", f"{folder / 'provider_code_spec.json'}", "--sidecar", f"{sidecar}"]
    assert main(["generate", "--quiet", *outputs, *inputs]) == 0


def article(page: str) -> str:
    """What is ours on a page: from its title to the navigation below."""
    (found,) = re.findall(r'(?s)<h1 id="[^"]*">.*?(?=<footer|<div class="modal)', page)
    return str(found)


def test_a_changed_sidecar_changes_the_pages_of_the_next_build(tmp_path: Path) -> None:
    _, first = sidecar_of(tmp_path / "first")
    _, second = sidecar_of(tmp_path / "second", with_property("it: {type: string}"))
    site = tmp_path / "site"
    site.mkdir()
    shutil.copy(first, site / "zoo.json")
    path = write_site(site, options={"sidecar": "zoo.json"})
    assert "it" not in build(path).page("reference/resources/pet/index.html").ids
    shutil.copy(second, site / "zoo.json")
    assert "it" in build_again(path).page("reference/resources/pet/index.html").ids


def test_a_recorded_mapping_is_compared_with_a_recorded_baseline(tmp_path: Path) -> None:
    _, first = sidecar_of(tmp_path / "first")
    _, second = sidecar_of(tmp_path / "second", with_property("it: {type: string}"))
    site = tmp_path / "site"
    site.mkdir()
    shutil.copy(first, site / "then.json")
    shutil.copy(second, site / "now.json")
    built = joined(site, {"sidecar": "now.json", "baseline": "then.json"})
    changes = built.page("reference/changes/index.html")
    assert any(a.attributes.get("href", "").endswith("resources/pet/#it") for a in changes)


def test_the_front_page_of_a_sidecar_says_where_the_provider_is_published(tmp_path: Path) -> None:
    _, sidecar = sidecar_of(tmp_path / "part", api(PET))
    options = {"sidecar": str(sidecar), "address": "tests/zoo", **LINKS}
    assert "tests/zoo" in build(write_site(tmp_path / "site", options=options)).page("reference/index.html").text


@pytest.mark.parametrize("text", ["{}", "[1]", '{"format": "oasmap-sidecar", "version": 3}', "{", "x: [", "\0"])
def test_what_is_no_sidecar_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = write_site(tmp_path, options={"sidecar": "zoo.json"}, files={"zoo.json": text})
    (message,) = refuse(path)
    assert message.startswith("oasmap: zoo.json")
    assert "\n" not in message


def test_the_texts_of_a_sidecar_are_those_of_a_stranger(tmp_path: Path) -> None:
    _, sidecar = sidecar_of(tmp_path / "made", api(PET))
    root = json.loads(sidecar.read_text())
    hostile = '<script>alert(1)</script><img src=x onerror="alert(1)">[x](javascript:alert(1)) {{ 7*7 }}'
    root["statuses"] = [[status, code, hostile] for status, code, _ in root["statuses"]]
    for body in root["bodies"]:
        for attribute in body.get("attributes", []):
            attribute["description"] = attribute["deprecation"] = attribute["sample"] = hostile
    for entity in root["entities"]:
        entity["summary"] = entity["deprecation"] = hostile
    for group in root["diagnostics"]:
        for found in group["found"]:
            found["message"] = found["fix"] = hostile
    (tmp_path / "zoo.json").write_text(json.dumps(root))
    built = joined(tmp_path, {"sidecar": "zoo.json"})
    for uri in built.uris:
        page = built.page(uri)
        assert not any("onerror" in element.attributes for element in page)
        assert not any(element.attributes.get("href", "").startswith("javascript") for element in page)
        assert "<script>alert" not in built.text(uri)
