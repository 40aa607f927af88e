"""`oasmap check --summary`, and the last lines of `init`: what looks unusable, with lines that change it."""

import json
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

SPEC = """\
openapi: 3.0.0
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {properties: {name: {type: string}, food: {type: string}}}}}}
      responses: {"201": {content: {application/json: {schema: {properties: {name: {type: string}}}}}}}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {content: {application/json: {schema: {properties: {name: {type: string}}}}}}}}
  /logs:
    post: {responses: {"201": {content: {application/json: {schema: {properties: {id: {type: string}}}}}}}}
  /logs/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {content: {application/json: {schema: {properties: {id: {type: string}}}}}}}}
"""
CONFIG = """\
provider: {name: zoo}
resources:
  pet: {create: {path: /pets, method: POST}, read: {path: "/pets/{petId}", method: GET}}
  log: {create: {path: /logs, method: POST}, read: {path: "/logs/{id}", method: GET}}
"""
OVERRIDE = "{attributes: {overrides: {name: {computed_optional_required: required}}}}"


@pytest.fixture(autouse=True)
def folder(here: Path) -> None:
    Path("openapi.yaml").write_text(SPEC, encoding="utf-8")
    Path("generator_config.yml").write_text(CONFIG, encoding="utf-8")


def check(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["generate", "openapi.yaml"]) == 0
    capsys.readouterr()
    assert main(["check", "--summary", "openapi.yaml"]) == 0
    out, err = capsys.readouterr()
    return out + err


def test_what_looks_unusable_is_listed_with_the_line_that_changes_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = check(capsys)
    assert "1 of 2 resources: nothing is required, though create takes a body\n" in text
    assert f"  resources: {{pet: {{schema: {OVERRIDE}}}}}\n" in text
    assert "1 of 2 resources: users can set nothing: everything is computed\n" in text
    assert "  resources: {log: {create: {request: {pointer: /…}}}}\n" in text
    assert "1 of 2 resources: no update, and nothing replaces the resource\n  resources: {pet: {policies:" in text
    assert "1 of 2 resources: after create, nothing says which one to read\n" in text


def test_the_lines_settle_what_they_are_for(capsys: pytest.CaptureFixture[str]) -> None:
    more = f"{{policies: {{replace: infer}}, schema: {OVERRIDE}, create"
    Path("generator_config.yml").write_text(CONFIG.replace("pet: {create", f"pet: {more}"), encoding="utf-8")
    text = check(capsys)
    assert "no update, and" not in text
    assert "nothing is required" not in text


def test_init_ends_with_the_same_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--like", "tfplugingen-openapi", "--force", "openapi.yaml"]) == 0
    assert "nothing is required, though create takes a body\n" in capsys.readouterr().err
    assert main(["init", "--force", "openapi.yaml"]) == 0
    assert "nothing is required, though create takes a body\n" not in capsys.readouterr().err


BARE = """\
provider: {name: zoo}
resources:
  pet:
    create: {path: /pets, method: POST}
    read: {path: "/pets/{id}", method: GET}
    schema:
      ignores:
        - odd
        - kind # our own
        - other
  vat:
    create: {path: /vats, method: POST, request: {ignore: true}}
    read: {path: "/pets/{id}", method: GET}
    schema: {ignores: [odd, other]}
"""
CHOICE = {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "string"}}}]}


def test_what_is_ignored_without_a_reason_is_told_and_gets_one(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pet = {"type": "object", "required": ["odd", "kind"], "properties": {"odd": CHOICE, "kind": {}, "other": CHOICE}}
    body = {"content": {"application/json": {"schema": pet}}}
    post = {"requestBody": body, "responses": {"201": body}}
    vats = {"requestBody": {"content": {"application/json": {"schema": {"type": "array"}}}}, "responses": {"201": body}}
    get = {"parameters": [{"name": "id", "in": "path", "required": True}], "responses": {"200": body}}
    paths = {"/pets": {"post": post}, "/vats": {"post": vats}, "/pets/{id}": {"get": get}}
    api = {"openapi": "3.0.3", "info": {"title": "Zoo", "version": "1"}, "paths": paths}
    Path("openapi.yaml").write_text(json.dumps(api))
    Path("generator_config.yml").write_text(BARE)
    assert main(["generate", "--output", "spec.json", "openapi.yaml"]) == 0
    capsys.readouterr()

    def told() -> list[str]:
        main(["check", "--output", "spec.json", "openapi.yaml"])
        lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("note: ")]
        return [line.partition(": this leaves out ")[2].partition(",")[0] for line in lines]

    assert told() == ["the required property odd", "the required property odd", "the create request body"]
    assert main(["settle", "--write", "openapi.yaml"]) in (0, 3)
    lines = Path("generator_config.yml").read_text().splitlines()
    because = "OAS305: oneOf is a choice between string and object"
    assert lines[7:10] == [f"        - odd # {because}", "        - kind # our own", f"        - other # {because}"]
    assert lines[11].startswith(f"{BARE.splitlines()[11]} # OAS325: the create request body is of type array")
    assert told() == []
    main(["settle", "openapi.yaml"])
    assert capsys.readouterr().out == ""


def test_what_nothing_settles_is_left_and_counted(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = {"content": {"application/json": {"schema": {"properties": {"name": {"type": "string", "Enum": ["a"]}}}}}}
    path = {"post": {"requestBody": body, "responses": {"201": body}}, "get": {"responses": {"200": body}}}
    api = {"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": {"/pet": path}}
    Path("openapi.yaml").write_text(json.dumps(api))
    Path("generator_config.yml").write_text(
        "provider: {name: zoo}\n"
        "resources: {pet: {create: {path: /pet, method: POST}, read: {path: /pet, method: GET}}}\n"
    )
    assert main(["settle", "openapi.yaml"]) == 3
    told = capsys.readouterr().err
    assert "OAS411: resource pet, attribute name" in told
    assert told.endswith("\nleft for a person to decide: 1 diagnostic\nfixed 0 of 1 diagnostic\n")
    Path("openapi.yaml").write_text(json.dumps(api).replace('"Enum"', '"enum"'))
    assert main(["settle", "openapi.yaml"]) == 0
    assert capsys.readouterr().err == "nothing to fix\n"
