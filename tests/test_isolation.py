"""No recipe runs a file of the checkout, which a pull request may have written, and no program of ours sees a token.

Each recipe is run as it is pasted, in a repository that has a module, a package or a program of each name that an
interpreter, an installer or a shell could look for. Each of them says that it was run.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from .processes import output, run
from .repository import git
from .test_kit import ACTION, CONFIG, OLD, ROOT, Runner, program
from .test_recipes import BASH, RECIPES

pytestmark = [pytest.mark.build, pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on the path")]

MODULES = (
    "venv logging subprocess shutil shlex types typing os re json pathlib importlib runpy encodings codecs warnings pip"
    " ensurepip sitecustomize usercustomize setup conftest oasmap mkdocs_oasmap mapper yaml click msgspec markdown_it"
    " jinja2 prance pluralizer mkdocs markdown"
).split()
PROGRAMS = "oasmap python python3 pip git gh env mktemp sed grep".split()
SETTINGS = "pip.conf setup.cfg pyproject.toml tox.ini .env .bashrc .profile .pythonrc evil.pth".split()

_VARIABLES = {"PYTHONPATH": ".", "PYTHONSTARTUP": "sitecustomize.py", "PYTHONUSERBASE": "."}
"""What workflows set for programs of their own, so that modules of the checkout are imported."""

_TOKENS = {
    "GH_TOKEN": "ghs_secret",
    "GITHUB_TOKEN": "ghs_secret",
    "CI_JOB_TOKEN": "glpat_secret",
    "JOB_JWT": "jwt_secret",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "id_secret",
    "CI_REGISTRY_PASSWORD": "pw_secret",
}


class Checkout:
    """A repository with a description, and with everything that a stranger could add to be run."""

    def __init__(self, folder: Path, evidence: Path) -> None:
        self.folder = folder
        self._evidence = evidence
        for name in MODULES:
            code = f"open({str(evidence)!r}, 'a').write('{name} ')\n"
            (folder / name).mkdir()
            for path in (f"{name}.py", f"{name}/__init__.py", f"{name}/__main__.py"):
                (folder / path).write_text(code)
        (folder / "bin").mkdir()
        for name in PROGRAMS:
            program(folder / "bin" / name, f"echo {name} >>'{evidence}'")
        for name in SETTINGS:
            (folder / name).write_text(f"import os; open({str(evidence)!r}, 'a').write('{name} ')\n")

    def was_run(self) -> str:
        """The names that were run."""
        return self._evidence.read_text() if self._evidence.exists() else ""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init", "-q", "-b", "main")
    (folder / "api.yaml").write_text(OLD)
    (folder / "generator_config.yml").write_text(CONFIG)
    output([sys.executable, "-m", "mkdocs_oasmap", "generate", "-q", "api.yaml"], folder)
    (folder / "api").mkdir()
    shutil.copy(folder / "api.yaml", folder / "api" / "openapi.yaml")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    return folder


@pytest.fixture
def checkout(repository: Path, tmp_path: Path) -> Checkout:
    return Checkout(shutil.copytree(repository, tmp_path / "checkout"), tmp_path / "evidence")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for the path: `oasmap` as it is installed, which also writes its environment down."""
    folder = tmp_path / "programs"
    folder.mkdir()
    program(folder / "oasmap", f"env >>'{tmp_path}/environment'\nexec '{sys.executable}' -P -m mkdocs_oasmap \"$@\"")
    program(folder / "gh", f"env >>'{tmp_path}/gh'\necho")
    return folder


def tokens_in(path: Path) -> list[str]:
    return sorted({value for value in _TOKENS.values() if value in path.read_text()})


def bare_python(folder: Path) -> Path:
    """An interpreter whose environments have a `pip` that installs nothing, and says from where it was started."""
    path = folder / "python3"
    program(
        path,
        f"""'{sys.executable}' "$@" --without-pip || exit
for site in "$4"/lib/*/site-packages; do
    mkdir -p "$site/pip"
    echo 'import os, sys; print("INSTALLED", sys.argv[-1], os.listdir())' >"$site/pip/__main__.py"
done""",
    )
    return path


@pytest.mark.parametrize("variables", [{}, _VARIABLES])
def test_the_action_installs_itself_without_the_checkout(
    checkout: Checkout, tmp_path: Path, variables: dict[str, str]
) -> None:
    (tmp_path / "temp").mkdir()
    runner = Runner(checkout.folder, tmp_path / "temp", {"spec": "api.yaml"})
    only = {**runner.environment(), **_TOKENS, **variables, "OASMAP_VERSION": "", "PATH": "/usr/bin:/bin"}
    only["OASMAP_PYTHON"] = str(bare_python(tmp_path))
    said = output([*BASH, '"$GITHUB_ACTION_PATH/install.sh"'], checkout.folder, only=only)
    assert said.strip() == f"INSTALLED {ROOT} []"
    assert runner.text("path").strip() == f"{tmp_path}/temp/oasmap/bin"
    assert checkout.was_run() == ""


@pytest.mark.parametrize("variables", [{}, _VARIABLES])
def test_the_action_reviews_without_the_checkout_and_without_a_token(
    checkout: Checkout, programs: Path, tmp_path: Path, variables: dict[str, str]
) -> None:
    (tmp_path / "temp").mkdir()
    shutil.move(programs, tmp_path / "temp" / "bin")
    runner = Runner(checkout.folder, tmp_path / "temp", {"spec": "api.yaml", "labels": "true"}, variables=variables)
    runner.variables = {**variables, **{key: value for key, value in _TOKENS.items() if key != "GH_TOKEN"}}
    assert runner.run() == {"Install": 0, "Check": 0, "Review": 0, "Comment": 0}
    assert checkout.was_run() == ""
    assert tokens_in(tmp_path / "environment") == []
    environment = (tmp_path / "gh").read_text()
    assert "GH_TOKEN=token" in environment
    assert f"PWD={tmp_path}/temp\n" in environment
    assert "GH_REPO=" in environment


def test_only_the_step_that_comments_has_the_token_and_it_starts_no_oasmap() -> None:
    steps = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    having = [step for step in steps if any("inputs.token" in value for value in step["env"].values())]
    assert [step["name"] for step in having] == ["Comment"]
    script = (ACTION / "comment.sh").read_text(encoding="utf-8")
    assert not re.search(r"^[^#]*\b(oasmap (check|diff|generate)|python\w*|\.sh)\b", script, re.MULTILINE)


def gitlab(job: str, variables: dict[str, str]) -> tuple[str, dict[str, str]]:
    template: dict[str, Any] = yaml.safe_load((ROOT / ".gitlab/oasmap.gitlab-ci.yml").read_text(encoding="utf-8"))
    script = "\n".join([*template[".oasmap"]["before_script"], *template[job]["script"]])
    return script, {**template["variables"], "OASMAP_SPEC": "api.yaml", **variables}


@pytest.mark.parametrize("shell", ["bash", "sh"])
@pytest.mark.parametrize("job", ["oasmap-check", "oasmap-review"])
def test_the_template_of_gitlab_runs_nothing_of_the_checkout(
    checkout: Checkout, programs: Path, tmp_path: Path, job: str, shell: str
) -> None:
    base = output(["git", "rev-parse", "origin/main"], checkout.folder).strip()
    script, variables = gitlab(job, {**_TOKENS, **_VARIABLES, "CI_MERGE_REQUEST_DIFF_BASE_SHA": base})
    only = {**variables, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = run([shell, "-e", "-c", script], checkout.folder, only=only)
    assert (done.returncode, checkout.was_run()) == (0, ""), done.stderr
    assert tokens_in(tmp_path / "environment") == []


def test_the_template_of_gitlab_installs_in_an_empty_folder(checkout: Checkout, tmp_path: Path) -> None:
    folder = tmp_path / "tools"
    folder.mkdir()
    program(folder / "oasmap", "exit 1")
    program(folder / "python", 'echo "INSTALLED $(ls) $*"; env')
    script, variables = gitlab("oasmap-check", {**_TOKENS, **_VARIABLES, "HOME": str(tmp_path)})
    only = {**variables, "PATH": f"{folder}:{os.environ['PATH']}"}
    said = run(["sh", "-c", script], checkout.folder, only=only).stdout
    assert f"INSTALLED  -I -m pip install --quiet {variables['OASMAP_PACKAGE']}" in said
    assert [value for value in _TOKENS.values() if value in said] == []
    assert checkout.was_run() == ""


@pytest.mark.parametrize("variables", [{}, _VARIABLES])
@pytest.mark.parametrize("hook", yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text()), ids=lambda h: h["id"])
def test_hooks_import_nothing_of_the_repository(
    checkout: Checkout, hook: dict[str, Any], variables: dict[str, str]
) -> None:
    _, *arguments = hook["entry"].split()
    output([sys.executable, *arguments, "api.yaml"], checkout.folder, **variables)
    assert checkout.was_run() == ""


def steps(recipe: dict[str, Any]) -> Iterator[str]:
    for job in recipe["jobs"].values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


@pytest.mark.parametrize("name", ["check.yml", "breaking.yml", "scanning.yml"])
def test_a_workflow_of_the_guide_runs_nothing_of_the_checkout(
    checkout: Checkout, programs: Path, tmp_path: Path, name: str
) -> None:
    """Their installer is a program of the path: its folder comes first, and not the current one."""
    program(programs / "pip", f"exec '{sys.executable}' -P -c 'import logging, subprocess, json'")
    only = {**os.environ, **_TOKENS, "PATH": f"{programs}:{os.environ['PATH']}", "GITHUB_BASE_REF": "main"}
    for script in steps(RECIPES[name]):
        done = run([*BASH, script], checkout.folder, only=only)
        assert (done.returncode, checkout.was_run()) == (0, ""), done.stderr


_STARTS: dict[str, Callable[[str], bool]] = {
    "python -m": lambda line: bool(re.search(r"\bpython3?\b(?! -I)[^|&;]* -m\b", line)),
    "a script of the checkout": lambda line: bool(re.search(r"(?:^|[;&|] *)(?:\./|bash |sh |source |\. )\S+", line)),
}


@pytest.mark.parametrize("name", RECIPES)
def test_no_workflow_of_the_guide_starts_a_module_or_a_script_by_its_place(name: str) -> None:
    lines = [line for script in steps(RECIPES[name]) for line in script.splitlines()]
    assert [(line, what) for line in lines for what, starts in _STARTS.items() if starts(line)] == []
