"""Resolves references in place of keywords, such as `properties: {$ref: common.yml}`.

OpenAPI allows references in place of schemas only, but tools that bundle descriptions resolve them anywhere, so that
descriptions have them elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...inputs import Documents, Node, Unresolved

_KEYWORDS: dict[str, tuple[type, ...]] = {
    "properties": (dict,),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "enum", "required"), (list,)),
    "type": (str, list),
    **dict.fromkeys(("description", "format", "pattern"), (str,)),
}
"""Keyword -> the types that its referenced value may have."""


class FilledNode(Node, frozen=True, eq=False):
    """A schema with referenced keywords; `behind` has the target of each."""

    behind: Mapping[str, Node]

    def child(self, key: str | int) -> Node:
        """The member under `key`, or the target of its reference."""
        found = self.behind.get(key) if isinstance(key, str) else None
        return found or Node.child(self, key)


def filled(documents: Documents, node: Node) -> Node:
    """The schema with referenced keywords resolved; the node itself if there are none.

    A reference that cannot be resolved, or has a target of the wrong type, is kept.
    """
    value: dict[str, Any] = node.value
    elsewhere = [key for key, member in value.items() if member.__class__ is dict and "$ref" in member]
    if not elsewhere:  # the most frequent case
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
