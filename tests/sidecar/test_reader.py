"""A sidecar says all that a review needs: read back, nothing differs from what it was written for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.sidecar.reader import is_sidecar, read_sidecar, tool_of
from mapper.sidecar.writer import write_sidecar

from ..review.pairs import PAIRS
from ..support import compare, resource

SNIPPET = """
create:
  type: object
  required: [crumb]
  properties:
    crumb: {type: string, enum: [a, b], default: a, description: Dry., format: password}
    "dotted.name": {type: object, properties: {inner: {type: integer, minimum: 1}, odd: {}}}
    rows: {type: array, items: {type: array, items: {type: object, properties: {cell: {type: string}}}}}
    each: {type: array, uniqueItems: true, items: {type: object, properties: {cell: {type: string}}}}
    empty: {type: object, properties: {}}
    left: {type: string}
schema: {ignores: [left]}
"""


def again(mapping: Mapping) -> Mapping:
    return read_sidecar(Document("oasmap.json", write_sidecar(mapping).encode()), vocabulary_of)


@pytest.mark.parametrize("rule", [rule for rule, pair in PAIRS.items() if pair[0].coverage.operations])
def test_a_change_since_a_sidecar_is_the_same_change(rule: str) -> None:
    old, new = PAIRS[rule]
    assert [c.fingerprint for c in compare(again(old), new)] == [c.fingerprint for c in compare(old, new)]


def test_places_are_those_of_the_time() -> None:
    old = again(resource(SNIPPET).mapping)
    (change,) = compare(old, resource(SNIPPET.replace("enum: [a, b]", "enum: [a]")).mapping)
    assert change.old_location is not None
    assert change.new_location is not None
    assert change.old_location.document.position(change.old_location.pointer) == change.new_location.document.position(
        change.new_location.pointer
    )


def test_the_version_of_the_tool_is_known() -> None:
    document = Document("oasmap.json", write_sidecar(resource(SNIPPET).mapping).encode())
    assert is_sidecar(document.root)
    assert tool_of(document) == json.loads(document.text)["generator"]["version"]


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("multiple", 0),
        ("multiple", "5"),
        ("multiple", [5]),
        ("range", 5),
        ("range", ["a", None]),
        ("exclusive_range", [1]),
        ("length", [1, True]),
    ],
)
def test_a_limit_that_is_none_gets_one_message(keyword: str, value: Any) -> None:
    data = json.loads(write_sidecar(resource(SNIPPET).mapping))
    data["bodies"][-1]["attributes"][0]["constraints"] = [[keyword, value]]
    with pytest.raises(MappingError, match=r"oasmap\.json:1: "):
        read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)
