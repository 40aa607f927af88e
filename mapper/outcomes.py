"""What became of the output, in a few classes: diagnostics in the order of their consequences."""

from __future__ import annotations

from .diagnostics import Rule, Severity
from .immutable import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """A class of consequences: a key, a title, and one sentence that says what became of the output."""

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
"""All classes, the worst first."""

_CODES = {
    BROKEN: "OAS327 OAS502 OAS503 OAS508 OAS511 OAS512 OAS513 OAS708 OAS712 OAS754",
    LEFT_OUT: """
        OAS301 OAS302 OAS303 OAS304 OAS305 OAS306 OAS307 OAS308 OAS309 OAS310 OAS311 OAS312 OAS322 OAS325 OAS326 OAS328
        OAS402 OAS403 OAS406 OAS409 OAS410 OAS415 OAS416 OAS420 OAS440 OAS501 OAS703 OAS704 OAS705 OAS710 OAS750 OAS753
    """,
    WITHOUT_EFFECT: "OAS101 OAS102 OAS103 OAS104 OAS105 OAS106 OAS206 OAS407 OAS411 OAS701 OAS707 OAS713 OAS714",
    DISPUTED: "OAS201 OAS203 OAS419 OAS601 OAS752 OAS755",
    OTHER_FORM: "OAS401 OAS404 OAS408 OAS414 OAS417 OAS421 OAS422 OAS423 OAS424 OAS425 OAS427 OAS514 OAS751 OAS756",
    AS_ASKED: "OAS205 OAS331 OAS426 OAS428 OAS429 OAS430 OAS702",
    AS_IT_IS: """
        OAS202 OAS204 OAS320 OAS321 OAS323 OAS324 OAS329 OAS330 OAS405 OAS412 OAS413 OAS418 OAS432 OAS706 OAS709 OAS711
    """,
}
_OUTCOME_OF = {code: outcome for outcome, codes in _CODES.items() for code in codes.split()}
_BY_SEVERITY = {Severity.ERROR: BROKEN, Severity.WARNING: LEFT_OUT, Severity.INFO: AS_IT_IS}


def outcome_of(rule: Rule) -> Outcome:
    """The class of a rule; judged by its severity, where it is in none."""
    return _OUTCOME_OF.get(rule.code) or _BY_SEVERITY[rule.severity]
