"""A page says once in which objects fields stand, and a row what differs."""

import re
from pathlib import Path

import pytest

from mapper.model import Attribute, Placement, Reason, Scalar, ScalarKind, Status
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.usual_places import in_words, usual_places
from mkdocs_oasmap.pages.views import rows_of
from mkdocs_oasmap.render.markdown_pages import plain_files

from .support import made


def test_a_page_says_once_where_else_its_fields_are_and_a_row_what_differs(tmp_path: Path) -> None:
    pages = Pages(made(tmp_path).mapping)
    (key,) = (key for key, entity in pages.entities.items() if entity.name == "zoo_animal_cage")
    view, attributes = pages.entity(key), pages.entities[key].shown.attributes
    assert "".join(f"`{word.text}`" if word.symbol == "code" else word.text for word in view.places) == (
        "Each field of `spec.forProvider` can also be set in `spec.initProvider`,"
        " and can be read in `status.atProvider`, unless its row says otherwise."
    )
    usual = usual_places(attributes)
    assert usual is not None
    rows = {row.path: row for row in rows_of(view.groups)}
    departing = 0
    for attribute in attributes:
        first, *others = attribute.placements or (None,)
        said = dict(usual.others) if first and first.name == usual.first else {}
        for limit in rows[attribute.name].limits:
            if limit.text.startswith(("also", "not in")):
                departing += 1
                words = dict.fromkeys(limit.values, "read-only" in limit.text)
                said = said | words if limit.text != "not in" else {k: v for k, v in said.items() if k not in words}
        assert said == {other.name: other.status is Status.COMPUTED for other in others if other}
    assert 0 < departing < len(attributes) / 2
    (plain,) = (text.decode() for name, text in plain_files(pages, {}).items() if name.endswith(f"{key}.md"))
    (written,) = re.findall("Each field of .*", plain)
    assert written == (
        "Each field of `spec.forProvider` can also be set in `spec.initProvider`,"
        " and can be read in `status.atProvider`, unless its row says otherwise."
    )


@pytest.mark.parametrize(
    ("places", "words"),
    [
        (
            [("a", "bc"), ("a", "bc")],
            "Each field of `a` can also be set in `b` and `c`, unless its row says otherwise.",
        ),
        ([("a", "R"), ("a", "R"), ("a", "")], "Each field of `a` can be read in `R`, unless its row says otherwise."),
        ([("a", "b"), ("c", "d")], ""),
        ([("a", ""), ("a", "")], ""),
        ([], ""),
    ],
)
def test_a_few_places_are_said_by_the_rows_themselves(places: list[tuple[str, str]], words: str) -> None:
    def placed(name: str) -> Placement:
        return Placement(name, Status.COMPUTED if name.isupper() else Status.OPTIONAL)

    usual = usual_places(
        Attribute(
            "x",
            "x",
            Scalar(ScalarKind.STRING),
            Status.OPTIONAL,
            Reason("", ""),
            (),
            placements=tuple(map(placed, (first, *others))),
        )
        for first, others in places
    )
    said = in_words(usual, "field") if usual else ()
    assert "".join(f"`{word.text}`" if word.symbol == "code" else word.text for word in said) == words
