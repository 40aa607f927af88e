"""Usage errors: each is one line that says what is wrong, and one with the command that explains the arguments."""

import shlex
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main
from mkdocs_oasmap.cli.program import COMMANDS, OK, PROBLEM, USAGE

from ..site.sites import write_site


def errors(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    """What is said about a command line, after the line of the usage, and the proposed command."""
    assert main(arguments) == USAGE
    usage, error, more = capsys.readouterr().err.splitlines()
    assert usage.startswith("usage: oasmap")
    return error, more


WRONG = [
    *([], ["-v"], ["--config", "c.yml", "generate", "api.yaml"], ["help"], ["generate", "--overlays", "x", "api.yaml"]),
    *(["generate", "api.yaml", "out.json"], ["generate", "--system", "terrafrom", "api.yaml"], ["generate", "-o", "x"]),
    *([command] for command in COMMANDS if command not in ("check", "diff", "schema")),
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_usage_error_names_the_command_that_helps(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    error, more = errors(capsys, *arguments)
    assert "\\" not in error, "line breaks and tabs of Click"
    command = shlex.split(more.split("`")[1])
    assert main(command[1:]) == OK
    assert "usage: oasmap" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "a command is needed; choose from generate, check, "),
        (["genrate"], "there is no command 'genrate'; did you mean 'generate'?"),
        (["help"], "there is no command 'help'; choose from generate, check, "),
        (["--config", "c.yml", "check", "a"], "write options behind the command: oasmap check OPTIONS"),
        (["pages", "-f", "registry"], "No such option '-f'. Did you mean --format?"),
        (["pages", "-z"], "No such option '-z'."),
        (["generate", "--overlays", "x"], "(Did you mean one of: '--overlay'"),
        (
            ["try", "--endpoint", "http://x", "--mock-from", "x", "a"],
            "--mock-from is for the mock, and --endpoint for a",
        ),
        (["try", "--all", "--endpoint", "http://x", "a"], "--all takes no command, no --mock-from and no --endpoint"),
        (["try", "--all", "--mock-from", "x", "a"], "--all takes no command, no --mock-from and no --endpoint"),
        (["try", "--terraform", "a"], "--terraform and --write-life are for --all; add it"),
        (["try", "--write-life", "x", "a"], "--terraform and --write-life are for --all; add it"),
        (["diff", "--also", "sarif=", "a", "b"], "'sarif=' is not FORMAT=FILE"),
        (["diff", "--also", "sarif=a\0b", "a", "b"], "is not FORMAT=FILE"),
        (["diff", "--guide-url", "guide.md", "a", "b"], "'guide.md' is not an address; begin it with https://"),
        (["pages", "--source-url", "https://x/", "a", "b"], "'https://x/' has no {path} in it"),
        (["generate", "a\0b"], "'a\\x00b' has a character that no name has; remove it"),
        (["generate", "--config", "a", "--config", "b\ud800", "x"], "'b\\ud800' has a character that no name has"),
    ],
)
def test_what_was_meant_is_proposed(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert expected in errors(capsys, *arguments)[0]


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        ("generate --output x.json --providers-schema x.json api.yaml", PROBLEM,
         "error: x.json: --providers-schema names the file of another output; choose another file\n"),
        ("generate --output x.json --providers-schema ./y/../x.json api.yaml", PROBLEM,
         "error: y/../x.json: --providers-schema names the file of another output; choose another file\n"),
        ("diff --rule nothing=info api.yaml old.yaml", USAGE, "error: --rule: "),
        ("diff --mkdocs mkdocs.yml old.yaml api.yaml", USAGE,
         "error: with --mkdocs, OLD is compared with the site; leave NEW out\n"),
        ("diff api.yaml", USAGE, "error: OLD and NEW are needed; `oasmap diff git:main openapi.yaml`\n"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_one_message(
    here: Path, arguments: str, code: int, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(here, files={"old.yaml": "openapi: 3.1.0\npaths: {}\n"})
    assert main(arguments.split()) == code
    said = capsys.readouterr().err
    assert said.startswith(expected)
    assert said.count("error: ") == 1
    assert not (here / "x.json").exists()
