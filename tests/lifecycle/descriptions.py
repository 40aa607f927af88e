"""Small descriptions in which resources live, or once did not. Each shows one class of reasons."""

import re
from textwrap import dedent, indent

_HEAD = "openapi: 3.0.3\ninfo: {title: Orchard, version: '1'}\n"
_JSON = re.compile(r"\{\{(\w+)\}\}")


def description(paths: str, schemas: str) -> str:
    """A description with these paths and schemas; `{{Name}}` stands for JSON with the schema of this name."""
    text = f"{_HEAD}paths:\n{_at(2, paths)}\ncomponents:\n  schemas:\n{_at(4, schemas)}\n"
    return _JSON.sub(r"{application/json: {schema: {$ref: '#/components/schemas/\1'}}}", text)


def _at(column: int, text: str) -> str:
    return indent(dedent(text).strip(), " " * column)


_TREE = """
    Trees: {type: array, items: {$ref: '#/components/schemas/Tree'}}
    Tree:
      type: object
      required: [kind]
      properties:
        id: {type: string, readOnly: true}
        kind: {type: string, enum: [apple, pear], example: apple}
        label: {type: string}
        height: {type: integer}
        planted_at: {type: string, format: date-time, readOnly: true}
        soil: {type: object, required: [ph], properties: {ph: {type: number}, wet: {type: boolean}}}
"""

TREES = description(
    """
    /trees:
      post:
        requestBody: {required: true, content: {{Tree}}}
        responses: {'201': {description: made, content: {{Tree}}}}
      get:
        responses: {'200': {description: all, content: {{Trees}}}}
    /trees/{id}:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Tree}}}}}
      put:
        requestBody: {required: true, content: {{Tree}}}
        responses: {'200': {description: changed, content: {{Tree}}}}
      patch:
        requestBody: {content: {application/json: {schema: {type: object, properties: {label: {type: string}}}}}}
        responses: {'200': {description: changed, content: {{Tree}}}}
      delete: {responses: {'204': {description: gone}}}
    """,
    _TREE,
)
"""One resource that lacks nothing."""

SETTINGS = description(
    """
    /settings:
      get: {responses: {'200': {description: all, content: {{Settings}}}}}
      put:
        requestBody: {content: {{Settings}}}
        responses: {'200': {description: changed, content: {{Settings}}}}
    """,
    "Settings: {type: object, properties: {color: {type: string}, secret: {type: string, writeOnly: true}}}",
)
"""An object that always exists."""

BASKETS = description(
    """
    /orchards/{orchard}/baskets:
      parameters: [{name: orchard, in: path, required: true, schema: {type: string}}]
      post:
        parameters: [{name: as, in: query, required: true, schema: {type: string}}]
        requestBody: {content: {{NewBasket}}}
        responses: {'201': {description: made, content: {{Basket}}}}
    /orchards/{orchard}/baskets/{name}:
      parameters:
      - {name: orchard, in: path, required: true, schema: {type: string}}
      - {name: name, in: path, required: true, schema: {type: string}}
      get: {responses: {'200': {description: one, content: {{Basket}}}}}
      delete: {responses: {'204': {description: gone}}}
    """,
    """
    NewBasket: {type: object, properties: {basket: {$ref: '#/components/schemas/BasketItem'}}}
    Basket: {type: object, properties: {basket: {$ref: '#/components/schemas/BasketItem'}}}
    BasketItem:
      type: object
      required: [name]
      properties:
        name: {type: string}
        full: {type: boolean, default: false}
        marks: {type: object, additionalProperties: {type: string}}
        load: {oneOf: [{type: string}, {type: object, properties: {kilos: {type: integer}}}]}
    """,
)
"""Objects in envelopes, identified by a name below a parent."""
