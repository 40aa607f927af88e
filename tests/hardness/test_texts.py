"""Texts of the inputs of every system, on all that is written for people: they show as the text that they are."""

import re
from pathlib import Path

import pytest

from mapper.model import Mapping
from mapper.registry import REGISTRY, rules_of, system_named
from mapper.report.diagnostic import MappingError
from mapper.review.changes import Review, ReviewSide, distinct
from mapper.review.entity_changes import Options, compare
from mkdocs_oasmap.handwritten import Repository
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.registry.tree import registry_docs
from mkdocs_oasmap.review.changelog import as_changelog
from mkdocs_oasmap.review.html import as_html
from mkdocs_oasmap.review.markdown import as_markdown

from ..delimiters import DELIMITERS, found_in, found_in_comment
from ..site.tree import parse
from ..test_hostile import check
from .hostile import INPUTS, hostile

pytestmark = pytest.mark.soak

IN_CODE = "\n\n".join(f"`{text.strip()}`\n\n```\n{text}\n```\n\n    {text.strip()}" for text in DELIMITERS)
TEXTS = {"as text": " ".join(DELIMITERS), "on lines": "\n\n".join(DELIMITERS), "in code": IN_CODE}


@pytest.fixture(params=[(system, form) for system in INPUTS for form in TEXTS], ids=" ".join)
def state(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Mapping, Mapping]:
    """A harmless state of an input, and a hostile one."""
    system, form = request.param
    return hostile(system, tmp_path / "old", "x y"), hostile(system, tmp_path / "new", TEXTS[form])


def test_every_system_has_a_hostile_input() -> None:
    assert INPUTS.keys() == REGISTRY.keys()


def test_they_are_text_on_plain_pages(state: tuple[Mapping, Mapping]) -> None:
    pages = {name: data.decode() for name, data in plain_files(Pages(state[1]), {}).items() if name.endswith(".md")}
    assert "secret" in "".join(pages.values())
    for name, page in pages.items():
        _, front, text = page.split("---\n", 2)
        assert found_in(front) == [], name
        assert found_in(text) == [], name


def test_they_are_text_in_the_docs_of_the_registry(state: tuple[Mapping, Mapping], tmp_path: Path) -> None:
    try:
        files = registry_docs(Pages(state[1]), Repository(tmp_path)).files
    except MappingError as error:
        pytest.skip(str(error))
    pages = {name: data.decode().replace("<!-- schema made by mkdocs-oasmap -->", "") for name, data in files.items()}
    assert "secret" in "".join(pages.values())
    for name, page in pages.items():
        _, front, text = page.split("---\n", 2)
        assert found_in(front) == [], name
        assert found_in(text) == [], name


@pytest.mark.parametrize("backwards", [False, True])
def test_they_are_text_in_a_review(state: tuple[Mapping, Mapping], backwards: bool) -> None:
    old, new = reversed(state) if backwards else state
    judge = system_named(new.system).judge
    changes = distinct(compare(old, new, Options(judge=judge)))
    assert len(changes) > 3
    assert {change.rule.id for change in changes} <= rules_of(new.system).keys()
    review = Review(ReviewSide("old"), ReviewSide("new"), changes, skeletons=tuple(judge.skeletons(changes, "x")))
    comment = re.sub(r"~~(?=.*\(approved)|~~ \(approved", "", as_markdown(review))
    assert found_in_comment(comment) == []
    assert found_in_comment(as_changelog(review)) == []
    check(parse(as_html([review]).partition("<body>")[2].partition("</body>")[0]))
