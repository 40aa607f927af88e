"""Rows of attributes: names, labels and types are escaped, whoever wrote them."""

from typing import Any

import pytest

from mkdocs_oasmap.pages.views import AttributeView, Excerpt, SourcePlace, SourceView
from mkdocs_oasmap.render.rows import write_row

from ..site.tree import Element, parse

PLACE = SourcePlace("a&b.yaml", "/x<y", 3, None)


def view(path: str, **values: Any) -> AttributeView:
    name = path.rpartition(".")[2]
    given = {
        "type": "list of <T>", "status": "optional", "status_label": "optional", "reason": "it & that",
        "description": "", "default": None, "limits": (), "sensitive": False, "deprecation": None, "sources": (),
        "groups": (), "nested_count": 0, "is_member": False, "anchor": path, "nested_anchor": f"n-{path}", **values,
    }  # fmt: skip
    return AttributeView(path=path, source_path=path, name=name, **given)


def row(attribute: AttributeView, source: str = "source") -> Element:
    def never(*_: object) -> str:
        raise AssertionError

    html = write_row(source, attribute, never, never, None, never)
    return parse(str(html))


@pytest.mark.parametrize("anchor", ["", "pet.<i>\"&'", "other"])
@pytest.mark.parametrize("path", ["a", "pet.<i>\"&'", "one.two.three", "x&amp;y.z", "a.<b>.c", "'a'.\"b\".c"])
def test_names_are_texts_in_every_place_of_a_row(path: str, anchor: str) -> None:
    found = row(view(path, anchor=anchor or path))
    item = found.all("li")[0]
    link = found.all("a")[0]
    assert item.attributes["id"] == (anchor or path)
    assert link.attributes["href"] == f"#{anchor or path}"
    assert link.text == path.rpartition(".")[2]
    assert found.one("i").text == "list of <T>"


def test_labels_and_facts_of_sources_are_texts() -> None:
    excerpt = Excerpt(3, ("<a>",))
    sources = (
        SourceView("read response 200", "declared the attribute", PLACE, (), excerpt),
        SourceView("read response 200", "declared the attribute", PLACE, (), excerpt, quoted='p"&'),
    )
    found = row(view("a.<b>", sources=sources, code_type="list<T>"), "<s>")
    summary = found.all("summary")[0]
    assert (summary.text, summary.attributes["aria-label"]) == ("L3", "L3: <s> of a.<b>")
    assert found.one("details").all("p")[0].text == "It & that; list<T> in code."
    assert found.all("pre")[0].text == "<a>"
    assert [link.attributes["href"] for link in found if link.tag == "a"][1:] == ['#p"&']
    assert found.text.count("a&b.yaml:3 /x<y") == 2
