"""What is written where a schema does not say of which type it is, or leaves the choice."""

from __future__ import annotations

from typing import Any

from ...diagnostics import Note
from ...documents import Node
from ...documents.merged import made
from ..rules import JSON_STRING, STRING_MAP
from .keywords import Schema

_OF_ANY_TYPE = ("deprecated", "readOnly", "writeOnly")


def json_string(node: Node, text: str) -> Schema:
    """A string that holds JSON, and why."""
    return _written_as(node, {"type": "string"}, Note(JSON_STRING, text, node))


def string_map(node: Node) -> Schema:
    """A map of strings."""
    note = Note(STRING_MAP, "the schema has no type; a map of strings is written", node)
    return _written_as(node, {"type": "object", "additionalProperties": {"type": "string"}}, note)


def _written_as(node: Node, keywords: dict[str, Any], note: Note) -> Schema:
    """A schema with these keywords in place of `node`, which keeps what can be said of any type."""
    members = {keyword: node.child(keyword) for keyword in _OF_ANY_TYPE if keyword in node.value}
    members |= {keyword: Node(node.document, node.pointer, value) for keyword, value in keywords.items()}
    return Schema(made(node, members), keywords["type"], None, (), (note,))
