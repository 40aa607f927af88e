"""Classes of consequences for the output: each rule of a diagnostic has one of them."""

from __future__ import annotations

from msgspec import Struct


class Outcome(Struct, frozen=True):
    """A class of consequences: a key, a title, and one sentence about the effect on the output."""

    key: str
    title: str
    sentence: str


BROKEN = Outcome(
    "broken", "Broken output", "The output is written, but what is made from it does not work until you fix the cause."
)
LEFT_OUT = Outcome(
    "left-out", "Missing from the output", "A part of the API is not in the output. Everything around it is."
)
WITHOUT_EFFECT = Outcome(
    "without-effect", "No effect", "An entry of the config, or of the API description, changes nothing."
)
DISPUTED = Outcome(
    "disputed", "Conflicting sources", "The API description contradicts itself. One of its statements is used."
)
AS_ASKED = Outcome(
    "as-asked", "Changed by the config", "The output differs from the API description because the config says so."
)
OTHER_FORM = Outcome(
    "other-form",
    "Changed form",
    "A part of the API is in the output, in another form than in the API description.",
)
AS_IT_IS = Outcome("as-it-is", "For information", "Nothing is missing. These diagnostics explain the output.")

OUTCOMES = (BROKEN, LEFT_OUT, WITHOUT_EFFECT, DISPUTED, OTHER_FORM, AS_ASKED, AS_IT_IS)
"""All classes, worst first."""
