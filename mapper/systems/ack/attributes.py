"""Maps fields and shapes to attributes. A structure becomes one body, shared by all its uses."""

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.languages.kubernetes.manifest import REQUIRED_BY_API
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    EntityRef,
    Fragment,
    Ignored,
    Nested,
    NestingMode,
    Omission,
    Origin,
    Purpose,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.model.attribute import BY_CONFIG
from mapper.model.limits import ExactlyOneOf, Length, Limit, Limits, OneOf, Pattern, Range, Size
from mapper.report.diagnostic import Note
from mapper.report.fix import dotted, setting
from mapper.report.origin import Location
from mapper.text.inflection import singular

from .config import Config, FieldConfig
from .doc_comments import plain_text
from .empty_structures import closing_members, without_content
from .fields import CREATE_INPUT, GENERATOR, MEMBER, Field, FieldSource, Resource, instructions
from .kinds import CUSTOM_RESOURCE
from .names import camel, camel_lower
from .rules import CYCLE, EMPTY_STRUCTURE, SAME_FIELD
from .runtime import GO_TAG, REFERENCE, REFERENCE_BODY, SECRET_BODY
from .shapes import LIST, MAP, SCALARS, STRUCTURE, Ref, Shape

_SAID = Reason(BY_CONFIG, "the config of the generator says so")
_TAG = re.compile(r'json:"([^",]*)')
_FIXED_NAMES = {"ACKResourceMetadata": "ackResourceMetadata"}
"""Names in manifests of fields of the runtime, which follow no rule."""

_IDENTIFIER = re.compile(r"(?:Ids?|ID[sS]?|Names?|NAMES?|Arns?|ARN[sS]?)\Z")


class Attributes:
    """The attributes of one structure, distinct by their key in manifests and by their name in Go."""

    def __init__(self) -> None:
        self.found: list[Attribute] = []
        self._names: set[tuple[str, str | None]] = set()

    def add(self, attribute: Attribute, structure: str, node: Node) -> Note | None:
        """Add an attribute. Returns a note, and keeps the earlier one, if its key or name is taken."""
        names = ("key", attribute.name), ("name", attribute.code_name)
        same = next((name for kind, name in names if (kind, name) in self._names), None)
        if same is not None:
            return Note(SAME_FIELD, f"{structure} has a field {same!r} already", node)
        self._names.update(names)
        self.found.append(attribute)
        return None


class _Place(Struct, frozen=True):
    """A field of a resource, or a member of a structure: where an attribute comes from.

    `use` is the reference to its shape, `config` is its entry in generator.yaml, and `text` describes it.
    """

    name: str
    source_name: str
    shape: Shape
    use: Ref | None
    config: FieldConfig | None
    sources: list[FieldSource]
    text: str | None


class AttributeMapper:
    """Maps the fields of all resources of a service. Instructions for a structure's member apply to all its uses."""

    def __init__(
        self,
        resources: Sequence[Resource],
        shapes: Sequence[Shape],
        config: Config,
        service: str,
        taken: set[str],
        *,
        patterns: bool,
        lenient: bool = False,
    ) -> None:
        """`lenient`: accept entries of `fields` that contradict each other, which are a MappingError otherwise."""
        self._service = service
        self._patterns = patterns
        self._taken = taken
        self._empty_shapes = config.empty_shapes
        self._uses = instructions(resources, service, lenient=lenient)
        self._bodies: dict[tuple[Shape, bool], Body] = {}
        roots = [field.shape for r in resources for field in (*r.spec.values(), *r.status.values())]
        self._closing = closing_members(roots)
        self._empty = without_content([*roots, *shapes], lambda shape: shape.name in config.empty_shapes, self._closing)

    # --- fields ------------------------------------------------------------------------------------

    def field(self, field: Field, resource: Resource, *, computed: bool) -> list[Attribute] | Note:
        """The attributes of a field of spec or status: itself and its reference field; a note if it has no type."""
        entry = field.config
        status, reason = _status(field, resource, computed=computed)
        type_ = self._type(field.shape, computed=computed)
        if isinstance(type_, Note):
            return type_
        sources, text = _sources(field), self._text(field)
        place = _Place(field.name, field.source_name, field.shape, field.use, entry, sources=sources, text=text)
        attribute = self._attribute(place, type_, status, reason, is_set=not computed)
        if computed or entry is None or entry.references is None:
            return [attribute]
        reference = self._reference(attribute, field.name, field.shape, entry)
        return list(_either(attribute, reference)) if field.required else [attribute, reference]

    def _attribute(
        self, place: _Place, type_: Type, status: Status, reason: Reason, *, is_set: bool = True
    ) -> Attribute:
        """The attribute of a field or member. `is_set`: users set it, so that it may be immutable or a reference."""
        shape, use, entry = place.shape, place.use, place.config
        secret = entry is not None and entry.is_secret
        return Attribute(
            _json_name(place.name, entry),
            place.source_name,
            _secret(type_, shape) if secret else type_,
            status,
            reason,
            tuple(map(_origin, place.sources)),
            place.text,
            limits=() if secret else _limits(shape, use),
            sensitive=secret or (shape.sensitive and isinstance(type_, Scalar)),
            deprecation=(use.deprecated if use is not None else None) or shape.deprecated,
            fragments=_tag(entry, place.name, status),
            replaces=is_set and entry is not None and entry.is_immutable,
            code_name=camel(place.name),
            refers_to=self._target(entry) if is_set and entry is not None else None,
        )

    def _text(self, field: Field) -> str | None:
        """The API's description of a field, with the pattern that its value must match."""
        text, pattern = plain_text(field.documentation), field.shape.pattern
        if not pattern or not self._patterns:
            return text or None
        return f"{text}\n\nRegex Pattern: `{pattern if field.shape.is_anchored else _found_in(pattern)}`"

    def _target(self, entry: FieldConfig) -> Reference | None:
        if entry.references is None:
            return None
        service, kind, path = entry.references
        in_manifest = ".".join(_FIXED_NAMES.get(name) or camel_lower(name) for name in path.split("."))
        return Reference(service or self._service, EntityRef(CUSTOM_RESOURCE, kind), in_manifest, _SAID)

    def _reference(
        self, attribute: Attribute, name: str, shape: Shape, entry: FieldConfig, text: str | None = None
    ) -> Attribute:
        """The attribute that names another resource, next to the one with its identifier."""
        stem = _IDENTIFIER.sub("", name)
        is_list = shape.kind == LIST
        name = f"{singular(stem)}Refs" if is_list else f"{stem}Ref"
        target = attribute.refers_to
        kind = f"{target.entity.name} of {target.provider}" if target else "resource"
        return Attribute(
            camel_lower(name),
            attribute.source_name,
            Nested(NestingMode.LIST if is_list else NestingMode.SINGLE, REFERENCE_BODY),
            Status.OPTIONAL,
            Reason(REFERENCE, f"names a {kind} in the cluster, instead of {attribute.name}"),
            (Origin(GENERATOR, entry.node.get("references") or entry.node),),
            text,
            code_name=camel(name),
            refers_to=target,
        )

    # --- shapes ------------------------------------------------------------------------------------

    def _type(self, shape: Shape, *, computed: bool) -> Type | Note:
        return self._type_with(shape, lambda structure: self.body(structure, computed=computed))

    def _type_with(self, shape: Shape, body: Callable[[Shape], Body]) -> Type | Note:
        """The type of a shape, with the bodies of structures; a note with the reason if it has none."""
        if shape.kind in SCALARS:
            return Scalar(SCALARS[shape.kind])
        if shape.element is not None:
            element = self._type_with(shape.element.shape, body)
            kind = "list" if shape.kind == LIST else "map"
            if isinstance(element, Nested) and element.mode == "single":
                return Nested(NestingMode(kind), element.body)
            return element if isinstance(element, Note) else Collection(CollectionKind(kind), element)
        if shape.kind != STRUCTURE:
            return Note(EMPTY_STRUCTURE, f"shape {shape.name} has the unknown type {shape.kind!r}", shape.node)
        if not shape.members:
            if shape.name in self._empty_shapes:
                return Collection(CollectionKind.MAP, Scalar(ScalarKind.STRING))
            text = f"structure {shape.name} has no members"
            return Note(EMPTY_STRUCTURE, text, shape.node, setting("empty_shapes", value=(shape.name,)))
        type_body = body(shape)
        if shape in self._empty:
            return Note(EMPTY_STRUCTURE, f"structure {shape.name} has no member that can be mapped", shape.node)
        return Nested(NestingMode.SINGLE, type_body)

    def body(self, shape: Shape, *, computed: bool) -> Body:
        """The attributes of a structure's members, cached."""
        key = (shape, computed)
        if key not in self._bodies:
            self._bodies[key] = self._body(shape, computed=computed)
        return self._bodies[key]

    def _body(self, shape: Shape, *, computed: bool) -> Body:
        attributes = Attributes()
        omitted: list[Omission] = []
        for member, ref in sorted(shape.members.items()):
            if (shape, member) in self._closing:
                text = f"{shape.name}.{member} leads back to a structure that it is in"
                type_: Type | Note = Note(
                    CYCLE, text, ref.node, dotted("ignore", "field_paths", value=(f"{shape.name}.{member}",))
                )
            else:
                type_ = self._type(ref.shape, computed=computed)
            if isinstance(type_, Note):
                omitted.append(Omission(ref.source_name, type_))
                continue
            for attribute in self._member(shape, member, type_, computed=computed):
                problem = attributes.add(attribute, shape.name, ref.node)
                if problem is not None:
                    omitted.append(Omission(ref.source_name, problem))
        ignored = tuple(Ignored(ref.source_name, ref.node, rule) for ref, rule in shape.removed.values())
        return Body(
            tuple(attributes.found),
            tuple(omitted),
            ignored,
            self.type_name(shape),
            plain_text(shape.documentation) or None,
        )

    def _member(self, shape: Shape, member: str, type_: Type, *, computed: bool) -> Iterator[Attribute]:
        ref = shape.members[member]
        use = self._uses.get((shape, member))
        entry = use.config if use else None
        sources = [FieldSource(MEMBER, ref.node, via=(ref.shape.node,))]
        changing = [each for each in use.entries if each.changes_fields] if use else []
        sources += [FieldSource(GENERATOR, each.node, Contribution.OVERRIDE) for each in changing]
        text = plain_text(ref.shape.documentation) or None
        place = _Place(member, ref.source_name, ref.shape, ref, entry, sources=sources, text=text)
        status = Status.COMPUTED if computed else Status.OPTIONAL
        attribute = self._attribute(place, type_, status, _reason(shape, member, computed=computed))
        yield attribute
        if entry is not None and entry.references is not None:
            yield self._reference(attribute, member, ref.shape, entry, f"Reference field for {attribute.code_name}")

    def type_name(self, shape: Shape) -> str:
        """The Go name of a structure or enum, with the suffix `_SDK` if a Kind or one of its types has the name."""
        name = camel(shape.name)
        return f"{name}_SDK" if name in self._taken else name

    # --- shared types ------------------------------------------------------------------------------

    def struct(self, shape: Shape, reachable: set[Shape]) -> Body:
        """A structure whose members have types by name only, for the list of shared types."""
        attributes = Attributes()
        for member, ref in sorted(shape.members.items()):
            if ref.shape not in reachable or (shape, member) in self._closing:
                continue
            type_ = self._type_with(ref.shape, lambda structure: Body(name=self.type_name(structure)))
            if not isinstance(type_, Note):
                for attribute in self._member(shape, member, type_, computed=False):
                    attributes.add(attribute, shape.name, ref.node)
        return Body(
            tuple(attributes.found), name=self.type_name(shape), description=plain_text(shape.documentation) or None
        )


def _sources(field: Field) -> list[FieldSource]:
    """The sources of a field, with the config entry that changes it."""
    entry = field.config
    if entry is None or not entry.changes_fields or any(source.node.key == entry.node.key for source in field.sources):
        return field.sources
    return [*field.sources, FieldSource(GENERATOR, entry.node, Contribution.OVERRIDE)]


def _either(attribute: Attribute, reference: Attribute) -> tuple[Attribute, Attribute]:
    """A required value and its reference, each limited to exactly one of the two."""
    first, second = ((ExactlyOneOf((other.name,)),) for other in (reference, attribute))
    return (
        replace(attribute, limits=attribute.limits + first),
        replace(reference, limits=reference.limits + second),
    )


def _status(field: Field, resource: Resource, *, computed: bool) -> tuple[Status, Reason]:
    """The status of a field, and the reason for it."""
    part = field.sources[0].part
    entry = field.config
    create = resource.kind.operations[Purpose.CREATE].name
    if computed:
        if entry is not None and entry.is_read_only:
            return Status.COMPUTED, Reason("read_only", "is_read_only in generator.yaml")
        return Status.COMPUTED, Reason("output", f"{create} returns it, and does not take it")
    if field.required and not (entry is not None and entry.references is not None):
        if entry is not None and entry.is_required:
            return Status.REQUIRED, Reason("is_required", "is_required in generator.yaml")
        return Status.REQUIRED, Reason("required", f"required in the input of {create}")
    if field.required:
        return Status.OPTIONAL, Reason("or_reference", "required, but a reference to another resource may stand for it")
    if entry is not None and entry.late_initialize:
        return Status.COMPUTED_OPTIONAL, Reason(
            "late_initialize", "late_initialize in generator.yaml: what the service fills in is kept"
        )
    if field.required_by_api:
        return Status.OPTIONAL, Reason(REQUIRED_BY_API, f"{create} requires it, though the definition does not")
    if part == CREATE_INPUT:
        return Status.OPTIONAL, Reason("optional", f"{create} takes it, and does not require it")
    return Status.OPTIONAL, Reason("added", f"added by generator.yaml: {part}")


def _reason(shape: Shape, member: str, *, computed: bool) -> Reason:
    """The reason of a structure's member. The API may require members that a definition does not require."""
    if member in shape.required and not computed:
        return Reason(REQUIRED_BY_API, f"AWS requires it in {shape.name}, though the definition does not")
    return Reason("member", f"a member of {shape.name}")


def _json_name(name: str, entry: FieldConfig | None) -> str:
    tag = _TAG.search(entry.go_tag) if entry is not None and entry.go_tag else None
    return tag[1] if tag else camel_lower(name)


_WHOLE = re.compile(r"(\.\*)?(.+?)((?<!\\)\.\*)?", re.DOTALL)


def _found_in(pattern: str) -> str:
    """A pattern of whole values as one that is found in them, as ACK's models have it: `[a-z].*` -> `^[a-z]`."""
    match = _WHOLE.fullmatch(pattern)
    if match is None:
        return pattern
    before, word, after = match.groups()
    start = "" if before or word.startswith("^") else "^"
    return f"{start}{word}{'' if after or word.endswith('$') else '$'}"


def _tag(entry: FieldConfig | None, name: str, status: Status) -> tuple[Fragment, ...]:
    """The struct tag from the config, unless it is the one that the field has anyway."""
    key, required = _json_name(name, entry), status is Status.REQUIRED
    if entry is None or not entry.go_tag or entry.go_tag == f'json:"{key}{"" if required else ",omitempty"}"':
        return ()
    return (Fragment(GO_TAG, entry.go_tag, entry.node.get(GO_TAG) or entry.node),)


def _secret(type_: Type, shape: Shape) -> Type:
    """A secret reference in place of a string; a list or map of them for strings in a list or map."""
    if shape.kind in (LIST, MAP):
        return Nested(NestingMode.LIST if shape.kind == LIST else NestingMode.MAP, SECRET_BODY)
    return Nested(NestingMode.SINGLE, SECRET_BODY) if isinstance(type_, Scalar) else type_


def _limits(shape: Shape, use: Ref | None) -> Limits:
    """The limits of a value. Limits and pattern of its use replace the shape's."""
    limits: list[Limit] = []
    if shape.enum or shape.numbers:
        limits.append(OneOf(shape.enum or shape.numbers))
    least, most = (use.limits if use is not None else None) or shape.limits
    type_ = SCALARS.get(shape.kind)
    if type_ in (None, ScalarKind.STRING):  # no length and no size is below zero
        least, most = (bound if bound is None or bound >= 0 else None for bound in (least, most))
    if least is not None or most is not None:
        if type_ == "string":
            limits.append(Length(least, most))
        else:
            limits.append(Range(least, most) if type_ else Size(least, most))
    pattern = (use.pattern if use is not None else None) or shape.pattern
    if pattern:
        limits.append(Pattern(pattern))
    return tuple(limits)


def _origin(source: FieldSource) -> Origin:
    via: tuple[Location, ...] = tuple(node for node in source.via if _is_notable(node))
    return Origin(source.part, source.node, via, source.contribution)


def _is_notable(node: Node) -> bool:
    """Whether a shape is worth a step: a structure, list, map or enum, in the words of any format of models."""
    value = node.value
    return isinstance(value, dict) and (value.get("type") in _NOTABLE or "enum" in value)


_NOTABLE = (STRUCTURE, LIST, MAP, "union", "set", "enum", "intEnum")
