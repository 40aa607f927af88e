"""Nouns and lists in messages: their plurals, and the words between."""

from collections.abc import Sequence


def several(noun: str) -> str:
    """The plural of a noun in messages: *attributes*, *properties*."""
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def plural(count: int, noun: str) -> str:
    """`1 resource`, `2 resources`."""
    return f"{count:,} {noun if count == 1 else several(noun)}"


def article(noun: str) -> str:
    """*a* or *an*, as a noun needs by its first letter."""
    return "an" if noun[:1] in tuple("aeiouAEIOU") else "a"


def capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """A text with a small first letter, as within a sentence; *API version* stays as it is."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
