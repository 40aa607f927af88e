"""Maps the resources of a provider to entities, for all profiles."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from mapper.inputs import Document, Node
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Coverage,
    Entity,
    EntityRef,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Origin,
    Placement,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.model.attribute import BY_CONFIG
from mapper.model.limits import Limits, Size
from mapper.model.nesting import check_nesting
from mapper.report.budget import Budget
from mapper.report.diagnostic import Severity
from mapper.report.origin import Part, PartKind

from .common_fields import NAMESPACED
from .config import ResourceSettings
from .crd import is_required, needs_rule
from .fields import Field, ManifestSide, Many, ObjectShape, Shape, reference_names
from .kinds import MANAGED_RESOURCE
from .profile import Profile
from .resources import Provider, Resource, Target

SCHEMA, CONFIG = Part(PartKind.OTHER, "provider schema"), Part(PartKind.OTHER, "provider config")

OPTIONAL = Reason("optional", "the schema says optional")
FILLED = Reason("optional-computed", "the schema says optional, and that the provider chooses if left out")
OUTPUT = Reason("computed", "the schema says that the provider sets it")
SECRET = Reason("secret", "it is sensitive: the value is in a secret")


Bodies = Callable[[tuple[Field, ...]], Body]
"""Makes the body of an object from its fields."""

_REQUIRED = Reason("required", "the provider requires it, unless the object is only observed")
_IDENTIFIER = Reason("identifier", "the external name is made of it")
_BY_REFERENCE = Reason("or-reference", "a reference to another object may be given instead")
_REFERENCE = Reason("reference", "the config says that the value names another object")
_SAID = Reason(BY_CONFIG, "the config of the provider says so")
_PART_OF_SECRET = Reason("secret-reference", "a reference to a secret has it")

P = TypeVar("P", bound=Provider)


def map_resources(
    provider: P,
    profile: Profile[P],
    documents: tuple[Document, ...],
    configs: tuple[str, ...],
    levels: dict[str, Severity],
    budget: Budget,
) -> Mapping:
    """The mapping of a provider. Raises MappingError for too deep a type."""
    entities = tuple(_entity(resource, provider, profile) for resource in provider.resources)
    check_nesting((str(entity.ref), entity.body) for entity in entities)
    return Mapping(
        "crossplane",
        provider.prefix,
        entities,
        tuple(profile.diagnostics(provider, levels)),
        Coverage(),
        documents,
        target=profile.release(provider),
        configs=configs,
        budget=budget,
        groups=profile.groups(entities),
    )


def _entity(resource: Resource, provider: P, profile: Profile[P]) -> Entity:
    maker = _Maker(provider, resource.target, profile)
    attributes = (attribute for field in resource.target.fields for attribute in maker.placed(field))
    return Entity(
        MANAGED_RESOURCE,
        resource.name,
        Body(tuple(attributes)),
        resource.text or resource.block.description or None,
        location=resource.node,
        deprecation=resource.block.deprecation_message or None,
        addresses=tuple(target.address for target in resource.targets),
        external_name=profile.external_name(resource),
        frame=profile.frame(resource),
        fragments=tuple(profile.fragments(resource)),
    )


class _Maker:
    """Makes attributes from fields, in the namespaced scope if the resource has it."""

    def __init__(self, provider: P, target: Target, profile: Profile[P]) -> None:
        self._provider, self._settings, self._profile = provider, target.settings, profile
        self._in_namespace = target.address.scope == NAMESPACED

    def placed(self, field: Field) -> Iterator[Attribute]:
        """A top-level field with its placements, and its reference and selector."""
        sides = tuple(side for side in ManifestSide if field.on(side))
        if not sides or not _is_shown(field):
            return
        status, reason = self._profile.status(field)
        places = tuple(Placement(side.value, _on(side, status)) for side in sides)
        yield self._attribute(field, places[0].status, reason, places)
        if field.reference is not None and sides[0] is ManifestSide.FOR:
            others = tuple(Placement(side.value, Status.OPTIONAL) for side in sides if side is not ManifestSide.AT)
            yield from self._references(field, others)

    def _attribute(
        self, field: Field, status: Status, reason: Reason, placements: tuple[Placement, ...] = ()
    ) -> Attribute:
        origins = (Origin(SCHEMA, field.node), *changes_of(field, self._settings))
        return Attribute(
            field.json,
            field.name,
            secret_type(field, in_namespace=self._in_namespace)
            if field.is_secret
            else type_of(field.shape, self._body),
            status,
            SECRET if field.is_secret and status is not Status.REQUIRED else reason,
            origins,
            field.text or None,
            limits=limits_of(field),
            sensitive=field.sensitive,
            deprecation=field.deprecation,
            write_only=field.write_only,
            replaces=self._profile.replaces(field),
            refers_to=self._target(field),
            placements=placements,
        )

    def _target(self, field: Field) -> Reference | None:
        setting = field.reference
        if setting is None or setting.terraform_name not in self._provider.known:
            return None
        path = setting.extract or "id"
        return Reference(self._provider.prefix, EntityRef(MANAGED_RESOURCE, setting.terraform_name), path, _SAID)

    def _references(self, field: Field, placements: tuple[Placement, ...]) -> Iterator[Attribute]:
        names = reference_names(field)
        origins = (Origin(CONFIG, field.reference.node),) if field.reference else ()
        name = _text("name", field.node)
        labels = Collection(CollectionKind.MAP, Scalar(ScalarKind.STRING))
        label = Attribute("matchLabels", "matchLabels", labels, Status.OPTIONAL, _REFERENCE, origins)
        mode = NestingMode.LIST if field.is_list else NestingMode.SINGLE
        types = Nested(mode, Body((name,))), Nested(NestingMode.SINGLE, Body((label,)))
        texts = self._provider.reference_texts(field)
        for own, type_, text in zip((names.ref, names.selector), types, texts, strict=True):
            yield Attribute(
                own,
                field.name,
                type_,
                Status.OPTIONAL,
                _REFERENCE,
                origins,
                text,
                refers_to=self._target(field),
                placements=placements,
            )

    def _body(self, fields: tuple[Field, ...]) -> Body:
        """Nested fields in one body; fields that only the provider sets are computed."""
        attributes: list[Attribute] = []
        for field in fields:
            if not any(map(field.on, (ManifestSide.FOR, ManifestSide.AT))) or not _is_shown(field):
                continue
            status, reason = self._profile.status(field)
            attributes.append(self._attribute(field, status, reason))
            if field.reference is not None and field.on(ManifestSide.FOR):
                attributes.extend(self._references(field, ()))
        return Body(tuple(attributes))


def _text(name: str, node: Node) -> Attribute:
    origins = (Origin(SCHEMA, node),)
    return Attribute(name, name, Scalar(ScalarKind.STRING), Status.REQUIRED, _PART_OF_SECRET, origins)


_NESTED = Reason("required-inside", "the provider requires it in an object around it")


def status_of(field: Field) -> tuple[Status, Reason]:
    """The status of a field in its first placement, and the reason, as the schema and the references give it."""
    if field.is_output:
        return Status.COMPUTED, OUTPUT
    if is_required(field, ManifestSide.FOR):
        return Status.REQUIRED, _NESTED if "." in field.path else _IDENTIFIER
    if needs_rule(field):
        return Status.REQUIRED, _NESTED if "." in field.path else _REQUIRED
    if field.reference is not None and not field.optional:
        return Status.OPTIONAL, _BY_REFERENCE
    return (Status.COMPUTED_OPTIONAL, FILLED) if field.computed else (Status.OPTIONAL, OPTIONAL)


def _on(side: ManifestSide, status: Status) -> Status:
    if side is ManifestSide.AT:
        return Status.COMPUTED
    return Status.OPTIONAL if side is ManifestSide.INIT and status is Status.REQUIRED else status


def _is_shown(field: Field) -> bool:
    return field.is_secret or not field.is_hidden


def holder(node: Node, name: str, status: Status, why: str, *inside: Attribute) -> Attribute:
    """An object of the definition that contains fields."""
    origins = (Origin(SCHEMA, node, contribution=Contribution.CHILDREN),)
    return Attribute(name, name, Nested(NestingMode.SINGLE, Body(inside)), status, Reason(name, why), origins)


def frame(node: Node, *first: Attribute) -> Body:
    """The objects that contain the fields of a resource. `first` are the fields of the spec besides `forProvider`."""
    for_provider = holder(node, "forProvider", Status.REQUIRED, "what the object is to be")
    at_provider = holder(node, "atProvider", Status.COMPUTED, "what the object is")
    return Body((
        holder(node, "spec", Status.REQUIRED, "what is asked for", for_provider, *first),
        holder(node, "status", Status.COMPUTED, "what the provider says", at_provider),
    ))  # fmt: skip


def changes_of(field: Field, settings: ResourceSettings) -> tuple[Origin, ...]:
    """The lines of the config that change a field."""
    if not settings.changes and not field.identifier:
        return ()
    nodes = list(settings.changes.get(field.path, ()))
    if settings.to_status and "." in field.path:
        parts = field.path.split(".")
        around = (".".join(parts[:count]) for count in range(1, len(parts)))
        nodes += [settings.paths[path] for path in around if path in settings.to_status]
    name = settings.node.get("external_name") if field.identifier and settings.node is not None else None
    nodes += [name] if name is not None else []
    return tuple(Origin(CONFIG, node, contribution=Contribution.OVERRIDE) for node in nodes)


def limits_of(field: Field) -> Limits:
    """The limits on the number of items of a field; none for a single object."""
    least, most = field.counts
    return (Size(least or None, most or None),) if isinstance(field.shape, Many) and (least or most) else ()


def secret_type(field: Field, *, in_namespace: bool = False) -> Type:
    """The type of a secret reference."""
    names = ["name"] if in_namespace else ["name", "namespace"]
    if not field.is_map:
        names.append("key")
    origins = (Origin(SCHEMA, field.node),)
    text = Scalar(ScalarKind.STRING)
    inside = (Attribute(name, name, text, Status.REQUIRED, _PART_OF_SECRET, origins) for name in names)
    return Nested(NestingMode.LIST if field.is_list else NestingMode.SINGLE, Body(tuple(inside)))


def type_of(shape: Shape, body: Bodies) -> Type:
    """The type of a field."""
    match shape:
        case ObjectShape(fields):
            return Nested(NestingMode.SINGLE, body(fields))
        case Many(kind, ObjectShape(fields)):
            return Nested(NestingMode(kind.value), body(fields))
        case Many(kind, element):
            return Collection(kind, _element(element, body))
        case ScalarKind():
            return Scalar(shape)


def _element(shape: Shape, body: Bodies) -> Type:
    inner = type_of(shape, body)
    return Object(inner.body) if isinstance(inner, Nested) and inner.mode is NestingMode.SINGLE else inner
