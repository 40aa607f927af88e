"""The tests themselves: how long a module of them may be."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
MAX_LINES = 600
MODULES = {path.relative_to(TESTS).as_posix(): path for path in sorted(TESTS.rglob("*.py"))}


@pytest.mark.parametrize("name", MODULES)
def test_no_module_of_the_tests_is_too_long(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= MAX_LINES
