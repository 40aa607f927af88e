"""Random inputs are the same for a seed, and are made smaller as long as they show the same."""

from random import Random
from typing import Any

import yaml

from .__main__ import read_known
from .descriptions import description_case
from .smaller import minimized
from .spellings import written


def test_a_seed_gives_the_same_input_and_another_one_another() -> None:
    assert description_case(Random("1/2")) == description_case(Random("1/2"))
    assert description_case(Random("1/2")) != description_case(Random("1/3"))


def test_an_input_is_made_as_small_as_it_can_be() -> None:
    case: dict[str, Any] = {"marks": [], "a": {"b": [1, {"c": 2, "d": 3}, 4]}, "e": "f"}
    smallest = minimized(case, lambda less: "'c': 2" in str(less), 100)
    assert smallest == {"marks": [], "a": {"b": [{"c": 2}]}}


def test_data_is_the_same_however_it_is_written() -> None:
    data = {"a": [1, {"b": "null", "c": []}, "x: y"], "no": {"d": True, "e": None}, "": "\u2028"}
    assert [yaml.safe_load(written(data, style)) for style in ("json", "flow", "block")] == [data] * 3


def test_what_is_known_has_a_reason() -> None:
    assert all(known.why for known in read_known("tfplugingen-openapi"))
