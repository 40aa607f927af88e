"""Kubernetes' names of field types."""

from __future__ import annotations

from ..model import Collection, Nested, Object, Scalar, Type, Union, options_in_words

CRD_WORDS = "custom resource definitions, to install in a cluster"
GO_WORDS = "the types of the custom resources, in Go"
"""The purpose of Go files."""

_SCALARS = {
    "bool": "boolean",
    "int64": "integer",
    "int32": "integer",
    "float64": "number",
    "bytes": "string (base64)",
    "timestamp": "string (date-time)",
}


def type_words(type_: Type) -> str:
    """A type in words: `list of string`, `map of object`; scalars have their OpenAPI names."""
    match type_:
        case Scalar(kind):
            return _SCALARS.get(kind, str(kind))
        case Collection(kind, element):
            return f"{kind} of {type_words(element)}"
        case Nested("single", _) | Object(_):
            return "object"
        case Nested(mode, _):
            return f"{mode} of object"
        case Union(options):
            return options_in_words(options, type_words)
