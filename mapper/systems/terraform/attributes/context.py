"""The position of the mapping within a body, and bodies behind references, which are mapped once for each role."""

from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Attribute, Body, Scalar
from mapper.model.attribute import with_attributes, with_inner
from mapper.model.nesting import MAX_NESTING
from mapper.report.origin import Part, PartKind

from ..config.paths import EMPTY as EMPTY_NAME
from ..config.paths import below as rest_of
from ..config.paths import plain
from ..config.schema import Ignore
from ..openapi.roles import Role
from ..schema.recursion import EMPTY, Stack

Ignores = tuple[tuple[str, Ignore], ...]
"""The rest of each ignored path at some level, and its entry in the config."""


class EarlyKeys(Struct, frozen=True):
    """The keys of an override that apply before attributes exist.

    `depth` is the recursion depth from here on, `branch` the name of the branch of a choice.
    """

    depth: int | None = None
    branch: str | None = None


Recursions = tuple[tuple[str, EarlyKeys], ...]
"""The rest of each path at some level, and the override's early keys."""

_Entry = TypeVar("_Entry")


class Context(Struct, frozen=True):
    """The position of the mapping within a body.

    `stack` has the references being followed, `depth` is the number of attributes above. `members`: the attributes are
    members of an element type. `recursion` is the recursion depth, `recursions` where overrides change it.
    """

    role: Role
    ignores: Ignores = ()
    recursion: int = 0
    recursions: Recursions = ()
    stack: Stack = EMPTY
    depth: int = 0
    members: bool = False


_ESCAPED = "\\"


class PathIndex(Generic[_Entry]):
    """Distributes the entries of an object to its properties, fast enough for thousands of both.

    `at_this_level` are the entries of the properties themselves, by name.
    """

    def __init__(self, entries: tuple[tuple[str, _Entry], ...]) -> None:
        self.at_this_level = {plain(path): entry for path, entry in entries}
        self._entries = entries
        self._by_start: dict[str, list[int]] = {}
        for number, (path, _) in enumerate(entries):
            self._by_start.setdefault(_start(path), []).append(number)
        self._escaped = self._by_start.pop(_ESCAPED, [])

    def of(self, name: str) -> tuple[tuple[str, _Entry], ...]:
        """The entries for what is nested in the property `name`, in their order."""
        numbers = self._by_start.get((name or EMPTY_NAME).partition(".")[0], [])
        if self._escaped:
            numbers = sorted([*numbers, *self._escaped])
        entries = ((rest_of(path, name), entry) for path, entry in (self._entries[number] for number in numbers))
        return tuple((rest, entry) for rest, entry in entries if rest)


def _start(path: str) -> str:
    """The first part of the first name of a path; the same text for all paths with a backslash."""
    return _ESCAPED if _ESCAPED in path else path.partition(".")[0]


NO_IGNORES = PathIndex[Ignore](())
"""The index of most objects."""


class SharedBody(Struct, frozen=True):
    """A body, and its levels of nested attributes. `is_cut`: for its depth only."""

    body: Body
    levels: int
    is_cut: bool = False


class BodyStore:
    """Bodies behind references, by role and schema; what was cut because of its depth by the depth, too."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[object, ...], SharedBody] = {}
        self._responses = ResponseBodies()

    def find(self, key: tuple[object, ...], role: Role, depth: int) -> SharedBody | None:
        """A body in `role` that has room below `depth`; `key` has all else that decides how it is mapped."""
        place = (role, *key)
        found = self._bodies.get(place) or self._responses.find(key, role)
        if found is None or depth + found.levels > MAX_NESTING:
            return self._bodies.get((*place, depth))
        return found

    def add(self, key: tuple[object, ...], role: Role, depth: int, shared: SharedBody) -> None:
        """Keep a body that was mapped at `depth`."""
        self._bodies[(role, *key, depth) if shared.is_cut else (role, *key)] = shared
        self._responses.add(key, role, shared)


class ResponseBodies:
    """The bodies of responses behind references. Responses to create and to read with one schema differ only in the
    part of their origins. So one of them is mapped: a seventh of the time of an API where most share schemas.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[object, ...], tuple[SharedBody, Part]] = {}
        self._as: dict[tuple[Body, Part], Body] = {}
        """A body as another part has it, in both directions: what is shared in one part is shared in the other."""

    def add(self, key: tuple[object, ...], role: Role, shared: SharedBody) -> None:
        """Keep the body of a response that was mapped in `role`; `key` has all that decides how."""
        if role.part.kind is PartKind.RESPONSE and not shared.is_cut:
            self._first[role.required, role.optional, role.default_relaxes, *key] = shared, role.part

    def find(self, key: tuple[object, ...], role: Role) -> SharedBody | None:
        """The same body in another response, as one in `role`."""
        first = self._first.get((role.required, role.optional, role.default_relaxes, *key))
        return replace(first[0], body=self._body(first[0].body, first[1], role.part)) if first is not None else None

    def _body(self, body: Body, was: Part, part: Part) -> Body:
        mapped = self._as.get((body, part))
        if mapped is None:
            mapped = with_attributes(body, [self._attribute(attribute, was, part) for attribute in body.attributes])
            self._as[body, part], self._as[mapped, was] = mapped, body
        return mapped

    def _attribute(self, attribute: Attribute, was: Part, part: Part) -> Attribute:
        if attribute.type.__class__ is not Scalar:
            attribute = with_inner(attribute, lambda nested: self._body(nested, was, part))
        return replace(attribute, origins=tuple([replace(origin, part=part) for origin in attribute.origins]))
