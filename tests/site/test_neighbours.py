"""Other plugins, and the other host: strict builds with all pages and all attributes.

Each site is built in a process of its own, because some of these plugins change MkDocs itself.
"""

import json
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from .sites import QUIET, ZOO, run, with_property, write_site
from .tree import Element, parse

OASMAP: dict[str, Any] = {"oasmap": {"spec": "api.yaml", "audience": "authors"}}
MATERIAL: dict[str, Any] = {"name": "material", "font": False}
ATTRIBUTES = {"name", "nickname", "owner", "owner.email", "owner.address.street", "age", "id", "toys.colour"}


def built(folder: Path, *plugins: Any, needs: str = "mkdocs", module: str = "mkdocs", **site: Any) -> Path:
    """Build a site in strict mode; returns its folder. All pages and attributes must be there."""
    if find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    write_site(folder, plugins=["search", *plugins, OASMAP], **site)
    ran = run(folder, "--strict", module=module, **QUIET)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "WARNING" not in ran.stderr
    assert set(page(folder / "site", "reference/resources/pet").ids) >= ATTRIBUTES
    assert "token" in page(folder / "site", "reference/provider").ids
    for name in ("reference", "reference/report", "reference/data-sources/pet"):
        assert page(folder / "site", name).one(css="oasmap").text
    assert json.loads((folder / "site" / "reference" / "oasmap.json").read_text())["provider"] == "zoo"
    return folder / "site"


def page(site: Path, name: str = "") -> Element:
    return parse((site / name / "index.html").read_text(encoding="utf-8"))


def titles(element: Element) -> list[str]:
    return [link.text for link in element.all("a")]


REFERENCE = ["Overview", "Provider", "Resources", "pet", "Data Sources", "pet", "Mapping report"]


NAV: dict[str, Any] = {"nav": ["index.md", {"Terraform": "reference/"}]}
SUMMARY = {"docs/SUMMARY.md": "* [Home](index.md)\n* [Terraform](reference/)\n"}
FILE: dict[str, Any] = {"files": {"docs/.nav.yml": "nav:\n  - index.md\n  - Terraform: reference\n"}}


@pytest.mark.parametrize(
    ("plugin", "given"),
    [
        ("literate-nav", {"files": SUMMARY, "validation": {}}),
        ("literate-nav", NAV),
        ("awesome-nav", FILE),
    ],
)
def test_a_navigation_is_taken_from(tmp_path: Path, plugin: str, given: dict[str, Any]) -> None:
    site = built(tmp_path, plugin, needs=f"mkdocs_{plugin.replace('-', '_')}", **given)
    found = titles(page(site).one(css="navbar"))
    assert found[2 : 3 + len(REFERENCE)] == ["Terraform", *REFERENCE]


@pytest.mark.parametrize("plugin", ["literate-nav", "awesome-nav"])
def test_without_a_navigation_of_the_site_pages_have_their_order(tmp_path: Path, plugin: str) -> None:
    site = built(tmp_path, plugin, needs=f"mkdocs_{plugin.replace('-', '_')}")
    found = titles(page(site).one(css="navbar"))
    assert found.index("Overview") < found.index("Resources") < found.index("Mapping report")


def test_section_index(tmp_path: Path) -> None:
    site = built(tmp_path, "section-index", needs="mkdocs_section_index", theme=MATERIAL, **NAV)
    assert "reference/resources/pet/" in page(site).links


def test_i18n(tmp_path: Path) -> None:
    languages = [
        {"locale": "en", "name": "English", "default": True, "build": True},
        {"locale": "fr", "name": "français", "build": True},
    ]
    site = built(
        tmp_path,
        {"i18n": {"docs_structure": "suffix", "languages": languages}},
        needs="mkdocs_static_i18n",
        theme=MATERIAL,
        files={"docs/index.fr.md": "# Ménagerie\n\n[animal](reference/resources/pet.md#name)\n"},
    )
    assert "../reference/resources/pet/#name" in page(site, "fr").links


def test_macros_evaluate_nothing_that_stands_in_a_description(tmp_path: Path) -> None:
    api = with_property('it: {type: string, description: "Costs {{ 1+1 }} {% raise %} {{ nothing.at.all }}."}')
    api = api.replace("An animal. It lives here.", '"An {{ 1+1 }} animal {% raise %}."')
    site = built(tmp_path, "macros", needs="mkdocs_macros", files={"api.yaml": api, "docs/index.md": "# {{ 20+22 }}\n"})
    assert page(site).one("h1").text == "42"
    pet = page(site, "reference/resources/pet")
    assert "Costs {{ 1+1 }} {% raise %} {{ nothing.at.all }}." in pet.by_id("it").text
    assert pet.one(css="oa-about").text == "An {{ 1+1 }} animal {% raise %}."


def test_tags(tmp_path: Path) -> None:
    site = built(
        tmp_path,
        "tags",
        needs="material",
        theme=MATERIAL,
        files={"docs/index.md": "---\ntags: [animals]\n---\n# Zoo\n"},
    )
    assert page(site).all(css="md-tag")


def test_autorefs_find_resources_and_attributes_by_name(tmp_path: Path) -> None:
    text = """# Zoo

[a][resource.pet] [b][resource.pet.name] [c][resource.pet.owner.address.street] [d][data_source.pet.age]
[e][provider.zoo.token] [f][provider.zoo] [g][provider.token] [h][resource.pet.toys.colour]
"""
    site = built(tmp_path, "autorefs", needs="mkdocs_autorefs", files={"docs/index.md": text})
    links = {link.text: link.attributes["href"] for link in page(site).all("a") if len(link.text) == 1}
    assert links == {
        "a": "reference/resources/pet/#schema-attributes",
        "b": "reference/resources/pet/#name",
        "c": "reference/resources/pet/#owner.address.street",
        "d": "reference/data-sources/pet/#age",
        "e": "reference/provider/#token",
        "f": "reference/provider/#schema-attributes",
        "g": "reference/provider/#token",
        "h": "reference/resources/pet/#toys.colour",
    }


def cross_references(folder: Path, options: dict[str, Any], files: dict[str, str]) -> dict[str, str]:
    """Where links of one letter lead to, in a strict build with autorefs and these options."""
    if find_spec("mkdocs_autorefs") is None:
        pytest.skip("mkdocs_autorefs is not installed")
    write_site(folder, plugins=["autorefs", {"oasmap": options}], files=files)
    ran = run(folder, "--strict", **QUIET)
    assert ran.returncode == 0, ran.stderr
    return {link.text: link.attributes["href"] for link in page(folder / "site").all("a") if len(link.text) == 1}


def test_autorefs_find_names_of_several_mappings_behind_their_folders(tmp_path: Path) -> None:
    text = "# Zoo\n\n[a][one/resource.pet] [b][two/resource.pet.owner.email]\n"
    entries = [{"spec": "api.yaml", "pages": folder} for folder in ("one", "two")]
    found = cross_references(tmp_path, {"mappings": entries}, {"docs/index.md": text})
    assert found == {"a": "one/resources/pet/#schema-attributes", "b": "two/resources/pet/#owner.email"}


def test_autorefs_find_what_is_nested_on_pages_of_its_own(tmp_path: Path) -> None:
    many = "".join(f"f{number}: {{type: string}}, " for number in range(20))
    files = {
        "api.yaml": with_property(f"it: {{type: object, properties: {{{many}}}}}"),
        "docs/index.md": "# Zoo\n\n[a][resource.pet.it] [b][resource.pet.it.f3]\n",
    }
    found = cross_references(tmp_path, {"spec": "api.yaml", "split": 5}, files)
    assert found == {"a": "reference/resources/pet/#it", "b": "reference/resources/pet/it/#it.f3"}


def test_several_at_once(tmp_path: Path) -> None:
    built(
        tmp_path,
        "autorefs",
        "macros",
        "section-index",
        "literate-nav",
        "tags",
        needs="mkdocs_literate_nav",
        theme=MATERIAL,
        **NAV,
    )


# --- hosts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", ["mkdocs.plugins", "properdocs.plugins"])
def test_both_hosts_find_the_plugin(group: str) -> None:
    (entry,) = entry_points(group=group, name="oasmap")
    assert entry.value == "mkdocs_oasmap.plugin:OasmapPlugin"


def test_properdocs_builds_the_same_pages(tmp_path: Path) -> None:
    theirs = built(tmp_path / "properdocs", module="properdocs", needs="properdocs", theme=MATERIAL)
    ours = built(tmp_path / "mkdocs", theme=MATERIAL)
    for name in ("reference", "reference/resources/pet", "reference/report"):
        assert page(theirs, name).one(css="oasmap").text == page(ours, name).one(css="oasmap").text
    for artifact in ("provider_code_spec.json", "oasmap.json"):
        assert (theirs / "reference" / artifact).read_bytes() == (ours / "reference" / artifact).read_bytes()


def test_properdocs_stops_with_the_same_message(tmp_path: Path) -> None:
    if find_spec("properdocs") is None:
        pytest.skip("properdocs is not installed")
    write_site(tmp_path, theme=MATERIAL, files={"api.yaml": ZOO.replace("/pets:", "/cats:")})
    messages = []
    for module in ("mkdocs", "properdocs"):
        ran = run(tmp_path, module=module)
        assert ran.returncode == 1
        assert "Traceback" not in ran.stdout + ran.stderr
        messages.append([line for line in ran.stderr.split("\n") if "oasmap" in line])
    assert messages[0] == messages[1] != []
