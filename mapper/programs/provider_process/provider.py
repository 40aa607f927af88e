"""A running provider: its start, schema and configuration, for both versions of the protocol, and all its calls.

Needs the extra `provider` (grpcio, protobuf, msgpack).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mapper.languages.tfplugin.cty_types import CtyType
from mapper.languages.tfplugin.errors import CallFailed, CtyError, PluginError, one_line
from mapper.languages.tfplugin.schema import Block, ProviderSchema, Schema

from .exchange import provider_schema, read_diagnostics, read_object, read_path
from .implied_type import block_type, complete, identity_type
from .process import Limits, ProviderProcess
from .proposed_state import proposed_state
from .results import Diagnostics, Imported, Object, Plan, State, has_errors
from .rpc import Channel
from .value_codec import encode
from .values import Value, changed

_PREPARES = 5
"""The version of the protocol in which validation returns a configuration that the provider may have changed."""


class Provider:
    """A running provider. Use it as a context manager, or call `close`. Names are names of types: `aws_instance`.

    Configurations may be partial: missing attributes are completed (`implied.complete`). Mistakes in a configuration
    are returned as diagnostics. Raises CtyError for values that do not fit the schema, and CallFailed for a call
    without a response. Any other failure of a provider is a PluginError.
    """

    def __init__(self, process: ProviderProcess) -> None:
        self.process = process
        self.channel = Channel(process)
        self._schema: tuple[ProviderSchema, bool] | None = None
        self.is_stopped = False
        """Whether the provider was asked to abort: an error may then mean that nobody waited for the result."""

    @classmethod
    def start(
        cls,
        path: Path,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Start a provider's program and connect to it. Raises PluginError.

        Its environment is `environment` alone; its working directory is `folder`, or else a private one
        that is removed afterwards.
        """
        process = ProviderProcess(path, environment or {}, folder, limits or Limits())
        try:
            return cls(process)
        except BaseException:
            process.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def protocol(self) -> int:
        """The version of the protocol, 5 or 6."""
        return self.channel.version

    def is_alive(self) -> bool:
        """Whether the process runs, and is not busy with a call that has timed out."""
        return self.channel.is_sound and not self.process.death(0)

    def close(self) -> None:
        """End the provider, and remove its files."""
        self.channel.close()

    def stop(self) -> str:
        """Ask the provider, from another thread, to abort its call; returns an error text, or an empty one."""
        self.is_stopped = True
        return str(self.channel.call("StopProvider").Error)

    def conceal(self, hide: Callable[[str], str], *, with_log: bool) -> None:
        """Pass the provider's words in errors through `hide`; without `with_log`, leave out the end of its log."""
        self.process.log.hide, self.process.log.is_shown = hide, with_log

    def schema(self) -> ProviderSchema:
        """The schema of the provider, cached. Raises PluginError if the provider reports an error."""
        return self._schema_response()[0]

    def take_schema(self, other: "Provider") -> None:
        """Use the cached schema of another process of the same program."""
        self._schema = other._schema

    def plans_deletions(self) -> bool:
        """Whether the provider expects to plan deletions, too."""
        return self._schema_response()[1]

    def _schema_response(self) -> tuple[ProviderSchema, bool]:
        if self._schema is None:
            response = self.channel.call("GetProviderSchema")
            self._refuse_errors("GetProviderSchema", response)
            identities = self._identities()
            try:
                self._schema = provider_schema(response, identities), response.server_capabilities.plan_destroy
            except PluginError as error:
                raise self.process.error(f"GetProviderSchema: {error}") from None
        return self._schema

    def _identities(self) -> Mapping[str, Any]:
        """The identity schemas of resources; providers older than Terraform 1.12 do not know the call."""
        try:
            response = self.channel.call("GetResourceIdentitySchemas")
        except CallFailed as error:
            if error.code == "UNIMPLEMENTED":
                return {}
            raise
        self._refuse_errors("GetResourceIdentitySchemas", response)
        return response.identity_schemas  # type: ignore[no-any-return]  # a protobuf map

    def _refuse_errors(self, method: str, response: Any) -> None:
        diagnostics = read_diagnostics(response.diagnostics)
        if has_errors(diagnostics):
            raise self.process.error(f"{method}: {one_line('; '.join(map(str, diagnostics)))}")

    def validate_provider(self, config: Mapping[str, Any]) -> Diagnostics:
        """The provider's diagnostics of its own configuration."""
        return read_diagnostics(self._prepare(config).diagnostics)

    def configure(self, config: Mapping[str, Any], terraform_version: str = "1.11.4") -> Diagnostics:
        """Validate the provider's configuration, and configure the provider if there are no errors.

        `terraform_version` is the version that we report; some providers send it to their servers.
        """
        prepared = self._prepare(config)
        diagnostics = read_diagnostics(prepared.diagnostics)
        if has_errors(diagnostics):
            return diagnostics
        changed = self.protocol == _PREPARES and (prepared.prepared_config.msgpack or prepared.prepared_config.json)
        response = self.channel.call(
            "ConfigureProvider",
            terraform_version=terraform_version,
            config=prepared.prepared_config if changed else self.value(self.schema().settings, config),
            client_capabilities=self.capabilities(),
        )
        return diagnostics + read_diagnostics(response.diagnostics)

    def _prepare(self, config: Mapping[str, Any]) -> Any:
        return self.channel.call("ValidateProviderConfig", config=self.value(self.schema().settings, config))

    def capabilities(self) -> Any:
        """Our capabilities: write-only attributes. Without it, a provider rejects configurations that contain one."""
        return self.channel.message("ClientCapabilities", write_only_attributes_allowed=True)

    def block(self, schemas: Mapping[str, Schema], name: str, kind: str) -> Block:
        """The block of a resource or the like. Raises PluginError if the provider does not have it."""
        if name not in schemas:
            raise PluginError(f"{self.process.path.name}: the provider has no {kind} {name!r}")
        return schemas[name].members

    def value(self, block: Block, config: Mapping[str, Any] | None) -> Any:
        """The DynamicValue of a configuration or a state, which may be partial. Raises CtyError."""
        whole = None if config is None else complete(block, config)
        return self.encoded(whole, block_type(block))

    def encoded(self, value: Value, cty_type: CtyType) -> Any:
        """The DynamicValue of a value. Raises CtyError."""
        return self.channel.message("DynamicValue", msgpack=encode(value, cty_type))

    def identity(self, name: str, identity: Mapping[str, Any] | None) -> Any:
        """The message of a resource's identity, or None if there is none. Raises CtyError."""
        if identity is None:
            return None
        schema = self.schema().identities.get(name)
        if schema is None:
            raise CtyError(f"the provider has no identity of {name!r}")
        whole: dict[str, Value] = {**dict.fromkeys(schema.attributes), **identity}
        return self.channel.message("Identity", identity_data=self.encoded(whole, identity_type(schema)))

    def read_identity(self, name: str, message: Any) -> Object | None:
        """A resource's identity from its message."""
        schema = self.schema().identities.get(name)
        if schema is None:
            return None
        return read_object(message.identity_data, identity_type(schema), self.channel, f"an identity of {name}")

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
            diagnostics=read_diagnostics(response.diagnostics),
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
