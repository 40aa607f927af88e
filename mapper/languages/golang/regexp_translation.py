"""Translates regular expressions of other dialects to Go's syntax, if Go has an equivalent.

JSON Schema specifies the dialect of ECMAScript; descriptions contain the dialects of Python, Java and Perl as well.
Features that Go's engine lacks (look-around, back-references, possessive repetitions) have no translation.
"""

import re

from .regexp import MAX_REPEATS, why_refused

_POINT = re.compile(r"u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|U([0-9A-Fa-f]{8})")
_LOW = re.compile(r"\\u([dD][c-fC-F][0-9A-Fa-f]{2})")
_CONTROL = re.compile(r"c([A-Za-z])")
_CATEGORY = re.compile(r"([pP])\{(\^?)(?:(?:Script(?:_Extensions)?|scx?|General_Category|gc)=|Is_?)(\w+)\}")
_JAVA = re.compile(r"([pP])\{(Alnum|Alpha|Blank|Cntrl|Digit|Graph|Lower|Print|Punct|Space|Upper|XDigit)\}")
_OTHER = re.compile(r"x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]+\})|[pP]\{[^}]*\}|[0-7]{1,3}|.", re.DOTALL)
_REPEAT = re.compile(r"\{([0-9]{1,6})(?:(,)([0-9]{0,6}))?\}")
_HIGH = range(0xD800, 0xDC00)
_SURROGATES = range(0xD800, 0xE000)
_MAX_PARTS = 100
"""The most repetitions that one with too large a count may be split into."""

_MAX_TEXT = 20_000
"""The most characters of such repetitions."""


class _NoTranslation(Exception):
    """Go has no equivalent."""


def in_go(pattern: str) -> str | None:
    """An equivalent expression that Go compiles; None if there is none."""
    if why_refused(pattern) is None:
        return pattern
    try:
        translated = _Translation(pattern).text()
    except _NoTranslation:
        return None
    return translated if why_refused(translated) is None else None


class _Translation:
    """Translates from left to right. `_atom` is the start, in the output, of the part that a repetition applies to."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._out: list[str] = []
        self._atom = 0
        self._groups: list[int] = []

    def text(self) -> str:
        while self._at < len(self._pattern):
            self._part()
        return "".join(self._out)

    def _part(self) -> None:
        character = self._pattern[self._at]
        repeat = _REPEAT.match(self._pattern, self._at) if character == "{" else None
        if repeat:
            self._at = repeat.end()
            self._repeat(repeat)
        elif character == "(":
            self._open()
        elif character == ")":
            self._at += 1
            self._out.append(character)
            self._atom = self._groups.pop() if self._groups else len(self._out) - 1
        elif character == "[":
            self._begin()
            self._class()
        elif character == "\\":
            self._begin()
            self._at += 1
            self._out.append(self._escape(in_class=False))
        else:
            if character not in "*+?":
                self._begin()
            self._at += 1
            self._out.append(character)

    def _begin(self) -> None:
        self._atom = len(self._out)

    def _open(self) -> None:
        if self._pattern.startswith("(?#", self._at):
            end = self._pattern.find(")", self._at)
            if end < 0:
                raise _NoTranslation
            self._at = end + 1
            return
        self._groups.append(len(self._out))
        self._at += 1
        self._out.append("(")

    def _class(self) -> None:
        start = self._at
        if self._pattern.startswith("[^]", start):  # in ECMAScript: any character
            self._at += 3
            self._out.append("(?s:.)")
            return
        self._at += 2 if self._pattern.startswith("[^", start) else 1
        parts = [self._pattern[start : self._at]]
        first = True
        while self._at < len(self._pattern) and (first or self._pattern[self._at] != "]"):
            first = False
            character = self._pattern[self._at]
            self._at += 1
            parts.append(self._escape(in_class=True) if character == "\\" else character)
        parts.append(self._pattern[self._at : self._at + 1])
        self._at += 1
        self._out.append("".join(parts))

    def _escape(self, *, in_class: bool) -> str:
        """The translation of an escape, after its backslash."""
        if point := _POINT.match(self._pattern, self._at):
            self._at = point.end()
            return self._point(int(next(filter(None, point.groups())), 16))
        if control := _CONTROL.match(self._pattern, self._at):
            self._at = control.end()
            return f"\\x{ord(control[1]) % 32:02x}"
        if category := _CATEGORY.match(self._pattern, self._at):
            self._at = category.end()
            return f"\\{category[1]}{{{category[2]}{category[3]}}}"
        if java := _JAVA.match(self._pattern, self._at):
            self._at = java.end()
            negated = "^" if java[1] == "P" else ""
            name = f"[:{negated}{java[2].lower()}:]"
            return name if in_class else f"[{name}]"
        other = _OTHER.match(self._pattern, self._at)
        if other is None:
            raise _NoTranslation
        self._at = other.end()
        return self._other(other[0], in_class=in_class)

    @staticmethod
    def _other(escape: str, *, in_class: bool) -> str:
        if escape == "e":
            return "\\x1b"
        if escape == "b" and in_class:
            return "\\x08"
        if escape == "Z" and not in_class:
            return "\\z"
        return f"\\{escape}" if escape.isascii() else escape

    def _point(self, point: int) -> str:
        low = _LOW.match(self._pattern, self._at) if point in _HIGH else None
        if low:
            self._at = low.end()
            point = 0x10000 + ((point - 0xD800) << 10) + (int(low[1], 16) - 0xDC00)
        if point in _SURROGATES:
            raise _NoTranslation
        return f"\\x{{{point:04x}}}"

    def _repeat(self, counts: re.Match[str]) -> None:
        """A repetition; one with more than Go's limit is split into several."""
        least = int(counts[1])
        most = least if not counts[2] else int(counts[3]) if counts[3] else None
        atom = "".join(self._out[self._atom :])
        if max(least, most or 0) <= MAX_REPEATS:
            self._out.append(counts[0])
            return
        if self._pattern[self._at : self._at + 1] in ("+", "?") or (most is not None and most < least):
            raise _NoTranslation
        parts = [f"{{{MAX_REPEATS}}}"] * (least // MAX_REPEATS)
        rest = least % MAX_REPEATS
        if most is None:
            parts.append(f"{{{rest},}}")
        else:
            parts += [f"{{{rest}}}"] if rest else []
            optional = most - least
            parts += [f"{{0,{MAX_REPEATS}}}"] * (optional // MAX_REPEATS)
            parts += [f"{{0,{optional % MAX_REPEATS}}}"] if optional % MAX_REPEATS else []
        if len(parts) > _MAX_PARTS or len(parts) * len(atom) > _MAX_TEXT:
            raise _NoTranslation
        self._out[self._atom :] = [f"(?:{''.join(atom + part for part in parts)})"]
