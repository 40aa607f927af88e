"""Whether what an update takes can be the value of an attribute: by the kinds of JSON that values are."""

from itertools import product

import pytest

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Object,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.systems.terraform.overrides.updates import is_other_form

BODY = Body(())


def of(kind: str) -> Scalar:
    return Scalar(ScalarKind(kind))


ALIKE: list[list[Type]] = [
    [of("string")],
    [of("bool")],
    [of("int64"), of("float64"), of("number"), of("int32")],
    [Object(BODY), Nested(NestingMode.SINGLE, BODY), Nested(NestingMode.MAP, BODY),
     Collection(CollectionKind.MAP, of("string")), Collection(CollectionKind.MAP, of("int64"))],
    [Collection(kind, of("string")) for kind in (CollectionKind.LIST, CollectionKind.SET)],
    [Collection(CollectionKind.LIST, of("int64")), Collection(CollectionKind.SET, of("number"))],
    [Nested(NestingMode.LIST, BODY), Nested(NestingMode.SET, BODY), Collection(CollectionKind.LIST, Object(BODY))],
    [Collection(CollectionKind.LIST, Collection(CollectionKind.SET, of("string")))],
]  # fmt: skip
"""Types whose values are of one kind."""

ANY: list[Type] = [of("dynamic"), Collection(CollectionKind.LIST, of("dynamic"))]


def attribute(type_: Type) -> Attribute:
    return Attribute("it", "it", type_, Status.OPTIONAL, Reason("", ""), ())


@pytest.mark.parametrize("first", range(len(ALIKE)))
def test_types_of_one_kind_of_value_are_no_other_form_and_all_others_are(first: int) -> None:
    for second, others in enumerate(ALIKE):
        for one, other in product(ALIKE[first], others):
            assert is_other_form(attribute(one), attribute(other)) is (first != second), (one, other)


@pytest.mark.parametrize("type_", ANY)
def test_what_may_be_anything_is_no_other_form(type_: Type) -> None:
    for one in (each for alike in ALIKE for each in alike):
        assert not is_other_form(attribute(one), attribute(type_))
        assert not is_other_form(attribute(type_), attribute(one))
