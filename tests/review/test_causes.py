"""Each change is put down to the input that made it, and to the lines of that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mapper.documents import Document
from mapper.model import Mapping
from mapper.review import Cause, Change, Options, compare
from mapper.review.causes import Runs, with_causes
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.terraform.inputs import Inputs, read_inputs
from mapper.terraform.inputs import Options as InputOptions

API = """\
openapi: 3.1.0
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [fuel]
              properties:
                fuel:
                  type: string
                  maxLength: 9
                crumb: {type: string, description: Dry.}
                share:
                  type: number
                  description: Of flour.
                  exclusiveMaximum: 1
                secret: {type: string}
  /ovens/{id}:
    get: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Crumbs"}}}}}}
  /stoves: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Crumbs"}}}}}}
components: {schemas: {Crumbs: {type: object, properties: {crumb: {type: string}}}}}
"""
CONFIG = """\
provider: {name: bakery}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: "/ovens/{id}", method: GET}
    schema:
      ignores:
        - secret
      attributes:
        overrides:
          fuel: {description: Burns.}
"""


class Bakery:
    """Two states of an API description and of a config, on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.maps = 0

    def inputs(self, name: str, api: str, config: str) -> Inputs:
        folder = self._folder / name
        folder.mkdir()
        (folder / "api.yaml").write_text(api)
        (folder / "config.yml").write_text(config)
        return read_inputs(folder / "api.yaml", folder / "config.yml", InputOptions(folder))

    def changes(self, api: str = API, config: str = CONFIG, recorded: Mapping | None = None) -> list[Change]:
        old, new = self.inputs("old", API, CONFIG), self.inputs("new", api, config)

        def mixed(api: Inputs, config: Inputs) -> Mapping:
            self.maps += 1
            return api.map_with(config.config)

        runs = Runs(lambda: mixed(new, old), lambda: mixed(old, new), recorded)
        before, after = old.map(), new.map()
        return list(with_causes(compare(recorded or before, after), before, after, runs, Options()))


@pytest.fixture
def bakery(tmp_path: Path) -> Bakery:
    return Bakery(tmp_path)


def lines(change: Change) -> list[str]:
    found = []
    for item in change.evidence:
        place = item.location.document.position(item.location.pointer)
        assert place is not None
        found.append(f"{'new' if item.is_new else 'old'} {item.location.document.uri}:{place[0]}")
    return found


def test_a_limit_without_a_validator_has_its_lines(bakery: Bakery) -> None:
    changed = API.replace("exclusiveMaximum: 1", "exclusiveMaximum: 0.5").replace("Of flour.", "Of the flour.")
    changes = {change.rule.id: lines(change) for change in bakery.changes(changed)}
    assert changes["limit-tightened"] == ["old api.yaml:20", "new api.yaml:20"]


def test_a_change_of_the_description_alone(bakery: Bakery) -> None:
    (change,) = bakery.changes(API.replace("maxLength: 9", "maxLength: 8"))
    assert (change.rule.id, change.cause) == ("limit-tightened", Cause.SPEC)
    assert lines(change) == ["old api.yaml:15", "new api.yaml:15"]
    assert bakery.maps == 0  # nothing has to be mapped to see that


def test_the_list_of_what_is_required_is_a_line_too(bakery: Bakery) -> None:
    (change,) = bakery.changes(API.replace("required: [fuel]", "required: [fuel, crumb]"))
    assert (change.rule.id, lines(change)) == ("became-required", ["new api.yaml:11"])


def test_a_change_of_the_config_alone(bakery: Bakery) -> None:
    (change,) = bakery.changes(config=CONFIG.replace("        - secret\n", "        - secret\n        - crumb\n"))
    assert (change.rule.id, change.path, change.cause) == ("attribute-removed", "crumb", Cause.CONFIG)
    assert lines(change) == ["new config.yml:9"]


def test_both_change_different_things_of_one_attribute(bakery: Bakery) -> None:
    api = API.replace("maxLength: 9", "maxLength: 8")
    found = bakery.changes(api, CONFIG.replace("Burns.", "Burns well."))
    assert {(c.rule.id, c.path, c.cause) for c in found} == {
        ("limit-tightened", "fuel", Cause.SPEC),
        ("description-changed", "fuel", Cause.CONFIG),
    }
    assert bakery.maps == 2


def test_neither_alone_makes_the_change(bakery: Bakery) -> None:
    """The description gains a property and the config stops leaving it out."""
    api = API.replace("secret: {type: string}", "secret: {type: string}\n                spice: {type: string}")
    old_config = CONFIG.replace("        - secret\n", "        - secret\n        - spice\n")
    old, new = bakery.inputs("a", API, old_config), bakery.inputs("b", api, CONFIG)
    runs = Runs(lambda: new.map_with(old.config), lambda: old.map_with(new.config))
    before, after = old.map(), new.map()
    (change,) = with_causes(compare(before, after), before, after, runs, Options())
    assert (change.rule.id, change.path, change.cause) == ("attribute-added", "spice", Cause.BOTH)
    assert {line.split(":")[0] for line in lines(change)} == {"new api.yaml", "old config.yml"}


def test_a_path_that_is_gone_with_the_entry_that_used_it(bakery: Bakery) -> None:
    stove = "  stove:\n    create: {path: /stoves, method: POST}\n    read: {path: '/ovens/{id}', method: GET}\n"
    found = bakery.changes(API.replace("maxLength: 9", "maxLength: 8"), CONFIG + stove)
    assert {(c.rule.id, c.entity, c.cause) for c in found} == {
        ("limit-tightened", "oven", Cause.SPEC),
        ("entity-added", "stove", Cause.CONFIG),
    }


def test_what_the_tool_made_of_the_same_input_before(bakery: Bakery) -> None:
    inputs = bakery.inputs("then", API, CONFIG)
    text = write_sidecar(inputs.map()).replace("[null, 9]", "[null, 7]")
    recorded = read_sidecar(Document("oasmap.json", text.encode()))
    found = bakery.changes(API.replace("description: Dry.", "description: Very dry."), recorded=recorded)
    assert {(c.rule.id, c.path, c.cause) for c in found} == {
        ("limit-loosened", "fuel", Cause.TOOL),
        ("description-changed", "crumb", Cause.SPEC),
    }


def test_the_same_input_in_a_sidecar_puts_everything_down_to_the_tool(bakery: Bakery) -> None:
    new = bakery.inputs("now", API, CONFIG).map()
    text = write_sidecar(new).replace("[null, 9]", "[null, 7]")
    old = read_sidecar(Document("oasmap.json", text.encode()))
    (change,) = with_causes(compare(old, new), old, new, None, Options())
    assert change.cause is Cause.TOOL


def test_a_cause_that_cannot_be_told_is_none(bakery: Bakery) -> None:
    new = bakery.inputs("now", API.replace("maxLength: 9", "maxLength: 8"), CONFIG.replace("Burns.", "Burn.")).map()
    old = read_sidecar(Document("oasmap.json", write_sidecar(bakery.inputs("then", API, CONFIG).map()).encode()))
    assert {change.cause for change in with_causes(compare(old, new), old, new, None, Options())} == {None}
    same = replace(new, documents=())
    assert {change.cause for change in with_causes(compare(old, same), old, same, None, Options())} == {None}
