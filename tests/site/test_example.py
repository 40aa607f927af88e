"""The example site: it is the guide, so whatever it shows has to work."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from mkdocs_oasmap.cli import main

from ..sidecar.test_writer import expanded
from .sites import Built, dead_links, run
from .tree import Element, parse

AS_IT_COMES = {"OASMAP_EXAMPLE_CONFIG": "generator_config.strict.yml", "OASMAP_EXAMPLE_BASELINE": "released.json"}
PAGES = {
    "reference/index.html": "Reference",
    "reference/provider/index.html": "owlridge",
    "reference/report/index.html": "Mapping report",
    "reference/resources/telescope/index.html": "owlridge_telescope",
    "reference/resources/target/index.html": "owlridge_target",
    "reference/resources/observation/index.html": "owlridge_observation",
    "reference/data-sources/telescope/index.html": "owlridge_telescope",
    "reference/data-sources/targets/index.html": "owlridge_targets",
    "reference/data-sources/night/index.html": "owlridge_night",
}
FOLDERS = {"provider": "provider", "resource": "resources/{}", "data source": "data-sources/{}"}


@pytest.fixture(scope="module")
def sidecar(example: Built) -> Any:
    return expanded((example.folder / "reference/oasmap.json").read_text())


@pytest.fixture(scope="module")
def entities(example: Built, sidecar: Any) -> list[tuple[Any, Element]]:
    """Every entity with its page."""
    return [
        (entity, example.page(f"reference/{FOLDERS[entity['kind']].format(entity['name'])}/index.html"))
        for entity in sidecar["entities"]
    ]


def attributes(entities: list[tuple[Any, Element]]) -> Iterator[tuple[Any, Element]]:
    """Every attribute with its row."""
    for entity, page in entities:
        by_id = {element.id: element for element in page if element.id}
        for attribute in entity["attributes"]:
            yield attribute, by_id[attribute["path"]]


# --- pages ----------------------------------------------------------------------------------------


def test_every_entity_has_a_page_and_there_are_no_others(example: Built) -> None:
    assert {uri for uri in example.uris if uri.startswith("reference/")} == set(PAGES)


@pytest.mark.parametrize(("uri", "title"), PAGES.items())
def test_a_page_has_its_title(example: Built, uri: str, title: str) -> None:
    heading = example.page(uri).one("h1")
    assert heading.text.rstrip("¶") == title


def test_tags_are_balanced_and_no_page_has_an_id_twice(example: Built) -> None:
    for uri in example.uris:
        ids = example.page(uri).ids
        assert sorted(ids) == sorted(set(ids)), uri


def test_every_link_on_every_page_leads_somewhere(example: Built) -> None:
    assert dead_links(example) == []


def test_nothing_is_loaded_from_another_host(example: Built) -> None:
    for uri in example.uris:
        for element in example.page(uri):
            address = element.attributes.get("src", "") or (
                element.attributes.get("href", "") if element.tag == "link" else ""
            )
            assert not re.match(r"(https?:)?//", address), uri


def test_every_attribute_has_a_row_with_a_permalink(entities: list[tuple[Any, Element]]) -> None:
    count = 0
    for attribute, row in attributes(entities):
        assert f"#{attribute['path']}" in row.links
        count += 1
    assert count > 200


def test_a_row_says_what_the_sidecar_says(entities: list[tuple[Any, Element]]) -> None:
    for attribute, row in attributes(entities):
        assert attribute["type"] in row.text
        for origin in attribute["origins"]:
            assert f"{origin['location']['file']}:{origin['location']['line']}" in row.text
            assert origin["location"]["pointer"] in row.text


def test_a_row_has_the_mark_of_its_status_and_a_root_s_row_is_in_its_group(entities: list[tuple[Any, Element]]) -> None:
    marks = {"required": "oa-required", "computed": "", "computed_optional": "oa-either", "optional": "oa-optional"}
    groups = {"required": "required", "computed": "read-only"}
    marked = 0
    for entity, page in entities:
        for attribute in entity["attributes"]:
            path, status = attribute["path"], attribute["status"]
            (row,) = [row for row in page.rows if row.id == path]
            mark = marks["optional" if status == "computed_optional" and "default" in attribute else status]
            if "oa-member" not in row.classes:  # members of element types have none
                assert [css for css in row.classes if css in marks.values()] == mark.split()
                marked += 1
            if "." not in path:
                lists = page.all("ul", f"oa-rows--{groups.get(status, 'optional')}")
                assert row in [child for one in lists for child in one.children]
    assert marked > 200


def test_nested_attributes_have_the_anchor_of_the_terraform_registry(entities: list[tuple[Any, Element]]) -> None:
    for entity, page in entities:
        for attribute in entity["attributes"]:
            if "nested" in attribute:
                assert f"nestedatt--{attribute['path'].replace('.', '--')}" in page.ids


def test_the_table_of_contents_has_the_groups_and_the_root_attributes(entities: list[tuple[Any, Element]]) -> None:
    for entity, page in entities:
        contents = {link for nav in page.all(css="md-nav--secondary") for link in nav.links}
        assert {f"#{a['path']}" for a in entity["attributes"] if "." not in a["path"]} <= contents
        assert "#schema-attributes" in contents
        assert not any("." in link for link in contents)


def test_the_navigation_has_every_page(example: Built) -> None:
    (nav,) = {tuple(nav.links) for nav in example.page("index.html").all(css="md-nav--primary")}
    assert {uri.removesuffix("index.html") for uri in PAGES} <= set(nav)


def test_pages_say_what_was_left_out_and_why(example: Built) -> None:
    page = example.page("reference/resources/telescope/index.html").one(css="oasmap")
    assert "mount.firmware.buildHash" in page.text
    assert "driver_options" in page.text
    assert "OAS302" in page.text


def test_the_report_has_every_diagnostic(example: Built, sidecar: Any) -> None:
    page = example.page("reference/report/index.html").one(css="oasmap")
    for diagnostic in sidecar["diagnostics"]:
        assert " ".join(diagnostic["message"].split()) in page.text
        severities = {rule["code"]: rule["severity"] for rule in sidecar["rules"]}
        severity = diagnostic.get("severity", severities[diagnostic["code"]])
        assert f"{diagnostic['code']}-{severity}" in page.ids


def test_the_report_counts_what_the_sidecar_counts_and_proposes_what_unused_operations_could_be(
    example: Built, sidecar: Any
) -> None:
    page = example.page("reference/report/index.html").one(css="oasmap")
    used = sum(bool(users) for _, _, users in sidecar["coverage"]["operations"])
    assert f"{used} of {len(sidecar['coverage']['operations'])} operations used" in page.text
    titles = [heading.text.rstrip("¶") for heading in page.all("h3")]
    parts = ["Broken output", "Missing from the output", "No effect", "Changed form", "Changed by the config"]
    assert titles[:6] == [*parts, "For information"]
    assert "GET /telescopes data source telescopes" in page.text
    assert "POST /telescopes/{telescopeId}/park an action: nothing reads back what it makes" in page.text
    (candidate,) = page.all("details", "oa-candidate")
    assert f"#{candidate.id}" in page.links
    assert candidate.one("summary").text == "data source telescopes: read"
    assert "data_sources: telescopes: read: path: /telescopes method: GET" in candidate.one("pre").text


def test_the_overview_leads_to_every_entity_and_every_artifact(example: Built) -> None:
    links = example.page("reference/index.html").one(css="oasmap").links
    assert {"provider/", "resources/telescope/", "data-sources/night/", "report/"} <= set(links)
    assert {"provider_code_spec.json", "oasmap.json"} <= set(links)


def test_pages_have_a_description_for_search_engines(example: Built) -> None:
    page = example.page("reference/resources/telescope/index.html")
    (meta,) = [element for element in page.all("meta") if element.attributes.get("name") == "description"]
    assert meta.attributes["content"] == "A telescope on the ridge, with its mount, its filters and its dome."


# --- artifacts ------------------------------------------------------------------------------------


def test_the_specification_is_what_the_command_line_writes_and_is_written_into_the_repository_too(
    example: Built, example_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(example_folder)
    spec, sidecar = tmp_path / "provider_code_spec.json", tmp_path / "oasmap.json"
    assert main(["generate", "-q", "--output", str(spec), "--sidecar", str(sidecar), "api/openapi.yaml"]) == 0
    written = (example.folder / "reference/provider_code_spec.json").read_bytes()
    assert written == spec.read_bytes() == (example_folder / "provider_code_spec.json").read_bytes()
    assert "oasmap: wrote provider_code_spec.json" in example.messages()
    assert (example.folder / "reference/oasmap.json").read_bytes() == sidecar.read_bytes()


# --- strict mode ----------------------------------------------------------------------------------


def test_it_has_four_open_problems(example: Built) -> None:
    codes = [re.findall(r"OAS\d{3}", message)[0] for message in example.troubles]
    assert codes == ["OAS501", "OAS502", "OAS102", "OAS302"]


def test_it_does_not_build_in_strict_mode_with_open_problems(example_folder: Path, tmp_path: Path) -> None:
    problems = {"OASMAP_EXAMPLE_CONFIG": "generator_config.yml", "OASMAP_EXAMPLE_BASELINE": ""}
    ran = run(example_folder, "--strict", "--site-dir", str(tmp_path / "site"), **problems)
    assert ran.returncode == 1
    assert "Aborted with 2 errors, 2 warnings in strict mode!" in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


def test_it_builds_clean_as_it_comes_and_shows_what_changed(example_folder: Path, tmp_path: Path) -> None:
    config = (example_folder / "mkdocs.yml").read_text(encoding="utf-8")
    defaults = dict(re.findall(r"!ENV \[(OASMAP_EXAMPLE_(?:CONFIG|BASELINE)), ([\w.]+)\]", config))
    assert defaults == AS_IT_COMES
    ran = run(example_folder, "--strict", "--site-dir", str(tmp_path / "site"), **AS_IT_COMES)
    assert ran.returncode == 0, ran.stderr
    assert not {"WARNING", "ERROR"} & set(ran.stderr.split())
    assert "changes since released.json: 3 breaking changes, 1 warning" in ran.stderr
    assert (tmp_path / "site" / "reference" / "changes" / "index.html").is_file()


def test_the_index_of_generated_pages_is_small(example: Built) -> None:
    generated = sum(len(entry["text"]) for location, entry in example.search.items() if "reference/res" in location)
    pages = sum(len(example.text(uri)) for uri in PAGES if "reference/res" in uri)
    assert generated < pages / 10


@pytest.mark.parametrize("folder", ["reference", "ack", "provider", "managed", "pulumi", "kiosk"])
def test_an_overview_says_of_each_artifact_what_it_is_for(example: Built, folder: str) -> None:
    html = (example.folder / folder / "index.html").read_text(encoding="utf-8")
    section = html.partition('<h2 id="artifacts">')[2].partition("<ul>")[2].partition("\n</ul>\n</div>")[0]
    entries = [line for line in parse(section).children if isinstance(line, Element) and line.tag == "li"]
    listed = [link.removeprefix("./") for entry in entries for link in entry.links]
    written = [path for path in (example.folder / folder).rglob("*.*") if path.suffix not in (".html", ".md", ".inv")]
    assert sorted(listed) == sorted(
        [*(path.relative_to(example.folder / folder).as_posix() for path in written), "report/"]
    )
    for entry in entries:
        assert len(entry.text) > len(" ".join(link.text for link in entry.all("a"))) + 10


def test_the_front_of_a_package_begins_with_what_it_says_of_itself(example: Built) -> None:
    front = example.page("kiosk/index.html").one(css="oa-front")
    assert front.one(css="oa-api").text == "Kiosk 1.4.0"
    assert front.one(css="oa-lead").text == "Newspapers, and the people who read them."


# --- how many links a reader follows from the front page to what readers look for first -----------


MOST = 2
GOALS = {
    "install": "getting-started/#install",
    "first site": "getting-started/#build",
    "my names changed": "reviewing/#renames",
    "strict fails": "diagnostics/#severity",
    "CI": "ci/",
    "review": "reviewing/",
    "terraform": "getting-started/",
    "ack": "kubernetes/",
    "provider": "providers/",
    "crossplane": "crossplane/",
    "pulumi": "pulumi-packages/",
}


def clicks(site: Built, most: int) -> dict[str, int]:
    """The pages by the least number of links that lead to them, by address; a section of a page costs one more."""
    found, waiting = {"": 0}, [""]
    for page in waiting:
        if found[page] < most:
            for target in links(site, page):
                if target not in found:
                    found[target] = found[page] + 1
                    waiting.append(target)
    return found


def links(site: Built, page: str) -> Iterator[str]:
    """The pages of the site that a page links to, in its navigation and in its text."""
    path = site.folder / page / "index.html"
    for link in site.page(path.relative_to(site.folder).as_posix()).links if path.is_file() else ():
        target, _ = urldefrag(unquote(urljoin(f"/{page}", link)))
        if target.startswith("/"):
            yield target.removeprefix("/").removesuffix("index.html")


@pytest.fixture(scope="module")
def reached(example: Built) -> dict[str, int]:
    return clicks(example, MOST)


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_is_at_most_two_clicks_from_the_front_page(reached: dict[str, int], example: Built, goal: str) -> None:
    page, _, anchor = GOALS[goal].partition("#")
    assert reached[page] + bool(anchor) <= MOST
    if anchor:
        text = Path(example.folder / page / "index.html").read_text(encoding="utf-8")
        assert f'id="{anchor}"' in text
