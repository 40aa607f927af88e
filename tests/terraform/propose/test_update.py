"""Adding what is new of an API to a config that exists."""

from pathlib import Path

import pytest
import yaml

from mkdocs_oasmap.cli import main

PET = "{type: object, properties: {id: {type: string}, name: {type: string}}}"
CHOICE = "{type: object, properties: {id: {type: string}, food: {oneOf: [{$ref: '#/x-a'}, {$ref: '#/x-b'}]}}}"


def _paths(noun: str, schema: str = PET) -> str:
    body = f"{{description: ok, content: {{application/json: {{schema: {schema}}}}}}}"
    return f"""\
  /{noun}s:
    post: {{summary: Add a {noun}, requestBody: {body}, responses: {{"201": {body}}}}}
  /{noun}s/{{{noun}Id}}:
    parameters: [{{name: {noun}Id, in: path, required: true, schema: {{type: string}}}}]
    get: {{responses: {{"200": {body}}}}}
    delete: {{responses: {{"204": {{description: ok}}}}}}
"""


HEAD = "openapi: 3.0.0\ninfo: {title: Zoo, version: '1'}\npaths:\n"
TAIL = "".join(f"x-{name}: {{type: object, properties: {{{name}: {{type: string}}}}}}\n" for name in "ab")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("api.yml").write_text(HEAD + _paths("pet") + TAIL, encoding="utf-8")
    assert main(["init", "api.yml"]) == 0
    return tmp_path


def _update(*paths: str) -> tuple[str, str]:
    config = Path("generator_config.yml")
    before = config.read_text(encoding="utf-8")
    Path("api.yml").write_text(HEAD + "".join(paths) + TAIL, encoding="utf-8")
    assert main(["init", "--update", "api.yml"]) == 0
    return before, config.read_text(encoding="utf-8")


def test_what_is_new_is_added_and_every_line_stays(folder: Path) -> None:
    before, after = _update(_paths("pet"), _paths("owl"))
    data = yaml.safe_load(after)
    assert list(data["resources"]) == list(data["data_sources"]) == ["pet", "owl"]
    lines = iter(after.splitlines())
    assert all(any(line == other for other in lines) for line in before.splitlines())
    assert "  owl: # Add a owl\n" in after
    assert "owlId: id # the identifier, which the body calls id\n" in after


def test_where_nothing_is_new_nothing_changes(folder: Path) -> None:
    before, after = _update(_paths("pet"))
    assert after == before


def test_policies_that_only_the_new_ones_need_stand_in_their_entries(folder: Path) -> None:
    _, after = _update(_paths("pet"), _paths("owl", CHOICE))
    data = yaml.safe_load(after)
    assert "one_of" not in data["policies"]
    assert data["resources"]["owl"]["policies"] == {"not_required": "infer", "one_of": "variants"}
    assert main(["generate", "--strict", "api.yml"]) == 0


def test_what_is_commented_out_stays_out(folder: Path) -> None:
    config = Path("generator_config.yml")
    config.write_text("# Nobody needs GET /owls/{owlId} here.\n" + config.read_text(encoding="utf-8"), encoding="utf-8")
    before, after = _update(_paths("pet"), _paths("owl"))
    assert after == before


def test_a_name_that_is_taken_gets_a_number(folder: Path) -> None:
    Path("generator_config.yml").write_text(
        'provider: {name: zoo}\nresources: {pet: {create: {path: /cats, method: POST}, read: {path: "/cats/{catId}", '
        "method: GET}}}\n",
        encoding="utf-8",
    )
    _, after = _update(_paths("cat"), _paths("pet"))
    assert list(yaml.safe_load(after)["resources"]) == ["pet", "pet_2"]


def test_there_must_be_a_config(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("generator_config.yml").unlink()
    assert main(["init", "--update", "api.yml"]) == 1
    assert main(["init", "--update", "--output", "-", "api.yml"]) == 1
    Path("generator_config.yml").write_text("resources: {pet: 1}", encoding="utf-8")
    assert main(["init", "--update", "api.yml"]) == 1
    assert "Traceback" not in capsys.readouterr().err
