"""Parsed documents with positions, JSON pointers, and `$ref` across files.

Nothing is inlined or copied: a `Node` is a value with its place, and each reference is resolved when it is followed.
"""

from .document import LINE_SEPARATORS as LINE_SEPARATORS
from .document import Document as Document
from .document import Node as Node
from .document import find_positions as find_positions
from .document import problem_at as problem_at
from .document import repeated_keys as repeated_keys
from .location import DocumentError as DocumentError
from .location import Spot as Spot
from .location import escape_token as escape_token
from .location import split_pointer as split_pointer
from .location import unescape_token as unescape_token
from .scalars import bool_of as bool_of
from .scalars import number_of as number_of
from .scalars import text_of as text_of
from .scalars import text_or_empty as text_or_empty
from .store import Documents as Documents
from .store import Reader as Reader
from .store import Unresolved as Unresolved
from .store import read_bytes as read_bytes
from .store import reference_name as reference_name
