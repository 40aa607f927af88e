"""Makes texts that match the regular expressions of API descriptions, without running the expressions.

An expression is parsed (the syntax of ECMA-262, as far as descriptions use it) into a tree. Both walks over the tree
count their steps together, so that no expression can make the search for a text run for long.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from msgspec import Struct, field

_LONGEST_PATTERN = 1000
_LONGEST_TEXT = 128
_DEEPEST = 20
_STEPS = 1_500
_STEPS_OF_CHARACTER = 8
"""How many steps a search may take: real expressions with an example need at most 940, in 60 characters."""

_EXTRAS = (2, 0, 1, *range(3, 65))
"""The repetitions of a quantifier above its minimum, in the order in which they are tried."""

_DIGITS = "1234567890"
_WORD = string.ascii_lowercase + _DIGITS + string.ascii_uppercase + "_"
_SPACE = " \t\n\r\f\v"
_ALL = _WORD + "-./:@+=,~#&%!?*()[]{}<>|'\"\\^$`;" + _SPACE
"""ASCII, most readable characters first."""

_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CATEGORIES = {
    "L": string.ascii_letters, "Lu": string.ascii_uppercase, "Ll": string.ascii_lowercase, "N": _DIGITS, "Nd": _DIGITS
}  # fmt: skip
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}
_EDGES = {"A": "^", "z": "$", "Z": "$", "b": "b", "B": "B"}
_QUANTIFIER = re.compile(r"(?:([*+?])|\{([0-9]{1,9})(?:(,)([0-9]{1,9})?)?\})[?+]?")
_CODE_POINT = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|[xu]\{([0-9A-Fa-f]{1,6})\}")
_CATEGORY = re.compile(r"p(?:\{(\w+)\}|(\w))")
_GROUP = re.compile(r"\(\?(?::|P?<\w+>|([=!]))")
_DASH = re.compile(r"-(?!\])")
_LAST_CODE_POINT = 0x10FFFF


class _GivenUp(Exception):
    """The expression is not supported, or takes too many steps."""


class _OneOf(Struct, frozen=True, eq=False):
    characters: str


class _Sequence(Struct, frozen=True, eq=False):
    parts: tuple[_Part, ...]


class _Either(Struct, frozen=True, eq=False):
    branches: tuple[_Part, ...]


class _Repeat(Struct, frozen=True, eq=False):
    part: _Part
    least: int
    most: int | None


class _Edge(Struct, frozen=True, eq=False):
    """`^` or `$`; *b* is a word boundary, *B* its negation."""

    kind: str


class _LookAhead(Struct, frozen=True, eq=False):
    part: _Part
    wanted: bool


_Part = _OneOf | _Sequence | _Either | _Repeat | _Edge | _LookAhead


class Steps(Struct):
    """The steps that one search for a text may still take."""

    left: int

    def take(self, count: int = 1) -> None:
        """Count steps. Raises _GivenUp if none is left."""
        self.left -= count
        if self.left < 0:
            raise _GivenUp


class ParsedPattern(Struct, frozen=True):
    """A parsed regular expression of `length` characters."""

    root: _Part
    length: int

    def steps(self) -> Steps:
        """The steps of one search, which all its candidates share."""
        return Steps(_STEPS + _STEPS_OF_CHARACTER * self.length)

    def matches(self, text: str, steps: Steps) -> bool:
        """Whether the expression matches somewhere in `text`. Also False if no step is left."""
        if len(text) > _LONGEST_TEXT:
            return False
        search = _Search(text, steps)
        try:
            return search.ends(self.root, (1 << len(text) + 1) - 1) != 0
        except _GivenUp:
            return False

    def samples(self, variant: int, steps: Steps) -> Iterator[str]:
        """Candidates of several lengths, most readable first, which match except for edges and look-aheads."""
        yielded = set()
        for choice, extra in product((variant, variant + 1, variant + 2), _EXTRAS):
            if steps.left <= 0:
                break
            writer = _Writer(choice, extra, steps)
            try:
                writer.write(self.root)
            except _GivenUp:
                continue
            text = "".join(writer.written)
            if text not in yielded:
                yielded.add(text)
                yield text


@lru_cache(maxsize=1024)
def parse(text: str) -> ParsedPattern | None:
    """Parse a regular expression; None if it is not supported."""
    try:
        return ParsedPattern(_Parser(text).whole(), len(text)) if len(text) <= _LONGEST_PATTERN else None
    except _GivenUp:
        return None


class _Writer(Struct):
    """Writes one matching text: branches and characters by `choice`, each quantifier with `extra` repetitions."""

    choice: int
    extra: int
    steps: Steps
    written: list[str] = field(default_factory=list)
    picked: int = 0

    def write(self, part: _Part) -> None:
        self.steps.take()
        if len(self.written) > _LONGEST_TEXT:
            raise _GivenUp
        match part:
            case _OneOf(characters):
                # consecutive characters, so that eight digits are 12345678
                self.written.append(characters[(self.picked + self.choice) % len(characters)])
                self.picked += len(characters) > 1
            case _Sequence(parts):
                for inner in parts:
                    self.write(inner)
            case _Either(branches):
                self.write(branches[self.choice % len(branches)])
            case _Repeat(inner, least, most):
                for _ in range(least + self.extra if most is None else min(least + self.extra, most)):
                    self.write(inner)


class _Search(Struct):
    """Matches parts against one text, from many positions at once: bit N of an integer stands for position N."""

    text: str
    steps: Steps
    masks: dict[_OneOf | str, int] = field(default_factory=dict)
    """The positions of the characters of a class, and those of a kind of edge."""
    looked: dict[_LookAhead, tuple[int, int]] = field(default_factory=dict)
    """The positions at which each look-ahead was tried, and those of them at which it holds."""

    def ends(self, part: _Part, starts: int) -> int:
        """The positions at which matches of `part` that start at one of `starts` can end."""
        self.steps.take()
        if not starts:
            return 0
        match part:
            case _OneOf():
                return (starts & self._characters(part)) << 1
            case _Sequence(parts):
                for inner in parts:
                    starts = self.ends(inner, starts)
                return starts
            case _Either(branches):
                ends = 0
                for branch in branches:
                    ends |= self.ends(branch, starts)
                return ends
            case _Repeat(inner, least, most):
                return self._match_repeated(inner, least, most, starts)
            case _LookAhead():
                return self._looked_ahead(part, starts)
            case _Edge(kind):
                return starts & self._edges(kind)

    def _characters(self, part: _OneOf) -> int:
        """The positions of the characters that `part` matches."""
        mask = self.masks.get(part)
        if mask is None:
            self.steps.take(1 + len(self.text) // 16)  # so that a step costs about the same everywhere
            mask = self.masks[part] = sum(1 << at for at, c in enumerate(self.text) if c in part.characters)
        return mask

    def _edges(self, kind: str) -> int:
        mask = self.masks.get(kind)
        if mask is None:
            mask = self.masks[kind] = sum(1 << at for at in range(len(self.text) + 1) if self._is_edge(kind, at))
        return mask

    def _match_repeated(self, part: _Part, least: int, most: int | None, starts: int) -> int:
        # more rounds than positions change nothing
        rounds = len(self.text) + 1
        positions, ends = starts, starts if least == 0 else 0
        for number in range(1, rounds + 1 if most is None else min(most, rounds) + 1):
            before, positions = positions, self.ends(part, positions)
            if not positions:
                break
            if positions == before:  # and so after each further round
                return ends | positions
            if number >= min(least, rounds):
                if positions | ends == ends:
                    break
                ends |= positions
        return ends

    def _looked_ahead(self, part: _LookAhead, starts: int) -> int:
        tried, held = self.looked.get(part, (0, 0))
        for start in _positions(starts & ~tried):
            if (self.ends(part.part, 1 << start) != 0) is part.wanted:
                held |= 1 << start
        self.looked[part] = tried | starts, held
        return starts & held

    def _is_edge(self, kind: str, at: int) -> bool:
        if kind in "^$":
            return at == (0 if kind == "^" else len(self.text))
        before, after = self.text[at - 1 : at] if at else "", self.text[at : at + 1]
        return ((before != "" and before in _WORD) is not (after != "" and after in _WORD)) is (kind == "b")


def _positions(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Parser:
    def __init__(self, text: str) -> None:
        self._any_case = text.startswith("(?i)")
        self._text = text.removeprefix("(?i)")
        self._at = 0
        self._depth = 0

    def whole(self) -> _Part:
        part = self._either()
        if self._at < len(self._text):
            raise _GivenUp
        return part

    def _either(self) -> _Part:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _GivenUp
        branches = [self._sequence()]
        while self._take("|"):
            branches.append(self._sequence())
        self._depth -= 1
        return _Either(tuple(branches)) if len(branches) > 1 else branches[0]

    def _sequence(self) -> _Part:
        parts: list[_Part] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            part = self._atom()
            if quantifier := _QUANTIFIER.match(self._text, self._at):
                self._at = quantifier.end()
                part = _Repeat(part, *_counts(quantifier))
            parts.append(part)
        return _Sequence(tuple(parts))

    def _atom(self) -> _Part:
        character = self._next()
        match character:
            case "(":
                return self._group()
            case "[":
                return self._class()
            case "^" | "$":
                return _Edge(character)
            case ".":
                return _OneOf(_ALL.replace("\n", "").replace("\r", ""))
            case "*" | "+" | "?":
                raise _GivenUp
            case "\\":
                if (edge := _EDGES.get(self._text[self._at : self._at + 1])) is not None:
                    self._at += 1
                    return _Edge(edge)
                return _OneOf(self._in_both_cases(self._escape()))
        return _OneOf(self._in_both_cases(character))

    def _group(self) -> _Part:
        opening = _GROUP.match(self._text, self._at - 1)
        if opening:
            self._at = opening.end()
        part = self._either()
        if not self._take(")"):
            raise _GivenUp
        return _LookAhead(part, opening[1] == "=") if opening and opening[1] else part

    def _class(self) -> _Part:
        negated = self._take("^")
        read: list[str] = []
        while not self._take("]"):
            first = self._member()
            if len(first) == 1 and _DASH.match(self._text, self._at):
                first = self._range(first)
            read.append(first)
        members = self._in_both_cases("".join(read))
        characters = "".join(c for c in _ALL if (c in members) is not negated)
        if not negated:
            characters += "".join(dict.fromkeys(c for c in members if c not in _ALL))
        if not characters:
            raise _GivenUp
        return _OneOf(characters)

    def _member(self) -> str:
        if self._text.startswith("[:", self._at):
            raise _GivenUp
        character = self._next()
        return self._escape(in_class=True) if character == "\\" else character

    def _range(self, first: str) -> str:
        self._at += 1
        last = self._member()
        if len(last) != 1 or last < first:
            raise _GivenUp
        # one non-ASCII character is enough
        return "".join(map(chr, range(ord(first), min(ord(last), max(ord(first), 127)) + 1)))

    def _escape(self, *, in_class: bool = False) -> str:
        """The characters of an escape, after its backslash."""
        for expression, read in ((_CODE_POINT, _code_point), (_CATEGORY, _category)):
            if match := expression.match(self._text, self._at):
                self._at = match.end()
                return read(match)
        character = self._next()
        if character in _CLASSES:
            return _CLASSES[character]
        if character.lower() in _CLASSES:
            return "".join(c for c in _ALL if c not in _CLASSES[character.lower()])
        if character in _CONTROLS:
            return _CONTROLS[character]
        if in_class and character == "b":
            return "\b"
        if character.isalnum():
            raise _GivenUp
        return character

    def _in_both_cases(self, characters: str) -> str:
        if not self._any_case:
            return characters
        return "".join(dict.fromkeys(characters + characters.lower() + characters.upper()))

    def _next(self) -> str:
        if self._at >= len(self._text):
            raise _GivenUp
        self._at += 1
        return self._text[self._at - 1]

    def _take(self, character: str) -> bool:
        is_next = self._text.startswith(character, self._at)
        self._at += is_next
        return is_next


def _counts(quantifier: re.Match[str]) -> tuple[int, int | None]:
    mark, least, comma, most = quantifier.groups()
    if mark:
        return (1 if mark == "+" else 0), (1 if mark == "?" else None)
    return int(least), int(most) if most else None if comma else int(least)


def _code_point(escape: re.Match[str]) -> str:
    number = int(escape[1] or escape[2] or escape[3], 16)
    if number > _LAST_CODE_POINT:
        raise _GivenUp
    return chr(number)


def _category(escape: re.Match[str]) -> str:
    characters = _CATEGORIES.get(escape[1] or escape[2])
    if characters is None:
        raise _GivenUp
    return characters
