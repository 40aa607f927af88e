"""Overrides of all attributes whose path fits a pattern."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import MappingError
from mapper.terraform.rules import OVERRIDDEN, UNUSED_OVERRIDE

from ...support import Mapped, data_source, resource


def kitchen(overrides: str) -> Mapped:
    return resource(f"""
        create:
          properties:
            note: {{type: string, description: A}}
            oven:
              properties:
                note: {{type: string, description: B}}
                door: {{type: array, items: {{properties: {{note: {{type: string, description: C}}}}}}}}
        schema: {{attributes: {{overrides: {overrides}}}}}
    """)


@pytest.mark.parametrize(
    ("pattern", "changed"),
    [
        ("'**.note'", ["note", "oven.note", "oven.door.note"]),
        ("'*.note'", ["oven.note"]),
        ("'*.*.note'", ["oven.door.note"]),
        ("oven.**.note", ["oven.note", "oven.door.note"]),
        ("'oven.*'", ["oven.note", "oven.door"]),
        ("'*'", ["note", "oven"]),
        ("'**'", ["note", "oven", "oven.note", "oven.door", "oven.door.note"]),
    ],
)
def test_a_pattern_stands_for_the_paths_that_fit(pattern: str, changed: list[str]) -> None:
    mapped = kitchen(f"{{{pattern}: {{description: New}}}}")
    paths = ["note", "oven", "oven.note", "oven.door", "oven.door.note"]
    assert [path for path in paths if mapped.description(path) == "New"] == changed


def test_the_path_itself_goes_before_a_pattern_key_by_key() -> None:
    mapped = kitchen("{oven.note: {description: Own}, '**.note': {description: New, sensitive: true}}")
    assert mapped.body("note") == {"description": "New", "sensitive": True}
    assert mapped.body("oven.note") == {"description": "Own", "sensitive": True}


def test_a_longer_pattern_goes_before_a_shorter_one() -> None:
    mapped = kitchen("{'oven.**.note': {description: Long}, '**.note': {description: Short}}")
    assert mapped.description("note") == "Short"
    assert mapped.description("oven.door.note") == "Long"


def test_what_is_below_a_pattern_that_changes_the_type_may_be_overridden() -> None:
    mapped = kitchen("{'*.door': {type: set}, oven.door.note: {sensitive: true}}")
    assert mapped.body("oven.door.note")["sensitive"]
    assert "set_nested" in mapped["oven.door"]


def test_each_attribute_says_that_it_is_overridden() -> None:
    mapped = kitchen("{'**.note': {sensitive: true}}")
    assert {d.path for d in mapped.diagnostics(OVERRIDDEN)} == {"note", "oven.note", "oven.door.note"}


def test_a_description_of_a_pattern_differs_and_one_of_a_path_does_not() -> None:
    mapped = kitchen("{oven.note: {description: Own}, '**.note': {description: New}}")
    assert {d.path for d in mapped.diagnostics(OVERRIDDEN)} == {"note", "oven.door.note"}


def test_a_pattern_that_fits_nothing_is_reported() -> None:
    assert "'**.crumb'" in kitchen("{'**.crumb': {sensitive: true}}").diagnostic(UNUSED_OVERRIDE).text


def test_a_pattern_reaches_names_that_a_path_cannot_spell() -> None:
    oven = resource("""
        create: {properties: {x-note: {type: string}}}
        schema: {attributes: {overrides: {'*': {description: New}}}}
    """)
    (name,) = oven.names
    assert oven.description(name) == "New"


def test_a_pattern_of_a_data_source() -> None:
    oven = data_source("""
        read: {type: array, items: {properties: {name: {type: string}}}}
        schema: {attributes: {overrides: {'**.name': {description: New}}}}
    """)
    assert oven.description("oven.name") == "New"


@pytest.mark.parametrize("pattern", ["'***'", "'a*'", "'**.'", "'*.a*b'"])
def test_what_is_no_pattern_is_a_problem(pattern: str) -> None:
    with pytest.raises(MappingError, match="is not an attribute path"):
        kitchen(f"{{{pattern}: {{sensitive: true}}}}")


def test_the_depth_of_a_recursion_needs_a_whole_path() -> None:
    with pytest.raises(MappingError, match="recursion_depth needs a whole path"):
        kitchen("{'**.note': {recursion_depth: 2}}")
