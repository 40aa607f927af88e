"""Every command that the README or the guide names as evidence runs from a clone, or says in a line what it needs."""

import re
import subprocess
from pathlib import Path

import pytest

from ..forks import python
from ..needed import MISSING
from .fences import PAGES, ROOT

NEEDS_INPUTS = (
    "tests.benchmarks github",
    "tests.conformance",
    "tests.conformance --table",
    "tests.conformance reference realworld large",
    "tests.lifecycle",
    "tests.terraform.propose -v",
    "tests.terraform.propose.statuses",
)
NEEDS_ARGUMENTS = ("tests.go_code CASE", "tests.lifecycle FOLDER", "tests.review OLD NEW", "tests.survey FOLDER")
LONG = {
    "tests.benchmarks.serve", "tests.benchmarks.site", "tests.differential", "tests.fuzz", "tests.hardness.commands",
    "tests.mutants", "tests.site.screenshots",
}  # fmt: skip
"""What runs from a clone, for minutes."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository in a folder with nothing beside it."""
    folder = tmp_path_factory.mktemp("alone") / "mkdocs-oasmap"
    folder.mkdir()
    for name in ("example_site", "mapper", "mkdocs_oasmap", "tests", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(clone: Path, command: str) -> subprocess.CompletedProcess[str]:
    return python(["-m", *command.split()], clone, PYTHONPATH=str(clone))


@pytest.mark.parametrize("command", NEEDS_INPUTS)
def test_a_figure_of_inputs_that_are_not_here_says_so_and_what_to_do(command: str, clone: Path) -> None:
    ran = run(clone, command)
    assert ran.returncode != 0
    assert "Traceback" not in ran.stderr
    first, _, rest = MISSING.partition("{}")
    assert first in ran.stderr
    assert rest.partition("{}")[0] in ran.stderr


@pytest.mark.parametrize("command", NEEDS_ARGUMENTS)
def test_an_input_that_does_not_exist_is_one_line(command: str, clone: Path) -> None:
    ran = run(clone, command)
    assert ran.returncode != 0
    assert "Traceback" not in ran.stderr
    assert re.search(rf"error: {command.split()[1]}: .+", ran.stderr)


def test_benchmarks_bring_an_input_of_their_own(clone: Path) -> None:
    ran = run(clone, "tests.benchmarks --runs 1 --no-reference")
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^example +0\.\d+ ", ran.stdout, re.MULTILINE)


def test_every_command_that_is_named_as_evidence_is_tried() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*PAGES, ROOT / "CONTRIBUTING.md")]
    named = {name for text in texts for name in re.findall(r"python -m (tests[\w.]*\w)", text)}
    tried = {command.partition(" ")[0] for command in (*NEEDS_INPUTS, *NEEDS_ARGUMENTS)}
    assert named - {"tests.guide"} == (tried | LONG) & named
    assert named >= LONG
