"""Converts values, paths and diagnostics between Python and the messages of the protocol."""

from __future__ import annotations

from typing import Any

from .cty_types import CtyType
from .errors import CtyError
from .json_codec import decode_json
from .msgpack_decode import decode
from .paths import AttributeStep, IndexStep, KeyStep, Path, Step
from .results import Diagnostics, ProviderDiagnostic, ProviderSeverity
from .rpc import Channel
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
