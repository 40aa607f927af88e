"""Every system goes through every command, the review, the pages and the sidecar, and none is asked who it is."""

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper import registry
from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import all_systems, system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Proposing
from mapper.sidecar.reader import read_sidecar
from mapper.system.reading import Need
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..repository import commit_all
from .cases import CASES, Case
from .samples import sample
from .whole import mapping as robot

pytestmark = pytest.mark.usefixtures("here")


def test_every_system_of_the_registry_has_a_case() -> None:
    assert set(CASES) == set(registry.REGISTRY)


@pytest.fixture(params=CASES.values(), ids=CASES)
def case(request: pytest.FixtureRequest, here: Path) -> Case:
    """The case of a system, written into the current folder."""
    found: Case = request.param
    found.write(here)
    return found


def run(command: str, case: Case, *more: str) -> int:
    return main([command, "--system", case.system, *case.arguments, *more, case.spec])


def test_what_is_generated_is_up_to_date_until_the_input_changes(case: Case) -> None:
    assert run("generate", case, "--output", case.output) == 0
    assert run("check", case, "--output", case.output) == 0
    case.change(Path())
    stale = run("check", case, "--output", case.output)
    changed = run("generate", case, "--output", case.output) == 0 and stale == 1
    assert changed or case.system == "toy"  # whose artifacts have the names of entities only


def test_the_sidecar_is_read_back_as_the_same_entities_and_attributes(case: Case) -> None:
    assert run("generate", case, "--output", case.output, "--sidecar", "oasmap.json") == 0
    mapping = read_sidecar(Document("oasmap.json", Path("oasmap.json").read_bytes()), registry.vocabulary_of)
    assert mapping.system == case.system
    (entity,) = (entity for entity in mapping.entities if entity.name == case.entity)
    assert entity.kind in registry.system_named(case.system).kinds
    assert entity.body.attributes


def test_the_plain_pages_have_a_page_for_each_entity_and_the_artifacts(case: Case) -> None:
    assert main(["pages", "--audience", "authors", "--system", case.system, *case.arguments, case.spec, "docs"]) == 0
    pages = {path.relative_to("docs").as_posix() for path in Path("docs").rglob("*") if path.is_file()}
    kind = next(
        kind for kind in registry.system_named(case.system).kinds if kind.folder and Path("docs", kind.folder).is_dir()
    )
    assert f"{kind.folder}/{case.entity}.md" in pages
    assert {"index.md", "report.md", "oasmap.json"} < pages


def review(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["diff", "--format", "json", *arguments]) == 0
    changes: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["changes"]
    return changes


def test_a_change_of_the_input_is_seen_since_a_revision_a_sidecar_and_another_file(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", case, "--output", case.output, "--sidecar", "oasmap.json") == 0
    commit_all(Path())
    system = ("--system", case.system)  # which two of them read the same input for
    assert review(*system, "git:HEAD", case.spec, capsys=capsys) == []
    case.change(Path())
    for old in (f"git:HEAD:{case.spec}", "oasmap.json"):
        changes = review(*system, old, case.spec, capsys=capsys)
        assert {change["entity"] for change in changes} == {case.entity}
        assert {change["rule"] for change in changes} == {"rename-suspected"}


@pytest.mark.build
def test_a_site_has_the_pages_and_the_changes(case: Case) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    commit_all(Path())
    case.change(Path())
    options = {"system": case.system, "spec": case.spec, "baseline": "git:HEAD", "pages": "reference"}
    Path("docs").mkdir()
    Path("docs/index.md").write_text("# Home\n")
    Path("mkdocs.yml").write_text(json.dumps({"site_name": "s", "plugins": [{"oasmap": options}]}))
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    pages = "\n".join(path.read_text() for path in Path("site/reference").rglob("*.html"))
    assert case.entity in pages
    assert "rename-suspected" in Path("site/reference/changes/index.html").read_text()


def test_a_config_is_refused_where_the_system_has_none(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    if registry.system_named(case.system).reading.config_need is not Need.NONE:
        return
    Path("config.yml").write_text("{}\n")
    assert run("generate", case, "--config", "config.yml", "--output", "out") == 1
    assert "has no config" in capsys.readouterr().err


def test_only_the_parts_that_have_a_folder_are_written() -> None:
    case = CASES["toy"]
    case.write(Path())
    assert run("generate", case, "--output-left", "elsewhere") == 0
    assert sorted(path.name for path in Path("elsewhere").iterdir()) == ["ball.txt", "lamp.txt"]
    assert not Path("right").exists()


def test_a_config_has_a_schema_for_editors_or_the_system_says_that_there_is_none(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["schema", "--system", case.system, "config"])
    ran = capsys.readouterr()
    known = registry.system_named(case.system).config_tools.schema()
    if known is None:
        assert (code, ran.out) == (1, "")
        assert (
            f"the system {case.system} has no JSON Schema of a config; choose another system with --system" in ran.err
        )
    else:
        assert (code, json.loads(ran.out)) == (0, known)


def test_drift_is_of_systems_of_which_something_is_built(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("generate", case, "--output", case.output) == 0
    capsys.readouterr()
    Path("built.json").write_text('{"format_version": "1.0"}')
    assert run("check", case, "--output", case.output, "--drift", "built.json") == 1
    has_none = f"built.json: the system {case.system} has no drift" in capsys.readouterr().err
    assert has_none is not bool(registry.system_named(case.system).comparison.built_by)


def test_a_part_of_another_system_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    case = CASES["terraform"]
    case.write(Path())
    assert run("generate", case, "--output-left", "elsewhere") == 1
    assert "does not write a part left" in capsys.readouterr().err


GIVEN: dict[str, tuple[str, Any]] = {
    "--overlay": ("overlays", (Path("a.yml"),)),
    "--allow-host": ("allow_hosts", ("a.example",)),
    "--include": ("include", ("/a",)),
    "--exclude": ("exclude", ("/a",)),
    "--update": ("existing", Document("config.yml", b"{}")),
    "--only": ("only", "resources"),
    "--all-data-sources": ("all_data_sources", True),
    "--like": ("like", "a-tool"),
}
"""The options of `init` for some systems only, with what they become."""
TAKEN = {"crossplane": ("--include", "--exclude"), "pulumi": ("--update",), "terraform": tuple(GIVEN)}


@pytest.mark.parametrize("option", GIVEN)
@pytest.mark.parametrize("system", [system.name for system in all_systems()])
def test_an_option_that_means_nothing_to_the_proposals_of_a_system_is_refused(system: str, option: str) -> None:
    name, value = GIVEN[option]
    with pytest.raises(MappingError) as refused:
        system_named(system).proposals.propose(replace(Proposing(Path("none.json")), **{name: value}))
    if option not in TAKEN.get(system, ()):
        assert option in str(refused.value)
    else:
        assert "proposes nothing" not in str(refused.value)


def test_a_file_is_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    Path("file.toy").write_text("{}")
    assert main(["generate", "--system", "toy", "--output", "out", "file.toy"]) == 1
    assert "file.toy: a folder is expected" in capsys.readouterr().err


def test_help_names_what_each_system_reads(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert case.system in words
    assert " ".join(registry.system_named(case.system).reading.input.words.split()[:4]) in words


def test_to_know_all_systems_imports_none_of_what_they_do() -> None:
    code = "import sys; from mapper.registry import all_systems; all_systems(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert {"mapper.systems.ack.system", "mapper.systems.terraform.system"} < set(loaded)
    assert not {
        "mapper.systems.ack.read",
        "mapper.systems.ack.crd",
        "mapper.systems.terraform.read",
        "mapper.systems.terraform.map",
    } & set(loaded)


NAMES = [*(system.name for system in all_systems()), "toy"]


@pytest.fixture(params=NAMES)
def mapping(request: pytest.FixtureRequest) -> Mapping:
    return sample(request.param)


def test_a_page_has_a_place_for_each_attribute_that_it_shows(mapping: Mapping) -> None:
    pages = Pages(mapping)
    files = plain_files(pages, {})
    assert pages.entities
    for key, entity in pages.entities.items():
        page, plain = Renderer().entity(pages.entity(key), str), files[f"{key}.md"].decode()
        for attribute in entity.shown.attributes:
            assert f'id="{attribute.name}"' in page
            assert f'id="{attribute.name}"' in plain


def test_a_page_has_the_summary_and_the_examples_of_its_system(mapping: Mapping) -> None:
    pages, system = Pages(mapping), system_named(mapping.system)
    for key, entity in pages.entities.items():
        view = pages.entity(key)
        assert view.summary == system.showing.summary(entity)
        assert [example.text for example in view.examples] == [e.text for e in system.showing.examples(entity, mapping)]
    assert any(pages.entity(key).examples for key in pages.entities)


def robot_pages() -> tuple[str, str]:
    """The page of an entity with everything, in Markdown and in HTML."""
    pages = Pages(robot())
    key = "gadgets/robot"
    return plain_files(pages, {})[f"{key}.md"].decode(), Renderer().entity(pages.entity(key), str)


def words(page: str) -> str:
    """The text of a page, without what marks it up, in lower case but for names."""
    text = re.sub(r"<[^>]*>|`", "", html.unescape(page))
    return text.replace("Also ", "also ").replace("Given ", "given ")


def test_a_row_says_where_else_its_attribute_is_and_what_secret_it_comes_from() -> None:
    for page in map(words, robot_pages()):
        assert "also read-only, int64, in right" in page
        assert "given by a secret, in armSecretRef" in page


def test_a_page_says_all_addresses_and_the_identity() -> None:
    for page in map(words, robot_pages()):
        assert "toys.example.org/v1 Robot (Cluster)" in page
        assert "the name is the identifier" in page
