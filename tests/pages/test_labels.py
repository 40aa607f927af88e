"""The labels of pages: where they are shown, and what a site may put in their place."""

import re
from html import unescape
from pathlib import Path

import pytest
from markdown import markdown
from msgspec.structs import replace

from mapper.model import STATUS_WORDS, Body
from mapper.registry import all_systems
from mapper.request import Mapped
from mkdocs_oasmap.markdown_block import OasmapExtension
from mkdocs_oasmap.options_schema import plugin_schema
from mkdocs_oasmap.pages import labels
from mkdocs_oasmap.pages.changes import Comparisons, History
from mkdocs_oasmap.pages.labels import LABELS, find_wrong_labels
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import THEME_DIR, Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.site import Site

from ..review.pairs import PAIRS
from ..review.test_verdict import reviewed
from ..site.tree import parse
from ..systems.samples import sample
from ..test_docs import page_of_the_guide

MARKED = {key: f"<{key}>" for key in LABELS}
"""A text for each label by which it is found, and that would be HTML if it were not escaped."""


def test_each_label_is_on_a_page_or_in_the_navigation() -> None:
    found: set[str] = set()
    for system in all_systems():
        mapping = sample(system.name)
        groups = {entity.ref: "Some" for entity in mapping.entities[1:3]}
        found |= shown_labels(Pages(replace(mapping, groups=groups), labels=MARKED))
        attributes = mapping.entities[-1].body.attributes
        for replaced in (range(0), range(1), range(2), range(len(attributes))):
            fixed = tuple(replace(a, replaces=number in replaced) for number, a in enumerate(attributes))
            entity = replace(mapping.entities[-1], body=Body(fixed), life="<p>")
            found |= shown_labels(Pages(replace(mapping, entities=(entity,)), labels=MARKED))
    for old, new in reversed(PAIRS.values()):  # the last ones have the rarest labels
        if found == set(LABELS):
            break
        history = History([("1.0", old)], new)
        found |= shown_labels(Pages(new, compared=Comparisons(reviewed(old, new), history=history), labels=MARKED))
    assert found == set(LABELS)


def shown_labels(pages: Pages) -> set[str]:
    renderer, site = Renderer(labels=MARKED), Site(pages, Mapped(pages.mapping, ()), "reference", "Reference")
    texts = [renderer.entity(pages.entity(key), str) for key in pages.entities]
    texts += [renderer.index(pages, pages.front(), {"x": "x"}, str), renderer.report(pages, str)]
    texts += [renderer.changes(pages.changes, str)] if pages.changes else []
    texts += [data.decode() for data in plain_files(pages, {}).values()]
    assert not any(f"<{key}>" in text for text in texts for key in LABELS)
    block = OasmapExtension(pages=pages, labels=MARKED)
    texts.append(markdown("::: oasmap diagnostics\n\n::: oasmap report", extensions=[block]))
    titles = [title for entry in site.navigation() for title in entry]
    return set(re.findall(r"<([\w.]+)>", unescape("\n".join([*texts, *titles])))) & set(LABELS)


@pytest.mark.parametrize("system", [system.name for system in all_systems()])
def test_no_page_has_the_usual_text_of_a_label_that_is_replaced(system: str) -> None:
    pages, renderer = Pages(sample(system), labels=MARKED), Renderer(labels=MARKED)
    html = "".join(renderer.entity(pages.entity(key), str) for key in pages.entities)
    plain = "".join(data.decode() for data in plain_files(pages, {}).values())
    titles = set(re.findall(r"<h[23] [^>]*>(.*?)</h[23]>", html)) | set(re.findall(r"^##+ (.*)$", plain, re.MULTILINE))
    facts = re.findall(r'(?:<small>|<b>|<span class="oa-(?!remark|hidden)[\w-]+")>(.*?)<', html)
    assert (titles | set(facts)) & set(LABELS.values()) == set()


MARKS = {"oa-required", "oa-optional", "oa-either"}
"""Classes of rows whose facts begin with who sets the attribute. The other rows say it beside the type."""


@pytest.mark.parametrize("system", [system.name for system in all_systems()])
def test_every_system_has_the_same_words_for_who_sets_an_attribute(system: str) -> None:
    pages, renderer = Pages(sample(system)), Renderer()
    html = "".join(renderer.entity(pages.entity(key), str) for key in pages.entities)
    plain = "".join(data.decode() for name, data in plain_files(pages, {}).items() if name != "report.md")
    rows = [row for row in parse(html).rows if "oa-member" not in row.classes]
    yours = {row.all("small")[0].all("b")[0].text for row in rows if MARKS & {*row.classes}}
    theirs = {row.all("i")[0].text.rpartition(" · ")[2] for row in rows if not MARKS & {*row.classes}}
    said = {re.sub("if .* is", "if X is", words) for words in yours | theirs}
    own = {"pulumi": {"constant", "optional, the name of the resource if left out"}}.get(system, set())
    assert said <= {*(LABELS[f"status.{status}"] for status in STATUS_WORDS), "required if X is set"} | own
    assert re.findall(r".*\bcomputed\b(?!_optional|&#95;optional).*", html + plain) == []


@pytest.mark.parametrize("path", sorted((THEME_DIR / "oasmap").rglob("*.*")), ids=lambda path: path.name)
def test_a_template_has_no_label_that_does_not_exist(path: Path) -> None:
    assert set(re.findall(r'labels\["(\w+\.\w+)"', path.read_text())) <= set(LABELS)


def test_labels_of_systems_have_keys_of_the_table() -> None:
    found = {key for system in all_systems() for kind in system.kinds for key in system.showing.labels(kind)}
    assert "status.computed_optional" in found
    assert found <= set(LABELS)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ({}, []),
        ({"section.example": "Usage {x}"}, []),
        ({"section.exmple": "x"}, ["there is no label 'section.exmple'; did you mean 'section.example'?"]),
        ({3: "x"}, [f"there is no label '3'; choose from {', '.join([*LABELS][:20])}, …"]),
        ({"section.example": 3}, ["section.example: a text is expected, but 3 is given"]),
        ({"section.example": " "}, ["section.example: a text is expected, but ' ' is given"]),
        ({"section.example": "a\nb"}, ["section.example: a label is one line of at most 200 characters"]),
        ({"section.example": "a" * 201}, ["section.example: a label is one line of at most 200 characters"]),
        (["section.example"], ["a mapping of keys to texts is expected"]),
    ],
)
def test_wrong_labels_are_refused_with_a_reason(labels: object, expected: list[str]) -> None:
    assert find_wrong_labels(labels) == expected


def test_the_guide_and_the_schema_list_all_labels_with_their_texts() -> None:
    assert dict(re.findall(r"^\| `([\w.]+)` \| (.*) \|$", page_of_the_guide("labels"), re.MULTILINE)) == LABELS, (
        "run: nox -s lists"
    )
    schema = plugin_schema()["properties"]["labels"]
    assert {key: value["default"] for key, value in schema["properties"].items()} == LABELS
    assert schema["additionalProperties"] is False


def test_a_label_has_a_greatest_length() -> None:
    assert find_wrong_labels({"section.example": "x" * labels._LONGEST}) == []
    (text,) = find_wrong_labels({"section.example": "x" * (labels._LONGEST + 1)})
    assert text == f"section.example: a label is one line of at most {labels._LONGEST} characters"
