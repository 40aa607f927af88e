"""Classes of consequences for the output: each rule of a diagnostic has one of them."""

from __future__ import annotations

from .immutable import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """A class of consequences: a key, a title, and one sentence about the effect on the output."""

    key: str
    title: str
    sentence: str


BROKEN = Outcome(
    "broken", "Does not work", "The output is written, but what is made from it does not work until this is settled."
)
LEFT_OUT = Outcome("left-out", "Left out", "Something of the API is not in the output; everything around it is.")
WITHOUT_EFFECT = Outcome(
    "without-effect", "Without effect", "An entry of the config, or of the API description, changes nothing."
)
DISPUTED = Outcome(
    "disputed", "Said in two ways", "The API description says two different things, and one of them counts."
)
AS_ASKED = Outcome(
    "as-asked", "As the config asks", "The output differs from the API description because the config says so."
)
OTHER_FORM = Outcome(
    "other-form",
    "Written in another form",
    "It is in the output, but not in the form that the API description gives it.",
)
AS_IT_IS = Outcome("as-it-is", "Carried over", "Nothing is missing; this is how the output came to be what it is.")

OUTCOMES = (BROKEN, LEFT_OUT, WITHOUT_EFFECT, DISPUTED, OTHER_FORM, AS_ASKED, AS_IT_IS)
"""All classes, worst first."""
