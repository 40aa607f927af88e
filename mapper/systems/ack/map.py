"""Maps a model and a generator.yaml: finds the Kinds, infers their fields, and builds the entities."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mapper.inputs import Document, Node
from mapper.languages.kubernetes.plurals import kind_plural
from mapper.model import (
    About,
    Address,
    Attribute,
    Body,
    Contribution,
    Coverage,
    Entity,
    EntityRef,
    Enumeration,
    Ignored,
    Mapping,
    Nested,
    NestingMode,
    Omission,
    Operation,
    Origin,
    Placement,
    Purpose,
    Reason,
    Scalar,
    ScalarKind,
    SourceBody,
    Status,
    nested_body,
)
from mapper.model.nesting import check_nesting
from mapper.report.diagnostic import Diagnostic, MappingError, Note, Severity, at
from mapper.report.fix import dotted
from mapper.report.origin import Part

from .attributes import AttributeMapper, Attributes
from .config import CodeSetting, Config, Texts
from .crd import columns
from .custom_shapes import add_custom_shapes
from .doc_comments import plain_text
from .fields import CREATE_INPUT, CREATE_OUTPUT, DOCUMENTATION, Resource, infer
from .ignores import apply_ignores
from .kinds import CUSTOM_RESOURCE
from .names import camel, camel_lower
from .no_effect import unused_shapes, without_effect
from .operations import PARTS, Kind, Kinds, find_kinds
from .rules import KIND_EMPTY, KIND_IGNORED, KIND_NAME, STEERING
from .runtime import Profile, conditions, metadata
from .shapes import STRUCTURE, Api, Shape, below, check_payloads

VERSION = "v1alpha1"


def map_model(
    api: Api,
    config: Config,
    texts: Texts,
    profile: Profile,
    documents: tuple[Document, ...],
    levels: dict[str, Severity],
    *,
    group: str,
    lenient: bool = False,
) -> Mapping:
    """Map every Kind. Raises MappingError with every instruction that cannot be followed, unless `lenient`."""
    kinds = find_kinds(api, config, lenient=lenient)
    check_payloads((o for kind in kinds.mapped for o in kind.operations.values()), "; leave Kinds out with ignore")
    add_custom_shapes(api, config)
    notes = [
        *config.notes,
        *texts.remarks,
        *kinds.notes,
        *apply_ignores(api, config, lenient=lenient or not profile.region),
    ]
    mapped, lists = _without_lists(kinds.mapped)
    resources = [infer(kind, api, config) for kind in mapped]
    printed = {resource.name: columns(resource) for resource in resources}
    problems = [problem for resource in resources for problem in resource.problems]
    if problems and not lenient:
        raise MappingError(*problems)
    taken = {f"{r.name}{suffix}" for r in resources for suffix in ("", "Spec", "Status", "List")}
    mapper = AttributeMapper(
        resources, list(api.shapes.values()), config, api.service, taken, patterns=not profile.seed, lenient=lenient
    )
    writer = _Writer(mapper, api, texts, profile, {resource.name for resource in resources})
    entities = []
    for resource in resources:
        address = Address(
            group,
            resource.config.version or VERSION,
            kind_plural(resource.name),
            resource.config.short_names,
            columns=printed[resource.name],
        )
        entities.append(writer.entity(resource, address))
    check_nesting((str(entity.ref), entity.body) for entity in entities)
    diagnostics = [
        at(note, None, "", levels) for note in (*notes, *_ignored_kinds(kinds), *lists, *_steering(config.steering))
    ]
    for entity, resource in zip(entities, resources, strict=True):
        diagnostics += _diagnostics(entity, resource, levels)
    reachable = _reachable(resources)
    diagnostics += (at(note, None, "", levels) for note in unused_shapes(config, api, reachable))
    return Mapping(
        "ack",
        api.service,
        tuple(entities),
        tuple(dict.fromkeys(diagnostics)),
        _coverage(api, resources),
        (*api.documents, *documents),
        target=profile.version,
        configs=tuple(document.uri for document in documents),
        structs=tuple(_structs(api, mapper, reachable, entities)),
        enums=tuple(_enums(api, mapper, profile)),
        about=About(api.title, api.version),  # its description is HTML that pages do not need
    )


def _without_lists(kinds: Iterable[Kind]) -> tuple[list[Kind], list[Note]]:
    """Leaves out Kinds with the name of another Kind's list type: a cluster and Go accept only one of them."""
    names = {camel(kind.name): kind for kind in kinds}
    left_out = {name for name in names if name.endswith("List") and name.removesuffix("List") in names}
    notes = [
        Note(
            KIND_NAME,
            f"the list of {name.removesuffix('List')} has the name of the Kind {name}",
            names[name].operations[Purpose.CREATE].node,
            dotted("ignore", "resource_names", value=(names[name].name,)),
        )
        for name in sorted(left_out)
    ]
    return [kind for kind in names.values() if camel(kind.name) not in left_out], notes


class _Writer:
    """Makes entities from resources."""

    def __init__(self, mapper: AttributeMapper, api: Api, texts: Texts, profile: Profile, kinds: set[str]) -> None:
        self._mapper = mapper
        self._api = api
        self._texts = texts
        self._profile = profile
        self._kinds = kinds

    def entity(self, resource: Resource, address: Address) -> Entity:
        """The entity of one Kind, with its spec and status."""
        spec, status = (self._body(resource, computed=computed) for computed in (False, True))
        create = resource.kind.operations[Purpose.CREATE]
        required = any(a.status is Status.REQUIRED for a in spec.attributes)
        takes, returns = f"what {create.name} takes", f"what {create.name} also returns, and what the runtime keeps"
        objects = (
            _root("spec", spec, Status.REQUIRED if required else Status.OPTIONAL, takes, CREATE_INPUT, create.input),
            _root("status", status, Status.COMPUTED, returns, CREATE_OUTPUT, create.output),
        )
        return Entity(
            CUSTOM_RESOURCE,
            resource.name,
            Body((*_with_placement(spec, "spec"), *_with_placement(status, "status"))),
            self._about(resource, self._texts.notes.get(resource.name)) or None,
            tuple(_operations(resource)),
            location=resource.config.node or create.node,
            addresses=(address,),
            frame=Body(objects),
            sources=source_bodies(spec, status),
        )

    def _about(self, resource: Resource, note: Node | None = None) -> str:
        """The model's description of a Kind. A `note` of documentation.yaml is for pages; ACK's templates have none."""
        shape = self._api.shapes.get(resource.kind.name)
        text = plain_text(shape.documentation) if shape is not None else ""
        return "\n\n".join(part for part in (text, str(note.value).strip() if note else "") if part)

    def _body(self, resource: Resource, *, computed: bool) -> Body:
        attributes = Attributes()
        omitted: list[Omission] = []
        for field in sorted((resource.status if computed else resource.spec).values(), key=lambda f: f.name):
            mapped = self._mapper.field(field, resource, computed=computed)
            if isinstance(mapped, Note):
                omitted.append(Omission(field.source_name, mapped))
                continue
            for attribute in mapped:
                problem = attributes.add(
                    self._with_documentation(attribute, resource), resource.name, field.sources[0].node
                )
                if problem is not None:
                    omitted.append(Omission(field.source_name, problem))
        if computed:
            arn = (
                tuple(Origin(s.part, s.node, s.via, s.contribution) for s in resource.arn.sources)
                if resource.arn
                else ()
            )
            runtime_fields = (metadata(self._profile, arn), conditions(self._profile))
        root = "status" if computed else "spec"
        ignored = tuple(Ignored(ref.source_name, ref.node, rule) for ref, rule in resource.ignored[root])
        name = f"{resource.name}{root.capitalize()}"
        return Body(
            (*(runtime_fields if computed else ()), *attributes.found),
            tuple(omitted),
            ignored,
            f"{name}_SDK" if name in self._kinds else name,
            self._lead(resource, name, computed=computed) or None,
        )

    def _lead(self, resource: Resource, name: str, *, computed: bool) -> str:
        """The description of spec or status in a CRD."""
        if computed:
            return f"{name} defines the observed state of {resource.name}"
        kind = resource.kind.name  # only here in the model's spelling
        if self._profile.seed:
            return f"{kind}Spec defines the desired state of {kind}"
        about = self._about(resource)
        if not about and kind in self._api.shapes:
            return ""  # a blank line separates the comment from the type
        return f"{kind}Spec defines the desired state of {kind}." + (f"\n\n{about}" if about else "")

    def _with_documentation(self, attribute: Attribute, resource: Resource) -> Attribute:
        """The attribute with the text that documentation.yaml has for it."""
        entry = self._texts.fields.get((resource.name, (attribute.code_name or "").lower()))
        if not entry:
            return attribute
        texts = {key: "\n".join(map(str.strip, str(node.value).split("\n"))).strip("\n") for key, node in entry.items()}
        text = texts.get("override", attribute.description or "")
        parts = [texts.get("prepend"), text, texts.get("append")]
        rule = next(iter(entry.values()))
        return replace(
            attribute,
            description="\n\n".join(part for part in parts if part) or None,
            origins=(*attribute.origins, Origin(DOCUMENTATION, rule, contribution=Contribution.DESCRIPTION)),
        )


def _root(name: str, body: Body, status: Status, text: str, part: Part, payload: Shape) -> Attribute:
    """The object `spec` or `status` of a Kind, without its fields."""
    origins = (Origin(part, payload.node, contribution=Contribution.CHILDREN),)
    type_ = Nested(NestingMode.SINGLE, replace(body, attributes=()))
    reason = Reason(name, text)
    return Attribute(name, name, type_, status, reason, origins, body.description, code_name=name.capitalize())


def _with_placement(body: Body, name: str) -> Iterator[Attribute]:
    """The fields of spec or status, with the placement there."""
    return (replace(field, placements=(Placement(name, field.status),)) for field in body.attributes)


def _operations(resource: Resource) -> Iterator[Operation]:
    """The operations of a Kind by name: users call AWS operations, and grant access to them, by name."""
    for part in PARTS:
        operation = resource.kind.operations.get(part)
        if operation is not None:
            text = plain_text(operation.documentation)
            yield Operation(
                part, "", operation.name, operation.node, operation.name, text.split("\n\n")[0].replace("\n", " "), text
            )


def _ignored_kinds(kinds: Kinds) -> Iterator[Note]:
    for name, (kind, rule) in kinds.ignored.items():
        create = kind.operations[Purpose.CREATE].name
        yield Note(KIND_IGNORED, f"{create} would make the Kind {camel(name)}", rule)


def _steering(settings: tuple[CodeSetting, ...]) -> Iterator[Note]:
    for setting in settings:
        yield Note(STEERING, f"{setting.path!r} instructs the code of the controller", setting.node)


def _diagnostics(entity: Entity, resource: Resource, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
    subject = entity.ref
    for note in _steering(resource.config.steering):
        yield at(note, subject, "", levels)
    for path, entry in resource.config.fields.items():
        where = _path_of(resource, path)
        for note in _steering(entry.steering):
            yield at(note, subject, where, levels)
    for note, path in without_effect(resource):
        yield at(note, subject, _path_of(resource, path), levels)
    if not resource.spec:
        create = resource.kind.operations[Purpose.CREATE]
        yield at(Note(KIND_EMPTY, f"{create.name} takes nothing", create.node), subject, "", levels)
    yield from _omissions(entity.layout, subject, "", levels, set())


def _path_of(resource: Resource, path: str) -> str:
    """A path of `fields` as the path of keys in a manifest."""
    for field, steps in resource.find(path):
        root = "spec" if resource.is_in_spec(field) else "status"
        return ".".join([root, camel_lower(field.name), *(camel_lower(member) for _, member in steps)])
    return ""


def _omissions(
    body: Body, subject: EntityRef, prefix: str, levels: dict[str, Severity], seen: set[Body]
) -> Iterator[Diagnostic]:
    """A diagnostic for each omitted member, once for each structure."""
    if body in seen:
        return
    seen.add(body)
    for omission in body.omitted:
        yield at(omission.note, subject, f"{prefix}{omission.source_name}", levels)
    for attribute in body.attributes:
        inner = nested_body(attribute.type)
        if inner is not None:
            yield from _omissions(inner, subject, f"{prefix}{attribute.name}.", levels, seen)


def _coverage(api: Api, resources: list[Resource]) -> Coverage:
    users: dict[str, list[EntityRef]] = {}
    for resource in resources:
        for operation in resource.kind.operations.values():
            users.setdefault(operation.name, []).append(EntityRef(CUSTOM_RESOURCE, resource.name))
    return Coverage({("", name): tuple(users.get(name, ())) for name in api.operations})


def _reachable(resources: list[Resource]) -> set[Shape]:
    """All shapes below the operations' payloads, the spec or the status of any Kind."""
    operations = [operation for resource in resources for operation in resource.kind.operations.values()]
    payloads = [payload for operation in operations for payload in (operation.input, operation.output)]
    fields = [field.shape for r in resources for field in (*r.spec.values(), *r.status.values())]
    return set(below([*fields, *(ref.shape for payload in payloads for ref in payload.members.values())]))


def _structs(api: Api, mapper: AttributeMapper, reachable: set[Shape], entities: Iterable[Entity]) -> Iterator[Body]:
    """The shared types: all structures of the model except unused payloads and exceptions."""
    payloads = {payload for operation in api.operations.values() for payload in (operation.input, operation.output)}
    structures = [shape for shape in api.shapes.values() if shape.kind == STRUCTURE]
    listed = [s for s in structures if not s.exception and s not in payloads]
    shapes = {mapper.type_name(shape): shape for shape in (*structures, *listed)}
    written: dict[str, Body] = {}
    stack: list[str | None] = [mapper.type_name(shape) for shape in listed]
    stack += [name for entity in entities for name in _type_names(entity.body)]
    while stack:
        name = stack.pop()
        if name in shapes and name not in written:
            body = written[name] = mapper.struct(shapes[name], reachable)
            stack += _type_names(body)
    yield from (body for _, body in sorted(written.items()) if body.attributes)


def _type_names(body: Body) -> list[str | None]:
    """The type names of attributes."""
    inner = [nested_body(attribute.type) for attribute in body.attributes]
    return [each.name for each in inner if each is not None]


def _enums(api: Api, mapper: AttributeMapper, profile: Profile) -> Iterator[Enumeration]:
    """Every enum, its values sorted. Those of the preview of 2020, and those that are a trait, keep their order."""
    enums = {mapper.type_name(shape): shape for shape in api.shapes.values() if shape.enum}
    for name, shape in sorted(enums.items()):
        values = dict.fromkeys(shape.enum)
        yield Enumeration(name, tuple(values if profile.seed or shape.is_ordered else sorted(values)))


_PAYLOADS = (CREATE_INPUT, CREATE_OUTPUT)
_ANYTHING = Scalar(ScalarKind.STRING)


def source_bodies(spec: Body, status: Body) -> tuple[SourceBody, ...]:
    """The payloads and files with the attributes that came from them, and the omissions of spec and status."""
    parts: dict[Part, list[Attribute]] = {part: [] for part in _PAYLOADS}
    for attribute in (*spec.attributes, *status.attributes):
        for origin in attribute.origins:
            if origin is attribute.origins[0]:
                parts.setdefault(origin.part, []).append(attribute)
            elif origin.part in _PAYLOADS:
                parts[origin.part].append(_merged_member(attribute, origin))
    left = {CREATE_INPUT: spec, CREATE_OUTPUT: status}
    bodies = {
        part: Body(tuple(attributes), left[part].omitted, left[part].ignored)
        if part in left
        else Body(tuple(attributes))
        for part, attributes in parts.items()
    }
    return tuple(SourceBody(part, body) for part, body in bodies.items() if body != Body())


def _merged_member(attribute: Attribute, origin: Origin) -> Attribute:
    """The member of another payload that was merged into a field, with nested members if the structure is the same."""
    is_same = origin.via == attribute.origins[0].via and origin.contribution is Contribution.CONFIRMED
    return replace(attribute, origins=(origin,), type=attribute.type if is_same else _ANYTHING)
