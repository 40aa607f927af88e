"""Whether the API itself gives an example: not a default, and not what any value of a format is."""

import pytest
from msgspec.structs import replace

from mapper.model import Attribute, Default, Reason, Sample, Scalar, ScalarKind, Status
from mapper.model.limits import Length
from mapper.model.samples.schema_values import is_exemplified

from ..support import property_

TEXT = Attribute("it", "it", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("", ""), ())


@pytest.mark.parametrize(
    ("value", "default", "expected"),
    [
        ("oak", None, True),
        ("oak", "elm", True),
        ("oak", "oak", False),
        ("2030-01-01", None, False),
        ("2031-01-01", None, True),
        (None, None, False),
        (7, None, False),  # of another type
    ],
)
def test_of_a_sidecar(value: object, default: str | None, *, expected: bool) -> None:
    told = None if default is None else Default(default)
    attribute = replace(TEXT, sample=Sample(value), default=told)
    assert is_exemplified(attribute) is expected
    assert not is_exemplified(replace(attribute, limits=(Length(100, None),)))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{type: string, example: oak}", True),
        ("{type: string, examples: [oak]}", True),
        ("{type: string, example: 7}", False),
        ("{type: string, default: oak}", False),
        ("{type: string, format: date}", False),
        ("{type: string}", False),
    ],
)
def test_of_a_description(schema: str, *, expected: bool) -> None:
    assert is_exemplified(property_(schema).attribute("it")) is expected
