"""An AWS API model as a graph of shapes, read from `api-2.json` or botocore's `service-2.json`.

Names are normalised as the ACK code generator does: members and shapes begin with a capital, and every operation has
its own input and output shape, named after the operation.
"""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Node, number_of, problem_at, text_of
from mapper.model import ScalarKind
from mapper.report.diagnostic import MappingError
from mapper.text.plural import capital

from .names import is_identifier

STRUCTURE, LIST, MAP, STRING = "structure", "list", "map", "string"
_PRESIGNING = ("rds", "neptune", "docdb")
_PRESIGNED = "PreSignedUrl"
_REGIONS = ("SourceRegion", "DestinationRegion")
_OLD_NAME = re.compile(r"[a-z]|.*_")
_MOST_LISTS = 20
_SPEAKING_TO_GO = ("String", "GoString")


class Ref(Struct):
    """A use of a shape: a member of a structure, or the element of a list or map."""

    shape: "Shape"
    node: Node
    source_name: str = ""
    documentation: str = ""
    idempotency_token: bool = False


class Shape(Struct, eq=False):
    """A type of the model. `kind` is structure, list, map, string, integer and so on.

    `removed` are members that the config leaves out, each with the line that says so.
    """

    name: str
    kind: str
    node: Node
    members: dict[str, Ref] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    element: Ref | None = None
    enum: tuple[str, ...] = ()
    pattern: str | None = None
    limits: tuple[float | None, float | None] = (None, None)
    documentation: str = ""
    exception: bool = False
    sensitive: bool = False
    deprecated: str | None = None
    removed: dict[str, tuple[Ref, Node]] = field(default_factory=dict)


class ModelOperation(Struct, eq=False):
    """An operation of the model."""

    name: str
    node: Node
    input: Shape
    output: Shape
    method: str
    path: str
    documentation: str = ""


class Api(Struct):
    """A whole model."""

    document: Document
    service: str
    title: str
    operations: dict[str, ModelOperation]
    shapes: dict[str, Shape]
    documents: tuple[Document, ...]


def read_api(document: Document, texts: Document | None = None) -> Api:
    """Read a model. `texts` is the `docs-2.json` next to an `api-2.json`. Raises MappingError."""
    reader = _Reader(document, texts)
    shapes = reader.shapes()
    operations = reader.operations(shapes)
    check_model(shapes.values(), operations.values())
    name = reader.service()
    _normalise(shapes, operations)
    if name in _PRESIGNING:
        _add_presigning(operations.values())
    return Api(
        document,
        name,
        reader.title(),
        operations,
        _referenced(shapes, operations),
        (document, *([texts] if texts else [])),
    )


class _Reader:
    """Reads a model's document. Anything invalid is a MappingError with its place."""

    def __init__(self, document: Document, texts: Document | None) -> None:
        self._root = document.node
        self._texts: dict[str, Any] = texts.root if texts and isinstance(texts.root, dict) else {}
        if not isinstance(document.root, dict):
            raise MappingError(problem_at("an AWS API model is a JSON object", document.node))
        for key in ("metadata", "operations", "shapes"):
            if not isinstance(document.root.get(key), dict):
                text = f"the key {key} is missing; is this an AWS API model (api-2.json or service-2.json)?"
                raise MappingError(problem_at(text, document.node))

    def service(self) -> str:
        """The name of the service's SDK package, derived from the model."""
        metadata = self._root.value["metadata"]
        for key in ("serviceId", "endpointPrefix"):
            text = text_of(metadata.get(key))
            if text:
                return re.sub(r"[^a-z0-9]", "", text.lower())
        raise MappingError(problem_at("metadata: serviceId is missing", self._root.child("metadata")))

    def title(self) -> str:
        """The display name of the service."""
        metadata = self._root.value["metadata"]
        return text_of(metadata.get("serviceFullName")) or self.service()

    def shapes(self) -> dict[str, Shape]:
        """All shapes, with references resolved."""
        texts = self._texts.get("shapes", {})
        shapes_: dict[str, Shape] = {}
        for name, node in self._root.child("shapes").members():
            _check_name(f"shape {name!r}", name, node)
            value = node.value
            kind = text_of(value.get("type")) if isinstance(value, dict) else None
            if kind is None:
                raise MappingError(problem_at(f"shape {name!r}: a type is needed", node))
            text = value.get("documentation") or (texts.get(name) or {}).get("base")
            shapes_[name] = Shape(
                name,
                kind,
                node,
                required=frozenset(_strings(node, "required")),
                enum=tuple(_strings(node, "enum")),
                pattern=text_of(value.get("pattern")),
                limits=(number_of(value.get("min")), number_of(value.get("max"))),
                documentation=text_of(text) or "",
                exception=bool(value.get("exception") or value.get("fault")),
                sensitive=bool(value.get("sensitive")),
                deprecated=_deprecation(value),
            )
        for name, shape in shapes_.items():
            self._connect(name, shape, shapes_)
        for shape in shapes_.values():
            _refuse_endless(shape)
        return shapes_

    def _connect(self, name: str, shape: Shape, shapes: dict[str, Shape]) -> None:
        if shape.kind == STRUCTURE:
            members = shape.node.get("members")
            for member, node in members.members() if members else ():
                _check_name(f"shape {name!r}, member {member!r}", member, node)
                shape.members[member] = self._ref(node, shapes, name)
                shape.members[member].source_name = member
                shape.members[member].documentation = self._text(node, name, member)
        elif shape.kind in (LIST, MAP):
            key = "member" if shape.kind == LIST else "value"
            element = shape.node.get(key)
            if element is None:
                raise MappingError(problem_at(f"shape {name!r}: {key} is missing", shape.node))
            shape.element = self._ref(element, shapes, name)

    def _ref(self, node: Node, shapes: dict[str, Shape], where: str) -> Ref:
        target = text_of(node.value.get("shape")) if isinstance(node.value, dict) else None
        if target is None or target not in shapes:
            raise MappingError(problem_at(f"{where!r} refers to {target!r}, which does not exist", node))
        return Ref(
            shapes[target],
            node,
            documentation=text_of(node.value.get("documentation")) or "",
            idempotency_token=bool(node.value.get("idempotencyToken")),
        )

    def _text(self, node: Node, parent: str, member: str) -> str:
        inline = text_of(node.value.get("documentation"))
        if inline or not self._texts:
            return inline or ""
        target = text_of(node.value.get("shape")) or ""
        refs = ((self._texts.get("shapes") or {}).get(target) or {}).get("refs") or {}
        return text_of(refs.get(f"{parent}${member}")) or ""

    def operations(self, shapes: dict[str, Shape]) -> dict[str, ModelOperation]:
        """All operations, with their shapes."""
        texts = self._texts.get("operations", {})
        operations_ = {}
        for name, node in self._root.child("operations").members():
            _check_name(f"operation {name!r}", name, node)
            if not isinstance(node.value, dict):
                raise MappingError(problem_at(f"operation {name!r} must be an object", node))
            http = node.value.get("http") or {}
            if not isinstance(http, dict):
                raise MappingError(problem_at(f"operation {name!r}: http must be an object", node.child("http")))
            payloads: list[Shape] = []
            for part in ("input", "output"):
                reference = node.get(part)
                if reference is None:
                    payloads.append(Shape(f"{name}{part.capitalize()}", STRUCTURE, node))
                else:
                    payloads.append(self._ref(reference, shapes, name).shape)
            operations_[name] = ModelOperation(
                name,
                node,
                payloads[0],
                payloads[1],
                str(http.get("method", "")),
                str(http.get("requestUri", "")),
                text_of(node.value.get("documentation") or texts.get(name)) or "",
            )
        return operations_


def _check_name(what: str, name: str, node: Node) -> None:
    """Raises MappingError for a name that cannot become a field, Kind or Go identifier."""
    if not is_identifier(name):
        raise MappingError(
            problem_at(f"{what}: a name has ASCII letters, digits and _, and begins with a letter", node)
        )


def _refuse_endless(shape: Shape) -> None:
    """Raises MappingError for lists and maps nested beyond the limit, or in a cycle without a structure."""
    element = shape
    for _ in range(_MOST_LISTS):
        if element.element is None:
            return
        element = element.element.shape
    text = f"shape {shape.name!r}: lists and maps are in each other more than {_MOST_LISTS - 1} times, or without end"
    raise MappingError(problem_at(text, shape.node))


def _strings(node: Node, key: str) -> list[str]:
    """The list of strings under `key`; empty if there is no such key."""
    list_ = node.get(key)
    if list_ is None or list_.value is None:
        return []
    if not isinstance(list_.value, list):
        raise MappingError(problem_at(f"{key} must be a list of strings", list_))
    return [str(item) for item in list_.value]


def _deprecation(value: dict[str, Any]) -> str | None:
    if not value.get("deprecated"):
        return None
    return text_of(value.get("deprecatedMessage")) or "deprecated"


def _normalise(shapes: dict[str, Shape], operations: dict[str, ModelOperation]) -> None:
    """Give shapes and members the names that a generator.yaml uses."""
    payloads = {shape for operation in operations.values() for shape in (operation.input, operation.output)}
    for shape in shapes.values():
        if _OLD_NAME.match(shape.name) and (shape.kind == STRUCTURE or shape.enum):
            shape.name = "".join(capital(word) for word in re.split(r"[^A-Za-z0-9]+", shape.name))
        shape.name = capital(shape.name)
        shape.members = {capital(name): ref for name, ref in shape.members.items()}
        shape.required = frozenset(map(capital, shape.required))
        if shape.kind == STRUCTURE and shape.name.endswith(("Input", "Output")) and shape not in payloads:
            shape.name += "_"
    for operation in operations.values():
        operation.input = _own_payload(operation.input, f"{operation.name}Input")
        operation.output = _own_payload(operation.output, f"{operation.name}Output")
    for shape in [*shapes.values(), *(s for o in operations.values() for s in (o.input, o.output))]:
        shape.members = {_avoiding_methods(name, shape.members): ref for name, ref in shape.members.items()}


def _own_payload(shape: Shape, name: str) -> Shape:
    """A payload for one operation alone: a copy of the shape under a new name."""
    return shape if shape.name == name else replace(shape, name=name, members=dict(shape.members), removed={})


def _avoiding_methods(name: str, siblings: dict[str, Ref]) -> str:
    """A name that is not a method of the SDK's Go types, by an appended underscore."""
    sets_another = name.startswith("Set") and name[3:] in siblings
    return f"{name}_" if name in _SPEAKING_TO_GO or sets_another else name


def _add_presigning(operations: Iterable[ModelOperation]) -> None:
    """Add the members that RDS clients take to presign requests into other regions."""
    for operation in operations:
        signed = operation.input.members.get(_PRESIGNED)
        if signed is None:
            continue
        for name in _REGIONS:
            if name not in operation.input.members:
                text = Shape("String", STRING, signed.node)
                operation.input.members[name] = Ref(text, signed.node, name, _PRESIGN_TEXTS[name])


_PRESIGN_TEXTS = {
    "SourceRegion": "SourceRegion is the source region where the resource exists. This is not sent over the wire and"
    " is only used for presigning. This value should always have the same region as the source ARN.",
    "DestinationRegion": "DestinationRegion is used for presigning the request to a given region.",
}


def _referenced(shapes: dict[str, Shape], operations: dict[str, ModelOperation]) -> dict[str, Shape]:
    """The shapes that operations reach, and exceptions, by name."""
    roots = [shape for shape in shapes.values() if shape.exception or shape.enum]
    roots += [shape for operation in operations.values() for shape in (operation.input, operation.output)]
    return dict(sorted({shape.name: shape for shape in below(roots)}.items()))


def below(roots: Iterable[Shape]) -> dict[Shape, None]:
    """The shapes, and all shapes that they refer to."""
    found: dict[Shape, None] = {}
    stack = list(roots)
    while stack:
        shape = stack.pop()
        if shape not in found:
            found[shape] = None
            stack += [ref.shape for ref in shape.members.values()]
            stack += [shape.element.shape] if shape.element is not None else []
    return found


def inner(shape: Shape) -> Shape:
    """The innermost element of a list or map; any other shape itself."""
    while shape.element is not None:
        shape = shape.element.shape
    return shape


MOST_MEMBERS = 20_000
"""Members of one structure."""

MOST_IN_MODEL = 50_000
"""Members of all structures of a model."""

MOST_IN_OPERATIONS = 100_000
"""Members of all inputs and outputs, each structure as often as an operation uses it."""


def check_model(shapes: Iterable[Shape], operations: Iterable[ModelOperation]) -> None:
    """Raises MappingError for a model that is too large, at the structure or operation that exceeds the limit."""
    total = 0
    for shape in shapes:
        count = len(shape.members)
        total += count
        if count > MOST_MEMBERS:
            text = f"shape {shape.name!r} has {count:,} members, and {MOST_MEMBERS:,} are the most that are read"
            raise MappingError(problem_at(text, shape.node))
        if total > MOST_IN_MODEL:
            text = f"the structures of the model have more than {MOST_IN_MODEL:,} members together"
            raise MappingError(problem_at(text, shape.node))
    check_payloads(operations)


def check_payloads(operations: Iterable[ModelOperation], hint: str = "") -> None:
    """Raises MappingError if the operations together are too large; `hint` says what to do."""
    total = 0
    for operation in operations:
        total += len(operation.input.members) + len(operation.output.members)
        if total > MOST_IN_OPERATIONS:
            text = f"operations take and give more than {MOST_IN_OPERATIONS:,} members together{hint}"
            raise MappingError(problem_at(text, operation.node))


SCALARS = {
    "string": ScalarKind.STRING,
    "character": ScalarKind.STRING,
    "boolean": ScalarKind.BOOL,
    "byte": ScalarKind.INT64,
    "short": ScalarKind.INT64,
    "integer": ScalarKind.INT64,
    "long": ScalarKind.INT64,
    "intEnum": ScalarKind.INT64,
    "float": ScalarKind.FLOAT64,
    "double": ScalarKind.FLOAT64,
    "blob": ScalarKind.BYTES,
    "timestamp": ScalarKind.TIMESTAMP,
}
"""Scalar kinds of shapes, and their types."""

_GO = {
    "string": "string",
    "bool": "boolean",
    "int": "integer",
    "int64": "long",
    "float64": "double",
    "time.Time": "timestamp",
    "metav1.Time": "timestamp",
    "bytes": "blob",
}


def shape_of_type(text: str, node: Node, shapes: dict[str, Shape]) -> Shape | None:
    """The shape of a Go type, such as `[]*string` or `map[string]*string`; None if it is invalid."""
    text = text.strip().lstrip("*")
    if text in ("[]byte", "bytes"):
        return Shape("Bytes", "blob", node)
    if text.startswith("[]"):
        element = shape_of_type(text[2:], node, shapes)
        return list_of(element, node) if element else None
    if text.startswith("map[string]"):
        element = shape_of_type(text[len("map[string]") :], node, shapes)
        return map_of(element, node) if element else None
    if text in _GO:
        return Shape(text, _GO[text], node)
    return shapes.get(text)


def list_of(element: Shape, node: Node) -> Shape:
    """A list of shapes."""
    return Shape(f"{element.name}List", LIST, node, element=Ref(element, node))


def map_of(element: Shape, node: Node) -> Shape:
    """A map from strings to shapes."""
    return Shape(f"{element.name}Map", MAP, node, element=Ref(element, node))
