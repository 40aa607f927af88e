"""What a description declares as it stands: the type of a schema, the only value that it allows, a header."""

from typing import Any

from mapper.inputs import Node

from .operations import Api, ApiOperation


def type_of(api: Api, schema: Node | None) -> str:
    """The type of a schema of the API, behind its references; empty if it says none."""
    content = api.documents.behind(schema).value if schema is not None else None
    type_ = content.get("type") if isinstance(content, dict) else None
    return type_ if isinstance(type_, str) else ""


def constant_of(schema: Any) -> Any:
    """The only value that a schema allows, else its default; None without one."""
    if not isinstance(schema, dict):
        return None
    values = schema.get("enum")
    if isinstance(values, list) and len(values) == 1:
        return values[0]
    return schema.get("const", schema.get("default"))


def location_header(api: Api, operation: ApiOperation | None) -> Node | None:
    """The header `Location` of a success response of an operation."""
    responses = operation.node.get("responses") if operation and operation.node else None
    for code, response in responses.members() if responses is not None else ():
        headers = api.documents.behind(response).get("headers") if code.startswith("2") else None
        for name, header in headers.members() if headers is not None else ():
            if name.lower() == "location":
                return header
    return None
