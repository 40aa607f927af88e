"""What a record of tried resources says of each, on its page."""

import json
from pathlib import Path

import pytest

from mapper.request import Request
from mapper.systems.terraform.life import VERSION, state_of, with_life

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
