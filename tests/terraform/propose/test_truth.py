"""A proposal hides nothing, counted without the mapper's help, and is compared with what is wanted of known APIs."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Document, Documents
from mapper.registry import system_named
from mapper.request import Proposing
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.openapi.routes import shape_of
from mapper.text.display import visible_source

from .expectations import CORPUS as KNOWN
from .expectations import Expected, files, judge, read_expected

SPEC = """\
openapi: 3.0.0
info: {title: Zoo, version: "1"}
paths:
  /ovens:
    post:
      requestBody: {content: {application/json: {schema: BODY}}}
      responses: {"201": {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}}
  /ovens/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}}}
    delete: {responses: {"204": {description: Gone.}}}
components:
  schemas:
    Oven: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Part: {type: object, properties: {deep: {type: object, required: [bad], properties: {bad: {type: array}}}}}
"""


def bare(text: str) -> list[str]:
    """The ignores of a config that have no reason next to them."""
    entries = re.findall(r"^ +ignores:\n((?: +- .*\n)+)", text, re.MULTILINE)
    return [line.strip() for block in entries for line in block.splitlines() if " # " not in line]


def hidden(spec: Any, config: dict[str, Any]) -> Iterator[str]:
    """The request bodies and required properties that a config ignores."""
    for section in ("resources", "data_sources"):
        for name, entity in config.get(section, {}).items():
            parts = {part: entity[part] for part in ("create", "read", "update") if part in entity}
            yield from (f"{name}: {part}" for part, entry in parts.items() if entry.get("request", {}).get("ignore"))
            bodies = [body for entry in parts.values() for body in _bodies(spec, entry)]
            for path in entity.get("schema", {}).get("ignores", ()):
                steps = [step.replace("\\", "") for step in re.findall(r"(?:[^.\\]|\\.)+", path)]
                yield from (f"{name}: {path}" for body in bodies if _required_at(spec, body, steps))


def _target(spec: Any, node: Any) -> Any:
    for _ in range(50):
        reference = node.get("$ref") if isinstance(node, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        node = spec
        for token in reference[2:].split("/"):
            node = node.get(token.replace("~1", "/").replace("~0", "~")) if isinstance(node, dict) else None
    return node if isinstance(node, dict) else {}


def _bodies(spec: Any, entry: dict[str, Any]) -> Iterator[list[Any]]:
    """The bodies of an operation, or the parts of them that the config points to."""
    operation = _target(spec, _target(spec, spec["paths"][entry["path"]]).get(entry["method"].lower()))
    answers = [value for code, value in operation.get("responses", {}).items() if str(code).startswith("2")]
    parameters = [_target(spec, parameter) for parameter in operation.get("parameters", ())]
    sent = [operation.get("requestBody"), *(entry for entry in parameters if entry.get("in") == "body")]
    for side, holders in (("request", sent), ("response", answers)):
        for holder in (_target(spec, holder) for holder in holders):
            for media in (holder, *holder.get("content", {}).values()):
                if "schema" in media:
                    yield _pointed(spec, media["schema"], entry.get(side, {}).get("pointer", ""))


def _pointed(spec: Any, schema: Any, pointer: str) -> list[Any]:
    nodes = [schema]
    for token in pointer.split("/")[1:]:
        objects = [node for start in nodes for node in _objects(spec, start)]
        nodes = [node["properties"][token] for node in objects if token in node.get("properties", {})] or nodes
    return nodes


def _required_at(spec: Any, nodes: list[Any], steps: list[str]) -> bool:
    objects = [node for start in nodes for node in _objects(spec, start)]
    if len(steps) == 1:
        return any(steps[0] in node.get("required", ()) for node in objects if steps[0] in node.get("properties", {}))
    found = [node["properties"][steps[0]] for node in objects if steps[0] in node.get("properties", {})]
    return bool(found) and _required_at(spec, found, steps[1:])


def _objects(spec: Any, start: Any) -> list[Any]:
    found: dict[int, Any] = {}
    stack = [start]
    while stack and len(found) < 500:
        node = _target(spec, stack.pop())
        if id(node) not in found and isinstance(node.get("required", []), list):
            found[id(node)] = node
            stack += [branch for keyword in ("allOf", "anyOf", "oneOf") for branch in node.get(keyword, ())]
            stack += [node["items"]] if isinstance(node.get("items"), dict) else []
    return [node for node in found.values() if isinstance(node.get("properties", {}), dict)]


def propose(spec: Path) -> str:
    return system_named("terraform").proposals.propose(Proposing(spec)).text


@pytest.mark.parametrize(
    "body",
    [
        "{type: object, required: [bad], properties: {bad: {type: array}, name: {type: string}}}",
        "{type: object, required: [bad], properties: {bad: {$ref: bad.json}, name: {type: string}}}",
        "{type: object, properties: {bad: {$ref: bad.json}, name: {type: string}}}",
        "{type: object, properties: {bad: {type: array}, name: {type: string}}}",
        "{type: object, properties: {part: {$ref: '#/components/schemas/Part'}, name: {type: string}}}",
        "{type: array, items: {type: array, items: {type: string}}}",
        "{type: object, properties: {a: {type: string}}, patternProperties: {^x: {type: string}}}",
    ],
)
def test_what_is_needed_is_never_ignored_and_what_is_ignored_has_its_reason(tmp_path: Path, body: str) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_text(SPEC.replace("BODY", body), encoding="utf-8")
    text = propose(path)
    config = yaml.safe_load(text)
    assert bare(text) == []
    assert list(hidden(yaml.safe_load(path.read_text(encoding="utf-8")), config)) == []
    ignores = config.get("resources", {}).get("oven", {}).get("schema", {}).get("ignores", [])
    assert ("bad" in ignores) == ("{bad: {type: array}, name" in body and "required" not in body)


@pytest.mark.parametrize(
    ("body", "left_out"),
    [
        ("{properties: {name: {type: string}}}", "left out: 0 attributes"),
        ("{properties: {name: {type: string}, bad: {type: array}}}", "left out: 1 attribute, 0 of them required"),
        ("{properties: {name: {type: string}, bad: {type: array}, worse: {type: array}}}",
         "left out: 2 attributes, 0 of them required"),
        ("{properties: {name: {type: string}, not: {type: object, $ref: '#/components/schemas/Rule'}}}",
         "left out: 1 attribute, 0 of them required"),
        ("{required: [gone], properties: {name: {type: string}}}", "left out: 1 attribute, 1 of them required"),
    ],
)  # fmt: skip
def test_the_last_lines_count_what_is_left_out_whatever_tells_it(tmp_path: Path, body: str, left_out: str) -> None:
    path = tmp_path / "openapi.yaml"
    rule = "    Rule: {properties: {op: {type: string}, not: {$ref: '#/components/schemas/Rule'}}}\n"
    path.write_text(SPEC.replace("BODY", body) + rule, encoding="utf-8")
    notes = system_named("terraform").proposals.propose(Proposing(path)).notes
    assert [note.rpartition("; ")[2] for note in notes if "left out" in note] == [left_out]


def test_the_counter_finds_what_it_counts() -> None:
    body = "{type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}"
    spec = yaml.safe_load(SPEC.replace("BODY", body))
    create = {"path": "/ovens", "method": "POST", "request": {"ignore": True}}
    config = {"resources": {"oven": {"create": create, "schema": {"ignores": ["a", "b"]}}}}
    assert list(hidden(spec, config)) == ["oven: create", "oven: a"]
    assert bare("schema:\n  ignores:\n    - a # why\n    - b\n") == ["- b"]


def root_names(api: Api, config: dict[str, Any]) -> dict[tuple[str, str, str], set[str]]:
    """The names of the attributes of each root, by kind and name of the entity and the name in the API."""
    names: dict[tuple[str, str, str], set[str]] = {}
    for entity in map_api(api, parse_config(Document("config.yml", yaml.safe_dump(config).encode()))).entities:
        for attribute in entity.body.attributes:
            names.setdefault((entity.kind.name, entity.name, attribute.source_name), set()).add(attribute.name)
    return names


def renaming(api: Api, config: dict[str, Any]) -> list[str]:
    """The policies of a config that give an attribute of a root another name."""
    names, policies = root_names(api, config), config.get("policies", {})
    found = []
    for policy in policies:
        rest = {key: value for key, value in policies.items() if key != policy}
        without = root_names(api, {**config, "policies": rest})
        found += [f"{policy}: {key}" for key in names.keys() & without.keys() if names[key] != without[key]]
    return found


def test_the_comparison_finds_a_policy_that_renames(tmp_path: Path) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_text(SPEC.replace("BODY", "{type: object, properties: {HTTPName: {type: string}}}"), encoding="utf-8")
    config = {**yaml.safe_load(propose(path)), "policies": {"names": "words", "replace": "infer"}}
    documents = Documents()
    assert renaming(Api(documents.load(path), documents), config) == ["names: ('resource', 'oven', 'HTTPName')"]


def test_a_config_has_no_character_that_acts_on_the_text_around_it(tmp_path: Path) -> None:
    path = tmp_path / "openapi.yaml"
    text = SPEC.replace("BODY", "{$ref: '#/components/schemas/Oven'}").replace(
        "{id: {type", '{"i\u202ed": {}, id: {type'
    )
    path.write_text(text.replace("/ovens", "/ov\u202een\u3164s").replace("Zoo", "Z\u2066oo"), encoding="utf-8")
    config = system_named("terraform").proposals.propose(Proposing(path)).text
    assert "ov\\u202Een\\u3164s" in config
    assert visible_source(config) == config
    assert next(iter(yaml.safe_load(config)["resources"].values()))["create"]["path"] == "/ov\u202een\u3164s"


LINES = """\
provider: zoo
resources:
  pet/animal: POST .. | GET PUT/PATCH DELETE /pets/{pet} | /data+request | pet | the main thing
  house: PUT | GET PUT DELETE /houses/{name} | - | - | made by its path
  settings: POST | GET POST /settings | - | - | there is one
  tag: POST /pets/{pet}/tags | GET /tag/{tag}; DELETE /tags/{tag} | - | tag=key | three paths
either:
  /clock: nobody minds
"""
PET = {
    "create": {"path": "/pets", "method": "POST", "request": {"pointer": "/data"}},
    "read": {"path": "/pets/{petId}", "method": "GET", "response": {"pointer": "/data"}},
    "update": {"path": "/pets/{petId}", "method": "PATCH"},
    "delete": {"path": "/pets/{petId}", "method": "DELETE"},
    "schema": {"attributes": {"aliases": {"pet": "id"}}},
}


@pytest.fixture
def expected(tmp_path: Path) -> Expected:
    path = tmp_path / "zoo.yml"
    path.write_text(LINES, encoding="utf-8")
    return read_expected(path)


def test_a_resource_counts_as_found_only_with_all_of_its_operations(expected: Expected) -> None:
    right = judge(expected, {"animal": PET})
    assert (right.found, right.wrong, right.names, right.envelopes, right.ids) == (["animal"], [], [], [], [])
    assert right.missing == ["house", "settings", "tag"]
    for part in ("update", "delete"):
        without = {key: value for key, value in PET.items() if key != part}
        assert judge(expected, {"animal": without}).found == []
    other = PET | {"create": {"path": "/houses", "method": "POST"}}
    assert judge(expected, {"animal": other}).wrong == ["animal (create is POST /houses)"]


def test_name_envelope_and_identifier_are_judged_apart(expected: Expected) -> None:
    plain = {
        part: {"path": entry["path"], "method": entry["method"]} for part, entry in PET.items() if part != "schema"
    }
    result = judge(expected, {"thing": plain})
    assert [len(entry) for entry in (result.found, result.names, result.envelopes, result.ids)] == [1, 1, 1, 1]


def test_what_nobody_minds_and_what_is_marked_counts_neither_way(expected: Expected) -> None:
    clock = {"create": {"path": "/clock", "method": "PUT"}, "read": {"path": "/clock", "method": "GET"}}
    old = {"create": {"path": "/old", "method": "PUT"}, "read": {"path": "/old", "method": "GET"}}
    result = judge(expected, {"clock": clock, "old": old}, frozenset(["old"]))
    assert (result.either, result.wrong) == (["clock", "old"], [])
    assert judge(expected, {"old": old}).wrong == ["old"]


@pytest.mark.corpus
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_what_is_wanted_exists(path: Path) -> None:
    folder = KNOWN / path.stem
    if not folder.is_dir():
        pytest.skip("the corpus is not here")
    source = next(folder.glob("openapi.*"))
    documents = Documents()
    api = Api(documents.add(Document(source.name, source.read_bytes())), documents)
    operations = {(method.upper(), shape_of(path)) for path, method, _ in api.operations()}
    expected = read_expected(path)
    for entry in expected.wanted:
        named = {entry.create, ("GET", entry.read), *entry.updates}
        named |= {("DELETE", entry.delete)} if entry.delete else set()
        assert named <= operations, entry.names
    reads = {shape for method, shape in operations if method == "GET"}
    assert expected.either <= reads
    assert not expected.either & {entry.read for entry in expected.wanted}
