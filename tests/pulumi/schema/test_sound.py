"""The quick look at the shape of a schema: it never takes for sound what the walk has something to say of."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.pulumi.schema.sound import is_sound
from mapper.pulumi.schema.validate import walked

from . import kiosk
from .kiosk import CORPUS
from .test_rules import BROKEN
from .test_writer import GOOD

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
    chosen, root = random.Random(f"sound {seed}"), kiosk.schema()
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


def test_nothing_is_sound_that_the_walk_has_something_to_say_of() -> None:
    told = 0
    for root in (*(kiosk.changed(change) for change, *_ in BROKEN.values()), *map(mutated, range(200))):
        said = walked(root)
        assert not (said and is_sound(root)), said[0]
        told += bool(said)
    assert told > 150


def test_what_the_walk_has_nothing_to_say_of_is_sound_as_a_rule() -> None:
    fine = [root for root in map(mutated, range(100)) if not walked(root)]
    assert sum(map(is_sound, fine)) > 0.8 * len(fine) > 10


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_real_schemas_are_sound() -> None:
    paths = [kiosk.PATH, *GOOD]
    assert [path.name for path in paths if not is_sound(_read(path)) and not walked(_read(path))] == []


def _read(path: Path) -> Any:
    return Document(path.name, path.read_bytes()).root


def test_numbers_are_sound_that_keep_the_way_they_are_spelled() -> None:
    ratio = kiosk.put({"type": "number", "default": 1.50}, "config", "variables", "ratio")
    root = kiosk.document(kiosk.changed(ratio)).root
    assert type(root["config"]["variables"]["ratio"]["default"]) is not float
    assert is_sound(root)
