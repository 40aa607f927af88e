"""Labels of its own in a site that MkDocs builds."""

from pathlib import Path

import pytest

from .sites import build, refuse, write_site

LABELS = {
    "page.overview": "Überblick",
    "section.attributes": "Felder <1>",
    "group.required": "Pflicht",
    "status.required": "nötig",
}


@pytest.mark.build
def test_labels_are_in_headings_contents_and_navigation(tmp_path: Path) -> None:
    files = {"docs/index.md": "# Zoo\n\n::: oasmap resource.pet\n    heading_level: 2\n"}
    site = build(write_site(tmp_path, options={"spec": "api.yaml", "audience": "users", "labels": LABELS}, files=files))
    assert site.troubles == []
    page = site.text("reference/resources/pet/index.html")
    assert 'id="schema-attributes">Felder &lt;1&gt;' in page
    assert 'id="attributes-required">Pflicht' in page
    assert page.count("Felder") > 1, "the table of contents has it, too"
    assert "Überblick" in page, "the navigation has it"
    assert "## Felder &#60;1&#62;\n\n### Pflicht\n" in site.text("reference/resources/pet.md")
    assert "Pflicht</h3>" in site.text("index.html")


def test_unknown_labels_stop_the_build_with_the_closest_key(tmp_path: Path) -> None:
    labels = {"section.exmple": "x", "section.related": 3}
    path = write_site(tmp_path, options={"spec": "api.yaml", "labels": labels})
    (message,) = [line for line in refuse(path) if "labels" in line]
    assert "there is no label 'section.exmple'; did you mean 'section.example'?" in message
    assert "section.related: a text is expected, but 3 is given" in message


def test_the_earlier_option_says_what_to_do(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "words": {"Schema": "Felder"}})
    (message,) = [line for line in refuse(path) if "words" in line]
    assert "use labels, which has keys in place of phrases" in message
