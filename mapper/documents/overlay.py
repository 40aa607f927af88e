"""OpenAPI Overlay 1.0: changes of a description that are in files of their own.

What is changed is copied, everything else is shared with the document as it was read. Every copied object and list
remembers the file and the pointer that each of its members comes from. So a node of the result is where its
value was written: in the description, or in an overlay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..budget import Limit
from ..diagnostics import MappingError, Problem
from ..immutable import dataclass
from .document import Document, Node, escape_token, problem_at
from .scalars import bool_of, text_of

if TYPE_CHECKING:
    from .selection import Effort, Path
    from .targets import Parser, Segment

STEPS = Limit("steps of overlays", 5_000_000, 10)
"""Values that all actions together look at, compare and copy, for a description and its overlays of so many bytes."""

_SHOWN = 120  # characters of a target in a message
_COPY = 8  # steps that a copy of an object or a list takes besides those of its members
_KEYS = ("target", "description", "update", "remove")

Link = tuple["Link | None", str]
"""The way to an object or a list: that to what is around it, and one or more reference tokens.

It becomes a pointer where somebody asks for one: the pointers of all that is below a long name would all have it.
"""
Place = tuple[Document, "Link | None", str]
"""A document, the way to an object or list in it, and the reference token of a member."""


class Overlaid(Document):
    """A description with overlays applied. `unmatched` are the actions whose target selects nothing."""

    def __init__(self, base: Document, overlays: Sequence[Document], steps: Limit = STEPS) -> None:
        """Apply `overlays`, one action after the other. Raises MappingError for the first mistake in one, and for the
        action that would take more than `steps`.
        """
        self.uri, self.path, self.data, self.text = base.uri, base.path, base.data, base.text
        self.stored = base.stored
        self.duplicates = base.duplicates
        self.layers = (base, *overlays)
        self.unmatched: list[Node] = []
        from .selection import Effort

        effort = Effort(steps.at(sum(len(layer.data) for layer in self.layers)))
        tree = _Tree(base, effort)
        for overlay in overlays:
            for action in _actions(overlay, effort):
                if not tree.apply(action):
                    self.unmatched.append(action.node)
        self.root = tree.root
        self.places = tree.places

    @property
    def node(self) -> Node:
        """The root node."""
        return OverlaidNode(self.layers[0], "", self.root, self, "")

    def position(self, pointer: str) -> tuple[int, int] | None:
        """Line and column in the description itself."""
        return self.layers[0].position(pointer)


@dataclass(frozen=True, slots=True, eq=False)
class OverlaidNode(Node):
    """A value, and the place where it was written. `at` is the pointer to it in the result."""

    tree: Overlaid
    at: str

    def child(self, key: str | int) -> Node:
        """The member or item under `key`, in the file that gives it."""
        token = escape_token(str(key))
        copied = self.tree.places.get(id(self.value))
        if copied is None:
            document, pointer = self.document, f"{self.pointer}/{token}"
        else:
            document, around, name = copied.place(key)
            pointer = _pointer((around, name))
        return OverlaidNode(document, pointer, self.value[key], self.tree, f"{self.at}/{token}")

    @property
    def key(self) -> tuple[int, str]:
        """The place in the result: an action may put the same value in several of them."""
        return id(self.tree), self.at


@dataclass(frozen=True, slots=True)
class _Action:
    """One action of an overlay: what it selects, and the value to merge there, or None to remove."""

    node: Node
    target: Node
    segments: tuple[Segment, ...]
    parser: Parser
    update: Node | None


def _actions(overlay: Document, effort: Effort) -> Iterable[_Action]:
    root = overlay.node
    version = root.get("overlay")
    if version is None:
        raise _mistake("the key overlay with the version is missing; is this an OpenAPI Overlay?", root)
    if not (text_of(version.value) or "").startswith("1."):
        raise _mistake(f"version {text_of(version.value)!r} of OpenAPI Overlay is not supported, 1.0 is", version)
    actions = root.get("actions")
    if actions is None or not isinstance(actions.value, list) or not actions.value:
        raise _mistake("actions must be a list of at least one action", actions or root)
    from .targets import Parser

    try:
        parser = Parser()
    except ImportError:
        text = "overlays need one more package: pip install 'mkdocs-oasmap[overlay]'"
        raise MappingError(Problem(text)) from None
    for node in actions.items():
        yield _action(node, parser, effort)


def _action(node: Node, parser: Parser, effort: Effort) -> _Action:
    target = node.get("target")
    text = text_of(target.value) if target is not None else None
    if target is None or text is None:
        raise _mistake("an action needs a target, a JSONPath such as $.info", target or node)
    for key, member in node.members():
        if key not in _KEYS and not key.startswith("x-"):
            raise _mistake(f"an action has no key {key!r}; OpenAPI Overlay 1.0 knows {', '.join(_KEYS)}", member)
    from .selection import TooManySteps
    from .targets import TargetError

    try:
        segments = parser.parse(text, effort.spend)
    except TargetError as error:
        raise _mistake(f"{_shown(text)} {error}", target) from None
    except TooManySteps:
        raise _too_much(effort, target) from None
    remove = node.get("remove")
    if remove is not None and bool_of(remove.value):
        return _Action(node, target, segments, parser, None)
    update = node.get("update")
    if update is None:
        raise _mistake("an action needs update, or remove: true", node)
    return _Action(node, target, segments, parser, update)


def _shown(text: str) -> str:
    """A target in a message: whole, unless it is longer than a line."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _mistake(text: str, node: Node) -> MappingError:
    return MappingError(problem_at(text, node))


def _too_much(effort: Effort, target: Node) -> MappingError:
    text = (
        f"the overlays take more than {effort.limit:,} steps on this description with this action; "
        "name what is on the way to the target instead of searching with .. and filters"
    )
    return _mistake(text, target)


class _Copy:
    """A copied object or list, and where its members come from.

    Those that `given` has come from there, all others from what was copied: of an object the same member, of a list
    the item whose index is in `origins`.
    """

    __slots__ = ("document", "given", "origins", "value", "way")

    def __init__(self, value: Any, document: Document, way: Link | None) -> None:
        self.value = value  # so that its id stays taken
        self.document = document
        self.way = way
        self.given: dict[str, Place] = {}
        self.origins: list[int | Place] = list(range(len(value))) if isinstance(value, list) else []

    def place(self, key: str | int) -> Place:
        """Where a member or item comes from."""
        if isinstance(key, str):
            return self.given.get(key) or (self.document, self.way, escape_token(key))
        origin = self.origins[key]
        return (self.document, self.way, str(origin)) if isinstance(origin, int) else origin


def _pointer(way: Link | None) -> str:
    tokens: list[str] = []
    while way is not None:
        way, token = way
        tokens.append(f"/{token}")
    return "".join(reversed(tokens))


class _Tree:
    """A description that is being changed. `places` has the copied containers."""

    def __init__(self, base: Document, effort: Effort) -> None:
        self.root = base.root
        self.places: dict[int, _Copy] = {}
        self._base = base
        self._effort = effort

    def apply(self, action: _Action) -> bool:
        """Change what the action selects. Returns whether that is anything. Raises MappingError."""
        from .selection import TooManySteps, select

        try:
            selected = select(action.segments, self.root, self._effort, action.parser.patterns)
            if action.update is not None:
                for path in selected:
                    self._update(path, action.update)
            elif () in selected:
                raise _mistake("the whole description cannot be removed", action.node)
            else:
                self._remove(selected)
        except TooManySteps:
            raise _too_much(self._effort, action.target) from None
        return bool(selected)

    def _remove(self, paths: Iterable[Path]) -> None:
        """Remove all of them: from each object and list at once, and what is inside of others first."""
        groups: dict[Path, set[str | int]] = {}
        for path in paths:
            groups.setdefault(path[:-1], set()).add(path[-1])
        for around in sorted(groups, key=len, reverse=True):
            keys, parent = groups[around], self._own(around)
            copy = self.places[id(parent)]
            if isinstance(parent, list):
                self._effort.spend(len(parent))
                copy.origins = [origin for index, origin in enumerate(copy.origins) if index not in keys]
                parent[:] = [item for index, item in enumerate(parent) if index not in keys]
            else:
                for key in keys:
                    del parent[key]
                    copy.given.pop(str(key), None)

    def _update(self, path: Path, update: Node) -> None:
        target = self._own(path)
        way: Link = (None, update.pointer[1:])
        if isinstance(target, dict) and isinstance(update.value, dict):
            self._merge(target, update.value, update.document, way)
        elif isinstance(target, list) and isinstance(update.value, list):
            self._append(target, update.value, update.document, way)
        elif isinstance(target, list):
            self._effort.spend(1)
            target.append(update.value)
            self.places[id(target)].origins.append((update.document, *way))
        else:
            found = "an object" if isinstance(target, dict) else "a single value"
            wanted = "update must be an object, too" if isinstance(target, dict) else "select the object around it"
            raise _mistake(f"the target is {found}; {wanted}", update)

    def _merge(self, target: dict[str, Any], update: dict[str, Any], document: Document, way: Link) -> None:
        waiting = [(target, update, way)]
        while waiting:
            target, update, way = waiting.pop()
            self._effort.spend(len(update) + 1)
            given = self.places[id(target)].given
            for key, new in update.items():
                old, token = target.get(key), escape_token(key)
                if isinstance(old, dict) and isinstance(new, dict):
                    waiting.append((self._own_member(target, key), new, (way, token)))
                elif isinstance(old, list) and isinstance(new, list):
                    self._append(self._own_member(target, key), new, document, (way, token))
                else:
                    target[key], given[key] = new, (document, way, token)

    def _append(self, target: list[Any], items: list[Any], document: Document, way: Link) -> None:
        self._effort.spend(len(items) + 1)
        target += items
        self.places[id(target)].origins += ((document, way, str(index)) for index in range(len(items)))

    def _own(self, path: Path) -> Any:
        """What is at `path`, copied, with all that is around it, unless it has been already."""
        self.root = value = self._copy(self.root, self._base, None)
        for key in path:
            self._effort.spend(1)
            value = self._own_member(value, key)
        return value

    def _own_member(self, container: Any, key: str | int) -> Any:
        member = container[key]
        if id(member) not in self.places and isinstance(member, dict | list):
            document, around, token = self.places[id(container)].place(key)
            container[key] = member = self._copy(member, document, (around, token))
        return member

    def _copy(self, value: Any, document: Document, way: Link | None) -> Any:
        if id(value) in self.places or not isinstance(value, dict | list):
            return value
        self._effort.spend(len(value) + _COPY)
        copy = value.copy()
        self.places[id(copy)] = _Copy(copy, document, way)
        return copy
