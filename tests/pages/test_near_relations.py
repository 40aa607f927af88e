"""The relations next to the example: a few titles, each once."""

from msgspec.structs import replace

from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import UseView

from ..systems.samples import sample


def near(*titles: str) -> list[tuple[list[str], int]]:
    uses = tuple(UseView(f"{number}", title, "Resource", "id", "required", "p") for number, title in enumerate(titles))
    pages = Pages(sample("terraform"))
    page = replace(pages.entity(next(iter(pages.entities))), uses=uses, used_by=())
    return [([f"{use.key} {use.title}" for use in shown], count) for _, shown, count in page.near]


def test_a_title_is_there_once_where_it_is_first() -> None:
    assert near("a_mapping", "a_rule", "a_mapping") == [(["0 a_mapping", "1 a_rule"], 3)]


def test_a_few_titles_are_shown_and_all_are_counted() -> None:
    assert near("a", "b", "a", "c", "d") == [(["0 a", "1 b", "3 c"], 5)]


def test_nothing_is_shown_without_relations() -> None:
    assert near() == []
