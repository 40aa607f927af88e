"""What others start `oasmap` with: hooks of pre-commit, the action for GitHub, the template for GitLab.

The steps of the action are run in a shell, as a runner does it, in a repository with a pull request.
"""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from .host_programs import as_pull_request, listed
from .processes import output, run
from .repository import git
from .zoo import CONFIG, api

ROOT = Path(__file__).parents[1]
ACTION = ROOT / ".github/actions/oasmap"
OLD = api("Pet: {type: object, properties: {name: {type: string}, age: {type: integer}}}")
NEW = api("Pet: {type: object, properties: {name: {type: string}}}")
_EXPRESSION = re.compile(r"\$\{\{ (.+?) \}\}")

pytestmark = [pytest.mark.build, pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on the path")]


@dataclass
class Runner:
    """Runs the steps of the action in `folder`; `temp` is the folder of the runner."""

    folder: Path
    temp: Path
    inputs: dict[str, str]
    event: str = "pull_request"
    head: str = "zoo/pets"
    printed: str = ""
    variables: dict[str, str] = field(default_factory=dict)

    def run(self) -> dict[str, int]:
        """The exit code of each step that runs, by its name; what fails ends the job."""
        codes: dict[str, int] = {}
        for step in definition()["runs"]["steps"]:
            condition = step.get("if", "true").removeprefix("${{ ").removesuffix(" }}")
            goes_on = condition.startswith("!cancelled() && ")
            if (any(codes.values()) and not goes_on) or not self._holds(condition.removeprefix("!cancelled() && ")):
                continue
            done = self._step(step)
            self.printed += done.stdout + done.stderr
            codes[step["name"]] = done.returncode
        return codes

    def text(self, name: str) -> str:
        path = self.temp / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def host(self, **state: Any) -> None:
        """What the host knows, in place of what it knew."""
        (self.temp / "host.json").write_text(json.dumps({**self.told(), **state}), encoding="utf-8")

    def told(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.text("host.json") or '{"comments": [], "labels": []}')
        return state

    def comments(self) -> list[str]:
        return [text for _, text in self.told()["comments"]]

    def labels(self) -> list[str]:
        labels: list[str] = self.told()["labels"]
        return labels

    def _step(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        assert step["shell"] == "bash"
        environment = {key: self._value(str(value)) for key, value in step.get("env", {}).items()}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return run(command, self.folder, only=self.environment(), **environment)

    def environment(self) -> dict[str, str]:
        names = {"GITHUB_STEP_SUMMARY": "summary", "GITHUB_OUTPUT": "output", "GITHUB_PATH": "path"}
        for name in names.values():
            (self.temp / name).touch()
        return {
            "PATH": f"{self.temp / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.temp),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_ACTION_PATH": str(ACTION),
            "GITHUB_BASE_REF": "main",
            "GITHUB_REPOSITORY": "zoo/pets",
            **{key: str(self.temp / name) for key, name in names.items()},
            **self.variables,
        }

    def _value(self, text: str) -> str:
        def value(match: re.Match[str]) -> str:
            is_condition = "==" in match[1]
            return str(self._holds(match[1])).lower() if is_condition else self._known()[match[1]]

        return _EXPRESSION.sub(value, text)

    def _known(self) -> dict[str, str]:
        defaults = {name: self._plain(found.get("default", "")) for name, found in definition()["inputs"].items()}
        outputs = {"breaking": "", "compared": ""}
        outputs |= dict(line.split("=", 1) for line in self.text("output").splitlines())
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

    def _holds(self, condition: str) -> bool:
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

        return any(all(map(holds, part.split("&&"))) for part in condition.strip("()").split("||"))


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


def review(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(oasmap(folder, "diff", "--format", "json", "git:origin/main...", "api.yaml"))
    return found


def commit(folder: Path, message: str) -> None:
    oasmap(folder, "generate", "-q", "api.yaml")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


def oasmap(folder: Path, *arguments: str) -> str:
    return output([sys.executable, "-m", "mkdocs_oasmap", *arguments], folder)


@pytest.fixture
def runner(repository: Path, tmp_path: Path) -> Runner:
    """A runner with `oasmap` on its path, and a `gh` that writes down what it is asked for."""
    temp = tmp_path / "temp"
    (temp / "bin").mkdir(parents=True)
    program(temp / "bin/oasmap", f'exec "{sys.executable}" -m mkdocs_oasmap "$@"')
    program(temp / "bin/gh", f'exec "{sys.executable}" "{Path(__file__).parent / "host_programs.py"}" "{temp}" "$@"')
    return Runner(repository, temp, {"spec": "api.yaml", "labels": "true"})


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


REVIEWED = {"Install": 0, "Check": 0, "Review": 0, "Comment": 0}
"""The steps of a pull request that breaks nothing."""

BREAKS = "<!-- oasmap:review breaking=1 -->"


def test_a_pull_request_that_breaks_something_fails_with_a_comment_a_label_and_a_summary(runner: Runner) -> None:
    assert runner.run() == {**REVIEWED, "Review": 3}
    assert runner.text("output") == "breaking=1\nchanges=1\ncompared=true\n"
    assert "`age`: removed" in runner.text("summary")
    assert "::error file=api.yaml," in runner.printed
    (comment,) = runner.comments()
    assert comment == f"{BREAKS}\n{runner.text('summary')}"
    assert runner.labels() == ["breaking-change"]


def test_a_second_push_replaces_our_comment_and_no_other(runner: Runner) -> None:
    runner.host(comments=[["bot", "coverage: 80 %"], ["owl", BREAKS], ["bot", "<!-- oasmap:other breaking=0 -->"]])
    runner.run()
    before = runner.comments()
    runner.host(comments=[*runner.told()["comments"], ["bot", "deployed"]])
    (runner.folder / "api.yaml").write_text(OLD)
    commit(runner.folder, "three")
    assert runner.run() == REVIEWED
    after = runner.comments()
    assert after[:3] == before[:3]
    assert after[3].startswith("<!-- oasmap:review breaking=0 -->\n")
    assert after[4:] == ["deployed"]
    assert runner.labels() == []


def test_two_uses_have_two_comments_and_one_label(runner: Runner) -> None:
    runner.run()
    runner.inputs |= {"name": "second", "base": "HEAD"}
    assert runner.run()["Review"] == 0
    assert [text.partition("\n")[0] for text in runner.comments()] == [BREAKS, "<!-- oasmap:second breaking=0 -->"]
    assert runner.labels() == ["breaking-change"]


@pytest.mark.parametrize(
    "line", ["breaking=a[$(touch owned)]", "breaking=$(touch owned)", "breaking=08 x", "breaking="]
)
def test_what_another_comment_says_is_not_evaluated(runner: Runner, line: str) -> None:
    runner.host(comments=[["bot", f"<!-- oasmap:other {line} -->"]], labels=["breaking-change"])
    runner.inputs["base"] = "HEAD"
    assert runner.run()["Review"] == 0
    assert not list(runner.folder.rglob("owned"))
    assert runner.labels() == []


def test_all_mappings_of_a_site_are_one_use(runner: Runner) -> None:
    (runner.folder / "docs").mkdir()
    settings = {"spec": "api.yaml", "config": "generator_config.yml"}
    mappings = [{**settings, "pages": name} for name in ("one", "two")]
    mappings[0]["output"] = "provider_code_spec.json"
    site = {"site_name": "Zoo", "plugins": [{"oasmap": {"mappings": mappings}}]}
    (runner.folder / "mkdocs.yml").write_text(json.dumps(site))
    runner.inputs = {"mkdocs": "mkdocs.yml", "labels": "true"}
    assert runner.run() == {**REVIEWED, "Review": 3}
    assert runner.text("output") == "breaking=2\nchanges=2\ncompared=true\n"
    (comment,) = runner.comments()
    assert comment.startswith("<!-- oasmap:review breaking=2 -->\n### Mapping review: ")
    (runner.folder / "provider_code_spec.json").write_text("{}")
    assert runner.run() == {**REVIEWED, "Check": 1, "Review": 3}


def test_what_is_approved_breaks_nothing(runner: Runner) -> None:
    (change,) = review(runner.folder)["changes"]
    (runner.folder / "oasmap_review.yml").write_text(
        f"approved: [{{fingerprint: '{change['fingerprint']}', reason: said}}]\n"
    )
    runner.host(labels=["breaking-change"])
    assert runner.run()["Review"] == 0
    assert runner.text("output") == "breaking=0\nchanges=1\ncompared=true\n"
    assert runner.labels() == []


def test_a_stale_file_fails_the_check_and_the_review_is_there(runner: Runner) -> None:
    (runner.folder / "provider_code_spec.json").write_text("{}")
    assert runner.run() == {**REVIEWED, "Check": 1, "Review": 3}
    assert runner.labels() == ["breaking-change"]
    assert len(runner.comments()) == 1


def test_a_first_pull_request_has_nothing_to_compare_with(runner: Runner) -> None:
    git(runner.folder, "checkout", "-q", "--orphan", "fresh")
    git(runner.folder, "rm", "-q", "-r", "--cached", ".")
    git(runner.folder, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(runner.folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    commit(runner.folder, "all")
    runner.host(labels=["breaking-change"])
    assert runner.run() == REVIEWED
    assert "nothing to compare with" in runner.text("summary")
    assert runner.text("output").endswith("compared=false\n")
    assert runner.labels() == ["breaking-change"]


def test_a_fork_whose_token_may_not_write_is_reviewed_and_judged(runner: Runner) -> None:
    runner.head = "somebody/pets"
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 3}
    assert runner.told() == {"comments": [], "labels": []}
    assert "`age`: removed" in runner.text("summary")


@pytest.mark.parametrize(("refused", "warnings"), [("view", 2), ("comment", 1), ("label", 1)])
def test_a_token_that_may_not_write_is_a_warning_and_the_review_is_judged(
    runner: Runner, refused: str, warnings: int
) -> None:
    runner.host(refused=["view", "comment", "label"] if refused == "view" else [refused])
    assert runner.run() == {**REVIEWED, "Review": 3}
    lines = [line for line in runner.printed.splitlines() if line.startswith("::warning title=oasmap::The ")]
    assert len(lines) == warnings
    assert all("pull-requests: write" in line for line in lines)


def test_a_description_that_cannot_be_read_fails_with_its_line(runner: Runner) -> None:
    (runner.folder / "api.yaml").write_text("openapi: [3\n")
    runner.host(labels=["breaking-change"])
    assert runner.run() == {"Install": 0, "Check": 1, "Review": 1}
    assert "::error file=api.yaml,line=2,col=1,title=oasmap::" in runner.printed
    assert "error: api.yaml:2:1: " in runner.printed
    assert runner.told() == {"comments": [], "labels": ["breaking-change"]}
    assert runner.text("summary") == ""


def test_a_pull_request_that_repairs_the_description_passes(runner: Runner) -> None:
    (runner.folder / "api.yaml").write_text("openapi: [3\n")
    git(runner.folder, "commit", "-qam", "broken")
    git(runner.folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    (runner.folder / "api.yaml").write_text(NEW)
    commit(runner.folder, "repaired")
    assert runner.run() == REVIEWED
    assert "cannot be read, so that nothing is compared" in runner.text("summary")


def test_a_shallow_clone_fails_and_keeps_the_label(runner: Runner) -> None:
    clone = runner.temp / "clone"
    git(runner.folder, "checkout", "-q", "-b", "change")
    git(runner.folder, "branch", "-f", "main", "HEAD~1")
    git(runner.temp, "clone", "-q", "--depth", "1", "--branch", "change", f"file://{runner.folder}", str(clone))
    runner.folder = clone
    runner.host(labels=["breaking-change"])
    assert runner.run() == {**REVIEWED, "Review": 1}
    assert "fetch-depth: 0" in runner.printed
    assert runner.labels() == ["breaking-change"]
    assert runner.text("output") == "breaking=0\nchanges=0\ncompared=false\n"


@pytest.mark.peer
def test_our_comments_are_found_by_jq(runner: Runner) -> None:
    script = (ACTION / "comment.sh").read_text()
    expression = re.search(r"^ours='(.*?)'$", script, re.MULTILINE | re.DOTALL)
    assert expression is not None
    texts = [
        ["bot", f"{BREAKS}\nx `0123456789ab` `{'c' * 12}.3.{'d' * 12}` `0123456789ab`"],
        ["owl", BREAKS],
        ["bot", "o"],
    ]
    found = output(["jq", "-r", expression[1]], text=json.dumps(as_pull_request(texts)))
    assert found.splitlines() == listed(texts) == [f"101 {BREAKS} 0123456789ab {'c' * 12}.3.{'d' * 12}"]


def test_the_comment_begins_with_what_is_new_since_the_last_push(runner: Runner) -> None:
    runner.run()
    (first,) = runner.comments()
    assert "Since the last push" not in first
    runner.run()
    assert "\n**Since the last push: 0 new, 0 gone, 1 as before.**\n\n### Mapping review" in runner.comments()[0]
    (runner.folder / "api.yaml").write_text(NEW.replace("{type: string", "{type: integer", 1))
    commit(runner.folder, "three")
    runner.run()
    assert re.search(r"\*\*Since the last push: [1-9]\d* new, \d+ gone, \d+ as before", runner.comments()[0])
    (runner.folder / "api.yaml").write_text(OLD)
    commit(runner.folder, "four")
    runner.run()
    assert re.search(r"\*\*Since the last push: 0 new, [1-9]\d* gone, 0 as before", runner.comments()[0])
    assert len(runner.comments()) == 1


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
    assert program_ == "python"
    output([sys.executable, *arguments, "api.yaml"], repository)
    assert hook["always_run"]
    assert not {"files", "types"} & hook.keys()


def test_the_template_of_gitlab_runs(repository: Path, tmp_path: Path) -> None:
    template = yaml.safe_load((ROOT / ".gitlab/oasmap.gitlab-ci.yml").read_text())
    temp = tmp_path / "bin"
    temp.mkdir()
    program(temp / "oasmap", f'exec "{sys.executable}" -m mkdocs_oasmap "$@"')
    variables = {**template["variables"], "OASMAP_SPEC": "api.yaml"}
    variables["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = output(["git", "rev-parse", "origin/main"], repository).strip()
    variables |= {"PATH": f"{temp}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    codes = {}
    for job in ("oasmap-check", "oasmap-review"):
        script = "\n".join([*template[".oasmap"]["before_script"], *template[job]["script"]])
        codes[job] = run(["bash", "-eo", "pipefail", "-c", script], repository, only=variables).returncode
        for path in (p for kind in template[job].get("artifacts", {}).get("reports", {}).values() for p in [kind]):
            assert (repository / path).stat().st_size > 0
    assert codes == {"oasmap-check": 0, "oasmap-review": 3}
    assert "age" in (repository / "review.html").read_text()


def test_the_container_installs_what_is_here() -> None:
    text = (ROOT / ".ci/Containerfile").read_text()
    assert 'ENTRYPOINT ["oasmap"]' in text
    extras = re.search(r"/source\[([\w,]+)\]", text)
    assert extras is not None
    known = (ROOT / "pyproject.toml").read_text()
    assert all(re.search(rf"^{extra} = \[", known, re.MULTILINE) for extra in extras[1].split(","))
