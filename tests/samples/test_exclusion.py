"""Attributes that exclude each other by their descriptions."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from mapper.model import Attribute, Collection, CollectionKind, Reason, Scalar, ScalarKind, Status
from mapper.model.samples.exclusion import are_twins, without_excluded

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
    "with one that says something else": Case(
        (_attribute("fan", "A fan."), _attribute("heat"), _attribute("cold", _SAYS)), ["fan", "heat"]
    ),
    "itself": Case((_attribute("heat", _SAYS),), ["heat"]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_first_of_those_that_exclude_each_other_is_left(case: Case) -> None:
    assert [attribute.name for attribute in without_excluded(case.attributes, case.required)] == case.left


def _several(name: str, kind: ScalarKind = ScalarKind.STRING) -> Attribute:
    return replace(_attribute(name), type=Collection(CollectionKind.LIST, Scalar(kind)))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (_attribute("name"), _several("names"), True),
        (_attribute("person"), _several("people"), True),
        (_attribute("name"), _several("name"), False),
        (_attribute("name"), _attribute("names"), False),
        (_several("name"), _several("names"), False),
        (_attribute("names"), _several("name"), False),
        (_attribute("name"), _several("names", ScalarKind.INT64), False),
        (_attribute("name"), _several("tags"), False),
        (_attribute("name"), _several("nations"), False),
    ],
)
def test_a_value_and_a_list_of_such_values_are_twins_by_their_names(
    one: Attribute, other: Attribute, expected: bool
) -> None:
    assert are_twins(one, other) is are_twins(other, one) is expected


@pytest.mark.parametrize(
    ("description", "excluded"),
    [
        ("Mutually exclusive with `heat`.", True),
        ("mutually exclusive with heat_level", True),
        ("Mutually exclusive with heatLevel.", True),
        ("Mutually exclusive with heat.", False),  # a word of the language
        ("Conflicts with `heat`.", True),
        ("It conflict with `heat`", True),
        ("Only one of `heat` and `cold` is given.", True),
        ("Give `heat` or `cold`, not both.", True),
        ("May not be combined with `heat`.", True),
        ("Should not be provided with `heat`.", True),
        ("Cannot be changed with `heat`.", False),
        ("Cannot be set unless `heat` is.", False),
        ("Cannot be set if `heat` is.", False),
        ("Cannot be set with `heat` when it is hot.", False),
        ("Cannot be set without `heat`.", False),
        ("Mutually exclusive with others. See `heat`.", False),
        ("See `heat`.<br>Mutually exclusive with others.", False),
        ("See `heat`\nMutually exclusive with others.", False),
        ("", False),
    ],
)
def test_a_sentence_that_says_so_excludes_what_it_names(description: str, excluded: bool) -> None:
    heats = [_attribute(name) for name in ("heat", "heat_level", "heatLevel")]
    left = without_excluded([*heats, _attribute("cold", description)])
    assert (left == heats) is excluded


def test_work_grows_with_the_number_of_attributes() -> None:
    few, many = ([_attribute(f"part_{number}", "A part.") for number in range(count)] for count in (200, 400))
    assert calls(lambda: without_excluded(many)) < 3 * calls(lambda: without_excluded(few))
