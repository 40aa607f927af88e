"""`oasmap try` with a command: what it gets, what is said, and what is left."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.trial import session
from mapper.programs.trial.addresses import addresses
from mapper.programs.trial.mock.api import Mock
from mapper.programs.trial.preview import read_api
from mapper.programs.trial.provider.crud import Crud
from mapper.request import Request
from mkdocs_oasmap.cli import main

from ...modules import forget_modules
from .support import Client, connected

PREVIEW = "This is a preview of bakery against a mock of its API, and no provider to publish."


def tried(monkeypatch: pytest.MonkeyPatch, act: Any, *arguments: str) -> int:
    """The exit code of `try` with a command that is not started: `act` gets a client of the provider in its place."""

    def run(command: Any, environment: Any, _ending: Any) -> int:
        assert command == ("something",)
        with connected(environment[session.VARIABLE]) as client:
            act(client)
        return 7

    monkeypatch.setattr(session, "run", run)
    return main(["try", *arguments, "openapi.yaml", "--", "something"])


def shop(client: Client) -> Any:
    return read_api(Request(Path("openapi.yaml"), (Path("generator_config.yml"),))).artifacts.resources["shop"]


def test_a_session_says_what_it_is_each_request_and_what_is_left(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def act(client: Client) -> None:
        assert "bakery_shop" in client.types()
        state, errors = client.apply(shop(client), {"name": "Crumb"})
        assert errors == []
        kept, _ = client.apply(shop(client), {"name": "Loaf"})
        assert client.apply(shop(client), None, state) == (None, [])
        assert kept["name"] == "Loaf"

    assert tried(monkeypatch, act) == 7
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert captured.out == ""
    assert lines[0] == PREVIEW
    assert [line.split("made")[0] for line in lines[1:-2]] == [
        "POST /shops 201", "GET /shops/", "POST /shops 201", "GET /shops/", "DELETE /shops/"
    ]  # fmt: skip
    assert lines[-2] == "Created and not destroyed: 1 object. The mock ends, and they with it."
    assert lines[-1].startswith("  bakery_shop made-id-")
    assert [*temporary.iterdir()] == []


def test_a_refused_request_is_said_with_its_reasons_to_the_person_and_to_terraform(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (Path("openapi.yaml")).write_text(Path("openapi.yaml").read_text().replace("name: {type", "name: {enum: [A], type"))

    def act(client: Client) -> None:
        state, errors = client.apply(shop(client), {"name": "Crumb"})
        assert state is None
        assert errors == ["http 422: create: POST /shops: body.name: 'Crumb' is not one of ['A']"]

    tried(monkeypatch, act)
    lines = capsys.readouterr().err.splitlines()
    assert lines[1:] == ["POST /shops 422: body.name: 'Crumb' is not one of ['A']"]


def test_a_mock_that_breaks_answers_with_one_line_here_and_there(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("a\nb")

    monkeypatch.setattr(Mock, "_post", broken)
    seen: list[str] = []
    tried(monkeypatch, lambda client: seen.extend(client.apply(shop(client), {"name": "Crumb"})[1]))
    assert seen == [r"http 500: create: POST /shops: the mock of oasmap is broken here: KeyError: 'a\nb'"]
    assert capfd.readouterr().err.splitlines() == [
        PREVIEW, r"POST /shops 500: the mock of oasmap is broken here: KeyError: 'a\nb'"
    ]  # fmt: skip


def test_a_provider_that_breaks_is_one_message_and_no_traceback(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> Any:
        raise TypeError("a\nb")

    monkeypatch.setattr(Crud, "create", broken)
    seen: list[str] = []
    tried(monkeypatch, lambda client: seen.extend(client.apply(shop(client), {"name": "Crumb"})[1]))
    assert seen == [r"mistake of oasmap: oasmap is broken here: TypeError: a\nb"]
    assert capfd.readouterr().err.splitlines() == [PREVIEW]


def test_objects_of_a_file_exist_from_the_beginning(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("objects.yaml").write_text("/shops: [{name: Old}]\n/shops/made-id-1002/ovens: [{kind: gas}]\n")

    def act(client: Client) -> None:
        imported = client.call("ImportResourceState", type_name="bakery_shop", id="made-id-1002").imported_resources
        state = client.call("ReadResource", type_name="bakery_shop", current_state=imported[0].state).new_state
        assert b"Old" in state.msgpack

    assert tried(monkeypatch, act, "--mock-from", "objects.yaml") == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/shops: [{motto: x}]", "POST /shops: 422: body.name: missing, but required; correct the object"),
        ("/nowhere: [{}]", "POST /nowhere: 405: no operation POST /nowhere; correct the object"),
        ("[1]", "this is no file of objects; write lists of request bodies by path, such as"),
        ("/shops: {name: x}", "this is no file of objects"),
    ],
)
def test_objects_that_the_api_refuses_are_one_message(
    temporary: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    Path("objects.yaml").write_text(text)
    assert main(["try", "--mock-from", "objects.yaml", "openapi.yaml", "--", "true"]) == 1
    assert capsys.readouterr().err.startswith(f"error: objects.yaml: {said}")


@pytest.mark.parametrize(
    ("code", "expected"), [("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 9)", 137)]
)
def test_the_exit_code_is_that_of_the_command(temporary: Path, code: str, expected: int) -> None:
    assert main(["try", "openapi.yaml", "--", sys.executable, "-c", code]) == expected
    assert [*temporary.iterdir()] == []


def test_a_command_that_does_not_exist_is_one_message(temporary: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "openapi.yaml", "--", "no-such-program"]) == 1
    assert "error: 'no-such-program' cannot be started: No such file or directory; write a" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("--all",)])
@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("openapi.yaml", "generator_config.yml: no such file; `oasmap init openapi.yaml` proposes one"),
        ("nothing.yaml", "nothing.yaml: no such file; correct the path"),
        ("schema.json", "schema.json: this is a provider's schema; give an OpenAPI description, in JSON or YAML"),
    ],
)
def test_without_a_config_the_message_has_the_way_out(
    temporary: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], spec: str, said: str
) -> None:
    Path("generator_config.yml").unlink()
    Path("schema.json").write_text('{"format_version": "1.0", "provider_schemas": {}}')
    assert main(["try", *arguments, spec]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == f"error: {said}"


def test_a_provider_has_the_addresses_that_the_configuration_requires(tmp_path: Path) -> None:
    entries = '    bakery = { source = "acme/bakery" }\n    aws = { source = "a/b" }\n'
    (tmp_path / "main.tf").write_text(f"terraform {{\n  required_providers {{\n{entries}  }}\n}}\n")
    (tmp_path / "broken.tf").write_text("terraform {")
    (tmp_path / "bytes.tf").write_bytes(b"\xff")
    (tmp_path / "folder.tf").mkdir()
    (tmp_path / "link.tf").symlink_to("/dev/zero")
    assert addresses("bakery", tmp_path) == ("hashicorp/bakery", "acme/bakery")


def test_a_missing_extra_is_one_line_that_names_it(
    temporary: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_modules(monkeypatch, "mapper.programs.trial", missing=["grpc"])
    assert main(["try", "openapi.yaml"]) == 1
    assert capsys.readouterr().err == "error: this command needs more packages; pip install 'mkdocs-oasmap[try]'\n"


def test_the_settings_are_one_line_of_json(temporary: Path) -> None:
    code = "import json, os; print(json.dumps(json.loads(os.environ['TF_REATTACH_PROVIDERS'])))"
    program = "from mkdocs_oasmap.start import program; raise SystemExit(program())"
    done = subprocess.run(
        [sys.executable, "-c", program, "try", "openapi.yaml", "--", sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )
    (place,) = json.loads(done.stdout).values()
    assert place["ProtocolVersion"] == 6


@pytest.mark.parametrize("name", ["bakery", "x'; touch pwned; '", "$(touch pwned)", "`touch pwned`", "a\nb", 'x"'])
def test_the_line_to_type_sets_a_variable_and_does_nothing_else(here: Path, name: str) -> None:
    settings = json.dumps({f"acme/{name}": {}})
    line = session._assignment("SETTINGS", settings)
    assert "\n" not in line
    script = f'{line}\nprintf %s "$SETTINGS"'
    shown = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout == settings
    assert list(here.iterdir()) == []


def test_the_line_to_type_in_powershell_has_its_quotes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert session._assignment("SETTINGS", """{"a'b": 1}""") == """$env:SETTINGS = '{"a''b": 1}'"""
    assert session._removal("SETTINGS") == "Remove-Item Env:SETTINGS"
