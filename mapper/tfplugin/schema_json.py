"""Reads the JSON of `terraform providers schema -json` into the typed model. Needs no library.

Format versions 0.1 (Terraform 0.12) to 1.x; OpenTofu writes the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from ..inputs import Document, Node, problem_at, split_pointer
from ..report.diagnostic import MappingError, Problem
from ..text.suggest import nearest
from .cty_types import CtyType, read_type
from .errors import CtyError, SchemaError
from .schema import (
    MAX_BLOCK_DEPTH,
    Attribute,
    Block,
    Function,
    IdentityAttribute,
    IdentitySchema,
    NestedBlock,
    NestedType,
    Nesting,
    Parameter,
    ProviderSchema,
    Schema,
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
    top = reader.members(document, (), ("format_version", "provider_schemas"))
    version = reader.value(top, "format_version", str, (), None)
    if version is None or not _VERSION.fullmatch(version):
        problem = "there is no format_version" if version is None else f"the format version {version!r} is not known"
        raise SchemaError(
            f"{problem}: this is not what `terraform providers schema -json` writes", pointer(("format_version",))
        )
    providers = reader.each(top, "provider_schemas", reader.provider, ())
    return Reading(SchemaDocument(providers, version), tuple(reader.unknown))


def pointer(place: _Place) -> str:
    """The JSON pointer of a place."""
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in place)


class _Reader:
    """Reads one document, and collects unknown members."""

    def __init__(self) -> None:
        self.unknown: list[str] = []

    def members(self, value: object, place: _Place, known: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise SchemaError(f"an object is required, not {_found(value)}", pointer(place))
        if not value.keys() <= set(known):
            self.unknown += [pointer((*place, key)) for key in value if key not in known]
        return value

    def value(self, members: dict[str, Any], key: str, kind: type[_Kind], place: _Place, default: _Kind | None) -> Any:
        found = members.get(key, default)
        if found is not default and type(found) is not kind:
            raise SchemaError(f"{_SCALARS[kind]} is required, not {_found(found)}", pointer((*place, key)))
        return found

    def each(
        self, members: dict[str, Any], key: str, read: Callable[[object, _Place], _Kind], place: _Place
    ) -> Mapping[str, _Kind]:
        items = self.value(members, key, dict, place, None)
        return {name: read(item, (*place, key, name)) for name, item in items.items()} if items else {}

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
            raise SchemaError(f"{spelled!r} is no kind of description", pointer((*place, "description_kind")))
        return _TEXT_KINDS[spelled]

    def nesting(self, members: dict[str, Any], place: _Place) -> Nesting:
        spelled = members.get("nesting_mode")
        if not isinstance(spelled, str) or spelled not in _NESTINGS:
            raise SchemaError(f"{spelled!r} is no nesting mode", pointer((*place, "nesting_mode")))
        return _NESTINGS[spelled]

    def provider(self, value: object, place: _Place) -> ProviderSchema:
        members = self.members(value, place, _PROVIDER)
        return ProviderSchema(
            provider=self.schema(members["provider"], (*place, "provider")) if "provider" in members else None,
            resources=self.each(members, "resource_schemas", self.schema, place),
            data_sources=self.each(members, "data_source_schemas", self.schema, place),
            ephemeral_resources=self.each(members, "ephemeral_resource_schemas", self.schema, place),
            list_resources=self.each(members, "list_resource_schemas", self.schema, place),
            functions=self.each(members, "functions", self.function, place),
            identities=self.each(members, "resource_identity_schemas", self.identity, place),
            actions=self.each(members, "action_schemas", self.action, place),
        )

    def schema(self, value: object, place: _Place) -> Schema:
        members = self.members(value, place, ("version", "block"))
        block = self.block(members["block"], (*place, "block")) if "block" in members else None
        return Schema(self.count(members, "version", place), block)

    def action(self, value: object, place: _Place) -> Block:
        members = self.members(value, place, ("block",))
        return self.block(members.get("block", {}), (*place, "block"))

    def block(self, value: object, place: _Place) -> Block:
        _shallow(place)
        members = self.members(value, place, _BLOCK)
        return Block(
            self.each(members, "attributes", self.attribute, place),
            self.each(members, "block_types", self.nested_block, place),
            self.value(members, "description", str, place, ""),
            self.kind(members, place),
            self.value(members, "deprecated", bool, place, False),
            self.value(members, "deprecation_message", str, place, ""),
        )

    def nested_block(self, value: object, place: _Place) -> NestedBlock:
        members = self.members(value, place, _NESTED_BLOCK)
        return NestedBlock(
            self.block(members.get("block", {}), (*place, "block")),
            self.nesting(members, place),
            self.count(members, "min_items", place),
            self.count(members, "max_items", place),
        )

    def attribute(self, value: object, place: _Place) -> Attribute:
        members = self.members(value, place, _ATTRIBUTE)
        return Attribute(
            self.nested_type(members, place) if "nested_type" in members else self.type(members, "type", place),
            self.value(members, "description", str, place, ""),
            self.kind(members, place),
            deprecation_message=self.value(members, "deprecation_message", str, place, ""),
            **{flag: self.value(members, flag, bool, place, False) for flag in _FLAGS},
        )

    def nested_type(self, attribute: dict[str, Any], place: _Place) -> NestedType:
        if "type" in attribute:
            raise SchemaError("an attribute has either a type or a nested type, not both", pointer(place))
        place = (*place, "nested_type")
        _shallow(place)
        members = self.members(attribute["nested_type"], place, ("attributes", "nesting_mode"))
        nesting = self.nesting(members, place)
        if nesting is Nesting.GROUP:
            raise SchemaError("only a block is a group", pointer((*place, "nesting_mode")))
        return NestedType(self.each(members, "attributes", self.attribute, place), nesting)

    def identity(self, value: object, place: _Place) -> IdentitySchema:
        members = self.members(value, place, ("version", "attributes"))
        attributes = self.each(members, "attributes", self.identity_attribute, place)
        return IdentitySchema(self.count(members, "version", place), attributes)

    def identity_attribute(self, value: object, place: _Place) -> IdentityAttribute:
        members = self.members(value, place, ("type", "description", "required_for_import", "optional_for_import"))
        return IdentityAttribute(
            self.type(members, "type", place),
            self.value(members, "description", str, place, ""),
            self.value(members, "required_for_import", bool, place, False),
            self.value(members, "optional_for_import", bool, place, False),
        )

    def function(self, value: object, place: _Place) -> Function:
        members = self.members(value, place, _FUNCTION)
        parameters = self.value(members, "parameters", list, place, None) or []
        variadic = members.get("variadic_parameter")
        return Function(
            self.type(members, "return_type", place),
            tuple(self.parameter(item, (*place, "parameters", str(i))) for i, item in enumerate(parameters)),
            None if variadic is None else self.parameter(variadic, (*place, "variadic_parameter")),
            self.value(members, "summary", str, place, ""),
            self.value(members, "description", str, place, ""),
            self.value(members, "deprecation_message", str, place, ""),
        )

    def parameter(self, value: object, place: _Place) -> Parameter:
        members = self.members(value, place, ("name", "type", "description", "is_nullable"))
        return Parameter(
            self.value(members, "name", str, place, ""),
            self.type(members, "type", place),
            self.value(members, "description", str, place, ""),
            self.value(members, "is_nullable", bool, place, False),
        )


def _shallow(place: _Place) -> None:
    """Raises SchemaError if a block or nested attribute is too deep; each level has at least three steps in its
    place.
    """
    if len(place) > 3 * MAX_BLOCK_DEPTH:
        raise SchemaError(f"blocks are nested more than {MAX_BLOCK_DEPTH} levels deep", f"{pointer(place[:9])}/…")


def _found(value: object) -> str:
    return _SCALARS.get(type(value), "null" if value is None else "a fraction")


_TEXT_KINDS = {kind.value: kind for kind in TextKind}
_NESTINGS = {nesting.value: nesting for nesting in Nesting}
_FLAGS = ("required", "optional", "computed", "sensitive", "write_only", "deprecated")
_PROVIDER = (
    "provider", "resource_schemas", "data_source_schemas", "ephemeral_resource_schemas", "list_resource_schemas",
    "functions", "resource_identity_schemas", "action_schemas",
)  # fmt: skip
_BLOCK = ("attributes", "block_types", "description", "description_kind", "deprecated", "deprecation_message")
_NESTED_BLOCK = ("nesting_mode", "block", "min_items", "max_items")
_ATTRIBUTE = ("type", "nested_type", "description", "description_kind", "deprecation_message", *_FLAGS)
_FUNCTION = ("description", "summary", "deprecation_message", "return_type", "parameters", "variadic_parameter")


def chosen(addresses: Iterable[str], wanted: str | None, document: Document) -> str:
    """The address of the provider that `wanted` names, in full or by its end; without it, the only provider.

    Raises MappingError.
    """
    all_addresses = list(addresses)
    if wanted is None:
        if len(all_addresses) == 1:
            return all_addresses[0]
        text = "; say which with --provider" if all_addresses else ""
        raise MappingError(
            Problem(f"there are {len(all_addresses)} providers in it{_listed(all_addresses)}{text}", document.uri)
        )
    matches = [address for address in all_addresses if address == wanted or address.endswith(f"/{wanted}")]
    if len(matches) == 1:
        return matches[0]
    if matches:
        text = f"several providers are called {wanted!r}{_listed(matches)}; give the whole address"
    else:
        text = f"there is no provider {wanted!r} in it{_listed(all_addresses)}{nearest(wanted, all_addresses)}"
    raise MappingError(Problem(text, document.uri))


def _listed(addresses: list[str]) -> str:
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
    problem = problem_at(error.message, node)
    return Problem(
        f"{error.pointer}: {problem.text}" if error.pointer else problem.text,
        document.uri,
        problem.line,
        problem.column,
    )
