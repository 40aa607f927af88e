"""Two sources of an attribute, of each pair of kinds: the reference tool merges them in the same way, or it is told.

A random description seldom has one name with two kinds in two bodies.
"""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from .code_specs import read_entities
from .peer import Finding, Unavailable
from .reference import CONFIG, Reference, mapped, of_entity

pytestmark = pytest.mark.peer

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
ODD: Schema = {"type": "odd"}


def object_of(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties}


def map_of(values: Schema | bool) -> Schema:
    return {"type": "object", "additionalProperties": values}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def set_of(items: Schema) -> Schema:
    return {"type": "array", "format": "set", "items": items}


KINDS: dict[str, Schema] = {
    "text": TEXT,
    "text, described in another case": {**TEXT, "Description": "C."},
    "text, limited in another case": {**TEXT, "MinLength": 3},
    "text, described by null": {**TEXT, "description": None},
    "number": {"type": "number"},
    "float": {"type": "number", "format": "double"},
    "float, in another case": {"type": "number", "Format": "double"},
    "list": list_of(TEXT),
    "list, described in another case": {**list_of(TEXT), "Description": "C."},
    "list of numbers, limited in another case": {**list_of(NUMBER), "MinItems": 3},
    "list of maps": list_of(map_of(TEXT)),
    "list of objects": list_of(object_of(a=TEXT)),
    "set": set_of(TEXT),
    "set, in another case": {**list_of(TEXT), "Format": "set"},
    "object": object_of(a=TEXT),
    "list of other objects": list_of(object_of(b=TEXT)),
    "set of other objects, in another case": {**list_of(object_of(b=TEXT)), "Format": "set"},
    "map": map_of(TEXT),
    "map of lists": map_of(list_of(TEXT)),
    "map of objects": map_of(object_of(a=TEXT)),
    "map of other objects": map_of(object_of(b=object_of(c=TEXT))),
    "map of free objects": map_of({"type": "object"}),
    "map of maps": map_of(map_of(TEXT)),
    "map of maps, described in another case": {**map_of(map_of(TEXT)), "Description": "C."},
    "map of maps of objects": map_of(map_of(object_of(a=TEXT))),
    "map of maps of objects with something odd": map_of(map_of(object_of(a=ODD, b=TEXT))),
    "map of maps of what is odd": map_of(map_of(ODD)),
    "map of maps of what is odd, described in another case": {**map_of(map_of(ODD)), "Description": "C."},
    "map of maps of anything": map_of(map_of({})),
}
INSIDE: dict[str, Callable[[Schema], Schema]] = {
    "nothing": lambda schema: schema,
    "an object": lambda schema: object_of(it=schema),
    "a list": lambda schema: list_of(object_of(it=schema)),
    "a map": lambda schema: map_of(object_of(it=schema)),
    "an element": lambda schema: list_of(list_of(object_of(it=schema))),
}
TEXTS = (("", "Later."), ("First.", "Later."), ("First.", ""), ("", ""))


def body(schema: Schema) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def answer(**properties: Schema) -> dict[str, Any]:
    return {"responses": {"200": {"description": "It.", **body(object_of(**properties, z=TEXT))}}}


def request(**properties: Schema) -> dict[str, Any]:
    return {"requestBody": body(object_of(b=TEXT, **properties))}


def query(schema: Schema) -> dict[str, Any]:
    return {"parameters": [{"name": "it", "in": "query", "schema": schema}]}


def operations(source: str, first: Schema, later: Schema) -> dict[str, Any]:
    """Create and read, or read alone, in which two sources have an attribute."""
    match source:
        case "request and its response":
            return {"post": {**request(it=first), **answer(it=later)}, "get": answer()}
        case "request and read":
            return {"post": {**request(it=first), **answer()}, "get": answer(it=later)}
        case "both responses":
            return {"post": {**request(), **answer(it=first)}, "get": answer(it=later)}
        case "request and parameter":
            return {"post": {**request(it=first), **answer()}, "get": {**answer(), **query(later)}}
        case "response and parameter":
            return {"post": {**request(), **answer()}, "get": {**answer(it=first), **query(later)}}
    return {"get": {**query(first), **answer(it=later)}}


PLACES = [
    *(("request and read", inside) for inside in INSIDE),
    ("request and its response", "nothing"),
    ("both responses", "nothing"),
    ("request and parameter", "nothing"),
    ("response and parameter", "nothing"),
    ("data source", "nothing"),
]


CASES = [
    pytest.param(*place, texts, marks=[] if place == PLACES[0] or number % len(TEXTS) == which else [pytest.mark.large])
    for number, place in enumerate(PLACES)
    for which, texts in enumerate(TEXTS)
]
"""One place with all texts, and each other one with some of them in turn; `nox -s large` tries all."""


@pytest.fixture(scope="module")
def reference() -> Reference:
    peer = Reference(seconds=60)
    try:
        peer.fetch()
    except Unavailable as error:
        pytest.skip(str(error))
    return peer


def findings(source: str, inside: str, texts: tuple[str, str], peer: Reference, folder: Path) -> Iterator[Finding]:
    """What is unexplained or untrue of the entities of one place, each with two kinds."""
    paths, entities = {}, {}
    pairs = {f"t{number}": pair for number, pair in enumerate(product(KINDS, KINDS))}
    for name, pair in pairs.items():
        schemas = [
            INSIDE[inside]({**KINDS[kind], **({"description": text} if text else {})})
            for kind, text in zip(pair, texts, strict=True)
        ]
        paths[f"/{name}"] = operations(source, schemas[0], schemas[1])
        methods = {"create": "POST", "read": "GET"} if "post" in paths[f"/{name}"] else {"read": "GET"}
        entities[name] = {key: {"path": f"/{name}", "method": method} for key, method in methods.items()}
    api = {"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": paths}
    section, kind = ("data_sources", "data source") if source == "data source" else ("resources", "resource")
    config = {"provider": {"name": "zoo"}, section: entities}
    files = {"openapi.json": json.dumps(api).encode(), CONFIG: json.dumps(config).encode()}
    theirs = peer.theirs(files, folder)
    assert theirs is not None
    ours, said = mapped(*files.items())
    left, right = read_entities(theirs), read_entities(ours)
    for name, pair in pairs.items():
        entity = f"{kind} {name}"
        about = [entry for entry in said if entry.get("entity") == entity]
        for finding in of_entity(entity, left.get(entity), right.get(entity), about):
            yield Finding(finding.signature, " and ".join(pair), finding.detail)


@pytest.mark.parametrize(("source", "inside", "texts"), CASES)
def test_two_kinds_are_merged_as_the_reference_does(
    source: str, inside: str, texts: tuple[str, str], reference: Reference, tmp_path: Path
) -> None:
    assert list(findings(source, inside, texts, reference, tmp_path)) == []
