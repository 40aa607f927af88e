"""While `mkdocs serve` runs: problems on a page, pages that are rendered once, and files that are watched.

MkDocs keeps the plugin between the builds and gives it a new configuration each time; so do these tests.
"""

import gc
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from mkdocs.exceptions import Abort

from mkdocs_oasmap.render import html, site
from mkdocs_oasmap.render.site import Site

from ..repository import commit_all, git
from .sites import ZOO, ZOO_CONFIG, Built, build, build_again, with_property, write_site

PET, INDEX, REPORT = (f"reference/{name}index.html" for name in ("resources/pet/", "", "report/"))
BROKEN = {
    "api.yaml": "openapi: [\n",
    "generator_config.yml": "provider: {name: zoo}\nresources: {pet: {create: {path: /pet, method: POST}}}\n",
}


REFERS = with_property("it: {$ref: 'other.yaml#/It'}")


class Server:
    """Stands for the server of MkDocs: knows what it was asked to watch."""

    def __init__(self) -> None:
        self.watched: set[str] = set()

    def watch(self, path: str) -> None:
        assert Path(path).exists()  # as the library behind the server does
        self.watched.add(Path(path).name)


def start(site: Built) -> Server:
    """Do what `mkdocs serve` does after its first build."""
    server = Server()
    for item in site.config.watch:
        server.watch(item)
    site.config.plugins.on_serve(server, config=site.config, builder=lambda: None)  # type: ignore[arg-type]
    return server


def serving(folder: Path, **site: Any) -> Path:
    """A site that is served, built once."""
    path = write_site(folder, **site)
    start(build(path))
    return path


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the pages that are rendered."""
    calls: list[str] = []
    render = Site.render

    def counted(self: Site, key: str, *arguments: Any) -> Any:
        calls.append(key)
        return render(self, key, *arguments)

    monkeypatch.setattr(Site, "render", counted)
    return calls


def trouble(site: Built, uri: str) -> str:
    return " ".join(box.text for box in site.page(uri).all(css="oa-problems"))


# --- problems -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BROKEN)
def test_the_overview_shows_what_is_wrong_above_the_last_good_mapping_until_it_is_repaired(
    tmp_path: Path, name: str
) -> None:
    path = serving(tmp_path)
    (tmp_path / name).write_text(BROKEN[name])
    site = build_again(path)
    assert f"{name}:" in trouble(site, INDEX)
    assert "name" in site.page(PET).ids
    assert "../../" in site.page(PET).one(css="oa-problems").links
    assert name not in trouble(site, PET)
    assert any(message.startswith(f"oasmap: {name}:") for message in site.troubles)
    (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
    if name != "api.yaml":
        (tmp_path / name).write_text(ZOO_CONFIG)
    site = build_again(path)
    assert trouble(site, INDEX) == trouble(site, PET) == ""
    assert "it" in site.page(PET).ids
    assert site.troubles == []


def test_a_problem_of_one_mapping_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    mappings = [{"spec": "api.yaml", "pages": "one"}, {"spec": "two.yaml", "pages": "two"}]
    path = serving(tmp_path, options={"mappings": mappings}, files={"two.yaml": ZOO})
    (tmp_path / "two.yaml").write_text("[\n")
    (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
    site = build_again(path)
    assert trouble(site, "two/index.html")
    assert not trouble(site, "one/index.html")
    assert "it" in site.page("one/resources/pet/index.html").ids


def test_a_problem_of_the_review_file_is_shown_as_well(tmp_path: Path) -> None:
    options = {"spec": "api.yaml", "baseline": "old.yaml", "review": "review.yml"}
    path = serving(tmp_path, options=options, files={"old.yaml": ZOO, "review.yml": "rules: {}\n"})
    (tmp_path / "review.yml").write_text("rules: [\n")
    assert "review.yml" in trouble(build_again(path), INDEX)


def test_a_text_of_an_input_in_a_problem_is_text(tmp_path: Path) -> None:
    path = serving(tmp_path)
    broken = "{path: '<script>alert(1)</script>', method: POST}"
    config = f"provider: {{name: zoo}}\nresources: {{pet: {{create: {broken}, read: {broken}}}}}\n"
    (tmp_path / "generator_config.yml").write_text(config)
    site = build_again(path)
    assert "<script>alert" not in site.text(INDEX)
    assert "<script>alert(1)</script>" in trouble(site, INDEX)


# --- pages that are rendered once -----------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"search": "full"},
        {"split": 1},
        {"baseline": "old.yaml"},
        {"versions": {"1.0": "old.json"}},
        {"sources": True},
    ],
    ids=str,
)
def test_an_edit_that_touches_no_input_renders_no_page_of_ours(
    tmp_path: Path, rendered: list[str], options: dict[str, Any]
) -> None:
    old = build(write_site(tmp_path / "old"))
    files = {"old.yaml": ZOO, "old.json": old.text("reference/oasmap.json")}
    path = write_site(tmp_path / "new", options={"spec": "api.yaml", **options}, files=files)
    first = build(path)
    before = {uri: first.text(uri) for uri in first.uris if uri.startswith("reference/")}
    rendered.clear()
    (tmp_path / "new/docs/index.md").write_text("# Zoo\n\nOther words.\n")
    second = build_again(path)
    assert rendered == []
    assert {uri: second.text(uri) for uri in before} == before
    assert second.search.keys() >= {"reference/resources/pet/"}


def test_a_baseline_in_git_is_compared_with_once(tmp_path: Path, rendered: list[str]) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "baseline": "git:HEAD"})
    commit_all(tmp_path)
    build(path)
    rendered.clear()
    build_again(path)
    assert rendered == []
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "2")
    (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
    assert "it" in build_again(path).page(PET).ids


def test_a_changed_input_renders_the_pages_of_its_mapping_alone(tmp_path: Path, rendered: list[str]) -> None:
    mappings = [{"spec": "api.yaml", "pages": "one"}, {"spec": "two.yaml", "pages": "two"}]
    path = write_site(tmp_path, options={"mappings": mappings}, files={"two.yaml": ZOO})
    build(path)
    count = len(rendered)
    rendered.clear()
    (tmp_path / "two.yaml").write_text(with_property("it: {type: string}"))
    build_again(path)
    assert len(rendered) == count / 2


def test_a_changed_option_or_template_or_example_renders_them_again(tmp_path: Path, rendered: list[str]) -> None:
    theme = {"name": "mkdocs", "custom_dir": "own"}
    path = write_site(tmp_path, theme=theme, files={"own/x.html": ""})
    build(path)
    for change in ("option", "template", "example"):
        rendered.clear()
        if change == "option":
            write_site(tmp_path, theme=theme, options={"spec": "api.yaml", "title": "Other"})
        elif change == "template":
            (tmp_path / "own/oasmap").mkdir()
            (tmp_path / "own/oasmap/report.html").write_text("<p id='own'></p>")
        else:
            (tmp_path / "examples/resources/zoo_pet").mkdir(parents=True)
            (tmp_path / "examples/resources/zoo_pet/resource.tf").write_text("# mine\n")
        site = build_again(path)
        assert rendered, change
    assert "own" in site.page(REPORT).ids
    assert "# mine" in site.page(PET).one(css="oasmap").text


def ours() -> Counter[str]:
    """How many objects there are of each class of the packages."""
    gc.collect()
    found = (type(each) for each in gc.get_objects())
    return Counter(each.__name__ for each in found if str(each.__module__).startswith(("mapper.", "mkdocs_oasmap.")))


@pytest.mark.parametrize("name", ["api.yaml", "docs/index.md"])
def test_the_memory_of_builds_after_one_another_does_not_grow(tmp_path: Path, name: str) -> None:
    path = serving(tmp_path)
    found = []
    for number in range(10):
        texts = {"api.yaml": with_property(f"it: {{type: {('string', 'boolean')[number % 2]}}}")}
        (tmp_path / name).write_text(texts.get(name, f"# Zoo {number}\n"))
        build_again(path)
        if number > 3:  # some functions keep a few results
            found.append(ours())
    assert found[4:] == found[2:4]  # nothing is left of a description that has been replaced


def test_an_edit_of_prose_lists_no_names_and_looks_for_templates_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    path = serving(tmp_path, files={"docs/more.md": "# More\n"})
    for name, module in (("inventory", site), ("_state", html)):
        original = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *args, f=original, n=name: calls.append(n) or f(*args))
    (tmp_path / "docs" / "index.md").write_text("# Other\n")
    build_again(path)
    assert calls == ["_state"]
    (tmp_path / "docs" / "index.md").write_text("# Other\n\n::: oasmap resource.pet\n\n::: oasmap data-source.pet\n")
    build_again(path)
    assert calls == ["_state", "_state", "_state"]


# --- what is watched ------------------------------------------------------------------------------


def test_a_build_writes_nothing_that_starts_another_one(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "output": "spec.json"})
    site = build(path)
    watched = [Path(item) for item in site.config.watch] + [Path(site.config.docs_dir), path]
    assert tmp_path / "spec.json" not in watched
    before = {file: file.stat().st_mtime_ns for item in watched for file in [item, *item.rglob("*")]}
    build_again(path)
    assert {file: file.stat().st_mtime_ns for item in watched for file in [item, *item.rglob("*")]} == before


@pytest.mark.parametrize("other", ["It: {type: string}\n", "It: {type: [\n"])
def test_inputs_are_watched_even_if_they_cannot_be_read_yet(tmp_path: Path, other: str) -> None:
    path = write_site(tmp_path, files={"api.yaml": REFERS, "other.yaml": other})
    assert start(build(path)).watched >= {"api.yaml", "generator_config.yml", "other.yaml"}


def test_inputs_that_turn_up_later_are_watched_too(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"other.yaml": "It: {type: string}\n"})
    server = start(build(path))
    assert "other.yaml" not in server.watched
    (tmp_path / "api.yaml").write_text(REFERS)
    build_again(path)
    assert "other.yaml" in server.watched


@pytest.mark.parametrize(
    "options",
    [
        {"spec": "api.yaml", "baseline": "later.yaml"},
        {"spec": "api.yaml", "baseline": "api.yaml", "recorded": "later.yaml"},
        {"spec": "api.yaml", "baseline": "api.yaml", "review": "later.yaml"},
        {"spec": "api.yaml", "versions": {"1.0": "later.yaml"}},
        {"spec": "api.yaml", "history": "later.yaml"},
        {"spec": "api.yaml", "drift": "later.yaml"},
        {"sidecar": "later.yaml"},
    ],
)
def test_files_that_an_edit_of_mkdocs_yml_names_are_watched_even_if_the_build_fails(
    tmp_path: Path, options: dict[str, object]
) -> None:
    """No build can use the file that is named: the next one must see that the file is repaired."""
    path = write_site(tmp_path, files={"later.yaml": "nothing: yet\n"})
    server = start(build(path))
    assert "later.yaml" not in server.watched
    write_site(tmp_path, options=options, files={"later.yaml": "nothing: yet\n"})
    with suppress(Abort):
        build_again(path)
    assert "later.yaml" in server.watched
