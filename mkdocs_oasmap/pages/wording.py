"""Replaces phrases of the pages by those of a site, and fills in values.

A phrase has placeholders for values, such as `{count}`. A replacement may omit placeholders, but cannot add any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from mapper.text.suggest import nearest

from .made_phrases import MADE
from .phrases import known_phrases

_PLACE = re.compile(r"\{(\w+)\}")
_LONGEST = 1000


class Words:
    """The phrases of the pages, with the replacements `own`. Equal replacements make equal objects, which can
    be keys.
    """

    def __init__(self, own: Mapping[str, str] | None = None) -> None:
        self.own = dict(own or {})
        self._key = tuple(sorted(self.own.items()))
        with_places = sorted((p for p in MADE if p in self.own and places(p)), key=lambda p: len(_PLACE.sub("", p)))
        self._made = tuple((_pattern(phrase), self.own[phrase]) for phrase in reversed(with_places))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __call__(self, phrase: str, **values: object) -> str:
        """The replacement of a phrase, or the phrase itself, with values filled in."""
        return filled(self.find(phrase), str, values) if values else self.find(phrase)

    def find(self, phrase: str) -> str:
        """The same without values. Line breaks in the phrase do not matter."""
        return self.own.get(" ".join(phrase.split()), phrase) if self.own else phrase

    def made(self, text: str) -> str:
        """The replacement of a text that a mapping made from a phrase, with the same values."""
        if not self.own or text in self.own:
            return self.find(text)
        matches = ((pattern.fullmatch(text), replacement) for pattern, replacement in self._made)
        return next((filled(replacement, str, match.groupdict()) for match, replacement in matches if match), text)

    def counted(self, count: int, one: str, several: str, shown: str = "") -> str:
        """The phrase for one, or for several things."""
        return self(one if count == 1 else several, count=shown or count)


ENGLISH = Words()
"""The phrases without replacements."""


def filled(text: str, write: Callable[[object], str], values: Mapping[str, object]) -> str:
    """A phrase with values, formatted by `write`; placeholders without a value are kept."""
    return _PLACE.sub(lambda place: write(values[place[1]]) if place[1] in values else place[0], text)


def _pattern(phrase: str) -> re.Pattern[str]:
    """A regular expression for texts made from a phrase, with a group for each placeholder."""
    parts = _PLACE.split(phrase)
    return re.compile("".join(f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts)))


def places(phrase: str) -> tuple[str, ...]:
    """The placeholders of a phrase, sorted."""
    return tuple(sorted(set(_PLACE.findall(phrase))))


def wrong_words(replacements: object) -> list[str]:
    """The mistakes in the replacements of a site, one text for each."""
    if not isinstance(replacements, dict):
        return ["a mapping of phrases to what is said in place of them is expected"]
    known = known_phrases() if replacements else frozenset()
    return [text for phrase, replacement in replacements.items() if (text := _wrong(phrase, replacement, known))]


def _wrong(phrase: object, replacement: object, known: frozenset[str]) -> str:
    if not isinstance(phrase, str) or phrase not in known:
        return f"no page says {phrase!r}{nearest(str(phrase), known)}"
    if not isinstance(replacement, str) or not replacement.strip():
        return f"{phrase!r}: a text is expected in place of it, but {replacement!r} is given"
    if len(replacement) > _LONGEST or not replacement.isprintable():
        return f"{phrase!r}: the text in place of it is one line of at most {_LONGEST:,} characters"
    strange = [place for place in places(replacement) if place not in places(phrase)]
    if strange:
        has = ", ".join(f"{{{place}}}" for place in places(phrase)) or "no places for values"
        return f"{phrase!r}: {{{strange[0]}}} is not known there; it has {has}"
    return ""
