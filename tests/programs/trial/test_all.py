"""`oasmap try --all` lets every resource live, and pages of authors show what it saw."""

import json
from pathlib import Path

import pytest

from mapper.model.samples.extent import Extent
from mapper.programs.trial.life import live_in_process
from mapper.programs.trial.trial import TerraformTrial
from mapper.request import Request
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.cli.program import LOST, OK, PROBLEM, USAGE

from ...lifecycle import descriptions
from ...lifecycle.folder import opened
from ...tfplugin.peers import terraform
from .support import edit, write


@pytest.fixture
def bakery(here: Path) -> Path:
    write(here)
    return here


def test_a_table_says_how_far_all_resources_come(bakery: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "--all", "openapi.yaml"]) == OK
    *_, row = capsys.readouterr().out.splitlines()
    assert row == "| bakery | 2 | 2 | 2 / 2 | 1 / 1 | 1 / 1 | 2 / 2 | 2 / 2 | 0 | 2 | 2 |"


def test_a_resource_that_does_not_live_is_named_with_the_request_and_the_response(
    bakery: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = "      attributes:\n        aliases:\n          oven_id"
    edit(bakery / "generator_config.yml", entry, f"      ignores: [kind]\n{entry}")
    assert main(["try", "--all", "openapi.yaml"]) == PROBLEM
    out = capsys.readouterr().out
    assert "   1 create: http 422 (shop_oven)" in out
    assert "    create: http 422: create: POST /shops/" in out
    assert "body.kind: missing, but required" in out


WORDS = vars(descriptions).values()
TEXTS = [text for text in WORDS if isinstance(text, str) and text.startswith("openapi: ") and "paths:" in text]


@pytest.mark.parametrize("text", TEXTS)
def test_the_verdicts_are_those_of_the_lives_in_tests(here: Path, text: str) -> None:
    write(here, description=text)
    seen = json.loads(TerraformTrial().try_all(Request("openapi.yaml", ("generator_config.yml",)), real=False).record)
    with opened(here) as api:
        lives = [live_in_process(api, resource, Extent.MINIMAL) for resource in api.artifacts.resources.values()]
    assert seen["resources"] == {life.resource: dict(life.results) for life in lives}


@pytest.mark.peer
def test_terraform_sees_the_same(bakery: Path) -> None:
    terraform()
    request = Request("openapi.yaml", ("generator_config.yml",))
    ours, theirs = (json.loads(TerraformTrial().try_all(request, real=real).record) for real in (False, True))
    for name, results in ours["resources"].items():
        for step, result in results.items():
            assert theirs["resources"][name][step].partition(":")[0] == result.partition(":")[0], (name, step)
    assert (ours["by"], theirs["by"]) == ("Terraform's rules", "Terraform")


def test_without_terraform_its_option_is_one_message(
    bakery: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(bakery))
    assert main(["try", "--all", "--terraform", "openapi.yaml"]) == PROBLEM
    message = "error: terraform is not on the path; install Terraform, or leave --terraform out\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(
    "arguments",
    [
        ("--terraform", "openapi.yaml"),
        ("--write-life", "life.json", "openapi.yaml"),
        ("--all", "openapi.yaml", "--", "true"),
        ("--all", "--mock-from", "x.yaml", "openapi.yaml"),
    ],
)
def test_options_that_would_do_nothing_are_refused(bakery: Path, arguments: tuple[str, ...]) -> None:
    assert main(["try", *arguments]) == USAGE


def test_a_record_never_replaces_an_input(bakery: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (bakery / "openapi.yaml").read_text()
    assert main(["try", "--all", "--write-life", "./openapi.yaml", "openapi.yaml"]) == PROBLEM
    assert capsys.readouterr().err.startswith("error: openapi.yaml: the record would replace an input")
    assert (bakery / "openapi.yaml").read_text() == before


@pytest.fixture
def recorded(bakery: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The bakery with a record of its lives, and a code spec."""
    assert main(["try", "--all", "--write-life", "life.json", "openapi.yaml"]) == OK
    assert main(["generate", "--quiet", "openapi.yaml"]) == OK
    capsys.readouterr()
    return bakery


def page(*arguments: str) -> str:
    assert main(["pages", *arguments, "openapi.yaml", "docs"]) == OK
    return Path("docs/resources/shop.md").read_text()


def test_pages_of_authors_show_what_was_seen_and_pages_of_users_do_not(recorded: Path) -> None:
    seen = "created, planned without a change, updated in place, imported, destroyed."
    assert seen in page("--life", "life.json", "--audience", "authors")
    assert seen not in page("--life", "life.json")
    assert seen not in page("--audience", "authors")


def test_a_record_changes_no_artifact(recorded: Path) -> None:
    assert main(["check", "--strict", "--life", "life.json", "openapi.yaml"]) == OK


def test_a_comment_does_not_make_a_record_stale(recorded: Path) -> None:
    edit(recorded / "openapi.yaml", "paths:", "# a comment\npaths:")
    edit(recorded / "generator_config.yml", "resources:", "# a comment\nresources:")
    assert main(["check", "--strict", "--life", "life.json", "openapi.yaml"]) == OK


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("openapi.yaml", "enum: [stone, gas]", "enum: [stone]"), ("generator_config.yml", "read_only: computed", "{}")],
)
def test_check_says_that_a_record_is_stale_and_pages_do_not_show_it(
    recorded: Path, capsys: pytest.CaptureFixture[str], name: str, old: str, new: str
) -> None:
    edit(recorded / name, f"  {old}" if name.startswith("gen") else old, "" if new == "{}" else new)
    assert main(["generate", "--quiet", "openapi.yaml"]) == OK
    assert main(["check", "--strict", "--life", "life.json", "openapi.yaml"]) == LOST
    assert "OAS610: life.json is of another state of the description or the config" in capsys.readouterr().err
    assert "## Tried" not in page("--life", "life.json", "--audience", "authors")


def test_a_stale_record_hides_no_other_diagnostic(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(recorded / "openapi.yaml", "enum: [stone, gas]", "Enum: [stone, gas]")
    assert main(["generate", "--life", "life.json", "openapi.yaml"]) == OK
    told = capsys.readouterr().err
    assert "OAS610: life.json is of another state" in told
    assert "OAS411: resource shop_oven, attribute kind: 'Enum' has no meaning" in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "this is no record of lives: Object missing required field `life`"),
        ('{"life": 9, "by": "", "state": "", "resources": {}}', "the version 9 of the record is not known"),
        ('{"life": 1, "by": "", "state": "", "resources": {"shop": {"create": 1}}}', "this is no record of lives"),
    ],
)
def test_what_is_no_record_is_one_message(
    recorded: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    (recorded / "life.json").write_text(text)
    assert main(["check", "--life", "life.json", "openapi.yaml"]) == PROBLEM
    err = capsys.readouterr().err
    assert err.startswith(f"error: life.json: {said}")
    assert "run `oasmap try --all --write-life life.json`" in err


def test_a_record_comes_into_the_sidecar_and_into_pages_of_it(recorded: Path) -> None:
    assert main(["generate", "--quiet", "--sidecar", "s.json", "--life", "life.json", "openapi.yaml"]) == OK
    assert "updated in place" in Path("s.json").read_text()
