"""Selects values of a document by JSONPath (RFC 9535, section 2), within a number of steps.

A short path can ask for more than any computer has. The matches of `$..*..*..*` multiply with every `..`, and a filter
may search the whole document for each value. So every value that is visited is counted.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from jsonpath import filter as filters
from jsonpath import selectors
from jsonpath.segments import JSONPathRecursiveDescentSegment as Descendants
from jsonpath.segments import JSONPathSegment as Segment

from .overlay_target import Patterns
from .scalars import bool_of, number_of

Path = tuple[str | int, ...]
Found = tuple[Any, str | int, Any]
"""The parent of a value (another Found, or None), the key or index there, and the value."""

_TEXT = 64  # characters compared per step
_QUERY = 2  # steps of a query besides those of its segments
_NOTHING = object()
"""The result of a query that selects nothing (RFC 9535, section 2.4.1)."""


class TooManySteps(Exception):
    """The limit of steps is reached."""


class Effort:
    """Counts steps up to a limit."""

    __slots__ = ("left", "limit")

    def __init__(self, limit: int) -> None:
        self.left = self.limit = limit

    def spend(self, steps: int) -> None:
        """Count steps before they are taken. Raises TooManySteps."""
        self.left -= steps
        if self.left < 0:
            raise TooManySteps


def select(segments: tuple[Segment, ...], root: Any, effort: Effort, patterns: Patterns | None) -> list[Path]:
    """The paths of all selected values, each once, in the order of the RFC. Raises TooManySteps."""
    paths: dict[Path, None] = {}
    for node in _Search(root, effort, patterns).walk(segments, root):
        path = _path(node)
        effort.spend(len(path) + 1)
        paths[path] = None
    return list(paths)


def _path(node: Found) -> Path:
    keys: list[str | int] = []
    while node[0] is not None:
        keys.append(node[1])
        node = node[0]
    return tuple(reversed(keys))


class _Search:
    def __init__(self, root: Any, effort: Effort, patterns: Patterns | None) -> None:
        self._root = root
        self._spend = effort.spend
        self._patterns = patterns
        self._known: list[tuple[filters.FilterQuery, Any]] = []
        """What absolute queries in filters give: the same for every tested value."""

    def walk(self, segments: tuple[Segment, ...], start: Any) -> Iterator[Found]:
        """All values that the segments select, starting at `start`."""
        nodes: Iterator[Found] = iter([(None, "", start)])
        for segment in segments:
            nodes = self._step(segment, nodes)
        return nodes

    def _step(self, segment: Segment, nodes: Iterable[Found]) -> Iterator[Found]:
        for node in nodes:
            for each in self._descend(node) if isinstance(segment, Descendants) else (node,):
                for selector in segment.selectors:
                    self._spend(1)
                    yield from self._children(selector, each)

    def _descend(self, node: Found) -> Iterator[Found]:
        """The value, and every object and list in it, from the outside in."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            yield node
            value = node[2]
            self._spend(len(value) if isinstance(value, dict | list) else 1)
            inside = [child for child in _members(node) if isinstance(child[2], dict | list)]
            waiting += reversed(inside)

    def _children(self, selector: Any, node: Found) -> Iterator[Found]:
        value = node[2]
        match selector:
            case selectors.NameSelector(name=name):
                if isinstance(value, dict) and name in value:
                    yield node, name, value[name]
            case selectors.IndexSelector(index=at) | selectors.SliceSelector(slice=at):
                if isinstance(value, list):
                    indices = _indices(at, len(value))
                    self._spend(len(indices))
                    for index in indices:
                        yield node, index, value[index]
            case selectors.WildcardSelector():
                for child in _members(node):
                    self._spend(1)
                    yield child
            case selectors.Filter(expression=filters.FilterExpression(expression=condition)):
                for child in _members(node):
                    self._spend(1)
                    if self._holds(condition, child[2]):
                        yield child

    def _holds(self, condition: filters.BaseExpression, value: Any) -> bool:
        self._spend(1)
        match condition:
            case filters.InfixExpression(operator="&&", left=left, right=right):
                return self._holds(left, value) and self._holds(right, value)
            case filters.InfixExpression(operator="||", left=left, right=right):
                return self._holds(left, value) or self._holds(right, value)
            case filters.InfixExpression(operator=operator, left=left, right=right):
                return self._compares(operator, self._value(left, value), self._value(right, value))
            case filters.PrefixExpression(right=inner):  # `!` is the only one
                return not self._holds(inner, value)
            case filters.FilterQuery():
                return bool(self._of_query(condition, value, _any))
            case filters.FunctionExtension(name=name, args=[text, pattern]):
                return self._matches(self._value(text, value), self._value(pattern, value), name == "match")
        return False

    def _value(self, expression: filters.BaseExpression, value: Any) -> Any:
        """The value of an operand; `_NOTHING` if it has none."""
        self._spend(1)
        match expression:
            case filters.Nil():
                return None
            case filters.FilterExpressionLiteral():
                return expression.value
            case filters.FilterQuery():
                return self._of_query(expression, value, _only)
            case filters.FunctionExtension(name="length", args=[argument]):
                measured = self._value(argument, value)
                return len(measured) if isinstance(measured, str | list | dict) else _NOTHING
            case filters.FunctionExtension(name="count", args=[filters.FilterQuery() as query]):
                return self._of_query(query, value, _count)
            case filters.FunctionExtension(name="value", args=[filters.FilterQuery() as query]):
                return self._of_query(query, value, _only)
        return _NOTHING

    def _of_query(self, query: filters.FilterQuery, value: Any, result: Callable[[Iterator[Found]], Any]) -> Any:
        self._spend(_QUERY)
        if not isinstance(query, filters.RootFilterQuery):
            return result(self.walk(query.path.segments, value))
        for earlier, values in self._known:
            if earlier is query:
                return values
        values = result(self.walk(query.path.segments, self._root))
        self._known.append((query, values))
        return values

    def _matches(self, text: Any, pattern: Any, whole: bool) -> bool:
        if self._patterns is None or not isinstance(text, str) or not isinstance(pattern, str):
            return False
        return self._patterns.found(pattern, text, whole, self._spend)

    def _compares(self, operator: str, left: Any, right: Any) -> bool:
        """RFC 9535, section 2.3.5.2.2."""
        match operator:
            case "==":
                return self._equal(left, right)
            case "!=":
                return not self._equal(left, right)
            case "<":
                return self._less(left, right)
            case ">":
                return self._less(right, left)
            case "<=":
                return self._less(left, right) or self._equal(left, right)
        return self._less(right, left) or self._equal(left, right)

    def _less(self, left: Any, right: Any) -> bool:
        if isinstance(left, str) and isinstance(right, str):
            self._spend(min(len(left), len(right)) // _TEXT)
            return left < right
        first, second = number_of(left), number_of(right)
        return first is not None and second is not None and first < second

    def _equal(self, left: Any, right: Any) -> bool:
        waiting = [(left, right)]
        while waiting:
            left, right = waiting.pop()
            self._spend(1)
            if isinstance(left, dict) and isinstance(right, dict):
                if left.keys() != right.keys():
                    return False
                self._spend(len(left))
                waiting += ((left[key], right[key]) for key in left)
            elif isinstance(left, list) and isinstance(right, list):
                if len(left) != len(right):
                    return False
                self._spend(len(left))
                waiting += zip(left, right, strict=True)
            elif not self._equal_scalars(left, right):
                return False
        return True

    def _equal_scalars(self, left: Any, right: Any) -> bool:
        if left is _NOTHING or right is _NOTHING or left is None:
            return left is right
        if isinstance(left, str) and isinstance(right, str):
            self._spend(min(len(left), len(right)) // _TEXT)
            return left == right
        if (truth := bool_of(left)) is not None:
            return truth is bool_of(right)
        number = number_of(left)
        return number is not None and number == number_of(right)


def _members(node: Found) -> Iterator[Found]:
    value = node[2]
    if isinstance(value, dict):
        return ((node, key, value[key]) for key in value)
    if isinstance(value, list):
        return ((node, index, item) for index, item in enumerate(value))
    return iter(())


def _indices(selector: int | slice, length: int) -> range:
    """RFC 9535, sections 2.3.3 and 2.3.4: a step of 0 selects nothing."""
    if isinstance(selector, slice):
        return range(0) if selector.step == 0 else range(*selector.indices(length))
    index = selector + length if selector < 0 else selector
    return range(index, index + 1) if 0 <= index < length else range(0)


def _any(nodes: Iterator[Found]) -> bool:
    return next(nodes, None) is not None


def _count(nodes: Iterator[Found]) -> int:
    return sum(1 for _ in nodes)


def _only(nodes: Iterator[Found]) -> Any:
    """The value of the single selected node; `_NOTHING` for none."""
    first = next(nodes, None)
    return _NOTHING if first is None or next(nodes, None) is not None else first[2]
