"""Examples that people can use as they are: nothing that excludes something else, nothing that is over, and all that
they refer to.
"""

import re

import pytest

from mapper.model import Mapping
from mapper.registry import system_named
from mapper.system.showing import Example
from mapper.systems.terraform import kinds

from ...support import resource
from ..test_references import TEXT, mapped


def examples(mapping: Mapping, name: str = "") -> dict[str, Example]:
    entity = next(entity for entity in mapping.of_kind(kinds.RESOURCE) if name in ("", entity.name))
    return {example.title: example for example in system_named("terraform").showing.examples(entity, mapping)}


def typical(properties: str) -> list[str]:
    """The names that *Typical* sets, of properties that all have an example."""
    snippet = f"create: {{type: object, required: [it], properties: {{it: {{type: string}}, {properties}}}}}"
    made = resource(snippet).mapping
    example = examples(made)["Typical"]
    return re.findall(r"^  (\w+) +=", example.text, re.MULTILINE)


AD = "ad: {type: string, example: a}"
BE = "be: {type: string, example: b, description: "

EXCLUDED = {
    "by name": ("dish: {type: string, example: a}, dishes: {type: array, items: {type: string}, example: [a]}", "dish"),
    "by a text": (f"{AD}, {BE}Mutually exclusive with `ad`.}}", "ad"),
    "by a text of the first": (
        "ad: {type: string, example: a, description: Cannot be used with be_in.}, be_in: {type: string, example: b}",
        "ad",
    ),
    "what is required": (f"{BE}It conflicts with `it`.}}", ""),
    "what is deprecated": (f"{BE}'DEPRECATED: has no effect.'}}", ""),
    "deprecated in a sentence": (f"{BE}Old. This is deprecated.}}", ""),
}


@pytest.mark.parametrize("case", EXCLUDED)
def test_typical_leaves_out_what_is_deprecated_or_excluded(case: str) -> None:
    properties, left = EXCLUDED[case]
    assert typical(f"{properties}, zone: {{type: string, example: z}}") == ["it", *left.split(), "zone"]


KEPT = {
    "a value and a list of others": (
        "dish: {type: string, example: a}, dishes: {type: array, items: {type: integer}, example: [1]}"
    ),
    "a condition": f"{AD}, {BE}It cannot be set unless `ad` is.}}",
    "another attribute": f"{AD}, {BE}It conflicts with `it.x`. See `ad`.}}",
    "a word": f"{AD}, {BE}Only one of the ad words.}}",
    "the deprecation of another": f"{AD}, {BE}Not the deprecated ad.}}",
}


@pytest.mark.parametrize("case", KEPT)
def test_typical_keeps_what_only_looks_so(case: str) -> None:
    assert len(typical(KEPT[case])) == 3


TIMES = {
    "2021-09-03T16:32:00+03:00": "2041-09-03T16:32:00+03:00",
    "1969-12-31": "2049-12-31",
    "2024-02-29": "2044-02-29",
    "2031-01-01": "2031-01-01",
    "v2021-09-03": "v2021-09-03",
    "2021-99-03": "2021-99-03",
}


@pytest.mark.parametrize("given", TIMES)
def test_a_time_that_is_sent_is_not_over(given: str) -> None:
    properties = f"until: {{type: string, example: '{given}'}}, version: {{type: string, example: '{given}'}}"
    made = resource(f"create: {{type: object, properties: {{{properties}}}}}").mapping
    text = examples(made)["Typical"].text
    assert re.findall('"([^"]*)"$', text, re.MULTILINE) == [TIMES[given], given]


def test_a_time_that_limits_do_not_allow_stays() -> None:
    made = resource(
        "create: {type: object, required: [on], properties: {on: {enum: ['2021-01-01', '2022-01-01'], type: string}}}"
    ).mapping
    assert '"2021-01-01"' in examples(made)["Minimal"].text


PATHS = {
    "/sites/{site_id}": {"id": TEXT, "name": TEXT},
    "/sites/{site_id}/domes/{dome_id}": {"id": TEXT, "name": TEXT},
    "/domes/{dome_id}/slits/{slit_id}": {"id": TEXT, "name": TEXT},
}


def test_what_an_example_refers_to_is_declared_with_what_that_refers_to() -> None:
    mapping = mapped(PATHS)
    needs = {name: examples(mapping, name)["Minimal"].needs for name in ("site", "dome", "slit")}
    declared = {name: re.findall(r'^resource "(\w+)" "main"', text, re.MULTILINE) for name, text in needs.items()}
    assert declared == {"site": [], "dome": ["owlridge_site"], "slit": ["owlridge_dome", "owlridge_site"]}


def test_a_secret_that_must_be_set_is_a_declared_variable() -> None:
    snippet = "create: {type: object, required: [pin], properties: {pin: {type: string, format: password}}}"
    mapping = resource(snippet).mapping
    example = examples(mapping)["Minimal"]
    assert "pin = var.pin" in example.text
    assert example.needs == 'variable "pin" {\n  sensitive = true\n}\n'
