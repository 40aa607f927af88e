"""Routes: paths by their shape, without names of parameters, trailing slashes and suffixes."""

import re
from collections.abc import Callable

from msgspec import Struct

from ..nouns import snake
from .operations import Api, ApiOperation

PARAMETER = "{}"
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
"""The segments of a path, with `{}` for each parameter."""


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

    @property
    def is_item(self) -> bool:
        """Whether the path ends with a parameter."""
        return len(self.shape) > 0 and self.shape[-1] == PARAMETER


Routes = dict[Shape, Route]


def is_sayable(text: str) -> bool:
    """Whether YAML can contain the text: it has no lone surrogate, which JSON can contain."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def segments(path: str) -> list[Segment]:
    """The segments of a path, without empty ones and suffixes such as `.json`. `:id` is read as `{id}`."""
    found = []
    for text in path.split("/"):
        if bare := _SUFFIX.sub("", text):
            parameter = _PARAMETER.match(bare)
            found.append(Segment(bare, (parameter[1] or parameter[2] or "") if parameter else None))
    return found


def shape_of(path: str) -> Shape:
    """`/v1/pets/{petId}.json` -> `("v1", "pets", "{}")`."""
    return tuple(
        PARAMETER if segment.parameter is not None else _BRACES.sub(PARAMETER, segment.text)
        for segment in segments(path)
    )


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
    return routes, left_out, filtered
