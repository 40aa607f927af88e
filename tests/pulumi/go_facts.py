"""What a file of stubs says, in the shape of the facts of the corpus."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import tree_sitter_go
from tree_sitter import Language, Node, Parser

_LANGUAGE = Language(tree_sitter_go.language())


def text(node: Node | None) -> str:
    assert node is not None
    assert node.text is not None
    return node.text.decode()


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.named_children:
        yield from walk(child)


def go_facts(source: str, base: str) -> dict[str, Any]:
    root = Parser(_LANGUAGE).parse(source.encode()).root_node
    assert not root.has_error
    facts: dict[str, Any] = {
        key: {}
        for key in (
            "tokens", "structs", "property_constants", "checks", "replaces", "name_operation", "typedefs", "constants",
        )
    }  # fmt: skip
    facts["imports"] = sorted(
        path
        for node in walk(root)
        if node.type == "import_spec" and (path := json.loads(text(node.child_by_field_name("path"))))
        if path == base or path.startswith(f"{base}/")
    )
    for node in walk(root):
        if node.type == "const_spec":
            _constant(node, facts)
        elif node.type == "type_spec":
            _type(node, facts)
        elif node.type == "method_declaration":
            _method(node, facts)
    resources = facts["tokens"]
    facts["structs"] = {name: fields for name, fields in facts["structs"].items() if not _is_provider(name, resources)}
    return facts


def _is_provider(name: str, resources: dict[str, str]) -> bool:
    return name.removesuffix("Provider") in resources and name.endswith("Provider")


def _constant(node: Node, facts: dict[str, Any]) -> None:
    name, value = text(node.child_by_field_name("name")), text(node.child_by_field_name("value"))
    if called := re.fullmatch(r'tokens\.Type\("(.*)"\)', value):
        facts["tokens"][name.removesuffix("Token")] = called[1]
    elif node.child_by_field_name("type") is None:
        facts["property_constants"].setdefault(name.rpartition("_")[0], []).append([name, json.loads(value)])
    else:
        facts["constants"][name] = [text(node.child_by_field_name("type")), json.loads(value)]


def _type(node: Node, facts: dict[str, Any]) -> None:
    name, type_ = text(node.child_by_field_name("name")), node.child_by_field_name("type")
    assert type_ is not None
    if type_.type == "interface_type":
        names = [text(one.child_by_field_name("name")) for one in type_.named_children if one.type == "method_elem"]
        facts["name_operation"][name.removesuffix("ProviderOps")] = "Name" in names
    elif type_.type == "struct_type":
        fields = [one for one in walk(type_) if one.type == "field_declaration" and one.child_by_field_name("tag")]
        facts["structs"][name] = [
            [text(one.child_by_field_name(part)).strip("`") for part in ("name", "type", "tag")] for one in fields
        ]
    else:
        facts["typedefs"][name] = text(type_)


def _method(node: Node, facts: dict[str, Any]) -> None:
    receiver = text(node.child_by_field_name("receiver"))
    resource = re.sub(r".*\*(\w+)Provider\)", r"\1", receiver)
    kind = {"Check": "checks", "InspectChange": "replaces"}.get(text(node.child_by_field_name("name")))
    if kind is not None:
        strings = [json.loads(text(one)) for one in walk(node) if one.type == "interpreted_string_literal"]
        facts[kind][resource] = list(dict.fromkeys(one for one in strings if one not in {"", resource}))
