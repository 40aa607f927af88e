"""The Zoo: the smallest API with something to make and to read back. A test says what a pet is, and nothing else.

Lines 1 to 13 of a description are always the same ones; the schemas of the test begin on line 14.
"""

from textwrap import indent

CONFIG = """\
provider: {name: zoo}
resources:
  pet:
    create: {path: /pets, method: POST}
    read: {path: "/pets/{id}", method: GET}
"""

_API = """\
openapi: 3.0.3
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {$ref: "REQUEST"}}}}
      responses: {"201": {headers: {Location: {}}, content: {application/json: {schema: {$ref: "RESPONSE"}}}}}
  /pets/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: IDENTIFIER}}]
      responses: {"200": {description: One., content: {application/json: {schema: {$ref: "RESPONSE"}}}}}
"""
_LOCAL = "#/components/schemas/"


def api(schemas: str, *, request: str = "Pet", response: str = "Pet", identifier: str = "integer") -> str:
    """A description with these schemas, written from the first column on.

    `request` and `response` are the schemas of the bodies: the name of one of them, or a reference to elsewhere.
    `identifier` is the type of the parameter `id`.
    """
    words = {"REQUEST": _reference(request), "RESPONSE": _reference(response), "IDENTIFIER": identifier}
    text = _API
    for word, value in words.items():
        text = text.replace(word, value)
    return f"{text}components:\n  schemas:\n{indent(schemas, '    ')}" if schemas else text


def _reference(schema: str) -> str:
    return schema if "#" in schema else _LOCAL + schema
