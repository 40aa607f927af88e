"""Types that policies choose for schemas without a type, and for choices."""

from __future__ import annotations

from typing import Any

from ...inputs import Node
from ...inputs.merged_node import made
from ...report.diagnostic import Note
from ..rules import JSON_STRING, STRING_MAP
from .keywords import Schema

_OF_ANY_TYPE = ("deprecated", "readOnly", "writeOnly")


def json_string(node: Node, text: str) -> Schema:
    """A string that contains JSON, with a note `text`."""
    return _written_as(node, {"type": "string"}, Note(JSON_STRING, text, node))


def string_map(node: Node) -> Schema:
    """A map of strings, with a note."""
    note = Note(STRING_MAP, "the schema has no type; a map of strings is written", node)
    return _written_as(node, {"type": "object", "additionalProperties": {"type": "string"}}, note)


def _written_as(node: Node, keywords: dict[str, Any], note: Note) -> Schema:
    """A schema with these keywords instead of `node`, and the keywords of `node` that any type may have."""
    members = {keyword: node.child(keyword) for keyword in _OF_ANY_TYPE if keyword in node.value}
    members |= {keyword: Node(node.document, node.pointer, value) for keyword, value in keywords.items()}
    return Schema(made(node, members), keywords["type"], None, (), (note,))
