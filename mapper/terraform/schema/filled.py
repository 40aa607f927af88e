"""Keywords of a schema that are behind a reference, such as `properties: {$ref: common.yml}`.

OpenAPI allows references in place of whole schemas only. Tools that bundle a description of many files follow them
anywhere, and so descriptions have them elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...documents import Documents, Node, Unresolved
from ...immutable import dataclass

_KEYWORDS: dict[str, tuple[type, ...]] = {
    "properties": (dict,),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "enum", "required"), (list,)),
    "type": (str, list),
    **dict.fromkeys(("description", "format", "pattern"), (str,)),
}
"""The keywords, and what they may be behind a reference."""


@dataclass(frozen=True, slots=True, eq=False)
class FilledNode(Node):
    """A schema of which some keywords are elsewhere: `behind` is where each of them is."""

    behind: Mapping[str, Node]

    def child(self, key: str | int) -> Node:
        """The member under `key`, wherever it is."""
        found = self.behind.get(key) if isinstance(key, str) else None
        return found or Node.child(self, key)


def filled(documents: Documents, node: Node) -> Node:
    """The schema with its keywords in place; the node itself where none of them is behind a reference.

    One that leads nowhere, or to something else than the keyword takes, stays as it is.
    """
    value: dict[str, Any] = node.value
    elsewhere = [key for key, member in value.items() if member.__class__ is dict and "$ref" in member]
    if not elsewhere:  # as in nearly all
        return node
    behind = {}
    for keyword in elsewhere:
        if keyword in _KEYWORDS and isinstance(value[keyword]["$ref"], str):
            try:
                target, _ = documents.follow(node.child(keyword))
            except Unresolved:
                continue
            if isinstance(target.value, _KEYWORDS[keyword]):
                behind[keyword] = target
    if not behind:
        return node
    whole = {**value, **{keyword: target.value for keyword, target in behind.items()}}
    return FilledNode(node.document, node.pointer, whole, behind)
