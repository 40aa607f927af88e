"""gRPC calls of a provider, each with a deadline and a limit on the response. Needs grpcio and protobuf.

The messages are the messages of Terraform's plugin protocol, versions 5 and 6, with its field numbers. Descriptors are
built from the tables below on demand, so there is no generated code that would have to fit the installed version of
protobuf. Enums are integers, as on the wire; unlisted fields are ignored.
"""

import threading
from contextlib import suppress
from functools import cache
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from mapper.languages.tfplugin.errors import CallFailed, one_line

from .process import ProviderProcess

_SHUTDOWN = "/plugin.GRPCController/Shutdown"
_OUTPUT = "/plugin.GRPCStdio/StreamStdio"
_DEATH_SECONDS = 2.0
"""The time in seconds to wait for the end of the process after its connection breaks."""


class Channel:
    """A connection to the process of a provider."""

    def __init__(self, process: ProviderProcess) -> None:
        self.process = process
        self.version = process.handshake.protocol
        self.is_sound = True
        """Whether every call got a response, "unimplemented" included."""
        options = [
            ("grpc.max_receive_message_length", process.limits.message),
            ("grpc.max_send_message_length", process.limits.message),
            ("grpc.default_authority", "localhost"),
            ("grpc.enable_http_proxy", 0),
            ("grpc.enable_retries", 0),
            ("grpc.use_local_subchannel_pool", 1),
        ]
        self._channel = grpc.insecure_channel(process.handshake.target, options=options)
        threading.Thread(target=self._drain_output, daemon=True).start()

    def message(self, name: str, /, **fields: Any) -> Any:
        """A message of this version of the protocol; None values are left out."""
        return message_class(name, self.version)(**{key: value for key, value in fields.items() if value is not None})

    def call(self, method: str, /, **fields: Any) -> Any:
        """Call a method, by its name in version 6, with the fields of its request. Raises CallFailed."""
        request = self.message(f"{method}.Request", **fields).SerializeToString()
        response = message_class(f"{method}.Response", self.version)()
        seconds = self.process.limits.call
        try:
            answer = self._channel.unary_unary(method_path(method, self.version))(request, timeout=seconds)
            response.ParseFromString(answer)
        except DecodeError:
            raise self._failed(method, "responded with bytes that are no protocol message", "INTERNAL") from None
        except grpc.RpcError as error:
            raise self._failed(method, *self._reason(error, seconds)) from None
        except ValueError:  # raised by gRPC for a closed channel
            raise self._failed(method, "the connection is closed", "CANCELLED") from None
        return response

    def close(self) -> None:
        """Ask the process to end, and make sure that it does."""
        self.process.close(self._shutdown)
        self._channel.close()

    def _drain_output(self) -> None:
        """Read the provider's output into the log. A serving one sends it over gRPC, and blocks until it is read."""
        output = message_class("StandardOutput", self.version)
        # the stream ends with the provider; old providers do not know the call
        with suppress(grpc.RpcError, DecodeError, ValueError):
            for chunk in self._channel.unary_stream(_OUTPUT)(b""):
                self.process.log.add(output.FromString(chunk).data)

    def _shutdown(self) -> None:
        with suppress(grpc.RpcError):  # it may end before it responds, or not know the call: signals follow
            self._channel.unary_unary(_SHUTDOWN)(b"", timeout=self.process.limits.stop)

    def _reason(self, error: Any, seconds: float) -> tuple[str, str]:
        code = error.code().name
        details = one_line(self.process.log.hide(error.details() or ""))
        if code == "DEADLINE_EXCEEDED":
            return f"did not answer within {seconds:g} seconds", code
        if code == "RESOURCE_EXHAUSTED":
            return f"sent more than {self.process.limits.message} bytes at once, or has no room ({details})", code
        if code == "UNIMPLEMENTED":
            return "does not know this call", code
        if death := self.process.death(_DEATH_SECONDS if code == "UNAVAILABLE" else 0):
            return death, code
        return f"failed: {code} {details}", code

    def _failed(self, method: str, message: str, code: str) -> CallFailed:
        self.is_sound = self.is_sound and code == "UNIMPLEMENTED"
        return CallFailed(str(self.process.error(f"{method}: {message}")), code)


VERSIONS = (5, 6)
"""The supported major versions of the protocol."""

_FIELD = descriptor_pb2.FieldDescriptorProto
_SCALARS = {
    "bool": _FIELD.TYPE_BOOL,
    "bytes": _FIELD.TYPE_BYTES,
    "int32": _FIELD.TYPE_INT32,
    "int64": _FIELD.TYPE_INT64,
    "string": _FIELD.TYPE_STRING,
}

_DIAGNOSTICS = "diagnostics repeated Diagnostic"

_VALUES = {
    "Empty": "",
    "DynamicValue": "msgpack bytes 1, json bytes 2",
    "Step": "attribute_name oneof string 1, element_key_string oneof string 2, element_key_int oneof int64 3",
    "AttributePath": "steps repeated Step 1",
    "Diagnostic": "severity int32 1, summary string 2, detail string 3, attribute AttributePath 4",
    "ClientCapabilities": "deferral_allowed bool 1, write_only_attributes_allowed bool 2",
    "ServerCapabilities": "plan_destroy bool 1, get_provider_schema_optional bool 2, move_resource_state bool 3",
    "Deferred": "reason int32 1",
    "Identity": "identity_data DynamicValue 1",
    "StandardOutput": "channel int32 1, data bytes 2",
}

_SCHEMAS = {
    "Schema": "version int64 1, block Block 2",
    "Block": (
        "version int64 1, attributes repeated Attribute 2, block_types repeated NestedBlock 3, description string 4, "
        "description_kind int32 5, deprecated bool 6, deprecation_message string 7"
    ),
    "NestedBlock": "type_name string 1, block Block 2, nesting int32 3, min_items int64 4, max_items int64 5",
    "Function": (
        "parameters repeated Parameter 1, variadic_parameter Parameter 2, return Return 3, summary string 4, "
        "description string 5, description_kind int32 6, deprecation_message string 7"
    ),
    "Parameter": (
        "name string 1, type bytes 2, allow_null_value bool 3, allow_unknown_values bool 4, description string 5, "
        "description_kind int32 6"
    ),
    "Return": "type bytes 1",
    "IdentitySchema": "version int64 1, identity_attributes repeated IdentityAttribute 2",
    "IdentityAttribute": (
        "name string 1, type bytes 2, required_for_import bool 3, optional_for_import bool 4, description string 5"
    ),
    "ActionSchema": "schema Schema 1",
}

_ATTRIBUTE = (
    "name string 1, type bytes 2, description string 3, required bool 4, optional bool 5, computed bool 6, "
    "sensitive bool 7, description_kind int32 8, deprecated bool 9, "
)
_BY_VERSION = {
    5: {"Attribute": _ATTRIBUTE + "write_only bool 10, deprecation_message string 11"},
    6: {
        "Attribute": _ATTRIBUTE + "nested_type Object 10, write_only bool 11, deprecation_message string 12",
        "Object": "attributes repeated Attribute 1, nesting int32 3",
    },
}
"""Differences of the versions: version 5 has no nested attributes, so later fields have other numbers."""

_CALLS = {
    "GetProviderSchema.Request": "",
    "GetProviderSchema.Response": (
        f"provider Schema 1, resource_schemas map Schema 2, data_source_schemas map Schema 3, {_DIAGNOSTICS} 4, "
        "provider_meta Schema 5, server_capabilities ServerCapabilities 6, functions map Function 7, "
        "ephemeral_resource_schemas map Schema 8, list_resource_schemas map Schema 9, "
        "action_schemas map ActionSchema 11"
    ),
    "GetResourceIdentitySchemas.Request": "",
    "GetResourceIdentitySchemas.Response": f"identity_schemas map IdentitySchema 1, {_DIAGNOSTICS} 2",
    "ValidateProviderConfig.Request": "config DynamicValue 1",
    "ValidateProviderConfig.Response": f"prepared_config DynamicValue 1, {_DIAGNOSTICS} 2",
    "ConfigureProvider.Request": (
        "terraform_version string 1, config DynamicValue 2, client_capabilities ClientCapabilities 3"
    ),
    "ConfigureProvider.Response": f"{_DIAGNOSTICS} 1",
    "ValidateResourceConfig.Request": (
        "type_name string 1, config DynamicValue 2, client_capabilities ClientCapabilities 3"
    ),
    "ValidateResourceConfig.Response": f"{_DIAGNOSTICS} 1",
    "ValidateDataResourceConfig.Request": "type_name string 1, config DynamicValue 2",
    "ValidateDataResourceConfig.Response": f"{_DIAGNOSTICS} 1",
    "ReadResource.Request": (
        "type_name string 1, current_state DynamicValue 2, private bytes 3, provider_meta DynamicValue 4, "
        "client_capabilities ClientCapabilities 5, current_identity Identity 6"
    ),
    "ReadResource.Response": (
        f"new_state DynamicValue 1, {_DIAGNOSTICS} 2, private bytes 3, deferred Deferred 4, new_identity Identity 5"
    ),
    "PlanResourceChange.Request": (
        "type_name string 1, prior_state DynamicValue 2, proposed_new_state DynamicValue 3, config DynamicValue 4, "
        "prior_private bytes 5, provider_meta DynamicValue 6, client_capabilities ClientCapabilities 7, "
        "prior_identity Identity 8"
    ),
    "PlanResourceChange.Response": (
        "planned_state DynamicValue 1, requires_replace repeated AttributePath 2, planned_private bytes 3, "
        f"{_DIAGNOSTICS} 4, legacy_type_system bool 5, deferred Deferred 6, planned_identity Identity 7"
    ),
    "ApplyResourceChange.Request": (
        "type_name string 1, prior_state DynamicValue 2, planned_state DynamicValue 3, config DynamicValue 4, "
        "planned_private bytes 5, provider_meta DynamicValue 6, planned_identity Identity 7"
    ),
    "ApplyResourceChange.Response": (
        f"new_state DynamicValue 1, private bytes 2, {_DIAGNOSTICS} 3, legacy_type_system bool 4, "
        "new_identity Identity 5"
    ),
    "ImportResourceState.Request": (
        "type_name string 1, id string 2, client_capabilities ClientCapabilities 3, identity Identity 4"
    ),
    "ImportedResource": "type_name string 1, state DynamicValue 2, private bytes 3, identity Identity 4",
    "ImportResourceState.Response": (
        f"imported_resources repeated ImportedResource 1, {_DIAGNOSTICS} 2, deferred Deferred 3"
    ),
    "ValidateEphemeralResourceConfig.Request": "type_name string 1, config DynamicValue 2",
    "ValidateEphemeralResourceConfig.Response": f"{_DIAGNOSTICS} 1",
    "StopProvider.Request": "",
    "StopProvider.Response": "Error string 1",
}
"""Named as in version 6; the messages of version 5 have the same fields under the names in METHODS."""

METHODS_OF_5 = {
    "GetProviderSchema": "GetSchema",
    "ValidateProviderConfig": "PrepareProviderConfig",
    "ConfigureProvider": "Configure",
    "ValidateResourceConfig": "ValidateResourceTypeConfig",
    "ValidateDataResourceConfig": "ValidateDataSourceConfig",
    "StopProvider": "Stop",
}
"""Methods with another name in version 5."""

METHODS = tuple(name.removesuffix(".Request") for name in _CALLS if name.endswith(".Request"))
"""The used methods of a provider, by their names in version 6."""


def method_path(method: str, version: int) -> str:
    """The gRPC path of a method, given by its name in version 6."""
    name = METHODS_OF_5.get(method, method) if version == VERSIONS[0] else method
    return f"/tfplugin{version}.Provider/{name}"


def message_class(name: str, version: int) -> Any:
    """The class of a message, such as `GetProviderSchema.Response`. Its instances are protobuf messages."""
    return _classes(version)[name]


@cache
def _classes(version: int) -> dict[str, Any]:
    tables = {**_VALUES, **_SCHEMAS, **_BY_VERSION[version], **_CALLS}
    file = descriptor_pb2.FileDescriptorProto(
        name=f"tfplugin{version}.proto", package=_package(version), syntax="proto3"
    )
    for name, fields in tables.items():
        _add_message(file.message_type.add(name=_flat(name)), fields, version)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    descriptors = {name: pool.FindMessageTypeByName(f"{_package(version)}.{_flat(name)}") for name in tables}
    return {name: message_factory.GetMessageClass(descriptor) for name, descriptor in descriptors.items()}


def _package(version: int) -> str:
    return f"oasmap_tfplugin{version}"


def _flat(name: str) -> str:
    return name.replace(".", "")


def _add_message(message: Any, fields: str, version: int) -> None:
    for spelled in filter(None, fields.split(", ")):
        name, *label, kind, number = spelled.split()
        added = message.field.add(name=name, number=int(number), label=_FIELD.LABEL_OPTIONAL)
        if label == ["map"]:
            entry = message.nested_type.add(name="".join(part.capitalize() for part in name.split("_")) + "Entry")
            entry.options.map_entry = True
            _set_type(entry.field.add(name="key", number=1, label=_FIELD.LABEL_OPTIONAL), "string", version)
            _set_type(entry.field.add(name="value", number=2, label=_FIELD.LABEL_OPTIONAL), kind, version)
            _set_type(added, f"{message.name}.{entry.name}", version)
        else:
            _set_type(added, kind, version)
        if label in (["map"], ["repeated"]):
            added.label = _FIELD.LABEL_REPEATED
        if label == ["oneof"]:
            added.oneof_index = 0
    if any(field.HasField("oneof_index") for field in message.field):
        message.oneof_decl.add(name="selector")


def _set_type(field: Any, kind: str, version: int) -> None:
    if kind in _SCALARS:
        field.type = _SCALARS[kind]
    else:
        field.type = _FIELD.TYPE_MESSAGE
        field.type_name = f".{_package(version)}.{kind}"
