"""What an object has itself is not repeated in the variants of its choice; what differs in them is told."""

import json
from typing import Any

import pytest

from mapper.systems.terraform.rules import VARIANTS

from ...support import Mapped, property_

TEXT = {"type": "string"}
OBJECT = {"type": "object", "properties": {"a": TEXT, "b": {"type": "integer"}}}
DEEP = {"type": "array", "items": {"type": "object", "properties": {"inner": OBJECT}}}


def choice(beside: Any, repeated: Any, *, requires: bool = False, needs: str = "aws gcp", **more: Any) -> Mapped:
    """An object with `size`, which each of its variants repeats; of the variants in `needs`, those require it."""
    branches = [
        {
            "title": name,
            "type": "object",
            "properties": {"size": repeated, name: TEXT},
            "required": ["size"] if requires and name in needs else [],
        }
        for name in ("aws", "gcp")
    ]
    schema = {"type": "object", "properties": {"size": beside}, "oneOf": branches, **more}
    return property_(json.dumps(schema), "one_of: variants, siblings: merge")


SAME = {
    "a text": TEXT,
    "a text with limits": {**TEXT, "maxLength": 3},
    "one of some values": {**TEXT, "enum": ["a", "b"]},
    "a list": {"type": "array", "items": TEXT, "maxItems": 3},
    "a map": {"type": "object", "additionalProperties": TEXT},
    "an object": OBJECT,
    "a map of objects": {"type": "object", "additionalProperties": OBJECT},
    "a list of lists of objects": {"type": "array", "items": DEEP},
    "with a default": {**TEXT, "default": "a"},
}


@pytest.mark.parametrize("schema", SAME.values(), ids=SAME)
def test_what_is_the_same_beside_a_choice_is_written_once(schema: Any) -> None:
    found = choice(schema, {**schema, "description": "In other words."})
    assert found.names_in("it") == ["aws", "gcp", "size"]
    assert [found.names_in(f"it.{name}") for name in ("aws", "gcp")] == [["aws"], ["gcp"]]


def test_a_list_in_a_variant_is_compared_with_its_members() -> None:
    other = json.loads(json.dumps(DEEP))
    other["items"]["properties"]["inner"]["properties"]["b"] = TEXT
    assert choice(DEEP, other).names_in("it.aws") == ["aws", "size"]


OTHER: dict[str, tuple[Any, Any, str]] = {
    "another type": (TEXT, {"type": "integer"}, "another type"),
    "objects in lists, and texts": (
        {"type": "array", "items": {"type": "array", "items": OBJECT}},
        {"type": "array", "items": {"type": "array", "items": TEXT}},
        "another type",
    ),
    "another element": (
        {"type": "array", "items": TEXT},
        {"type": "array", "items": {"type": "boolean"}},
        "another type",
    ),
    "a list and a text": ({"type": "array", "items": TEXT}, TEXT, "another type"),
    "an object and a text": (OBJECT, TEXT, "another type"),
    "other members": (OBJECT, {"type": "object", "properties": {"a": TEXT}}, "another type"),
    "the same members of other types": (
        OBJECT,
        {"type": "object", "properties": {"a": TEXT, "b": TEXT}},
        "another type",
    ),
    "one value of several": ({**TEXT, "enum": ["a", "b"]}, {**TEXT, "enum": ["a"]}, "other limits"),
    "another default": ({**TEXT, "default": "a"}, {**TEXT, "default": "b"}, "another default"),
}


@pytest.mark.parametrize(("beside", "repeated", "what"), OTHER.values(), ids=OTHER)
def test_what_differs_in_a_variant_is_kept_and_told(beside: Any, repeated: Any, what: str) -> None:
    found = choice(beside, repeated)
    assert [set(found.names_in(f"it.{name}")) for name in ("aws", "gcp")] == [{"aws", "size"}, {"gcp", "size"}]
    told = [d.text for d in found.diagnostics(VARIANTS) if d.path == "it.aws.size"]
    assert told == [f"size is next to the variants, too, with {what}: the API has one value for both"]


@pytest.mark.parametrize(
    ("needs", "required", "status", "members"),
    [
        ("aws gcp", ["size"], "required", ["aws"]),
        ("", ["size"], "required", ["aws"]),
        ("", [], "computed_optional", ["aws"]),
        ("aws gcp", [], "required", ["aws"]),
        ("aws", [], "computed_optional", ["aws", "size"]),
    ],
    ids=["in both", "beside it", "nowhere", "in each variant", "in one variant"],
)
def test_what_each_variant_requires_is_required_beside_them(
    needs: str, required: list[str], status: str, members: list[str]
) -> None:
    found = choice(TEXT, TEXT, requires=True, needs=needs, required=required)
    assert found.status("it.size") == status
    assert sorted(found.names_in("it.aws")) == members
    assert found.names_in("it.gcp") == ["gcp"]


def test_what_only_another_object_has_stays() -> None:
    found = choice(OBJECT, TEXT, properties={"a": TEXT})
    assert set(found.names_in("it.aws")) == {"aws", "size"}
