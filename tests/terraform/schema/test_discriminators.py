"""What is left out of schemas that only a discriminator names is reported; a schema knows itself among them."""

from __future__ import annotations

import pytest

from mapper.terraform.rules import NOT_FOLLOWED

from ...counting import calls
from ...support import Mapped, resource


def family(size: int, *, named: range | None = None, used: str = "V{}") -> str:
    """A base that names as variants the schemas that extend it, and an object with a property of each of them."""
    mapping = ", ".join(f"v{n}: V{n}" for n in (range(size) if named is None else named))
    discriminator = f"discriminator: {{propertyName: kind, mapping: {{{mapping}}}}}"
    base = f"{{type: object, {discriminator}, properties: {{kind: {{type: string}}}}}}"
    reference = "$ref: '#/components/schemas/Base'"
    extended = "".join(
        f"  V{n}: {{allOf: [{{{reference}}}, {{type: object, properties: {{own{n}: {{type: string}}}}}}]}}\n"
        for n in range(size)
    )
    properties = ", ".join(f"p{n}: {{$ref: '#/components/schemas/{used.format(n)}'}}" for n in range(size))
    create = f"create: {{type: object, properties: {{{properties}}}}}"
    return f"{create}\ncomponents:\n  Base: {base}\n{extended}"


def lost(mapped: Mapped) -> list[tuple[str, str]]:
    return [(found.path, found.text) for found in mapped.mapping.diagnostics if found.rule is NOT_FOLLOWED]


def test_a_schema_that_is_one_of_the_variants_of_what_it_extends_loses_nothing() -> None:
    assert lost(resource(family(3))) == []


@pytest.mark.parametrize("named", [range(1, 3), range(2)])
def test_one_that_is_not_loses_what_the_variants_have(named: range) -> None:
    (unnamed,) = set(range(3)) - set(named)
    assert [path for path, _ in lost(resource(family(3, named=named)))] == [f"p{unnamed}.own{n}" for n in named]


def test_the_base_itself_loses_what_all_variants_have() -> None:
    paths = [path for path, _ in lost(resource(family(3, used="Base")))]
    assert paths == [f"p{n}.own{variant}" for n in range(3) for variant in range(3)]


def test_twice_as_many_variants_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        text = family(size)
        return calls(lambda: resource(text))

    resource(family(2))  # imports
    assert work(200) < 2.5 * work(100)


def test_a_base_in_many_places_is_one_body_with_all_that_is_left_out() -> None:
    mapped = resource(family(4, used="Base"))
    first, *others = (mapped.attribute(f"p{n}") for n in range(4))
    assert all(other.type.body is first.type.body for other in others)  # type: ignore[union-attr]
    assert len(first.type.body.omitted) == 4  # type: ignore[union-attr]
