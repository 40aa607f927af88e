"""Pairs of states of all systems, whose expectations were written before the review was run on any of them.

A pair says the worst severity, the rules that must be among its changes, and those that must not.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..ack.support import model
from .test_calls import API, LOOM, config, spec, without

Files = dict[str, bytes]
TEXT = {"type": "string"}


@dataclass(frozen=True)
class Pair:
    """The files of both sides, by name; `input` is the one that is compared."""

    system: str
    old: Files
    new: Files
    worst: str
    rules: frozenset[str]
    absent: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    input: str = "api.yml"
    config: str = "config.yml"
    extra: tuple[str, ...] = field(default=())


PAIRS: dict[str, Pair] = {}


def _sides(make: Callable[[Any], Files], old: Any, new: Any) -> tuple[Files, Files]:
    return make(old), make(new)


def api(name: str, old: tuple[str, str], new: tuple[str, str], worst: str, *rules: str, **more: Any) -> None:
    """A pair of descriptions and configs."""
    sides = ({"api.yml": text.encode(), "config.yml": settings.encode()} for text, settings in (old, new))
    before, after = sides
    absent, breaks = frozenset(more.get("absent", ())), frozenset(more.get("breaks", ()))
    PAIRS[name] = Pair("terraform", before, after, worst, frozenset(rules), absent, breaks)


def loom(name: str, old: str, new: str, worst: str, *rules: str, **more: Any) -> None:
    """A pair of the properties that a loom has besides `id`."""
    base = "id: {type: string, readOnly: true}"
    sides = ((spec(loom=f"{base}, {text}"), config()) for text in (old, new))
    api(name, *sides, worst, *rules, **more)


def bodies(name: str, old: str, new: str, worst: str, *rules: str, **more: Any) -> None:
    """A pair of whole schemas of a loom."""
    text = API.replace("{type: object, properties: {LOOM}}", "LOOM")
    api(name, (spec(text, loom=old), config()), (spec(text, loom=new), config()), worst, *rules, **more)


READING = "data_sources:\n  looms:\n    read: {path: '/looms/{id}', method: GET}\n"
PARAMETERS = "  /looms/{id}:\n    parameters: [PARAMETER(id)"


def parameter(words: str) -> str:
    """The description with one more parameter of reading a loom."""
    return spec(API.replace(PARAMETERS, f"{PARAMETERS}, {{{words}}}" if words else PARAMETERS))


S = "title: {type: string}"

# --- calls
api(
    "the description loses the update",
    (spec(), config()),
    (spec(without("put")), config()),
    "breaking",
    "update-removed",
    absent=("operation-removed",),
    breaks=("plan",),
)
api(
    "the description loses the delete",
    (spec(), config()),
    (spec(without("delete")), config()),
    "warning",
    "operation-removed",
)
api(
    "the description loses update and delete",
    (spec(), config()),
    (spec(without("put", "delete")), config()),
    "breaking",
    "update-removed",
    "operation-removed",
)
api(
    "the whole item is gone",
    (spec(), config()),
    (spec(API[: API.index("  /looms/{id}:")] + API[API.index("  /dyes:") :]), config()),
    "breaking",
    "entity-removed",
)
api(
    "a data source loses its operation",
    (spec(), "provider: {name: mill}\n" + READING),
    (spec(without("get")), "provider: {name: mill}\n" + READING),
    "breaking",
)
api(
    "the path of the update alone is gone",
    (
        spec().replace("components:", "  /looms/{id}/weft: {put: {}}\ncomponents:"),
        config().replace("update: {path: '/looms/{id}'", "update: {path: '/looms/{id}/weft'"),
    ),
    (spec(), config().replace("update: {path: '/looms/{id}'", "update: {path: '/looms/{id}/weft'")),
    "breaking",
    "update-removed",
    absent=("entity-removed",),
)
api(
    "all paths get a prefix",
    (spec(), config()),
    (spec().replace("/looms", "/v2/looms"), config("/v2/looms")),
    "info",
    "operation-changed",
    absent=("entity-replaced", "identity-changed"),
)
api(
    "the collection is another one",
    (spec(), config()),
    (spec(), config("/dyes")),
    "breaking",
    "entity-replaced",
    absent=("operation-changed", "attribute-removed"),
    breaks=("state", "configuration"),
)
api(
    "the read needs what no state has",
    (spec(), config()),
    (spec(), config(item="/mills/{mill}/looms/{id}")),
    "breaking",
    "identity-changed",
    breaks=("state",),
)
api(
    "the read needs less",
    (spec(), config(item="/mills/{mill}/looms/{id}")),
    (spec(), config()),
    "breaking",
    "attribute-removed",
    absent=("identity-changed",),
)
api(
    "the read needs a query",
    (parameter(""), config()),
    (parameter("name: era, in: query, required: true, schema: {type: string}"), config()),
    "breaking",
    "identity-changed",
)
api(
    "the read takes an optional query",
    (parameter(""), config()),
    (parameter("name: era, in: query, schema: {type: string}"), config()),
    "info",
    "attribute-added",
    absent=("identity-changed",),
)
api(
    "the placeholder of the path is called otherwise",
    (spec(), config()),
    (
        spec().replace("/looms/{id}", "/looms/{loom}").replace("{name: id, in: path", "{name: loom, in: path", 1),
        config(item="/looms/{loom}"),
    ),
    "info",
    absent=("entity-replaced",),
)

# --- attributes of a resource
loom(
    "a property is gone",
    f"{S}, width: {{type: integer}}",
    S,
    "breaking",
    "attribute-removed",
    breaks=("configuration", "output"),
)
loom("a property comes", S, f"{S}, width: {{type: integer}}", "info", "attribute-added")
loom(
    "a property comes with a default",
    S,
    f"{S}, width: {{type: integer, default: 4}}",
    "warning",
    "defaulted-attribute-added",
)
loom("a text becomes a number", S, "title: {type: integer}", "breaking", "type-changed")
loom("a number becomes a text", "width: {type: integer}", "width: {type: string}", "breaking", "type-changed")
loom("an integer becomes a number", "width: {type: integer}", "width: {type: number}", "info", "type-widened")
loom(
    "items are of another type",
    "tags: {type: array, items: {type: string}}",
    "tags: {type: array, items: {type: boolean}}",
    "breaking",
    "element-type-changed",
)
loom(
    "a text becomes a list",
    "tags: {type: string}",
    "tags: {type: array, items: {type: string}}",
    "breaking",
    "type-changed",
)
loom("a limit comes", S, "title: {type: string, maxLength: 9}", "warning", "constraint-added")
loom(
    "a limit is tighter",
    "title: {type: string, maxLength: 9}",
    "title: {type: string, maxLength: 8}",
    "warning",
    "limit-tightened",
)
loom(
    "a limit is looser",
    "title: {type: string, maxLength: 8}",
    "title: {type: string, maxLength: 9}",
    "info",
    "limit-loosened",
)
loom(
    "a pattern is another one",
    "title: {type: string, pattern: '^a$'}",
    "title: {type: string, pattern: '^b$'}",
    "warning",
    "constraint-changed",
)
loom(
    "a value is gone",
    "title: {type: string, enum: [a, b]}",
    "title: {type: string, enum: [a]}",
    "breaking",
    "enum-value-removed",
)
loom(
    "a value comes",
    "title: {type: string, enum: [a]}",
    "title: {type: string, enum: [a, b]}",
    "info",
    "enum-value-added",
)
loom(
    "a default is another one",
    "width: {type: integer, default: 4}",
    "width: {type: integer, default: 5}",
    "breaking",
    "default-changed",
    breaks=("plan",),
)
loom("a default is gone", "width: {type: integer, default: 4}", "width: {type: integer}", "warning", "default-removed")
loom("a property is deprecated", S, "title: {type: string, deprecated: true}", "info", "deprecated")
loom("a property is a secret", S, "title: {type: string, format: password}", "breaking", "sensitive-added")
loom(
    "a text is worded otherwise",
    "title: {type: string, description: A}",
    "title: {type: string, description: B}",
    "docs",
    "description-changed",
)
loom(
    "a map has other values",
    "tags: {type: object, additionalProperties: {type: string}}",
    "tags: {type: object, additionalProperties: {type: boolean}}",
    "breaking",
    "element-type-changed",
)
loom(
    "an object gets a member that it requires",
    "m: {type: object, properties: {a: {type: string}}}",
    "m: {type: object, required: [b], properties: {a: {type: string}, b: {type: string}}}",
    "breaking",
    "required-attribute-added",
)
loom("properties have another order", f"{S}, width: {{type: integer}}", f"width: {{type: integer}}, {S}", "nothing")
bodies(
    "a property becomes required",
    f"{{type: object, properties: {{{LOOM}}}}}",
    f"{{type: object, required: [title], properties: {{{LOOM}}}}}",
    "breaking",
    "became-required",
    breaks=("configuration",),
)
bodies(
    "a property is no longer required",
    f"{{type: object, required: [title], properties: {{{LOOM}}}}}",
    f"{{type: object, properties: {{{LOOM}}}}}",
    "info",
    "no-longer-required",
)

# --- what no schema of Terraform holds
BODY = "type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}"
bodies("a body needs a member", f"{{{BODY}}}", f"{{{BODY}, minProperties: 1}}", "warning", "constraint-added")
bodies(
    "a body takes fewer members",
    f"{{{BODY}, minProperties: 1}}",
    f"{{{BODY}, minProperties: 2, maxProperties: 3}}",
    "warning",
    "limit-tightened",
)
SENT = "put: {requestBody: BODY(Loom)"
loom("the API alone sets a property", S, "title: {type: string, readOnly: true}", "warning", "set-by-the-api")
loom("a response leaves a property out", S, "title: {type: string, writeOnly: true}", "info", "no-longer-read-back")
loom("null is no longer taken", "n: {type: [string, 'null']}", "n: {type: string}", "info", "accepted-values-changed")
loom("a text is a date", "d: {type: string}", "d: {type: string, format: date}", "info", "accepted-values-changed")
loom(
    "a number is smaller",
    "n: {type: integer, format: int64}",
    "n: {type: integer, format: int32}",
    "info",
    "accepted-values-changed",
)
api(
    "an update sends less",
    (spec(), config()),
    (spec(API.replace(SENT, SENT.replace("Loom", "Dye"))), config()),
    "breaking",
    "no-longer-updated",
    absent=("operation-changed",),
    breaks=("plan",),
)
api(
    "the read needs a query that could be left out",
    (parameter("name: mill, in: query, schema: {type: string}"), config()),
    (parameter("name: mill, in: query, required: true, schema: {type: string}"), config()),
    "breaking",
    "needed-by-a-call",
    absent=("attribute-added",),
    breaks=("configuration", "state"),
)
api(
    "calls need a header",
    (spec(), config()),
    (parameter("name: Tag, in: header, required: true, schema: {type: string}"), config()),
    "warning",
    "call-lacks-a-value",
)
api(
    "the read returns nothing",
    (spec(), config()),
    (spec(API.replace("    get: {responses: {'200': BODY(Loom)}}\n    put", "    get: {}\n    put", 1)), config()),
    "info",
    "no-longer-read-back",
)
api(
    "requests carry something else",
    (spec() + "  securitySchemes: {key: {type: http, scheme: basic}}\n", config()),
    (spec() + "  securitySchemes: {key: {type: http, scheme: bearer}}\n", config()),
    "warning",
    "access-changed",
)
api(
    "requests may carry something else, too",
    (spec() + "  securitySchemes: {key: {type: http, scheme: basic}}\n", config()),
    (spec() + "  securitySchemes: {key: {type: http, scheme: basic}, b: {type: http, scheme: bearer}}\n", config()),
    "nothing",
)

# --- the config
api(
    "the config ignores a property",
    (spec(), config()),
    (spec(), config().replace("schema: {", "schema: {ignores: [title], ")),
    "breaking",
    "attribute-removed",
)
api(
    "the config renames a property",
    (spec(), config()),
    (spec(), config(aliases=".title: label")),
    "breaking",
    "attribute-renamed",
    breaks=("configuration", "state"),
)
api(
    "the config renames the resource",
    (spec(), config()),
    (spec(), config().replace("  loom:", "  jenny:")),
    "breaking",
    "entity-renamed",
    absent=("entity-removed", "entity-added"),
)
api(
    "the config renames the provider",
    (spec(), config()),
    (spec(), config().replace("name: mill", "name: jute")),
    "breaking",
    "provider-renamed",
)
api("the config has a data source more", (spec(), config()), (spec(), config() + READING), "info", "entity-added")
api(
    "a policy makes everything optional",
    (spec(), config()),
    (spec(), config() + "policies: {not_required: optional}\n"),
    "breaking",
    "no-longer-computed",
)

# --- the schema of a provider


def provider(name: str, old: Any, new: Any, worst: str, *rules: str, **more: Any) -> None:
    """A pair of provider schemas, by the members of the provider."""

    def files(members: Any) -> Files:
        content = {"format_version": "1.0", "provider_schemas": {"registry.terraform.io/x/mill": members}}
        return {"schema.json": json.dumps(content).encode()}

    before, after = _sides(files, old, new)
    absent, breaks = frozenset(more.get("absent", ())), frozenset(more.get("breaks", ()))
    system = more.get("system", "provider")
    only = frozenset(more.get("only", ()))
    PAIRS[name] = Pair(system, before, after, worst, frozenset(rules), absent, breaks, only, "schema.json", "")


def block(kind: str = "resource_schemas", /, version: int = 0, **attributes: Any) -> Any:
    return {kind: {"mill_loom": {"version": version, "block": {"attributes": attributes}}}}


OPTIONAL, REQUIRED, COMPUTED = ({"type": "string", key: True} for key in ("optional", "required", "computed"))
provider(
    "provider: an attribute is gone", block(a=OPTIONAL, b=OPTIONAL), block(a=OPTIONAL), "breaking", "attribute-removed"
)
provider("provider: an attribute becomes required", block(a=OPTIONAL), block(a=REQUIRED), "breaking", "became-required")
provider(
    "provider: an attribute becomes read-only", block(a=OPTIONAL), block(a=COMPUTED), "breaking", "became-read-only"
)
provider(
    "provider: a type is another one",
    block(a=OPTIONAL),
    block(a={**OPTIONAL, "type": "bool"}),
    "breaking",
    "type-changed",
)
provider(
    "provider: a schema has a higher version",
    block(a=OPTIONAL),
    block(version=1, a=OPTIONAL),
    "info",
    "schema-version-raised",
)
provider(
    "provider: a data source is gone",
    block("data_source_schemas", a=OPTIONAL) | block(a=OPTIONAL),
    block(a=OPTIONAL),
    "breaking",
    "entity-removed",
)
provider(
    "provider: a setting becomes sensitive",
    {"provider": {"version": 0, "block": {"attributes": {"t": OPTIONAL}}}},
    {"provider": {"version": 0, "block": {"attributes": {"t": {**OPTIONAL, "sensitive": True}}}}},
    "info",
    "sensitive-added",
)
provider(
    "crossplane: a field is gone",
    block(id=COMPUTED, a=OPTIONAL, b=OPTIONAL),
    block(id=COMPUTED, a=OPTIONAL),
    "breaking",
    "attribute-removed",
    system="crossplane",
)
provider(
    "crossplane: a field becomes required",
    block(id=COMPUTED, a=OPTIONAL),
    block(id=COMPUTED, a=REQUIRED),
    "breaking",
    "became-required",
    system="crossplane",
)
provider(
    "crossplane: a value becomes a secret",
    block(id=COMPUTED, a=OPTIONAL),
    block(id=COMPUTED, a={**OPTIONAL, "sensitive": True}),
    "breaking",
    "sensitive-added",
    system="crossplane",
    breaks=("configuration", "state"),
)

# --- models of AWS


def ack(name: str, old: tuple[str, str], new: tuple[str, str], worst: str, *rules: str, **more: Any) -> None:
    """A pair of API models and configs of ACK."""
    sides = [{"service-2.json": model(text), "generator.yaml": settings.encode()} for text, settings in (old, new)]
    absent, breaks = frozenset(more.get("absent", ())), frozenset(more.get("breaks", ()))
    PAIRS[name] = Pair(
        "ack", *sides, worst, frozenset(rules), absent, breaks, input="service-2.json", config="generator.yaml"
    )


CAGE = "CreateCage: {in: {Name: string, Bars: integer}}\nUpdateCage: {in: {Name: string, Bars: integer}}\n"
ack("ack: a member is gone", (CAGE, ""), (CAGE.replace(", Bars: integer", ""), ""), "breaking", "attribute-removed")
ack(
    "ack: a member is of another type",
    (CAGE, ""),
    (CAGE.replace("Bars: integer", "Bars: string"), ""),
    "breaking",
    "type-changed",
)
ack(
    "ack: a member becomes required",
    (CAGE, ""),
    (CAGE.replace("Bars: integer}}\nU", "Bars: integer, required: [Bars]}}\nU"), ""),
    "breaking",
    "became-required",
)
ack("ack: the model loses the update", (CAGE, ""), (CAGE.partition("\n")[0], ""), "warning", "operation-removed")
ack(
    "ack: the config ignores the Kind",
    (CAGE + "CreateFen: {in: {Name: string}}\n", ""),
    (CAGE + "CreateFen: {in: {Name: string}}\n", "ignore: {resource_names: [Cage]}\n"),
    "breaking",
    "entity-removed",
)

# --- packages of Pulumi


def pulumi(name: str, old: Any, new: Any, worst: str, *rules: str, **more: Any) -> None:
    """A pair of package schemas, by their sections."""

    def files(sections: Any) -> Files:
        return {"schema.json": json.dumps({"name": "mill", "version": "1.0.0", **sections}).encode()}

    before, after = _sides(files, old, new)
    absent, breaks = frozenset(more.get("absent", ())), frozenset(more.get("breaks", ()))
    PAIRS[name] = Pair("pulumi", before, after, worst, frozenset(rules), absent, breaks, input="schema.json", config="")


def package(token: str = "mill:index:Loom", /, **members: Any) -> Any:
    return {"resources": {token: members}}


AB = {"a": TEXT, "b": TEXT}
pulumi(
    "pulumi: an input is gone",
    package(inputProperties=AB),
    package(inputProperties={"a": TEXT}),
    "breaking",
    "attribute-removed",
)
pulumi(
    "pulumi: an output is gone",
    package(properties=AB),
    package(properties={"a": TEXT}),
    "breaking",
    "attribute-removed",
    breaks=("output",),
)
pulumi(
    "pulumi: an input becomes required",
    package(inputProperties=AB),
    package(inputProperties=AB, requiredInputs=["a"]),
    "breaking",
    "became-required",
)
pulumi(
    "pulumi: a token without an alias",
    package(inputProperties=AB),
    package("mill:cloth:Loom", inputProperties=AB),
    "breaking",
    breaks=("state",),
)
pulumi(
    "pulumi: a token with an alias",
    package(inputProperties=AB),
    package("mill:cloth:Loom", inputProperties=AB, aliases=[{"type": "mill:index:Loom"}]),
    "breaking",
)
pulumi(
    "pulumi: an alias is gone",
    package(inputProperties=AB, aliases=[{"type": "mill:old:Loom"}]),
    package(inputProperties=AB),
    "warning",
    "alias-removed",
    breaks=("state",),
)
pulumi(
    "pulumi: a function is gone",
    {"functions": {"mill:index:f": {}, "mill:index:g": {}}},
    {"functions": {"mill:index:g": {}}},
    "breaking",
    "entity-removed",
)
pulumi(
    "pulumi: a result has a field more",
    {"functions": {"mill:index:f": {"outputs": {"properties": {"a": TEXT}}}}},
    {"functions": {"mill:index:f": {"outputs": {"properties": AB, "required": ["b"]}}}},
    "info",
    "attribute-added",
)
pulumi(
    "pulumi: both sides are of another type",
    package(inputProperties={"a": TEXT}, properties={"a": TEXT}),
    package(inputProperties={"a": {"type": "boolean"}}, properties={"a": {"type": "boolean"}}),
    "breaking",
    "type-changed",
    absent=("artifact-part-changed",),
)

# --- what programs, stacks and clusters depend on besides fields


def function(*positions: str) -> Any:
    inputs = {"inputs": {"properties": AB}}
    return {"functions": {"mill:index:spin": inputs | ({"multiArgumentInputs": list(positions)} if positions else {})}}


ANY = package(inputProperties=AB)
pulumi("pulumi: arguments change places", function("a", "b"), function("b", "a"), "breaking", "arguments-reordered")
pulumi("pulumi: arguments get places", function(), function("a", "b"), "breaking", "arguments-reordered")
pulumi(
    "pulumi: a component becomes a custom resource",
    package(inputProperties=AB, isComponent=True),
    ANY,
    "breaking",
    "component-replaced",
    breaks=("state",),
)
pulumi(
    "pulumi: programs import it by another name",
    {**ANY, "language": {"nodejs": {"packageName": "@a/mill"}}},
    {**ANY, "language": {"nodejs": {"packageName": "@b/mill"}}},
    "breaking",
    "package-moved",
    breaks=("configuration",),
)
pulumi(
    "pulumi: a package with nothing but settings",
    {"config": {"variables": AB}},
    {"config": {"variables": {"a": TEXT}}},
    "breaking",
    "attribute-removed",
)
SECRET = {**OPTIONAL, "sensitive": True}
provider(
    "crossplane: a key of the connection secret is gone",
    block(id=COMPUTED, a=OPTIONAL, key={**COMPUTED, "sensitive": True}),
    block(id=COMPUTED, a=OPTIONAL),
    "breaking",
    "connection-key-removed",
    system="crossplane",
    breaks=("output",),
)
provider(
    "crossplane: a secret becomes plain",
    block(id=COMPUTED, a_b=SECRET),
    block(id=COMPUTED, a_b=OPTIONAL),
    "breaking",
    "sensitive-removed",
    absent=("connection-key-removed",),
    system="crossplane",
)
provider(
    "provider: an action takes less",
    block("action_schemas", a=OPTIONAL, b=OPTIONAL),
    block("action_schemas", a=OPTIONAL),
    "breaking",
    "attribute-removed",
    absent=("entity-removed",),
    only=("configuration",),
)


def join(*names: str) -> Any:
    parameters = [{"name": name, "type": "string"} for name in names]
    return {"functions": {"join": {"return_type": "string", "parameters": parameters}}}


provider(
    "provider: a function takes less",
    join("a", "b"),
    join("a"),
    "breaking",
    "attribute-removed",
    only=("configuration",),
)
