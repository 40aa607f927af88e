"""Null in schemas: where a schema allows it, and the schema without it.

Every attribute in Terraform may be null, so that nothing is written for it. `type: [T, "null"]` is T. In a oneOf or
anyOf, an entry that allows only null is no choice, and in an allOf it adds nothing. `nullable: true` (OpenAPI 3.0) has
no effect. Null in an enum or as a default is not a value of the type; `values` drops it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...inputs import Documents, Node, text_of

NULL = "null"


def types_in(value: object) -> list[str]:
    """The types in a value of the keyword `type`; an entry null counts as the type *null*."""
    if isinstance(value, str):
        return [value] if value else []
    return [text_of(entry) or NULL for entry in value] if isinstance(value, list) else []


def types_of(node: Node) -> list[str]:
    """The types of a schema object; empty if it specifies none."""
    return types_in(node.value.get("type"))


def of_a_nullable_pair(types: Sequence[str]) -> str | None:
    """The other type of a pair with *null*; None for other lists."""
    first, *others = types
    if len(others) != 1 or NULL not in types:
        return None
    return others[0] if first == NULL else first


def is_only_null(types: Sequence[str]) -> bool:
    """Whether *null* is the only type."""
    return list(types) == [NULL]


def allows_only_null(node: Node) -> bool:
    """Whether a schema allows only null, by its type or, without one, by its enum."""
    if not isinstance(node.value, dict):
        return False
    return is_only_null(types_of(node)) or ("type" not in node.value and node.value.get("enum") == [None])


def without_null(documents: Documents, branches: Iterable[Node]) -> list[Node]:
    """The branches that allow more than null."""
    return [branch for branch in branches if not allows_only_null(documents.behind(branch))]
