"""Which attributes of an entity are on which page: what is repeated, what is too large, and what an option splits."""

import pytest

from mapper.model import Attribute, Body, Nested, NestingMode, Reason, Scalar, ScalarKind, Status
from mkdocs_oasmap.pages.layout import Layouts, lay_out

TEXT = Scalar(ScalarKind.STRING)


def attribute(name: str, inner: Body | None = None, description: str | None = None) -> Attribute:
    type_ = TEXT if inner is None else Nested(NestingMode.LIST, inner)
    return Attribute(name, name.upper(), type_, Status.OPTIONAL, Reason("X", ""), (), description)


def many(count: int) -> Body:
    return Body(tuple(attribute(f"a{number}") for number in range(count)))


def body(description: str | None = None, **inner: Body | None) -> Body:
    return Body(tuple(attribute(name, within, description) for name, within in inner.items()))


SHARED, ALMOST = many(20), many(19)
REPEATED = body(a=SHARED, b=SHARED, c=None)
SPLIT = body(a=many(13), b=many(12), c=None)


@pytest.mark.parametrize(
    ("whole", "most", "kept", "split", "parts", "same"),
    [
        pytest.param(body(a=many(9), b=many(9)), 1, (), None, [], {}, id="small"),
        pytest.param(REPEATED, 400, (), None, [], {"b": "a"}, id="repeated"),
        pytest.param(REPEATED, 400, ("b",), None, [], {}, id="repeated and kept"),
        pytest.param(REPEATED, 400, ("a",), None, [], {}, id="first and kept"),
        pytest.param(body(a=ALMOST, b=ALMOST), 400, (), None, [], {}, id="repeated and small"),
        pytest.param(body(a=SHARED, b=body(c=SHARED)), 400, (), None, [], {"b.c": "a"}, id="repeated inside"),
        pytest.param(body(s=many(11), z=many(50)), 66, (), None, [], {}, id="within the budget"),
        pytest.param(body(s=many(11), z=many(50)), 60, (), None, ["z"], {}, id="the largest"),
        pytest.param(body(s=many(13), z=many(50)), 10, (), None, ["z", "s"], {}, id="the largest first"),
        pytest.param(body(s=many(11), z=many(50)), 10, (), None, ["z"], {}, id="not a small one"),
        pytest.param(body(z=body(y=many(30), x=many(9))), 20, (), None, ["z.y"], {}, id="the innermost"),
        pytest.param(body("x" * 30_000, s=many(11), z=many(20)), 60, (), None, ["z"], {}, id="long descriptions"),
        pytest.param(body("x" * 20_000, s=many(11), z=many(20)), 66, (), None, [], {}, id="shorter descriptions"),
        pytest.param(body("x" * 900_000, z=many(19)), 60, (), 20, [], {}, id="small, with long descriptions"),
        pytest.param(SPLIT, 400, (), None, [], {}, id="not split"),
        pytest.param(SPLIT, 400, (), SPLIT.size, [], {}, id="as large as the option says"),
        pytest.param(SPLIT, 400, (), SPLIT.size - 1, ["a"], {}, id="split"),
        pytest.param(body(a=many(13)), 400, (), 14, [], {}, id="small, as the option says"),
        pytest.param(body(a=many(13)), 400, (), 13, ["a"], {}, id="small and split"),
    ],
)
def test_a_layout_has_what_is_repeated_or_too_large(
    whole: Body, most: int, kept: tuple[str, ...], split: int | None, parts: list[str], same: dict[str, str]
) -> None:
    layout = lay_out("e", whole, most, frozenset(kept), split)
    assert ([*layout.parts], layout.same) == (parts, same)


def test_a_part_has_a_page_below_that_of_its_entity_and_the_path_of_its_parent() -> None:
    part = lay_out("e", body(z=body(y=many(30), x=many(9))), 20, frozenset(), None).parts["z.y"]
    assert (part.key, part.attribute.name, part.prefix, part.source_prefix) == ("e/z.y", "y", "z.", "Z.")


WHOLE = body(a=SHARED, b=body(c=SHARED), z=body(y=body(w=many(13)), x=None), t=None)
LAYOUTS = Layouts({"e": lay_out("e", WHOLE, 20, frozenset(), 30)}, {"e": WHOLE})


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("t", ("e", "t")),
        ("a", ("e", "a")),
        ("a.a3", ("e/a", "a.a3")),
        ("b.c", ("e/b", "b.c")),
        ("b.c.a3", ("e/a", "a.a3")),
        ("z.x", ("e/z", "z.x")),
        ("z.y.w", ("e/z", "z.y.w")),
        ("z.y.w.a0", ("e/z", "z.y.w.a0")),
    ],
)
def test_an_attribute_is_on_the_page_of_the_innermost_part(path: str, place: tuple[str, str]) -> None:
    assert LAYOUTS.locate("e", path) == place
    assert (path in LAYOUTS.of("e").moved(WHOLE)) == (place != ("e", path))


def test_what_a_repeated_object_has_is_not_at_its_own_place() -> None:
    moved = lay_out("e", REPEATED, 400, frozenset(), None).moved(REPEATED)
    assert {"b.a3" in moved, "b.a19" in moved} == {True}
    assert moved.isdisjoint({"a", "b", "c", "a.a3"})


@pytest.mark.parametrize(
    ("path", "row"),
    [("t", "t"), ("z.y.w.a0", "z.y.w.a0"), ("z.y.gone", "z.y"), ("z.gone.gone", "z"), ("gone", ""), ("", "")],
)
def test_what_has_no_row_is_at_the_row_of_its_closest_parent(path: str, row: str) -> None:
    assert LAYOUTS.nearest("e", path) == row
