"""Options and names that nobody means: one clear line, or a site."""

import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages.page_names import MAX_SLUG

from .sites import ZOO_CONFIG, build, refuse, with_property, write_site


@pytest.mark.parametrize(
    "options",
    [
        {"baseline": "git:HE\0AD"},
        {"baseline": "git:HEAD:a\0pi"},
        {"baseline": "x\0y"},
        {"baseline": "git:\ud800"},
        {"output": "a\0b"},
        {"output": "\ud800"},
        {"output": "/dev/full"},
        {"output": "/dev/zero"},
        {"output": "a" * 300},
        {"spec": "a\x1b\0b"},
        {"review": "a\x1b\0b"},
        {"versions": {"1": "a\x1b\0b"}},
        {"version": "\0"},
        {"source_url": "\0{path}"},
    ],
)
def test_an_odd_option_is_one_clear_line(tmp_path: Path, options: dict[str, Any]) -> None:
    (message,) = refuse(write_site(tmp_path, options={"spec": "api.yaml", **options}))
    assert message.isprintable()


def test_a_name_of_300_characters_has_a_page_on_all_routes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = "r" * 300, "r" * 301
    paths = "create: {path: /pets, method: POST}\n    read: {path: '/pets/{id}', method: GET}\n"
    config = f"{ZOO_CONFIG}".replace(
        "  pet:\n    create", f"  {first}:\n    {paths}  {second}:\n    {paths}  pet:\n    create"
    )
    built = build(write_site(tmp_path, files={"generator_config.yml": config}))
    names = {uri.split("/")[2] for uri in built.uris if uri.startswith("reference/resources/r")}
    assert built.troubles == []
    assert len(names) == 2
    assert all(len(name) == MAX_SLUG for name in names)
    monkeypatch.chdir(tmp_path)
    assert main(["pages", "api.yaml", "out"]) == 0
    assert {path.stem for path in (tmp_path / "out" / "resources").glob("r*.md")} == names


def test_a_page_has_no_name_that_windows_keeps_for_a_device(tmp_path: Path) -> None:
    properties = ", ".join(f"p{number}: {{type: string}}" for number in range(200))
    large = f"{{type: object, properties: {{{properties}}}}}"
    api = with_property(f"aux: {{type: object, properties: {{com1: {large}}}}}").replace("/pets", "/con")
    files = {"api.yaml": with_property(f"nul: {large}", api=api)}
    files["generator_config.yml"] = ZOO_CONFIG.replace("/pets", "/con").replace(
        "  pet:\n    create", "  con:\n    create"
    )
    built = build(write_site(tmp_path, files=files))
    assert built.troubles == []
    names = {name.lower() for uri in built.uris for name in uri.split("/")}
    assert names >= {"con_", "aux_.com1", "nul_"}
    assert not {name.partition(".")[0] for name in names} & {"con", "aux", "nul"}


@pytest.mark.parametrize("option", ["baseline", "versions"])
def test_files_of_two_runs_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    path = write_site(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["generate", "--sidecar", "then.json", "api.yaml"]) == 0
    value = "then.json" if option == "baseline" else {"1.0": "then.json"}
    path = write_site(tmp_path, options={"spec": "api.yaml", option: value})
    assert build(path).troubles == []
    (tmp_path / "provider_code_spec.json").write_text("{}")
    (trouble,) = build(path).troubles
    assert "then.json and provider_code_spec.json were not written by one run" in trouble


def test_the_sidecar_of_a_site_has_the_digest_of_what_is_beside_it(tmp_path: Path) -> None:
    built = build(write_site(tmp_path))
    assert list(json.loads(built.text("reference/oasmap.json"))["artifacts"]) == ["provider_code_spec.json"]
