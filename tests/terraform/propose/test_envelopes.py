"""Envelopes that only the requests of an API, or its paths, tell from objects: `{"metadata": {…}, "status": 200}`."""

import json
from typing import Any

import pytest
import yaml

from mapper.systems.terraform.propose import discover
from tests.support import first_config

from ..zoos import api, reasons
from .test_statuses import LAMP, TEXT, proposed, thing, zoo

SAID = {"status": TEXT, "type": TEXT, "status_code": {"type": "integer"}}
WHOLE = thing(metadata=LAMP, **SAID)
CALLED = ("lampId", "light", "height", "depth", "hue")
JOB = thing(uid=TEXT, kind=TEXT, started=TEXT)
SENT = thing("name", name=TEXT, watts={"type": "integer"})
MOST = thing(id=TEXT, name=TEXT, more=TEXT)


def listed(item: Any, name: str = "data", **beside: Any) -> Any:
    return thing(**{name: {"type": "array", "items": item}}, **beside)


ANSWERS: dict[str, tuple[Any, Any, Any]] = {
    "the object of both": (WHOLE, WHOLE, ({"pointer": "/metadata"}, {"pointer": "/metadata"})),
    "a part of the object": (
        thing(metadata=thing(name=TEXT), **SAID), WHOLE, ({"pointer": "/metadata"}, {"pointer": "/metadata"})),
    "half of another object with a part of the object": (
        thing(metadata=thing(name=TEXT, kind=TEXT), **SAID), WHOLE,
        ({"pointer": "/metadata"}, {"pointer": "/metadata"})),
    "the envelope with a text in it": (
        thing(metadata=TEXT, **SAID), WHOLE, ({"ignore": True}, {"pointer": "/metadata"})),
    "the envelope alone": (thing(**SAID), WHOLE, ({"ignore": True}, {"pointer": "/metadata"})),
    "a job": (thing(metadata=JOB, operation=TEXT, **SAID), WHOLE, ({"ignore": True}, {"pointer": "/metadata"})),
    "something else": (thing(ticket=TEXT), WHOLE, (None, {"pointer": "/metadata"})),
    "what the path is called by": (
        thing(**SAID), thing(metadata=thing(**dict.fromkeys(CALLED, TEXT)), **SAID),
        ({"ignore": True}, {"pointer": "/metadata"})),
    "an object with an identifier": (thing(id=TEXT), thing(id=TEXT, metadata=LAMP, **SAID), (None, None)),
    "an object with two objects": (thing(**SAID), thing(metadata=LAMP, meta=LAMP, **SAID), (None, None)),
    "a list of one": (listed(LAMP), listed(LAMP), ({"pointer": "/data/0"}, {"pointer": "/data/0"})),
    "a list of other things": (listed(LAMP, "bells"), listed(LAMP, "bells"), (None, None)),
    "a list of what read answers": (listed(LAMP, "lamps", **SAID), LAMP, ({"pointer": "/lamps/0"}, None)),
    "a list of most of it": (
        listed(MOST, "lamps", **SAID), LAMP, ({"pointer": "/lamps/0"}, None)),
    "a list of a little of it": (listed(thing(name=TEXT, more=TEXT), "lamps", **SAID), LAMP, (None, None)),
    "two lists of most of it": (
        listed(MOST, "lamps", more={"type": "array", "items": MOST}), LAMP, (None, None)),
    "an envelope in another one": (
        thing(result=thing(lamp=LAMP)), thing(lamp=LAMP), ({"pointer": "/result/lamp"}, {"pointer": "/lamp"})),
    "an object without properties": (thing(), WHOLE, (None, {"pointer": "/metadata"})),
    "a list of no objects": (listed(TEXT, "lamps"), LAMP, (None, None)),
    "the object three levels down": (
        thing(a=thing(b=thing(c=LAMP, d=TEXT), e=TEXT), f=TEXT), LAMP, ({"pointer": "/a/b/c"}, None)),
    "the object four levels down": (
        thing(a=thing(b=thing(c=thing(d=LAMP, e=TEXT), f=TEXT), g=TEXT), h=TEXT), LAMP, (None, None)),
    "a list of it four levels down": (
        thing(a=thing(b=thing(c={"type": "array", "items": LAMP}, d=TEXT), e=TEXT), f=TEXT), LAMP, (None, None)),
    "the object twice": (
        thing(a=thing(lamp=LAMP, b=TEXT), lamp=LAMP, c=TEXT), LAMP, ({"pointer": "/lamp"}, None)),
    "the object and a secret": (
        thing(lamp=thing(**LAMP["properties"], key=TEXT), c=TEXT), LAMP, ({"pointer": "/lamp"}, None)),
    "an object of JSON:API without attributes": (
        thing(**SAID), thing(data=thing(id=TEXT, type=TEXT, attributes=thing())), (None, {"pointer": "/data"})),
    "an object that has as much of the request": (
        thing(**SAID), thing(watts={"type": "integer"}, metadata=LAMP), (None, None)),
}  # fmt: skip


@pytest.mark.parametrize(("created", "read", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_an_object_in_an_answer_is_the_resource_if_requests_send_what_it_has(
    created: Any, read: Any, expected: tuple[Any, Any]
) -> None:
    _, config = proposed(zoo(SENT, read, created=created))
    (lamp,) = yaml.safe_load(config)["resources"].values()
    assert (lamp["create"].get("response"), lamp["read"].get("response")) == expected


def test_a_read_whose_collection_has_no_path_is_proposed() -> None:
    text = zoo(SENT, WHOLE).replace("/rooms/{room}/lamps/{lampId}", "/rooms/{room}/lamps/of/{lampId}")
    (lamp,) = yaml.safe_load(first_config(api(text)).text)["data_sources"].values()
    assert lamp["read"]["path"].endswith("/of/{lampId}")


@pytest.mark.parametrize(("methods", "pointer"), [(["put", "delete"], None), (["put"], "/data/0"), ([], "/data/0")])
def test_a_list_of_one_is_the_object_only_where_something_changes_it(methods: list[str], pointer: str | None) -> None:
    description = json.loads(zoo(SENT, listed(LAMP)))
    del description["paths"]["/rooms/{room}/lamps"]
    for method in methods:
        del description["paths"]["/rooms/{room}/lamps/{lampId}"][method]
    (lamp,) = yaml.safe_load(first_config(api(json.dumps(description))).text)["data_sources"].values()
    assert lamp["read"].get("response", {}).get("pointer") == pointer


LISTED = thing(lamps={"type": "array", "items": LAMP}, **SAID)
BODIES = {
    "an answer": (SENT, WHOLE),
    "both bodies": (thing(data=LAMP), thing(data=LAMP)),
    "a list of one": (SENT, LISTED),
}


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
@pytest.mark.parametrize(("sent", "read"), BODIES.values(), ids=BODIES)
def test_an_operation_beside_that_cannot_be_followed_says_nothing(sent: Any, read: Any, method: str) -> None:
    description = yaml.safe_load(zoo(sent, read))
    answer = {"200": {"content": {"application/json": {"schema": JOB}}}}
    paths = {**description["paths"], "/bells/{bell}": {"get": {"responses": answer}}}
    for path, item in description["paths"].items():
        broken = {**description, "paths": {**paths, path: {**item, method: {"$ref": "no.yml"}}}}
        assert "cannot be followed" in reasons(discover(api(json.dumps(broken))))[f"{method.upper()} {path}"]


NAMED = thing("name", name=TEXT, hue=TEXT)


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"type": TEXT, "id": TEXT, "attributes": NAMED}, "/data/attributes"),
        ({"type": TEXT, "id": TEXT, "attributes": NAMED, "links": thing(a=TEXT)}, "/data/attributes"),
        ({"type": TEXT, "id": TEXT, "attributes": NAMED, "color": TEXT}, "/data"),
        ({"id": TEXT, "attributes": NAMED}, "/data"),
        ({"type": TEXT, "id": TEXT, "attributes": TEXT}, "/data"),
        ({"type": TEXT, "id": TEXT, "attributes": thing()}, "/data"),
    ],
)
def test_an_object_is_one_of_json_api_by_its_members(members: dict[str, Any], pointer: str) -> None:
    body = thing("data", data=thing(**members))
    _, config = proposed(zoo(body, body))
    (lamp,) = yaml.safe_load(config)["resources"].values()
    assert (lamp["create"]["request"], lamp["read"]["response"]) == ({"pointer": pointer}, {"pointer": pointer})
