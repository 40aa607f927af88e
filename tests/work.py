"""How much work a function does for a text, as a number of operations that is the same on every machine.

Counted are the lines of Python that are run, the characters that methods of strings look at, and the steps of
regular expressions: a backtracking matcher of our own walks through the parsed expression as the one of Python does,
and what it finds must be what Python's finds. The patterns of the modules are exchanged for the time of a
measurement.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from types import FrameType, ModuleType
from typing import Any

LIMIT = 30_000_000


class TooMuch(Exception):
    """The work has no end that is worth waiting for."""


class Counter:
    """Counts operations."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, count: int = 1) -> None:
        self.count += count
        if self.count > LIMIT:
            raise TooMuch


def work(function: Callable[[str], object], text: str, modules: list[ModuleType]) -> int:
    """The operations of `function(text)` in `modules`; those of patterns that are not theirs are not counted."""
    counter = Counter()
    files = {module.__file__ for module in modules}

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        if event == "line":
            counter.add()
        return trace

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        if event != "c_call" or frame.f_code.co_filename not in files:
            return
        if isinstance(getattr(arg, "__self__", None), str) and arg.__name__ in _SCANNING:
            counter.add(len(arg.__self__))

    with _patterns_counted(modules, counter):
        sys.settrace(trace)
        sys.setprofile(profile)
        try:
            function(text)
        finally:
            sys.settrace(None)
            sys.setprofile(None)
    return counter.count


_SCANNING = frozenset("count find index rfind rindex split rsplit splitlines replace translate lower strip".split())


@contextmanager
def _patterns_counted(modules: list[ModuleType], counter: Counter) -> Iterator[None]:
    found = [(m, name, value) for m in modules for name, value in vars(m).items() if isinstance(value, re.Pattern)]
    for module, name, pattern in found:
        setattr(module, name, Counted(pattern, counter))
    try:
        yield
    finally:
        for module, name, pattern in found:
            setattr(module, name, pattern)


class Counted:
    """A pattern that counts the steps of its matches."""

    def __init__(self, pattern: re.Pattern[str], counter: Counter) -> None:
        self.pattern = pattern.pattern
        self._real = pattern
        self._counter = counter

    def match(self, text: str, pos: int = 0, end: int = sys.maxsize) -> Any:
        return self._checked(self._real.match(text, pos, end), self._at(text[:end], pos))

    def fullmatch(self, text: str, pos: int = 0, end: int = sys.maxsize) -> Any:
        self._at(text[:end], pos)
        return self._real.fullmatch(text, pos, end)

    def search(self, text: str, pos: int = 0, end: int = sys.maxsize) -> Any:
        return self._checked(self._real.search(text, pos, end), next(self._spans(text[:end], pos), None))

    def finditer(self, text: str, pos: int = 0, end: int = sys.maxsize) -> Any:
        found = list(self._real.finditer(text, pos, end))
        assert [match.span() for match in found] == list(self._spans(text[:end], pos)), self.pattern
        return iter(found)

    def findall(self, text: str) -> Any:
        self.finditer(text)
        return self._real.findall(text)

    def sub(self, new: Any, text: str, count: int = 0) -> str:
        self.finditer(text)
        return self._real.sub(new, text, count)

    def split(self, text: str, maxsplit: int = 0) -> Any:
        self.finditer(text)
        return self._real.split(text, maxsplit)

    def _checked(self, real: Any, span: tuple[int, int] | None) -> Any:
        assert (real.span() if real else None) == span, self.pattern
        return real

    def _at(self, text: str, pos: int) -> tuple[int, int] | None:
        tree = _parsed(self.pattern, self._real.flags)
        end = next(_Matcher(text, self._real.flags, self._counter).sequence(list(tree), 0, pos), None)
        return None if end is None else (pos, end)

    def _spans(self, text: str, pos: int) -> Iterator[tuple[int, int]]:
        last = -1  # an empty match does not follow another match
        while pos <= len(text):
            span = self._at(text, pos)
            if span is not None and (span[1] > pos or pos != last):
                yield span
            last = span[1] if span else -1
            pos = span[1] if span and span[1] > pos else pos + 1


@cache
def _parsed(pattern: str, flags: int) -> Any:
    return _parser.parse(pattern, flags)


class _Matcher:
    """Finds where the parts of an expression end, in the order in which Python tries them."""

    def __init__(self, text: str, flags: int, counter: Counter) -> None:
        self.text, self.flags, self.counter = text, flags, counter
        self.groups: dict[int, tuple[int, int]] = {}

    def sequence(self, items: list[Any], index: int, at: int) -> Iterator[int]:
        if index == len(items):
            yield at
            return
        for end in self.item(items[index], at):
            yield from self.sequence(items, index + 1, end)

    def item(self, item: Any, at: int) -> Iterator[int]:
        self.counter.add()
        kind, value = item
        if kind in _SINGLE:
            return iter([at + 1] if at < len(self.text) and self.takes(item, self.text[at]) else [])
        if kind is c.AT:
            return iter([at] if self.is_at(value, at) else [])
        if kind in (c.ASSERT, c.ASSERT_NOT):
            return iter([at] if self.looks(value, at) is (kind is c.ASSERT) else [])
        parts = {c.BRANCH: self.branch, c.SUBPATTERN: self.group, c.GROUPREF: self.again, c.MIN_REPEAT: self.lazy}
        return (self.repeat if kind is c.MAX_REPEAT else parts[kind])(value, at)

    def branch(self, value: Any, at: int) -> Iterator[int]:
        for branch in value[1]:
            yield from self.sequence(list(branch), 0, at)

    def group(self, value: Any, at: int) -> Iterator[int]:
        group, _, _, inner = value
        for end in self.sequence(list(inner), 0, at):
            if group is not None:
                self.groups[group] = (at, end)
            yield end

    def again(self, group: int, at: int) -> Iterator[int]:
        begin, end = self.groups.get(group, (0, -1))
        self.counter.add(max(end - begin, 0))
        if end >= begin and self.text.startswith(self.text[begin:end], at):
            yield at + end - begin

    def looks(self, value: Any, at: int) -> bool:
        direction, inner = value
        begin = at if direction > 0 else at - inner.getwidth()[0]
        return begin >= 0 and next(self.sequence(list(inner), 0, begin), None) is not None

    def repeat(self, value: Any, at: int) -> Iterator[int]:
        low, high, inner = value
        if len(inner) == 1 and inner[0][0] in _SINGLE:
            end = at
            while end < len(self.text) and end - at < high and self.takes(inner[0], self.text[end]):
                self.counter.add()
                end += 1
            for stop in range(end, at + low - 1, -1):
                self.counter.add()
                yield stop
            return
        stack = [(at, self.sequence(list(inner), 0, at))]
        while stack:
            here, ends = stack[-1]
            end = next(ends, None) if len(stack) <= high else None
            if end is not None and end > here:
                stack.append((end, self.sequence(list(inner), 0, end)))
            elif end is None:
                stack.pop()
                if len(stack) >= low:
                    yield here

    def lazy(self, value: Any, at: int) -> Iterator[int]:
        low, high, inner = value
        assert len(inner) == 1
        end, count = at, 0
        while True:
            if count >= low:
                yield end
            if count >= high or end >= len(self.text) or next(self.item(inner[0], end), None) is None:
                return
            end, count = end + 1, count + 1

    def takes(self, item: Any, character: str) -> bool:
        return _takes(id(item), item, character, self.flags)  # parsed expressions stay

    def is_at(self, place: Any, at: int) -> bool:
        text = self.text
        match place:
            case c.AT_BEGINNING:
                return at == 0 or bool(self.flags & re.MULTILINE and text[at - 1] == "\n")
            case c.AT_BEGINNING_STRING:
                return at == 0
            case c.AT_END:
                rest = text[at : at + 2]
                return rest in ("", "\n") or bool(self.flags & re.MULTILINE and rest[:1] == "\n")
            case c.AT_END_STRING:
                return at == len(text)
            case c.AT_BOUNDARY | c.AT_NON_BOUNDARY:
                edge = _is_word(text[at - 1 : at] if at else "") != _is_word(text[at : at + 1])
                return edge is (place is c.AT_BOUNDARY)
        raise NotImplementedError(place)


_SINGLE = (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_KNOWN: dict[tuple[int, str, int], bool] = {}


def _takes(name: int, item: Any, character: str, flags: int) -> bool:
    key = name, character, flags
    if key not in _KNOWN:
        _KNOWN[key] = _decide(item, character, flags)
    return _KNOWN[key]


def _decide(item: Any, character: str, flags: int) -> bool:
    kind, value = item
    same = [character, character.lower(), character.upper()] if flags & re.IGNORECASE else [character]
    match kind:
        case c.LITERAL:
            return any(ord(each[0]) == value for each in same)
        case c.NOT_LITERAL:
            return all(ord(each[0]) != value for each in same)
        case c.ANY:
            return character != "\n" or bool(flags & re.DOTALL)
        case c.RANGE:
            return any(value[0] <= ord(each[0]) <= value[1] for each in same)
        case c.CATEGORY:
            return _CATEGORIES[value](character)
        case c.IN:
            negated = value[0][0] is c.NEGATE
            return any(_decide(each, character, flags) for each in value if each[0] is not c.NEGATE) is not negated
    raise NotImplementedError(kind)


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    c.CATEGORY_DIGIT: str.isdecimal,
    c.CATEGORY_NOT_DIGIT: lambda character: not character.isdecimal(),
    c.CATEGORY_SPACE: str.isspace,
    c.CATEGORY_NOT_SPACE: lambda character: not character.isspace(),
    c.CATEGORY_WORD: _is_word,
    c.CATEGORY_NOT_WORD: lambda character: not _is_word(character),
}
