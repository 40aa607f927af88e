"""Attributes that exclude each other by their descriptions."""

from dataclasses import dataclass

import pytest

from mapper.model import Attribute, Reason, Scalar, ScalarKind, Status
from mapper.model.samples.exclusion import without_excluded

from ..counting import calls


def _attribute(name: str, description: str | None = None, source_name: str = "") -> Attribute:
    text, reason = Scalar(ScalarKind.STRING), Reason("test", "for a test")
    return Attribute(name, source_name or name, text, Status.OPTIONAL, reason, (), description=description)


@dataclass(frozen=True)
class Case:
    """Attributes in their order, those that are required, and the names that are left."""

    attributes: tuple[Attribute, ...]
    left: list[str]
    required: tuple[Attribute, ...] = ()


_SAYS = "Mutually exclusive with `heat`."
CASES = {
    "the later one says it": Case((_attribute("heat"), _attribute("cold", _SAYS)), ["heat"]),
    "the earlier one says it": Case((_attribute("cold", _SAYS), _attribute("heat")), ["cold"]),
    "a required one says it": Case((_attribute("heat"),), [], (_attribute("cold", _SAYS),)),
    "it says it of a required one": Case((_attribute("cold", _SAYS),), [], (_attribute("heat"),)),
    "by the name in the API": Case((_attribute("warmth", source_name="heat"), _attribute("cold", _SAYS)), ["warmth"]),
    "what is left out excludes nothing": Case(
        (_attribute("heat"), _attribute("cold", f"{_SAYS} Conflicts with `fan`."), _attribute("fan")), ["heat", "fan"]
    ),
    "in two words": Case((_attribute("heat"), _attribute("cold", "Can not be combined with `heat`.")), ["heat"]),
    "as a rule": Case((_attribute("heat"), _attribute("cold", "It must not be set with `heat`.")), ["heat"]),
    "itself": Case((_attribute("heat", _SAYS),), ["heat"]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_first_of_those_that_exclude_each_other_is_left(case: Case) -> None:
    assert [attribute.name for attribute in without_excluded(case.attributes, case.required)] == case.left


def test_work_grows_with_the_number_of_attributes() -> None:
    few, many = ([_attribute(f"part_{number}", "A part.") for number in range(count)] for count in (200, 400))
    assert calls(lambda: without_excluded(many)) < 3 * calls(lambda: without_excluded(few))
