"""What mutation starts from: a small description that holds something of everything, and random ones."""

from random import Random

from tests.test_properties import as_flow_yaml, as_json, as_yaml, description

from . import files, smithy, splice, systems
from .mutate import mutate

API = b"""\
openapi: 3.1.0
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/S0"}}}}
      responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/S1"}}}}}
    get:
      parameters: [{name: id, in: query, schema: {type: string, pattern: "^[a-z]+$", default: a}}]
      responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/S2"}}}}}
components:
  schemas:
    S0: &crumb
      type: object
      required: [name]
      properties:
        name: {type: string, minLength: 1, maxLength: 0x40, enum: [rye, null, .5]}
        heat: {type: [integer, "null"], minimum: -1, maximum: 1e3, default: 07}
        next: {$ref: "#/components/schemas/S0"}
        bag: {type: object, additionalProperties: {type: array, items: {$ref: "#/components/schemas/S3"}}}
    S1: {<<: *crumb, description: "A crumb\\u2028."}
    S2: {type: array, uniqueItems: true, items: {allOf: [{$ref: "#/components/schemas/S1"}, {required: [heat]}]}}
    S3: {oneOf: [{type: string, format: password}, {type: object, properties: {a: {type: boolean}}}]}
"""
_PATTERNS = [
    b"^[a-z0-9]+(?:-[a-z0-9]+)*$",
    b"(a+)+$",
    rb"^(?!-)\d{1,3}\p{L}[^\W_]$",
    b"(x{1000}){1000}",
    rb"\x41[[:alpha:]]\Z",
]


def seed(target: str, random: Random) -> bytes:
    """One input that a target takes, most of the time."""
    if target in ("spec", "model"):
        return splice.seed(target, random)
    if target == "smithy":
        return smithy.seed(random)
    if target in systems.TARGETS:
        return systems.seed(target, random)
    if target in files.TARGETS:
        return files.seed(target, random)
    if target == "pattern":
        return random.choice(_PATTERNS)
    if random.randrange(4) == 0:
        return API
    return random.choice([as_json, as_json, as_flow_yaml, as_yaml])(description(random))


def changed(target: str, data: bytes, random: Random) -> bytes:
    """An input of a target with changes that suit it."""
    if target == "smithy":
        return smithy.changed(data, random)
    if target in systems.TARGETS:
        return systems.changed(target, data, random)
    if target in files.TARGETS:
        return files.changed(target, data, random)
    return splice.change(data, random) if target in ("spec", "model") else mutate(data, random)
