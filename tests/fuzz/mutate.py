"""Changes to an input: of its bytes, or, where it can be read, of its structure."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.test_properties import LIMITS, NAMES, NUMBERS, PLAIN, TYPES, as_flow_yaml, as_json

LONGEST = 30_000
"""Bytes of an input at most."""

_TOKENS = [
    *(b"&a", b"*a", b"<<: ", b"<<: *a", b"? ", b": ", b"- ", b"---\n", b"...\n", b"|\n", b">-\n", b"%YAML 1.1\n"),
    *(b"!!binary ", b"!!int ", b"!!set ", b"\t", b"\0", b"\r", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"),
    *(b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\\ud83d", b"\\u0000", b'"', b"'", b"{", b"}", b"[", b"]", b"#"),
    *(b"NaN", b"Infinity", b".inf", b".nan", b"-0", b"0x", b"1e999", b"9" * 5000, b"1_0", b"~1", b"%2F"),
    *(b"$ref: '#'", b'{"$ref": "#/components/schemas/S0"}', b"{1,1001}", b"(?=", b"\\p{", b"(?P<"),
]
_KEYWORDS = [
    *"type properties items additionalProperties allOf oneOf anyOf $ref required enum default format".split(),
    *"description pattern readOnly writeOnly nullable deprecated uniqueItems discriminator content".split(),
    *"schema parameters requestBody responses in name swagger openapi paths".split(),
    *LIMITS,
]

Place = tuple[Any, Any]
"""A container and a key or index in it."""


def mutate(data: bytes, random: Random) -> bytes:
    """The input with a few changes: to its structure most of the time, if it is JSON."""
    tree = _read(data) if random.randrange(6) else None
    if isinstance(tree, dict | list) and tree:
        try:
            for _ in range(random.randrange(1, 6)):
                change_tree(tree, random)
            text = random.choice([as_json, as_json, as_flow_yaml])(tree)
            return text if len(text) <= LONGEST else data
        except (RecursionError, UnicodeError):  # deep enough now, or half of a surrogate pair
            return data
    for _ in range(random.randrange(1, 6)):
        data = _change_bytes(data, random)
    return data[:LONGEST]


def _read(data: bytes) -> Any:
    try:
        return json.loads(data.removeprefix(b"# YAML\n"))
    except (ValueError, RecursionError):
        return None


def _change_bytes(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice([1, 2, 8, 64]))
    return random.choice(
        [
            lambda: data[:at] + data[end:],
            lambda: data[:at] + random.choice(_TOKENS) + data[at:],
            lambda: data[:at] + random.choice(_TOKENS) + data[end:],
            lambda: data[:at] + bytes([random.randrange(256)]) + data[at + 1 :],
            lambda: data[:end] + data[at:end] * random.choice([1, 2, 100]) + data[end:],
            lambda: data[:at] + data[random.randrange(len(data) + 1) :],
        ]
    )()


def places(tree: Any) -> Iterator[Place]:
    """All members and items, as container and key."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        members = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
        for key, child in members:
            yield node, key
            if isinstance(child, dict | list):
                waiting.append(child)


def _pointers(tree: Any, random: Random) -> str:
    """A reference to somewhere in the tree."""
    pointer, node = "", tree
    while isinstance(node, dict | list) and node and random.randrange(5):
        key = random.choice(list(node)) if isinstance(node, dict) else random.randrange(len(node))
        pointer += "/" + str(key).replace("~", "~0").replace("/", "~1")
        node = node[key]
    return f"#{pointer}"


def change_tree(tree: Any, random: Random) -> None:
    """One change to the structure: delete, replace, splice, wrap, nest, rename, repeat, or a reference."""
    found = list(places(tree))
    if not found:
        return
    holder, key = random.choice(found)
    other, other_key = random.choice(found)
    value = holder[key]

    def put(new: Any) -> None:
        holder[key] = new

    def rename() -> None:
        if isinstance(holder, dict):
            del holder[key]
            holder[random.choice(_KEYWORDS + NAMES)] = value

    def add() -> None:
        if isinstance(value, dict):
            value[random.choice(_KEYWORDS + NAMES)] = _copy(other[other_key])

    def limit() -> None:
        if isinstance(value, dict):
            value[random.choice(LIMITS)] = random.choice(NUMBERS)

    def repeat() -> None:
        again = _copy(value)
        if isinstance(value, list) and isinstance(again, list):
            value.extend(again * random.choice([1, 3]))

    changes: list[Callable[[], object]] = [
        lambda: holder.pop(key),
        lambda: put(random.choice(PLAIN)),
        lambda: put(_copy(other[other_key])),
        lambda: put({"$ref": _pointers(tree, random)}),
        lambda: put({random.choice(["allOf", "oneOf", "anyOf"]): [value, _copy(other[other_key])]}),
        lambda: put({"type": "object", "properties": {random.choice(NAMES): value}}),
        lambda: put({"type": random.choice(TYPES), "items": value, "additionalProperties": _copy(value)}),
        lambda: put(_nested(value, random.choice([5, 60]))),
        rename, add, limit, repeat,
    ]  # fmt: skip
    random.choice(changes)()


def _nested(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = {"type": "object", "properties": {"a": value}}
    return value


def _copy(value: Any) -> Any:
    """A copy; of what is large, only the outside."""
    text = json.dumps(value)
    return json.loads(text) if len(text) < LONGEST // 4 else {}
