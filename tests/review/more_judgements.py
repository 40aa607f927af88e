"""More constructed pairs of states: what is written otherwise and means the same, what nobody has to act on, and what
stands beside the cases of `judgement_cases.py`."""

from mapper.model import Mapping

from ..support import data_source, resource
from .judgement_cases import (
    CASES,
    INT,
    MB,
    NAME,
    TWO,
    B,
    M,
    N,
    S,
    api,
    case,
    limited,
    made_by,
    overridden,
    reading,
    typed,
)
from .pairs import EITHER, PAIRS, attribute, custom, it, listed, mapped, nested, planned, spec

__all__ = ["CASES"]

REFERENCE = "{$ref: '#/components/schemas/M'}"
SHARED = f"create: {{type: object, properties: {{one: {REFERENCE}, two: {REFERENCE}}}}}"


def read_by(parameter: str, *, required: bool = True, schema: str = S) -> Mapping:
    """A data source with a parameter."""
    where = f"{{name: {parameter}, in: query, required: {str(required).lower()}, schema: {schema}}}"
    return data_source(f"read: {{type: object, properties: {{name: {{type: string}}}}}}\nparameters: [{where}]").mapping


def settings(**statuses: str) -> Mapping:
    """A provider by its own settings: their types and statuses."""
    made = []
    for name, words in statuses.items():
        kind, status = words.split()
        made.append({"name": name, kind: {"optional_required": status}})
    return spec(provider=made)


def value(status: str, **members: object) -> Mapping:
    return it(status, "string", **members)


def block(mode: str, *attributes: dict[str, object]) -> Mapping:
    """A resource with a block."""
    inner = {"attributes": list(attributes)}
    schema = {"blocks": [{"name": "it", f"{mode}_nested": {"nested_object": inner} if mode != "single" else inner}]}
    return spec(resources=[{"name": "oven", "schema": schema}])


def entity(**schema: object) -> Mapping:
    return spec(resources=[{"name": "oven", "schema": {"attributes": [attribute("it")], **schema}}])


# --- written otherwise, and the same

case("properties in another order", api(f"a: {S}, b: {INT}"), api(f"b: {INT}, a: {S}"))
case(
    "required names in another order", api(f"a: {S}, b: {S}", required="a, b"), api(f"a: {S}, b: {S}", required="b, a")
)
case("a title is another", api("a: {type: string, title: A}"), api("a: {type: string, title: B}"))
case("an example is another", api("a: {type: string, example: x}"), api("a: {type: string, example: y}"))
case("null is written in another way", api("a: {type: string, nullable: true}"), api("a: {type: [string, 'null']}"))
case("a format that means nothing", api("a: {type: string}"), api("a: {type: string, format: slug}"))
case("the width of an integer", api(f"a: {INT}"), api("a: {type: integer, format: int64}"))
case("additional properties of an object with properties", api(M), api(f"{M[:-1]}, additionalProperties: false}}"))
case("an extension comes", api(f"a: {S}"), api("a: {type: string, x-order: 1}"))
case(
    "a default is written with other digits",
    api("a: {type: number, default: 1}"),
    api("a: {type: number, default: 1.0}"),
)
case(
    "a limit is written with other digits", api("a: {type: number, maximum: 9}"), api("a: {type: number, maximum: 9.0}")
)
case(
    "a limit that no value meets anyway",
    api("a: {type: string, enum: [a]}"),
    api("a: {type: string, enum: [a], minLength: 0}"),
)
case(
    "parameters in the config that change nothing",
    api(f"a: {S}"),
    api(f"a: {S}", config=overridden("a", description="''")),
)
case(
    "what is required in the answer only",
    api(NAME, f"{NAME}, b: {S}"),
    api(NAME, f"{NAME}, b: {{type: string, description: ''}}"),
)

# --- statuses

case("required becomes optional", value("required"), value("optional"))
case("required becomes optional and computed", value("required"), value(EITHER))
case("optional becomes read-only", value("optional"), value("computed"))
case("two attributes come, one is required", api(NAME), api(f"{NAME}, a: {S}, b: {S}", required="b"))
case("a required attribute goes", api(f"{NAME}, a: {S}", required="a"), api(NAME))
case(
    "a required child goes",
    api("m: {type: object, required: [b], properties: {a: {type: string}, b: {type: string}}}"),
    api(M),
)
case("an optional child comes", api(M), api(MB))
case("a child of what is read comes", api(NAME, f"{NAME}, {M}"), api(NAME, f"{NAME}, {MB}"))
case("a child of what is read goes", api(NAME, f"{NAME}, {MB}"), api(NAME, f"{NAME}, {M}"))
case(
    "a required attribute becomes optional in an object that is required",
    api("m: {type: object, required: [a], properties: {a: {type: string}}}", required="m"),
    api(M, required="m"),
)

# --- types

case("a text becomes a list of texts", api(f"a: {S}"), api("a: {type: array, items: {type: string}}"))
case(
    "a list becomes unique",
    api("a: {type: array, items: {type: string}}"),
    api("a: {type: array, uniqueItems: true, items: {type: string}}"),
)
case(
    "a list of texts becomes a list of objects",
    api("a: {type: array, items: {type: string}}"),
    api("a: {type: array, items: {type: object, properties: {b: {type: string}}}}"),
)
case(
    "a map of texts becomes a map of objects",
    api("a: {type: object, additionalProperties: {type: string}}"),
    api("a: {type: object, additionalProperties: {type: object, properties: {b: {type: string}}}}"),
)
case(
    "a map of texts becomes a map of integers",
    api("a: {type: object, additionalProperties: {type: string}}"),
    api("a: {type: object, additionalProperties: {type: integer}}"),
)
case("an object becomes a map", api(M), api("m: {type: object, additionalProperties: {type: string}}"))
case("a number becomes an integer", api(f"a: {N}"), api(f"a: {INT}"))
case("a text becomes a truth", api(f"a: {S}"), api(f"a: {B}"))
case("what is read becomes a number", it("computed", "string"), it("computed", "int64"))
case("what is read becomes wider", it("computed", "int64"), it("computed", "number"))
case(
    "a block becomes an attribute",
    block("list", attribute("a", "optional")),
    it("optional", "list_nested", nested_object={"attributes": [attribute("a", "optional")]}),
)
case("a block of one becomes a block of many", block("single", attribute("a")), block("list", attribute("a")))
case("float64 becomes number", typed("float64"), typed("number"))
case("a set of objects becomes a list of them", nested("set", attribute("a")), nested("list", attribute("a")))

# --- defaults, values and limits

case(
    "the default of a child changes",
    api("m: {type: object, properties: {a: {type: string, default: x}}}"),
    api("m: {type: object, properties: {a: {type: string, default: y}}}"),
)
case("a default goes", api("a: {type: boolean, default: true}"), api(f"a: {B}"))
case("a default is the opposite", api("a: {type: boolean, default: true}"), api("a: {type: boolean, default: false}"))
case("values come where all were accepted", api(f"a: {S}"), api("a: {type: string, enum: [x, y]}"))
case("all values are others", api("a: {type: string, enum: [x]}"), api("a: {type: string, enum: [y]}"))
case("one value comes and one goes", api("a: {type: string, enum: [x, y]}"), api("a: {type: string, enum: [y, z]}"))
case("a pattern comes", api(f"a: {S}"), api("a: {type: string, pattern: '^a'}"))
case(
    "more items are asked for",
    api("a: {type: array, minItems: 1, items: {type: string}}"),
    api("a: {type: array, minItems: 2, items: {type: string}}"),
)
case(
    "fewer items are allowed",
    api("a: {type: array, maxItems: 9, items: {type: string}}"),
    api("a: {type: array, maxItems: 8, items: {type: string}}"),
)
case(
    "a limit of a required attribute",
    api("a: {type: string, maxLength: 8}", required="a"),
    api("a: {type: string, maxLength: 6}", required="a"),
)
case(
    "a limit and a text change",
    api("a: {type: string, maxLength: 8, description: A}"),
    api("a: {type: string, maxLength: 6, description: B}"),
)
case(
    "a range is written with two validators",
    limited("int64validator.Between(1, 9)", kind="int64"),
    limited("int64validator.AtLeast(1)", "int64validator.AtMost(9)", kind="int64"),
)

# --- flags and texts

case("a message says something else", it(deprecation_message="use this"), it(deprecation_message="use that"))
case("what is deprecated goes", spec(attribute("a", deprecation_message="use it"), attribute("it")), it())
case("a text comes", it(), it(description="A text."))
case("a text in a list of objects", nested("list", attribute("a")), nested("list", attribute("a", description="A.")))
case(
    "a known value is kept",
    it("computed"),
    it("computed", plan_modifiers=custom("stringplanmodifier.UseStateForUnknown()")),
)
case("another plan modifier comes", it(), planned("crumbs.Sweep()"))
case("a part that nobody knows", *PAIRS["artifact-part-changed"])

# --- entities

case("a resource is gone", *PAIRS["entity-removed"])
case("a resource is deprecated", entity(), entity(deprecation_message="use stove"))
case("a text of a resource", entity(description="A."), entity(description="B."))
case("the provider has another name", mapped(), mapped(provider="pastry"))
case("a data source is gone", reading(NAME), spec(resources=[]))
case("a schema can no longer be mapped", *PAIRS["attribute-lost"])
case("a property moves into an object that the config wraps", *PAIRS["attribute-moved"])
case("the read operation is another", made_by("create", "read"), made_by("create", "read", path="/others"))
case(
    "the update operation comes with a new path",
    made_by("create", "read"),
    made_by("create", "read", "update", path="/others"),
)

# --- data sources and the provider

case("a data source asks for a parameter", reading(NAME), read_by("zone"))
case("a data source takes a parameter", reading(NAME), read_by("zone", required=False))
case("a parameter becomes required", read_by("zone", required=False), read_by("zone"))
case("a parameter has another type", read_by("zone"), read_by("zone", schema=INT))
case("what a data source reads is gone", reading(f"{NAME}, b: {S}"), reading(NAME))
case(
    "a value of what a data source reads",
    reading("a: {type: string, enum: [x]}"),
    reading("a: {type: string, enum: [x, y]}"),
)
TEXT = "string optional"
case("the provider asks for a setting", settings(a=TEXT), settings(a=TEXT, b="string required"))
case("the provider takes a setting", settings(a=TEXT), settings(a=TEXT, b=TEXT))
case("a setting is gone", settings(a=TEXT, b=TEXT), settings(a=TEXT))
case("a setting has another type", settings(a=TEXT), settings(a="int64 optional"))
case("a setting becomes required", settings(a=TEXT), settings(a="string required"))

# --- several at once

case("a type and a name change", api(f"{NAME}, size: {INT}"), api(f"{NAME}, width: {S}"))
case(
    "one comes and another goes",
    api(f"{NAME}, a: {{type: string, description: A}}"),
    api(f"{NAME}, b: {{type: boolean, description: B}}"),
)
case(
    "a name is swapped and a limit changes",
    api("left: {type: string, description: L, maxLength: 8}, right: {type: string, description: R}"),
    api(
        "left: {type: string, description: L, maxLength: 6}, right: {type: string, description: R}",
        config="attributes: {aliases: {.left: right, .right: left}}",
    ),
)
case("an attribute becomes required and sensitive", it("optional"), it("required", sensitive=True))
case("an object that is read goes with its children", api(NAME, f"{NAME}, {MB}"), api(NAME, NAME))
case("a list becomes a map", listed("list", {"string": {}}), listed("map", {"string": {}}))
case(
    "two properties share an object that is shared",
    resource(f"{SHARED}\ncomponents: {{M: {{type: object, properties: {{a: {S}}}}}}}\n").mapping,
    resource(f"{SHARED}\ncomponents: {{M: {{type: object, properties: {{a: {INT}}}}}}}\n").mapping,
)
case("a list of blocks becomes a set of them", block("list", attribute("a")), block("set", attribute("a")))
case("a property is left out of a group of two", api(TWO), api(TWO, config="ignores: [left]"))
