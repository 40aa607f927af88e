"""Two audiences: what users see has no name of an input, and authors see everything."""

from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.pages.audience import VARIABLE, Audience, audience_of

from .sites import ZOO_CONFIG, Built, build, dead_links, refuse, run, with_property, write_site, zoo

SPEC, CONFIG, OTHER, OLD = "zebra-api.yaml", "zebra-config.yml", "zebra-other.yaml", "zebra-before.yaml"
NAMES = ("zebra", "oasmap.json", "generator_config", "yml:", "yaml:")
"""Parts of the names of all inputs, of the sidecar, and of places in inputs."""

API = with_property(f"it: {{$ref: '{OTHER}#/It'}}\n        lossy: {{}}\n        skipped: {{type: string}}")
FILES = {
    SPEC: API,
    OTHER: "It: {type: object, properties: {x: {type: string}}}\n",
    OLD: API.replace("maxLength: 8", "maxLength: 4"),
    CONFIG: ZOO_CONFIG.replace("data_sources", "    schema: {ignores: [skipped, nowhere]}\ndata_sources", 1),
    "docs/index.md": "# Zoo\n\n::: oasmap resource.pet\n\n::: oasmap resource.pet.owner\n\n::: oasmap report\n",
}
USERS = {"spec": SPEC, "config": CONFIG, "audience": "users"}
REPOSITORY = {"repo_url": "https://git.example/zoo", "edit_uri": "edit/main/docs/"}
THEMES: dict[str, Any] = {
    "mkdocs": "mkdocs",
    "material": {"name": "material", "font": False, "features": ["content.action.edit", "content.action.view"]},
}


def private(folder: Path, theme: str = "mkdocs", **options: Any) -> Built:
    """A site of inputs whose names nobody should see, with an address of the repository."""
    return zoo(folder, theme=THEMES[theme], options={**USERS, **options}, files=FILES, **REPOSITORY)


def leaks(site: Built) -> dict[str, list[str]]:
    """The files of a built site that name an input."""
    found: dict[str, list[str]] = {}
    for path in sorted(site.folder.rglob("*")):
        if path.is_file() and path.suffix in (".html", ".json", ".xml", ".md", ".txt", ".js", ".css"):
            text = path.read_text(encoding="utf-8", errors="replace")
            if names := [name for name in NAMES if name in text]:
                found[path.relative_to(site.folder).as_posix()] = names
    return found


# --- users ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", ["attributes", "full"])
@pytest.mark.parametrize("theme", THEMES)
def test_no_file_of_a_site_for_users_names_an_input(tmp_path: Path, theme: str, search: str) -> None:
    site = private(tmp_path, theme, search=search)
    assert leaks(site) == {}
    assert not list(site.folder.rglob("oasmap.json"))
    assert "reference/report/index.html" not in site.uris
    assert dead_links(site) == []


@pytest.mark.parametrize(
    "options",
    [
        {"baseline": OLD},
        {"baseline": "zebra-nothing.json", "baseline_missing": "silent"},
        {"split": 1},
        {"title": "X"},
    ],
    ids=str,
)
def test_no_option_lets_a_name_through(tmp_path: Path, options: dict[str, Any]) -> None:
    assert leaks(private(tmp_path, **options)) == {}


def test_released_versions_do_not_either(tmp_path: Path) -> None:
    before = zoo(tmp_path / "before", files={"api.yaml": API.replace("nickname", "oldname"), OTHER: FILES[OTHER]})
    sidecar = (before.folder / "reference/oasmap.json").read_text()
    path = write_site(tmp_path / "now", options={**USERS, "versions": {"1.0": "zebra-1.json"}},
                      files={**FILES, "zebra-1.json": sidecar})  # fmt: skip
    site = build(path)
    assert leaks(site) == {}
    assert "added in" in site.text("reference/resources/pet/index.html")


def test_users_see_what_a_configuration_can_have(tmp_path: Path) -> None:
    page = private(tmp_path).page("reference/resources/pet/index.html")
    assert {"name", "owner.email", "it.x"} <= set(page.ids)
    text = page.one(css="oasmap").text
    assert "POST /pets" in text
    assert "at most 8 characters" in text
    for word in ("Configured at", "Mapping notes", "to fix", "Left out by"):
        assert word not in text
    assert page.all("details", "oa-source") == []


def test_users_see_changes_without_what_caused_them(tmp_path: Path) -> None:
    site = private(tmp_path, baseline=OLD)
    text = site.page("reference/changes/index.html").one(css="oasmap").text
    assert "at most 8" in text or "8" in text
    for word in ("<b>Because", "<b>Fingerprint", "To approve it", "review file", "To keep it"):
        assert word not in text


def test_users_see_sources_where_the_site_wants_it(tmp_path: Path) -> None:
    site = private(tmp_path, sources=True)
    page = site.page("reference/resources/pet/index.html")
    assert SPEC in page.by_id("name").one("details", "oa-source").text
    assert "Configured at" not in page.one(css="oasmap").text
    assert not list(site.folder.rglob("oasmap.json"))
    assert "reference/report/index.html" not in site.uris


# --- who is the audience --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "environment", "preview", "audience"),
    [
        (None, "", False, "users"),
        (None, "", True, "authors"),
        ("users", "", True, "users"),
        ("authors", "", False, "authors"),
        ("users", "authors", False, "authors"),
        ("authors", "users", True, "users"),
    ],
)
def test_the_environment_overrules_the_site_which_overrules_what_is_usual(
    said: str | None, environment: str, preview: bool, audience: str
) -> None:
    assert audience_of(said, environment, preview=preview) == Audience(audience)


def has_report(folder: Path) -> bool:
    return (folder / "site/reference/report/index.html").exists()


def test_a_build_is_for_users_and_one_with_a_baseline_for_authors(tmp_path: Path) -> None:
    write_site(tmp_path)
    assert run(tmp_path, **{VARIABLE: ""}).returncode == 0
    assert not has_report(tmp_path)
    assert run(tmp_path, **{VARIABLE: "authors"}).returncode == 0
    assert has_report(tmp_path)
    write_site(tmp_path, options={"spec": "api.yaml", "baseline": "api.yaml"})
    assert run(tmp_path, **{VARIABLE: ""}).returncode == 0
    assert has_report(tmp_path)


def test_serving_is_for_authors(zoo_site: Built) -> None:  # built as `mkdocs serve` does
    assert "reference/report/index.html" in zoo_site.uris
    assert "Configured at" in zoo_site.page("reference/resources/pet/index.html").one(css="oasmap").text


def test_another_audience_in_the_environment_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "everybody")
    (error,) = refuse(write_site(tmp_path))
    assert error.startswith("oasmap: OASMAP_AUDIENCE is 'everybody', but it can be users or authors; correct ")
