"""The matrix: which source gave what to which attribute, with as few rows as it takes."""

import pytest

from mkdocs_oasmap.pages.matrix import MOST_CELLS
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import MatrixView

from ..support import resource


def matrix(snippet: str) -> MatrixView:
    found = Pages(resource(snippet).mapping).entity("resources/oven").matrix
    assert found is not None
    return found


def rows(view: MatrixView) -> dict[str, int]:
    """The attributes that have rows, and how many nested ones are told with each."""
    return {row.path: row.same for line in view.lines for row in line}


def test_what_is_nested_and_has_the_same_sources_has_no_row() -> None:
    view = matrix("""
        create: {type: object, properties: {
          a: {type: object, properties: {b: {type: string}, c: {type: object, properties: {d: {type: string}}}}},
          e: {type: string}}}
    """)
    assert rows(view) == {"a": 3, "e": 0}


def test_what_only_a_response_has_stands_out() -> None:
    view = matrix("""
        create: {type: object, properties: {a: {type: object, properties: {b: {type: string}, c: {type: string}}}}}
        read: {type: object, properties: {a: {type: object, properties: {b: {type: string}, d: {type: string}}}}}
    """)
    # `a` got nested attributes from the response, so nothing in it is quite like it
    assert rows(view) == {"a": 0, "a.b": 0, "a.c": 0, "a.d": 0}
    words = {row.path: [cell.text for cell in row.cells] for line in view.lines for row in line}
    assert view.roles == ("create request body", "read response 200")
    assert words == {
        "a": ["declared the attribute", "added nested attributes"],
        "a.b": ["declared the attribute", "has it too"],
        "a.c": ["declared the attribute", ""],
        "a.d": ["", "declared the attribute"],
    }
    assert {cell.text for cell in view.legend} == {text for texts in words.values() for text in texts if text}


def test_what_is_in_between_has_a_row_if_something_in_it_differs() -> None:
    nested = "{type: object, properties: {b: {type: object, properties: {c: {type: string}, NAME: {type: TYPE}}}}}"
    view = matrix(f"""
        create: {{type: object, properties: {{a: {nested.replace("NAME", "d").replace("TYPE", "string")}}}}}
        read: {{type: object, properties: {{a: {nested.replace("NAME", "d").replace("TYPE", "integer")}}}}}
    """)
    assert rows(view) == {"a": 0, "a.b": 1, "a.b.d": 0}
    assert view.lines[-1][-1].cells[1].text == "has another type; left out"


@pytest.mark.parametrize(("most", "nested"), [(4, True), (3, False)])
def test_a_matrix_has_so_many_cells_at_most(most: int, monkeypatch: pytest.MonkeyPatch, *, nested: bool) -> None:
    monkeypatch.setattr("mkdocs_oasmap.pages.matrix.MOST_CELLS", most)
    of = "{{type: object, properties: {{{}: {{type: string}}}}}}"
    view = matrix(f"create: {of.format('a')}\nread: {of.format('b')}")
    assert (view.nested, len(view.roles), len(rows(view))) == (nested, 2, 2)


def test_a_matrix_that_would_be_too_long_has_root_attributes_only() -> None:
    odd = ", ".join(f"n{number}: {{type: string}}" for number in range(MOST_CELLS))
    view = matrix(f"""
        create: {{type: object, properties: {{a: {{type: object, properties: {{x: {{type: string}}}}}}}}}}
        read: {{type: object, properties: {{a: {{type: object, properties: {{{odd}}}}}}}}}
    """)
    assert rows(view) == {"a": 0}
    assert not view.nested
    assert view.roles == ("create request body", "read response 200")


def test_a_long_matrix_has_one_line_for_root_attributes_with_equal_sources() -> None:
    sent, read = (", ".join(f"{kind}{number}: {{type: string}}" for number in range(MOST_CELLS)) for kind in "xy")
    view = matrix(f"create: {{type: object, properties: {{{sent}}}}}\nread: {{type: object, properties: {{{read}}}}}")
    assert [len(line) for line in view.lines] == [MOST_CELLS, MOST_CELLS]
    assert sum(map(len, view.lines)) == len(rows(view)) == 2 * MOST_CELLS
