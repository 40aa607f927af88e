"""Small descriptions of dogs, for tests of the mock."""

import json
from pathlib import Path
from typing import Any

from mapper.programs.trial.mock.api import ApiModel, Mock

from .folder import read_description

TEXT, NUMBER, IDENTIFIER = {"type": "string"}, {"type": "integer"}, {"type": "string", "readOnly": True}


def thing(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def content(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def api(
    request: Any, response: Any, read: Any, *, name: str = "dog_id", kind: Any = None, text: str = "", post: Any = None
) -> dict[str, Any]:
    """Dogs that POST makes; GET and DELETE have the parameter `name`."""
    parameter = {"name": name, "in": "path", "required": True, "schema": kind or TEXT, "description": text}
    answer = {"responses": {"200": content(read)}}
    change = {} if post is None else {"post": post}
    item = {"parameters": [parameter], "get": answer, **change, "delete": {"responses": {"204": {}}}}
    make = {"post": {"requestBody": content(request), "responses": {"201": content(response)}}}
    return {"/dogs": make, f"/dogs/{{{name}}}": item}


def mock(folder: Path, paths: dict[str, Any], **schemas: Any) -> Mock:
    path, info = folder / "openapi.json", {"title": "Dogs", "version": "1"}
    described = {"openapi": "3.0.3", "info": info, "paths": paths, "components": {"schemas": schemas}}
    path.write_text(json.dumps(described))
    return Mock(ApiModel(read_description(path)))


DOG = thing(id=IDENTIFIER, name=TEXT)
SENT = {"name": "Rex"}
