"""Routes: paths by their shape, without names of parameters, trailing slashes and suffixes.

A fragment makes a key unique (`/plugins#ACL`) and is no part of the path: HTTP does not send it. The paths with one
fragment belong together, and what their objects lack is what the same paths without a fragment have.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec import Struct

from ..nouns import snake
from .operations import Api, ApiOperation

PARAMETER = "{}"
_UPDATES = ("put", "patch")
_CHANGES = (*_UPDATES, "delete")
NO_NOUNS = frozenset(("api", "apis", "rest"))
_VERSION = re.compile(
    r"v?[0-9]+(?:[._-][0-9]+)*(?:-?(?:alpha|beta|rc|preview)[0-9]*)?\Z"
    r"|v[0-9]+[a-z]?\Z|alpha\Z|beta\Z",
    re.IGNORECASE,
)
_PARAMETER = re.compile(r"\{([^{}]*)\}\Z|:([A-Za-z_][A-Za-z0-9_]*)\Z")
_SUFFIX = re.compile(r"\.(?:json|xml|ya?ml|csv)\Z", re.IGNORECASE)
_BRACES = re.compile(r"\{[^{}]*\}")

Shape = tuple[str, ...]
"""The segments of a path, with `{}` for each parameter, behind its fragment with the `#`, if it has one."""


class Segment(Struct, frozen=True):
    """A segment of a path. `parameter` is the name of the parameter, if the segment consists of one."""

    text: str
    parameter: str | None = None


class Route(Struct):
    """The operations on all paths of one shape, by method."""

    shape: Shape
    operations: dict[str, ApiOperation]

    def get(self, method: str) -> ApiOperation | None:
        """The operation of a method; None if there is none."""
        return self.operations.get(method)

    def has_like(self, method: str) -> bool:
        """Whether there is an operation of a method, or another one that updates as well."""
        return any(other in self.operations for other in (_UPDATES if method in _UPDATES else (method,)))

    @property
    def is_item(self) -> bool:
        """Whether the path ends with a parameter, and a fragment stands for more than one operation."""
        return self.shape[-1:] == (PARAMETER,) and (fragment_in(self.shape) == () or len(self.operations) > 1)


Routes = dict[Shape, Route]


def is_sayable(text: str) -> bool:
    """Whether YAML can contain the text: it has no lone surrogate, which JSON can contain."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def segments(path: str) -> list[Segment]:
    """The segments of a path, without empty ones, suffixes such as `.json` and a fragment. `:id` is read as `{id}`."""
    path_segments = []
    for text in path.partition("#")[0].split("/"):
        if bare := _SUFFIX.sub("", text):
            parameter = _PARAMETER.match(bare)
            path_segments.append(Segment(bare, (parameter[1] or parameter[2] or "") if parameter else None))
    return path_segments


def shape_of(path: str) -> Shape:
    """`/v1/pets/{petId}.json` -> `("v1", "pets", "{}")`, `/pets#Dog` -> `("#Dog", "pets")`."""
    shape = tuple(
        PARAMETER if segment.parameter is not None else _BRACES.sub(PARAMETER, segment.text)
        for segment in segments(path)
    )
    fragment = fragment_of(path)
    return (f"#{fragment}", *shape) if fragment else shape


def fragment_of(path: str) -> str:
    """What makes the key of a path unique: `ACL` of `/plugins#ACL`; empty if there is nothing."""
    return path.partition("#")[2]


def fragment_in(shape: Shape) -> Shape:
    """The first part of a shape, if it is a fragment; else nothing."""
    return shape[:1] if shape[:1] and shape[0].startswith("#") else ()


def without_fragment(shape: Shape) -> Shape:
    """The shape of the path that HTTP sends."""
    return shape[len(fragment_in(shape)) :]


@lru_cache(maxsize=4096)  # the segments of paths are few, and the pattern ignores case: 3 µs each time
def is_version(text: str) -> bool:
    """Whether a segment is only a version (`v1`, `2010-04-01`)."""
    return _VERSION.match(text) is not None


def static_nouns(path: str) -> list[str]:
    """The words of a path, without parameters, versions and words such as `api`."""
    words = [
        snake(_BRACES.sub("", segment.text))
        for segment in segments(path)
        if segment.parameter is None and not is_version(segment.text)
    ]
    return [word for word in words if word and word not in NO_NOUNS]


def read_routes(api: Api, wanted: Callable[[str], bool]) -> tuple[Routes, dict[tuple[str, str], str], int]:
    """The routes of an API, the reasons for operations without one, and the number of filtered operations."""
    routes: Routes = {}
    left_out: dict[tuple[str, str], str] = {}
    filtered = 0
    for path, method, _ in api.operations():
        if not wanted(path):
            filtered += 1
        elif not path or not is_sayable(path):
            left_out[method, path] = "a config cannot name the path"
        else:
            shape = shape_of(path)
            route = routes.setdefault(shape, Route(shape, {}))
            if first := route.get(method):
                left_out[method, path] = f"of the same shape as {first.path}"
            else:
                route.operations[method] = api.operation(path, method)
    return _complete_fragments(routes), left_out, filtered


def _complete_fragments(routes: Routes) -> Routes:
    """The routes, where the objects of a fragment have what their item and its collection have without one."""
    everything = dict(routes)
    for fragment, item in dict.fromkeys(_items(routes)):
        for path in (item[:-1], item):
            shape = (fragment, *path)
            route, plain = routes.get(shape, Route(shape, {})), routes.get(path, Route(path, {}))
            missing = {m: operation for m, operation in plain.operations.items() if not route.has_like(m)}
            everything[shape] = Route(shape, route.operations | missing)
    return everything


def _items(routes: Routes) -> Iterator[tuple[str, Shape]]:
    """The fragments and items of objects: a fragment makes what an item reads, or both reads and changes one. A single
    operation (`/files/{id}#add_link`) is not about objects of its own.
    """
    for shape, route in routes.items():
        path = without_fragment(shape)
        if path == shape:
            continue
        below = (*path, PARAMETER)
        if route.is_item and route.get("get") and any(map(route.get, _CHANGES)):
            yield shape[0], path
        elif route.get("post") and any(
            item in routes and routes[item].get("get") for item in (below, (shape[0], *below))
        ):
            yield shape[0], below
