"""Repeated keys of an object: which of the values is used in an OpenAPI description.

JSON leaves that open (RFC 8259, section 4), and most readers take the last. `tfplugingen-openapi` searches keywords in
the order in which they are written and finds the first; of repeated names of properties it keeps the last.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from .location import Place, Spot, escape_token

MAX_SPOTS = 20
"""The most places of one key that are recorded."""

_NAMES = "properties"

Link = tuple["Link", str] | None
"""The path to a value: that of its parent, and a reference token; None for the root."""


class Repeat(Struct, frozen=True, eq=False):
    """A key that an object has twice or more. `holder` is the pointer to the object, `member` the pointer to the key.

    `text` says which value is used; `spots` are the places of the unused ones, and `more` the
    number of unlisted places.
    """

    key: str
    holder: str
    member: str
    text: str
    spots: tuple[Spot, ...]
    more: int = 0


def repeat(uri: str, tokens: Sequence[str], key: str, places: Sequence[Place], *, last: bool) -> Repeat:
    """A key of the object under `tokens` that occurs at several places, given in their order."""
    counts, passed = (places[-1], places[:-1]) if last else (places[0], places[1:])
    text = f"the key {key!r} is given twice: the {'last' if last else 'first'} counts, in line {counts[0]}"
    member = pointer_of([*tokens, key])
    spots = tuple(Spot(uri, place, member) for place in passed[:MAX_SPOTS])
    return Repeat(key, pointer_of(tokens), member, text, spots, len(passed) - len(spots))


def pointer_of(tokens: Iterable[str]) -> str:
    """The JSON pointer of some unescaped reference tokens."""
    return "".join(f"/{escape_token(token)}" for token in tokens)


def last_counts(tokens: list[str]) -> bool:
    """Whether the keys of the object under `tokens` are names of properties: then, the last value is used."""
    named = False
    for token in tokens:
        named = token == _NAMES and not named
    return named


def tokens_of(link: Link) -> list[str]:
    """The reference tokens of a path, from the root."""
    tokens = []
    while link is not None:
        link, token = link
        tokens.append(token)
    return tokens[::-1]
