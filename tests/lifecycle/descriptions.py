"""Small descriptions in which resources live, or once did not. Each shows one class of reasons."""

import re
from textwrap import dedent, indent

_HEAD = "openapi: 3.0.3\ninfo: {title: Orchard, version: '1'}\n"
_JSON = re.compile(r"\{\{(\w+)\}\}")


def description(paths: str, schemas: str) -> str:
    """A description with these paths and schemas; `{{Name}}` stands for JSON with the schema of this name."""
    text = f"{_HEAD}paths:\n{_at(2, paths)}\ncomponents:\n  schemas:\n{_at(4, schemas)}\n"
    return _JSON.sub(r"{application/json: {schema: {$ref: '#/components/schemas/\1'}}}", text)


def items(path: str, made: str, read: str, changed: str, method: str) -> str:
    """The paths of a collection and its items, which `path` is called; each operation but DELETE has a body.

    `made`, `read` and `changed` are the names of schemas, and `method` is that of an update.
    """

    def parameters(of: str) -> str:
        fields = "in: path, required: true, schema: {type: string}"
        return f"[{', '.join(f'{{name: {name}, {fields}}}' for name in re.findall(r'{(.+?)}', of))}]"

    above = path.rpartition("/")[0]
    return dedent(f"""
        {above}:
          parameters: {parameters(above)}
          post:
            requestBody: {{required: true, content: {{{{{made}}}}}}}
            responses: {{'201': {{description: made, content: {{{{{read}}}}}}}}}
        {path}:
          parameters: {parameters(path)}
          get: {{responses: {{'200': {{description: one, content: {{{{{read}}}}}}}}}}}
          {method}:
            requestBody: {{required: true, content: {{{{{changed}}}}}}}
            responses: {{'200': {{description: changed, content: {{{{{read}}}}}}}}}
          delete: {{responses: {{'204': {{description: gone}}}}}}
    """)


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

DOGS = description(
    """
    /dogs:
      post:
        requestBody: {content: {{NewDog}}}
        responses: {'201': {description: made, content: {{Dog}}}}
    /dogs/{dog}:
      parameters: [{name: dog, in: path, required: true, description: name of the dog, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Dog}}}}}
      delete: {responses: {'204': {description: gone}}}
    /cats/{catname}:
      parameters: [{name: catname, in: path, required: true, schema: {type: string}}]
      post:
        summary: Create a cat
        requestBody: {content: {{NewCat}}}
        responses: {'201': {description: made}}
      put:
        summary: Update a cat
        requestBody: {content: {{NewCat}}}
        responses: {'204': {description: changed}}
      get: {responses: {'200': {description: one, content: {{Cat}}}}}
      delete: {responses: {'204': {description: gone}}}
    /zoos/{zoo}/cats/{catname}:
      parameters:
      - {name: zoo, in: path, required: true, schema: {type: string}}
      - {name: catname, in: path, required: true, schema: {type: string}}
      post:
        summary: Create a cat of a zoo
        requestBody: {content: {{NewCat}}}
        responses: {'201': {description: made}}
      put:
        summary: Update a cat of a zoo
        requestBody: {content: {{NewCat}}}
        responses: {'204': {description: changed}}
      get: {responses: {'200': {description: one, content: {{Cat}}}}}
      delete: {responses: {'204': {description: gone}}}
    /users:
      post:
        requestBody: {content: {{User}}}
        responses: {'201': {description: made, content: {{User}}}}
    /users/{username}:
      parameters: [{name: username, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{User}}}}}
      delete: {responses: {'204': {description: gone}}}
    """,
    """
    NewDog: {type: object, required: [name], properties: {name: {type: string}}}
    Dog: {type: object, properties: {id: {type: integer}, name: {type: string}}}
    NewCat: {type: object, required: [color], properties: {color: {type: string}}}
    Cat: {type: object, properties: {name: {type: string}, color: {type: string}, zoo_id: {type: integer}}}
    User: {type: object, required: [name], properties: {name: {type: string}, count: {type: integer}}}
    """,
)
"""Objects that paths call by a name, though they have a number; and a POST at the path of what it makes."""

PICNICS = description(
    """
    /picnics:
      post:
        requestBody: {required: true, content: {{NewPicnic}}}
        responses: {'201': {description: made, content: {{Picnic}}}}
    /picnics/{id}:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Picnic}}}}}
      put:
        requestBody: {content: {{ChangedPicnic}}}
        responses: {'200': {description: changed, content: {{Picnic}}}}
      delete: {responses: {'204': {description: gone}}}
    /letters:
      post:
        requestBody: {required: true, content: {{Letter}}}
        responses: {'201': {description: made, content: {{Letter}}}}
    /letters/{letter_id}:
      parameters: [{name: letter_id, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Letter}}}}}
      delete: {responses: {'204': {description: gone}}}
    """,
    """
    Common:
      type: object
      required: [title]
      properties:
        title: {type: string}
        colors: {type: array, items: {type: string, enum: [red, blue]}}
        data: {type: object}
        load: {type: array, items: {oneOf: [{type: object, required: [kilos], properties: {kilos: {type: integer}}}]}}
        size: {oneOf: [{$ref: '#/components/schemas/Box'}, {type: string}]}
    Box: {type: object, required: [wide], properties: {wide: {type: integer}, note: {type: string}}}
    Cold: {type: object, required: [bread], properties: {bread: {type: string}, knife: {type: boolean}}}
    Warm: {type: object, required: [stove], properties: {stove: {type: string}, fuel: {type: string}}}
    NewPicnic:
      allOf:
      - {$ref: '#/components/schemas/Common'}
      - {required: [colors, data, size]}
      - {oneOf: [{$ref: '#/components/schemas/Cold'}, {$ref: '#/components/schemas/Warm'}]}
    ChangedPicnic: {type: object, properties: {title: {type: string}, weather: {type: string, example: rain}}}
    Picnic:
      allOf:
      - {$ref: '#/components/schemas/Common'}
      - type: object
        properties: {id: {type: string}, weather: {type: string}, bread: {type: string}, stove: {type: string}}
    Kind: {type: string, enum: [letters]}
    Letter:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, attributes]
          properties:
            id: {type: string, readOnly: true}
            type: {$ref: '#/components/schemas/Kind'}
            attributes: {type: object, required: [text], properties: {text: {type: string}, stamps: {type: integer}}}
    """,
)
"""Bodies of which a wrong example is refused: enums in lists, JSON, one of several objects, constants in references."""

OVENS = description(
    """
    /ovens:
      post:
        requestBody: {required: true, content: {{NewOven}}}
        responses: {'201': {description: made, content: {{Oven}}}}
    /ovens/{id}:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Oven}}}}}
      patch:
        requestBody: {content: {{NewOven}}}
        responses: {'200': {description: changed, content: {{Oven}}}}
      delete: {responses: {'204': {description: gone}}}
    """,
    """
    Door: {type: object, required: [kind], properties: {kind: {type: string}, panes: {type: integer}}}
    Fuel:
      oneOf:
      - {title: gas, type: object, required: [bar], properties: {bar: {type: integer}}}
      - {title: wood, type: object, required: [tree], properties: {tree: {type: string}}}
    NewOven:
      type: object
      required: [name]
      properties:
        name: {type: string}
        door: {$ref: '#/components/schemas/Door'}
        racks: {type: array, items: {$ref: '#/components/schemas/Door'}}
        fuel: {$ref: '#/components/schemas/Fuel'}
    Oven:
      allOf:
      - {$ref: '#/components/schemas/NewOven'}
      - {type: object, required: [door, racks, fuel], properties: {id: {type: string, readOnly: true}}}
    """,
)
"""Objects with required members that the API fills if a request leaves them out."""

EXAMPLES = """
openapi: 3.0.3
info: {title: Ships, version: "1"}
paths:
  /ships:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties: {name: {type: string}, flag: {type: string, nullable: true}}
            examples:
              fits: {value: {name: Aurora, flag: blue}}
              refused: {value: {flag: blue}}
      responses:
        "201":
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Answer"}
              example: {ship: {number: s-7, name: Aurora, flag: blue}}
  /ships/{ship_number}:
    get:
      parameters: [{name: ship_number, in: path, required: true, schema: {type: string, example: s-7}}]
      responses:
        "200":
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Answer"}
              example: {ship: {number: s-7, name: Aurora, flag: blue}}
components:
  schemas:
    Answer:
      type: object
      properties:
        ship:
          type: object
          properties: {number: {type: string}, name: {type: string}, flag: {type: string, nullable: true}}
"""

BEDS = description(
    items("/beds/{id}", "NewBed", "Bed", "NewBed", "patch"),
    """
    NewBed:
      type: object
      properties:
        label: {type: string}
        plants:
          type: array
          items: {oneOf: [{$ref: '#/components/schemas/NewRose'}, {$ref: '#/components/schemas/NewFern'}]}
    Bed:
      type: object
      required: [plants]
      properties:
        id: {type: string}
        label: {type: string}
        plants:
          type: array
          items: {oneOf: [{$ref: '#/components/schemas/Rose'}, {$ref: '#/components/schemas/Fern'}]}
    NewRose: {type: object, required: [color], properties: {color: {type: string}}}
    NewFern: {type: object, required: [size], properties: {size: {type: integer}}}
    Rose: {type: object, required: [color], properties: {color: {type: string}}}
    Fern: {type: object, required: [size], properties: {size: {type: integer}}}
    """,
)
"""Variants that have other names in responses."""

RESOURCE_OBJECTS = description(
    items("/boats/{boat_id}", "NewBoat", "Boat", "Boat", "patch")
    + items("/crews/{id}", "NewCrew", "Crew", "Crew", "patch")
    + items("/ports/{port_id}/berths/{berth_id}", "Berth", "Berth", "Berth", "put"),
    """
    NewBoat:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, attributes]
          properties:
            type: {type: string, enum: [boats]}
            attributes: {$ref: '#/components/schemas/OfBoat'}
    Boat:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, id, attributes]
          properties:
            id: {type: string}
            type: {type: string, enum: [boats]}
            attributes: {$ref: '#/components/schemas/OfBoat'}
    OfBoat: {type: object, required: [label], properties: {label: {type: string}}}
    NewCrew:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, attributes]
          properties:
            type: {type: string, enum: [crews]}
            attributes: {type: object, required: [size], properties: {size: {type: integer}}}
    Crew:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, id, attributes]
          properties:
            id: {type: string}
            type: {type: string, enum: [crews]}
            attributes:
              type: object
              properties: {size: {type: integer}, crew_id: {type: string, readOnly: true}}
    Berth:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, id, attributes]
          properties:
            id: {type: string}
            type: {type: string, enum: [berths]}
            attributes: {type: object, properties: {depth: {type: number}, roofed: {type: boolean}}}
    """,
)
"""Resource objects of JSON:API: an update repeats the identifier, and users choose one. A text is one of attributes."""

WORKSHOP = description(
    items("/halls/{hall_id}/tools/{number}", "NewTool", "OneTool", "Tool", "put")
    + dedent("""
    /halls/{hall_id}/tools/{number}/parts:
      parameters:
      - {name: hall_id, in: path, required: true, schema: {type: string}}
      - {name: number, in: path, required: true, schema: {type: integer}}
      get: {responses: {'200': {description: all, content: {{Parts}}}}}
      post:
        parameters: [{name: dry-run, in: query, schema: {type: boolean, default: false}}]
        requestBody: {required: true, content: {{Part}}}
        responses: {'201': {description: made, content: {{Part}}}}
    /halls/{hall_id}/tools/{number}/parts/{name}:
      parameters:
      - {name: hall_id, in: path, required: true, schema: {type: string}}
      - {name: number, in: path, required: true, schema: {type: integer}}
      - {name: name, in: path, required: true, schema: {type: string}}
      get: {responses: {'200': {description: one, content: {{Part}}}}}
      patch:
        requestBody: {content: {{PartChange}}}
        responses: {'200': {description: changed, content: {{Part}}}}
      delete: {responses: {'202': {description: going}}}
    /halls/{hall_id}/rules:
      parameters: [{name: hall_id, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Rules}}}}}
      put:
        requestBody: {content: {{Rules}}}
        responses: {'200': {description: set, content: {{Rules}}}}
    """),
    """
    NewTool:
      type: object
      required: [kind, size]
      properties:
        kind: {type: string, enum: [saw, drill]}
        size: {type: number, minimum: 2, maximum: 9}
        note: {type: string, nullable: true}
        secret: {type: string, format: password}
        key: {type: string, writeOnly: true}
        on: {type: boolean, default: true}
        retries: {type: integer, default: 3}
        grips: {type: array, items: {type: string}, uniqueItems: true}
        sizes: {type: object, additionalProperties: {type: integer}}
        owner: {type: object, properties: {name: {type: string}, mail: {type: string, format: email}}}
        drive:
          oneOf:
          - {type: object, required: [volts], properties: {volts: {type: integer}}}
          - {type: object, required: [bar], properties: {bar: {type: number}, hose: {type: string}}}
        any: {type: object}
    Tool:
      allOf:
      - {$ref: '#/components/schemas/NewTool'}
      - type: object
        required: [number, made, state]
        properties:
          number: {type: integer, readOnly: true}
          hallId: {type: string, readOnly: true}
          uid: {type: string, format: uuid, readOnly: true}
          made: {type: string, format: date-time, readOnly: true}
          day: {type: string, format: date, readOnly: true}
          state: {type: string, enum: [new, used, null], default: new, readOnly: true}
          fixed: {type: string, const: steel, readOnly: true}
          count: {type: integer, minimum: 5000, readOnly: true}
          part: {type: number, maximum: 7, readOnly: true}
          ready: {type: boolean, default: true, readOnly: true}
          idle: {type: boolean, readOnly: true}
          color: {type: string, default: grey, readOnly: true}
          labels: {type: array, items: {type: string}, readOnly: true}
          lists: {type: array, items: {type: array, items: {type: integer}}, readOnly: true}
          meta: {type: object, additionalProperties: {type: string}, readOnly: true}
          free: {type: object, readOnly: true}
          none: {type: object, properties: {}, readOnly: true}
          deep:
            type: object
            readOnly: true
            properties:
              secret: {type: string, format: password}
              number: {type: integer}
              next: {$ref: '#/components/schemas/Deep'}
          choice: {readOnly: true, oneOf: [{$ref: '#/components/schemas/Deep'}, {type: string}]}
    Deep: {type: object, required: [in], properties: {in: {$ref: '#/components/schemas/Deep'}, hall_id: {type: string}}}
    OneTool:
      type: object
      properties:
        data: {$ref: '#/components/schemas/Tool'}
        errors: {type: array, items: {type: string}}
        warnings: {type: array, items: {type: string}}
        ok: {type: boolean, default: false}
        trace: {type: string}
        token: {type: string, writeOnly: true}
    Parts:
      type: object
      properties:
        total: {type: integer}
        parts: {type: array, items: {$ref: '#/components/schemas/Part'}}
        next: {type: string, nullable: true}
    Part:
      type: object
      required: [name]
      properties:
        name: {type: string, pattern: '^[a-z]+$', minLength: 2, maxLength: 12}
        weight: {type: number, exclusiveMinimum: true, minimum: 0}
        tags:
          type: array
          minItems: 1
          items: {type: object, required: [key], properties: {key: {type: string}, value: {type: string}}}
        etag: {type: string, readOnly: true}
      additionalProperties: {type: string}
    PartChange: {type: object, properties: {weight: {type: number}, tags: {type: array, items: {type: object}}}}
    Rules:
      type: object
      properties: {quiet: {type: boolean}, hours: {type: array, items: {type: integer, minimum: 0, maximum: 23}}}
    """,
)
"""Values of all kinds that an API invents, keeps, hides or fills; integers in paths, and a singleton in a parent."""
