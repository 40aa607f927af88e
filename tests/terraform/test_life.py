"""What a record of tried resources says of each, on its page."""

import json
from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.systems.terraform.life import VERSION, state_of, with_life
from mapper.systems.terraform.rules import LIFE_IS_OLD

from ..support import resource

MAPPING = resource("create: {type: object, properties: {size: {type: string}}}").mapping
WHOLE = {"create": "ok", "plan": "ok", "update": "n/a: nothing can be updated", "import": "ok", "destroy": "ok"}


@pytest.mark.parametrize(
    ("results", "said"),
    [
        (WHOLE, "created, planned without a change, imported, destroyed."),
        ({**WHOLE, "update": "ok"}, "created, planned without a change, updated in place, imported, destroyed."),
        ({"create": "refused: 400"}, "not created. It failed at create: refused: 400."),
        (
            {**WHOLE, "import": "import-gone: nothing"},
            "created, planned without a change, destroyed. It failed at import: import-gone: nothing.",
        ),
        (None, ""),
    ],
)
def test_the_steps_that_went_well_are_said_and_the_first_that_did_not(
    results: dict[str, str] | None, said: str, tmp_path: Path
) -> None:
    resources = {} if results is None else {"oven": results}
    record = {"life": VERSION, "by": "a test", "state": state_of(MAPPING), "resources": resources}
    (tmp_path / "life.json").write_text(json.dumps(record))
    mapping = with_life(MAPPING, Request(tmp_path, (), tmp_path, life=tmp_path / "life.json"))
    (oven,) = (entity for entity in mapping.entities if entity.name == "oven")
    assert oven.life == (said and f"By a test, against a mock of the API: {said}")


def test_without_a_record_nothing_is_said(tmp_path: Path) -> None:
    assert with_life(MAPPING, Request(tmp_path, (), tmp_path)) is MAPPING


def test_a_record_of_another_state_is_told_and_not_shown(tmp_path: Path) -> None:
    record = {"life": VERSION, "by": "a test", "state": "another", "resources": {"oven": WHOLE}}
    (tmp_path / "life.json").write_text(json.dumps(record))
    mapping = with_life(MAPPING, Request(tmp_path, (), tmp_path, life=tmp_path / "life.json"))
    assert [diagnostic.rule for diagnostic in mapping.diagnostics[len(MAPPING.diagnostics) :]] == [LIFE_IS_OLD]
    assert {entity.life for entity in mapping.entities} == {""}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"life": VERSION + 1, "by": "a test", "state": "", "resources": {}}, "the version 2 of the record"),
        ({"life": VERSION, "by": "a test", "resources": {}}, "this is no record of lives: "),
        ([], "this is no record of lives: "),
    ],
)
def test_what_is_no_record_is_one_error(record: object, said: str, tmp_path: Path) -> None:
    (tmp_path / "life.json").write_text(json.dumps(record))
    with pytest.raises(MappingError, match=said):
        with_life(MAPPING, Request(tmp_path, (), tmp_path, life=tmp_path / "life.json"))
