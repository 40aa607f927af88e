"""What people report in public comes out right, or is told."""

from pathlib import Path

import pytest

from .rows import Expected, Row, expectations, misses, outline, rows, verdict

ROWS = rows()


def test_a_verdict_names_each_pattern_that_is_not_met() -> None:
    code = {"name": "code", "string": {"computed_optional_required": "required", "sensitive": True}}
    locks = {"computed_optional_required": "optional", "nested_object": {"attributes": [code]}}
    cage = {"name": "cage", "schema": {"attributes": [{"name": "locks", "list_nested": locks}]}}
    said = "\n".join(outline({"provider": {"name": "zoo"}, "resources": [cage]}))
    assert said == "cage.locks: list_nested optional\ncage.locks.code: string required sensitive=true"
    expected = Expected(has=(r"^cage\.locks: list", r"^cage\.code"), lacks=(r"required$", "sensitive"), told=("OAS1",))
    assert misses(expected, said) == ["lacks '^cage\\\\.code'", "lacks 'OAS1'", "has 'sensitive'"]


@pytest.mark.corpus
@pytest.mark.skipif(not ROWS, reason="the reports are not part of the project")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_what_is_reported_is_right_or_told(row: Row, tmp_path: Path) -> None:
    assert verdict(row, expectations()[row.id], tmp_path) in ("right", "right and told")
