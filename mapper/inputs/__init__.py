"""Parsed documents with positions, JSON pointers, and `$ref` across files.

Nothing is inlined or copied: a `Node` is a value with its place, and each reference is resolved when it is followed.
"""

from .document import LINE_SEPARATORS, Document, Node, problem_at, repeated_keys
from .location import DocumentError, Spot, escape_token, split_pointer, unescape_token
from .scalars import Scalar, bool_of, number_of, text_of
from .store import Documents, Reader, Unresolved, read_bytes, reference_name

__all__ = [
    "LINE_SEPARATORS",
    "Document",
    "DocumentError",
    "Documents",
    "Node",
    "Reader",
    "Scalar",
    "Spot",
    "Unresolved",
    "bool_of",
    "escape_token",
    "number_of",
    "problem_at",
    "read_bytes",
    "reference_name",
    "repeated_keys",
    "split_pointer",
    "text_of",
    "unescape_token",
]
