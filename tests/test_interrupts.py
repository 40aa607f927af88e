"""Ctrl-C ends every command in silence with 130, whatever it is doing; also while its modules are loaded."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

ROOT = Path(__file__).parents[1]
COMMANDS = ("generate", "check", "pages", "init", "diff")
"""Those that know of systems."""

TELLING = """\
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Finder())
"""


def interrupted(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run `oasmap`, which is interrupted when it loads a module."""
    (folder / "hooks").mkdir(exist_ok=True)
    (folder / "hooks" / "sitecustomize.py").write_text(TELLING.format(module=module))
    environment = {**os.environ, "PYTHONPATH": f"{folder / 'hooks'}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, "-m", "mkdocs_oasmap", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    "module", ["mkdocs_oasmap.cli", "click", "mapper.report.diagnostic", "mapper.terraform", "mapper.registry"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_while_modules_are_loaded_is_silent(tmp_path: Path, command: str, module: str) -> None:
    done = interrupted(tmp_path, module, command, "--help")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("command", "module"),
    [
        (("generate", "api"), "mapper.inputs.yaml_reader"),
        (("check", "api"), "mapper.inputs.yaml_reader"),
        (("pages", "api", "out"), "mkdocs_oasmap.render.markdown_pages"),
        (("init", "--force", "api"), "mapper.terraform.propose"),
        (("diff", "api", "api"), "mkdocs_oasmap.cli.reviewing"),
        (("schema",), "mapper.review.data"),
    ],
)
def test_an_interrupt_of_a_command_is_silent(tmp_path: Path, command: tuple[str, ...], module: str) -> None:
    (tmp_path / "api").write_text("openapi: 3.0.3\npaths: {}\n")
    (tmp_path / "generator_config.yml").write_text("provider: {name: zoo}\n")
    done = interrupted(tmp_path, module, *command)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_process_that_ignores_interrupts_goes_on(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import mkdocs_oasmap.start as s; s.program()"
    (tmp_path / "sitecustomize.py").write_text(TELLING.format(module="mapper.report.diagnostic"))
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run([sys.executable, "-c", code, "schema"], env=environment, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith(b"{")


def test_an_interrupt_in_this_process_is_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("mkdocs_oasmap.cli.input_options.InputOptions.map", stop)
    assert main(["generate", "api"]) == 130
    assert capsys.readouterr() == ("", "")
