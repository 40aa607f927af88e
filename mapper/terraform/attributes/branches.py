"""Selects the branch of a oneOf or anyOf that an override names, in a property, its items or its values."""

from __future__ import annotations

from ...inputs import Node
from ...inputs.merged_node import made
from ...text.suggest import nearest
from ..rules import BAD_OVERRIDE
from ..schema.choice import branch_name
from ..schema.keywords import Unmappable, single
from ..schema.normalise import Schemas

_INSIDE = ("items", "additionalProperties")


def branch_of(schemas: Schemas, node: Node, name: str) -> Node:
    """The schema of a property with the choice replaced by the branch. Raises Unmappable if there is no such branch."""
    branches = schemas.branches(node)
    if branches:
        found = branches.get(name) or branches.get(branch_name(name))
        if found is None:
            known = ", ".join(branches)
            text = f"it is a choice between {known}, and has no branch {name!r}{nearest(name, branches)}"
            raise Unmappable(BAD_OVERRIDE, text, node)
        return found
    written = schemas.behind(node)
    for keyword in _INSIDE:
        inner = written.get(keyword)
        if inner is not None and isinstance(inner.value, dict | list):
            members = dict(written.members())
            return made(written, {**members, keyword: branch_of(schemas, single(inner, []), name)})
    raise Unmappable(BAD_OVERRIDE, f"it is no choice, and has no branch {name!r}", node)
