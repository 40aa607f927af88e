"""The paths that a message may suggest in place of one that matches nothing."""

import pytest

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Object,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.systems.terraform.overrides.overrides import source_paths

from ...support import resource

TEXT = Scalar(ScalarKind.STRING)


def body(name: str, type_: Type = TEXT) -> Body:
    return Body((Attribute(name, name, type_, Status.OPTIONAL, Reason("", ""), ()),))


def deep(*names: str) -> Body:
    found = body(names[-1])
    for name in reversed(names[:-1]):
        found = body(name, Nested(NestingMode.LIST, found))
    return found


@pytest.mark.parametrize(
    ("of", "paths"),
    [
        (Body(), []),
        (deep(*"abcdef"), ["a", "a.b", "a.b.c", "a.b.c.d"]),
        (body("a", Object(body("b"))), ["a", "a.b"]),
        (body("a", Collection(CollectionKind.MAP, Object(body("b")))), ["a", "a.b"]),
        (deep("a.b", "", "c*"), [r"a\.b", r'a\.b.""', r'a\.b."".c\*']),
    ],
)
def test_paths_are_suggested_four_levels_deep(of: Body, paths: list[str]) -> None:
    assert source_paths(of) == paths


DEEP = "{properties: {door: {properties: {lock: {type: string}}}, rows: {type: array, items: ROW}}}"
ROW = "{type: array, items: {properties: {size: {type: string}}}}"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("door.lok", "no attribute has the path 'door.lok'; did you mean 'door.lock'?"),
        ("nothing_like_it", "no attribute has the path 'nothing_like_it'"),
        ("rows.size", "what has the path 'rows.size' is a member of an element type, which overrides do not reach"),
        ("door.lock", ""),
    ],
)
def test_an_override_without_an_attribute_is_told_with_a_similar_path(path: str, text: str) -> None:
    create = DEEP.replace("ROW", ROW)
    oven = resource(f"create: {create}\nschema: {{attributes: {{overrides: {{{path}: {{description: x}}}}}}}}")
    told = [one.text for one in oven.mapping.diagnostics if "path" in one.text and one.severity.value == "warning"]
    assert told == ([text] if text else [])
