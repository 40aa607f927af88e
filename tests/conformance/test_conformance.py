"""Every entity of the corpus is as the reference tool writes it, or a diagnostic says why not.

The artifact keeps to the JSON schema of the Provider Code Specification, or an error diagnostic says where not.
"""

from pathlib import Path

import pytest

from mapper.model import Mapping

from .code_spec_schema import unexplained
from .compare import cases, compare, mapped

CASES = [case for folder in ("reference", "realworld", "large") for case in cases(folder)]

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def case(request: pytest.FixtureRequest) -> Path:
    """A case; all tests of one run before those of the next."""
    found: Path = request.param
    return found


@pytest.fixture(scope="module")
def mapping(case: Path) -> Mapping:
    return mapped(case)


def test_every_difference_is_explained(case: Path, mapping: Mapping) -> None:
    result = compare(case, mapping)
    assert (result.unexplained, result.only_reference) == ([], [])
    assert result.identical or result.explained or result.only_ours
    assert result.properties
    assert result.silent == []
    assert result.untrue == []


@pytest.mark.usefixtures("schema")
def test_what_is_written_keeps_to_the_schema(mapping: Mapping) -> None:
    assert unexplained(mapping) == {}
