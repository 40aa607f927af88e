"""Parts of the config that become parts of the code specification: their values, and what is said of wrong ones."""

from collections.abc import Callable
from typing import Any

import pytest

from mapper.inputs import Document, Node
from mapper.systems.terraform.config.fragments import (
    CUSTOM,
    CUSTOM_TYPE,
    EXTERNAL_TYPE,
    custom_type,
    external_type,
    read_default,
    read_entries,
    read_fragment,
)
from mapper.systems.terraform.config.node_reader import Reader

Read = Callable[[Reader, Node], Any]


def shape(known: Any) -> Read:
    return lambda reader, node: read_fragment(reader, node, "it", known)


def default(reader: Reader, node: Node) -> Any:
    return getattr(found := read_default(reader, node, "it"), "value", found)


def entries(reader: Reader, node: Node) -> Any:
    return read_entries(reader, node, "it", ("fast", "slow"))


def whole(reader: Reader, node: Node) -> Any:
    return reader.whole_number(node, "it", 3)


def names(reader: Reader, node: Node) -> Any:
    found = reader.names(node, "it")
    return None if found is None else [name for name, _ in found]


CODE = {"custom": {"schema_definition": "a()"}}
NO_WHOLE = "it must be a whole number from 0 to 3, not "
NO_DEFAULT = "it must be {static: …} with a plain value, or {custom: …}"


@pytest.mark.parametrize(
    ("read", "text", "value", "problems"),
    [
        (shape(CUSTOM), "{custom: {schema_definition: a()}}", CODE, []),
        (shape(CUSTOM), "{custom: {schema_definition: a(), imports: []}}",
         {"custom": {"schema_definition": "a()", "imports": []}}, []),
        (shape(CUSTOM), "{custom: {schema_definition: a(), imports: [{path: b, alias: c}, {path: d}]}}",
         {"custom": {"schema_definition": "a()", "imports": [{"path": "b", "alias": "c"}, {"path": "d"}]}}, []),
        (shape(CUSTOM), "{custom: {schema_definition: a(), imports: {path: b}}}", None,
         ["it: custom: imports must be a list"]),
        (shape(CUSTOM), "{custom: {schema_definition: a(), imports: [{path: b}, {alias: c}]}}", None,
         ["it: custom: imports: path is needed"]),
        (shape(CUSTOM), "{custom: {}}", None, ["it: custom: schema_definition is needed"]),
        (shape(CUSTOM), "{custom: {schema_definition: ''}}", None,
         ["it: custom: schema_definition must be a text, not ''"]),
        (shape(CUSTOM), "{custom: {schema_definition: [a]}}", None,
         ["it: custom: schema_definition must be a text, not a list or mapping"]),
        (shape(CUSTOM), "{custom: {schema_definition: a(), import: []}}", None,
         ["it: custom: unknown key 'import'; did you mean 'imports'?"]),
        (shape(CUSTOM), "{custom: 7}", None,
         ["it: custom must be a mapping with imports (optional), schema_definition"]),
        (shape(CUSTOM), "fast", None, ["it must be a mapping with custom"]),
        (shape(CUSTOM_TYPE), "jsontypes.Exact", custom_type("jsontypes.Exact"), []),
        (shape(CUSTOM_TYPE), "{type: a, value_type: b}", {"type": "a", "value_type": "b"}, []),
        (shape(CUSTOM_TYPE), "'*jsontypes.Exact'", None, ["it: '*jsontypes.Exact' is not the name of a Go type"]),
        (shape(EXTERNAL_TYPE), "'*github.com/acme/sdk.Owner'", external_type("*github.com/acme/sdk.Owner"), []),
        (shape(EXTERNAL_TYPE), "Owner", None, ["it: 'Owner' is not the name of a Go type"]),
        (default, "{static: 1}", 1, []),
        (default, "{static: true}", True, []),
        (default, "{static: a}", "a", []),
        (default, "{static: 1.50}", 1.5, []),
        (default, "{static: null}", None, [NO_DEFAULT]),
        (default, "{static: [a]}", None, [NO_DEFAULT]),
        (default, "{static: 1.0e+999}", None, [NO_DEFAULT]),
        (default, "{static: 1, custom: {}}", None, [NO_DEFAULT]),
        (default, "{}", None, [NO_DEFAULT]),
        (default, "a", None, [NO_DEFAULT]),
        (default, "{custom: {schema_definition: a()}}", CODE, []),
        (default, "{custom: {}}", None, ["it: custom: schema_definition is needed"]),
        (entries, "[fast, {custom: {schema_definition: a()}}]", ["fast", CODE], []),
        (entries, "[]", [], []),
        (entries, "[fats, 7, slow]", ["slow"],
         ["it: 'fats' is not a word for one; did you mean 'fast'?", "it must be a mapping with custom"]),
        (entries, "fast", None, ["it must be a list"]),
        (whole, "0", 0, []),
        (whole, "3", 3, []),
        (whole, "4", None, [f"{NO_WHOLE}'4'"]),
        (whole, "-1", None, [f"{NO_WHOLE}'-1'"]),
        (whole, "true", None, [f"{NO_WHOLE}'true'"]),
        (whole, "1.5", None, [f"{NO_WHOLE}'1.5'"]),
        (whole, "null", None, [f"{NO_WHOLE}null"]),
        (names, "[a, 1]", ["a", "1"], []),
        (names, "[]", [], []),
        (names, "[a, '']", None, ["it must be a list of names"]),
        (names, "[a, [b]]", None, ["it must be a list of names"]),
        (names, "a", None, ["it must be a list of names"]),
    ],
)  # fmt: skip
def test_a_part_is_read_or_each_of_its_mistakes_is_told(read: Read, text: str, value: Any, problems: list[str]) -> None:
    reader = Reader()
    document = Document("config.yml", f"it: {text}".encode())
    found = read(reader, document.node.child("it"))
    assert (found, isinstance(found, bool)) == (value, isinstance(value, bool))
    assert [said for _, said, _ in reader.problems] == problems


@pytest.mark.parametrize(
    ("text", "path", "type_"),
    [
        ("github.com/acme/sdk.Owner", "github.com/acme/sdk", "sdk.Owner"),
        ("github.com/acme/sdk/v2.Owner", "github.com/acme/sdk/v2", "sdk.Owner"),
        ("acme/v2.Owner", "acme/v2", "acme.Owner"),
        ("github.com/acme/v2beta.Owner", "github.com/acme/v2beta", "v2beta.Owner"),
        ("*github.com/acme/sdk.Owner", "github.com/acme/sdk", "*sdk.Owner"),
    ],
)
def test_a_go_type_is_called_by_its_package(text: str, path: str, type_: str) -> None:
    assert external_type(text) == {"import": {"path": path}, "type": type_}
