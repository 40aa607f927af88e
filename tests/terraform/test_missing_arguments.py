"""What is told of an argument that nothing fills, and the line of the config that fills it."""

from textwrap import dedent
from typing import Any

import pytest
import yaml

from mapper.model import Place, Purpose
from mapper.report.diagnostic import Rule, Severity
from mapper.report.rules import UNUSED_IGNORE
from mapper.systems.terraform.rules import NO_IDENTITY, TWO_THINGS, UNFILLED, UNFILLED_PARAMETER, UNRESOLVED

from ..support import Mapped, map_texts
from .test_arguments import DOG, TEXT, arguments, dog, filled, parameters, query, thing

SAID: dict[str, tuple[dict[str, Any], Rule]] = {
    "a parent that only create has": ({"create": "/farms/{farm_id}/dogs"}, UNFILLED),
    "a parent that only the API sets": (
        {"create": "/farms/{farm_id}/dogs", "response": thing(**DOG, farm_id=TEXT)}, UNFILLED),
    "a parent with the name of the object": ({"create": "/farms/{id}/dogs"}, TWO_THINGS),
    "an identity that nothing returns": (
        {"item": "/dogs/{tag}", "request": thing("mood", mood=TEXT), "response": thing(mood=TEXT)}, NO_IDENTITY),
    "an identity that could be the name": (
        {"item": "/dogs/{tag}", "request": thing("name", name=TEXT), "response": thing(name=TEXT)}, NO_IDENTITY),
    "a parent in another spelling": ({"create": "/farms/{farmId}/dogs"}, UNFILLED),
    "a query parameter in another spelling": ({"create_more": [query("moveTo")]}, UNFILLED_PARAMETER),
    "a query parameter": ({"create_more": [query("mode")]}, UNFILLED_PARAMETER),
    "a query parameter that only the API sets": ({"create_more": [query("id")]}, UNFILLED_PARAMETER),
    "a query parameter of read that users may leave out": (
        {"read_more": [query("tenant")], "policies": "{not_required: infer}"}, UNFILLED_PARAMETER),
    "a query parameter of delete that users may leave out": (
        {"delete_more": [query("mood")], "request": thing("name", name=TEXT, mood=TEXT),
         "policies": "{not_required: infer}"}, UNFILLED_PARAMETER),
    "a parent with the name of a property": ({"create": "/farms/{name}/dogs"}, UNFILLED),
    "a header": ({"create_more": [query("mode", place="header")]}, UNFILLED_PARAMETER),
}  # fmt: skip


KNOWN: dict[str, dict[str, Any]] = {
    "what users have to give": {"request": thing("name mood", name=TEXT, mood=TEXT), "delete_more": [query("mood")]},
    "what a response has": {
        "request": thing(name=TEXT, mood=TEXT), "response": thing(**DOG, mood=TEXT), "delete_more": [query("mood")]},
    "what the API has one value for": {"delete_more": [query("mood", enum=["calm"])]},
}  # fmt: skip


@pytest.mark.parametrize("given", KNOWN.values(), ids=KNOWN)
def test_a_parameter_whose_value_is_known_is_not_told(given: Any) -> None:
    mapped = dog(**given, policies="{not_required: infer}")
    assert [d.text for d in mapped.mapping.diagnostics if d.rule is UNFILLED_PARAMETER] == []


FILLED: dict[str, tuple[dict[str, Any], Purpose, dict[str, str]]] = {
    "a setting that the config names": (
        {"create_more": [query("mode")], "schema": "{attributes: {aliases: {create.query.mode: name}}}"},
        Purpose.CREATE, {"mode": "name configured"}),
    "what only the API sets, after create": ({"delete_more": [query("id")]}, Purpose.DELETE, {"id": "id returned"}),
    "what users may leave out, as its default is known": (
        {"request": thing("name", name=TEXT, mood={**TEXT, "default": "calm"}), "delete_more": [query("mood")],
         "policies": "{not_required: optional}"}, Purpose.DELETE, {"mood": "mood configured"}),
    "a property whose name has the same words": (
        {"response": thing(id=TEXT, modeX=TEXT), "delete_more": [query("mode-x")]},
        Purpose.DELETE, {"mode-x": "mode_x returned"}),
}  # fmt: skip


@pytest.mark.parametrize(("given", "purpose", "supplies"), FILLED.values(), ids=FILLED)
def test_a_query_parameter_is_filled_by_an_attribute(given: Any, purpose: Purpose, supplies: dict[str, str]) -> None:
    mapped = dog(**given)
    assert filled(mapped, purpose, Place.QUERY) == supplies
    assert [d.text for d in mapped.mapping.diagnostics if d.severity is Severity.WARNING] == []


@pytest.mark.parametrize(("asked", "is_there"), [(query("mode"), True), (query("mode", required=False), False)])
def test_what_create_may_take_in_its_query_is_no_attribute(asked: Any, *, is_there: bool) -> None:
    mapped = dog(create_more=[asked], policies="{parent_parameters: required}")
    assert ("mode" in mapped.names) is is_there


UNSAID: dict[str, dict[str, Any]] = {
    "a parameter that the config ignores by its place": {
        "delete_more": [query("mode")], "schema": "{ignores: [query.mode]}"},
    "a parameter of read that cannot be mapped": {"read_more": [query("mode", type="odd")]},
    "what only the API sets beside the chosen part": {
        "request": thing("dog kind", dog=thing("name", name=TEXT), kind={**TEXT, "readOnly": True}),
        "bodies": ", request: {pointer: /dog}"},
}  # fmt: skip


@pytest.mark.parametrize("given", UNSAID.values(), ids=UNSAID)
def test_what_is_left_to_the_provider_is_not_missed(given: Any) -> None:
    found = dog(**given).mapping.diagnostics
    assert [d.text for d in found if d.rule in (UNFILLED, UNFILLED_PARAMETER)] == []


@pytest.mark.parametrize("which", ["create_more", "read_more", "delete_more"])
@pytest.mark.parametrize(("path", "unused"), [("mode", 0), ("query.mode", 0), ("header.mode", 1), ("moode", 1)])
def test_an_ignore_of_what_a_call_takes_has_an_effect(which: str, path: str, unused: int) -> None:
    mapped = dog(**{which: [query("mode")]}, schema=f"{{ignores: [{path}]}}")
    assert len(mapped.diagnostics(UNUSED_IGNORE)) == unused


@pytest.mark.parametrize(("item", "filler"), [("/dogs/{dog_id}", "dog_id"), ("/dogs/current", None)])
def test_what_a_body_requires_beside_its_part_may_be_what_the_path_ends_with(item: str, filler: str | None) -> None:
    request = thing("dog id", dog=thing("name", name=TEXT), id=TEXT)
    mapped = dog(item=item, request=request, bodies=", request: {pointer: /dog}")
    assert arguments(mapped, Purpose.CREATE, Place.BODY)["id"].attribute == filler


@pytest.mark.parametrize(
    ("type_", "line"),
    [
        ("string", "attributes: {aliases: {read.path.tag: key}}"),
        ("integer", "attributes: {overrides: {tag: {computed_optional_required: required}}}"),
    ],
)
def test_what_is_proposed_to_identify_an_object_is_a_text(type_: str, line: str) -> None:
    mapped = dog(item="/dogs/{tag}", request=thing("key", key={"type": type_}), response=thing(mood=TEXT))
    assert (mapped.diagnostic(NO_IDENTITY).fix or "").partition("  # in ")[0] == line


@pytest.mark.parametrize(("given", "rule"), SAID.values(), ids=SAID)
def test_what_is_missing_is_a_warning_with_the_line_that_removes_it(given: Any, rule: Rule) -> None:
    mapped = dog(**given)
    diagnostic = mapped.diagnostic(rule)
    assert diagnostic.severity is Severity.WARNING
    assert diagnostic.location is not None
    assert diagnostic.location.pointer.endswith("/parameters/0")
    fixed = pasted(mapped, rule)
    assert [d.text for d in fixed.mapping.diagnostics if d.severity is Severity.WARNING] == []


def pasted(mapped: Mapped, rule: Rule) -> Mapped:
    """The mapping with the line of the diagnostic, whether it is pasted by itself or a person does it."""
    diagnostic = mapped.diagnostic(rule)
    if diagnostic.proposal is not None:
        return mapped.fixed(rule)
    line, _, section = (diagnostic.fix or "").partition("  # in ")
    assert section == "resources.dog.schema"
    openapi, config = mapped.sources
    whole = yaml.safe_load(dedent(config))
    whole["resources"]["dog"]["schema"] = yaml.safe_load(line)
    return map_texts(openapi, yaml.safe_dump(whole), mapped.kind)


def test_what_is_missed_by_all_calls_is_told_once_though_they_call_it_otherwise() -> None:
    mood = thing("mood", mood=TEXT)
    openapi, config = dog(item="/dogs/{tag}", request=mood, response=thing(mood=TEXT)).sources
    gone = "/dogs/{which}/gone"
    described = yaml.safe_load(openapi)
    described["paths"][gone] = {"post": {"parameters": parameters(gone), "responses": {}}}
    mapped = map_texts(
        yaml.safe_dump(described),
        config.replace("{path: '/dogs/{tag}', method: DELETE}", f"{{path: '{gone}', method: POST}}"),
    )
    assert filled(mapped, Purpose.DELETE) == {"which": "tag missing"}
    assert mapped.diagnostic(NO_IDENTITY).text.startswith("read: after create, nothing says which one to read: {tag}")


IN_META = {"name": TEXT, "meta": thing(dog_id=TEXT)}


@pytest.mark.parametrize(
    ("response", "ignored", "chosen", "pointer"),
    [
        (thing(**IN_META), "meta", "", "/meta/dog_id"),
        (thing(data=thing(**IN_META)), "meta", "/data", "/data/meta/dog_id"),
        (thing(name=TEXT, id=TEXT), "id", "", "/id"),
        (thing(name=TEXT, dog_id=TEXT), "dog_id", "", None),  # the parameter, too
    ],
)
def test_what_is_ignored_in_a_response_may_say_which_object_it_is(
    response: Any, ignored: str, chosen: str, pointer: str | None
) -> None:
    bodies = f", response: {{pointer: {chosen}}}" if chosen else ""
    given = {"response": response, "read": thing(name=TEXT), "schema": f"{{ignores: [{ignored}]}}"}
    mapped = dog(item="/dogs/{dog_id}", bodies=bodies, **given)
    assert [identity.pointer for identity in mapped.entity.identity] == ([pointer] if pointer else [])


@pytest.mark.parametrize("policies", ["{}", "{untyped: json_string}"])
def test_a_parameter_that_cannot_be_followed_is_told_and_missed(policies: str) -> None:
    mood, response = thing("mood", mood=TEXT), thing(mood=TEXT)
    broken = {"tag": {"$ref": "#/nowhere"}}
    mapped = dog(item="/dogs/{tag}", item_types=broken, request=mood, response=response, policies=policies)
    assert mapped.names == ["mood"]
    assert "the reference cannot be followed" in mapped.diagnostic(UNRESOLVED).text
    assert mapped.diagnostic(NO_IDENTITY).text == "read: /dogs/{tag} needs {tag}, and no attribute has it"


@pytest.mark.parametrize(("policies", "is_told"), [("{not_required: infer}", True), ("{}", False)])
def test_a_description_without_any_parameters_is_told_where_policies_say_who_sets_what(
    policies: str, is_told: bool
) -> None:
    openapi, config = dog(item="/dogs/{tag}", response=thing(ok=TEXT), policies=policies).sources
    described = yaml.safe_load(openapi)
    for item in described["paths"].values():
        item.pop("parameters", None)
    told = map_texts(yaml.safe_dump(described), config).diagnostics(NO_IDENTITY)
    text = "read: /dogs/{tag} needs {tag}, and no attribute has it"
    operation = "/paths/~1dogs~1{tag}/get"
    assert [(d.text, d.location and d.location.pointer) for d in told] == ([(text, operation)] if is_told else [])


RESOURCE = thing("type", id=TEXT, type={**TEXT, "enum": ["dogs"]}, attributes=thing("name", name=TEXT))
WRITTEN = thing("data", data={**RESOURCE, "required": ["type", "id"]})
CHOSEN = {
    "item": "/dogs/{dog_id}",
    "response": thing(data=RESOURCE),
    "update": WRITTEN,
    "bodies": ", request: {pointer: /data/attributes}, response: {pointer: /data/attributes}",
    "of_item": "{request: {pointer: /data/attributes}, response: {pointer: /data/attributes}}",
}
"""Resource objects of JSON:API, whose identifier is beside their attributes."""

OF_BODIES: dict[str, tuple[Any, str, dict[Purpose, str]]] = {
    "the API chooses it": (thing("data", data=RESOURCE), "computed", {Purpose.UPDATE: "dog_id returned"}),
    "users choose it": (
        WRITTEN, "required", {Purpose.CREATE: "dog_id configured", Purpose.UPDATE: "dog_id configured"}),
    "users would have to choose it": (
        WRITTEN, "computed", {Purpose.CREATE: "dog_id missing", Purpose.UPDATE: "dog_id returned"}),
}  # fmt: skip


@pytest.mark.parametrize(("request_", "status", "supplies"), OF_BODIES.values(), ids=OF_BODIES)
def test_the_identifier_that_a_body_requires_beside_its_attributes_is_known(
    request_: Any, status: str, supplies: dict[Purpose, str]
) -> None:
    schema = f"{{attributes: {{overrides: {{dog_id: {{computed_optional_required: {status}}}}}}}}}"
    mapped = dog(**CHOSEN, request=request_, schema=schema)
    of_body = {
        purpose: arguments(mapped, purpose, Place.BODY).get("id") for purpose in (Purpose.CREATE, Purpose.UPDATE)
    }
    assert {p: f"{a.attribute} {a.supply}" for p, a in of_body.items() if a is not None} == supplies
    told = [d for d in mapped.mapping.diagnostics if d.rule is UNFILLED]
    is_told = "dog_id missing" in supplies.values()
    text = "create: its request body requires /data/id, and only the API sets dog_id"
    place = "/paths/~1dogs/post/requestBody/content/application~1json/schema/properties/data/properties/id"
    assert [(d.text, d.location and d.location.pointer) for d in told] == ([(text, place)] if is_told else [])
    if is_told:
        assert [d.rule for d in pasted(mapped, UNFILLED).mapping.diagnostics if d.rule is UNFILLED] == []
