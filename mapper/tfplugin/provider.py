"""The calls of a running provider: for resources, data sources, ephemeral resources and functions.

Needs the extra `provider` (grpcio, protobuf, msgpack).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .connection import Connection
from .exchange import read_diagnostics, read_object, read_path
from .implied import block_type, complete
from .proposed import proposed_state
from .results import Diagnostics, Imported, Object, Plan, State
from .schema import Block
from .values import changed


class Provider(Connection):
    """A connection with all calls of a provider. `name` is that of a type, such as `aws_instance`."""

    def validate_resource(self, name: str, config: Mapping[str, Any]) -> Diagnostics:
        """The provider's diagnostics of a resource's configuration. The provider need not be configured."""
        response = self.channel.call(
            "ValidateResourceConfig",
            type_name=name,
            config=self.value(self._resource(name), config),
            client_capabilities=self.capabilities(),
        )
        return read_diagnostics(response.diagnostics)

    def plan(
        self,
        name: str,
        prior: Mapping[str, Any] | None,
        config: Mapping[str, Any] | None,
        private: bytes = b"",
        identity: Mapping[str, Any] | None = None,
    ) -> Plan:
        """The plan for a resource: `prior` is None to create it, `config` is None to delete it."""
        block = self._resource(name)
        if config is None and not self.plans_deletions():
            return Plan(None, private=private)  # as Terraform does: such a provider does not expect the call
        before = None if prior is None else complete(block, prior)
        proposed: Object | None = None
        if config is not None:
            proposed = proposed_state(block, before, complete(block, config))
        response = self.channel.call(
            "PlanResourceChange",
            type_name=name,
            prior_state=self.value(block, prior),
            proposed_new_state=self.value(block, proposed),
            config=self.value(block, config),
            prior_private=private,
            prior_identity=self.identity(name, identity),
            client_capabilities=self.capabilities(),
        )
        value = self._object(response.planned_state, block, f"a plan of {name}")
        paths = tuple(read_path(path) for path in response.requires_replace)
        both = before is not None and value is not None
        return Plan(
            value,
            paths,
            changed(paths, before, value, block_type(block)) if both else (),
            response.planned_private,
            self.read_identity(name, response.planned_identity),
            response.legacy_type_system,
            response.HasField("deferred"),
            read_diagnostics(response.diagnostics),
        )

    def apply(self, name: str, prior: Mapping[str, Any] | None, plan: Plan, config: Mapping[str, Any] | None) -> State:
        """Apply a plan. The returned state is the result, also after errors: a part may have been applied."""
        block = self._resource(name)
        response = self.channel.call(
            "ApplyResourceChange",
            type_name=name,
            prior_state=self.value(block, prior),
            planned_state=self.value(block, plan.value),
            config=self.value(block, config),
            planned_private=plan.private,
            planned_identity=self.identity(name, plan.identity),
        )
        return State(
            self._object(response.new_state, block, f"a state of {name}"),
            response.private,
            self.read_identity(name, response.new_identity),
            response.legacy_type_system,
            diagnostics=read_diagnostics(response.diagnostics),
        )

    def read(
        self, name: str, state: Mapping[str, Any], private: bytes = b"", identity: Mapping[str, Any] | None = None
    ) -> State:
        """The current state of a resource. The value is None if the resource is gone."""
        block = self._resource(name)
        response = self.channel.call(
            "ReadResource",
            type_name=name,
            current_state=self.value(block, state),
            private=private,
            current_identity=self.identity(name, identity),
            client_capabilities=self.capabilities(),
        )
        return State(
            self._object(response.new_state, block, f"a state of {name}"),
            response.private,
            self.read_identity(name, response.new_identity),
            deferred=response.HasField("deferred"),
            diagnostics=read_diagnostics(response.diagnostics),
        )

    def import_resource(
        self, name: str, identifier: str = "", identity: Mapping[str, Any] | None = None
    ) -> tuple[tuple[Imported, ...], Diagnostics]:
        """Existing resources, found by an ID or an identity. Read them to get complete states."""
        self._resource(name)
        response = self.channel.call(
            "ImportResourceState",
            type_name=name,
            id=identifier,
            identity=self.identity(name, identity),
            client_capabilities=self.capabilities(),
        )
        imported = tuple(self._imported(item) for item in response.imported_resources)
        return imported, read_diagnostics(response.diagnostics)

    def _imported(self, message: Any) -> Imported:
        name = message.type_name
        value = self._object(message.state, self._resource(name), f"a state of {name}")
        return Imported(name, State(value, message.private, self.read_identity(name, message.identity)))

    def validate_data_source(self, name: str, config: Mapping[str, Any]) -> Diagnostics:
        """The provider's diagnostics of a data source's configuration."""
        block = self.block(self.schema().data_sources, name, "data source")
        response = self.channel.call("ValidateDataResourceConfig", type_name=name, config=self.value(block, config))
        return read_diagnostics(response.diagnostics)

    def validate_ephemeral(self, name: str, config: Mapping[str, Any]) -> Diagnostics:
        """The provider's diagnostics of an ephemeral resource's configuration."""
        block = self._ephemeral(name)
        response = self.channel.call(
            "ValidateEphemeralResourceConfig", type_name=name, config=self.value(block, config)
        )
        return read_diagnostics(response.diagnostics)

    def _resource(self, name: str) -> Block:
        return self.block(self.schema().resources, name, "resource")

    def _ephemeral(self, name: str) -> Block:
        return self.block(self.schema().ephemeral_resources, name, "ephemeral resource")

    def _object(self, message: Any, block: Block, what: str) -> Object | None:
        return read_object(message, block_type(block), self.channel, what)
