"""The profile of upjet, the library that current Crossplane providers are made with."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mapper.inputs import Node
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.model import Body, Entity, EntityRef, Fragment, NameTemplate, Reason, Status
from mapper.report.diagnostic import Diagnostic, Severity

from .checks import diagnostics_of
from .config import ExternalNameMode, Settings
from .crd import definition_of
from .documentation import Texts
from .examples import facts_about
from .fields import Field
from .map import frame, holder, status_of
from .profile import Replaced
from .resources import Provider, Resource, Target, make_provider

_FORCES_NEW = re.compile(
    r"\bforces? (?:a |the creation of a |re-?creation of )?new\b|\bforces? re(?:placement|-?creation)\b|\bForceNew\b"
)
"""Phrases of registry pages for arguments that force replacement."""

_EXTERNAL_NAMES = {
    ExternalNameMode.NAME: "the external name is the argument name",
    ExternalNameMode.PARAMETER: "the external name is an argument",
    ExternalNameMode.PROVIDER: "the provider names the object when it creates it",
    ExternalNameMode.TEMPLATE: "the external name and other arguments make the identifier",
}


class Upjet:
    """Definitions in two scopes, with `initProvider`, references and external names; and Go types of the API."""

    def make_provider(
        self, schema: ProviderSchema, node: Node, local_name: str, settings: Settings, texts: Mapping[str, Texts]
    ) -> Provider:
        """The resources that the settings select. Raises MappingError for invalid names."""
        return make_provider(schema, node, local_name, settings, texts)

    def diagnostics(self, provider: Provider, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
        """What cannot be carried over."""
        return diagnostics_of(provider, levels)

    def release(self, provider: Provider) -> str:
        """The release of Crossplane's runtime."""
        return provider.settings.runtime

    def groups(self, entities: Iterable[Entity]) -> dict[EntityRef, str]:
        """API groups."""
        return {entity.ref: entity.addresses[0].group for entity in entities}

    def external_name(self, resource: Resource) -> NameTemplate:
        """The external name, as the config describes it."""
        name = resource.target.settings.external_name
        template = {
            ExternalNameMode.PARAMETER: name.parameter,
            ExternalNameMode.TEMPLATE: name.template,
            ExternalNameMode.NAME: "name",
            ExternalNameMode.PROVIDER: "id",
        }[name.mode]
        return NameTemplate(template, Reason(name.mode, _EXTERNAL_NAMES[name.mode]))

    def frame(self, resource: Resource) -> Body:
        """`forProvider` and `initProvider` in the spec."""
        why = "what it is to be when it is created, and may differ from later"
        return frame(resource.node, holder(resource.node, "initProvider", Status.OPTIONAL, why))

    def fragments(self, resource: Resource) -> Iterator[Fragment]:
        """Facts about the resource, and examples of the registry."""
        return facts_about(resource)

    def status(self, field: Field) -> tuple[Status, Reason]:
        """The status that the schema and the references give."""
        return status_of(field)

    def replaces(self, field: Field) -> bool:
        """Whether its text says that a change forces replacement: schemas do not say so."""
        return not field.is_output and _FORCES_NEW.search(field.text) is not None

    def definition(self, resource: Resource, target: Target, provider: Provider) -> dict[str, Any]:
        """The CustomResourceDefinition in one scope."""
        return definition_of(resource, target, provider)

    def artifacts(self, provider: Provider, replaced: Replaced) -> dict[str, Iterable[str]]:
        """The definitions, and Go types of the API; nothing in them is replaced."""
        from .crd import write_crds
        from .go import write_go

        return write_crds(provider) | write_go(provider)


UPJET = Upjet()
