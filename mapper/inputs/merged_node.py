"""Values merged from several nodes; each member refers to the node that it comes from."""

from __future__ import annotations

from collections.abc import Mapping

from .document import Node

Key = tuple[object, str]


class Several(Node, frozen=True, eq=False):
    """The schemas that several places have under one name, not yet merged.

    `alternatives`: a value has to satisfy one of the `sources`, not all.
    """

    sources: tuple[Node, ...]
    alternatives: bool

    @property
    def key(self) -> Key:
        """Distinct from the keys of the sources."""
        return self, ""


class MergedNode(Node, frozen=True, eq=False):
    """A value merged from several places. `children`: the node that each member comes from.

    `name` distinguishes objects of one place, `hops` are the targets of the references that lead to its parts,
    `choices` the names of properties of which exactly one may be given. `parts` are the schemas that it is merged from.
    """

    children: Mapping[str | int, Node]
    name: str = ""
    hops: tuple[Node, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    parts: tuple[Node, ...] = ()

    def child(self, key: str | int) -> Node:
        """The node that the member or item under `key` comes from."""
        return self.children[key]

    @property
    def key(self) -> Key:
        """Distinct from the key of every place in a document."""
        return -1, self.name


def made(place: Node, members: Mapping[str, Node]) -> MergedNode:
    """An object with these members, located at `place`."""
    children = dict[str | int, Node](list(members.items()))
    return MergedNode(place.document, place.pointer, {name: node.value for name, node in members.items()}, children)
