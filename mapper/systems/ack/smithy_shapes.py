"""The definitions of a Smithy model: shapes with what `apply` and mixins add to them.

Source: Smithy's specification of the JSON AST, of mixins, and of the statement `apply`.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from mapper.inputs import Document, Node, problem_at, text_of, text_or_empty
from mapper.report.diagnostic import MappingError

from .names import UNCHANGED

PRELUDE = "smithy.api#"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*#(?P<short>[A-Za-z_][A-Za-z0-9_]*)")
_READ = frozenset(
    f"{PRELUDE}{name}"
    for name in (
        "deprecated documentation enum enumValue error idempotencyToken length mixin pattern range required sensitive"
        " title trait"
    ).split()
) | {"aws.api#service"}
"""The traits that change what is mapped or shown. Others are about the wire, clients, waiters, and tools of others."""

MOST_DEFINED = 200_000
"""Members of all definitions, each with those of its mixins, and values of enums."""

_NESTED = {"list": ("member",), "set": ("member",), "map": ("key", "value"), "operation": ("input", "output")}
"""The keys of a definition that hold a member each."""


class Traits(Struct):
    """Traits by absolute name, each with its place. Traits of the prelude are looked up without the namespace."""

    nodes: dict[str, Node] = field(default_factory=dict)

    def node(self, name: str) -> Node | None:
        """The trait, if it is there."""
        return self.nodes.get(name if "#" in name else f"{PRELUDE}{name}")

    def has(self, name: str) -> bool:
        """Whether the trait is there."""
        return self.node(name) is not None

    def value(self, name: str, otherwise: object) -> object:
        """The value of a trait, or `otherwise`."""
        node = self.node(name)
        return node.value if node is not None else otherwise

    def text(self, name: str) -> str:
        """The text of a trait; empty if there is none."""
        return text_or_empty(self.value(name, None))


class Member(Struct):
    """A member: the absolute name of its type, and its traits."""

    target: str
    node: Node
    traits: Traits

    def with_traits(self, first: Traits, second: Traits) -> "Member":
        """The member with other traits: of one name, the second."""
        return Member(self.target, self.node, _sum(first, second))


class Definition(Struct):
    """A shape, by its absolute name. `members` are also the element of a list, and the payloads of an operation."""

    name: str
    kind: str
    node: Node
    traits: Traits
    members: dict[str, Member] = field(default_factory=dict)

    @property
    def short_name(self) -> str:
        """The name without its namespace."""
        return self.name.partition("#")[2]

    @property
    def is_mixin(self) -> bool:
        """Whether the shape is only there for others to take its members and traits."""
        return self.traits.has("mixin")


def definitions(document: Document) -> dict[str, Definition]:
    """The shapes of a model by absolute name, in its order. Raises MappingError."""
    table = document.node.get("shapes")
    if table is None or not isinstance(table.value, dict):
        raise MappingError(problem_at("the key shapes is missing", document.node, remedy="is this a Smithy model?"))
    written: dict[str, Definition] = {}
    applied: dict[str, Traits] = {}
    for name, node in table.members():
        kind = text_of(node.value.get("type")) if isinstance(node.value, dict) else None
        if kind is None:
            raise MappingError(problem_at(f"shape {name!r}: a type is needed", node, remedy=UNCHANGED))
        if kind == "apply":
            applied[name] = _traits(node)
            continue
        if not _NAME.fullmatch(name):
            raise MappingError(
                problem_at(f"shape {name!r}: a name is a namespace, # and a word", node, remedy=UNCHANGED)
            )
        written[name] = Definition(name, kind, node, _traits(node), dict(_members(name, kind, node)))
    defined = _with_mixins(written, applied)
    for name, traits in applied.items():
        owner, _, key = name.partition("$")
        if owner not in defined or (key and key not in defined[owner].members):
            raise MappingError(
                problem_at(f"traits are applied to {name!r}, which does not exist", table.child(name), remedy=UNCHANGED)
            )
        del traits
    return defined


def _members(name: str, kind: str, node: Node) -> Iterator[tuple[str, Member]]:
    members = node.get("members")
    if members is not None and not isinstance(members.value, dict):
        raise MappingError(problem_at(f"shape {name!r}: members must be an object", members, remedy=UNCHANGED))
    for key, member in members.members() if members is not None else ():
        yield key, _member(name, member)
    for key in _NESTED.get(kind, ()):
        element = node.get(key)
        if element is not None:
            yield key, _member(name, element)


def _member(name: str, node: Node) -> Member:
    target = text_of(node.value.get("target")) if isinstance(node.value, dict) else None
    if target is None:
        raise MappingError(problem_at(f"shape {name!r}: a member needs a target", node, remedy=UNCHANGED))
    return Member(target, node, _traits(node))


def _traits(node: Node) -> Traits:
    traits = node.get("traits")
    if traits is None:
        return Traits()
    if not isinstance(traits.value, dict):
        raise MappingError(problem_at("traits must be an object", traits, remedy=UNCHANGED))
    return Traits({name: traits.child(name) for name in traits.value if name in _READ})


def _with_mixins(written: dict[str, Definition], applied: dict[str, Traits]) -> dict[str, Definition]:
    """The definitions, each with what is applied to it, and with the members and traits of its mixins."""
    done: dict[str, Definition] = {}
    total = 0
    for start, first in written.items():
        stack = {start: list(_mixins(first, written))} if start not in done else {}
        while stack:
            name, mixins = next(reversed(stack.items()))
            missing = next((mixin for mixin in mixins if mixin not in done), None)
            if missing in stack:
                raise MappingError(
                    problem_at(f"shape {missing!r} is a mixin of itself", written[missing].node, remedy=UNCHANGED)
                )
            if missing is not None:
                stack[missing] = list(_mixins(written[missing], written))
                continue
            done[name] = _complete(written[name], [done[mixin] for mixin in mixins], applied)
            total += _size(done[name])
            if total > MOST_DEFINED:
                text = f"the shapes of the model have more than {MOST_DEFINED:,} members together"
                raise MappingError(problem_at(text, written[name].node, remedy=UNCHANGED))
            del stack[name]
    return {name: done[name] for name in written}


def _mixins(definition: Definition, written: dict[str, Definition]) -> Iterator[str]:
    node = definition.node.get("mixins")
    for item in node.items() if node is not None else ():
        target = text_of(item.value.get("target")) if isinstance(item.value, dict) else None
        if target not in written:
            text = f"shape {definition.name!r} has the mixin {target!r}, which does not exist"
            raise MappingError(problem_at(text, item, remedy=UNCHANGED))
        yield str(target)


def _complete(definition: Definition, mixins: Iterable[Definition], applied: dict[str, Traits]) -> Definition:
    """A definition with the members and traits of its mixins: later ones, and its own, replace earlier ones."""
    traits: dict[str, Node] = {}
    members: dict[str, Member] = {}
    for mixin in mixins:
        local = _local_traits(mixin)
        traits |= {name: node for name, node in mixin.traits.nodes.items() if name not in local}
        members |= mixin.members
    traits |= definition.traits.nodes
    for key, member in definition.members.items():
        above = members.get(key)
        members[key] = member.with_traits(above.traits, member.traits) if above is not None else member
    if applied:
        for key, member in members.items():
            more = applied.get(f"{definition.name}${key}")
            members[key] = member.with_traits(member.traits, more) if more is not None else member
    whole = _sum(Traits(traits), applied.get(definition.name) or Traits())
    return Definition(definition.name, definition.kind, definition.node, whole, members)


def _sum(first: Traits, second: Traits) -> Traits:
    return Traits({**first.nodes, **second.nodes})


def _local_traits(mixin: Definition) -> frozenset[str]:
    """The traits of a mixin that shapes with it do not get."""
    details = mixin.traits.value("mixin", None)
    listed = details.get("localTraits") if isinstance(details, dict) else None
    return frozenset([f"{PRELUDE}mixin", *(map(str, listed) if isinstance(listed, list) else ())])


def _size(definition: Definition) -> int:
    """The members of a definition, with the values of an enum that is a trait."""
    values = definition.traits.value("enum", None)
    return len(definition.members) + (len(values) if isinstance(values, list) else 0)
