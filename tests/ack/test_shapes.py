"""Shapes by their names in a generator.yaml: custom ones, and those that are left out."""

import pytest

from mapper.report.diagnostic import MappingError
from mapper.report.rules import UNUSED_IGNORE
from mapper.systems.ack.rules import STEERING

from .support import ack

CUSTOM = "custom_shapes: {Berth: {Name: string, Side: string | required=true}}"
BERTHS = f"{CUSTOM}\nresources: {{Slip: {{fields: {{Berths: {{custom_field: {{list_of: Berth}}}}}}}}}}"


@pytest.mark.parametrize(
    ("name", "shape", "called"),
    [
        ("Lock", "{Code: string}", "Lock"),
        ("side_lock", "{Code: string}", "SideLock"),
        ("Side_lock", "{Code: string}", "SideLock"),
        ("lock", "{Code: string}", "Lock"),
        ("side_lock", "{type: string, enum: [open]}", "SideLock"),
        ("lock_List", "{list: string}", "Lock_List"),
        ("lock_map", "{map: string}", "Lock_map"),
        ("lock_code", "{type: string}", "Lock_code"),
    ],
)
def test_a_shape_is_left_out_by_the_name_that_the_generator_has_for_it(name: str, shape: str, called: str) -> None:
    operations, shapes = f"CreateCage: {{in: {{Name: string, Lock: {name}}}}}", f"{{{name}: {shape}}}"
    mapped = ack(operations, shapes, f"ignore: {{shape_names: [{called}]}}")
    assert list(mapped.spec) == ["name"]
    assert mapped.notes(UNUSED_IGNORE) == []


def test_a_custom_shape_is_a_structure_of_strings() -> None:
    slip = ack("CreateSlip: {in: {Name: string}}", config=BERTHS)
    strings = {"name": {"type": "string"}, "side": {"type": "string"}}
    berth = {"description": "Custom ACK type for Berth", "properties": strings, "type": "object"}
    assert slip.spec["berths"] == {"items": berth, "type": "array"}
    assert "type Berth struct {\n\tName *string" in slip.go["types.go"]


def test_a_custom_shape_that_nothing_uses_changes_nothing() -> None:
    operations = "CreateSlip: {in: {Name: string}}"
    assert ack(operations, config=CUSTOM).texts == ack(operations).texts
    assert ack(operations, config=CUSTOM).go == ack(operations).go


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ("{Slip: {Name: string}}", "1:17: custom_shapes: the model has a shape 'Slip' already"),
        (
            "{Berth: {Size: integer}}",
            "custom_shapes.Berth.Size: 'integer' is not a type that ACK accepts; write string",
        ),
        ("{Berth: {a-b: string}}", "custom_shapes: 'a-b' is not a name"),
    ],
)
def test_a_custom_shape_that_ack_refuses_is_refused(shapes: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        ack("CreateSlip: {in: {Slip: Slip}}", "{Slip: {Name: string}}", f"custom_shapes: {shapes}")
    assert message in str(caught.value)


def test_custom_sync_of_a_field_is_a_setting_for_the_code() -> None:
    config = "resources: {Slip: {fields: {Tags: {custom_sync: {}}}}}"
    slip = ack("CreateSlip: {in: {Tags: string}}", config=config)
    assert slip.notes(STEERING) == ["'custom_sync' instructs the code of the controller"]
