"""The definitions of real controllers, made from the model and the generator.yaml that they were made from."""

import gzip
import re
from pathlib import Path

import pytest

from .compare import cases, compare, model_of

CASES = cases("ack")
SEED = cases("ack-seed-era")
WITHOUT = pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")


def _text(model: Path) -> str:
    data = model.read_bytes()
    return (gzip.decompress(data) if model.suffix == ".gz" else data).decode()


def _not_in_the_model(difference: str, model: str) -> bool:
    """Whether a field is missing because the model of the case is older than the definition.

    The name of a field may end with `_`, and that of a reference is made of another field's.
    """
    found = re.fullmatch(r"-.*/properties/([A-Za-z0-9]+?)_?", difference)
    if found is None:
        return False
    stems = {found[1], re.sub(r"Refs?\Z", "", found[1])}
    names = "|".join(f"{re.escape(stem)}(?:(?:Arn|Id|Name)?s?|ies)" for stem in stems)
    return not re.search(f'"(?:{names})"', model, re.IGNORECASE)


@pytest.mark.corpus
@WITHOUT
@pytest.mark.parametrize("case", [*CASES, *SEED], ids=lambda case: f"{case.parent.name}/{case.name}")
def test_kinds_and_structure_are_those_of_the_controller(case: Path) -> None:
    result = compare(case)
    model = _text(model_of(case))
    assert (result.missing, result.surplus) == (set(), set())
    found = {d.name: [x for x in d.structure if not _not_in_the_model(x, model)] for d in result.definitions}
    assert {name: differences for name, differences in found.items() if differences} == {}


@pytest.mark.corpus
@WITHOUT
def test_nearly_all_texts_are_those_of_the_controllers() -> None:
    texts = [definition.texts for case in CASES for definition in compare(case).definitions]
    equal, all_ = (sum(counts) for counts in zip(*texts, strict=True))
    assert equal / all_ >= 0.98


@pytest.mark.corpus
@WITHOUT
def test_most_files_are_equal_byte_by_byte() -> None:
    definitions = [definition for case in CASES for definition in compare(case).definitions]
    assert sum(definition.same_bytes for definition in definitions) >= 0.8 * len(definitions)


@pytest.mark.corpus
@WITHOUT
def test_the_bucket_of_2020_is_equal_byte_by_byte() -> None:
    case = next(case for case in SEED if case.name == "s3")
    assert [d.same_bytes for d in compare(case).definitions] == [True]
