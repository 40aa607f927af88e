"""Keys that an object has twice: which of the values counts in an OpenAPI description.

JSON leaves that open (RFC 8259, section 4), and most readers take the last. `tfplugingen-openapi` looks keywords up in
the order in which they are written and finds the first; of the names of properties it keeps the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..immutable import dataclass
from .document import escape_token
from .spots import Place, Spot

MAX_SPOTS = 20
"""Places of one key that are kept."""

_NAMES = "properties"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A key that an object has twice or more. `holder` is the pointer to the object, `member` that to the key in it.

    `text` says which value counts; `spots` are the places of those that do not, and `more` of them are not listed.
    """

    key: str
    holder: str
    member: str
    text: str
    spots: tuple[Spot, ...]
    more: int = 0


def repeat(uri: str, tokens: Sequence[str], key: str, places: Sequence[Place], *, last: bool) -> Repeat:
    """A key of the object under `tokens` that stands at several places, in their order."""
    counts, passed = (places[-1], places[:-1]) if last else (places[0], places[1:])
    text = f"the key {key!r} is given twice: the {'last' if last else 'first'} counts, in line {counts[0]}"
    member = pointer_of([*tokens, key])
    spots = tuple(Spot(uri, place, member) for place in passed[:MAX_SPOTS])
    return Repeat(key, pointer_of(tokens), member, text, spots, len(passed) - len(spots))


def pointer_of(tokens: Iterable[str]) -> str:
    """The JSON pointer that consists of reference tokens."""
    return "".join(f"/{escape_token(token)}" for token in tokens)


def names_below(token: str, *, named: bool) -> bool:
    """Whether the keys below `token` are names of properties; `named` says that of those that `token` is among."""
    return token == _NAMES and not named


def last_counts(tokens: list[str]) -> bool:
    """Whether the keys of the object that `tokens` lead to are names of properties, of which the last counts."""
    named = False
    for token in tokens:
        named = names_below(token, named=named)
    return named


def objects(root: Any, wanted: set[int]) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """The wanted objects (by `id()`) below `root`, each once and with its tokens, what is outside before what is in it.

    Whoever asks may change the members of an object before the next one is looked for.
    """
    seen: set[int] = set()
    stack: list[tuple[tuple[Any, str] | None, Any]] = [(None, root)]
    while stack:
        way, value = stack.pop()
        if not isinstance(value, dict | list) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, dict) and id(value) in wanted:
            yield _tokens(way), value
        members = value.items() if isinstance(value, dict) else enumerate(value)
        stack.extend(((way, str(key)), member) for key, member in members)


def _tokens(way: Any) -> list[str]:
    found = []
    while way is not None:
        way, token = way
        found.append(token)
    return found[::-1]
