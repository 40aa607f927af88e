"""A Kind's spec and status: members of the create operation's input and output, and fields that the config adds."""

from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Node, problem_at
from mapper.model import Contribution, Purpose
from mapper.report.diagnostic import MappingError, Problem
from mapper.report.origin import Part, PartKind
from mapper.text.suggest import nearest

from .config import CORRECT_ENTRY, Config, FieldConfig, ResourceConfig, steps_of
from .field_instructions import contradictions, sum_of
from .ignores import find_member
from .names import camel
from .operations import Kind
from .shapes import (
    LIST,
    STRUCTURE,
    Api,
    ModelOperation,
    Ref,
    Shape,
    inner,
    list_of,
    map_of,
    shape_of_type,
)  # fmt: skip

_ATTRIBUTES = "Attributes"
_WHOLE = "."


class FieldSource(Struct):
    """A place that a field comes from, and what it contributed."""

    part: Part
    node: Node
    contribution: Contribution = Contribution.DECLARED
    via: tuple[Node, ...] = ()


class Field(Struct):
    """A field of spec or status. `name` is the member's name after renaming, `use` the member itself."""

    name: str
    source_name: str
    shape: Shape
    sources: list[FieldSource]
    documentation: str = ""
    use: Ref | None = None
    config: FieldConfig | None = None
    required: bool = False
    required_by_api: bool = False

    @property
    def key(self) -> str:
        """The Go name, which identifies the field."""
        return camel(self.name)


class Resource(Struct):
    """A Kind with its fields. `arn` is the field that is part of the common metadata."""

    kind: Kind
    config: ResourceConfig
    spec: dict[str, Field] = field(default_factory=dict)
    status: dict[str, Field] = field(default_factory=dict)
    arn: Field | None = None
    ignored: dict[str, list[tuple[Ref, Node]]] = field(default_factory=lambda: {"spec": [], "status": []})
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The Kind's name in Kubernetes."""
        return camel(self.kind.name)

    def is_in_spec(self, field_: Field) -> bool:
        """Whether a field is one of the spec, and not of the status."""
        return any(field_ is each for each in self.spec.values())

    def find(self, path: str) -> Iterator[tuple[Field, list[tuple[Shape, str]]]]:
        """The fields that a path of `fields` selects, each with the structures and members of the remaining steps."""
        first, *rest = steps_of(path)
        for fields in (self.spec, self.status):
            for field_ in fields.values():
                if field_.name == path:  # a field added under a path with dots; it has no further steps
                    yield field_, []
                elif field_.key.lower() == first.lower() or field_.name.lower() == first.lower():
                    steps = _steps(field_.shape, rest)
                    if steps is not None:
                        yield field_, steps


def infer(kind: Kind, api: Api, config: Config) -> Resource:
    """The spec and status of a Kind. Instructions that cannot be followed are `problems` of the result."""
    resource = Resource(kind, config.resource(kind.name))
    builder = _Builder(api, config, resource)
    builder.spec_of_operation()
    builder.added_fields(read_only=False)
    builder.status_of_operation()
    builder.added_fields(read_only=True)
    builder.modifiers()
    return resource


def _steps(shape: Shape, path: list[str]) -> list[tuple[Shape, str]] | None:
    """The structure and member of each step of a path below a field; None if the path does not exist."""
    steps = []
    for step in path:
        shape = inner(shape)
        member = _member_by_go_name(shape, step)
        if member is None:
            return None
        steps.append((shape, member))
        shape = shape.members[member].shape
    return steps


def _member_by_go_name(shape: Shape, name: str) -> str | None:
    member_ = find_member(shape, name)
    return member_ or next((member for member in shape.members if camel(member).lower() == name.lower()), None)


class _Builder:
    """Builds one resource."""

    def __init__(self, api: Api, config: Config, resource: Resource) -> None:
        self.api = api
        self.config = config
        self.resource = resource
        self.create: ModelOperation = resource.kind.operations[Purpose.CREATE]
        self.entry = config.operations.get(self.create.name)
        self.settings = resource.config

    # --- what the operation has ------------------------------------------------------------------

    def spec_of_operation(self) -> None:
        """Add the members of the create operation's input to the spec."""
        payload = self.create.input
        if self.entry and self.entry.input_wrapper:
            wrapper = find_member(payload, self.entry.input_wrapper)
            if wrapper is None:
                self._problem(f"{payload.name} has no member {self.entry.input_wrapper!r}", self.entry.node)
                return
            payload = payload.members[wrapper].shape
        self.resource.ignored["spec"] += payload.removed.values()
        for member, ref in sorted(payload.members.items()):
            if ref.idempotency_token and self.settings.ignores_tokens:
                self.resource.ignored["spec"].append((ref, self.settings.node or self.config.document.node))
                continue
            if member == _ATTRIBUTES and self.settings.unpacks_attributes:
                continue
            name, rule = self.settings.renamed(self.create.name, member)
            sources = [FieldSource(CREATE_INPUT, ref.node, via=(ref.shape.node,))]
            if rule is not None:
                sources.append(FieldSource(GENERATOR, rule, Contribution.OVERRIDE))
            self.resource.spec[name] = Field(name, ref.source_name, ref.shape, sources, ref.documentation, ref)
            self.resource.spec[name].required_by_api = member in payload.required
            self._require(self.resource.spec[name])

    def status_of_operation(self) -> None:
        """Add the members of the create operation's output to the status, unless the spec has them."""
        payload = self._unwrapped(self.create.output)
        if payload is None:
            return
        self.resource.ignored["status"] += payload.removed.values()
        for member, ref in sorted(payload.members.items()):
            name, rule = self.settings.renamed(self.create.name, member)
            source = FieldSource(CREATE_OUTPUT, ref.node, via=(ref.shape.node,))
            if name in self.resource.spec:
                source.contribution = Contribution.CONFIRMED
                self.resource.spec[name].sources.append(source)
                continue
            if member == _ATTRIBUTES and self.settings.unpacks_attributes:
                continue
            added = Field(name, ref.source_name, ref.shape, [source], ref.documentation, ref)
            if rule is not None:
                added.sources.append(FieldSource(GENERATOR, rule, Contribution.OVERRIDE))
            if self._is_arn(name):
                self.resource.arn = added
            else:
                self.resource.status[name] = added

    def _unwrapped(self, payload: Shape) -> Shape | None:
        """The structure in an output that describes the resource."""
        if self.entry and self.entry.output_wrapper:
            shape: Shape | None = payload
            for step in steps_of(self.entry.output_wrapper):
                member = find_member(shape, step) if shape else None
                if shape is None or member is None:
                    text = f"{payload.name} has no structure at {self.entry.output_wrapper!r}"
                    self._problem(text, self.entry.node)
                    return None
                shape = inner(shape.members[member].shape)
            return shape
        if len(payload.members) == 1:
            only = next(iter(payload.members.values())).shape
            if only.kind == STRUCTURE:
                return only
        return payload

    def _is_arn(self, name: str) -> bool:
        entry = self._entry(name)
        if any(f.is_arn for f in self.settings.fields.values()):
            return entry is not None and entry.is_arn
        return name.lower() in ("arn", f"{self.resource.kind.name}arn".lower())

    def _entry(self, name: str) -> FieldConfig | None:
        return self.settings.field(name) or self.settings.field(camel(name))

    # --- what the config adds --------------------------------------------------------------------

    def added_fields(self, *, read_only: bool) -> None:
        """Add the fields that entries of `fields` create."""
        for path, entry in sorted(self.settings.fields.items()):
            if entry.is_read_only != read_only or not (entry.is_new or entry.is_attribute):
                continue
            if "." in path and not (entry.from_operation or entry.list_of or entry.map_of):
                self._add_nested(entry)
                continue
            if not entry.is_new and self._is_arn(path):
                self.resource.arn = self.resource.arn or self._attribute(entry)
                continue
            added = self._added(entry) if entry.is_new else self._attribute(entry)
            if added is None:
                continue
            fields = self.resource.status if read_only else self.resource.spec
            same = next((name for name, other in fields.items() if other.key == added.key), None)
            if same is not None and not entry.is_new:
                fields[same].sources += added.sources
                continue
            if same is not None:
                del fields[same]
            fields[path] = added
            if not read_only:
                self._require(added)

    def _attribute(self, entry: FieldConfig) -> Field:
        shape = Shape("String", "string", entry.node)
        return Field(entry.path, entry.path, shape, [FieldSource(ATTRIBUTE, entry.node)])

    def _added(self, entry: FieldConfig) -> Field | None:
        source = FieldSource(GENERATOR, entry.node)
        if entry.from_operation:
            return self._from_operation(entry)
        shape = self._shape_of_entry(entry)
        return Field(entry.path, entry.path, shape, [source]) if shape else None

    def _shape_of_entry(self, entry: FieldConfig) -> Shape | None:
        """The shape of an entry's `custom_field` or `type`."""
        name = entry.list_of or entry.map_of
        if name:
            element = self.api.shapes.get(name) or shape_of_type(name[:1].lower() + name[1:], entry.node, {})
            if element is None:
                text = f"the model has no shape {name!r}{nearest(name, self.api.shapes)}"
                self._problem(f"fields.{entry.path}.custom_field: {text}", entry.node)
                return None
            return list_of(element, entry.node) if entry.list_of else map_of(element, entry.node)
        shape = shape_of_type(entry.type, entry.node, self.api.shapes)
        if shape is None:
            self._problem(f"fields.{entry.path}.type: {entry.type!r} is not a type", entry.node)
        return shape

    def _from_operation(self, entry: FieldConfig) -> Field | None:
        """A field copied from another operation."""
        operation = self.api.operations.get(entry.from_operation)
        if operation is None:
            text = f"the model has no operation {entry.from_operation!r}"
            hint = nearest(entry.from_operation, self.api.operations)
            self._problem(f"fields.{entry.path}.from: {text}{hint}", entry.node)
            return None
        payloads = [operation.input, operation.output]
        path = (entry.from_path or _WHOLE).strip()
        for payload in reversed(payloads) if entry.is_read_only else payloads:
            part = Part(PartKind.INPUT if payload is operation.input else PartKind.OUTPUT, operation.name)
            if path == _WHOLE:
                return self._field_of_member(entry, payload, None, part, payload.node, "")
            ref, member = _member_at(payload, steps_of(path))
            if ref is not None:
                return self._field_of_member(entry, ref.shape, ref, part, ref.node, member)
        self._problem(f"fields.{entry.path}.from: {operation.name} has no field {path!r}", entry.node)
        return None

    def _field_of_member(
        self, entry: FieldConfig, shape: Shape, use: Ref | None, part: Part, node: Node, member: str
    ) -> Field:
        sources = [
            FieldSource(part, node, via=(shape.node,)),
            FieldSource(GENERATOR, entry.node, Contribution.CONFIRMED),
        ]
        text = use.documentation if use is not None else ""
        return Field(entry.path, member or entry.path, shape, sources, text, use)

    def _require(self, field_: Field) -> None:
        """Mark a field as required if the input requires the member that was renamed to it.

        ACK does not apply this to the members of an input wrapper (`input_wrapper_field_path`).
        """
        payload = self.create.input
        original = field_.name
        renames = self.settings.renames.get(self.create.name)
        for key in ("output_fields", "input_fields"):
            names = renames.get(key) if renames else None
            for member, node in names.members() if names else ():
                if node.value == field_.name:
                    original = member
        if original in payload.required:
            field_.required = True

    def _add_nested(self, entry: FieldConfig) -> None:
        """Add a field to the structure at its path; all uses of the structure share it."""
        *above, name = steps_of(entry.path)
        parent = ".".join(above)
        added = self._added(entry)
        if added is None:
            return
        for parent_field, steps in self.resource.find(parent):
            shape = inner(steps[-1][0].members[steps[-1][1]].shape if steps else parent_field.shape)
            if shape.kind == STRUCTURE:
                replaced = _member_by_go_name(shape, name)
                if replaced is not None:
                    del shape.members[replaced]
                shape.members[name] = Ref(added.shape, added.sources[0].node, name, added.documentation)
                return
        self._problem(f"fields.{entry.path}: {self.resource.name} has no structure at {parent!r}", entry.node)

    def modifiers(self) -> None:
        """Attach the entries of `fields` to the fields that they change."""
        arn = self.resource.arn
        for path, entry in self.settings.fields.items():
            matches = list(self.resource.find(path))
            for field_, steps in matches:
                if not steps:
                    self._modify(field_, entry)
            is_arn = self._is_arn(path) or (arn is not None and arn.key.lower() == camel(path).lower())
            excused = is_arn or entry.is_new or entry.is_attribute or entry.is_owner_account_id
            if not matches and not (excused or entry.is_primary_key or entry.late_initialize):
                keys = [f.key for f in (*self.resource.spec.values(), *self.resource.status.values())]
                self._problem(f"{self.resource.name} has no field {path!r}{nearest(path, keys)}", entry.node)

    def _modify(self, field_: Field, entry: FieldConfig) -> None:
        """Attach an entry to a field, which may have one already, spelled differently."""
        entries = [entry] if field_.config is None else [field_.config, entry]
        self.resource.problems += contradictions(entries, self.api.service)
        field_.config = sum_of(entries)
        if entry.is_required is not None and self.resource.is_in_spec(field_):
            field_.required = entry.is_required

    def _problem(self, text: str, node: Node) -> None:
        self.resource.problems.append(
            problem_at(f"resources.{self.resource.kind.name}: {text}", node, remedy=CORRECT_ENTRY)
        )


def _member_at(payload: Shape, path: list[str]) -> tuple[Ref | None, str]:
    """The member at a path and its name in the API; steps enter lists, not maps."""
    shape, ref, member = payload, None, None
    for step in path:
        while shape.kind == LIST and shape.element is not None:
            shape = shape.element.shape
        member = find_member(shape, step)
        if member is None:
            return None, ""
        ref = shape.members[member]
        shape = ref.shape
    return ref, (ref.source_name if ref else "")


CREATE_INPUT = Part(PartKind.INPUT, Purpose.CREATE)
CREATE_OUTPUT = Part(PartKind.OUTPUT, Purpose.CREATE)
GENERATOR = Part(PartKind.OTHER, "generator.yaml")
ATTRIBUTE = Part(PartKind.OTHER, "attribute in generator.yaml")
DOCUMENTATION = Part(PartKind.OTHER, "documentation.yaml")
MEMBER = Part(PartKind.OTHER, "structure member")

Member = tuple[Shape, str]
"""A structure and the name of a member."""

_SHARED_FLAGS = ("is_secret", "is_immutable")  # is_required does not apply to nested fields


class Instructions(Struct, frozen=True):
    """The instructions for one member: the combined entry, and the entries it is made from."""

    config: FieldConfig
    entries: tuple[FieldConfig, ...]


def instructions(resources: Iterable[Resource], service: str, *, lenient: bool) -> dict[Member, Instructions]:
    """The instructions of all resources, by member. References without a service are to `service`.

    ACK's generator applies each entry for a nested field, of any Kind, to the one Go type that all Kinds share. A
    password that only one Kind marks as secret is a secret in all Kinds.

    Raises MappingError for entries that contradict each other, unless `lenient`.
    """
    by_member: dict[Member, list[FieldConfig]] = {}
    for resource in resources:
        for path, entry in resource.config.fields.items():
            for member, instruction in _uses(resource, path, entry):
                entries_ = by_member.setdefault(member, [])
                if all(instruction.node.key != other.node.key for other in entries_):
                    entries_.append(instruction)
    entries = by_member.values()
    problems = [problem for each in entries for problem in contradictions(each, service, flags=_SHARED_FLAGS)]
    if problems and not lenient:
        raise MappingError(*dict.fromkeys(problems))
    return {member: Instructions(sum_of(entries), tuple(entries)) for member, entries in by_member.items()}


def _uses(resource: Resource, path: str, entry: FieldConfig) -> Iterator[tuple[Member, FieldConfig]]:
    """The members that an entry selects, each with the instructions for it.

    If spec and status both have a field of the name, ACK applies the entry to the field in spec. `is_secret` applies to
    both.
    """
    nested = [(field_, steps) for field_, steps in resource.find(path) if steps]
    of_spec = [resource.is_in_spec(field_) for field_, _ in nested]
    elsewhere = replace(entry, is_immutable=False, go_tag=None, references=None)
    for is_of_spec, (_, steps) in zip(of_spec, nested, strict=True):
        yield steps[-1], entry if is_of_spec or not any(of_spec) else elsewhere
