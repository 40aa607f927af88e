"""Every host has the same reference: entities, rows, anchors, redirects and search, and the guide's table says so."""

import socket
import subprocess
import time
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

from .hosts import FEATURES, FILES, HOSTS, PET, PROGRAMS, HostSite, attempt, built, edit, ran, table

pytestmark = pytest.mark.build  # three hosts

GUIDE = Path(__file__).parents[2] / "example_site" / "docs" / "hosts.md"
MEASURED = GUIDE.parents[1] / "pictures" / "hosts.md"
MODEL = next(iter(HOSTS))
OTHERS = [host for host in HOSTS if host != MODEL]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, HostSite]:
    return {host: built(host, tmp_path_factory.mktemp("host")) for host in HOSTS}


@pytest.mark.parametrize("host", OTHERS)
def test_pages_rows_and_anchors_are_the_same(sites: dict[str, HostSite], host: str) -> None:
    model, other = sites[MODEL], sites[host]
    assert other.names == model.names
    assert len(other.names) == 7
    for name in model.names:
        ids = ({element.id for element in site.without_title(name)} for site in (other, model))
        assert next(ids) == next(ids), name
        assert other.rows(name) == model.rows(name), name
        assert len(other.page(name).ids) == len(set(other.page(name).ids))


@pytest.mark.parametrize("host", OTHERS)
def test_links_between_pages_are_the_same(sites: dict[str, HostSite], host: str) -> None:
    for name in sites[MODEL].names:
        links, model = (
            [e.attributes["href"] for e in site.without_title(name) if "href" in e.attributes]
            for site in (sites[host], sites[MODEL])
        )
        here = f"/{name}/"
        assert [urljoin(here, link) for link in links] == [urljoin(here, link) for link in model], name
        for link in links:
            target, _, anchor = link.partition("#")
            path = (sites[host].folder / name / target).resolve()
            assert path.exists(), link
            if anchor and path.is_dir():
                assert anchor in sites[host].page(path.relative_to(sites[host].folder.resolve()).as_posix()).ids, link


@pytest.mark.parametrize("host", OTHERS)
def test_artifacts_and_names_for_other_sites_are_the_same(sites: dict[str, HostSite], host: str) -> None:
    for name in ("provider_code_spec.json", "oasmap.json", "objects.inv"):
        theirs = (sites[host].folder / "reference" / name).read_bytes()
        assert theirs == (sites[MODEL].folder / "reference" / name).read_bytes(), name


@pytest.mark.parametrize("host", OTHERS)
def test_search_has_an_entry_for_each_page_and_row(sites: dict[str, HostSite], host: str) -> None:
    rows = {f"{PET}/#{anchor}" for anchor, _ in sites[MODEL].rows(PET)}
    wanted = {place: title for place, title in sites[MODEL].search.items() if place in {*rows, f"{PET}/"}}
    assert len(wanted) > 8
    assert {place: sites[host].search.get(place) for place in wanted} == wanted


def test_the_table_of_the_guide_is_what_was_measured(sites: dict[str, HostSite]) -> None:
    text = table(sites)
    assert MEASURED.read_text(encoding="utf-8").strip() == text.strip(), text
    assert "<!-- picture: hosts -->" in GUIDE.read_text(encoding="utf-8")
    zensical = [host for host in HOSTS if "zensical" in host]
    assert sum(not has(sites[host]) for host in zensical for has in FEATURES.values()) <= 3


# --- Zensical alone -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def zensical(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zensical")
    built("`zensical build`", folder)
    return folder


def test_a_build_takes_up_an_edit_and_takes_away_a_page(zensical: Path) -> None:
    config = zensical / "generator_config.yml"
    before = config.read_text(encoding="utf-8")
    edit(zensical / "api.yaml", FILES["old.yaml"].replace("What it is called", "The new words"))
    config.write_text(before[: before.index("data_sources:")], encoding="utf-8")
    ran(zensical, "zensical", "build")
    site = HostSite(zensical / "site")
    assert "The new words" in dict(site.rows(PET))["name"]
    assert not (zensical / "docs/reference/data-sources").exists()
    edit(zensical / "api.yaml", FILES["api.yaml"])
    config.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("::: oasmap resource.pett\n", "there is no 'resource.pett'; did you mean"),
        ("::: oasmap resource.pet\n    part: all\n", "unknown option 'part'; did you mean 'parts'"),
        ("::: oasmap resource.pet.name\n    parts: all\n", "is an attribute"),
        ("[x](reference/resources/pet.md#nothing)\n", "anchor does not exist"),
        ("[x][resource.pet.nothing]\n", "unresolved autoref"),
    ],
)
def test_what_is_wrong_in_a_page_ends_a_strict_build(zensical: Path, text: str, message: str) -> None:
    index = zensical / "docs/index.md"
    edit(index, f"# Zoo\n\n{text}")
    done = attempt(zensical, "zensical", "build", "--strict")
    edit(index, FILES["docs/index.md"])
    assert done.returncode == 1
    assert message in done.stdout + done.stderr


def test_a_description_that_cannot_be_read_ends_the_build_with_its_place(zensical: Path) -> None:
    (zensical / "api.yaml").write_text("openapi: [3\n", encoding="utf-8")
    for command in (["zensical", "build"], ["oasmap", "zensical", "build"]):
        done = attempt(zensical, *command)
        assert done.returncode == 1
        assert "api.yaml:2:1: " in done.stdout + done.stderr
    (zensical / "api.yaml").write_text(FILES["api.yaml"], encoding="utf-8")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("extension", ["oasmap", "mkdocs_oasmap.markdown_block"])
def test_a_plugin_that_zensical_drops_is_an_error_where_the_extension_is_active(tmp_path: Path, extension: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings = "site_name: Zoo\nplugins: [search, {oasmap: {spec: api.yaml}}]\nmarkdown_extensions:\n"
    (tmp_path / "mkdocs.yml").write_text(f"{settings}  - {extension}: {{spec: api.yaml}}\n", encoding="utf-8")
    done = attempt(tmp_path, "zensical", "build")
    assert done.returncode == 1
    assert (
        "Zensical runs no plugins: the site would lack its pages; write settings that have them with"
        in done.stdout + done.stderr
    )
    ran(tmp_path, "oasmap", "zensical", "init")
    ran(tmp_path, "oasmap", "zensical", "build")
    assert PET in HostSite(tmp_path / "site").names


def test_settings_without_the_extension_are_refused_before_pages_show_their_blocks_as_text(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings = "site_name: Zoo\nplugins: [search, {oasmap: {spec: api.yaml}}]\nmarkdown_extensions: [admonition]\n"
    (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    done = attempt(tmp_path, "oasmap", "zensical", "build")
    assert (done.returncode, "mkdocs.yml: markdown_extensions has no oasmap" in done.stderr) == (1, True)
    assert not (tmp_path / "docs/reference").exists()


def test_settings_that_exist_are_not_written_over(zensical: Path) -> None:
    before = (zensical / "zensical.toml").read_bytes()
    done = attempt(zensical, "oasmap", "zensical", "init")
    assert (done.returncode, "is not written over" in done.stderr) == (1, True)
    assert (zensical / "zensical.toml").read_bytes() == before


def test_pages_are_not_for_git_and_pages_of_others_are_left_alone(zensical: Path) -> None:
    ran(zensical, "git", "init", "-q", ".")
    listed = ran(zensical, "git", "status", "--short", "--untracked-files=all")
    assert "docs/index.md" in listed
    assert "docs/reference" not in listed
    assert "docs/assets" not in listed
    own = zensical / "docs/reference/resources/pet.md"
    own.write_text("# Mine\n", encoding="utf-8")
    done = attempt(zensical, "oasmap", "zensical", "build")
    assert (done.returncode, "is not a page that oasmap made" in done.stderr) == (1, True)
    assert own.read_text(encoding="utf-8") == "# Mine\n"
    own.unlink()


def test_a_site_that_is_served_takes_up_an_edit_of_an_input(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: Zoo\nplugins: [{oasmap: {spec: api.yaml}}]\n", encoding="utf-8")
    ran(tmp_path, "oasmap", "zensical", "init")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [str(PROGRAMS / "oasmap"), "zensical", "serve", "--dev-addr", address]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as serving:
        try:
            wait_for(f"http://{address}/{PET}/", "What it is called")
            edited = FILES["api.yaml"].replace("What it is called", "The new words")
            edit(tmp_path / "api.yaml", edited)
            wait_for(f"http://{address}/{PET}/", "The new words")
            edit(tmp_path / "api.yaml", "openapi: [3\n")
            edit(tmp_path / "api.yaml", edited.replace("The new words", "Newer words"))
            wait_for(f"http://{address}/{PET}/", "Newer words")
        finally:
            serving.kill()


def wait_for(address: str, words: str) -> None:
    """Until a page has these words; a test has a time limit."""
    while True:
        try:
            with urlopen(address) as answer:
                if words in answer.read().decode("utf-8"):
                    return
        except OSError:
            pass  # it does not serve yet
        time.sleep(0.1)
