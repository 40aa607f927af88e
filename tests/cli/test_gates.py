"""A gate for pull requests: it does not pass where nothing could be compared, and each format is valid all the same."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from mapper.review.data import review_schema
from mkdocs_oasmap.review_formats import FORMATS, written

from ..site.tree import parse
from .repository import CHANGED, PARTS, Zoo

GATE = ("--missing-ok", "--fail-on", "breaking")


@pytest.fixture
def branch(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> Zoo:
    """A clone of one branch with its whole history; the branch breaks users."""
    zoo.git("checkout", "-q", "-b", "change")
    zoo.write(**{"parts/pet.yaml": CHANGED})
    zoo.git("commit", "-qam", "second")
    return _clone(zoo, monkeypatch)


@pytest.fixture
def shallow(branch: Zoo, monkeypatch: pytest.MonkeyPatch) -> Zoo:
    """A clone with the last commit of that branch only, as hosts make it."""
    return _clone(branch, monkeypatch, "--depth", "1")


def _clone(zoo: Zoo, monkeypatch: pytest.MonkeyPatch, *options: str) -> Zoo:
    name = "shallow" if options else "clone"
    origin = zoo.folder.parent if options else zoo.folder
    zoo.git("clone", "-q", *options, "--branch", "change", f"file://{origin}", name)
    monkeypatch.chdir(zoo.folder / name)
    return Zoo(zoo.folder / name, zoo.capsys)


def _sarif(text: str) -> None:
    data = json.loads(text)
    assert data["version"] == "2.1.0"
    (run,) = data["runs"]
    assert run["results"] == []
    assert run["tool"]["driver"]["name"] == "oasmap"
    assert [told["executionSuccessful"] for told in run["invocations"]] == [False]


def _junit(text: str) -> None:
    suites = ElementTree.fromstring(text)
    assert (suites.tag, suites.get("tests"), suites.get("failures")) == ("testsuites", "0", "0")


def _json(text: str) -> None:
    data = json.loads(text)
    Draft202012Validator(json.loads(review_schema())).validate(data)
    assert data["changes"] == []
    assert data["problems"]


def _html(text: str) -> None:
    assert "There is nothing to compare with" in parse(text).text


def _github(text: str) -> None:
    assert text
    assert all(re.match(r"::(error|warning) ", line) for line in text.splitlines())


def _markdown(text: str) -> None:
    assert text.startswith("### Mapping review\n")
    assert "Nothing is compared." in text


def _gitlab(text: str) -> None:
    assert json.loads(text) == []


VALID: dict[str, Callable[[str], None]] = {
    "github": _github,
    "sarif": _sarif,
    "json": _json,
    "junit": _junit,
    "gitlab": _gitlab,
    "html": _html,
    "markdown": _markdown,
}
WITHOUT_SYNTAX = {"text", "lines", "counts", "changelog"}
"""Formats that any text is valid for."""
CASES = {
    "shallow clone": ("git:origin/master...", 1, "this clone is shallow"),
    "unknown base": ("git:0123456789abcdef0123456789abcdef01234567", 1, "the repository has no revision"),
    "misspelt base": ("git:origin/mastre...", 1, "git fetch origin +refs/heads/mastre:refs/remotes/origin/mastre"),
    "no base": ("git:origin/...", 1, "the repository has no revision 'origin/'"),
    "no name": ("git:", 1, "the repository has no revision ''"),
    "missing file": ("git:v1:new.yaml", 0, "there is no new.yaml in the revision 'v1'"),
}


def test_each_format_is_parsed_or_any_text_is_valid_for_it() -> None:
    assert VALID.keys() | WITHOUT_SYNTAX == FORMATS.keys()


@pytest.mark.parametrize("case", CASES)
def test_a_gate_that_cannot_compare_fails_and_each_format_in_a_file_is_valid(
    case: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    zoo: Zoo = request.getfixturevalue("shallow" if case == "shallow clone" else "branch")
    base, expected, reason = CASES[case]
    also = [word for form in ("counts", *VALID) for word in ("--also", f"{form}={tmp_path / form}")]
    code, out, err = zoo.diff(*GATE, *also, base, "api.yaml")
    assert code == expected
    assert reason in err + out
    if expected:
        assert out == ""
        assert err.startswith("error: ")
    else:
        assert out.startswith(f"{base} -> api.yaml: Nothing is compared.\n")
    for form, is_valid in VALID.items():
        is_valid((tmp_path / form).read_text(encoding="utf-8"))
    assert (tmp_path / "counts").read_text() == "breaking=0\nchanges=0\ncompared=false\n"


@pytest.mark.parametrize("form", VALID)
@pytest.mark.parametrize("case", ["unknown base", "missing file"])
def test_each_format_is_valid_where_nothing_can_be_compared(case: str, form: str, branch: Zoo) -> None:
    base, expected, reason = CASES[case]
    code, out, err = branch.diff(*GATE, "--format", form, base, "api.yaml")
    assert code == expected
    assert reason in err + out
    VALID[form](out)


@pytest.mark.parametrize(
    "base", ["git:origin/master...", "git:v1", "git:origin/master", "git:v1^0", "git:HEAD~1", "git:origin/master~0..."]
)
def test_the_command_that_the_message_names_fetches_what_is_missing(shallow: Zoo, base: str) -> None:
    code, _, err = shallow.diff(*GATE, base, "api.yaml")
    assert code == 1
    command = shlex.split(err.strip().rpartition(": ")[2])
    assert command[:3] == ["git", "fetch", "--unshallow"]
    subprocess.run(command, cwd=shallow.folder, check=True, capture_output=True)
    assert shallow.diff(*GATE, base, "api.yaml")[0] == 3


def test_a_base_without_a_commit_in_common_is_fetched_with_the_history_of_both(branch: Zoo, shallow: Zoo) -> None:
    refspec = "+refs/heads/master:refs/remotes/origin/master"
    shallow.git("fetch", "-q", "--depth", "1", "origin", refspec)
    branch.git("-C", str(branch.folder.parent), "checkout", "-q", "master")
    (branch.folder.parent / "other.txt").write_text("x")
    branch.git("-C", str(branch.folder.parent), "add", "other.txt")
    branch.git("-C", str(branch.folder.parent), "commit", "-qm", "other")
    shallow.git("fetch", "-q", "--depth", "1", "origin", refspec)
    code, _, err = shallow.diff(*GATE, "git:origin/master...", "api.yaml")
    assert (code, "no commit in common" in err) == (1, True)
    subprocess.run(shlex.split(err.strip().rpartition(": ")[2]), cwd=shallow.folder, check=True, capture_output=True)
    assert shallow.diff(*GATE, "git:origin/master...", "api.yaml")[0] == 3


def test_a_base_that_is_broken_is_told_and_may_be_repaired(zoo: Zoo, tmp_path: Path) -> None:
    zoo.write(**{"api.yaml": "openapi: ["})
    zoo.git("commit", "-qam", "broken")
    zoo.write()
    code, out, _ = zoo.diff(
        *GATE, "--format", "github", "--also", f"counts={tmp_path / 'counts'}", "git:HEAD", "api.yaml"
    )
    assert (code, "so that nothing is compared" in out) == (0, True)
    assert "compared=false" in (tmp_path / "counts").read_text()


def test_one_comparison_is_written_in_several_formats(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED})
    also = [word for form in FORMATS for word in ("--also", f"{form}=out/{form}")]
    code, out, _ = zoo.diff(*also, "--fail-on", "breaking", "git:v1", "api.yaml")
    assert code == 3
    for form in FORMATS:
        alone = zoo.diff("--format", form, "git:v1", "api.yaml")[1]
        assert (zoo.folder / "out" / form).read_text(encoding="utf-8") == alone, form
    assert out == (zoo.folder / "out/text").read_text()
    assert (zoo.folder / "out/counts").read_text() == "breaking=1\nchanges=2\ncompared=true\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--also", "sarf=x"], 2, "'sarf=x' is not FORMAT=FILE; choose a format among text, "),
        (["--also", "sarif"], 2, "'sarif' is not FORMAT=FILE"),
        (["--also", "sarif=x", "--also", "json=./x"], 2, "two formats have the same file; give each a file of its own"),
        (
            ["--also", "sarif=parts/pet.yaml"],
            1,
            "parts/pet.yaml: this is an input, and is not written over; choose another file for the output",
        ),
    ],
)
def test_what_is_wrong_with_a_further_file_is_told(zoo: Zoo, arguments: list[str], code: int, message: str) -> None:
    found, out, err = zoo.diff(*arguments, "git:v1", "api.yaml")
    assert (found, out) == (code, "")
    assert message in err
    assert (zoo.folder / "parts/pet.yaml").read_text() == PARTS


def test_a_format_without_a_writer_is_an_error_and_no_text() -> None:
    with pytest.raises(KeyError, match="nope"):
        written([], "nope")
