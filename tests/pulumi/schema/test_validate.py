"""The shape of a package schema: changed anywhere, it is reported."""

import json
import random
from collections.abc import Iterator
from typing import Any

from mapper.pulumi.schema.validate import shape_findings

from . import kiosk

VALUES: tuple[Any, ...] = (
    None, True, 3, -1.5, 2.0, "", "text", "object", "array", "string", "number", [], [""], ["text", 3], {}, {"": {}},
    {"type": "string"}, {"type": "array", "items": {"type": "text"}}, {"$ref": "#/types/a:b:C", "oneOf": []},
    [{"type": "string"}, {"type": "integer"}], {"propertyName": ""}, {"environment": []}, "\ud800", "1.2.3\n",
)  # fmt: skip
KEYS = (
    "type", "$ref", "items", "additionalProperties", "oneOf", "discriminator", "plain", "default", "const", "secret",
    "defaultInfo", "enum", "properties", "required", "language", "aliases", "methods", "outputs", "returnType", "other",
)  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member and item of a value, as its container and its key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def mutated(seed: int) -> Any:
    """The schema with a few values changed, added or removed somewhere."""
    chosen, root = random.Random(f"schema {seed}"), kiosk.schema()
    for _ in range(chosen.randrange(1, 3)):
        holder, key = chosen.choice(list(places(root)))
        value = json.loads(json.dumps(chosen.choice(VALUES)))
        if isinstance(holder, list) or chosen.random() < 0.4:
            holder[key] = value
        elif chosen.random() < 0.7:
            holder[chosen.choice(KEYS)] = value
        else:
            del holder[key]
    return root


def test_most_changes_of_a_schema_are_reported_and_none_ends_in_a_traceback() -> None:
    assert sum(bool(shape_findings(mutated(seed))) for seed in range(200)) > 100


def test_a_number_that_keeps_its_spelling_is_a_number() -> None:
    ratio = kiosk.put({"type": "number", "default": 1.50}, "config", "variables", "ratio")
    root = kiosk.document(kiosk.changed(ratio)).root
    assert type(root["config"]["variables"]["ratio"]["default"]) is not float
    assert shape_findings(root) == []
