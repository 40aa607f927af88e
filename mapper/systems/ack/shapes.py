"""An AWS API model as a graph of shapes, whatever format it was read from."""

from collections.abc import Iterable

from msgspec import Struct, field

from mapper.inputs import Document, Node, problem_at
from mapper.model import ScalarKind
from mapper.report.diagnostic import MappingError

from .names import NAMES, UNCHANGED, is_identifier

STRUCTURE, LIST, MAP, STRING = "structure", "list", "map", "string"
_MOST_LISTS = 20

Bounds = tuple[float | None, float | None]
"""The least and the most: of a number, the length of a text, or the size of a list."""


class Ref(Struct):
    """A use of a shape: a member of a structure, or the element of a list or map.

    `pattern` and `limits` belong to this use, and replace the shape's.
    """

    shape: "Shape"
    node: Node
    source_name: str = ""
    documentation: str = ""
    idempotency_token: bool = False
    pattern: str | None = None
    limits: Bounds | None = None
    deprecated: str | None = None


class Shape(Struct, eq=False):
    """A type of the model. `kind` is structure, list, map, string, integer and so on.

    `enum` has the values of an enum of texts, `numbers` the values of an enum of integers. `is_ordered`: Go constants
    are in the order of `enum`. `is_anchored`: the pattern has `^` and `$` where they matter, and needs none added.
    `removed` are members that the config leaves out, each with the line that says so.
    """

    name: str
    kind: str
    node: Node
    members: dict[str, Ref] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    element: Ref | None = None
    enum: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    is_ordered: bool = False
    pattern: str | None = None
    is_anchored: bool = False
    limits: Bounds = (None, None)
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
    documentation: str = ""


class Api(Struct):
    """A whole model. `named` is where its name is from; `title` and `version` are empty if the model has none."""

    service: str
    named: Node
    title: str
    version: str
    operations: dict[str, ModelOperation]
    shapes: dict[str, Shape]
    documents: tuple[Document, ...]


def below(roots: Iterable[Shape]) -> dict[Shape, None]:
    """The shapes, and all shapes that they refer to."""
    shapes: dict[Shape, None] = {}
    stack = list(roots)
    while stack:
        shape = stack.pop()
        if shape not in shapes:
            shapes[shape] = None
            stack += [ref.shape for ref in shape.members.values()]
            stack += [shape.element.shape] if shape.element is not None else []
    return shapes


def inner(shape: Shape) -> Shape:
    """The innermost element of a list or map; any other shape itself."""
    while shape.element is not None:
        shape = shape.element.shape
    return shape


def check_name(what: str, name: str, node: Node) -> None:
    """Raises MappingError for a name that cannot become a field, Kind or Go identifier."""
    if not is_identifier(name):
        raise MappingError(problem_at(f"{what}: this is not a name", node, remedy=NAMES))


def refuse_endless(shape: Shape) -> None:
    """Raises MappingError for lists and maps nested beyond the limit, or in a cycle without a structure."""
    element = shape
    for _ in range(_MOST_LISTS):
        if element.element is None:
            return
        element = element.element.shape
    text = f"shape {shape.name!r}: lists and maps are in each other more than {_MOST_LISTS - 1} times, or without end"
    raise MappingError(problem_at(text, shape.node, remedy=UNCHANGED))


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
            raise MappingError(problem_at(text, shape.node, remedy=UNCHANGED))
        if total > MOST_IN_MODEL:
            text = f"the structures of the model have more than {MOST_IN_MODEL:,} members together"
            raise MappingError(problem_at(text, shape.node, remedy=UNCHANGED))
    check_payloads(operations)


def check_payloads(operations: Iterable[ModelOperation], hint: str = "") -> None:
    """Raises MappingError if the operations together are too large; `hint` says what to do."""
    total = 0
    for operation in operations:
        total += len(operation.input.members) + len(operation.output.members)
        if total > MOST_IN_OPERATIONS:
            text = f"operations take and give more than {MOST_IN_OPERATIONS:,} members together{hint}"
            raise MappingError(problem_at(text, operation.node, remedy=UNCHANGED))


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
