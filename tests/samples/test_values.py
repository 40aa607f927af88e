"""Values for examples."""

from __future__ import annotations

from mapper.model.limits import OneOf
from mapper.samples.values import scalar


class Word(str):
    """A text that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Word.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_cost_of_a_value_of_an_enum_grows_with_the_enum_and_not_with_its_square() -> None:
    words = tuple(Word(f"w{number}") for number in range(2000))
    assert scalar("string", "a", (OneOf(words),), 3) == "w3"
    assert Word.compared <= 2 * len(words)
