"""Reads the JSON of `terraform providers schema -json` into the typed model. Needs no library.

Format versions 0.1 (Terraform 0.12) to 1.x; OpenTofu writes the same.
"""

import re
from collections.abc import Callable, Iterable, Set
from typing import Any, NamedTuple, TypeVar

from mapper.inputs import Document, Node, problem_at, split_pointer
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.suggest import nearest

from .cty_types import CtyType, read_type
from .errors import CtyError, SchemaError
from .schema import (
    MAX_BLOCK_DEPTH,
    SHAPES,
    Attribute,
    Block,
    Member,
    NestedType,
    Nesting,
    Parameter,
    ProviderSchema,
    SchemaDocument,
    TextKind,
)

_VERSION = re.compile(r"(0\.[1-9][0-9]*|1\.[0-9]+)")
_MAX_INTEGER = 2**63 - 1

_Kind = TypeVar("_Kind")
_Place = tuple[str, ...]
_SCALARS = {str: "a string", bool: "true or false", int: "a whole number", list: "a list", dict: "an object"}


class Reading(NamedTuple):
    """A document, and JSON pointers to its members that this version does not know and has left out."""

    document: SchemaDocument
    unknown: tuple[str, ...]


def read_document(document: object) -> Reading:
    """Read a parsed document. Raises SchemaError with the pointer."""
    reader = _Reader()
    top = reader.members(document, (), frozenset(("format_version", "provider_schemas")))
    version = reader.value(top, "format_version", str, (), None)
    if version is None or not _VERSION.fullmatch(version):
        problem = "there is no format_version" if version is None else f"the format version {version!r} is not known"
        raise SchemaError(
            f"{problem}: this is not what `terraform providers schema -json` writes", pointer(("format_version",))
        )
    given = reader.value(top, "provider_schemas", dict, (), None) or {}
    providers = {key: reader.read(ProviderSchema, item, ("provider_schemas", key)) for key, item in given.items()}
    return Reading(SchemaDocument(providers, version), tuple(reader.unknown))


def pointer(place: _Place) -> str:
    """The JSON pointer of a place."""
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in place)


class _Reader:
    """Reads one document, and collects unknown members."""

    def __init__(self) -> None:
        self.unknown: list[str] = []

    def members(self, value: object, place: _Place, known: Set[str]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise SchemaError(f"an object is required, not {_type_word(value)}", pointer(place))
        if not value.keys() <= known:
            self.unknown += [pointer((*place, key)) for key in value if key not in known]
        return value

    def value(self, members: dict[str, Any], key: str, kind: type[_Kind], place: _Place, default: _Kind | None) -> Any:
        member = members.get(key, default)
        if member is not default and type(member) is not kind:
            raise SchemaError(f"{_SCALARS[kind]} is required, not {_type_word(member)}", pointer((*place, key)))
        return member

    def count(self, members: dict[str, Any], key: str, place: _Place) -> int:
        number: int = self.value(members, key, int, place, 0)
        if not 0 <= number <= _MAX_INTEGER:
            raise SchemaError("a number from 0 on is required", pointer((*place, key)))
        return number

    def type(self, members: dict[str, Any], key: str, place: _Place) -> CtyType:
        try:
            return read_type(members.get(key))
        except CtyError as error:
            raise SchemaError(error.message, pointer((*place, key))) from None

    def kind(self, members: dict[str, Any], place: _Place) -> TextKind | None:
        spelled = members.get("description_kind")
        if spelled is None:
            return None
        if not isinstance(spelled, str) or spelled not in _TEXT_KINDS:
            raise SchemaError(f"{spelled!r} is not a description kind", pointer((*place, "description_kind")))
        return _TEXT_KINDS[spelled]

    def nesting(self, members: dict[str, Any], place: _Place) -> Nesting:
        spelled = members.get("nesting_mode")
        if not isinstance(spelled, str) or spelled not in _NESTINGS:
            raise SchemaError(f"{spelled!r} is not a nesting mode", pointer((*place, "nesting_mode")))
        return _NESTINGS[spelled]

    def read(self, cls: Callable[..., _Kind], value: object, place: _Place) -> _Kind:
        """A value of a class of the model."""
        if cls is Block or cls is NestedType:
            _shallow(place)
        members = self.members(value, place, _KNOWN[cls])  # type: ignore[index]
        plain, others = _READ_AS_THEY_ARE[cls]  # type: ignore[index]
        fields: dict[str, Any] = {}
        for name, given in members.items():
            if (type_ := plain.get(name)) is not None:
                kind, name_of_field = type_
                if given.__class__ is kind:  # as most are
                    fields[name_of_field] = given
                else:
                    others = SHAPES[cls]  # type: ignore[index]
        for member in others:
            is_read = member.name in members or member.always or cls in _WITHOUT_DEFAULTS
            if is_read and member.field not in fields:
                fields[member.field] = self.member(member, members, place)
        if cls is NestedType and fields["nesting"] is Nesting.GROUP:
            raise SchemaError("only a block is a group", pointer((*place, "nesting_mode")))
        return cls(**fields)

    def member(self, member: Member, members: dict[str, Any], place: _Place) -> Any:
        """The value of one field."""
        name, kind = member.name, member.kind
        if (plain := _PLAIN.get(kind)) is not None:
            return self.value(members, name, plain, place, plain())
        inside = (*place, name)
        match kind:
            case "count":
                return self.count(members, name, place)
            case "own type" if "nested_type" in members:
                if "type" in members:
                    raise SchemaError("an attribute has either a type or a nested type, not both", pointer(place))
                return self.read(NestedType, members["nested_type"], (*place, "nested_type"))
            case "type" | "own type":
                return self.type(members, name, place)
            case "markup":
                return self.kind(members, place)
            case "nesting":
                return self.nesting(members, place)
            case "each" | "blocks":
                given = self.value(members, name, dict, place, None) or {}
                items = {key: self.read(member.of, item, (*inside, key)) for key, item in given.items()}
                return {key: item.block for key, item in items.items()} if member.kind == "blocks" else items
            case "list":
                listed = self.value(members, name, list, place, None) or []
                return tuple(self.read(member.of, item, (*inside, str(i))) for i, item in enumerate(listed))
        if member.always or (name in members and not (member.kind == "maybe" and members[name] is None)):
            return self.read(member.of, members.get(name, {}), inside)
        return None


def _shallow(place: _Place) -> None:
    """Raises SchemaError if a block or nested attribute is too deep; each level is three or more steps of its place."""
    if len(place) > 3 * MAX_BLOCK_DEPTH:
        raise SchemaError(f"blocks are nested more than {MAX_BLOCK_DEPTH} levels deep", f"{pointer(place[:9])}/…")


def _type_word(value: object) -> str:
    return _SCALARS.get(type(value), "null" if value is None else "a fraction")


_TEXT_KINDS = {kind.value: kind for kind in TextKind}
_NESTINGS = {nesting.value: nesting for nesting in Nesting}
_KNOWN = {cls: frozenset(member.name for member in members) for cls, members in SHAPES.items()}
_KNOWN[Attribute] |= {"nested_type"}
_WITHOUT_DEFAULTS = (NestedType, Parameter)
_PLAIN: dict[str, type[str] | type[bool]] = {"text": str, "flag": bool}
"""The types of members that are read as they are; without arguments, they are the value of one that is absent."""

_READ_AS_THEY_ARE = {
    cls: (
        {member.name: (_PLAIN[member.kind], member.field) for member in members if member.kind in _PLAIN},
        tuple(m for m in members if m.kind not in _PLAIN or m.always or cls in _WITHOUT_DEFAULTS),
    )
    for cls, members in SHAPES.items()
}
"""For each class: the type and the field of each member that is read as it is, by name; then all other members."""


def chosen(addresses: Iterable[str], wanted: str | None, document: Document) -> str:
    """The address of the provider that `wanted`, whole or an end, names; else the only one. Raises MappingError."""
    all_addresses = list(addresses)
    if wanted is None:
        if len(all_addresses) == 1:
            return all_addresses[0]
        text = f"there are {len(all_addresses)} providers in it{_joined_addresses(all_addresses)}"
        remedy = "say which with --provider" if all_addresses else "run terraform init first"
        raise MappingError(Problem(text, document.uri, remedy=remedy))
    matches = [address for address in all_addresses if address == wanted or address.endswith(f"/{wanted}")]
    if len(matches) == 1:
        return matches[0]
    if matches:
        text = f"several providers are called {wanted!r}{_joined_addresses(matches)}"
    else:
        text = (
            f"it has no provider {wanted!r}, but {', '.join(all_addresses) or 'none'}{nearest(wanted, all_addresses)}"
        )
    raise MappingError(Problem(text, document.uri, remedy="give the whole address of one"))


def _joined_addresses(addresses: list[str]) -> str:
    return f": {', '.join(addresses)}" if addresses else ""


def schema_problem(error: SchemaError, document: Document) -> Problem:
    """A schema error as a problem, at the innermost existing part of its pointer."""
    node: Node = document.node
    for name in split_pointer(error.pointer):
        inside = node.value
        if isinstance(inside, dict) and name in inside:
            node = node.child(name)
        elif isinstance(inside, list) and name.isdigit() and int(name) < len(inside):
            node = node.child(int(name))
        else:
            break
    text = f"{error.pointer}: {error.message}" if error.pointer else error.message
    return problem_at(text, node, remedy="write the schema again with `terraform providers schema -json`")
