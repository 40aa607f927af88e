"""What the API says of values that no schema of Terraform holds: formats, null, and that it alone sets them."""

from typing import Any

import pytest

from mapper.systems.terraform.accepted_values import became_set_by_api, value_changes

DATE, SHORT = {"format": "date"}, {"format": "int32"}
NULL, NO_NULL = {"nullable": True}, {"nullable": False}
CLEARED = "the API no longer takes null, which takes a value away"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ([{}], [{}], []),
        ([DATE], [DATE], []),
        ([DATE], [{}], [("the API asks for no format, and asked for the format date", "date", None)]),
        ([{}], [DATE], [("the API asks for the format date, and asked for no format", None, "date")]),
        ([DATE], [SHORT], [("the API asks for an integer of 32 bits, and asked for the format date", "date", "int32")]),
        ([{"format": "password"}], [{"format": "custom"}], []),  # which refuse nothing
        ([{"format": 7}], [{}], []),
        ([{}, DATE], [DATE, SHORT], []),  # the first of a reference and its target
        ([], [], []),
    ],
)
def test_another_format_is_a_change_if_it_refuses_values(
    old: list[Any], new: list[Any], expected: list[tuple[str, str | None, str | None]]
) -> None:
    assert list(value_changes(old, new, is_cleared=False)) == expected


@pytest.mark.parametrize(
    ("schema", "takes"),
    [
        ({"nullable": True}, True), ({"nullable": "true"}, False), ({"type": ["string", "null"]}, True),
        ({"type": ["string"]}, False), ({"type": "null"}, False), ({"anyOf": [{}, {"type": "null"}]}, True),
        ({"oneOf": [{"type": "null"}]}, True), ({"oneOf": [{"type": "string"}]}, False), ({"oneOf": "null"}, False),
        ({"allOf": [{"type": "null"}]}, False),
    ],
)  # fmt: skip
def test_null_takes_a_value_away_where_an_update_may_send_it(schema: dict[str, Any], *, takes: bool) -> None:
    lost = [(CLEARED, None, None)]
    assert list(value_changes([{}, schema], [{}], is_cleared=True)) == (lost if takes else [])
    assert list(value_changes([schema], [NULL], is_cleared=True)) == []
    assert list(value_changes([NULL], [schema], is_cleared=True)) == ([] if takes else lost)
    assert list(value_changes([NULL], [NO_NULL], is_cleared=False)) == []


@pytest.mark.parametrize(
    ("old", "new", "became"),
    [
        ([{}], [{"readOnly": True}], True),
        ([{}], [{}, {"readOnly": True}], True),
        ([{"readOnly": True}], [{"readOnly": True}], False),
        ([{}, {"readOnly": True}], [{"readOnly": True}], False),
        ([{"readOnly": True}], [{}], False),
        ([{}], [{"readOnly": "true"}], False),
        ([{}], [], False),
    ],
)
def test_a_value_that_is_read_only_now_is_set_by_the_api(old: list[Any], new: list[Any], *, became: bool) -> None:
    assert became_set_by_api(old, new) is became
