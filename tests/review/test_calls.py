"""What an API no longer calls, what a name is used for, and what identifies an object: nothing of that is silent."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mapper.review.changes import Cause, Change
from mapper.review.settings import Settings
from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.comparison import review
from mkdocs_oasmap.review.states import Files, read_state

LOOM = "id: {type: string, readOnly: true}, title: {type: string}"
DYE = "id: {type: string, readOnly: true}, colour: {type: string}, size: {type: integer}"
API = """\
openapi: 3.1.0
info: {title: Mill, version: '1'}
paths:
  /looms:
    post: {requestBody: BODY(Loom), responses: {'201': BODY(Loom)}}
  /looms/{id}:
    parameters: [PARAMETER(id)]
    get: {responses: {'200': BODY(Loom)}}
    put: {requestBody: BODY(Loom), responses: {'200': BODY(Loom)}}
    delete: {responses: {'204': {description: gone}}}
  /dyes:
    post: {requestBody: BODY(Dye), responses: {'201': BODY(Dye)}}
  /dyes/{id}:
    parameters: [PARAMETER(id)]
    get: {responses: {'200': BODY(Dye)}}
    put: {requestBody: BODY(Dye), responses: {'200': BODY(Dye)}}
    delete: {responses: {'204': {description: gone}}}
  /mills/{mill}/looms/{id}:
    parameters: [PARAMETER(mill), PARAMETER(id)]
    get: {responses: {'200': BODY(Loom)}}
    put: {requestBody: BODY(Loom), responses: {'200': BODY(Loom)}}
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Loom: {type: object, properties: {LOOM}}
    Dye: {type: object, properties: {DYE}}
"""
CONFIG = """\
provider: {name: mill}
resources:
  loom:
    create: {path: COLLECTION, method: POST}
    read: {path: 'ITEM', method: GET}
    update: {path: 'ITEM', method: PUT}
    delete: {path: 'ITEM', method: DELETE}
    schema: {attributes: {aliases: {ALIASES}}}
"""


def spec(text: str = API, loom: str = LOOM, dye: str = DYE) -> str:
    text = re.sub(r"BODY\((\w+)\)", r"{content: {application/json: {schema: {$ref: '#/components/schemas/\1'}}}}", text)
    text = re.sub(r"PARAMETER\((\w+)\)", r"{name: \1, in: path, required: true, schema: {type: string}}", text)
    return text.replace("LOOM", loom).replace("DYE", dye)


def config(collection: str = "/looms", item: str = "", aliases: str = "") -> str:
    item = item or f"{collection}/{{id}}"
    return CONFIG.replace("COLLECTION", collection).replace("ITEM", item).replace("ALIASES", aliases)


def without(*methods: str, path: str = "/looms") -> str:
    """The description without some operations of a path and of what is below it."""
    before, start, rest = API.partition(f"  {path}:")
    here, end, after = rest.partition("  /dyes:")
    for method in methods:
        here = re.sub(rf"\n    {method}: .*", "", here)
    return before + start + here + end + after


def changed(folder: Path, old: tuple[str, str], new: tuple[str, str]) -> list[Change]:
    states = []
    for name, (api, settings) in (("old", old), ("new", new)):
        (folder / name).mkdir(parents=True)
        (folder / name / "api.yml").write_text(api)
        (folder / name / "config.yml").write_text(settings)
        states.append(read_state("api.yml", Files((folder / name / "config.yml",), folder / name)))
    return list(review(*states, Settings()).changes)


GONE = {
    "post": ("create-removed", "breaking"),
    "get": ("read-removed", "breaking"),
    "put": ("update-removed", "breaking"),
    "delete": ("operation-removed", "warning"),
}


@pytest.mark.parametrize("method", GONE)
@pytest.mark.parametrize("threshold", ["breaking", "warning"])
def test_an_operation_that_the_api_takes_away_is_the_change(tmp_path: Path, method: str, threshold: str) -> None:
    for name, text in (("old", API), ("new", without(method))):
        (tmp_path / f"{name}.yml").write_text(spec(text))
    (tmp_path / "config.yml").write_text(config())
    old, new = (str(tmp_path / f"{name}.yml") for name in ("old", "new"))
    code = main(["diff", "--config", str(tmp_path / "config.yml"), "--fail-on", threshold, old, new])
    assert code == (3 if (GONE[method][1], threshold) != ("warning", "breaking") else 0)


@pytest.mark.parametrize("method", GONE)
@pytest.mark.parametrize("also", [False, True], ids=["the description alone", "and the config"])
def test_its_cause_is_the_description_with_the_line_that_is_gone(tmp_path: Path, method: str, *, also: bool) -> None:
    settings = config().replace("schema: {", "schema: {ignores: [title], ") if also else config()
    found = changed(tmp_path, (spec(), config()), (spec(without(method)), settings))
    (change,) = [one for one in found if one.shared_id == "operation-removed"]
    assert (change.rule.id, str(change.severity), change.cause) == (*GONE[method], Cause.SPEC)
    path = "/looms" if method == "post" else "/looms/{id}"
    pointers = [(item.location.pointer, item.is_new) for item in change.evidence]
    assert pointers == [(f"/paths/{path.replace('/', '~1')}/{method}", False)]


@pytest.mark.parametrize("method", GONE)
def test_an_operation_that_was_never_there_is_no_change(tmp_path: Path, method: str) -> None:
    assert changed(tmp_path, (spec(without(method)), config()), (spec(without(method)), config())) == []


@pytest.mark.parametrize("method", ["put", "delete"])
def test_an_operation_that_comes_back_is_an_addition(tmp_path: Path, method: str) -> None:
    (change,) = changed(tmp_path, (spec(without(method)), config()), (spec(), config()))
    assert (change.rule.id, str(change.severity)) == ("operation-added", "info")


def rules(found: list[Change]) -> dict[str, str]:
    """Path and rule of each change that is not one of operations."""
    return {f"{one.path}:{one.rule.id}": str(one.severity) for one in found if one.shared_id != "operation-changed"}


def test_a_name_of_another_object_is_replaced(tmp_path: Path) -> None:
    found = changed(tmp_path, (spec(), config()), (spec(), config("/dyes")))
    assert rules(found) == {":entity-replaced": "breaking"}
    assert {"configuration", "state"} <= {str(one) for one in found[0].audiences}


COMMON = "label: {type: string}, owner: {type: string}"


@pytest.mark.parametrize(
    ("loom", "dye", "is_other"),
    [
        (f"{LOOM}, {COMMON}", f"{DYE}, {COMMON}", False),  # both of the three are common
        (f"{LOOM}, label: {{type: string}}", f"{DYE}, label: {{type: string}}", True),
        (LOOM, LOOM, False),
        (LOOM, f"{LOOM}, width: {{type: integer}}, height: {{type: integer}}", False),
        (LOOM, "id: {type: string, readOnly: true}", False),  # nothing to tell them apart by
    ],
)
def test_whether_it_is_another_object_is_seen_in_its_attributes(
    tmp_path: Path, loom: str, dye: str, *, is_other: bool
) -> None:
    text = spec(loom=loom, dye=dye)
    found = changed(tmp_path, (text, config()), (text, config("/dyes")))
    assert (":entity-replaced" in rules(found)) is is_other


def test_a_collection_that_only_moved_is_the_same(tmp_path: Path) -> None:
    moved = spec().replace("/looms", "/v2/looms")
    found = changed(tmp_path, (spec(), config()), (moved, config("/v2/looms")))
    assert rules(found) == {}


BELOW = config(item="/mills/{mill}/looms/{id}")


def upgraders(folder: Path, old: tuple[str, str], new: tuple[str, str]) -> list[str]:
    states = []
    for name, (api, settings) in (("old", old), ("new", new)):
        (folder / name).mkdir(parents=True)
        (folder / name / "api.yml").write_text(api)
        (folder / name / "config.yml").write_text(settings)
        states.append(read_state("api.yml", Files((folder / name / "config.yml",), folder / name)))
    return [skeleton.text for skeleton in review(*states, Settings()).skeletons]


def test_what_a_read_needs_and_no_state_has_breaks_states(tmp_path: Path) -> None:
    sides = (spec(), config()), (spec(), BELOW)
    found = changed(tmp_path / "changes", *sides)
    assert rules(found) == {"mill:identity-changed": "breaking", "mill:attribute-added": "info"}
    assert [str(one) for one in found[0].audiences] == ["state"]
    (text,) = upgraders(tmp_path / "upgraders", *sides)
    assert "mill: " in text


def test_what_states_have_already_is_no_change_of_identity(tmp_path: Path) -> None:
    with_mill = spec(loom=f"{LOOM}, mill: {{type: string}}")
    assert rules(changed(tmp_path / "there", (with_mill, config()), (with_mill, BELOW))) == {}
    back = rules(changed(tmp_path / "back", (spec(), BELOW), (spec(), config())))
    assert back == {"mill:attribute-removed": "breaking"}


def test_a_value_that_states_have_under_another_name_is_copied(tmp_path: Path) -> None:
    text = spec(loom=f"{LOOM}, code: {{type: string}}")
    more = text.replace("code: {type: string}", "code: {type: string}, number: {type: integer}")
    sides = (text, config(aliases="read.path.id: code")), (more, config(aliases="read.path.id: number"))
    found = changed(tmp_path / "changes", *sides)
    assert rules(found)["number:known-by-another-name"] == "warning"
    (upgrader,) = upgraders(tmp_path / "upgraders", *sides)
    assert "number = code: " in upgrader


def test_an_identifier_that_is_renamed_needs_an_upgrader_though_the_api_sets_it(tmp_path: Path) -> None:
    loom = "title: {type: string}"
    (upgrader,) = upgraders(
        tmp_path, (spec(loom=loom), config(aliases="id: code")), (spec(loom=loom), config(aliases="id: number"))
    )
    assert "code -> number" in upgrader


def test_an_id_that_loses_one_of_its_sources_is_a_warning_without_an_upgrader(tmp_path: Path) -> None:
    bare = "title: {type: string}"
    sides = (spec(), config()), (spec(loom=bare), config())
    found = changed(tmp_path / "changes", *sides)
    assert rules(found)["id:id-source-changed"] == "warning"
    assert upgraders(tmp_path / "upgraders", *sides) == []


@pytest.mark.parametrize("place", ["query", "header"])
def test_another_required_parameter_of_a_read_is_like_one_in_the_path(tmp_path: Path, place: str) -> None:
    more = f", {{name: mill, in: {place}, required: true, schema: {{type: string}}}}"
    parameters = "  /looms/{id}:\n    parameters: [PARAMETER(id)"
    with_more = spec(API.replace(parameters, parameters + more))
    found = rules(changed(tmp_path, (spec(), config()), (with_more, config())))
    assert found.get("mill:identity-changed") == ("breaking" if place == "query" else None)


def test_a_sidecar_that_does_not_say_what_is_sent_shows_no_change_of_it(tmp_path: Path) -> None:
    before, there, after = API.partition("  /looms/{id}:\n    parameters: [PARAMETER(id)")
    header = ", {name: Tag, in: header, required: true, schema: {type: string}}"
    (tmp_path / "api.yml").write_text(spec(before + there + header + after))
    (tmp_path / "config.yml").write_text(config())
    files = Files((tmp_path / "config.yml",), tmp_path)
    new = read_state("api.yml", files)
    data = json.loads(write_sidecar(new.mapping))
    older = without_key(data, "sent_by", "returned_by", "arguments", "identity")
    for text, found in ((json.dumps(data), True), (json.dumps(older), False)):
        (tmp_path / "sidecar.json").write_text(text)
        old = read_state("sidecar.json", files)
        assert any(attribute.is_updated for attribute in old.mapping.entities[-1].body.attributes) is found
        assert review(old, new, Settings()).changes == ()


def without_key(data: Any, *keys: str) -> Any:
    """Data without some members, at all levels."""
    if isinstance(data, dict):
        return {key: without_key(value, *keys) for key, value in data.items() if key not in keys}
    return [without_key(value, *keys) for value in data] if isinstance(data, list) else data
