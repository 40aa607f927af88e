"""Labels of its own in a site that MkDocs builds."""

from pathlib import Path

import pytest

from .sites import build, write_site

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
