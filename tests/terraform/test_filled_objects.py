"""Objects that the API may fill: their required members are optional and computed, with a validator."""

import pytest

from ..support import Mapped, resource

POLICIES = "policies: {not_required: infer}"
OVEN = "{type: object, required: [kind], properties: {kind: {type: string}, size: {type: integer}}}"


def mapped(door: str, more: str = "", policies: str = POLICIES, *, read: str = "") -> Mapped:
    create = f"{{properties: {{door: {door}}}}}"
    config = f"schema: {{attributes: {{overrides: {{{more}}}}}}}" if more else ""
    return resource(f"create: {create}\nread: {read or create}\n{policies}\n{config}")


@pytest.mark.parametrize(
    ("door", "path", "step"),
    [
        (OVEN, "door", ""),
        (f"{{type: array, items: {OVEN}}}", "door", ".AtAnyListIndex()"),
        (f"{{type: array, format: set, items: {OVEN}}}", "door", ".AtAnySetValue()"),
        (f"{{type: object, additionalProperties: {OVEN}}}", "door", ".AtAnyMapKey()"),
        (f"{{type: object, properties: {{part: {OVEN}}}}}", "door.part", ""),
    ],
    ids=["object", "list", "set", "map", "object in an object"],
)
def test_what_an_object_requires_that_the_api_may_set_is_a_validator(door: str, path: str, step: str) -> None:
    oven = mapped(door)
    assert oven.status(path) == oven.status(f"{path}.kind") == oven.status(f"{path}.size") == "computed_optional"
    assert f'AlsoRequires(\\npath.MatchRelative(){step}.AtName(\\"kind\\"),\\n)' in oven.text


@pytest.mark.parametrize(
    ("more", "policies", "read", "statuses"),
    [
        ("", "", "", ["computed_optional", "required"]),
        ("", POLICIES, "{properties: {b: {type: string}}}", ["optional", "required"]),
        (
            "",
            POLICIES,
            "{properties: {door: {properties: {size: {type: integer}}}}}",
            ["computed_optional", "required"],
        ),
        ("door: {computed_optional_required: optional}", POLICIES, "", ["optional", "required"]),
        ("door: {computed_optional_required: required}", POLICIES, "", ["required", "required"]),
        ("door.kind: {computed_optional_required: required}", POLICIES, "", ["computed_optional", "required"]),
    ],
    ids=["no policy", "no response has it", "no response has the member", "optional", "required", "the config says so"],
)
def test_a_member_stays_required_where_the_api_sets_nothing_or_the_config_says_so(
    more: str, policies: str, read: str, statuses: list[str]
) -> None:
    oven = mapped(OVEN, more, policies, read=read)
    assert [oven.status("door"), oven.status("door.kind")] == statuses
    assert "AlsoRequires" not in oven.text


def test_what_an_object_needs_in_an_object_is_its_own_validator() -> None:
    outer = f"{{type: object, required: [part], properties: {{part: {OVEN}}}}}"
    oven = mapped(outer)
    assert oven.text.count("AlsoRequires") == 2
    assert oven.status("door.part.kind") == oven.status("door.part") == "computed_optional"
