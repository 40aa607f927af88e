"""The sidecar says where everything came from, and its own schema describes it."""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from mapper import __version__
from mapper.inputs import Document
from mapper.model import (
    About,
    Body,
    Collection,
    CollectionKind,
    Enumeration,
    Mapping,
    Object,
    Placement,
    Status,
    Type,
    bodies_in,
)
from mapper.registry import vocabulary_of
from mapper.sidecar import shape
from mapper.sidecar.coverage import Accounts
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.shape import sidecar_schema
from mapper.sidecar.writer import write_sidecar

from ..support import generate, property_


def expanded(text: str) -> Any:
    """Parsed, with the attributes of each entity in one list, nested ones after the one that they are nested in."""
    return _Expansion(json.loads(text)).data()


class _Expansion:
    def __init__(self, data: Any) -> None:
        self._data = data

    def data(self) -> Any:
        return {
            **self._data,
            "entities": list(map(self._entity, self._data["entities"])),
            "diagnostics": [
                self._shown({**found, **({"entity": group["entity"]} if "entity" in group else {})})
                for group in self._data["diagnostics"]
                for found in group["found"]
            ],
        }

    def _shown(self, entry: Any) -> Any:
        """With places written out."""
        return {**entry, **{name: self._place(entry[name]) for name in ("location", "ignored_by") if name in entry}}

    def _place(self, place: Any) -> Any:
        file, pointer, line, column = place
        found = {"file": self._data["files"][file], "pointer": pointer, "line": line, "column": column}
        return {key: value for key, value in found.items() if value is not None}

    def _entity(self, entity: Any) -> Any:
        body = self._data["bodies"][entity["bodies"]]
        return {
            **self._shown(entity),
            "operations": list(map(self._shown, entity.get("operations", []))),
            "attributes": list(self._attributes(body, "", "")),
            "left_out": list(self._left_out(body, "")),
        }

    def _attributes(self, body: Any, prefix: str, source_prefix: str) -> Any:
        for entry in body.get("attributes", []):
            source_name = entry.get("source_name", entry["name"])
            status, code, reason = self._data["statuses"][entry.get("statuses", 0)]
            type_ = entry.get("type", {"kind": "string"})
            yield {
                **self._shown(entry),
                "path": prefix + entry["name"],
                "source_path": source_prefix + source_name,
                "type": _words(type_),
                "status": status,
                "reason": {"code": code, "text": reason},
                "origins": [origin for place in entry.get("origins", []) for origin in self._origins(place)],
            }
            if "bodies" in type_:
                inner = self._data["bodies"][type_["bodies"]]
                yield from self._attributes(inner, f"{prefix}{entry['name']}.", f"{source_prefix}{source_name}.")

    def _origins(self, origin: Any) -> Any:
        sources, place, chain = origin
        via = [] if chain is None else self._data["chains"][chain]
        for role, contribution in self._data["sources"][sources]:
            yield {
                "role": role,
                "contribution": contribution,
                "location": self._place(place),
                "via": list(map(self._place, via)),
            }

    def _left_out(self, body: Any, prefix: str) -> Any:
        for entry in body.get("left_out", []):
            yield {**self._shown(entry), "source_path": prefix + entry["name"]}
        for entry in body.get("attributes", []):
            if "bodies" in entry.get("type", {}):
                inner = self._data["bodies"][entry["type"]["bodies"]]
                yield from self._left_out(inner, f"{prefix}{entry.get('source_name', entry['name'])}.")


def _words(type_: Any) -> str:
    if type_["kind"] == "nested":
        return "object" if type_["mode"] == "single" else f"{type_['mode']} of object"
    return " of ".join([type_["kind"], *map(_words, type_.get("of", []))])


API = """\
openapi: 3.1.0
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post:
      operationId: buildOven
      summary: Build an oven
      requestBody: {content: {application/json: {schema: {$ref: "parts.yaml#/NewOven"}}}}
      responses: {"201": {description: Built., content: {application/json: {schema: {$ref: "parts.yaml#/Oven"}}}}}
  /ovens/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: One., content: {application/json: {schema: {$ref: "parts.yaml#/Oven"}}}}}
    head: {responses: {"200": {description: There is one.}}}
components: {schemas: {Settings: {type: object, properties: {apiKey: {type: string, format: password}}}}}
"""
PARTS = """\
NewOven:
  type: object
  description: An oven that is built
  required: [fuelKind]
  properties:
    fuelKind: {type: string, enum: [gas, wood], description: What burns.}
    height: {type: integer, minimum: 1, default: 3}
    secretRecipe: {}
    door:
      type: object
      properties:
        isOpen: {type: boolean, default: false, deprecated: true}
        serial: {type: string}
        hinge: {type: string}
Oven:
  type: object
  properties:
    fuelKind: {type: string}
    racks: {type: array, uniqueItems: true, maxItems: 4, items: {type: string, pattern: "^[a-z]+$"}}
"""
CONFIG = """\
provider: {name: bakery, schema_ref: "#/components/schemas/Settings"}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: "/ovens/{id}", method: GET}
    schema:
      ignores: [door.serial, nothing]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bakery")
    (folder / "api.yaml").write_text(API)
    (folder / "parts.yaml").write_text(PARTS)
    (folder / "config.yml").write_text(CONFIG)
    return folder


@pytest.fixture(scope="module")
def mapping(folder: Path) -> Mapping:
    return generate(folder / "api.yaml", folder / "config.yml", folder)


@pytest.fixture(scope="module")
def written(mapping: Mapping) -> Any:
    return json.loads(write_sidecar(mapping))


@pytest.fixture(scope="module")
def data(mapping: Mapping) -> Any:
    return expanded(write_sidecar(mapping))


@pytest.fixture(scope="module")
def oven(data: Any) -> Any:
    (found,) = [entity for entity in data["entities"] if entity["kind"] == "resource"]
    return found


def attribute(entity: Any, path: str) -> Any:
    (found,) = [a for a in entity["attributes"] if a["path"] == path]
    return found


def test_the_schema_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(json.loads(sidecar_schema()))


def test_the_schema_allows_no_more_than_it_says(written: Any) -> None:
    validator = Draft202012Validator(json.loads(sidecar_schema()))
    assert not validator.is_valid({**written, "date": "today"})
    assert not validator.is_valid({**written, "version": 2})
    assert not validator.is_valid({key: value for key, value in written.items() if key != "coverage"})


def test_the_members_are_in_the_order_of_the_shape_and_there_is_a_line_for_each_entry_of_a_list(
    mapping: Mapping, written: Any
) -> None:
    assert list(written) == [name for name in shape.Sidecar.__struct_fields__ if name in written]
    text = write_sidecar(mapping)
    lines = {line.removesuffix(",") for line in text.split("\n")}
    for name in ("documents", "bodies", "entities", "diagnostics", "rules", "statuses", "sources", "files"):
        assert written[name]
        for entry in written[name]:
            assert json.dumps(entry, ensure_ascii=False, separators=(",", ":")) in lines
    assert text.endswith("}\n")


def test_a_line_more_in_the_description_changes_only_places(folder: Path, tmp_path: Path) -> None:
    for name, text in (("api.yaml", API), ("parts.yaml", f"# a line more\n{PARTS}"), ("config.yml", CONFIG)):
        (tmp_path / name).write_text(text)
    before, after = (
        write_sidecar(generate(at / "api.yaml", at / "config.yml", at)).split("\n") for at in (folder, tmp_path)
    )
    assert before != after

    def without_places(line: str) -> str:
        return re.sub(r',\d+,\d+\]|"sha256":"\w+"', "", line)

    assert list(map(without_places, before)) == list(map(without_places, after))


@pytest.mark.parametrize("text", ["}\n{", "\ud800", "ä\ud800", "<\u2028>"])
def test_texts_are_written_as_they_are(text: str) -> None:
    mapping = property_("{type: string}").mapping
    data = json.loads(write_sidecar(replace(mapping, about=About("Zoo", "1", text), enums=(Enumeration(text, ()),))))
    assert data["about"]["description"] == data["enums"][0]["name"] == text


def test_letters_beside_half_of_a_surrogate_pair_are_written_as_they_are() -> None:
    mapping = property_("{type: string}").mapping
    written = write_sidecar(replace(mapping, about=About("Zoo", "1", "ä\ud800")))
    assert "ä\ud800" in written


def test_it_says_what_it_is_and_who_made_it(data: Any) -> None:
    assert (data["format"], data["version"], data["system"], data["provider"]) == (
        "oasmap-sidecar",
        3,
        "terraform",
        "bakery",
    )
    assert data["generator"] == {"name": "mkdocs-oasmap", "version": __version__}


def test_every_file_that_was_read_is_listed_with_its_digest(data: Any, folder: Path) -> None:
    assert {entry["file"]: entry["sha256"] for entry in data["documents"]} == {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in ("api.yaml", "config.yml", "parts.yaml")
    }


def test_an_entity_has_its_place_in_the_config_and_its_operations(oven: Any) -> None:
    assert oven["name"] == "oven"
    assert oven["summary"] == "An oven that is built"
    assert oven["location"] == {"file": "config.yml", "pointer": "/resources/oven", "line": 3, "column": 3}
    create, read = oven["operations"]
    assert create == {
        "part": "create",
        "method": "POST",
        "path": "/ovens",
        "operation_id": "buildOven",
        "summary": "Build an oven",
        "location": {"file": "api.yaml", "pointer": "/paths/~1ovens/post", "line": 5, "column": 5},
        "arguments": create["arguments"],
    }
    (body,) = create["arguments"]
    assert (body["in"], body["supply"], body["pointer"]) == ("body", "configured", "")
    assert (read["part"], read["method"], read["path"]) == ("read", "GET", "/ovens/{id}")
    assert "operation_id" not in read


def test_nested_attributes_follow_the_one_that_they_are_nested_in(oven: Any) -> None:
    paths = [a["path"] for a in oven["attributes"]]
    assert sorted(paths) == ["door", "door.hinge", "door.is_open", "fuel_kind", "height", "id", "racks"]
    assert set(paths[paths.index("door") + 1 :][:2]) == {"door.hinge", "door.is_open"}
    assert attribute(oven, "door")["type"] == "object"


def test_an_attribute_has_name_type_status_reason_default_limits_and_marks(oven: Any, data: Any) -> None:
    assert attribute(oven, "door.is_open")["source_path"] == "door.isOpen"
    assert attribute(oven, "racks")["type"] == "list of string"
    found = attribute(oven, "fuel_kind")
    assert found["status"] == "required"
    assert found["reason"] == {"code": "required-in-request", "text": "required in the create request body"}
    assert attribute(oven, "height")["default"] == 3
    assert attribute(oven, "door.is_open")["default"] is False
    assert attribute(oven, "height")["constraints"] == [["range", [1, None]]]
    assert attribute(oven, "fuel_kind")["constraints"] == [["enum", ["gas", "wood"]]]
    assert ["size", [None, 4]] in attribute(oven, "racks")["constraints"]
    assert "default" not in attribute(oven, "fuel_kind")
    assert attribute(oven, "door.is_open")["deprecation"]
    (provider,) = [entity for entity in data["entities"] if entity["kind"] == "provider"]
    assert attribute(provider, "api_key")["sensitive"] is True
    assert not {"deprecation", "sensitive"} & attribute(oven, "height").keys()


def test_limits_without_a_validator_are_in_it() -> None:
    mapping = property_("{type: number, minimum: 0.1, exclusiveMaximum: 1e5, multipleOf: 1e-05}").mapping
    Draft202012Validator(json.loads(sidecar_schema())).validate(json.loads(write_sidecar(mapping)))
    data = expanded(write_sidecar(mapping))
    (found,) = (a for entity in data["entities"] for a in entity["attributes"] if a["path"] == "it")
    assert found["constraints"] == [
        ["range", [0.1, None]],
        ["exclusive_range", [None, 100000]],
        ["multiple", 1e-05],
    ]


def test_an_attribute_has_every_place_that_it_came_from(oven: Any) -> None:
    roles = [(origin["role"], origin["contribution"]) for origin in attribute(oven, "fuel_kind")["origins"]]
    assert roles == [
        ("create request body", "declared the attribute"),
        ("create response 201", "has it too"),
        ("read response 200", "has it too"),
    ]
    first = attribute(oven, "fuel_kind")["origins"][0]["location"]
    assert first == {"file": "parts.yaml", "pointer": "/NewOven/properties/fuelKind", "line": 6, "column": 5}


def test_places_are_where_they_are_said_to_be(data: Any, folder: Path) -> None:
    places = 0
    for entity in data["entities"]:
        for found in entity["attributes"]:
            for origin in found["origins"]:
                for place in (origin["location"], *origin.get("via", ())):
                    key = place["pointer"].rpartition("/")[2].replace("~1", "/")
                    line = (folder / place["file"]).read_text().split("\n")[place["line"] - 1]
                    assert key.isdecimal() or line[place["column"] - 1 :].lstrip("'\"").startswith(key)
                    places += 1
    assert places > len(data["entities"])


def test_what_is_left_out_has_the_line_or_the_code_that_says_why(oven: Any) -> None:
    ignored = {entry["source_path"]: entry for entry in oven["left_out"]}
    assert ignored.keys() == {"secretRecipe", "door.serial"}
    assert ignored["secretRecipe"]["code"] == "OAS302"
    assert ignored["door.serial"]["ignored_by"] == {
        "file": "config.yml",
        "pointer": "/resources/oven/schema/ignores/0",
        "line": 7,
        "column": 17,
    }


def test_diagnostics_have_what_the_messages_have(data: Any) -> None:
    (lost,) = [d for d in data["diagnostics"] if d["code"] == "OAS302"]
    assert "ignores: [secretRecipe]  # in resources.oven.schema" in lost.pop("fix")
    assert lost == {
        "code": "OAS302",
        "entity": "resource oven",
        "path": "secret_recipe",
        "message": "the schema has no type",
        "location": {"file": "parts.yaml", "pointer": "/NewOven/properties/secretRecipe", "line": 8, "column": 5},
    }
    assert next(rule for rule in data["rules"] if rule["code"] == "OAS302") == {
        "code": "OAS302",
        "severity": "warning",
        "title": "Schema without a type",
        "consequence": "The attribute is left out; everything around it is mapped.",
        "differs_from_reference": True,
    }
    (unused,) = [d for d in data["diagnostics"] if d["code"] == "OAS102"]
    assert "path" not in unused
    assert unused["location"]["file"] == "config.yml"


def test_coverage_lists_every_operation_with_those_that_use_it_and_counts_properties(data: Any) -> None:
    assert data["coverage"]["operations"] == [
        ["POST", "/ovens", ["resource oven"]],
        ["GET", "/ovens/{id}", ["resource oven"]],
        ["HEAD", "/ovens/{id}", []],
    ]
    found = [
        (e["kind"], e["name"], *(e["coverage"].get(key, 0) for key in ("mapped", "ignored", "lost")))
        for e in data["entities"]
    ]
    assert found == [("provider", "bakery", 1, 0, 0), ("resource", "oven", 7, 1, 1)]


def test_coverage_says_what_became_of_the_properties_of_each_source(mapping: Mapping, data: Any) -> None:
    for entity, written in zip(mapping.entities, data["entities"], strict=True):
        sources = written["coverage"].get("sources", [])
        for account, source in zip(Accounts().of(entity), sources, strict=True):
            left_out = sum(entry["count"] for entry in source.get("ignored", [])) + sum(source.get("lost", {}).values())
            assert source.get("declared", 0) + source.get("merged", 0) + left_out == account.properties
        assert sum(source.get("declared", 0) for source in sources) == written["coverage"]["mapped"]


@pytest.mark.parametrize("format_", ["", ", format: double"])
def test_numbers_that_json_does_not_have_do_not_make_the_sidecar_unreadable(format_: str) -> None:
    mapped = property_(f"{{type: number{format_}, minimum: -1e999, maximum: .inf, default: 1e999, enum: [.nan]}}")

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not a JSON")

    json.loads(write_sidecar(mapped.mapping), parse_constant=refuse)


@pytest.mark.parametrize("wrap", [lambda inner: inner, lambda inner: Collection(CollectionKind.LIST, inner)])
def test_a_type_that_an_attribute_has_in_one_placement_only_is_read_back(wrap: Callable[[Type], Type]) -> None:
    mapping = property_("{type: string}").mapping
    *_, entity = mapping.entities
    first, *others = entity.body.attributes
    inner = Body((replace(first, name="inner"),))
    placements = (Placement("inputs", Status.OPTIONAL), Placement("outputs", Status.COMPUTED, wrap(Object(inner))))
    body = replace(entity.body, attributes=(replace(first, placements=placements), *others))
    text = write_sidecar(replace(mapping, entities=(replace(entity, body=body),)))
    *_, found = read_sidecar(Document("oasmap.json", text.encode()), vocabulary_of).entities
    plain, typed = found.body.attributes[0].placements
    assert plain.type is None
    assert typed.type is not None
    (read,) = bodies_in(typed.type)
    assert [attribute.name for attribute in read.attributes] == ["inner"]
