"""Which attributes may identify an object: by their types, and by the parts of operations that have them."""

import pytest

from mapper.inputs import Document
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Nested,
    NestingMode,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.report.origin import Part, PartKind
from mapper.systems.terraform.identity import _is_scalar_for, is_in, is_other_type

DOCUMENT = Document("api.yaml", b"{a: 1}")
LIST = Collection(CollectionKind.LIST, Scalar(ScalarKind.STRING))
OBJECT = Nested(NestingMode.SINGLE, Body(()))


def attribute(type_: Type, *origins: Origin) -> Attribute:
    return Attribute("a", "a", type_, Status.OPTIONAL, Reason("", ""), origins)


def origin(kind: PartKind, of: str, contribution: Contribution = Contribution.DECLARED) -> Origin:
    return Origin(Part(kind, of), DOCUMENT.node, contribution=contribution)


TYPES: list[tuple[Type, str, bool, bool]] = [  # the type in the path; another type; can be in the path
    (Scalar(ScalarKind.STRING), "string", False, True),
    (Scalar(ScalarKind.STRING), "integer", True, False),
    (Scalar(ScalarKind.STRING), "number", True, False),
    (Scalar(ScalarKind.STRING), "", False, True),
    (Scalar(ScalarKind.BOOL), "string", False, True),
    (Scalar(ScalarKind.BOOL), "integer", True, False),
    (Scalar(ScalarKind.INT64), "string", True, True),
    (Scalar(ScalarKind.INT64), "integer", False, True),
    (Scalar(ScalarKind.INT64), "", False, True),
    (Scalar(ScalarKind.NUMBER), "number", False, True),
    (Scalar(ScalarKind.NUMBER), "string", True, True),
    (Scalar(ScalarKind.DYNAMIC), "string", False, True),
    (Scalar(ScalarKind.DYNAMIC), "integer", False, False),
    (LIST, "string", False, False),
    (LIST, "integer", False, False),
    (OBJECT, "string", False, False),
    (OBJECT, "integer", False, False),
]


@pytest.mark.parametrize(("type_", "in_path", "is_other", "fits"), TYPES, ids=str)
def test_a_number_can_be_written_and_a_text_is_no_number(
    type_: Type, in_path: str, *, is_other: bool, fits: bool
) -> None:
    assert is_other_type(attribute(type_), in_path) is is_other
    assert _is_scalar_for(attribute(type_), in_path) is fits


def test_a_part_has_an_attribute_unless_it_is_of_another_type_there() -> None:
    response = origin(PartKind.RESPONSE, "create")
    one = attribute(LIST, origin(PartKind.REQUEST_BODY, "create", Contribution.MISMATCH), response)
    assert is_in(one, PartKind.RESPONSE)
    assert is_in(one, PartKind.RESPONSE, "create")
    assert not is_in(one, PartKind.RESPONSE, "read")
    assert not is_in(one, PartKind.REQUEST_BODY)
    assert not is_in(attribute(LIST), PartKind.RESPONSE)
