"""Settings start a program only where the environment or the command line allows it: a pull request may write them."""

import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mkdocs_oasmap.live import restricted

from .forks import python
from .repository import commit_all

ROOT = Path(__file__).parents[1]
SAVED = ROOT / "example_site" / "provider" / "provider_schema.json"
STARTS = "starts no program; set OASMAP_LIVE=1, or pass --live"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A site whose settings start a program of the checkout, and the program, which says that it was started."""
    folder = tmp_path / "checkout"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Zoo\n")
    program = folder / "terraform-provider-zoo"
    program.write_text(f"#!/bin/sh\necho started >{tmp_path}/started\nexit 1\n")
    program.chmod(0o755)
    settings(folder, spec="provider:./terraform-provider-zoo")
    commit_all(folder)
    return folder


def settings(folder: Path, **options: Any) -> None:
    mapping = {"system": "provider", "live": True, "pages": "reference", **options}
    site = {"site_name": "Zoo", "theme": "mkdocs", "plugins": [{"oasmap": {"mappings": [mapping]}}]}
    (folder / "mkdocs.yml").write_text(json.dumps(site))


def command(folder: Path, text: str, **environment: str) -> tuple[int, str, bool]:
    """The exit code, what was printed, and whether the program was started."""
    name, *arguments = text.split()
    module = {"oasmap": "mkdocs_oasmap", "mkdocs": "mkdocs"}[name]
    kept = {key: value for key, value in os.environ.items() if key != "OASMAP_LIVE"}
    only = {**kept, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    done = python(["-m", module, *arguments], folder, only=only, **environment)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr, (folder.parent / "started").exists()


COMMANDS = [
    "mkdocs build",
    "oasmap check --mkdocs mkdocs.yml",
    "oasmap diff --mkdocs mkdocs.yml git:HEAD",
    "oasmap zensical build",
]


@pytest.mark.parametrize("text", COMMANDS)
@pytest.mark.parametrize("value", [None, "true"])
def test_settings_alone_start_nothing(checkout: Path, text: str, value: str | None) -> None:
    code, said, started = command(checkout, text, **({} if value is None else {"OASMAP_LIVE": value}))
    assert (code != 0, started) == (True, False), said
    assert STARTS in said


@pytest.mark.parametrize("text", COMMANDS)
def test_the_environment_allows_what_the_settings_ask_for(checkout: Path, text: str) -> None:
    assert command(checkout, text, OASMAP_LIVE="1")[2]


@pytest.mark.parametrize("text", COMMANDS[1:3])
def test_the_command_line_allows_it_too(checkout: Path, text: str) -> None:
    assert command(checkout, f"{text} --live")[2]


@pytest.mark.parametrize(
    ("text", "code"),
    [("mkdocs build", 0), ("oasmap check --mkdocs mkdocs.yml", 0), ("mkdocs build --strict", 1),
     ("oasmap check --mkdocs mkdocs.yml --strict", 1)],
)  # fmt: skip
def test_the_schema_of_an_earlier_run_takes_the_place_of_the_program(checkout: Path, text: str, code: int) -> None:
    shutil.copy(SAVED, checkout / "schema.json")
    settings(checkout, spec="provider:./terraform-provider-zoo", output="schema.json")
    found, said, started = command(checkout, text)
    assert (found, started) == (code, False), said
    assert f"{STARTS} to the command; the schema of an earlier run is read: schema.json" in said
    assert (checkout / "schema.json").read_bytes() == SAVED.read_bytes()


def test_a_drift_that_needs_a_program_is_not_known(checkout: Path) -> None:
    shutil.copy(SAVED, checkout / "schema.json")
    settings(checkout, spec="schema.json", drift="provider:./terraform-provider-zoo")
    code, said, started = command(checkout, "mkdocs build")
    assert (code, started) == (0, False), said
    assert f"{STARTS} to the command; the drift is not known" in said


@pytest.mark.parametrize(
    ("drift", "left", "says"),
    [
        ("provider:./terraform-provider-zoo", None, "; the drift is not known"),
        ("schema.json", "schema.json", ""),
        (None, None, ""),
    ],
)
def test_a_drift_that_is_a_file_stays(drift: str | None, left: str | None, says: str, tmp_path: Path) -> None:
    options = SimpleNamespace(live=True, pages="reference", spec="schema.json", output=None, drift=drift)
    found, said = restricted(options, tmp_path)
    assert (found.live, found.spec, found.drift) == (False, "schema.json", left)
    assert said == f"reference: live: true {STARTS} to the command{says}"


@pytest.mark.parametrize(
    ("options", "asked", "left"),
    [
        ({"output": "saved.json"}, False, ("saved.json", None, False)),
        ({"output": "none.json"}, False, ("provider:./zoo", "none.json", False)),
        ({}, False, ("provider:./zoo", None, False)),
        ({"spec": "schema.json", "output": "saved.json"}, False, ("schema.json", "saved.json", False)),
        ({"output": "saved.json"}, True, ("provider:./zoo", "saved.json", True)),
        ({"output": "saved.json", "live": False}, False, ("provider:./zoo", "saved.json", False)),
    ],
)
def test_the_output_of_an_earlier_run_takes_the_place_of_a_program(
    options: dict[str, Any], left: tuple[str, str | None, bool], tmp_path: Path, *, asked: bool
) -> None:
    (tmp_path / "saved.json").touch()
    given = {"live": True, "pages": "reference", "spec": "provider:./zoo", "output": None, "drift": None, **options}
    found, said = restricted(SimpleNamespace(**given), tmp_path, asked=asked)
    spec, output, live = left
    assert (Path(found.spec).name, found.output, found.live) == (Path(spec).name, output, live)
    assert ("an earlier run is read: saved.json" in said) is (spec == "saved.json")
    assert bool(said) is (given["live"] and not asked)


def test_the_environment_allows_to_start_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = SimpleNamespace(live=True, pages="reference", spec="provider:./zoo", output=None, drift=None)
    for value, is_allowed in (("1", True), ("0", False)):
        monkeypatch.setenv("OASMAP_LIVE", value)
        assert (restricted(options, tmp_path) == (options, "")) is is_allowed
