"""Every entity of the corpus is as the reference tool writes it, or a diagnostic says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from .compare import cases, compare

CASES = [case for folder in ("reference", "realworld", "large") for case in cases(folder)]


@pytest.mark.corpus
@pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_every_difference_is_explained(case: Path) -> None:
    result = compare(case)
    assert (result.unexplained, result.only_reference) == ([], [])
    assert result.identical or result.explained or result.only_ours
    assert result.properties
    assert result.silent == []
