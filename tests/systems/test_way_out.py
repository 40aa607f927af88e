"""The first mistakes of a newcomer end in one line, with a command that works."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from mapper.registry import system_named
from mkdocs_oasmap.cli import main

from ..files import write_files
from ..modules import forget_modules
from .cases import CASES

FILES = {name: case for name, case in CASES.items() if not case.is_folder}
COMMANDS = ("generate", "check", "pages", "diff", "settle")


def line_of(capsys: pytest.CaptureFixture[str]) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    return line


def input_of(folder: Path, name: str) -> str:
    """The input of a system without its config, in a folder; its name."""
    case = CASES[name]
    write_files(folder, {file: text for file, text in case.files.items() if file != system_named(name).reading.config})
    return case.spec


def arguments(command: list[str], name: str, spec: str) -> list[str]:
    more = {"pages": ["out"], "diff": [spec]}.get(command[0], [])
    return [*command, "--system", name, spec, *more]


@pytest.mark.parametrize(("name", "command"), [("ack", c) for c in COMMANDS[:4]] + [("terraform", c) for c in COMMANDS])
def test_without_a_config_the_command_that_proposes_one_is_named(
    name: str, command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = arguments([command], name, input_of(here, name))
    assert main(asked) == 1
    proposal = re.findall(r"`oasmap (.*)` proposes one", line_of(capsys))
    assert main(shlex.split(proposal[0])) == 0
    if command == "check":  # which compares with what was written
        assert main(arguments(["generate"], name, CASES[name].spec)) == 0
    assert main(asked) == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_config_is_replaced_by_the_command_that_is_named(
    command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = arguments([command], "terraform", input_of(here, "terraform"))
    (here / "generator_config.yml").touch()
    assert main(asked) == 1
    proposal = re.findall(r"the file is empty; `oasmap (.*)` proposes one", line_of(capsys))
    assert main(shlex.split(proposal[0])) == 0
    if command == "check":  # which compares with what was written
        assert main(arguments(["generate"], "terraform", CASES["terraform"].spec)) == 0
    assert main(asked) == 0


def test_without_an_input_the_input_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "nothing.yaml"]) == 1
    assert capsys.readouterr().err == "error: nothing.yaml: no such file; correct the path\n"


def test_the_proposed_config_is_the_one_that_is_missing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["generate", "--config", "some where/c.yml", input_of(here, "terraform")]
    assert main(asked) == 1
    proposal = re.findall(r"`oasmap (.*)` proposes one", line_of(capsys))
    assert main(shlex.split(proposal[0])) == 0
    assert main(asked) == 0


@pytest.mark.parametrize("other", FILES)
def test_an_input_in_place_of_a_config_names_one(other: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = input_of(here, "terraform")
    asked = ["generate", spec, "--config", input_of(here, other)]
    assert main(asked) == 1
    line = line_of(capsys)
    assert ", not a generator config; " in line
    proposal = re.findall(r"`oasmap (.*)` proposes one", line)
    assert main(shlex.split(proposal[0])) == 0
    capsys.readouterr()
    assert main(asked) == 1
    assert line_of(capsys).endswith("; name generator_config.yml")


@pytest.mark.parametrize(
    "arguments", [["generate", "URL"], ["generate", "x", "--config", "URL"], ["diff", "URL", "x"]], ids=" ".join
)
def test_an_address_is_downloaded_first(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    address = "https://api.example.org/a b.yaml"
    assert main([address if word == "URL" else word for word in arguments]) == 2
    assert f"{address!r} is an address, not a file; download it: curl -LO '{address}'\n" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["generate"], ["check"], ["pages"], ["init"], ["init", "--site"]], ids=" ".join)
@pytest.mark.parametrize("other", FILES)
@pytest.mark.parametrize("name", ["terraform", "ack", "provider"])
def test_an_input_of_another_system_names_the_system(
    name: str, other: str, command: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = input_of(here, name)
    if system_named(other).reading.input.describes(yaml.safe_load((here / spec).read_text())):
        return
    assert main(arguments(command, other, spec)) == 1
    line = line_of(capsys)
    assert f"{spec}: this is a" in line
    assert f"add `--system {name}`, or `system: {name}` in mkdocs.yml" in line


@pytest.mark.parametrize("name", ["ack", "provider"])
def test_a_build_names_the_system_too(name: str, here: Path, caplog: pytest.LogCaptureFixture) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    site = {"site_name": "a", "plugins": [{"oasmap": {"spec": input_of(here, name)}}]}
    (here / "mkdocs.yml").write_text(yaml.safe_dump(site))
    (here / "docs").mkdir()
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    with pytest.raises(Abort):
        build(config)
    assert f"`system: {name}` in mkdocs.yml" in caplog.text


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("oas302", 0, "OAS302: "),
        ("Became-Required", 0, "became-required: "),
        ("became-requird", 2, "did you mean 'became-required'?"),
        ("OASS302", 2, "did you mean 'OAS302'?"),
        ("nothing", 2, "`oasmap explain all` lists the rules"),
    ],
)
def test_explain_reads_what_is_nearly_a_code_or_rule(
    name: str, code: int, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", name]) == code
    assert hint in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["plan", "--provider", "p", "."], "provider"),
        (["operator", "--provider", "p"], "operator"),
        (["generate", "--system", "ack", "--config", "generator.yaml", "botocore:s3"], "ack"),
    ],
)
def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    command: list[str], extra: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "generator.yaml").write_text("{}\n")
    (here / "provider.yaml").write_text("name: zoo\n")
    missing = ["grpc", "msgpack", "google.protobuf", "lightkube", "botocore", "botocore.loaders"]
    forget_modules(monkeypatch, "mapper.programs", "grpc", "google.protobuf", missing=missing)
    assert main(command) == 1
    assert f"pip install 'mkdocs-oasmap[{extra}]'" in line_of(capsys)


PLUGINS = {True: {"plugins": ["search"]}, False: {}}


# --- a site beside what is there -----------------------------------------------------------------------------------


def test_a_site_keeps_the_config_that_is_there(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CASES["terraform"].write(here)
    config = (here / "generator_config.yml").read_bytes()
    assert main(["init", "--site", "api.yaml"]) == 0
    assert (here / "generator_config.yml").read_bytes() == config
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "generator_config.yml is there already, and stays as it is"
    assert lines[-1] == "next: mkdocs serve"
    assert (here / "mkdocs.yml").is_file()


@pytest.mark.build
@pytest.mark.parametrize(("has_nav", "has_plugins"), [(True, True), (False, False)])
@pytest.mark.parametrize("name", FILES)
def test_the_lines_to_add_to_a_site_make_the_pages(
    name: str, has_nav: bool, has_plugins: bool, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    nav = [{"Start": "index.md"}]
    (here / "mkdocs.yml").write_text(
        yaml.safe_dump({"site_name": "mine"} | ({"nav": nav} if has_nav else {}) | PLUGINS[has_plugins])
    )
    write_files(here, {"docs/index.md": "# Mine\n"})
    assert main(["init", "--site", "--system", name, input_of(here, name)]) == 0
    printed = capsys.readouterr().err.partition("add to mkdocs.yml:\n")[2].partition("next: ")[0]
    added = yaml.safe_load(printed)
    assert added["plugins"][:-1] == ([] if has_plugins else ["search"])
    plugins = ["search", added["plugins"][-1]]
    assert ("nav" in added) is has_nav
    site = {"site_name": "mine", "plugins": plugins} | ({"nav": nav + added["nav"]} if has_nav else {})
    (here / "mkdocs.yml").write_text(yaml.safe_dump(site))
    config = load_config("mkdocs.yml", strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    assert (here / "site" / "reference" / "index.html").is_file()
    assert "reference/" in (here / "site" / "index.html").read_text(encoding="utf-8")


def test_a_package_schema_needs_no_config(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "package.json").write_text('{"name": "zoo", "resources": {"zoo:index:Pet": {}}}')
    assert main(["init", "--system", "pulumi", "package.json"]) == 0
    first, command, site = capsys.readouterr().err.splitlines()
    assert first == "the package zoo needs no config"
    for line in (command, site):
        assert main(shlex.split(line.partition(": oasmap ")[2])) == 0
    assert not (here / "pulumi.yml").exists()
    assert (here / "mkdocs.yml").is_file()
