"""What holds for every input: random descriptions and configs, odd and broken ones among them."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from mapper.inputs import Document, DocumentError, Documents
from mapper.model import Body, Mapping, nested_body
from mapper.report.diagnostic import MappingError, Problem
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.config.policies import CHOICES
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api

from .support import write_code_spec

IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*\Z")
SCHEMAS = ("S0", "S1", "S2", "S3")

often = settings(
    max_examples=60,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

# --- random inputs: each function makes one part of a description, usually a valid one ---

NAMES = ["a", "b", "aB", "a_b", "AB", "id", "count", "x-y", "9", "é", "properties", "$ref", "a.b", ""]
TEXTS = ["", "text", "1", "1.50", "true", "null", "yes", '<&>"\\\n\u2028', "\x7f", "パン"]
NUMBERS = [0, 1, 2, -3, 1.5, -0.0, 1e21, 1e-7, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 10**400]
PLAIN = [None, True, False, *NUMBERS, *TEXTS]
TYPES = ["string", "integer", "number", "boolean", "array", "object"]
ODD_TYPES = ["null", "file", "String", [], ["string", "null"], ["integer", "string"], ["integer", "number"], None, 5]
FORMATS = ["set", "double", "float", "password", "int32"]
LIMITS = "minimum maximum minLength maxLength minItems maxItems minProperties maxProperties".split()
REFERENCES = [
    *(f"#/components/schemas/{name}" for name in SCHEMAS * 3), "#/components/schemas/S0/properties/a", "#/paths", "#",
    "#/components/schemas/S1/items", "#/nowhere", "#S0", "other.yaml", "//x", "%00",
]  # fmt: skip
CODES = ["200", "200", "201", "204", "2XX", "default"]


def odd(random: Random, depth: int = 2) -> Any:
    """Any value, usually a plain one."""
    shape = random.randrange(6) if depth else 0
    if shape == 1:
        return [odd(random, depth - 1) for _ in range(random.randrange(3))]
    if shape == 2:
        return {random.choice(NAMES): odd(random, depth - 1) for _ in range(random.randrange(3))}
    return random.choice(PLAIN)


def usually(random: Random, value: Any) -> Any:
    """A value, and now and then something that does not belong in its place."""
    return odd(random) if random.randrange(25) == 0 else value


def keywords(random: Random) -> dict[str, Any]:
    """Keywords of a schema that have no schemas in them."""
    values: dict[str, Callable[[], Any]] = {
        "format": lambda: random.choice(FORMATS),
        "description": lambda: random.choice(TEXTS),
        "default": lambda: odd(random),
        "enum": lambda: random.choices(PLAIN, k=random.randrange(4)),
        "required": lambda: random.choices(NAMES, k=2),
        "deprecated": lambda: random.choice([True, False]),
        "uniqueItems": lambda: random.choice([True, False]),
        "pattern": lambda: random.choice(TEXTS),
        "context": lambda: odd(random),
        "Description": lambda: odd(random),
        **dict.fromkeys(LIMITS, lambda: random.choice(NUMBERS)),
    }
    chosen = random.sample(list(values), random.randrange(6))
    return {keyword: usually(random, values[keyword]()) for keyword in chosen}


def properties(random: Random, depth: int) -> dict[str, Any]:
    return {random.choice(NAMES): schema(random, depth) for _ in range(random.randrange(1, 6))}


def schema(random: Random, depth: int, shape: str = "") -> Any:
    """A schema."""
    flat = ["scalar", "scalar", "scalar", "reference"]
    shape = shape or random.choice([*flat, "object", "object", "array", "map", "choice", "mix"] if depth else flat)
    if shape == "reference":
        return usually(random, {"$ref": random.choice(REFERENCES)})
    found = keywords(random)
    if shape == "scalar":
        found["type"] = random.choice(ODD_TYPES if random.randrange(6) == 0 else TYPES)
    elif shape == "object":
        found |= {"type": "object", "properties": usually(random, properties(random, depth - 1))}
    elif shape == "array":
        found |= {"type": "array", "items": usually(random, schema(random, depth - 1))}
    elif shape == "map":
        found |= {"type": "object", "additionalProperties": usually(random, schema(random, depth - 1))}
    elif shape == "choice":
        branches = [schema(random, depth - 1), random.choice([{"type": "null"}, schema(random, 0)])]
        found[random.choice(["anyOf", "oneOf", "allOf"])] = usually(
            random, random.sample(branches, random.choice([1, 2]))
        )
    else:
        found |= {"properties": properties(random, depth - 1), "additionalProperties": schema(random, 0)}
        found |= {"items": [schema(random, 0)], "type": random.choice(TYPES)}
    return usually(random, found)


def root(random: Random) -> Any:
    """The schema of a body or a component: an object, most of the time."""
    return schema(random, 3, random.choice(["object", "object", "object", "object", "array", ""]))


def body(random: Random) -> Any:
    """A request body or a response."""
    media_type = random.choice(["application/json", "application/json", "text/plain"])
    return usually(random, {"content": usually(random, {media_type: usually(random, {"schema": root(random)})})})


def parameter(random: Random) -> Any:
    if random.randrange(6) == 0:
        return {"$ref": random.choice(REFERENCES)}
    found = {"name": random.choice(NAMES), "in": random.choice(["path", "query", "query", "header"])}
    found |= {"required": usually(random, True), "description": usually(random, random.choice(TEXTS))}
    found |= (
        {"schema": schema(random, 1)} if random.randrange(5) else {"content": {"a/b": {"schema": schema(random, 1)}}}
    )
    return usually(random, found)


def some_parameters(random: Random) -> Any:
    return usually(random, [parameter(random) for _ in range(random.randrange(3))])


def operation(random: Random) -> dict[str, Any]:
    responses = {random.choice(CODES): body(random) for _ in range(random.randrange(1, 3))}
    return {"requestBody": body(random), "responses": responses, "parameters": some_parameters(random)}


def description(random: Random) -> dict[str, Any]:
    """An OpenAPI description with two operations and a few components."""
    item = {"post": operation(random), "get": operation(random), "parameters": some_parameters(random)}
    components = {"schemas": {name: root(random) for name in SCHEMAS}}
    return {"openapi": "3.1.0", "paths": {"/ovens": item}, "components": components}


CUSTOM = {"custom": {"imports": [{"path": "own"}], "schema_definition": "own.It()"}}
EXTERNAL = {"import": {"path": "own"}, "type": "own.Type"}
IDENTIFIERS = ["a", "b", "a_b", "ab", "id", "count", "type", "x_1", "x1", "_", "_9"]
WORDS = ["string", "bool", "int64", "number", "dynamic", "list", "set", "map", "object", "list of string"]
WORDS += ["map of object", "set of object", "map of list of int64"]
STATUSES = ["required", "optional", "computed", "computed_optional"]


def attribute_path(random: Random) -> str:
    return ".".join(random.choices(["a", "b", "aB", "a_b", "id", "oven", "9"], k=random.randrange(1, 4)))


def some(random: Random, values: dict[str, Any]) -> dict[str, Any]:
    """A few of the keys, each with a value of its own choice."""
    return {key: random.choice(values[key]) for key in random.sample(list(values), random.randrange(len(values)))}


def override(random: Random, part: str) -> dict[str, Any]:
    """An override of the right shape, which often does not fit. `part` is *create* for resources."""
    status = "optional_required" if part == "provider" else "computed_optional_required"
    values: dict[str, list[Any]] = {
        status: STATUSES[:2] if part == "provider" else STATUSES,
        "type": WORDS,
        "name": IDENTIFIERS,
        "description": TEXTS,
        "sensitive": [True, False],
        "deprecation_message": [None, *TEXTS],
        "validators": [None, [], ["inferred", CUSTOM], [CUSTOM]],
        "custom_type": [None, {**EXTERNAL, "value_type": "own.Value"}],
        "associated_external_type": [None, EXTERNAL],
        "nested_object": [{"validators": [CUSTOM]}, {"associated_external_type": EXTERNAL}, {}],
    }
    if part == "create":
        values |= {
            "default": [None, 1, -1.5, True, "x", "", {"static": 2}, CUSTOM],
            "plan_modifiers": [None, [], ["requires_replace", CUSTOM], ["use_state_for_unknown"]],
        }
    return some(random, values)


def addition(random: Random, part: str, depth: int = 2) -> dict[str, Any]:
    """An attribute of the specification."""
    head = {"optional_required": "optional"} if part == "provider" else {"computed_optional_required": "computed"}
    kind = random.choice(["string", "int64", "list", "object", "single_nested", "map_nested"] if depth else ["bool"])
    names = random.sample(IDENTIFIERS, random.randrange(3))
    if kind == "list":
        return {kind: {**head, "element_type": {"string": {}}}}
    if kind == "object":
        return {kind: {**head, "attribute_types": [{"name": name, "bool": {}} for name in names or IDENTIFIERS[:1]]}}
    nested = {"attributes": [{"name": name, **addition(random, part, depth - 1)} for name in names]}
    inner = nested if kind == "single_nested" else {"nested_object": nested} if kind == "map_nested" else {}
    return {kind: {**head, **inner}}


def entity_schema(random: Random, part: str) -> dict[str, Any]:
    """The `schema` of an entry. `part` is *create* for resources, *read* for data sources, *provider*."""

    def few() -> range:
        return range(random.randrange(4))

    def added() -> str:
        return ".".join([*attribute_path(random).split(".")[: random.randrange(3)], random.choice(IDENTIFIERS)])

    aliases = {random.choice(NAMES): random.choice(NAMES + TEXTS) for _ in few()}
    aliases |= {f".{attribute_path(random)}": random.choice(NAMES) for _ in few()}
    return {
        "ignores": [attribute_path(random) for _ in few()],
        **some(random, {"description": TEXTS, "markdown_description": TEXTS, "deprecation_message": TEXTS}),
        "attributes": {
            "aliases": aliases,
            "overrides": {attribute_path(random): override(random, part) for _ in few()},
            "additional": {added(): addition(random, part) for _ in few()},
        },
    }


def config(random: Random) -> dict[str, Any]:
    """A generator config that is valid."""

    def entity(*parts: str) -> dict[str, Any]:
        methods = {"create": "POST", "read": "get"}
        return {
            **{part: {"path": "/ovens", "method": methods[part]} for part in parts},
            "schema": entity_schema(random, parts[0]),
        }

    policies: dict[str, Any] = {
        policy: random.choice(CHOICES[policy])
        for policy in random.sample(list(CHOICES), random.randrange(len(CHOICES)))
    }
    policies |= {"recursion_depth": random.randrange(3), "pagination": ["count", "id"]}
    policies |= {"sensitive": ["a", "b"]} if random.randrange(2) else {}
    provider = {"name": "bakery", "schema": entity_schema(random, "provider"), "ignores": [attribute_path(random)]}
    provider |= {"schema_ref": random.choice(["", "#/components/schemas/S0"])}
    sources = {random.choice(NAMES): entity("read") for _ in range(random.randrange(3))}
    entities = {"resources": {"oven": entity("create", "read")}, "data_sources": sources}
    return {"provider": provider, **entities, "policies": policies if random.randrange(2) else {}}


@dataclass(frozen=True)
class Input:
    """A description and a config for it, as random as its seed."""

    seed: int

    @cached_property
    def _parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        random = Random(self.seed)
        return description(random), config(random)

    @property
    def api(self) -> dict[str, Any]:
        return self._parts[0]

    @property
    def config(self) -> dict[str, Any]:
        return self._parts[1]

    def mapping(self) -> Mapping:
        """Odd seeds are written in JSON, even ones in YAML."""
        return map_data((as_json if self.seed % 2 else as_yaml)(self.api), as_json(self.config))


inputs = st.builds(Input, st.integers(0, 2**32 - 1))


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def as_yaml(value: object) -> bytes:
    return yaml.dump(value, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), sort_keys=False).encode()


def as_flow_yaml(value: object) -> bytes:
    """YAML with the spelling of JSON."""
    return b"# YAML\n" + as_json(value)


def map_data(description: bytes, config: bytes) -> Mapping:
    """Map a description with a config. Raises MappingError, and nothing else."""
    documents = Documents()
    parsed = parse_config(Document("config.yml", config))
    return map_api(Api(documents.add(Document("openapi.yaml", description)), documents), parsed)


# --- what holds ---


def attribute_lists(value: Any) -> Iterator[list[dict[str, Any]]]:
    """All lists of attributes and members in an artifact, at every level."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key in ("attributes", "attribute_types"):
                yield child
            yield from attribute_lists(child)
    elif isinstance(value, list):
        for child in value:
            yield from attribute_lists(child)


@often
@given(inputs)
def test_an_artifact_is_json_with_valid_names_that_are_unique_on_each_level(given: Input) -> None:
    spec = json.loads(write_code_spec(given.mapping()))
    assert spec["version"] == "0.1"
    for attributes in attribute_lists(spec):
        listed = [attribute["name"] for attribute in attributes]
        assert all(IDENTIFIER.match(name) for name in listed)
        assert len(set(listed)) == len(listed)
        assert all(len(attribute) == 2 for attribute in attributes)


@often
@given(inputs)
def test_every_origin_and_every_diagnostic_has_a_line(given: Input) -> None:
    def check(attributes: Body) -> None:
        for attribute in attributes.attributes:
            assert attribute.origins
            for origin in attribute.origins:
                for location in (origin.location, *origin.via):
                    assert location.document.position(location.pointer)
            inner = nested_body(attribute.type)
            if inner is not None:
                check(inner)

    mapping = given.mapping()
    for entity in mapping.entities:
        check(entity.body)
    for diagnostic in mapping.diagnostics:
        assert diagnostic.location is not None
        assert re.search(r":\d+:\d+$", diagnostic.place)
        assert diagnostic.message


@often
@given(inputs, st.permutations(SCHEMAS))
def test_the_artifact_depends_neither_on_the_run_nor_on_the_order_of_the_components(
    given: Input, order: list[str]
) -> None:
    components = given.api["components"]["schemas"]
    shuffled = {**given.api, "components": {"schemas": {name: components[name] for name in order}}}
    first, again, other = (map_data(as_json(api), as_json(given.config)) for api in (given.api, given.api, shuffled))
    assert write_code_spec(first) == write_code_spec(again) == write_code_spec(other)
    assert [d.message for d in first.diagnostics] == [d.message for d in again.diagnostics]
    assert [d.message for d in first.diagnostics] == [d.message for d in other.diagnostics]


@often
@given(inputs)
def test_the_artifact_is_the_same_from_json_and_from_yaml(given: Input) -> None:
    try:
        from_json = map_data(as_json(given.api), as_json(given.config))
    except MappingError:
        with pytest.raises(MappingError):
            map_data(as_flow_yaml(given.api), as_flow_yaml(given.config))
        return
    from_yaml = map_data(as_flow_yaml(given.api), as_flow_yaml(given.config))
    assert write_code_spec(from_json) == write_code_spec(from_yaml)
    assert [d.message for d in from_json.diagnostics] == [d.message for d in from_yaml.diagnostics]


KEYS = "provider resources data_sources oven create read path method schema ignores attributes".split()
plain = st.sampled_from(PLAIN)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
)


@often
@given(anything, inputs)
def test_any_config_and_any_description_is_mapped_or_refused(value: Any, given: Input) -> None:
    api, wanted = given.api, given.config
    configs = (value, {**wanted, "resources": value}, {**wanted, "provider": value})
    apis = (value, {**api, "paths": value}, {**api, "paths": {"/ovens": value}})
    for description_, config_ in [*((api, data) for data in configs), *((data, wanted) for data in apis)]:
        with suppress(MappingError):
            assert map_data(as_json(description_), as_json(config_)).entities


@often
@given(inputs, st.data())
def test_a_config_with_anything_anywhere_is_mapped_or_refused_in_one_line_each(
    given: Input, data: st.DataObject
) -> None:
    wanted = json.loads(as_json(given.config))
    places = list(inner_places(wanted))
    for container, key in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=3)):
        container[key] = data.draw(anything)
    problems: tuple[Problem, ...] = ()
    with suppress(MappingError):
        try:
            assert json.loads(write_code_spec(map_data(as_json(given.api), as_json(wanted))))["version"] == "0.1"
        except MappingError as error:
            problems = error.problems
            raise
    assert all(re.fullmatch(r"[a-z.]+:\d+(:\d+)?: .*", str(problem)) for problem in problems)


def inner_places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every mapping or list in a value with each of its keys."""
    for key, child in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(child, dict | list):
            yield from inner_places(child)


@often
@given(st.one_of(st.binary(max_size=40), st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace"))))
@example(b"&a [*a]")
@example(b"? {a: b}")
@example(b"\xff\xfe\x00")
@example(b"{a: *b}")
@example(b"!<tag:yaml.org,2002:int> x")
def test_any_bytes_are_a_document_or_an_error_in_one_line(data: bytes) -> None:
    message = ""
    try:
        Document("menu.yaml", data)
    except DocumentError as error:
        message = str(error)
    assert re.fullmatch(r"(menu\.yaml(:\d+){0,2}: .*)?", message)


@often
@given(
    st.recursive(
        plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(TEXTS), inner, max_size=4)
    )
)
def test_a_document_is_the_same_from_json_and_from_yaml_with_a_place_for_everything(value: Any) -> None:
    def check(node: Any, pointer: str) -> None:
        assert from_json.position(pointer)
        assert from_yaml.position(pointer)
        members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, child in members:
            check(child, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")

    from_json, from_yaml = Document("menu.json", as_json(value)), Document("menu.yaml", as_yaml(value))
    assert from_json.root == value
    assert from_yaml.root == value
    check(value, "")
