"""Reads an AWS API model of any format, with the names that a generator.yaml uses.

Names are normalised as in the ACK code generator. Members and shapes begin with a capital. Every operation has its own
input and output shape, named after the operation.
"""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from mapper.inputs import Document, problem_at
from mapper.report.diagnostic import MappingError
from mapper.text.plural import capital

from .names import UNCHANGED
from .service_model import read_service_model
from .shapes import STRING, STRUCTURE, Api, ModelOperation, Ref, Shape, below, check_model
from .smithy import SMITHY, read_smithy

_PRESIGNING = ("rds", "neptune", "docdb")
_PRESIGNED = "PreSignedUrl"
_REGIONS = ("SourceRegion", "DestinationRegion")
_OLD_NAME = re.compile(r"[a-z]|.*_")
_SPEAKING_TO_GO = ("String", "GoString")


_PARTS = ("metadata", "operations", "shapes")
_FORMATS = "a Smithy model, api-2.json or service-2.json"


def read_api(document: Document, texts: Document | None = None, wanted: str = "") -> Api:
    """Read a model. `texts` is the `docs-2.json` next to an `api-2.json`. Raises MappingError.

    `wanted` is a sentence that asks for the right model, for the message about a file that is none.
    """
    if not isinstance(document.root, dict):
        remedy = wanted or f"name {_FORMATS}"
        raise MappingError(problem_at("an AWS API model is a JSON object", document.node, remedy=remedy))
    missing = next((key for key in _PARTS if not isinstance(document.root.get(key), dict)), "")
    if missing and SMITHY not in document.root:
        text = f"the key {missing} is missing, so this is no AWS API model ({_FORMATS})"
        raise MappingError(problem_at(text, document.node, remedy=wanted or "name the file of one"))
    api = read_smithy(document) if SMITHY in document.root else read_service_model(document, texts)
    check_model(api.shapes.values(), api.operations.values())
    api.service = re.sub(r"[^a-z0-9]", "", api.service.lower())
    _normalise(api.shapes, api.operations)
    if api.service in _PRESIGNING:
        _add_presigning(api.operations.values())
    api.shapes = _reachable_shapes(api.shapes, api.operations)
    return api


def _normalise(shapes: dict[str, Shape], operations: dict[str, ModelOperation]) -> None:
    """Give shapes and members the names that a generator.yaml uses."""
    payloads = {shape for operation in operations.values() for shape in (operation.input, operation.output)}
    for shape in shapes.values():
        if _OLD_NAME.match(shape.name) and (shape.kind == STRUCTURE or shape.enum):
            shape.name = "".join(capital(word) for word in re.split(r"[^A-Za-z0-9]+", shape.name))
        shape.name = capital(shape.name)
        shape.members = _by_go_name(shape)
        shape.required = frozenset(map(capital, shape.required))
        if shape.kind == STRUCTURE and shape.name.endswith(("Input", "Output")) and shape not in payloads:
            shape.name += "_"
    for operation in operations.values():
        operation.input = _own_payload(operation.input, f"{operation.name}Input")
        operation.output = _own_payload(operation.output, f"{operation.name}Output")
    for shape in [*shapes.values(), *(s for o in operations.values() for s in (o.input, o.output))]:
        shape.members = {_avoiding_methods(name, shape.members): ref for name, ref in shape.members.items()}


def _by_go_name(shape: Shape) -> dict[str, Ref]:
    """The members of a shape by their names in Go, which begin with a capital. Raises MappingError."""
    by_go_name: dict[str, Ref] = {}
    for name, ref in shape.members.items():
        if by_go_name.setdefault(capital(name), ref) is not ref:
            text = f"shape {shape.name!r} has two members {capital(name)!r}: only their first letters differ"
            raise MappingError(problem_at(text, ref.node, remedy=UNCHANGED))
    return by_go_name


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


def _reachable_shapes(shapes: dict[str, Shape], operations: dict[str, ModelOperation]) -> dict[str, Shape]:
    """The shapes that operations reach, and exceptions, by name."""
    roots = [shape for shape in shapes.values() if shape.exception or shape.enum]
    roots += [shape for operation in operations.values() for shape in (operation.input, operation.output)]
    return dict(sorted({shape.name: shape for shape in below(roots)}.items()))
