"""The overview as a front page: what the API is, how one begins, entities in groups, and a map of what is covered."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mapper.model import Candidates
from mapper.systems.terraform.propose.candidates import find_candidates

from .sites import ZOO, ZOO_CONFIG, Built, build, dead_links, write_site, zoo
from .tree import Element

INDEX = "reference/index.html"
TAGGED = (
    ZOO.replace("    post:\n", "    post:\n      tags: [Animals & co]\n")
    .replace("    get:\n", "    get:\n      tags: [Look <i>up</i>]\n")
    .replace("info: {", 'info: {description: "First *paragraph*.\\n\\nSecond one.", ', 1)
)


def front(folder: Path, **site: Any) -> Element:
    return zoo(folder, **site).page(INDEX).one(css="oasmap")


def titles(page: Element) -> list[str]:
    return [title.text for title in page.all(css="oa-group")]


def test_it_says_what_the_api_is(tmp_path: Path) -> None:
    page = front(tmp_path, files={"api.yaml": TAGGED})
    info = re.search(r"info: \{(.*)\}", TAGGED)
    assert info is not None
    for key in ("title", "version"):
        word = re.search(rf"{key}: ['\"]?([^,'\"}}]+)", info[1])
        assert word is not None
        assert word[1] in page.one(css="oa-api").text
    assert page.one(css="oa-lead").text == "First paragraph."


def test_it_has_the_provider_block_to_copy(tmp_path: Path) -> None:
    text = front(tmp_path).one(css="highlight").text
    assert 'provider "zoo"' in text
    assert "required_providers" not in text
    known = front(tmp_path / "known", options={"spec": "api.yaml", "address": "keepers/zoo"})
    text = known.one(css="highlight").text
    assert 'source = "keepers/zoo"' in text
    assert "required_providers" in text


@pytest.mark.parametrize("address", ["x", "a/b/c/d", 'a/b"\n}', "../..", "a b/c"])
def test_an_address_that_is_none_is_not_written(tmp_path: Path, address: str) -> None:
    page = front(tmp_path, options={"spec": "api.yaml", "address": address})
    assert "required_providers" not in page.text


def test_entities_have_one_line_each_with_what_is_required(tmp_path: Path) -> None:
    page = front(tmp_path)
    (line,) = page.one(css="oa-lines").all("li")
    assert [link.text for link in line.all("a")] == ["zoo_pet", "R", "D"]
    assert line.one("p").text == "An animal."
    assert line.one("small").text == "1 required"


OPERATIONS = "create: {path: /pets, method: POST}, read: {path: '/pets/{id}', method: GET}"
OTHERS = f"  dog: {{group: Friends, {OPERATIONS}}}\n  cat: {{group: Friends, {OPERATIONS}}}\n  fish: {{{OPERATIONS}}}\n"
CONFIG = ZOO_CONFIG.replace("data_sources:\n", f"{OTHERS}data_sources:\n")


def test_entities_are_grouped_as_the_config_says_else_by_the_tags_of_their_operations(tmp_path: Path) -> None:
    page = front(tmp_path, files={"api.yaml": TAGGED, "generator_config.yml": CONFIG})
    assert titles(page) == ["Animals & co 2", "Friends 2"]
    assert not [mark for lines in page.all(css="oa-lines") for mark in lines.all("i")]


def test_names_that_begin_with_the_same_word_are_a_group_where_nothing_else_says_it(tmp_path: Path) -> None:
    read = "read: {path: '/pets/{id}', method: GET}"
    names = ["farm_cow", "farm_pig", "sea_fish", "sea_whale", "bird"]
    config = ZOO_CONFIG + "".join(f"  {name}: {{{read}}}\n" for name in names)
    page = front(tmp_path, files={"generator_config.yml": config})
    assert titles(page) == ["Farm 2", "Sea 2", "Other 2"]


def test_few_entities_without_tags_are_one_list(zoo_site: Built) -> None:
    assert titles(zoo_site.page(INDEX)) == []


def test_deprecated_entities_are_marked(tmp_path: Path) -> None:
    config = ZOO_CONFIG.replace("data_sources:\n", "    schema: {deprecation_message: Use dog.}\ndata_sources:\n")
    page = front(tmp_path, files={"generator_config.yml": config})
    (badge,) = page.all(css="oa-deprecated")
    assert badge.text == "deprecated"


def test_changed_entities_are_marked(tmp_path: Path) -> None:
    files = {"old.yaml": ZOO.replace("maxLength: 8", "maxLength: 9")}
    site = build(write_site(tmp_path, options={"spec": "api.yaml", "baseline": "old.yaml"}, files=files))
    page = site.page(INDEX).one(css="oasmap")
    line = page.one(css="oa-lines").all("li")[0].one("p")
    assert line.one(css="oa-sev--warning").text == "warning:"
    assert line.one("a").text == "1 change"
    assert dead_links(site) == []


# --- the map --------------------------------------------------------------------------------------


def test_the_map_has_a_square_for_each_operation_with_its_use(tmp_path: Path) -> None:
    api = TAGGED.replace("paths:\n", "paths:\n  /keepers: {get: {responses: {}}}\n", 1)
    site = zoo(tmp_path, files={"api.yaml": api})
    picture = site.page(INDEX).one("figure", "oa-map")
    squares = picture.one(css="oa-cover").all(css="oa-sq")
    assert len(squares) == 3
    said = {square.attributes["title"] for square in squares}
    assert "GET /keepers: not used" in said
    assert "POST /pets: zoo_pet (Resource)" in said
    assert any("zoo_pet (Resource), zoo_pet (Data Source)" in words for words in said)
    links = [link for link in picture.links if "resources/pet/" in link]
    assert len(links) == 2
    assert dead_links(site) == []


def test_the_map_is_there_in_words_and_nothing_of_it_is_a_tab_stop_twice(zoo_site: Built) -> None:
    page = zoo_site.page(INDEX)
    rows = page.one(css="oa-cover").all("div")
    assert {row.one("span").attributes["aria-hidden"] for row in rows} == {"true"}
    assert all(link.attributes["tabindex"] == "-1" for link in page.one(css="oa-cover").all("a"))
    (words,) = [details for details in page.all("details") if "same in words" in details.text]
    for operation in ("POST /pets", "GET /pets/{id}"):
        assert operation in words.text


def test_what_is_lost_is_on_the_map_of_authors_only(tmp_path: Path) -> None:
    api = ZOO.replace("        nickname: {type: string}\n", "        nickname: {type: string}\n        it: {}\n")
    authors = front(tmp_path / "a", files={"api.yaml": api})
    users = front(tmp_path / "u", options={"spec": "api.yaml", "audience": "users"}, files={"api.yaml": api})
    assert authors.all(css="oa-sq--lost") != []
    assert users.all(css="oa-sq--lost") == []
    assert "lost" not in users.text


def test_an_api_without_operations_has_no_map(tmp_path: Path) -> None:
    resource = {"version": 0, "block": {"attributes": {"id": {"type": "string", "computed": True}}}}
    provider = {"provider": {"version": 0, "block": {}}, "resource_schemas": {"b_x": resource}}
    document = {"format_version": "1.0", "provider_schemas": {"registry.terraform.io/a/b": provider}}
    schema = json.dumps(document)
    options = {"system": "provider", "spec": "schema.json"}
    page = front(tmp_path, options=options, files={"schema.json": schema})
    assert page.all("figure") == []
    assert 'source = "a/b"' in page.text


def test_what_else_could_be_mapped_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The coverage map and the report both say it."""
    asked = []

    def find(*given: Any) -> Candidates:
        asked.append(given)
        return find_candidates(*given)

    monkeypatch.setattr("mapper.systems.terraform.propose.candidates.find_candidates", find)
    built = zoo(tmp_path)
    assert "reference/report/index.html" in built.uris
    assert len(asked) == 1


MANY = ZOO_CONFIG + "".join(
    f"  pet_{number}: {{{'' if number < 150 else 'group: Food, '}read: {{path: '/pets/{{id}}', method: GET}}}}\n"
    for number in range(201)
)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Element:
    api = f'{TAGGED}tags: [{{name: "Look <i>up</i>", description: Sea urchins.}}]\n'
    return front(tmp_path_factory.mktemp("many"), files={"generator_config.yml": MANY, "api.yaml": api})


@pytest.mark.build
def test_above_two_hundred_names_groups_are_folded_and_say_how_many_of_which_kind_they_have(many: Element) -> None:
    folds = many.all("details", "oa-names")
    assert [fold.one("h2").text for fold in folds] == ["Food", "Look <i>up</i>", "Other"]
    assert [fold.one("small").text for fold in (fold.one("summary") for fold in folds)] == [
        "51 data sources",
        "150 data sources",
        "1 resource, 1 data source",
    ]
    assert [len(fold.one(css="oa-lines").all("li")) for fold in folds] == [51, 150, 1]
    assert not [fold for fold in folds if "open" in fold.attributes]


@pytest.mark.build
def test_a_switch_leaves_the_first_kind(many: Element) -> None:
    (switch,) = many.all("label", "oa-switch")
    assert switch.text == "R1 resource only"


@pytest.mark.build
def test_a_filter_finds_names_by_words_of_descriptions_and_tags(many: Element) -> None:
    words = {part.attributes["data-words"] for part in many if "data-words" in part.attributes}
    assert words == {"sea urchins", "lives here"}
