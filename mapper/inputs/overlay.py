"""OpenAPI Overlay 1.0: changes to a description, in files of their own.

Changed objects and lists are copied, everything else is shared with the document as read. Every copy records the
file and the pointer of each member. So a node of the result has the place where its value was written: in the
description, or in an overlay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..report.budget import Limit
from ..report.diagnostic import MappingError, Problem
from .document import Document, Node, problem_at
from .location import escape_token
from .scalars import bool_of, text_of, text_or_empty

if TYPE_CHECKING:
    from jsonpath.segments import JSONPathSegment

    from .jsonpath import Effort, Path
    from .overlay_target import Parser

STEPS = Limit("steps of overlays", 5_000_000, 10)
"""The most values that all actions together visit, compare and copy; grows with the bytes of all files."""

_SHOWN = 120  # characters of a target in a message
_COPY = 8  # steps for a copy of an object or a list, besides one for each member
_KEYS = ("target", "description", "update", "remove")

Link = tuple["Link | None", str]
"""The path to an object or a list: that of its parent, and one or more reference tokens.

The pointer is made on demand: all pointers below a long name would repeat the name.
"""
Place = tuple[Document, "Link | None", str]
"""A document, the path to an object or list in it, and the reference token of a member."""


class Overlaid(Document):
    """A description with overlays applied. `unmatched` are the actions whose target selects nothing."""

    def __init__(self, base: Document, overlays: Sequence[Document], steps: Limit = STEPS) -> None:
        """Apply `overlays`, one action after the other.

        Raises MappingError for the first mistake in an action, and for the action that would exceed `steps`.
        """
        self.uri, self.path, self.data = base.uri, base.path, base.data
        self.stored = base.stored
        self.duplicates = base.duplicates
        self._layers = (base, *overlays)
        self.unmatched: list[Node] = []
        try:
            from .jsonpath import Effort
        except ImportError:
            remedy = "pip install 'mkdocs-oasmap[overlay]'"
            raise MappingError(Problem("overlays need one more package", remedy=remedy)) from None
        effort = Effort(steps.at(sum(len(layer.data) for layer in self.layers)))
        tree = _Tree(base, effort)
        for overlay in overlays:
            for action in _actions(overlay, effort):
                if not tree.apply(action):
                    self.unmatched.append(action.node)
        self.root, self._copied = tree.root, tree.copied

    @property
    def layers(self) -> tuple[Document, ...]:
        """The description, and the overlays."""
        return self._layers

    @property
    def node(self) -> Node:
        """The root node."""
        return OverlaidNode(self.layers[0], "", self.root, self, "", self._copied)

    def position(self, pointer: str) -> tuple[int, int] | None:
        """Line and column in the description itself."""
        return self.layers[0].position(pointer)

    def find_positions(self, pointers: Iterable[str]) -> None:
        """Find many positions in the description itself."""
        self.layers[0].find_positions(pointers)


def is_overlay(document: Document) -> bool:
    """Whether a document is an overlay, not a description."""
    return isinstance(document.root, dict) and "overlay" in document.root and "actions" in document.root


class OverlaidNode(Node, frozen=True, eq=False):
    """A value, and the place where it was written. `at` is the pointer to it in the result.

    `copied` is what is known of a value that overlays have changed something in.
    """

    tree: Overlaid
    at: str
    copied: _Copy | None

    def child(self, key: str | int) -> Node:
        """The member or item under `key`, at its place in the file that wrote it."""
        token = escape_token(str(key))
        document, pointer, inner = self.document, f"{self.pointer}/{token}", None
        if self.copied is not None:
            document, around, name = self.copied.place(key)
            pointer, inner = _pointer((around, name)), self.copied.origin(key)
        copied = inner if isinstance(inner, _Copy) else None
        return OverlaidNode(document, pointer, self.value[key], self.tree, f"{self.at}/{token}", copied)

    @property
    def key(self) -> tuple[object, str]:
        """The place in the result. The place of writing is not unique: an action may put a value in many places."""
        return self.tree, self.at


class _Action(Struct, frozen=True):
    """One action of an overlay: its target, and the value to merge there, or None to remove."""

    node: Node
    target: Node
    segments: tuple[JSONPathSegment, ...]
    parser: Parser
    update: Node | None


def _actions(overlay: Document, effort: Effort) -> Iterable[_Action]:
    root = overlay.node
    version = root.get("overlay")
    if version is None:
        raise _mistake("the key overlay with the version is missing", root, "name an OpenAPI Overlay")
    if not text_or_empty(version.value).startswith("1."):
        text = f"version {text_of(version.value)!r} of OpenAPI Overlay is not supported"
        raise _mistake(text, version, "write `overlay: 1.0.0`")
    actions = root.get("actions")
    if actions is None or not isinstance(actions.value, list) or not actions.value:
        raise _mistake("actions must be a list of at least one action", actions or root)
    from .overlay_target import Parser

    parser = Parser()
    for node in actions.items():
        yield _action(node, parser, effort)


def _action(node: Node, parser: Parser, effort: Effort) -> _Action:
    target = node.get("target")
    text = text_of(target.value) if target is not None else None
    if target is None or text is None:
        raise _mistake("an action needs a target, a JSONPath such as $.info", target or node)
    for key, member in node.members():
        if key not in _KEYS and not key.startswith("x-"):
            raise _mistake(f"an action has no key {key!r}", member, f"use one of {', '.join(_KEYS)}")
    from .jsonpath import TooManySteps
    from .overlay_target import TargetError

    try:
        segments = parser.parse(text, effort.spend)
    except TargetError as error:
        raise _mistake(f"{_target_words(text)} {error}", target, error.remedy) from None
    except TooManySteps:
        raise _too_much(effort, target) from None
    remove = node.get("remove")
    if remove is not None and bool_of(remove.value):
        return _Action(node, target, segments, parser, None)
    update = node.get("update")
    if update is None:
        raise _mistake("an action needs update, or remove: true", node)
    return _Action(node, target, segments, parser, update)


def _target_words(text: str) -> str:
    """A target in a message, shortened to one line."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _mistake(text: str, node: Node, remedy: str = "") -> MappingError:
    return MappingError(problem_at(text, node, remedy=remedy))


def _too_much(effort: Effort, target: Node) -> MappingError:
    text = f"the overlays take more than {effort.limit:,} steps on this description with this action"
    return _mistake(text, target, "name what is on the way to the target instead of searching with .. and filters")


class _Copy:
    """A copied object or list, where it was written, and where its members were.

    Members of objects without an entry in `origins` come from the same member of the original. For each item of a list
    there is an entry: the index of the item that it was.
    """

    __slots__ = ("document", "origins", "value", "way")

    def __init__(self, value: Any, document: Document, way: Link | None) -> None:
        self.value = value
        self.document = document
        self.way = way
        self.origins: Any = list(range(len(value))) if isinstance(value, list) else {}

    def origin(self, key: str | int) -> str | int | Place | _Copy:
        """The name of a member in the original, or where an overlay wrote it, or its copy."""
        origin: str | int | Place | _Copy = self.origins.get(key, key) if isinstance(key, str) else self.origins[key]
        return origin

    def place(self, key: str | int) -> Place:
        """Where a member or item was written."""
        origin = self.origin(key)
        if isinstance(origin, _Copy) and origin.way is not None:
            return (origin.document, *origin.way)
        return origin if isinstance(origin, tuple) else (self.document, self.way, escape_token(str(origin)))


def _pointer(way: Link | None) -> str:
    tokens: list[str] = []
    while way is not None:
        way, token = way
        tokens.append(f"/{token}")
    return "".join(reversed(tokens))


class _Tree:
    """A description while it is changed. `copied` is its root, once that is a copy."""

    def __init__(self, base: Document, effort: Effort) -> None:
        self.root = base.root
        self.copied: _Copy | None = None
        self._base = base
        self._effort = effort

    def apply(self, action: _Action) -> bool:
        """Apply an action. Returns whether its target selects anything. Raises MappingError."""
        from .jsonpath import TooManySteps, select

        try:
            selected = select(action.segments, self.root, self._effort, action.parser.patterns)
            if action.update is not None:
                for path in selected:
                    self._update(path, action.update)
            elif () in selected:
                raise _mistake("the whole description cannot be removed", action.node, "name a part of it")
            else:
                self._remove(selected, action.node)
        except TooManySteps:
            raise _too_much(self._effort, action.target) from None
        return bool(selected)

    def _remove(self, paths: Iterable[Path], action: Node) -> None:
        """Remove all selected values: nested ones first, and from each object and list at once."""
        groups: dict[Path, set[str | int]] = {}
        for path in paths:
            groups.setdefault(path[:-1], set()).add(path[-1])
        for around in sorted(groups, key=len, reverse=True):
            keys, copy = groups[around], self._copy_at(around, action)
            if isinstance(copy.value, list):
                self._effort.spend(len(copy.value))
                copy.origins = [origin for index, origin in enumerate(copy.origins) if index not in keys]
                copy.value[:] = [item for index, item in enumerate(copy.value) if index not in keys]
            else:
                for key in keys:
                    del copy.value[key]

    def _update(self, path: Path, update: Node) -> None:
        target = self._copy_at(path, update)
        way: Link = (None, update.pointer[1:])
        if isinstance(target.value, dict) and isinstance(update.value, dict):
            self._merge(target, update.value, update.document, way)
        elif isinstance(target.value, list) and isinstance(update.value, list):
            self._append(target, update.value, update.document, way)
        elif isinstance(target.value, list):
            self._effort.spend(1)
            target.value.append(update.value)
            target.origins.append((update.document, *way))
        else:
            actual = "an object" if isinstance(target.value, dict) else "a single value"
            wanted = (
                "update must be an object, too" if isinstance(target.value, dict) else "select the object around it"
            )
            raise _mistake(f"the target is {actual}", update, wanted)

    def _merge(self, target: _Copy, update: dict[str, Any], document: Document, way: Link) -> None:
        waiting = [(target, update, way)]
        while waiting:
            target, update, way = waiting.pop()
            self._effort.spend(len(update) + 1)
            for key, new in update.items():
                old, token = target.value.get(key), escape_token(key)
                if isinstance(old, dict) and isinstance(new, dict):
                    waiting.append((self._copy_member(target, key), new, (way, token)))
                elif isinstance(old, list) and isinstance(new, list):
                    self._append(self._copy_member(target, key), new, document, (way, token))
                else:
                    target.value[key], target.origins[key] = new, (document, way, token)

    def _append(self, target: _Copy, items: list[Any], document: Document, way: Link) -> None:
        self._effort.spend(len(items) + 1)
        target.value += items
        target.origins += ((document, way, str(index)) for index in range(len(items)))

    def _copy_at(self, path: Path, action: Node) -> _Copy:
        """What is at `path`, copied with all its parents unless they are copies already."""
        if self.copied is None:
            self.copied = self._copy(self.root, self._base, None)
            self.root = self.copied.value
        copy = self.copied
        for key in path:
            self._effort.spend(1)
            if not isinstance(copy.value, dict if isinstance(key, str) else list):
                text = "the update has replaced what its own target selects, too"
                raise _mistake(text, action, "name only one of them")
            copy = self._copy_member(copy, key)
        return copy

    def _copy_member(self, container: _Copy, key: str | int) -> _Copy:
        copy = container.origin(key)
        if not isinstance(copy, _Copy):
            document, around, token = container.place(key)
            copy = self._copy(container.value[key], document, (around, token))
            if isinstance(copy.value, dict | list):
                container.value[key], container.origins[key] = copy.value, copy
        return copy

    def _copy(self, value: Any, document: Document, way: Link | None) -> _Copy:
        if not isinstance(value, dict | list):
            return _Copy(value, document, way)
        self._effort.spend(len(value) + _COPY)
        return _Copy(value.copy(), document, way)
