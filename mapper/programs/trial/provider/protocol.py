"""Serves the provider to Terraform: plugin protocol 6, on this machine, as a provider that is being debugged."""

import json
import math
import os
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc

from mapper.languages.tfplugin.cty_types import CollectionType, CtyType, ObjectType, type_bytes
from mapper.languages.tfplugin.errors import CtyError
from mapper.languages.tfplugin.schema import Attribute as SchemaAttribute
from mapper.languages.tfplugin.schema import NestedType, Nesting
from mapper.programs.provider_process.implied_type import block_type
from mapper.programs.provider_process.rpc import METHODS, message_class, method_path
from mapper.programs.provider_process.value_codec import decode, decode_json, encode
from mapper.programs.provider_process.values import parse_digits
from mapper.programs.redaction import Redactor
from mapper.text.display import visible

from .attributes import block
from .crud import Crud, Send
from .failure import Failure
from .ledger import Ledger
from .plan import plan
from .resources import Offer
from .secrets import secrets_of

_VERSION = 6
_SCHEMA = "GetProviderSchema"
_SOCKET = "provider"
_UPGRADE = "UpgradeResourceState"
_SAME_MESSAGES = {_UPGRADE: ("PlanResourceChange", "ReadResource")}
"""A call, and the calls whose messages have the same field numbers for the type, the state, and the new state."""

_ANY_SIZE = (("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1))
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def is_private() -> bool:
    """Whether other users cannot connect to the provider. A port, as on Windows, has no owner."""
    return hasattr(socket, "AF_UNIX")


@contextmanager
def provider_server(
    offer: Callable[[], Offer],
    send: Send,
    ledger: Ledger | None = None,
    folder: Path | None = None,
    redactor: Redactor | None = None,
) -> Iterator[dict[str, Any]]:
    """Serve resources while the context lasts; gives the entry by which Terraform finds the server.

    `offer` is called each time Terraform asks for the schema, once a command. The server listens on a socket in the
    folder, which no other user may open; without a folder or sockets, at a free port. The `redactor` learns the
    secrets in states, and takes them out of messages.
    """
    redactor = redactor or Redactor()
    server = grpc.server(ThreadPoolExecutor(4), options=list(_ANY_SIZE))
    server.add_generic_rpc_handlers((_Service(lambda: _Provider(offer(), send, ledger, redactor), redactor),))
    if folder is not None and is_private():
        place = {"Network": "unix", "String": str(folder / _SOCKET)}
        server.add_insecure_port(f"unix:{folder / _SOCKET}")
    else:
        place = {"Network": "tcp", "String": f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"}
    server.start()
    try:
        # Terraform looks each second whether this process runs, and cancels its requests if not
        yield {"Protocol": "grpc", "ProtocolVersion": _VERSION, "Pid": os.getpid(), "Test": True, "Addr": place}
    finally:
        server.stop(0).wait()


class _Service(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Finds the method of a call, and turns failures into diagnostics."""

    def __init__(self, make: Callable[[], "_Provider"], redactor: Redactor) -> None:
        self._make, self._provider, self._redactor = make, make(), redactor
        named = {method_path(method, _VERSION): method for method in METHODS}
        self._methods = named | {f"/tfplugin{_VERSION}.Provider/{_UPGRADE}": _UPGRADE}

    def service(self, details: Any) -> Any:
        method = self._methods.get(details.method, "")
        if method == _SCHEMA:
            self._provider = self._make()
        act: Callable[[Any, Any], None] | None = getattr(self._provider, _WORD.sub("_", method).lower(), None)
        if not method or act is None:
            return None
        request_name, response_name = _SAME_MESSAGES.get(method, (method, method))

        def respond(data: bytes, _context: Any) -> bytes:
            response = message_class(f"{response_name}.Response", _VERSION)()

            def fail(kind: str, text: str) -> None:
                response.diagnostics.add(severity=1, summary=kind, detail=visible(self._redactor.text(text)))

            try:
                act(message_class(f"{request_name}.Request", _VERSION).FromString(data), response)
            except Failure as failure:
                fail(failure.kind, failure.text)
            except (CtyError, ValueError, OverflowError) as error:  # a text without an encoding, a number without end
                fail("no-value", f"a value cannot be handed on: {error}")
            except Exception as error:  # gRPC would print it with its values, and Terraform would not have a reason
                fail("mistake of oasmap", f"oasmap is broken here: {type(error).__name__}: {error}")
            return bytes(response.SerializeToString())

        return grpc.unary_unary_rpc_method_handler(respond)


class _Provider:
    """The calls of the protocol, each by its name in snake case."""

    def __init__(self, offer: Offer, send: Send, ledger: Ledger | None, redactor: Redactor) -> None:
        self._resources, self._settings, self._redactor = offer.resources, offer.settings, redactor
        self._blocks = {name: block(resource.attributes) for name, resource in offer.resources.items()}
        self._types = {name: block_type(schema) for name, schema in self._blocks.items()}
        self._crud = {name: Crud(resource, send, ledger, redactor) for name, resource in offer.resources.items()}

    def get_provider_schema(self, _request: Any, response: Any) -> None:
        response.provider.block.SetInParent()
        _add_attributes(response.provider.block.attributes, block(self._settings).attributes)
        for name, schema in self._blocks.items():
            _add_attributes(response.resource_schemas[name].block.attributes, schema.attributes)

    def validate_provider_config(self, request: Any, response: Any) -> None:
        """Accept everything."""

    validate_resource_config = stop_provider = validate_provider_config

    def configure_provider(self, request: Any, response: Any) -> None:
        """Learn the secrets in the settings. Requests carry only the credentials of the environment."""
        settings = decode(request.config.msgpack, block_type(block(self._settings)))
        self._redactor.learn(list(secrets_of(self._settings, settings)))

    def upgrade_resource_state(self, request: Any, response: Any) -> None:
        type_ = self._types[request.type_name]
        written = json.loads(request.proposed_new_state.msgpack)
        response.new_state.msgpack = encode(decode_json(json.dumps(_without_undeclared(written, type_)), type_), type_)

    def plan_resource_change(self, request: Any, response: Any) -> None:
        name = request.type_name
        values = (request.config, request.prior_state, request.proposed_new_state)
        config, prior, proposed = (self._decode(name, value) for value in values)
        planned, replaced = plan(self._resources[name].attributes, config, prior, proposed) if proposed else (None, [])
        response.planned_state.msgpack = encode(planned, self._types[name])
        for path in dict.fromkeys(path.partition(".")[0] for path in replaced):
            response.requires_replace.add().steps.add(attribute_name=path)

    def apply_resource_change(self, request: Any, response: Any) -> None:
        name, crud = request.type_name, self._crud[request.type_name]
        prior, planned = self._decode(name, request.prior_state), self._decode(name, request.planned_state)
        response.new_state.CopyFrom(request.prior_state)
        self._learn(name, prior, planned)
        if planned is None:
            crud.delete(prior)
            state = None
        else:
            state = crud.create(planned) if prior is None else crud.update(prior, planned)
            self._learn(name, state)
        response.new_state.msgpack = self._encoded(name, state)

    def read_resource(self, request: Any, response: Any) -> None:
        current = self._decode(request.type_name, request.current_state)
        self._learn(request.type_name, current)
        state = self._crud[request.type_name].read(current)
        self._learn(request.type_name, state)
        response.new_state.msgpack = self._encoded(request.type_name, state)

    def import_resource_state(self, request: Any, response: Any) -> None:
        state = self._crud[request.type_name].import_state(request.id)
        imported = response.imported_resources.add(type_name=request.type_name)
        imported.state.msgpack = self._encoded(request.type_name, state)

    def _learn(self, name: str, *states: Any) -> None:
        """Keep the sensitive values of these states out of messages."""
        for state in states:
            self._redactor.learn(list(secrets_of(self._resources[name].attributes, state)))

    def _decode(self, name: str, value: Any) -> Any:
        return decode(value.msgpack, self._types[name])

    def _encoded(self, name: str, state: Any) -> bytes:
        return encode(_with_exact_numbers(state), self._types[name])


def _with_exact_numbers(value: Any) -> Any:
    """A value with fractions as the API wrote them: to Terraform, 5.2 differs from the nearest float."""
    if isinstance(value, dict):
        return {name: _with_exact_numbers(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_exact_numbers(item) for item in value]
    return parse_digits(repr(value)) if isinstance(value, float) and math.isfinite(value) else value


def _without_undeclared(value: Any, type_: CtyType) -> Any:
    """A value of a state without members that its type does not declare, such as attributes with an old name."""
    match type_:
        case ObjectType(attributes) if isinstance(value, dict):
            return {name: _without_undeclared(value.get(name), inner) for name, inner in attributes.items()}
        case CollectionType(_, element) if isinstance(value, list):
            return [_without_undeclared(item, element) for item in value]
        case CollectionType(_, element) if isinstance(value, dict):
            return {key: _without_undeclared(item, element) for key, item in value.items()}
    return value


def _add_attributes(target: Any, attributes: Mapping[str, SchemaAttribute]) -> None:
    for name, attribute in attributes.items():
        flags = {flag: getattr(attribute, flag) for flag in ("required", "optional", "computed", "sensitive")}
        added = target.add(name=name, **flags)
        if isinstance(attribute.type, NestedType):
            added.nested_type.nesting = list(Nesting).index(attribute.type.nesting) + 1
            _add_attributes(added.nested_type.attributes, attribute.type.attributes)
        else:
            added.type = type_bytes(attribute.type)
