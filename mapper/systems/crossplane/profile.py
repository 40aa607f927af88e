"""A profile: the release of Crossplane's tools whose fields, definitions and files a provider has."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from mapper.inputs import Node
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.model import Body, Entity, EntityRef, Fragment, NameTemplate, Reason, Status
from mapper.report.diagnostic import Diagnostic, Severity

from .config import Settings
from .documentation import Texts
from .fields import Field
from .resources import Provider, Resource, Target

Replaced = Mapping[tuple[str, str], str]
"""The texts of files that overlays replace, by Terraform name and name of the file."""

P = TypeVar("P", bound=Provider)


class Profile(Protocol[P]):
    """What differs between releases. One is chosen for a mapping; nothing else asks which release it has."""

    def make_provider(
        self, schema: ProviderSchema, node: Node, local_name: str, settings: Settings, texts: Mapping[str, Texts]
    ) -> P:
        """The resources that the settings select, with their fields. Raises MappingError for invalid names."""
        ...

    def diagnostics(self, provider: P, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
        """What cannot be carried over, resource by resource."""
        ...

    def release(self, provider: P) -> str:
        """The release that the definitions are for, as a mapping names it."""
        ...

    def groups(self, entities: Iterable[Entity]) -> dict[EntityRef, str]:
        """The groups of entities on pages; empty for pages without groups."""
        ...

    def external_name(self, resource: Resource) -> NameTemplate | None:
        """The identifier of an object of the resource; None if there is none."""
        ...

    def frame(self, resource: Resource) -> Body:
        """The objects of a manifest that contain the fields."""
        ...

    def fragments(self, resource: Resource) -> Iterator[Fragment]:
        """What pages show besides the fields."""
        ...

    def status(self, field: Field) -> tuple[Status, Reason]:
        """The status of a field in its first placement, and the reason."""
        ...

    def replaces(self, field: Field) -> bool:
        """Whether a change of the field replaces the object."""
        ...

    def definition(self, resource: Resource, target: Target, provider: P) -> dict[str, Any]:
        """The CustomResourceDefinition of a resource in one scope."""
        ...

    def artifacts(self, provider: P, replaced: Replaced) -> dict[str, Iterable[str]]:
        """The files by path in the repository of a provider."""
        ...
