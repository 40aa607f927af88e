"""Sites as the guide's page on other hosts configures them: mike, offline, privacy, Read the Docs and Zensical."""

import json
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from ..files import write_files
from ..guide.fences import blocks
from ..processes import run
from .sites import QUIET, ZOO, ZOO_CONFIG, build, dead_links, with_property, write_site
from .tree import Element, parse

GUIDE = Path(__file__).parents[2] / "example_site" / "docs" / "hosts.md"
SNIPPETS = list(blocks(GUIDE))
PROGRAMS = Path(sys.executable).parent
GIT = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Owl"), ("EMAIL", "owl@example.org"))
} | {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


def snippet(*words: str) -> str:
    """The one complete snippet of the guide that has these words in its title or text, for the zoo."""
    (found,) = (each for each in SNIPPETS if all(word in f"{each.title}\n{each.text}" for word in words))
    return found.text.replace("telescope", "pet")


def needs(module: str) -> None:
    if find_spec(module) is None:
        pytest.skip(f"PEER MISSING: {module} (pip install {module})")


def lay_out(folder: Path, **files: str) -> None:
    """The zoo where the guide has its API description, a page, and other files."""
    texts = {"api/openapi.yaml": ZOO, "generator_config.yml": ZOO_CONFIG, "docs/index.md": "# Zoo\n", **files}
    write_files(folder, texts)


def shell(folder: Path, script: str, **variables: str) -> str:
    """Run a script with the programs that are installed here; what it says. It must succeed."""
    settings = {**QUIET, **GIT, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", **variables}
    done = run(["/bin/sh", "-ec", script], folder, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def stylesheets(page: Element) -> list[str]:
    """The addresses of the style sheets of a page."""
    return [link.attributes["href"] for link in page.all("link") if link.attributes.get("rel") == "stylesheet"]


def test_mike_keeps_the_pages_of_each_version(tmp_path: Path) -> None:
    needs("mike")
    lay_out(tmp_path, **{"mkdocs.yml": snippet("mkdocs.yml", "provider: mike")})
    shell(tmp_path, "git init -qb main; git add .; git commit -qm 'Open the zoo'; mike deploy 2.2")
    (tmp_path / "api/openapi.yaml").write_text(with_property("wings: {type: integer}"), encoding="utf-8")
    deploy = next(each.text for each in SNIPPETS if "mike deploy" in each.text)
    shell(tmp_path, f"{deploy}\nmkdir pages; git archive gh-pages | tar -x -C pages")
    pages = tmp_path / "pages"
    assert [version["version"] for version in json.loads((pages / "versions.json").read_text())] == ["2.3", "2.2"]
    for version, has_wings in (("2.2", False), ("2.3", True), ("latest", True)):
        page = parse((pages / version / "reference/resources/pet/index.html").read_text(encoding="utf-8"))
        assert "name" in page.ids
        assert ("wings" in page.ids) == has_wings
        assert ("wings" in (pages / version / "reference/provider_code_spec.json").read_text()) == has_wings
        (style,) = (link for link in stylesheets(page) if link.endswith("oasmap.css"))
        assert (pages / version / "reference/resources/pet" / style).is_file()
        assert (pages / version / "reference/objects.inv").is_file()


def test_offline_and_privacy_find_nothing_of_other_hosts(tmp_path: Path) -> None:
    picture = 'it: {type: string, description: "![x](https://example.com/x.png) <img src=https://example.com/y.png>"}'
    settings: dict[str, Any] = yaml.safe_load(snippet("privacy", "offline"))
    theirs = {"privacy": {"assets_exclude": ["unpkg.com/*"]}}  # what the theme loads itself
    plugins = [theirs if plugin == "privacy" else plugin for plugin in settings["plugins"]]
    write_site(
        tmp_path, theme=settings["theme"], plugins=plugins, site_url="https://docs.example.com/",
        files={"api/openapi.yaml": with_property(picture)},
    )  # fmt: skip
    site = build(tmp_path / "mkdocs.yml")
    assert site.troubles == []
    assert not (tmp_path / ".cache").exists()
    assert "reference/resources/pet.html" in site.uris
    assert [link for link in dead_links(site) if link.startswith("reference/")] == []
    page = site.page("reference/resources/pet.html")
    assert {"https://example.com/x.png"} <= set(page.links)
    loaded = [*stylesheets(page), *(e.attributes["src"] for e in page if "src" in e.attributes)]
    assert len(loaded) >= 3
    assert not [address for address in loaded if "//" in address and "//unpkg.com/" not in address]


@pytest.mark.parametrize("kind", ["branch", "external"])
def test_read_the_docs_shows_authors_what_a_pull_request_changes(kind: str, tmp_path: Path) -> None:
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    settings = snippet("READTHEDOCS_CANONICAL_URL")
    lay_out(origin, **{"mkdocs.yml": f"site_name: Zoo\n{settings}"})
    shell(origin, "git init -qb main; git add .; git commit -qm 'Open the zoo'; git checkout -qb birds")
    (origin / "api/openapi.yaml").write_text(with_property("wings: {type: integer}"), encoding="utf-8")
    shell(origin, "git commit -qam 'Let birds in'")
    shell(tmp_path, f"git clone -q --depth 1 --single-branch -b birds file://{origin} clone")
    jobs = yaml.safe_load(snippet(".readthedocs.yaml"))["build"]["jobs"]
    variables = {
        "READTHEDOCS_CANONICAL_URL": "https://zoo.example.com/en/latest/",
        "READTHEDOCS_OUTPUT": str(tmp_path / "output"),
        "READTHEDOCS_VERSION_TYPE": kind,
    }
    for step in (*jobs["post_checkout"], *jobs["build"]["html"]):
        shell(clone, step, **variables)
    site = tmp_path / "output/html"
    previewed = kind == "external"
    assert "https://zoo.example.com/en/latest/" in (site / "index.html").read_text(encoding="utf-8")
    assert "wings" in parse((site / "reference/resources/pet/index.html").read_text(encoding="utf-8")).ids
    assert [(site / "reference" / name).exists() for name in ("changes", "report")] == [previewed, previewed]
    if previewed:
        assert "wings" in (site / "reference/changes/index.html").read_text(encoding="utf-8")


def test_zensical_shows_styled_blocks(tmp_path: Path) -> None:
    needs("zensical")
    lay_out(tmp_path, **{"docs/pets.md": snippet("docs/telescopes.md"), "zensical.toml": snippet("permalink = true")})
    shell(tmp_path, "zensical build --strict")
    page = parse((tmp_path / "site/pets/index.html").read_text(encoding="utf-8"))
    assert {"resource.pet", "resource.pet.owner.address.street", "resource.pet.attributes-required"} <= set(page.ids)
    assert [element.text for element in page.all("style") if ".oa-rows" in element.text]
    assert [element.text for element in page.all("script") if "oasmapStart" in element.text]
    assert "#resource.pet.attributes-required" in page.links
    assert "openapi.yaml" not in (tmp_path / "site/pets/index.html").read_text(encoding="utf-8")
    index = (tmp_path / "site/search.json").read_text(encoding="utf-8")
    assert "Not unique" in index
    assert "oasmapStart" not in index
    assert ".oa-rows" not in index


def test_zensical_links_the_files_that_are_written(tmp_path: Path) -> None:
    needs("zensical")
    linked = snippet("linked/zensical.toml")
    lay_out(tmp_path, **{"docs/pets.md": snippet("docs/telescopes.md"), "zensical.toml": linked})
    shell(tmp_path, "zensical build")
    shutil.rmtree(tmp_path / "site")
    shell(tmp_path, "zensical build --clean")
    page = parse((tmp_path / "site/pets/index.html").read_text(encoding="utf-8"))
    (style,) = (link for link in stylesheets(page) if link.endswith("oasmap.css"))
    (script,) = (e.attributes["src"] for e in page.all("script") if "oasmap" in e.attributes.get("src", ""))
    assert all((tmp_path / "site/pets" / address).is_file() for address in (style, script))
    assert not [element for element in page.all("style") if ".oa-rows" in element.text]
