"""What others start `oasmap` with: hooks of pre-commit, the action for GitHub, the template for GitLab.

The steps of the action are run in a shell, as a runner does it, in a repository with a pull request.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from .zoo import CONFIG, api

ROOT = Path(__file__).parents[1]
ACTION = ROOT / ".github/actions/oasmap"
OLD = api("Pet: {type: object, properties: {name: {type: string}, age: {type: integer}}}")
NEW = api("Pet: {type: object, properties: {name: {type: string}}}")
_EXPRESSION = re.compile(r"\$\{\{ (.+?) \}\}")

pytestmark = [pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on the path")]


@dataclass
class Runner:
    """Runs the steps of the action in `folder`; `temp` is the folder of the runner."""

    folder: Path
    temp: Path
    inputs: dict[str, str]
    event: str = "pull_request"
    head: str = "zoo/pets"
    printed: str = ""

    def run(self) -> dict[str, int]:
        """The exit code of each step that runs, by its name; what fails ends the job."""
        codes: dict[str, int] = {}
        for step in definition()["runs"]["steps"]:
            if not self._is_wanted(step.get("if", "true")):
                continue
            done = self._step(step)
            self.printed += done.stdout + done.stderr
            codes[step["name"]] = done.returncode
            if done.returncode:
                break
        return codes

    def text(self, name: str) -> str:
        path = self.temp / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def _step(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        assert step["shell"] == "bash"
        environment = {key: self._value(str(value)) for key, value in step.get("env", {}).items()}
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.folder,
            env={**self._environment(), **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def _environment(self) -> dict[str, str]:
        names = {"GITHUB_STEP_SUMMARY": "summary", "GITHUB_OUTPUT": "output", "GITHUB_PATH": "path"}
        for name in names.values():
            (self.temp / name).touch()
        return {
            "PATH": f"{self.temp / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.temp),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_ACTION_PATH": str(ACTION),
            "GITHUB_BASE_REF": "main",
            **{key: str(self.temp / name) for key, name in names.items()},
        }

    def _value(self, text: str) -> str:
        return _EXPRESSION.sub(lambda match: self._known()[match[1]], text)

    def _known(self) -> dict[str, str]:
        defaults = {name: self._plain(found.get("default", "")) for name, found in definition()["inputs"].items()}
        outputs = dict(line.split("=", 1) for line in self.text("output").splitlines())
        return {
            **{f"inputs.{name}": value for name, value in {**defaults, **self.inputs}.items()},
            **{f"steps.review.outputs.{name}": value for name, value in outputs.items()},
            "github.event.number": "7",
            "github.event_name": self.event,
            "github.event.pull_request.head.repo.full_name": self.head,
            "github.repository": "zoo/pets",
        }

    @staticmethod
    def _plain(text: str) -> str:
        return "token" if "github.token" in text else text

    def _is_wanted(self, condition: str) -> bool:
        """The conditions of the action are comparisons, joined by && or ||."""
        known = self._known()

        def side(text: str) -> str:
            text = text.strip()
            return text.strip("'") if text.startswith("'") else known[text]

        def holds(comparison: str) -> bool:
            if comparison.strip() == "true":
                return True
            left, operator, right = re.split(r"(==|!=)", comparison)
            return (side(left) == side(right)) is (operator == "==")

        return any(all(map(holds, part.split("&&"))) for part in condition.split("||"))


def definition() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose branch takes an attribute away, with everything that is made up to date."""
    folder = tmp_path_factory.mktemp("pristine")
    git(folder, "init", "-q", "-b", "main")
    (folder / "api.yaml").write_text(OLD)
    (folder / "generator_config.yml").write_text(CONFIG)
    commit(folder, "one")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    (folder / "api.yaml").write_text(NEW)
    commit(folder, "two")
    return folder


@pytest.fixture
def repository(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return shutil.copytree(pristine, tmp_path / "repository")


def git(folder: Path, *arguments: str) -> None:
    who = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_CONFIG_GLOBAL": os.devnull}
    who |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *arguments], cwd=folder, env={**os.environ, **who}, check=True, capture_output=True)


def commit(folder: Path, message: str) -> None:
    oasmap(folder, "generate", "-q", "api.yaml")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


def oasmap(folder: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "mkdocs_oasmap", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def runner(repository: Path, tmp_path: Path) -> Runner:
    """A runner with `oasmap` on its path, and a `gh` that writes down what it is asked for."""
    temp = tmp_path / "temp"
    (temp / "bin").mkdir(parents=True)
    program(temp / "bin/oasmap", f'exec "{sys.executable}" -m mkdocs_oasmap "$@"')
    program(temp / "bin/gh", f'echo "$*" >>"{temp / "asked"}"')
    return Runner(repository, temp, {"spec": "api.yaml", "labels": "true"})


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_a_pull_request_that_breaks_something_fails_with_a_comment_a_label_and_a_summary(runner: Runner) -> None:
    codes = runner.run()
    assert codes == {"Install": 0, "Check": 0, "Review": 0, "Comment": 0, "Label": 0, "Judge": 3}
    assert runner.text("output") == "breaking=1\nchanges=1\n"
    assert "`age`: removed" in runner.text("summary")
    assert runner.text("summary") == runner.text("oasmap-review.md")
    asked = runner.text("asked")
    assert f"pr comment 7 --edit-last --create-if-none --body-file {runner.temp}/oasmap-review.md\n" in asked
    assert "pr edit 7 --add-label breaking-change\n" in asked


def test_what_is_approved_breaks_nothing(runner: Runner) -> None:
    runner.run()
    (change,) = json.loads(runner.text("oasmap-review.json"))["changes"]
    (runner.folder / "oasmap_review.yml").write_text(
        f"approved: [{{fingerprint: '{change['fingerprint']}', reason: said}}]\n"
    )
    (runner.temp / "output").unlink()
    assert runner.run()["Judge"] == 0
    assert runner.text("output") == "breaking=0\nchanges=1\n"
    assert runner.text("asked").endswith("pr edit 7 --remove-label breaking-change\n")


def test_a_stale_file_fails_the_check(runner: Runner) -> None:
    (runner.folder / "provider_code_spec.json").write_text("{}")
    assert runner.run() == {"Install": 0, "Check": 1}


def test_a_first_pull_request_has_nothing_to_compare_with(runner: Runner) -> None:
    git(runner.folder, "checkout", "-q", "--orphan", "fresh")
    git(runner.folder, "rm", "-q", "-r", "--cached", ".")
    git(runner.folder, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(runner.folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    commit(runner.folder, "all")
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 0, "Comment": 0, "Label": 0, "Judge": 0}
    assert "nothing to compare with" in runner.text("summary")


def test_a_fork_whose_token_may_not_write_is_reviewed_and_judged(runner: Runner) -> None:
    runner.head = "somebody/pets"
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 0, "Judge": 3}
    assert runner.text("asked") == ""
    assert "`age`: removed" in runner.text("summary")


def test_a_token_that_may_not_comment_is_a_warning_and_the_review_is_judged(runner: Runner) -> None:
    program(runner.temp / "bin/gh", "echo 'Resource not accessible by integration' >&2; exit 1")
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 0, "Comment": 0, "Label": 0, "Judge": 3}
    warnings = [line for line in runner.printed.splitlines() if line.startswith("::warning title=oasmap::The ")]
    assert len(warnings) == 2
    assert all("pull-requests: write" in line for line in warnings)


def test_a_description_that_cannot_be_read_fails_with_its_line(runner: Runner) -> None:
    (runner.folder / "api.yaml").write_text("openapi: [3\n")
    assert runner.run() == {"Install": 0, "Check": 1}
    assert "::error file=api.yaml,line=2,col=1,title=oasmap::" in runner.printed
    runner.inputs["output"] = ""
    assert runner.run() == {"Install": 0, "Review": 1}
    assert "error: api.yaml:2:1: " in runner.printed
    assert runner.text("asked") == runner.text("summary") == ""


def test_a_pull_request_that_repairs_the_description_passes(runner: Runner) -> None:
    (runner.folder / "api.yaml").write_text("openapi: [3\n")
    git(runner.folder, "commit", "-qam", "broken")
    git(runner.folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    (runner.folder / "api.yaml").write_text(NEW)
    commit(runner.folder, "repaired")
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 0, "Comment": 0, "Label": 0, "Judge": 0}
    assert "cannot be read, so that nothing is compared" in runner.text("summary")


def test_a_clone_without_the_base_says_how_to_fetch_it(runner: Runner) -> None:
    git(runner.folder, "update-ref", "-d", "refs/remotes/origin/main")
    (runner.folder / ".git/shallow").write_text(
        subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=runner.folder, capture_output=True, text=True, check=True
        ).stdout
    )
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 0, "Comment": 0, "Label": 0, "Judge": 0}
    assert "fetch-depth: 0" in runner.printed


def test_a_push_is_checked_and_not_reviewed(runner: Runner) -> None:
    runner.event = "push"
    assert runner.run() == {"Install": 0, "Check": 0}


def test_names_with_spaces_and_quotes_stay_names(runner: Runner) -> None:
    name = "my api $(touch no) 'x'.yaml"
    (runner.folder / "api.yaml").rename(runner.folder / name)
    runner.inputs["spec"] = name
    runner.event = "push"
    assert runner.run() == {"Install": 0, "Check": 0}
    assert not (runner.folder / "no").exists()


def test_no_input_is_put_into_a_script() -> None:
    for step in definition()["runs"]["steps"]:
        assert "${{" not in step["run"]


@pytest.mark.parametrize("hook", yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text()), ids=lambda h: h["id"])
def test_hooks_of_pre_commit_run(repository: Path, hook: dict[str, Any]) -> None:
    program_, *arguments = hook["entry"].split()
    assert program_ == "oasmap"
    oasmap(repository, *arguments, "api.yaml")
    assert all(re.search(hook["files"], name) for name in ("api/openapi.yaml", "generator_config.yml"))


def test_the_template_of_gitlab_runs(repository: Path, tmp_path: Path) -> None:
    template = yaml.safe_load((ROOT / ".gitlab/oasmap.gitlab-ci.yml").read_text())
    temp = tmp_path / "bin"
    temp.mkdir()
    program(temp / "oasmap", f'exec "{sys.executable}" -m mkdocs_oasmap "$@"')
    base = subprocess.run(
        ["git", "rev-parse", "origin/main"], cwd=repository, capture_output=True, text=True, check=True
    )
    variables = {**template["variables"], "OASMAP_SPEC": "api.yaml"}
    variables["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = base.stdout.strip()
    codes = {}
    for job in ("oasmap-check", "oasmap-review"):
        script = "\n".join([*template[".oasmap"]["before_script"], *template[job]["script"]])
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script],
            cwd=repository,
            env={"PATH": f"{temp}:{os.environ['PATH']}", "HOME": str(tmp_path), **variables},
            capture_output=True,
            check=False,
            timeout=300,
        )
        codes[job] = done.returncode
    assert codes == {"oasmap-check": 0, "oasmap-review": 3}
    assert "age" in (repository / "review.html").read_text()


def test_the_container_installs_what_is_here() -> None:
    text = (ROOT / ".ci/Containerfile").read_text()
    assert 'ENTRYPOINT ["oasmap"]' in text
    extras = re.search(r"/source\[([\w,]+)\]", text)
    assert extras is not None
    known = (ROOT / "pyproject.toml").read_text()
    assert all(re.search(rf"^{extra} = \[", known, re.MULTILINE) for extra in extras[1].split(","))
