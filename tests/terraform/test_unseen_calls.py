"""What is told of a data source does not depend on whether something shows what its calls take."""

import json
from pathlib import Path
from typing import Any

import pytest

from ..support import generate, write_code_spec

TEXT = {"type": "string"}


def _body(**properties: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": {"type": "object", "properties": properties}}}}


def _parameter(place: str, name: str) -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "schema": TEXT}


@pytest.mark.parametrize(
    "schema",
    [
        "",
        "{attributes: {aliases: {read.path.id: name}}}",
        "{attributes: {aliases: {path.id: who}}}",
        "{attributes: {aliases: {read.path.nobody: name}}}",
        "{ignores: [id]}",
        "{ignores: [path.id, nobody]}",
        "{ignores: [extra]}",
        "{ignores: [X-Kennel]}",
        "{ignores: [header.X-Kennel]}",
    ],
)
def test_a_data_source_has_the_same_notes_where_nothing_shows_its_calls(schema: str, tmp_path: Path) -> None:
    read = {
        "parameters": [_parameter("path", "id"), _parameter("header", "X-Kennel")],
        "requestBody": _body(extra=TEXT),
        "responses": {"200": _body(id=TEXT, name=TEXT)},
    }
    (tmp_path / "api.json").write_text(json.dumps({"openapi": "3.0.0", "paths": {"/dogs/{id}": {"get": read}}}))
    entry = f"read: {{path: '/dogs/{{id}}', method: GET}}, schema: {schema or '{}'}"
    (tmp_path / "c.yml").write_text(f"provider: {{name: zoo}}\ndata_sources: {{dog: {{{entry}}}}}\n")
    shown, unseen = (
        generate(tmp_path / "api.json", tmp_path / "c.yml", tmp_path, references=seen) for seen in (True, False)
    )
    assert [one.message for one in unseen.diagnostics] == [one.message for one in shown.diagnostics]
    assert write_code_spec(unseen) == write_code_spec(shown)
