"""OpenAPI Overlay 1.0: changes of a description that stand in files of their own.

What is changed is copied, everything else is shared with the document as it was read. Every copied object and list
remembers the file and the pointer that each of its members comes from. So a node of the result stands where its
value was written: in the description, or in an overlay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..diagnostics import MappingError, Problem
from ..immutable import dataclass
from .document import Document, Node, escape_token, problem_at
from .scalars import bool_of, text_of

Path = tuple[str | int, ...]
Place = tuple[Document, str]
"""A document and a JSON pointer into it."""

_KEYS = ("target", "description", "update", "remove")


class Overlaid(Document):
    """A description with overlays applied. `unmatched` are the actions whose target selects nothing."""

    def __init__(self, base: Document, overlays: Sequence[Document]) -> None:
        """Apply `overlays`, one action after the other. Raises MappingError for the first mistake in one."""
        self.uri, self.path, self.data, self.text = base.uri, base.path, base.data, base.text
        self.stored = base.stored
        self.duplicates = base.duplicates
        self.layers = (base, *overlays)
        self.unmatched: list[Node] = []
        tree = _Tree(base)
        for overlay in overlays:
            for action in _actions(overlay):
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
        document, pointer = copied[1][key] if copied else (self.document, f"{self.pointer}/{token}")
        return OverlaidNode(document, pointer, self.value[key], self.tree, f"{self.at}/{token}")

    @property
    def key(self) -> tuple[int, str]:
        """The place in the result: an action may put the same value in several of them."""
        return id(self.tree), self.at


@dataclass(frozen=True, slots=True)
class _Action:
    """One action of an overlay: what it selects, and the value to merge there, or None to remove."""

    node: Node
    query: Any
    update: Node | None


def _actions(overlay: Document) -> Iterable[_Action]:
    root = overlay.node
    version = root.get("overlay")
    if version is None:
        raise _mistake("the key overlay with the version is missing; is this an OpenAPI Overlay?", root)
    if not (text_of(version.value) or "").startswith("1."):
        raise _mistake(f"version {text_of(version.value)!r} of OpenAPI Overlay is not supported, 1.0 is", version)
    actions = root.get("actions")
    if actions is None or not isinstance(actions.value, list) or not actions.value:
        raise _mistake("actions must be a list of at least one action", actions or root)
    compiler = _compiler()
    for node in actions.items():
        yield _action(node, compiler)


def _action(node: Node, compiler: Any) -> _Action:
    target = node.get("target")
    text = text_of(target.value) if target is not None else None
    if target is None or text is None:
        raise _mistake("an action needs a target, a JSONPath such as $.info", target or node)
    for key, member in node.members():
        if key not in _KEYS and not key.startswith("x-"):
            raise _mistake(f"an action has no key {key!r}; OpenAPI Overlay 1.0 knows {', '.join(_KEYS)}", member)
    from jsonpath import JSONPathError

    try:
        query = compiler.compile(text)
    except JSONPathError as error:
        raise _mistake(f"{text!r} is not a JSONPath (RFC 9535): {str(error).splitlines()[0]}", target) from None
    remove = node.get("remove")
    if remove is not None and bool_of(remove.value):
        return _Action(node, query, None)
    update = node.get("update")
    if update is None:
        raise _mistake("an action needs update, or remove: true", node)
    return _Action(node, query, update)


def _compiler() -> Any:
    try:
        from jsonpath import JSONPathEnvironment
    except ImportError:
        text = "overlays need one more package: pip install 'mkdocs-oasmap[overlay]'"
        raise MappingError(Problem(text)) from None
    return JSONPathEnvironment(strict=True)


def _mistake(text: str, node: Node) -> MappingError:
    return MappingError(problem_at(text, node))


class _Tree:
    """A description that is being changed. `places` has the copied containers and the places of their members."""

    def __init__(self, base: Document) -> None:
        self.root = base.root
        self.places: dict[int, tuple[Any, Any]] = {}
        self._base = base

    def apply(self, action: _Action) -> bool:
        """Change what the action selects. Returns whether that is anything."""
        selected = [match.parts for match in action.query.finditer(self.root)]
        if action.update is None:
            if () in selected:
                raise _mistake("the whole description cannot be removed", action.node)
            for path in sorted(selected, key=_order, reverse=True):  # the last items of a list first
                self._remove(path)
        else:
            for path in selected:
                self._update(path, action.update)
        return bool(selected)

    def _remove(self, path: Path) -> None:
        parent = self._own(path[:-1])
        del parent[path[-1]], self.places[id(parent)][1][path[-1]]

    def _update(self, path: Path, update: Node) -> None:
        target = self._own(path)
        if isinstance(target, dict) and isinstance(update.value, dict):
            self._merge(target, update)
        elif isinstance(target, list):
            self._append(target, update.items() if isinstance(update.value, list) else (update,))
        else:
            found = "an object" if isinstance(target, dict) else "a single value"
            wanted = "update must be an object, too" if isinstance(target, dict) else "select the object around it"
            raise _mistake(f"the target is {found}; {wanted}", update)

    def _merge(self, target: dict[str, Any], update: Node) -> None:
        places = self.places[id(target)][1]
        for key, node in update.members():
            old, new = target.get(key), node.value
            if isinstance(old, dict) and isinstance(new, dict):
                self._merge(self._own_member(target, key), node)
            elif isinstance(old, list) and isinstance(new, list):
                self._append(self._own_member(target, key), node.items())
            else:
                target[key], places[key] = new, (node.document, node.pointer)

    def _append(self, target: list[Any], items: Iterable[Node]) -> None:
        for item in items:
            target.append(item.value)
            self.places[id(target)][1].append((item.document, item.pointer))

    def _own(self, path: Path) -> Any:
        """What is at `path`, copied, with all that is around it, unless it has been already."""
        self.root = value = self._copy(self.root, (self._base, ""))
        for key in path:
            value = self._own_member(value, key)
        return value

    def _own_member(self, container: Any, key: str | int) -> Any:
        container[key] = self._copy(container[key], self.places[id(container)][1][key])
        return container[key]

    def _copy(self, value: Any, place: Place) -> Any:
        if id(value) in self.places or not isinstance(value, dict | list):
            return value
        document, pointer = place
        copy: Any
        places: Any
        if isinstance(value, dict):
            copy = dict(value)
            places = {key: (document, f"{pointer}/{escape_token(key)}") for key in value}
        else:
            copy = list(value)
            places = [(document, f"{pointer}/{index}") for index in range(len(value))]
        self.places[id(copy)] = (copy, places)  # with the container itself, so that its id stays taken
        return copy


def _order(path: Path) -> list[tuple[bool, int, str]]:
    return [(isinstance(key, int), key if isinstance(key, int) else 0, str(key)) for key in path]
