"""For every rule of the review, the smallest pair of states that it is about: made backwards, it is its mirror's.

A pair is two attributes of one resource, written as in a code specification; or two whole entities.
"""

import json
from typing import Any

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.systems.terraform.spec.reader import read_code_spec

from ..support import map_texts, resource

EITHER = "computed_optional"


def spec(*attributes: dict[str, Any], provider: list[Any] | None = None, **sections: Any) -> Mapping:
    """The mapping of a code specification with one resource, `oven`."""
    data = {
        "version": "0.1",
        "provider": {"name": "bakery", "schema": {"attributes": provider or []}},
        "resources": [{"name": "oven", "schema": {"attributes": list(attributes)}}],
        **sections,
    }
    return read_code_spec(Document("spec.json", json.dumps(data).encode()))


def it(status: str = EITHER, kind: str = "string", /, **members: Any) -> Mapping:
    """A resource with one attribute, `it`."""
    return spec(attribute("it", status, kind, **members))


def attribute(name: str, status: str = EITHER, kind: str = "string", /, **members: Any) -> dict[str, Any]:
    return {"name": name, kind: {"computed_optional_required": status, **members}}


def custom(*expressions: str) -> list[dict[str, Any]]:
    """Validators or plan modifiers."""
    return [{"custom": {"schema_definition": expression}} for expression in expressions]


def imported(expression: str, *modules: str) -> list[dict[str, Any]]:
    """A validator of functions of some modules."""
    return [{"custom": {"schema_definition": expression, "imports": [{"path": module} for module in modules]}}]


def nested(mode: str, *attributes: dict[str, Any]) -> Mapping:
    inner = {"attributes": list(attributes)}
    return it(EITHER, f"{mode}_nested", **(inner if mode == "single" else {"nested_object": inner}))


def listed(kind: str, element: Any) -> Mapping:
    return it(EITHER, kind, element_type=element)


def member(*names: str) -> Mapping:
    return listed("list", {"object": {"attribute_types": [{"name": name, "string": {}} for name in names]}})


def validated(*expressions: str) -> Mapping:
    return it(validators=custom(*expressions))


def planned(*expressions: str) -> Mapping:
    return it(plan_modifiers=custom(*expressions))


API = """\
openapi: 3.1.0
info: {{title: Bakery, version: '1'}}
paths:
  /ovens: {{post: {{requestBody: {{content: {{application/json: {{schema: {schema_ref}}}}}}}}}}}
  '/ovens/{{{parameter}}}':
    get:
      parameters: [{{name: {parameter}, in: path, required: true, schema: {{type: string}}}}]
      responses: {{'200': {{content: {{application/json: {{schema: {read}}}}}}}}}
    delete: {{}}
  /stoves: {{post: {{requestBody: {{content: {{application/json: {{schema: {schema_ref}}}}}}}}}}}
components: {{schemas: {{{schema}: {body}}}}}
"""
CONFIG = """\
provider: {{name: {provider}}}
resources:
  {name}:
    create: {{path: {create}, method: POST}}
    read: {{path: '/ovens/{{{parameter}}}', method: GET}}{delete}
    schema: {{attributes: {{aliases: {{{aliases}}}}}}}
"""


def mapped(
    *,
    schema: str = "Oven",
    body: str = "{type: object, properties: {crumb: {type: string}, tray: {type: string}}}",
    read: str = "{type: object, properties: {}}",
    parameter: str = "key",
    provider: str = "bakery",
    name: str = "oven",
    create: str = "/ovens",
    delete: str = "",
    aliases: str = "",
) -> Mapping:
    reference = f"{{$ref: '#/components/schemas/{schema}'}}"
    api = API.format(schema_ref=reference, schema=schema, body=body, read=read, parameter=parameter)
    config = CONFIG.format(
        provider=provider, name=name, create=create, delete=delete, aliases=aliases, parameter=parameter
    )
    return map_texts(api, config).mapping


DELETE = "\n    delete: {path: '/ovens/{key}', method: DELETE}"
UPDATE = "\n    update: {path: '/ovens/{key}', method: DELETE}"
INNER = attribute("inner")


def _sent_and_read(crumb: str) -> Mapping:
    """A resource whose property `crumb` is sent, and read if it has a schema there."""
    read = "tray: {type: string}" + (f", crumb: {crumb}" if crumb else "")
    return mapped(read=f"{{type: object, properties: {{{read}}}}}")


def _described(**texts: str) -> Mapping:
    return spec(resources=[{"name": "oven", "schema": {"attributes": [], **texts}}])


def _moved(*, is_wrapped: bool) -> Mapping:
    """The same component, directly or inside of another attribute."""
    wrapper = "{type: object, properties: {case: {$ref: '#/components/schemas/Case'}}}"
    schema = wrapper if is_wrapped else "{$ref: '#/components/schemas/Case'}"
    return resource(
        f"create: {schema}\ncomponents:\n  Case: {{type: object, properties: {{hinge: {{type: string}}}}}}"
    ).mapping


def _untyped(schema: str) -> Mapping:
    return resource(f"create: {{type: object, properties: {{it: {schema}, crumb: {{type: string}}}}}}").mapping


def _crumbs(properties: str) -> Mapping:
    return resource(f"create: {{type: object, properties: {{{properties}}}}}").mapping


def _named(chosen: str, ignored: str) -> Mapping:
    """Of two properties with texts of their own one, as `it`."""
    sides = ", ".join(f"{side}: {{type: string, description: {side}}}" for side in ("left", "right"))
    return resource(
        f"create: {{type: object, properties: {{{sides}}}}}\n"
        f"schema: {{attributes: {{aliases: {{.{chosen}: it}}}}, ignores: [{ignored}]}}"
    ).mapping


def _two(*entries: str) -> Mapping:
    """Resources by the operations that make them."""
    calls = {"OVENS": "{path: /ovens, method: POST}", "STOVES": "{path: /stoves, method: POST}"}
    pairs = [entry.split(": ") for entry in entries]
    read = "{path: '/ovens/{key}', method: GET}"
    lines = [f"  {name}: {{create: {calls[call]}, read: {read}}}" for name, call in pairs]
    reference = "{$ref: '#/components/schemas/Oven'}"
    api = API.format(schema_ref=reference, schema="Oven", body="{type: object}", read="{type: object}", parameter="key")
    return map_texts(api, "\n".join(["provider: {name: bakery}", "resources:", *lines])).mapping


def _called(
    without: str = "", path: str = "/ovens/{id}", kind: str = "string", more: str = "x: {}", aliases: str = ""
) -> Mapping:
    """A resource with four operations, of which the API may not have one; `path` is that of one oven."""
    oven = f"{{type: object, properties: {{id: {{type: string, readOnly: true}}, crumb: {{type: string}}, {more}}}}}"
    body = f"content: {{application/json: {{schema: {oven}}}}}"
    calls = {
        "post": f"{{requestBody: {{{body}}}, responses: {{'201': {{{body}}}}}}}",
        "get": f"{{responses: {{'200': {{{body}}}}}}}",
        "put": f"{{requestBody: {{{body}}}}}",
        "delete": "{}",
    }
    calls |= {without: "null"} if without else {}
    names = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    parameters = ", ".join(f"{{name: {name}, in: path, required: true, schema: {{type: {kind}}}}}" for name in names)
    item = "".join(f"\n    {method}: {calls[method]}" for method in ("get", "put", "delete"))
    api = f"openapi: 3.1.0\ninfo: {{title: Bakery, version: '1'}}\npaths:\n  /ovens: {{post: {calls['post']}}}\n"
    api += f"  '{path}':\n    parameters: [{parameters}]{item}\n"
    config = "provider: {name: bakery}\nresources:\n  oven:\n    create: {path: /ovens, method: POST}\n"
    for part, method in (("read", "GET"), ("update", "PUT"), ("delete", "DELETE")):
        config += f"    {part}: {{path: '{path}', method: {method}}}\n"
    return map_texts(api, f"{config}    schema: {{attributes: {{{aliases}}}}}\n").mapping


def _calling(
    crumb: str = "{type: string}", *, update: str = "crumb", query: str = "", access: str = "", header: str = ""
) -> Mapping:
    """A resource with an update that sends the property `update`; `query` is a member of a parameter of the read."""
    text = "{type: string}"
    body = f"{{type: object, properties: {{id: {{type: string, readOnly: true}}, crumb: {crumb}, tray: {text}}}}}"
    some = f"{{type: object, properties: {{tray: {text}, {update}: {text}}}}}"
    whole, sent = (f"content: {{application/json: {{schema: {schema}}}}}" for schema in (body, some))
    parameters = "{name: id, in: path, required: true, schema: {type: string}}"
    zone = f", {{name: zone, in: query, schema: {{type: string}}, {query}}}" if query else ""
    tag = "parameters: [{name: Tag, in: header, required: true, schema: {type: string}}], " if header else ""
    api = f"""\
openapi: 3.1.0
info: {{title: Bakery, version: '1'}}
paths:
  /ovens: {{post: {{requestBody: {{{whole}}}, responses: {{'201': {{{whole}}}}}}}}}
  /ovens/{{id}}:
    get: {{parameters: [{parameters}{zone}], responses: {{'200': {{{whole}}}}}}}
    put: {{{tag}requestBody: {{{sent}}}}}
components: {{securitySchemes: {{key: {access or "{type: http, scheme: basic}"}}}}}
"""
    calls = "create: {path: /ovens, method: POST}, read: {path: '/ovens/{id}', method: GET}"
    calls += ", update: {path: '/ovens/{id}', method: PUT}"
    config = f"provider: {{name: bakery}}\nresources: {{oven: {{{calls}}}}}\n"
    return map_texts(api, config).mapping


PAIRS: dict[str, tuple[Mapping, Mapping]] = {
    "provider-renamed": (mapped(), mapped(provider="pastry")),
    "entity-removed": (it(), spec(resources=[])),
    "entity-added": (spec(resources=[]), it()),
    "entity-renamed": (mapped(), mapped(name="stove")),
    "entity-rename-suspected": (
        spec(*map(attribute, "abc")),
        spec(resources=[{"name": "stove", "schema": {"attributes": list(map(attribute, "abc"))}}]),
    ),
    "entity-replaced": (_two("oven: OVENS"), _two("oven: STOVES", "old_oven: OVENS")),
    "entity-deprecated": (_described(), _described(deprecation_message="use stove")),
    "operation-removed": (mapped(delete=DELETE), mapped()),
    "operation-added": (mapped(), mapped(delete=DELETE)),
    "update-removed": (mapped(delete=UPDATE), mapped()),
    "create-removed": (_called(), _called(without="post")),
    "read-removed": (_called(), _called(without="get")),
    "identity-changed": (
        _called(path="/shops/{shop}/ovens/{id}"),
        _called(path="/mills/{mill}/ovens/{id}", kind="integer"),
    ),
    "known-by-another-name": (
        _called(more="code: {type: string}", aliases="aliases: {read.path.id: code}"),
        _called(more="number: {type: integer}", aliases="aliases: {read.path.id: number}"),
    ),
    "no-longer-read-back": (_sent_and_read("{type: string}"), _sent_and_read("")),
    "read-back": (_sent_and_read(""), _sent_and_read("{type: string}")),
    "operation-changed": (mapped(), mapped(create="/stoves")),
    "attribute-removed": (spec(attribute("it"), INNER), it()),
    "attribute-added": (it(), spec(attribute("it"), INNER)),
    "defaulted-attribute-added": (spec(), it(default={"static": "a"})),
    "replacing-attribute-added": (
        spec(),
        it(default={"static": "a"}, plan_modifiers=custom("stringplanmodifier.RequiresReplace()")),
    ),
    "required-attribute-added": (spec(), it("required")),
    "attribute-lost": (_untyped("{type: string}"), _untyped("{}")),
    "attribute-recovered": (_untyped("{}"), _untyped("{type: string}")),
    "attribute-renamed": (mapped(aliases="key: code"), mapped(aliases="key: number")),
    "rename-suspected": (_crumbs("crumb: {type: string}"), _crumbs("crumbs: {type: string}")),
    "move-suspected": (
        _crumbs("crumb: {type: string, description: Baked.}, tray: {type: string}"),
        _crumbs("case: {type: object, properties: {crumb: {type: string, description: Baked.}}}, tray: {type: string}"),
    ),
    "property-replaced": (_named("left", "right"), _named("right", "left")),
    "property-changed": (_crumbs("bread_crumb: {type: string}"), _crumbs("breadCrumb: {type: string}")),
    "attribute-moved": (_moved(is_wrapped=False), _moved(is_wrapped=True)),
    "member-removed": (member("a", "b"), member("a")),
    "member-added": (member("a"), member("a", "b")),
    "became-required": (it("optional"), it("required")),
    "no-longer-required": (it("required"), it("optional")),
    "became-read-only": (it(EITHER), it("computed")),
    "became-configurable": (it("computed"), it(EITHER)),
    "became-optional": (it("computed"), it("optional")),
    "no-longer-computed": (it(EITHER), it("optional")),
    "became-computed": (it("optional"), it(EITHER)),
    "type-changed": (it(EITHER, "string"), it(EITHER, "bool")),
    "type-widened": (it(EITHER, "int64"), it(EITHER, "number")),
    "type-rounded": (it(EITHER, "int64"), it(EITHER, "float64")),
    "type-narrowed": (it(EITHER, "number"), it(EITHER, "int64")),
    "collection-changed": (listed("list", {"string": {}}), listed("set", {"string": {}})),
    "nesting-changed": (nested("single", INNER), nested("list", INNER)),
    "element-type-changed": (listed("list", {"string": {}}), listed("list", {"int64": {}})),
    "custom-type-changed": (it(), it(custom_type={"type": "crumbs.Type"})),
    "default-changed": (it(default={"static": "a"}), it(default={"static": "b"})),
    "default-added": (it(), it(default={"static": "a"})),
    "default-removed": (it(default={"static": "a"}), it()),
    "replacement-added": (it(), planned("stringplanmodifier.RequiresReplace()")),
    "replacement-removed": (planned("stringplanmodifier.RequiresReplace()"), it()),
    "state-for-unknown-added": (it(), planned("stringplanmodifier.UseStateForUnknown()")),
    "state-for-unknown-removed": (planned("stringplanmodifier.UseStateForUnknown()"), it()),
    "plan-modifier-changed": (planned("crumbs.Sweep()"), planned("crumbs.Bake()")),
    "constraint-added": (it(), validated("stringvalidator.LengthAtMost(8)")),
    "constraint-removed": (validated("stringvalidator.LengthAtMost(8)"), it()),
    "limit-tightened": (validated("stringvalidator.LengthAtMost(8)"), validated("stringvalidator.LengthBetween(1, 8)")),
    "limit-loosened": (validated("int64validator.AtLeast(8)"), validated("int64validator.AtLeast(7)")),
    "enum-value-removed": (validated('stringvalidator.OneOf("a", "b")'), validated('stringvalidator.OneOf("b")')),
    "enum-value-added": (validated('stringvalidator.OneOf("b")'), validated('stringvalidator.OneOf("b", "c")')),
    "constraint-changed": (
        validated('stringvalidator.RegexMatches(regexp.MustCompile("^a$"), "")'),
        validated('stringvalidator.RegexMatches(regexp.MustCompile("^b$"), "")'),
    ),
    "sensitive-added": (it(), it(sensitive=True)),
    "sensitive-removed": (it(sensitive=True), it()),
    "write-only-added": (it(), it(write_only=True)),
    "write-only-removed": (it(write_only=True), it()),
    "deprecated": (it(), it(deprecation_message="use that")),
    "no-longer-deprecated": (it(deprecation_message="use that"), it()),
    "deprecation-message-changed": (it(deprecation_message="use that"), it(deprecation_message="use those")),
    "description-changed": (it(description="A thing."), it(description="A good thing.")),
    "entity-description-changed": (_described(description="Hot."), _described(description="Hotter.")),
    "id-source-changed": (
        mapped(body="{type: object, properties: {crumb: {type: string}}}", aliases="key: id"),
        mapped(body="{type: object, properties: {crumb: {type: string}, id: {type: string}}}"),
    ),
    "no-longer-updated": (_calling(), _calling(update="lid")),
    "needed-by-a-call": (_calling(query="required: false"), _calling(query="required: true")),
    "call-lacks-a-value": (_calling(), _calling(header="Tag")),
    "set-by-the-api": (_calling(), _calling("{type: string, readOnly: true}")),
    "accepted-values-changed": (_calling(), _calling("{type: string, format: date}")),
    "access-changed": (_calling(), _calling(access="{type: http, scheme: bearer}")),
    "source-changed": (mapped(), mapped(schema="Stove")),
    "artifact-part-changed": (it(), it(unheard_of={"a": 1})),
}  # fmt: skip
PAIRS["entity-undeprecated"] = PAIRS["entity-deprecated"][::-1]
PAIRS["updated"] = PAIRS["no-longer-updated"][::-1]
PAIRS["no-longer-needed-by-a-call"] = PAIRS["needed-by-a-call"][::-1]
PAIRS["call-has-its-values"] = PAIRS["call-lacks-a-value"][::-1]
PAIRS["no-longer-set-by-the-api"] = PAIRS["set-by-the-api"][::-1]
