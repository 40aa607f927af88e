"""Constructed pairs of states, by what became of them. `judgements.yml` says what is expected of each.

`api` maps a resource whose request and response bodies are written as properties in YAML; `it`, `spec` and the others
read a code specification.
"""

from mapper.model import Mapping

from ..support import data_source, map_texts, resource
from .pairs import EITHER, attribute, custom, it, listed, member, nested, planned, spec

OPERATIONS = {
    "create": "{path: /things, method: POST}",
    "read": "{path: '/things/{id}', method: GET}",
    "update": "{path: '/things/{id}', method: PUT}",
    "delete": "{path: '/things/{id}', method: DELETE}",
}


def api(create: str, read: str = "", *, required: str = "", config: str = "", shared: str = "") -> Mapping:
    """A resource by the properties that are sent and that are read, with its entry in the config."""
    body = f"{{type: object, required: [{required}], properties: {{{create}}}}}"
    snippet = f"create: {body}\n"
    if read:
        snippet += f"read: {{type: object, properties: {{{read}}}}}\n"
    if config:
        snippet += f"schema: {{{config}}}\n"
    if shared:
        snippet += f"components: {{{shared}}}\n"
    return resource(snippet).mapping


def reading(properties: str) -> Mapping:
    """A data source that reads some properties."""
    return data_source(f"read: {{type: object, properties: {{{properties}}}}}").mapping


def made_by(*parts: str, path: str = "/things") -> Mapping:
    """A resource by its operations."""
    body = "{content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}"
    operations = {"create": "post", "read": "get", "update": "put", "delete": "delete"}
    single = ", ".join(f"{operations[part]}: {{{_content(part, body)}}}" for part in parts if part != "create")
    text = f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n  {path}: {{post: {{requestBody: {body}}}}}\n"
    text += f"  '{path}/{{id}}': {{parameters: [{{name: id, in: path, schema: {{type: string}}}}], {single}}}\n"
    lines = [f"    {part}: {OPERATIONS[part].replace('/things', path)}" for part in parts]
    return map_texts(text, "\n".join(["provider: {name: acme}", "resources:", "  thing:", *lines])).mapping


def _content(part: str, body: str) -> str:
    return {"update": f"requestBody: {body}", "read": f"responses: {{'200': {body}}}"}.get(part, "")


def called(**entries: str) -> Mapping:
    """Resources by the collections that they are made in; all collections have bodies of their own."""
    names = {"buckets": "bucket", "disks": "disk", "stores": "bucket"}
    text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n"
    for path, kind in names.items():
        properties = ", ".join(f"{kind}_{word}: {{type: string}}" for word in ("size", "zone", "owner"))
        schema = f"{{content: {{application/json: {{schema: {{type: object, properties: {{{properties}}}}}}}}}}}"
        text += f"  /{path}: {{post: {{requestBody: {schema}}}}}\n"
        text += f"  '/{path}/{{id}}': {{get: {{responses: {{'200': {schema}}}}}, delete: {{}}}}\n"
    lines = []
    for name, entry in entries.items():
        path, _, more = entry.partition("+")
        lines += [f"  {name}:", f"    create: {{path: /{path}, method: POST}}"]
        lines += [f"    read: {{path: '/{path}/{{id}}', method: GET}}"]
        lines += [f"    delete: {{path: '/{path}/{{id}}', method: DELETE}}"] if more else []
    return map_texts(text, "\n".join(["provider: {name: acme}", "resources:", *lines])).mapping


def overridden(name: str, **members: str) -> str:
    """The entry of a config that overrides an attribute."""
    words = ", ".join(f"{key}: {value}" for key, value in members.items())
    return f"attributes: {{overrides: {{{name}: {{{words}}}}}}}"


S, N, INT, B = "{type: string}", "{type: number}", "{type: integer}", "{type: boolean}"
TWO = "left: {type: string, description: L}, right: {type: string, description: R}"
BARE = "left: {type: string}, right: {type: string}"
M = "m: {type: object, properties: {a: {type: string}}}"
MB = "m: {type: object, properties: {a: {type: string}, b: {type: string}}}"
MB_REQUIRED = "m: {type: object, required: [b], properties: {a: {type: string}, b: {type: string}}}"
MA_REQUIRED = "m: {type: object, required: [a], properties: {a: {type: string}}}"
LM = "m: {type: array, items: {type: object, properties: {a: {type: string}}}}"
LMB_REQUIRED = f"m: {{type: array, items: {{{MB_REQUIRED.removeprefix('m: {')}}}"
KEYS = "id: {type: string, description: U}, key: {type: string, description: K}"
NET = "Net: {type: object, properties: {ip: {type: string}}}"
AB = "{type: object, properties: {a: {type: string}, b: {type: string}}}"
ALIKE = "a: {type: string, description: T}, b: {type: string, description: T}"
NAME = f"name: {S}"
OBJECT4 = f"m: {{type: object, properties: {{a: {S}, b: {S}, c: {S}, d: {S}}}}}"


def typed(kind: str) -> Mapping:
    return it(EITHER, kind)


def limited(*expressions: str, kind: str = "string", status: str = EITHER) -> Mapping:
    return it(status, kind, validators=custom(*expressions))


def objects(**members: object) -> Mapping:
    """A list of objects with parts of each object."""
    return it(EITHER, "list_nested", nested_object={"attributes": [attribute("inner")], **members})


def aliased(names: str, ignored: str = "", properties: str = TWO) -> Mapping:
    return api(properties, config=f"attributes: {{aliases: {{{names}}}}}, ignores: [{ignored}]")


REPLACES, KEEPS = "stringplanmodifier.RequiresReplace()", "stringplanmodifier.UseStateForUnknown()"
IF_CONFIGURED = "stringplanmodifier.RequiresReplaceIfConfigured()"

CASES: dict[str, tuple[Mapping, Mapping]] = {}
"""The old and the new state, by what became of it."""


def case(name: str, old: Mapping, new: Mapping) -> None:
    """One more pair."""
    CASES[name] = old, new


# --- identity

case("two names are swapped", api(TWO), aliased(".left: right, .right: left"))
case("two names without texts are swapped", api(BARE), aliased(".left: right, .right: left", properties=BARE))
case("a name means another property with another text", aliased(".left: it", "right"), aliased(".right: it", "left"))
case(
    "a name means another property of the same look",
    aliased(".left: it", "right", BARE),
    aliased(".right: it", "left", BARE),
)
case("an alias is dropped and its name is taken", aliased(".left: right", "right"), api(TWO))
case(
    "the id is another property",
    api(NAME, KEYS, config="ignores: [key]"),
    api(NAME, KEYS, config="attributes: {aliases: {.key: id}}, ignores: [id]"),
)
case("an alias changes", aliased(".left: it"), aliased(".left: that"))
case("the API spells a name otherwise", api(f"bread_crumb: {S}"), api(f"breadCrumb: {S}"))
case(
    "a swap inside of an object",
    api(f"m: {{type: object, properties: {{{TWO}}}}}"),
    api(f"m: {{type: object, properties: {{{TWO}}}}}", config="attributes: {aliases: {m.left: right, m.right: left}}"),
)
case(
    "the API renames a property with a text",
    api(f"{NAME}, size: {{type: integer, description: In m.}}"),
    api(f"{NAME}, width: {{type: integer, description: In m.}}"),
)
case(
    "the API renames a property in its place", api(f"a: {S}, size: {INT}, z: {S}"), api(f"a: {S}, width: {INT}, z: {S}")
)
case(
    "the API renames a property to a similar name",
    api(f"a: {S}, user_name: {S}, z: {S}"),
    api(f"username: {S}, a: {S}, z: {S}"),
)
case(
    "another property with another type comes in its place",
    api(f"a: {S}, size: {INT}, z: {S}"),
    api(f"a: {S}, width: {B}, z: {S}"),
)
case(
    "another property with another text comes elsewhere",
    api("size: {type: integer, description: In m.}, a: {type: string}"),
    api("a: {type: string}, width: {type: integer, description: In feet.}"),
)
case(
    "two look alike and one comes",
    api(f"{ALIKE}, z: {B}"),
    api("z: {type: boolean}, c: {type: string, description: T}"),
)
case("what the config leaves out is not renamed", api(ALIKE, config="ignores: [b]"), api(ALIKE, config="ignores: [a]"))
case(
    "an object moves to another parent",
    api("net: {$ref: '#/components/schemas/Net'}, x: {type: object, properties: {y: {type: string}}}", shared=NET),
    api("x: {type: object, properties: {y: {type: string}, net: {$ref: '#/components/schemas/Net'}}}", shared=NET),
)
case(
    "a property without a text is in another parent",
    api(f"ip: {S}, x: {{type: object, properties: {{y: {S}}}}}"),
    api(f"x: {{type: object, properties: {{y: {S}, ip: {S}}}}}"),
)
case("resources swap their names", called(bucket="buckets", disk="disks"), called(bucket="disks", disk="buckets"))
case("a resource is renamed", called(bucket="buckets", disk="disks"), called(pail="buckets", disk="disks"))
case(
    "a resource is renamed and has one more operation",
    called(bucket="buckets", disk="disks"),
    called(pail="buckets+", disk="disks"),
)
case(
    "a resource is renamed and its path is another",
    called(bucket="buckets", disk="disks"),
    called(pail="stores", disk="disks"),
)
case("the name of a resource means another one", called(thing="buckets"), called(thing="disks", bucket="buckets"))
case("a resource that looks otherwise is another one", called(bucket="buckets"), called(disk="disks"))

# --- conditions

case("a required child of an object that was read-only", api(NAME, f"{NAME}, {M}"), api(f"{NAME}, {MB_REQUIRED}"))
case("a child becomes required as its object can be set", api(NAME, f"{NAME}, {M}"), api(f"{NAME}, {MA_REQUIRED}"))
case("a required child of an optional object", api(f"{NAME}, {M}"), api(f"{NAME}, {MB_REQUIRED}"))
case(
    "a required child of a required object",
    api(f"{NAME}, {M}", required="m"),
    api(f"{NAME}, {MB_REQUIRED}", required="m"),
)
case(
    "a required child of the objects of a list",
    api(f"{NAME}, {LM}", required="m"),
    api(f"{NAME}, {LMB_REQUIRED}", required="m"),
)
case("a child of an optional object becomes required", api(M), api(MA_REQUIRED))
case("a required attribute", api(NAME), api(f"{NAME}, b: {S}", required="b"))
case("an object with a required child", api(NAME), api(f"{NAME}, {MB_REQUIRED}"))
case("a limit on what was read-only", api(NAME, f"{NAME}, a: {S}"), api(f"{NAME}, a: {{type: string, maxLength: 8}}"))
case("a limit on what can be set", api(f"a: {S}"), api("a: {type: string, maxLength: 8}"))
case(
    "a limit inside of what was read-only",
    api(NAME, f"{NAME}, {M}"),
    api(f"{NAME}, m: {{type: object, properties: {{a: {{type: string, maxLength: 8}}}}}}"),
)
case("an object becomes read-only", api(f"{NAME}, {OBJECT4}"), api(NAME, f"{NAME}, {OBJECT4}"))
case("an attribute becomes read-only", api(f"{NAME}, a: {S}"), api(NAME, f"{NAME}, a: {S}"))
case("one child becomes read-only", api(MB), api(M, MB))
case(
    "an object is no longer computed",
    spec(attribute("m", EITHER, "single_nested", attributes=[attribute("a"), attribute("b")])),
    spec(
        attribute("m", "optional", "single_nested", attributes=[attribute("a", "optional"), attribute("b", "optional")])
    ),
)

# --- D8

case("the update operation is gone", made_by("create", "read", "update"), made_by("create", "read"))
case("the delete operation is gone", made_by("create", "read", "delete"), made_by("create", "read"))
case("the path is another", made_by("create", "read"), made_by("create", "read", path="/stuff"))
case("read-only becomes optional", it("computed"), it("optional"))
case("read-only becomes optional and computed", it("computed"), it(EITHER))
case("optional is no longer computed", it(EITHER), it("optional"))
case("a new attribute with a default", spec(), it(default={"static": "x"}))
case(
    "a new attribute with a default that replaces", spec(), it(default={"static": "x"}, plan_modifiers=custom(REPLACES))
)
case("a new attribute that replaces", spec(), planned(REPLACES))
case("a new attribute that is read-only, with a default", spec(), it("computed", default={"static": "x"}))
case(
    "a new attribute with a default below what was read-only",
    api(NAME, f"{NAME}, {M}"),
    api(f"{NAME}, m: {{type: object, properties: {{a: {S}, b: {{type: string, default: x}}}}}}"),
)
case("a default of a data source", reading(NAME), reading(f"{NAME}, b: {{type: string, default: x}}"))
case("a replacement has no condition any more", planned(IF_CONFIGURED), planned(REPLACES))
case(
    "a replacement is written in another way",
    it(plan_modifiers=custom(REPLACES)),
    it(plan_modifiers=custom("planmodifier.String(stringplanmodifier.RequiresReplace())")),
)
case("a replacement comes", it(), planned(REPLACES))
case("known values are kept otherwise", planned(KEEPS), planned("stringplanmodifier.UseNonNullStateForUnknown()"))
case("the objects of a list replace", objects(), objects(plan_modifiers=custom("objectplanmodifier.RequiresReplace()")))
case("the objects of a list have a validator", objects(), objects(validators=custom("crumbs.Whole()")))
case("the objects of a list have a custom type", objects(), objects(custom_type={"type": "crumbs.Type"}))
case(
    "elements have a custom type",
    listed("list", {"string": {}}),
    listed("list", {"string": {"custom_type": {"type": "crumbs.Type"}}}),
)
case(
    "elements of elements have a custom type",
    listed("list", {"list": {"element_type": {"string": {}}}}),
    listed("list", {"list": {"element_type": {"string": {"custom_type": {"type": "c.T"}}}}}),
)
case("an attribute has a custom type", it(), it(custom_type={"type": "crumbs.Type"}))
for before, after in (
    ("int64", "float64"),
    ("int32", "float64"),
    ("int32", "float32"),
    ("int64", "number"),
    ("int32", "int64"),
    ("float32", "float64"),
    ("int64", "string"),
    ("bool", "string"),
):
    case(f"{before} becomes {after}", typed(before), typed(after))
case("an attribute becomes sensitive", it(), it(sensitive=True))
case("what is read becomes sensitive", it("computed"), it("computed", sensitive=True))
case("an attribute becomes write-only", it("optional"), it("optional", write_only=True))

# --- D9

case(
    "a default is spelled as the new type asks for",
    api("a: {type: string, default: '50'}"),
    api("a: {type: integer, default: 50}"),
)
case("a default changes with the type", api("a: {type: string, default: '50'}"), api("a: {type: integer, default: 60}"))
case("a default changes", api("a: {type: integer, default: 50}"), api("a: {type: integer, default: 60}"))
case("a default comes", api("a: {type: integer}"), api("a: {type: integer, default: 60}"))
case("a list of integers becomes one of numbers", listed("list", {"int64": {}}), listed("list", {"number": {}}))
case("a list of integers becomes one of floats", listed("list", {"int64": {}}), listed("list", {"float64": {}}))
case("a list of integers becomes one of texts", listed("list", {"int64": {}}), listed("list", {"string": {}}))
case(
    "a list of lists of integers becomes one of numbers",
    listed("list", {"list": {"element_type": {"int64": {}}}}),
    listed("list", {"list": {"element_type": {"number": {}}}}),
)
case("more than 0 is at least 1", api("a: {type: integer, exclusiveMinimum: 0}"), api("a: {type: integer, minimum: 1}"))
case("less than 9 is at most 8", api("a: {type: integer, exclusiveMaximum: 9}"), api("a: {type: integer, maximum: 8}"))
case(
    "more than 0 is not at least 2",
    api("a: {type: integer, exclusiveMinimum: 0}"),
    api("a: {type: integer, minimum: 2}"),
)
case(
    "more than 0 is not at least 1 of a number",
    api("a: {type: number, exclusiveMinimum: 0}"),
    api("a: {type: number, minimum: 1}"),
)
case("no fewer than no characters", api(f"a: {S}"), api("a: {type: string, minLength: 0}"))
case(
    "no fewer than no items",
    api("a: {type: array, items: {type: string}}"),
    api("a: {type: array, minItems: 0, items: {type: string}}"),
)
case("no fewer than one character", api(f"a: {S}"), api("a: {type: string, minLength: 1}"))
case(
    "the least length of 0 goes beside a greatest one",
    api("a: {type: string, minLength: 0, maxLength: 8}"),
    api("a: {type: string, maxLength: 8}"),
)
case(
    "required becomes optional with a default",
    api("a: {type: string}", required="a"),
    api("a: {type: string, default: x}"),
)
case(
    "the default of what is required",
    api("a: {type: string}", required="a", config=overridden("a", computed_optional_required="required", default="x")),
    api("a: {type: string}", required="a", config=overridden("a", computed_optional_required="required", default="y")),
)
case("a schema moves behind a reference", api(MB), api("m: {$ref: '#/components/schemas/M'}", shared=f"M: {AB}"))
case(
    "a schema is renamed",
    api("m: {$ref: '#/components/schemas/L'}", shared=f"L: {AB}"),
    api("m: {$ref: '#/components/schemas/M'}", shared=f"M: {AB}"),
)
case("properties move into allOf", api(MB), api(f"m: {{type: object, allOf: [{AB}]}}"))
case(
    "a schema moves and a text changes",
    api("m: {type: object, properties: {a: {type: string, description: A}}}"),
    api(
        "m: {$ref: '#/components/schemas/M'}",
        shared="M: {type: object, properties: {a: {type: string, description: B}}}",
    ),
)
case("one object becomes a list of them", api(M), api(LM))
case(
    "a limit of what is read is tightened",
    it("computed", "string", validators=custom("stringvalidator.LengthAtMost(8)")),
    it("computed", "string", validators=custom("stringvalidator.LengthAtMost(6)")),
)
case(
    "a limit of what is read goes",
    it("computed", "string", validators=custom("stringvalidator.LengthAtMost(8)")),
    it("computed"),
)
case("a limit goes", limited("stringvalidator.LengthAtMost(8)"), it())

# --- what has always been told

case("an attribute is gone", spec(attribute("a"), attribute("it")), it())
case("what is read is gone", spec(attribute("a", "computed"), attribute("it")), it())
case("an object is gone", nested("single", attribute("a"), attribute("b")), spec())
case("optional becomes required", it("optional"), it("required"))
case("read-only becomes required", it("computed"), it("required"))
case("optional becomes computed too", it("optional"), it(EITHER))
case("required becomes read-only", it("required"), it("computed"))
case("a list becomes a set", listed("list", {"string": {}}), listed("set", {"string": {}}))
case("one object becomes a list", nested("single", attribute("a")), nested("list", attribute("a")))
case("a list of objects becomes a map", nested("list", attribute("a")), nested("map", attribute("a")))
case("an object of an element type has one more member", member("a"), member("a", "b"))
case(
    "an object of a read element type has one more member",
    it("computed", "list", element_type={"object": {"attribute_types": [{"name": "a", "string": {}}]}}),
    it(
        "computed",
        "list",
        element_type={"object": {"attribute_types": [{"name": "a", "string": {}}, {"name": "b", "string": {}}]}},
    ),
)
case("a value comes", limited('stringvalidator.OneOf("a")'), limited('stringvalidator.OneOf("a", "b")'))
case(
    "a value of what is read comes",
    limited('stringvalidator.OneOf("a")', status="computed"),
    limited('stringvalidator.OneOf("a", "b")', status="computed"),
)
case(
    "values are in another order",
    limited('stringvalidator.OneOf("a", "b")'),
    limited('stringvalidator.OneOf("b", "a")'),
)
case("a pattern is another", api("a: {type: string, pattern: '^a$'}"), api("a: {type: string, pattern: '^b$'}"))
case("a limit is tightened", api("a: {type: string, maxLength: 8}"), api("a: {type: string, maxLength: 6}"))
case(
    "both ends of a range move",
    api("a: {type: integer, minimum: 1, maximum: 9}"),
    api("a: {type: integer, minimum: 0, maximum: 8}"),
)
case("a text is another", api("a: {type: string, description: A}"), api("a: {type: string, description: B}"))
case("an attribute is deprecated", it(), it(deprecation_message="use that"))
case("a data source has one more attribute", reading(NAME), reading(f"{NAME}, b: {S}"))
case("the type of what a data source reads is another", reading(f"a: {S}"), reading(f"a: {INT}"))
case(
    "a default of a data source changes",
    reading("a: {type: integer, default: 1}"),
    reading("a: {type: integer, default: 2}"),
)
case(
    "a limit of a data source is tightened",
    reading("a: {type: string, maxLength: 8}"),
    reading("a: {type: string, maxLength: 6}"),
)
case("the API renames an object", api(f"{NAME}, {M}"), api(f"{NAME}, mm{M[1:]}"))
