"""Serves the provider to Terraform: plugin protocol 6, on this machine, as a provider that is being debugged."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

from mapper.languages.tfplugin.cty_types import type_bytes
from mapper.languages.tfplugin.schema import Attribute as SchemaAttribute
from mapper.languages.tfplugin.schema import NestedType, Nesting
from mapper.programs.provider_process.implied_type import block_type
from mapper.programs.provider_process.rpc import METHODS, message_class, method_path
from mapper.programs.provider_process.value_codec import decode, decode_json, encode

from .attributes import block
from .crud import Crud, Send
from .failure import Failure
from .plan import plan
from .resources import Resource

_VERSION = 6
_UPGRADE = "UpgradeResourceState"
_LIKE = {_UPGRADE: ("PlanResourceChange", "ReadResource")}
"""A call whose messages have the numbers of other ones in what is used: the type, the state, the new state."""

_ANY_SIZE = (("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1))
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


@contextmanager
def serving(resources: Mapping[str, Resource], send: Send) -> Iterator[dict[str, Any]]:
    """Serve resources, by their types, while the context lasts: how Terraform finds the server."""
    server = grpc.server(ThreadPoolExecutor(4), options=list(_ANY_SIZE))
    server.add_generic_rpc_handlers((_Service(_Provider(resources, send)),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    place = {"Network": "tcp", "String": f"127.0.0.1:{port}"}
    try:
        yield {"Protocol": "grpc", "ProtocolVersion": _VERSION, "Pid": os.getpid(), "Test": True, "Addr": place}
    finally:
        server.stop(0).wait()


class _Service(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Finds the method of a call, and turns failures into diagnostics."""

    def __init__(self, provider: "_Provider") -> None:
        self._provider = provider
        named = {method_path(method, _VERSION): method for method in METHODS}
        self._methods = named | {f"/tfplugin{_VERSION}.Provider/{_UPGRADE}": _UPGRADE}

    def service(self, details: Any) -> Any:
        method = self._methods.get(details.method, "")
        act: Callable[[Any, Any], None] | None = getattr(self._provider, _WORD.sub("_", method).lower(), None)
        if not method or act is None:
            return None
        request_name, response_name = _LIKE.get(method, (method, method))

        def answer(data: bytes, _context: Any) -> bytes:
            response = message_class(f"{response_name}.Response", _VERSION)()
            try:
                act(message_class(f"{request_name}.Request", _VERSION).FromString(data), response)
            except Failure as failure:
                response.diagnostics.add(severity=1, summary=failure.kind, detail=failure.text)
            return bytes(response.SerializeToString())

        return grpc.unary_unary_rpc_method_handler(answer)


class _Provider:
    """The calls of the protocol, each by its name in snake case."""

    def __init__(self, resources: Mapping[str, Resource], send: Send) -> None:
        self._resources = resources
        self._blocks = {name: block(resource.attributes) for name, resource in resources.items()}
        self._types = {name: block_type(schema) for name, schema in self._blocks.items()}
        self._crud = {name: Crud(resource, send) for name, resource in resources.items()}

    def get_provider_schema(self, _request: Any, response: Any) -> None:
        response.provider.block.SetInParent()
        for name, schema in self._blocks.items():
            _add_attributes(response.resource_schemas[name].block.attributes, schema.attributes)

    def validate_provider_config(self, request: Any, response: Any) -> None:
        """Accept everything."""

    configure_provider = validate_resource_config = stop_provider = validate_provider_config

    def upgrade_resource_state(self, request: Any, response: Any) -> None:
        type_ = self._types[request.type_name]
        response.new_state.msgpack = encode(decode_json(request.proposed_new_state.msgpack, type_), type_)

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
        if planned is None:
            crud.delete(prior)
            state = None
        else:
            state = crud.create(planned) if prior is None else crud.update(prior, planned)
        response.new_state.msgpack = encode(state, self._types[name])

    def read_resource(self, request: Any, response: Any) -> None:
        state = self._crud[request.type_name].read(self._decode(request.type_name, request.current_state))
        response.new_state.msgpack = encode(state, self._types[request.type_name])

    def import_resource_state(self, request: Any, response: Any) -> None:
        state = self._crud[request.type_name].import_state(request.id)
        imported = response.imported_resources.add(type_name=request.type_name)
        imported.state.msgpack = encode(state, self._types[request.type_name])

    def _decode(self, name: str, value: Any) -> Any:
        return decode(value.msgpack, self._types[name])


def _add_attributes(target: Any, attributes: Mapping[str, SchemaAttribute]) -> None:
    for name, attribute in attributes.items():
        flags = {flag: getattr(attribute, flag) for flag in ("required", "optional", "computed")}
        added = target.add(name=name, **flags)
        if isinstance(attribute.type, NestedType):
            added.nested_type.nesting = list(Nesting).index(attribute.type.nesting) + 1
            _add_attributes(added.nested_type.attributes, attribute.type.attributes)
        else:
            added.type = type_bytes(attribute.type)
