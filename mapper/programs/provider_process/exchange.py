"""Converts values, paths, schemas and diagnostics between Python and the messages of the protocol."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from mapper.languages.tfplugin.cty_types import CtyType, parse_type
from mapper.languages.tfplugin.errors import AttributeStep, CtyError, IndexStep, KeyStep, Path, PluginError, Step
from mapper.languages.tfplugin.schema import (
    MAX_BLOCK_DEPTH,
    SHAPES,
    IdentitySchema,
    Member,
    NestedBlock,
    NestedType,
    Nesting,
    ProviderSchema,
    Schema,
    TextKind,
    by_name,
)

from .results import Diagnostics, ProviderDiagnostic, ProviderSeverity
from .rpc import Channel
from .value_codec import decode, decode_json
from .values import Value

_WARNING = 2


def read_value(message: Any, cty_type: CtyType, channel: Channel, what: str) -> Value:
    """The value in a DynamicValue; null if it is empty. Raises PluginError; `what` names the value in its message."""
    try:
        if message.msgpack:
            return decode(message.msgpack, cty_type)
        return decode_json(message.json, cty_type) if message.json else None
    except CtyError as error:
        raise channel.process.error(f"sent {what} that does not fit its schema: {error}") from None


def read_object(message: Any, cty_type: CtyType, channel: Channel, what: str) -> dict[str, Value] | None:
    """The object in a DynamicValue, or None if it is null. Raises PluginError, also for an unknown value."""
    value = read_value(message, cty_type, channel, what)
    if value is not None and not isinstance(value, dict):
        raise channel.process.error(f"sent {what} that is unknown as a whole")
    return value


def read_diagnostics(messages: Any) -> Diagnostics:
    """The diagnostics of a response, in the provider's order."""
    return tuple(
        ProviderDiagnostic(
            ProviderSeverity.WARNING if message.severity == _WARNING else ProviderSeverity.ERROR,
            message.summary,
            message.detail,
            read_path(message.attribute),
        )
        for message in messages
    )


def read_path(message: Any) -> Path:
    """The path in an AttributePath, up to the first step of an unknown kind."""
    steps: list[Step] = []
    for step in message.steps:
        match step.WhichOneof("selector"):
            case "attribute_name":
                steps.append(AttributeStep(step.attribute_name))
            case "element_key_string":
                steps.append(KeyStep(step.element_key_string))
            case "element_key_int":
                steps.append(IndexStep(step.element_key_int))
            case _:
                break
    return tuple(steps)


_Kind = TypeVar("_Kind")

_NESTINGS = {1: Nesting.SINGLE, 2: Nesting.LIST, 3: Nesting.SET, 4: Nesting.MAP, 5: Nesting.GROUP}
_MARKDOWN = 1


def provider_schema(response: Any, identities: Mapping[str, Any]) -> ProviderSchema:
    """The schema in a GetProviderSchema.Response; `identities` are IdentitySchema messages by resource.

    Raises PluginError for an invalid schema.
    """
    reader = _Reader()
    members = [member for member in SHAPES[ProviderSchema] if member.field != "identities"]
    fields = {member.field: reader.member(member, response, "", 0) for member in members}
    fields["provider"] = fields["provider"] or Schema()
    identity_schemas = {name: reader.read(IdentitySchema, item, name, 0) for name, item in identities.items()}
    return ProviderSchema(identities=by_name(identity_schemas), **fields)


class _Reader:
    """Reads one schema. Types are cached by encoding: a large provider has a hundred thousand uses of a few types."""

    def __init__(self) -> None:
        self._types: dict[bytes, CtyType] = {}

    def type(self, spelling: bytes, place: str) -> CtyType:
        type_ = self._types.get(spelling)
        if type_ is None:
            try:
                type_ = self._types[spelling] = parse_type(spelling)
            except CtyError as error:
                raise PluginError(f"{place}: {error}") from None
        return type_

    def read(self, cls: Callable[..., _Kind], message: Any, place: str, depth: int) -> _Kind:
        """A value of a class of the model."""
        if cls is NestedBlock or cls is NestedType:
            depth = _deeper(place, depth)
        fields = {member.field: self.member(member, message, place, depth) for member in SHAPES[cls]}  # type: ignore[index]
        if cls is NestedBlock and (fields["min_items"] < 0 or fields["max_items"] < 0):
            raise PluginError(f"{place}: the block has a negative number of items")
        if cls is NestedType and fields["nesting"] is Nesting.GROUP:
            raise PluginError(f"{place}: only a block is a group")
        return cls(**fields)

    def member(self, member: Member, message: Any, place: str, depth: int) -> Any:
        """The value of one field."""
        value = message
        for step in member.message.split("."):
            value = getattr(value, step)
        match member.kind:
            case "own type" if "nested_type" in message.DESCRIPTOR.fields_by_name and message.HasField("nested_type"):
                return self.read(NestedType, message.nested_type, place, depth)
            case "type" | "own type":
                return self.type(value, place)
            case "markup":
                return TextKind.MARKDOWN if value == _MARKDOWN else TextKind.PLAIN
            case "nesting":
                return _nesting(value, place)
            case "each" | "blocks":
                items = {
                    name: self.read(member.of, item, f"{place}.{name}".lstrip("."), depth)
                    for name, item in _entries_by_name(value)
                }
                return by_name({name: item.block for name, item in items.items()} if member.kind == "blocks" else items)
            case "list":
                return tuple(self.read(member.of, item, f"{place}.{item.name}", depth) for item in value)
            case "one" | "maybe":
                inside = f"{place}.{value.name}" if member.kind == "maybe" else place or "the provider"
                is_there = member.always or message.HasField(member.name)
                return self.read(member.of, value, inside, depth) if is_there else None
        return value


def _entries_by_name(items: Any) -> Iterable[tuple[str, Any]]:
    """The entries of a map, or the items of a list by their names."""
    if hasattr(items, "items"):
        return items.items()  # type: ignore[no-any-return]
    return ((item.type_name if hasattr(item, "type_name") else item.name, item) for item in items)


def _nesting(number: int, place: str) -> Nesting:
    if number not in _NESTINGS:
        raise PluginError(f"{place}: there is no nesting mode {number}")
    return _NESTINGS[number]


def _deeper(place: str, depth: int) -> int:
    if depth >= MAX_BLOCK_DEPTH:
        raise PluginError(f"{place[:80]}…: blocks are nested more than {MAX_BLOCK_DEPTH} levels deep")
    return depth + 1
