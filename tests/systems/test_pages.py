"""Every system's entities have pages, in HTML and in Markdown, that say what the model has of them."""

import html
import re

import pytest

from mapper.model import Mapping
from mapper.registry import all_systems, system_named
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from .samples import sample
from .whole import mapping as robot

NAMES = [*(system.name for system in all_systems()), "toy"]


@pytest.fixture(params=NAMES)
def mapping(request: pytest.FixtureRequest) -> Mapping:
    return sample(request.param)


def test_a_page_has_a_place_for_each_attribute_that_it_shows(mapping: Mapping) -> None:
    pages = Pages(mapping)
    files = plain_files(pages, {})
    assert pages.entities
    for key, entity in pages.entities.items():
        page, plain = Renderer().entity(pages.entity(key), str), files[f"{key}.md"].decode()
        for attribute in entity.shown.attributes:
            assert f'id="{attribute.name}"' in page
            assert f'id="{attribute.name}"' in plain


def test_a_page_has_the_summary_and_the_examples_of_its_system(mapping: Mapping) -> None:
    pages, system = Pages(mapping), system_named(mapping.system)
    for key, entity in pages.entities.items():
        view = pages.entity(key)
        assert view.summary == system.summary(entity)
        assert [example.text for example in view.examples] == [e.text for e in system.examples(entity, mapping)]
    assert any(pages.entity(key).examples for key in pages.entities)


def robot_pages() -> tuple[str, str]:
    """The page of an entity with everything, in Markdown and in HTML."""
    pages = Pages(robot())
    key = "gadgets/robot"
    return plain_files(pages, {})[f"{key}.md"].decode(), Renderer().entity(pages.entity(key), str)


def words(page: str) -> str:
    """The text of a page, without what marks it up, in lower case but for names."""
    text = re.sub(r"<[^>]*>|`", "", html.unescape(page))
    return text.replace("Also ", "also ").replace("Given ", "given ")


def test_a_row_says_where_else_its_attribute_is_and_what_secret_it_comes_from() -> None:
    for page in map(words, robot_pages()):
        assert "also read-only, int64, in right" in page
        assert "given by a secret, in armSecretRef" in page


def test_a_page_says_all_addresses_and_the_identity() -> None:
    for page in map(words, robot_pages()):
        assert "toys.example.org/v1 Robot (Cluster)" in page
        assert "the name is the identifier" in page
