"""*Did you mean*: the known word that a mistyped one looks most like."""

from bisect import bisect
from collections.abc import Iterable
from functools import lru_cache

_LONGEST_WORD = 300
_FEW = 20
"""So many words are all compared."""
_NEIGHBOURS = 10
_CUTOFF = 0.6
"""The similarity of words that are suggested, of at most 1."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for the end of a message: the known word that is most similar to `word`, or an empty text."""
    similar = closest(word, known)
    return "" if similar is None else f"; did you mean {similar!r}?"


def nearest_or_some(word: str, known: Iterable[str]) -> str:
    """A hint for the end of a message about a word that has to be one of `known`: the most similar, or the first."""
    known = tuple(known)
    some = ", ".join(known[:_FEW]) + (", …" if len(known) > _FEW else "")
    return nearest(word, known) or (f"; choose from {some}" if some else "")


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most similar to `word`, if one is similar enough; very long words are not compared."""
    import difflib

    if len(word) > _LONGEST_WORD:
        return None
    known = tuple(known)
    words: Iterable[str] = known
    if len(known) > _FEW:  # comparing is slow: only with words that begin or end alike
        forwards, backwards = _ordered(known)
        words = [*_neighbours(word, forwards), *(neighbour[::-1] for neighbour in _neighbours(word[::-1], backwards))]
    # the first of difflib.get_close_matches in a third of its time: 0.3 s for the 1,000 hints that a config may need
    matcher, best, nearest_word = difflib.SequenceMatcher(), _CUTOFF, None
    matcher.set_seq2(word)
    for neighbour in dict.fromkeys(neighbour for neighbour in words if len(neighbour) <= _LONGEST_WORD):
        matcher.set_seq1(neighbour)
        if matcher.real_quick_ratio() >= best and matcher.quick_ratio() >= best and (alike := matcher.ratio()) >= best:
            nearest_word = max(nearest_word, neighbour) if nearest_word and alike == best else neighbour
            best = alike
    return nearest_word


@lru_cache(maxsize=8)
def _ordered(words: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The words in alphabetical order, and backwards: many mistyped words are looked for among the same ones."""
    short = [word for word in words if len(word) <= _LONGEST_WORD]
    return sorted(short), sorted(word[::-1] for word in short)


def _neighbours(word: str, ordered: list[str]) -> list[str]:
    """The words around `word` in alphabetical order, which share most of its beginning."""
    at = bisect(ordered, word)
    return ordered[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]
