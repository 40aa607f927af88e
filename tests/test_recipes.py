"""The workflows of the guide run as they are pasted: in a clone as a host makes it, for a push, a branch and a fork.

A step of somebody else is played: a checkout clones as deep as it says, and what uploads a file reads it. Steps that
install are left out, because everything is here.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from .guide.fences import DOCS, PAGES, blocks
from .processes import output, run
from .test_kit import CONFIG, NEW, OLD, git, program

pytestmark = pytest.mark.build

BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
RECIPES: dict[str, Any] = {
    block.title.rpartition("/")[2]: yaml.safe_load(block.text)
    for name in ("ci", "adopting")
    for block in blocks(DOCS / f"{name}.md")
    if block.title.startswith(".github/workflows/")
}
SITE = """\
site_name: Zoo
theme: {name: material, font: false}
plugins: [search, {oasmap: {spec: api/openapi.yaml}}]
"""


@dataclass
class Host:
    """A repository at a host, and one that was forked from it."""

    folder: Path

    @property
    def origin(self) -> Path:
        return self.folder / "origin.git"

    def begin(self) -> None:
        git(self.folder, "init", "-q", "--bare", "-b", "main", str(self.origin))
        work = self.clone("work", "main")
        for name, text in {"api/openapi.yaml": OLD, "generator_config.yml": CONFIG, "mkdocs.yml": SITE}.items():
            (work / name).parent.mkdir(exist_ok=True)
            (work / name).write_text(text, encoding="utf-8")
        (work / "docs").mkdir()
        (work / "docs/index.md").write_text("# Zoo\n", encoding="utf-8")
        self.push(work, "one", "main")
        self.push(work, "two", "main")

    def clone(self, name: str, ref: str, *options: str) -> Path:
        """A clone with one ref, as a checkout of a workflow makes it."""
        folder = self.folder / name
        git(self.folder, "init", "-q", "-b", "main", str(folder))
        git(folder, "remote", "add", "origin", f"file://{self.origin}")
        if ref != "main" or options:
            git(folder, "fetch", "-q", *options, "origin", f"+refs/{ref}:refs/remotes/checked/out")
            git(folder, "checkout", "-q", "--detach", "refs/remotes/checked/out")
        return folder

    def push(self, work: Path, text: str, ref: str) -> None:
        (work / "notes.txt").write_text(text, encoding="utf-8")
        commit_all(work, text)
        git(work, "push", "-q", "origin", f"HEAD:refs/{'heads/main' if ref == 'main' else ref}")

    def pull_request(self, *, fork: bool) -> str:
        """The ref of a pull request that breaks users, whose base has gone on meanwhile."""
        work = self.folder / "work"
        (work / "api/openapi.yaml").write_text(NEW, encoding="utf-8")
        remote = self.folder / ("fork.git" if fork else "origin.git")
        if fork:
            git(self.folder, "clone", "-q", "--bare", str(self.origin), str(remote))
        commit_all(work, "break")
        git(work, "push", "-q", f"file://{remote}", "HEAD:refs/heads/change")
        git(work, "push", "-q", "origin", "HEAD:refs/pull/7/merge")
        return "pull/7/merge"


def commit_all(work: Path, text: str) -> None:
    arguments = [sys.executable, "-m", "mkdocs_oasmap", "generate", "-q", "api/openapi.yaml"]
    subprocess.run(arguments, cwd=work, check=True, capture_output=True)
    git(work, "add", "-A")
    git(work, "commit", "-qm", text)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    found = Host(tmp_path)
    found.begin()
    return found


def play(host: Host, name: str, ref: str, **variables: str) -> tuple[int, str]:
    """Run the one job of a workflow; its exit code, and what the steps have said."""
    (job,) = RECIPES[name]["jobs"].values()
    programs = host.folder / "programs"
    programs.mkdir(exist_ok=True)
    program(programs / "pip", "exit 0")
    clone, said = host.folder, ""
    for step in job["steps"]:
        uses = step.get("uses", "").partition("@")[0]
        if uses == "actions/checkout":
            deep = step.get("with", {}).get("fetch-depth", 1) == 0
            clone = host.clone(f"clone-{len(list(host.folder.iterdir()))}", ref, *([] if deep else ["--depth", "1"]))
            if deep:
                git(clone, "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*")
                git(clone, "checkout", "-q", "--detach", git_rev(host, ref))
            if ref.startswith("heads/"):
                git(clone, "checkout", "-q", "-B", ref.removeprefix("heads/"))
        elif uses == "github/codeql-action/upload-sarif":
            assert json.loads((clone / step["with"]["sarif_file"]).read_text(encoding="utf-8"))["version"] == "2.1.0"
        elif "run" in step:
            environment = {**os.environ, **IDENTITY, **variables, "HOME": str(host.folder)}
            environment["PATH"] = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
            done = run([*BASH, step["run"]], clone, only=environment)
            said += done.stdout + done.stderr
            if done.returncode:
                return done.returncode, said
        else:
            assert uses == "actions/setup-python", step
    return 0, said


IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "a"), ("EMAIL", "a@example.org"))
} | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "NO_MKDOCS_2_WARNING": "1"}


def git_rev(host: Host, ref: str) -> str:
    return output(["git", "rev-parse", f"refs/{ref}"], host.origin).strip()


def test_there_are_recipes() -> None:
    assert set(RECIPES) == {"check.yml", "breaking.yml", "scanning.yml", "site.yml", "oasmap.yml"}
    for recipe in RECIPES.values():
        assert {"name", True, "permissions", "jobs"} <= recipe.keys()  # YAML reads `on` as a truth value


def test_a_code_spec_that_is_committed_passes_and_another_fails(host: Host) -> None:
    assert play(host, "check.yml", "heads/main")[0] == 0
    work = host.folder / "work"
    (work / "provider_code_spec.json").write_text("{}", encoding="utf-8")
    git(work, "commit", "-qam", "stale")
    git(work, "push", "-q", "origin", "HEAD:refs/heads/main")
    code, said = play(host, "check.yml", "heads/main")
    assert (code, "::error file=provider_code_spec.json" in said) == (1, True)


@pytest.mark.parametrize("fork", [False, True])
@pytest.mark.parametrize(("name", "code"), [("breaking.yml", 3), ("scanning.yml", 0)])
def test_a_pull_request_is_compared_with_its_base(host: Host, name: str, code: int, fork: bool) -> None:
    ref = host.pull_request(fork=fork)
    found, said = play(host, name, ref, GITHUB_BASE_REF="main")
    assert (found, "attribute age" in said) == (code, True)


@pytest.mark.parametrize("name", ["breaking.yml", "scanning.yml"])
def test_a_clone_that_is_not_deep_enough_fails_with_the_command(
    host: Host, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shallow = json.loads(json.dumps(RECIPES[name]["jobs"]))
    (job,) = shallow.values()
    del job["steps"][0]["with"]
    monkeypatch.setitem(RECIPES, name, {"jobs": shallow})
    code, said = play(host, name, host.pull_request(fork=False), GITHUB_BASE_REF="main")
    assert (code, "git fetch --unshallow origin +refs/heads/main" in said) == (1, True)


def test_a_pull_request_that_adds_the_description_passes(host: Host) -> None:
    ref = host.pull_request(fork=False)
    work = host.folder / "work"
    git(work, "checkout", "-q", "--orphan", "empty")
    git(work, "rm", "-rq", "--cached", ".")
    git(work, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(work, "push", "-qf", "origin", "HEAD:refs/heads/main")
    git(work, "add", "-A")
    git(work, "commit", "-qm", "all")
    git(work, "push", "-qf", "origin", f"HEAD:refs/{ref}")
    for name in ("breaking.yml", "scanning.yml"):
        assert play(host, name, ref, GITHUB_BASE_REF="main")[0] == 0


def test_a_site_is_published_again_with_each_push(host: Host) -> None:
    for text in ("three", "four"):
        code, said = play(host, "site.yml", "heads/main")
        assert code == 0, said
        published = output(["git", "ls-tree", "-r", "--name-only", "gh-pages"], host.origin)
        assert "reference/resources/pet/index.html" in published
        host.push(host.folder / "work", text, "main")


def test_no_fence_of_the_recipes_is_a_fragment() -> None:
    text = (DOCS / "ci.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^```yaml", text, re.MULTILINE)) == sum(name != "oasmap.yml" for name in RECIPES)


FENCES = {
    block.title: block.text for path in PAGES for block in blocks(path) if block.title.startswith((".g", ".r", ".p"))
}
SCHEMAS = {
    ".github/workflows": "vendor.github-workflows",
    ".github/actions": "vendor.github-actions",
    ".gitlab": "vendor.gitlab-ci",
    ".readthedocs": "vendor.readthedocs",
}


@pytest.mark.peer
@pytest.mark.parametrize("title", [*FENCES, ".github/actions/oasmap/action.yml", ".gitlab/oasmap.gitlab-ci.yml"])
def test_the_schema_of_the_host_allows_a_file(title: str, tmp_path: Path) -> None:
    if shutil.which("check-jsonschema", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("PEER MISSING: check-jsonschema (pip install check-jsonschema)")
    schema = next((schema for start, schema in SCHEMAS.items() if title.startswith(start)), None)
    if schema is None:
        return  # of pre-commit, which has no schema in that package
    text = FENCES.get(title) or (DOCS.parents[1] / title).read_text(encoding="utf-8")
    (tmp_path / "file.yml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    transform = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
    output([*command, *transform, tmp_path / "file.yml"])


@pytest.mark.peer
def test_actionlint_finds_nothing_in_the_workflows(tmp_path: Path) -> None:
    program_ = shutil.which("actionlint", path=f"{os.environ['PATH']}:{Path.home() / 'go/bin'}")
    if program_ is None:
        pytest.skip("PEER MISSING: actionlint (go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7)")
    workflows = {title: text for title, text in FENCES.items() if title.startswith(".github/workflows/")}
    assert len(workflows) >= 5
    paths = []
    for title, text in workflows.items():
        paths.append(tmp_path / Path(title).name)
        paths[-1].write_text(text, encoding="utf-8")
    done = run([program_, *paths])
    findings = [line for line in done.stdout.splitlines() if re.match(r".*\.yml:\d+:\d+: ", line)]
    # newer versions of the actions of others exist, which is theirs to say and the user's to choose
    assert [line for line in findings if "is too old to run" not in line] == []
