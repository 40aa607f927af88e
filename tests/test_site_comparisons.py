"""What the pages of a site are compared with, and what is said where that is not there, without a build."""

import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from mkdocs.exceptions import PluginError
from msgspec.structs import replace

from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.report.entity_kind import EntityRef
from mapper.request import Request
from mapper.review.changes import Cause
from mapper.sidecar.writer import write_sidecar
from mapper.systems.terraform import kinds
from mkdocs_oasmap.options import MappingOptions
from mkdocs_oasmap.pages.changes import Comparisons
from mkdocs_oasmap.review import states
from mkdocs_oasmap.review.git import references
from mkdocs_oasmap.review.states import Files
from mkdocs_oasmap.sites.baseline import compared_state, comparisons
from mkdocs_oasmap.sites.mapping_options import ResolvedMapping, resolve
from mkdocs_oasmap.sites.site_builder import _excuse

from .site.sites import with_property, write_site

OLD = with_property("fur: {type: string}").replace("nickname: {type: string}", "nickname: {type: integer}")
MOVED = OLD.replace("/pets", "/animals")
NEEDED = "there is no baseline to compare with: "
GONE = "gone.json: no such file; correct the path"


@pytest.fixture
def zoo(here: Path) -> Path:
    """A site with older states of its description and of its config beside it."""
    write_site(here, files={"old.yaml": OLD, "moved.yaml": MOVED, "wrong.yml": "severity: 3\n"})
    text = (here / "generator_config.yml").rename(here / "zoo.yml").read_text()
    (here / "then.yml").write_text(text.replace("/pets", "/animals"))
    return here


def recorded(folder: Path) -> str:
    """The sidecar of the older state."""
    request = Request(Path("old.yaml"), (Path("zoo.yml"),), folder)
    return write_sidecar(system_named("terraform").run(request).mapping)


def resolved(folder: Path, **given: Any) -> ResolvedMapping:
    """The mapping of the site with these options."""
    options = MappingOptions(str(folder / "mkdocs.yml"))
    options.load_dict({"spec": "api.yaml", "config": "zoo.yml", **given})
    assert options.validate() == ([], [])
    return resolve(options, folder, {}, check_spec=False)


def compared(folder: Path, **given: Any) -> tuple[Comparisons, list[tuple[int, str]]]:
    """What the options ask for, and the lines for the log."""
    mapping = resolved(folder, **given)
    mapped = system_named("terraform").run(replace(mapping.input.request, version=None))
    lines: list[tuple[int, str]] = []
    return comparisons(mapping, mapped, lambda level, text: lines.append((level, text))), lines


def test_without_an_option_nothing_is_compared(zoo: Path) -> None:
    assert compared(zoo) == (Comparisons(), [])


@pytest.mark.parametrize(
    "options", [{"baseline": "old.yaml"}, {"baseline": "moved.yaml", "baseline_config": "then.yml"}]
)
def test_the_changes_since_a_baseline_are_told_with_its_files(zoo: Path, options: dict[str, Any]) -> None:
    found, lines = compared(zoo, **options)
    assert found.review is not None
    assert {"fur", "nickname"} <= {change.path for change in found.review.changes}
    assert found.missing is None
    config = options.get("baseline_config", "zoo.yml")
    assert {path.name for path in found.files} == {options["baseline"], config}
    ((level, text),) = lines
    assert level == logging.INFO
    assert text.startswith(f"changes since {options['baseline']}: ")


@pytest.mark.parametrize(("how", "level"), [({}, logging.WARNING), ({"baseline_missing": "silent"}, logging.INFO)])
def test_a_missing_baseline_is_told_on_a_page_and_in_the_log(zoo: Path, how: dict[str, str], level: int) -> None:
    found, lines = compared(zoo, baseline="gone.json", **how)
    assert lines == [(level, f"{NEEDED}{GONE}")]
    assert found.review is None
    assert found.missing is not None
    assert (found.missing.baseline, found.missing.problem) == ("gone.json", GONE)


def test_a_recorded_baseline_shows_what_a_new_version_of_the_tool_changes(zoo: Path) -> None:
    (zoo / "recorded.json").write_text(recorded(zoo).replace("[null,8]", "[null,7]"))
    found, _ = compared(zoo, baseline="old.yaml", recorded="recorded.json")
    assert found.review is not None
    assert {change.path for change in found.review.changes if change.cause is Cause.TOOL} == {"name"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"baseline": "gone.json", "baseline_missing": "error"},
         f"oasmap: {NEEDED}{GONE}; fetch it, or set `baseline_missing: silent`"),
        ({"baseline": "old.yaml", "review": "wrong.yml"}, "oasmap: wrong.yml:1"),
        ({"drift": "gone.json"}, f"oasmap: drift: {GONE}"),
        ({"versions": {"1.0": "old.yaml"}}, "oasmap: versions: "),
        ({"history": "wrong.yml"}, "oasmap: history: "),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_stops_the_build_with_its_option(zoo: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(PluginError) as caught:
        compared(zoo, **options)
    assert str(caught.value).startswith(said)


def test_each_version_has_what_came_with_it(zoo: Path) -> None:
    (zoo / "v1.json").write_text(recorded(zoo))
    found, _ = compared(zoo, versions={"1.0": "v1.json"})
    assert found.history is not None
    assert found.history.of(EntityRef(kinds.RESOURCE, "pet"), "nickname") == ("changed in the next version",)


@pytest.mark.parametrize(
    ("options", "configs", "versions"),
    [
        ({}, ("zoo.yml",), {}),
        ({"baseline_config": ["then.yml"]}, ("then.yml",), {}),
        ({"version": "v1.2"}, ("zoo.yml",), {"terraform": "v1.2"}),
    ],
)
def test_a_baseline_is_read_with_the_options_of_the_site(
    zoo: Path, options: dict[str, Any], configs: tuple[str, ...], versions: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    asked: list[tuple[str, Files]] = []

    def read_state(name: str, files: Files) -> Any:
        asked.append((name, files))
        raise MappingError(Problem("not here", name, remedy="look elsewhere"))

    monkeypatch.setattr(states, "read_state", read_state)
    compared(zoo, baseline="git:v1", **options)
    ((name, files),) = asked
    assert (name, tuple(Path(each).name for each in files.config), files.versions) == ("git:v1", configs, versions)
    assert (files.base, files.spec, files.system) == (zoo, zoo / "api.yaml", "terraform")


@pytest.mark.parametrize("given", [{"baseline": "old.yaml"}, {"versions": {"v1": "old.yaml"}}, {"history": "old.yaml"}])
def test_what_is_compared_depends_on_all_names_of_git(zoo: Path, given: dict[str, Any]) -> None:
    state = compared_state(resolved(zoo, **given))
    assert isinstance(state, tuple)
    assert state[0] == references(zoo)


def test_a_running_provider_is_asked_each_time_and_nothing_else_depends_on_more_than_files(zoo: Path) -> None:
    assert compared_state(resolved(zoo)) is None
    assert compared_state(resolved(zoo, drift="built.json")) is None
    running = replace(resolved(zoo), options=SimpleNamespace(drift="provider:./zoo", live=True))
    assert compared_state(running) != compared_state(running)


def test_what_the_api_has_lost_since_the_baseline_is_told_and_all_else_stops_the_build() -> None:
    pet, cat = (EntityRef(kinds.RESOURCE, name) for name in ("pet", "cat"))
    lost = {ref: Problem(f"{ref.name} is broken", remedy="mend it") for ref in (pet, cat)}
    lines: list[tuple[int, str]] = []

    def excuse(names: tuple[EntityRef, ...], orphans: tuple[EntityRef, ...] | None) -> None:
        review = None if orphans is None else SimpleNamespace(orphans=orphans)
        mapped = SimpleNamespace(lost={ref: lost[ref] for ref in names})
        _excuse(cast("Any", mapped), cast("Any", SimpleNamespace(review=review)), lambda *line: lines.append(line))

    excuse((), None)
    assert lines == []
    excuse((pet,), (pet,))
    assert lines == [
        (
            logging.WARNING,
            "the resource pet was removed from the API: it has no page, and nothing is written to `output`;"
            " `oasmap settle` takes it out of the config",
        )
    ]
    for orphans in (None, (pet,)):
        with pytest.raises(PluginError, match=r"cat is broken; mend it") as caught:
            excuse((pet, cat), orphans)
        assert ("pet is broken" in str(caught.value)) is (orphans is None)
