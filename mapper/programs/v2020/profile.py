"""The profile of the generator of 2020: one scope, Terraform's names, and the whole program of a provider in Go."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mapper.inputs import Node
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.model import Body, Entity, EntityRef, Fragment, NameTemplate, Reason, Status
from mapper.report.diagnostic import Diagnostic, Severity
from mapper.systems.crossplane.config import Settings
from mapper.systems.crossplane.documentation import Texts
from mapper.systems.crossplane.examples import READY, readiness
from mapper.systems.crossplane.fields import Field
from mapper.systems.crossplane.kinds import V2020 as PROFILE
from mapper.systems.crossplane.map import OPTIONAL, frame, status_of
from mapper.systems.crossplane.profile import Replaced
from mapper.systems.crossplane.resources import Resource, Target

from .checks import diagnostics_of
from .definitions import definition_of
from .program import write_provider
from .resources import V2020Provider, make_provider

_REQUIRED = Reason("required-by-provider", "the provider requires it; the definition does not")
_IDENTITY = Reason("identifier_from_provider", "the external name is the id that the provider gives")


class V2020:
    """Definitions with one placement of each field; types, controllers and the program are written, too."""

    def make_provider(
        self, schema: ProviderSchema, node: Node, local_name: str, settings: Settings, texts: Mapping[str, Texts]
    ) -> V2020Provider:
        """The resources that the settings select. Raises MappingError for invalid names."""
        return make_provider(schema, node, local_name, settings, texts)

    def diagnostics(self, provider: V2020Provider, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
        """What cannot be carried over."""
        return diagnostics_of(provider, levels)

    def release(self, provider: V2020Provider) -> str:
        """The name of the profile."""
        return PROFILE

    def groups(self, entities: Iterable[Entity]) -> dict[EntityRef, str]:
        """None: each resource has an API group of its own."""
        return {}

    def external_name(self, resource: Resource) -> NameTemplate | None:
        """The id that the provider gives, if the resource has one."""
        return NameTemplate("id", _IDENTITY) if "id" in resource.block.attributes else None

    def frame(self, resource: Resource) -> Body:
        """`forProvider` alone in the spec."""
        return frame(resource.node)

    def fragments(self, resource: Resource) -> Iterator[Fragment]:
        """When an object is ready."""
        if text := readiness(resource.target.settings, str):
            yield Fragment(READY, text, resource.node)

    def status(self, field: Field) -> tuple[Status, Reason]:
        """The status in the schema: required fields, and blocks whatever they have inside; others as in any profile."""
        if not field.is_output and field.required:
            return Status.REQUIRED, _REQUIRED
        if not field.is_output and field.is_block:
            return Status.OPTIONAL, OPTIONAL
        return status_of(field)

    def replaces(self, field: Field) -> bool:
        """False: no change is refused."""
        return False

    def definition(self, resource: Resource, target: Target, provider: V2020Provider) -> dict[str, Any]:
        """The CustomResourceDefinition."""
        return definition_of(target, provider.settings)

    def artifacts(self, provider: V2020Provider, replaced: Replaced) -> dict[str, Iterable[str]]:
        """The packages of all resources, the program, and the definitions."""
        return write_provider(provider, replaced)


V2020_PROFILE = V2020()
