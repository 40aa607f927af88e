"""*Did you mean*: the known word that a mistyped one looks most like."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

_LONGEST_WORD = 300
_NEIGHBOURS = 10


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for the end of a message: the known word that is most similar to `word`, or an empty text."""
    similar = closest(word, known)
    return "" if similar is None else f"; did you mean {similar!r}?"


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most similar to `word`, if one is similar enough; very long words are not compared."""
    import difflib

    if len(word) > _LONGEST_WORD:
        return None
    words = [one for one in known if len(one) <= _LONGEST_WORD]
    if len(words) > 2 * _NEIGHBOURS:  # comparing is slow: only with words that begin or end alike
        words = [*_neighbours(word, words), *(one[::-1] for one in _neighbours(word[::-1], [o[::-1] for o in words]))]
    matches = difflib.get_close_matches(word, dict.fromkeys(words), n=1, cutoff=0.6)
    return matches[0] if matches else None


def _neighbours(word: str, words: list[str]) -> list[str]:
    """The words around `word` in alphabetical order, which share most of its beginning."""
    ordered = sorted(words)
    at = bisect(ordered, word)
    return ordered[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]
