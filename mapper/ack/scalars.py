"""The types of scalar shapes, and the shapes of Go types that a generator.yaml names."""

from __future__ import annotations

from ..inputs import Node
from ..model import ScalarKind
from .shapes import LIST, MAP, Ref, Shape

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
