"""What pages say of attributes that replace, are never kept, are deprecated, or have settings of the generator."""

import pytest
from msgspec.structs import replace

from mapper.model import Body, Fragment
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.block import embed
from mkdocs_oasmap.pages.describe import says_more
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import rows_of
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..site.tree import Element, parse
from ..support import resource

JSON = '{\n  "validators": [\n    {\n      "custom": "{{ größer }}"\n    }\n  ]\n}'


@pytest.fixture(scope="module")
def pages() -> Pages:
    mapping = resource("""
        create: {type: object, properties: {door: {type: string}, bell: {type: string}}}
    """).mapping
    (entity,) = (entity for entity in mapping.entities if entity.name == "oven")
    by_name = {attribute.name: attribute for attribute in entity.body.attributes}
    door, bell = by_name["door"], by_name["bell"]
    door = replace(
        door,
        replaces=True,
        write_only=True,
        sensitive=True,
        deprecation="Use bell <x>instead.",
        fragments=(Fragment("validators", [{"custom": "{{ größer }}"}], door.origins[0].location),),
    )
    bell = replace(bell, deprecation="This attribute is deprecated.")
    entity = replace(entity, body=Body((door, bell)), deprecation="Use the <y>new oven.")
    others = tuple(other for other in mapping.entities if other.name != "oven")
    return Pages(replace(mapping, entities=(*others, entity)))


@pytest.fixture(scope="module")
def page(pages: Pages) -> Element:
    return parse(Renderer().entity(pages.entity("resources/oven"), lambda key: key))


def test_a_row_says_it_in_badges(page: Element) -> None:
    facts = [fact.text for fact in page.by_id("door").one("small").all("span")]
    assert facts[:4] == ["sensitive", "write-only", "forces replacement", "deprecated"]


def test_a_message_is_shown_where_it_says_more_than_the_badge(page: Element) -> None:
    assert page.by_id("door").one("p", "oa-deprecated").text == "Deprecated: Use bell <x>instead."
    assert page.by_id("bell").all("p", "oa-deprecated") == []
    assert page.by_id("bell").all("span", "oa-deprecated") != []


def test_a_deprecated_entity_says_so_first(page: Element) -> None:
    assert page.all(css="oa-deprecated")[0].text == "Deprecated: Use the <y>new oven."


def test_settings_of_the_generator_are_folded_and_have_their_place(page: Element) -> None:
    details = page.by_id("door").one("details", "oa-fragments")
    assert "open" not in details.attributes
    assert details.one("summary").text == "Generator settings"
    assert "openapi.yaml" in details.one("p").text
    assert details.one("pre").text == " ".join(JSON.split())
    assert page.by_id("bell").all("details", "oa-fragments") == []


def test_settings_of_the_generator_are_for_authors(pages: Pages) -> None:
    users = Pages(pages.mapping, shown=shown_to(Audience.USERS, sources=True))
    for shown, count in ((pages, 1), (users, 0)):
        assert sum(len(row.fragments) for row in rows_of(shown.entity("resources/oven").groups)) == count


def test_blocks_in_written_pages_show_the_same(pages: Pages) -> None:
    shown = embed("resource.oven.door", "all", lambda: {"": pages}, lambda wanted: wanted)
    assert shown.part == "attributes"
    row = shown.view.row  # type: ignore[union-attr]
    assert row is not None
    assert [text for _, text in row.marks][1:] == ["write-only", "forces replacement", "deprecated"]
    assert row.fragments[0].text == JSON


def test_plain_pages_say_it_in_words(pages: Pages) -> None:
    text = plain_files(pages, {})["resources/oven.md"].decode()
    assert "- `door` (String, Sensitive, Write-only, Forces replacement, Deprecated, optional · API default" in text
    assert "Deprecated: Use bell &#60;x&#62;instead." in text
    assert "\nDeprecated: Use the &#60;y&#62;new oven.\n" in text
    assert "## Generator settings" in text
    assert "&#34;custom&#34;&#58; &#34;&#123;&#123; größer &#125;&#125;&#34;" in text


@pytest.mark.parametrize("text", ["This attribute is deprecated.", "this data source is deprecated"])
def test_a_message_that_says_nothing_is_known(text: str) -> None:
    assert not says_more(text)
    assert says_more(text + " Use another.")
