"""Schemas that are referred to by name: `$anchor` and `$id` (JSON Schema 2020-12, section 8.2).

A schema with an `$id` is a resource: references in it are resolved against its address, and its anchors are local.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from .document import Document, Node
from .location import escape_token

_NAMED = frozenset(
    "properties patternProperties $defs definitions dependentSchemas schemas parameters requestBodies responses headers"
    " callbacks pathItems paths webhooks content encoding".split()
)
"""Keywords whose members are schemas by name: a member `$id` is a schema there, not an address."""
_VALUES = frozenset("const default enum example examples".split())
"""Keywords with values of the API, which contain no schemas."""
_WITHOUT = ("2.", "3.0")
"""The versions of OpenAPI whose schemas have neither keyword."""


class AmbiguousName(Exception):
    """A name that several schemas have; `str()` is a predicate of the reference."""


class Resources:
    """The resources and anchors of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._bases: dict[str, str] = {"": document.uri}
        self._by_id: dict[str, list[str]] = {document.uri: [""]}
        self._written: dict[str, list[str]] = {}
        self._anchors: dict[tuple[str, str], list[str]] = {}
        self._by_anchor: dict[str, list[str]] = {}
        if _may_have_any(document):
            for pointer, schema in _schemas(document.root):
                self._add(pointer, schema)

    @property
    def has_any(self) -> bool:
        """Whether any schema has an `$id` or an anchor."""
        return len(self._bases) > 1 or bool(self._anchors)

    def find(self, location: str, fragment: str, within: str) -> Node | None:
        """The target of a reference at the pointer `within`; None if no schema has such a name.

        If the rules of the specification find nothing, a name that exactly one schema of the document has is
        accepted. Raises AmbiguousName.
        """
        base = self._base(within)
        address = _resolve_address(base, location) if location else base
        schemas = self._by_id.get(address) or self._written.get(location, [])
        if len(schemas) > 1:
            raise AmbiguousName(f"is the $id of {len(schemas)} schemas of {self._document.uri}")
        if location and not schemas:
            return None
        pointer = schemas[0] if schemas else ""
        if fragment and not fragment.startswith("/"):
            name = unquote(fragment)
            named = self._anchors.get((address, name)) or ([] if location else self._by_anchor.get(name, []))
            if len(named) > 1:
                raise AmbiguousName(f"is the $anchor of {len(named)} schemas of {self._document.uri}")
            return self._document.at(named[0]) if named else None
        return self._document.at(pointer + unquote(fragment))

    def _add(self, pointer: str, schema: dict[Any, Any]) -> None:
        id_ = schema.get("$id")
        if isinstance(id_, str):
            address = _resolve_address(self._base(pointer), id_)
            self._bases[pointer] = address
            self._by_id.setdefault(address, []).append(pointer)
            if pointer:
                self._written.setdefault(id_, []).append(pointer)
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if isinstance(name, str):
                self._anchors.setdefault((self._base(pointer), name), []).append(pointer)
                self._by_anchor.setdefault(name, []).append(pointer)

    def _base(self, pointer: str) -> str:
        """The address of the innermost resource around a pointer."""
        while pointer not in self._bases:
            pointer = pointer.rpartition("/")[0]
        return self._bases[pointer]


class _Same:
    """An object or a list as a key, equal only to itself."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return object.__hash__(self.value)


def _may_have_any(document: Document) -> bool:
    """Whether a search is needed: most documents contain neither keyword, or are of a version without them."""
    root = document.root
    if isinstance(root, dict) and str(root.get("openapi") or root.get("swagger") or "").startswith(_WITHOUT):
        return False
    return any(layer.contains(word) for layer in document.layers for word in ("$id", "$anchor", "$dynamicAnchor"))


def _schemas(root: Any) -> Iterator[tuple[str, dict[Any, Any]]]:
    """All objects that may be schemas with their pointers, outer ones first; shared objects are visited once."""
    seen: set[_Same] = set()  # aliases of YAML and overlays share values
    waiting: list[tuple[str, Any, bool]] = [("", root, False)]
    while waiting:
        pointer, value, is_map = waiting.pop()
        if not isinstance(value, dict | list) or _Same(value) in seen:
            continue
        seen.add(_Same(value))
        if isinstance(value, dict):
            if not is_map:
                yield pointer, value
            inner = [
                (f"{pointer}/{escape_token(str(key))}", child, not is_map and key in _NAMED)
                for key, child in value.items()
                if is_map or (key not in _VALUES and not str(key).startswith("x-"))
            ]
            waiting += reversed(inner)
        else:
            waiting += reversed([(f"{pointer}/{index}", child, False) for index, child in enumerate(value)])


def _resolve_address(base: str, location: str) -> str:
    """`location` resolved against `base`, without a fragment; `location` itself if it is not a valid address."""
    try:
        return urldefrag(urljoin(base, location)).url
    except ValueError:
        return location
