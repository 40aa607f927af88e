"""What the guide says about reviews is so: its commands parse, and its table has every rule."""

import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Document
from mapper.registry import review_rules
from mapper.review.changes import Review, ReviewSide, Version
from mapper.review.settings_reader import KEYS, read_settings
from mkdocs_oasmap.cli.diff import command as diff
from mkdocs_oasmap.pages.block import embed
from mkdocs_oasmap.review.changelog import as_changelog
from mkdocs_oasmap.review_formats import FORMATS

from .. import zoo
from ..processes import output, run
from ..repository import commit_all, git
from ..support import compare
from .pairs import PAIRS

DOCS = Path(__file__).parents[2] / "example_site" / "docs"
GUIDE = (DOCS / "reviewing.md").read_text(encoding="utf-8")
RECIPES = (DOCS / "ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)(?: title=\"([^\"]*)\")?\n(.*?)```", GUIDE + RECIPES, re.DOTALL)


def commands(value: Any) -> list[str]:
    """The strings in a workflow that call oasmap."""
    if isinstance(value, dict | list):
        members = value.values() if isinstance(value, dict) else value
        return [command for member in members for command in commands(member)]
    return [value] if isinstance(value, str) and value.startswith("oasmap diff") else []


SHELL = [line for kind, _, text in BLOCKS if kind == "sh" for line in text.splitlines()]
CI = [command for kind, title, text in BLOCKS if title.startswith(".g") for command in commands(yaml.safe_load(text))]


def test_there_are_commands_to_check() -> None:
    assert len(SHELL) >= 2
    assert len(CI) == 2


@pytest.mark.parametrize("command", SHELL + CI)
def test_a_command_of_the_guide_is_one(command: str) -> None:
    program, name, *rest = shlex.split(command.partition(" > ")[0])
    assert (program, name) == ("oasmap", "diff")
    given = diff().make_context("diff", rest).params
    assert given["old"]
    assert given["new"] or given["mkdocs"]


API = zoo.api("Pet: {type: object, properties: {age: {type: integer}}}\n", identifier="string")


@pytest.fixture
def request_of_a_change(tmp_path: Path) -> Path:
    """A clone as a pipeline has it: the base is a branch of origin, and what is checked out changed a type."""
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    (origin / "api").mkdir(parents=True)
    (origin / "api/openapi.yaml").write_text(API)
    (origin / "generator_config.yml").write_text(zoo.CONFIG)
    (origin / "oasmap_review.yml").write_text("rules: {description-changed: ignore}\n")
    git(origin, "init", "-qb", "main")
    commit_all(origin)
    git(origin, "clone", "-q", ".", str(clone))
    (clone / "api/openapi.yaml").write_text(API.replace("integer", "string"))
    return clone


@pytest.mark.parametrize("command", CI)
def test_a_command_of_a_pipeline_runs(command: str, request_of_a_change: Path) -> None:
    head = output(["git", "rev-parse", "HEAD"], request_of_a_change).strip()
    variables = {"GITHUB_BASE_REF": "main", "CI_MERGE_REQUEST_DIFF_BASE_SHA": head}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = run(["/bin/sh", "-c", command], request_of_a_change, **variables, PATH=path)
    written = re.search(r"> (\S+)$", command)
    text = (request_of_a_change / written[1]).read_text(encoding="utf-8") if written else done.stdout
    assert (done.returncode, done.stderr) == (3 if "--fail-on" in command else 0, "")
    assert "type" in text


def test_the_review_file_of_the_guide_is_one() -> None:
    (text,) = [text for _, title, text in BLOCKS if title == "oasmap_review.yml"]
    settings = read_settings(Document("oasmap_review.yml", text.encode()))
    assert len(settings.levels) == 2
    assert len(settings.approved) == 1


def test_every_format_is_in_the_guide() -> None:
    assert [name for name in FORMATS if f"`--format {name}`" not in GUIDE] == []


def test_the_table_of_rules_has_every_rule() -> None:
    shown = embed("review-rules", "all", dict, lambda wanted: wanted)
    found = [rule.id for _, rules in shown.view for rule, _ in rules]  # type: ignore[union-attr]
    assert sorted(found) == sorted(review_rules())
    assert len(found) == len(set(found))
    assert next(title for title, _ in shown.view) == "All systems"  # type: ignore[union-attr]


def test_the_patterns_of_the_guide_are_a_review_file() -> None:
    (text,) = [text for _, title, text in BLOCKS if title == "review-patterns.yml"]
    settings = read_settings(Document("review-patterns.yml", text.encode()))
    assert (len(settings.severities), len(settings.approved), len(settings.approvals)) == (2, 2, 2)
    assert [key for key in KEYS if f"| `{key}` |" not in GUIDE] == []


def test_the_template_of_the_guide_writes_a_changelog(tmp_path: Path) -> None:
    (text,) = [text for _, title, text in BLOCKS if title == "changes.j2"]
    path = tmp_path / "changes.j2"
    path.write_text(text, encoding="utf-8")
    changes = compare(*PAIRS["became-required"])
    found = as_changelog(Review(ReviewSide("old"), ReviewSide("new"), changes, released=Version(1, 0, 0)), path)
    assert found.startswith("# 2.0.0\n")
    assert "- oven, `it`: was " in found
