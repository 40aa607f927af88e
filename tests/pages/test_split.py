"""A description in several files, or with an overlay, maps as the same description in one."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.inputs import Document, Documents
from mapper.inputs.overlay import Overlaid
from mapper.model import Body, Mapping, nested_body
from mapper.report.diagnostic import MappingError
from mapper.report.rules import OVERLAY, SEVERAL_FILES
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import METHODS, Api

from ..support import write_code_spec
from ..test_properties import SCHEMAS, Input, as_json, often

FOLDER = Path("/nowhere")
MAIN = "openapi.yaml"
FILES = (MAIN, "a.yaml", "b.yaml")
COMPONENT = "#/components/schemas/"


@dataclass
class Splitter:
    """Moves parts of a description into other files, and rewrites every reference for where it stands then."""

    random: Random
    files: dict[str, dict[str, Any]] = field(default_factory=lambda: {name: {} for name in FILES})
    homes: dict[str, str] = field(default_factory=dict)
    """Component -> the file it stands in."""

    def split(self, description: dict[str, Any]) -> dict[str, bytes]:
        schemas = description["components"]["schemas"]
        self.homes = {name: self.random.choice(FILES) for name in schemas}
        kept: dict[str, Any] = {}
        for name, schema in schemas.items():
            home = self.homes[name]
            (kept if home == MAIN else self.files[home])[name] = self.rewritten(schema, home)
        paths = {path: self.moved(self.path_item(item)) for path, item in description["paths"].items()}
        self.files[MAIN] = {**description, "paths": paths, "components": {"schemas": kept}}
        return {name: as_json(content) for name, content in self.files.items()}

    def path_item(self, item: dict[str, Any]) -> dict[str, Any]:
        return {
            key: self.operation(value) if key in METHODS and isinstance(value, dict) else self.parameters(value)
            for key, value in item.items()
        }

    def operation(self, operation: dict[str, Any]) -> dict[str, Any]:
        responses = operation["responses"]
        return {
            "requestBody": self.moved(operation["requestBody"]),
            "responses": {code: self.moved(response) for code, response in responses.items()},
            "parameters": self.parameters(operation["parameters"]),
        }

    def parameters(self, listed: Any) -> Any:
        return [self.moved(parameter) for parameter in listed] if isinstance(listed, list) else listed

    def moved(self, value: Any) -> Any:
        """A reference to another file, where `value` stands now; or `value` itself, for the main file."""
        home = self.random.choice(FILES)
        if home == MAIN or not isinstance(value, dict) or "$ref" in value:
            return self.rewritten(value, MAIN)
        name = f"part{len(self.files[home])}"
        self.files[home][name] = self.rewritten(value, home)
        return {"$ref": f"{home}#/{name}"}

    def rewritten(self, value: Any, home: str) -> Any:
        if isinstance(value, list):
            return [self.rewritten(item, home) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            key: self.reference(child, home)
            if key == "$ref" and isinstance(child, str)
            else self.rewritten(child, home)
            for key, child in value.items()
        }

    def reference(self, reference: str, home: str) -> str:
        """What leads from the file `home` to where `reference` led in the whole."""
        name, *rest = reference.removeprefix(COMPONENT).split("/")
        if reference.startswith(COMPONENT) and name in self.homes:
            target = self.homes[name]
            pointer = f"{COMPONENT if target == MAIN else '#/'}{'/'.join([name, *rest])}"
        elif reference == "#/nowhere":
            target, pointer = MAIN, reference
        else:
            return reference
        return pointer if target == home and pointer else f"{target}{pointer}"


def without_whole(value: Any) -> Any:
    """`value` without references to the description as a whole or to all paths, which are not what they were."""
    if isinstance(value, list):
        return [without_whole(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: "#/nowhere" if key == "$ref" and child in ("", "#", "#/paths") else without_whole(child)
        for key, child in value.items()
    }


def mapped(files: dict[str, bytes], config: bytes, overlay: bytes = b"") -> Mapping | str:
    """The mapping of the main file; the message where there is none."""
    documents = Documents(FOLDER, FOLDER)
    for name, data in files.items():
        documents.add(Document(name, data, FOLDER / name))
    document = documents.load(FOLDER / MAIN)
    if overlay:
        document = documents.replace(document, Overlaid(document, [Document("fix.yaml", overlay)]))
    try:
        return map_api(Api(document, documents), parse_config(Document("config.yml", config)))
    except MappingError as error:
        return str(error)


def attributes(body: Body, prefix: str = "") -> list[tuple[object, ...]]:
    """What is known of every attribute, but for where it comes from."""
    found: list[tuple[object, ...]] = []
    for a in body.attributes:
        path = f"{prefix}{a.name}"
        roles = tuple((str(origin.part), origin.contribution) for origin in a.origins)
        rules = tuple(note.rule.code for note in a.notes)
        found.append((path, a.status, a.reason, a.description, a.default, a.limits, a.deprecation, roles, rules))
        inner = nested_body(a.type)
        found += attributes(inner, f"{path}.") if inner else []
    return found


@pytest.mark.soak
@often
@given(st.builds(Input, st.integers(0, 2**32 - 1)), st.integers(0, 2**16))
def test_a_description_in_several_files_maps_as_in_one(given_: Input, seed: int) -> None:
    api = without_whole(given_.api)
    whole = mapped({MAIN: as_json(api)}, as_json(given_.config))
    splitter = Splitter(Random(seed))
    files = splitter.split(api)
    provider = given_.config["provider"]
    reference = provider["schema_ref"] and splitter.reference(provider["schema_ref"], MAIN)
    parts = mapped(files, as_json({**given_.config, "provider": {**provider, "schema_ref": reference}}))
    assert_same(parts, whole)


@pytest.mark.soak
@often
@given(st.builds(Input, st.integers(0, 2**32 - 1)), st.sets(st.sampled_from(SCHEMAS), min_size=1))
def test_what_an_overlay_puts_back_maps_as_if_it_had_never_been_away(given_: Input, away: set[str]) -> None:
    api, config = without_whole(given_.api), as_json(given_.config)
    schemas = api["components"]["schemas"]
    less = {**api, "components": {"schemas": {name: schemas[name] for name in schemas if name not in away}}}
    action = {"target": "$.components.schemas", "update": {name: schemas[name] for name in sorted(away)}}
    overlay = as_json({"overlay": "1.0.0", "actions": [action]})
    assert_same(mapped({MAIN: as_json(less)}, config, overlay), mapped({MAIN: as_json(api)}, config))


def assert_same(found: Mapping | str, whole: Mapping | str) -> None:
    if isinstance(found, str) or isinstance(whole, str):
        assert isinstance(found, str)
        assert isinstance(whole, str)
        return
    assert write_code_spec(found) == write_code_spec(whole)
    assert [attributes(entity.body) for entity in found.entities] == [attributes(e.body) for e in whole.entities]
    assert _told(found) == _told(whole)


def _told(mapping: Mapping) -> set[tuple[str, str, str]]:
    left = {(d.code, str(d.entity), d.path) for d in mapping.diagnostics if d.rule not in (SEVERAL_FILES, OVERLAY)}
    assert all(d.place.count(":") == 2 for d in mapping.diagnostics)
    return left


def test_a_description_is_really_split() -> None:
    files = Splitter(Random(1)).split(Input(1).api)
    assert all(len(content) > 2 for content in files.values())
    assert any(b'"$ref": "a.yaml#/' in content for content in files.values())
