"""The schemas that an entry of a generator config is made of."""

import re
from collections.abc import Iterator
from typing import Any

from .description import Description, Place

SUCCESS = re.compile(r"0*2[0-9][0-9]")


def operation(api: Description, entry: dict[str, Any]) -> tuple[Place | None, Place | None]:
    """The path item and the operation that a config names."""
    paths = api.root.at("paths")
    item = api.follow(paths.at(entry["path"])) if paths else None
    return item, item.at(entry["method"].lower()) if item else None


def request(api: Description, operation: Place, item: Place) -> Place | None:
    """The schema of the request body."""
    if body := api.follow(operation.at("requestBody")):
        return _content(api, body.at("content"))
    if not api.swagger:
        return None
    form: dict[str, Any] = {}
    for parameter in (*_listed(api, operation), *_listed(api, item)):
        if parameter.value.get("in") == "body" and (schema := parameter.at("schema")):
            return schema
        if parameter.value.get("in") == "formData":
            form.setdefault(parameter.value["name"], {k: v for k, v in parameter.value.items() if k != "in"})
    return Place(operation.file, {"type": "object", "properties": form}) if form else None


def response(api: Description, operation: Place) -> Place | None:
    """The schema of the success response."""
    responses = api.follow(operation.at("responses"))
    if responses is None or not isinstance(responses.value, dict):
        return None
    codes = [str(code) for code in responses.value if SUCCESS.fullmatch(str(code))]
    codes.sort(key=lambda code: (code != "200", code != "201", code))
    for code in [*codes, *(word for word in ("2XX", "2xx") if word in responses.value)]:
        found = api.follow(responses.at(code))
        if found is None:
            return None
        schema = found.at("schema") if api.swagger else _content(api, found.at("content"))
        if schema:
            return schema
    return None


def parameters(api: Description, operation: Place, item: Place) -> dict[tuple[str, str], Place | None]:
    """The schemas of path and query parameters by name and place."""
    found: dict[tuple[str, str], Place | None] = {}
    for parameter in (*_listed(api, item), *_listed(api, operation)):
        value = parameter.value
        if value.get("in") in ("path", "query") and "name" in value:
            schema = parameter.at("schema") or (parameter if api.swagger else _content(api, parameter.at("content")))
            found[str(value["name"]), value["in"]] = schema
    return found


def _listed(api: Description, holder: Place) -> Iterator[Place]:
    for entry in (holder.at("parameters") or Place(holder.file, [])).entries():
        found = api.follow(entry)
        if found is not None and isinstance(found.value, dict):
            yield found


def _content(api: Description, content: Place | None) -> Place | None:
    names = sorted(content.value, key=lambda name: (name != "application/json", name)) if content else []
    for name in names:
        media_type = api.follow(content.at(name)) if content else None
        if media_type and (schema := media_type.at("schema")):
            return schema
    return None
