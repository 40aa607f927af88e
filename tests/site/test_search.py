"""What the search of a site finds on generated pages, with the search of MkDocs and that of Material."""

import re
from collections import Counter
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.contrib.search.search_index import ContentSection, SearchIndex
from mkdocs.structure.toc import AnchorLink, TableOfContents

from mkdocs_oasmap.pages.search import MOST_SECTIONS, FoundBy, called, found_by, group_words, share_of_rows, spellings
from mkdocs_oasmap.render.site import RenderedPage
from mkdocs_oasmap.sites.search_ranks import rank_entries
from mkdocs_oasmap.sites.table_of_contents import searched_contents

from ..zoo import CONFIG
from .sites import Built, with_property, zoo

THEMES = {"mkdocs": "mkdocs", "material": {"name": "material", "font": False}}
PET = "reference/resources/pet/"
ROOT = ("name", "nickname", "owner", "age", "id", "toys")


SPECIAL = 'special: {type: string, description: "Cats & dogs are 3 of 4 \\"pets\\"."}'
NAMES = 'names: {type: string, description: "Same as owner_id of the `farm_name`."}'
API = with_property(f"{NAMES}\n        {SPECIAL}").replace(
    "An animal. It lives here.", '"An animal. It lives here.\\n\\nSecond paragraph."'
)


def searched(folder: Path, theme: str, search: str | None = None, **site: Any) -> Built:
    options = {"spec": "api.yaml"} if search is None else {"spec": "api.yaml", "search": search}
    return zoo(folder, theme=THEMES[theme], options=options, **site)


@pytest.fixture(scope="module", params=THEMES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The zoo with each search, as it is without the option."""
    return searched(tmp_path_factory.mktemp("search"), request.param, files={"api.yaml": API})


def test_every_root_attribute_is_a_section_with_its_name_and_its_place(site: Built) -> None:
    for name in ROOT:
        assert site.search[f"{PET}#{name}"]["title"] == f"{name} · zoo_pet (Resource)"
    assert "reference/provider/#token" in site.search
    assert "reference/data-sources/pet/#age" in site.search


def test_a_page_has_its_first_paragraph_and_a_section_the_first_sentences_and_the_names_of_what_is_nested(
    site: Built,
) -> None:
    assert "An animal. It lives here." in site.search[PET]["text"]
    assert "Second paragraph" not in site.search[PET]["text"]
    assert "What it is called." in site.search[f"{PET}#name"]["text"]
    assert "Not unique" not in site.search[f"{PET}#name"]["text"]
    owner = site.search[f"{PET}#owner"]["text"]
    assert "Who pays." in owner
    for text in ("owner.email", "Letters go there."):
        assert text in site.search[f"{PET}#owner.email"]["text"]


def test_every_nested_attribute_is_a_section_that_says_where_it_is(site: Built) -> None:
    street = site.search[f"{PET}#owner.address.street"]
    assert street["title"] == "street · in owner.address · zoo_pet (Resource)"
    assert "owner.address.street" in re.split(r"\s|</?p>", street["text"])
    assert "toys.colour" in site.search["reference/data-sources/pet/#toys.colour"]["text"]


def test_every_title_of_a_result_says_the_entity(site: Built) -> None:
    titles = {place: entry["title"] for place, entry in site.search.items() if place.startswith("reference/")}
    assert all("zoo_pet (Resource)" in title for place, title in titles.items() if place.startswith(PET))
    assert all("(Data Source)" in title for place, title in titles.items() if "/data-sources/" in place)


def test_values_the_spelling_of_the_api_and_operations_are_found(tmp_path: Path) -> None:
    api = with_property("favouriteFood: {type: string, enum: [dry food, fish], description: What it eats.}")
    site = searched(tmp_path, "material", files={"api.yaml": api})
    entry = site.search[f"{PET}#favourite_food"]
    text = f"{entry['title']} {entry['text']}"
    assert {"favourite_food", "favouriteFood", "fish"} <= set(text.replace("<p>", " ").replace("</p>", " ").split())
    assert "dry food" in text
    assert "POST /pets" in site.search[PET]["text"]


def test_large_pages_have_sections_only_as_deep_as_there_are_not_too_many(tmp_path: Path) -> None:
    inner = ", ".join(f"deep_{number}: {{type: string}}" for number in range(9))
    outer = ", ".join(f"outer_{number}: {{type: object, properties: {{{inner}}}}}" for number in range(7))
    api = with_property(f"big: {{type: object, properties: {{{outer}}}}}")
    site = searched(tmp_path, "mkdocs", files={"api.yaml": api})
    sections = [location for location in site.search if location.startswith(f"{PET}#")]
    assert len(sections) <= MOST_SECTIONS
    assert "big.outer_6.deep_3" in site.search[f"{PET}#big.outer_6"]["text"]


def test_text_with_special_characters_and_names_in_descriptions_are_found_as_they_are_written(site: Built) -> None:
    assert 'Cats & dogs are 3 of 4 "pets".' in unescape(site.search[f"{PET}#special"]["text"])
    for name in ("owner_id", "farm_name"):
        assert name in site.search[f"{PET}#names"]["text"]


@pytest.mark.parametrize("theme", THEMES)
def test_files_as_addresses_are_found_too(tmp_path: Path, theme: str) -> None:
    site = searched(tmp_path, theme, use_directory_urls=False)
    assert "reference/resources/pet.html#name" in site.search


@pytest.mark.parametrize("theme", THEMES)
def test_a_search_gets_sections_or_whole_pages_or_none_of_a_page_that_shows_everything(
    tmp_path: Path, theme: str
) -> None:
    sites = {search: searched(tmp_path / search, theme, search) for search in ("attributes", "full", "off")}
    (shown,) = {site.page(f"{PET}index.html").one(css="oasmap").text for site in sites.values()}
    assert "create request body declared the attribute" in shown
    for site in sites.values():
        places = [location.partition("#") for location in site.search]
        assert all(not anchor or anchor in site.page(f"{path}index.html").ids for path, _, anchor in places)
    text = " ".join(entry["text"] for location, entry in sites["full"].search.items() if location.startswith(PET))
    assert all(part in text for part in ("Not unique.", "at most 8 characters", "GET /pets/{id}"))
    off = {location: entry["text"] for location, entry in sites["off"].search.items()}
    assert "" in off
    assert not [location for location in off if location.startswith(f"{PET}#n")]
    assert not [text for location, text in off.items() if location.startswith("reference/") and "nickname" in text]


@pytest.mark.parametrize("search", ["attributes", "full"])
def test_no_description_becomes_html_in_the_results_of_material(tmp_path: Path, search: str) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    api = with_property(f'it: {{type: string, description: "Before {evil} after."}}')
    api = api.replace("description: An animal. It lives here.", f'description: "Some {evil} text."')
    for entry in searched(tmp_path, "material", search, files={"api.yaml": api}).search.values():
        tags = re.findall(r"<\s*/?\s*(\w+)", entry["text"] + entry["title"])
        assert set(tags) <= {"p", "ul", "ol", "li", "code", "pre", "table", "strong"}
        assert "onerror" not in "".join(re.findall(r"<[^>]*>", entry["text"]))


def test_a_resource_is_found_by_the_words_of_its_heading_in_the_overview(tmp_path: Path) -> None:
    entity = "{{group: {}, create: {{path: /pets, method: POST}}, read: {{path: '/pets/{{id}}', method: GET}}}}"
    groups = {"cat": "Furry <i>animals</i>", "dog": "Furry <i>animals</i>", "cod": "Fish", "eel": "Fish"}
    entities = "".join(f"  {name}: {entity.format(group)}\n" for name, group in groups.items())
    site = searched(tmp_path, "material", files={"generator_config.yml": f"{CONFIG}{entities}"})
    assert site.search["reference/resources/cat/"]["tags"] == ["cat", "furry i animals i"]
    assert group_words("zoo.example.org", found_by({"a": ("zoo_pet", "pet", 0)}, "zoo")["a"]) == ()  # an address
    assert site.search["reference/resources/eel/"]["tags"] == ["eel"]  # a single word may be the name of another


def test_of_equal_names_those_of_the_first_reference_come_first() -> None:
    found = found_by({"resources/pet": ("zoo_pet", "pet", 0)}, "zoo")["resources/pet"]
    boosts = []
    for place in (0, 1):
        entries = [{"location": location, "text": "", "title": ""} for location in ("pet/", "pet/#name")]
        rank_entries(SimpleNamespace(entries=entries), "pet/", found, place=place)
        boosts.append([entry["boost"] for entry in entries])
    (page, row), (other_page, other_row) = boosts
    assert page > other_page > row > other_row


def test_of_rows_with_one_name_those_that_users_set_of_what_others_use_come_first() -> None:
    boosts = []
    for users, looked_up in ((9, frozenset[str]()), (0, frozenset[str]()), (0, frozenset({"name"}))):
        found = FoundBy("pet", "pet", 4.0, 0, rows=share_of_rows(0, users))
        entries: list[dict[str, Any]] = [{"location": "pet/#name", "text": "", "title": ""}]
        rank_entries(SimpleNamespace(entries=entries), "pet/", found, looked_up)
        boosts.append(entries[0]["boost"])
    assert boosts == sorted(boosts, reverse=True)
    assert len(set(boosts)) == len(boosts)
    assert share_of_rows(0, 3) > share_of_rows(1, 3)  # a resource before what looks it up


def test_an_entity_is_found_by_what_its_operations_call_it_if_that_leads_to_it_alone() -> None:
    entities = {name: (f"zoo_{name}", name, 0) for name in ("app", "policy", "user_policy", "load_balancer", "a", "b")}
    found = found_by(entities, "zoo")
    names = {
        "app": ("Application", "application"),  # said twice
        "policy": ("policy",),  # its name
        "user_policy": ("Policy",),  # the name of another
        "load_balancer": ("Load Balancer",),
        "a": ("secret",),  # of two
        "b": ("secret", "policy rules"),  # begins with the name of another
    }
    assert {key: several for key, several in called(names, found).items() if several} == {"app": ("application",)}


def test_an_entity_is_found_by_its_name_in_one_word_and_the_ending_of_its_heading() -> None:
    found = found_by(
        {"a": ("zoo_load_balancer", "load_balancer", 0), "b": ("zoo_big_den_key", "big_den_key", 0)}, "zoo"
    )
    assert spellings("Network", found["a"]) == ("loadbalancer",)
    assert spellings("Dens", found["b"]) == ("dens",)


def test_sections_of_any_name_are_found_at_once_and_have_addresses_that_end_no_attribute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ["plain", 'x" onclick="alert(1)', "<img src=x>", "100%", *(f"value_{number}" for number in range(2000))]
    page: Any = SimpleNamespace(toc=TableOfContents([AnchorLink("Pet", "pet", 1)]))
    rendered = RenderedPage("", "", (), frozenset(), tuple((name, name, 3) for name in names))
    sections, index, looks = (
        searched_contents(page, rendered),
        SearchIndex(lang=["en"], indexing="full"),
        Counter[str](),
    )
    look = index._find_toc_by_id
    monkeypatch.setattr(index, "_find_toc_by_id", lambda toc, id_: looks.update("x") or look(toc, id_))
    for name in ["pet", *names]:
        index.create_entry_for_section(ContentSection(["text"], name, name), sections, "page/")
    places = ["pet", "plain", "x%22%20onclick=%22alert(1)", "%3Cimg%20src=x%3E", "100%25", "value_0"]
    assert [entry["location"] for entry in index._entries[:6]] == [f"page/#{place}" for place in places]
    assert len(index._entries) == len(names) + 1
    assert looks.total() < 4 * len(names)


def test_no_result_shows_a_word_three_times_in_a_row(site: Built) -> None:
    for entry in site.search.values():
        shown = re.sub(r"<[^>]*>", " ", f"{entry['title']} {entry['text']} {' '.join(entry.get('tags', ()))}")
        assert not re.search(r"(?i)\b([\w.]+)(?:\W+\1\b){2}", shown)


def test_read_only_attributes_of_many_data_sources_are_found_by_name_in_one_section(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mkdocs_oasmap.pages.search._MOST_LOOKED_UP", 3)
    found = searched(tmp_path, "material").search
    looked_up = [place for place in found if place.startswith("reference/data-sources/pet/#")]
    assert looked_up == ["reference/data-sources/pet/#id", "reference/data-sources/pet/#attributes-read-only"]
    assert found[looked_up[1]]["text"] == "<p>age name toys colour</p>"
    assert f"{PET}#owner.email" in found
