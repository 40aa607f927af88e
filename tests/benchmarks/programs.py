"""What is measured: the project's command line, a second build of it, and the reference tool."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .cases import Case

REFERENCE = "tfplugingen-openapi"
AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Program:
    """Something to run: `command` makes the command line for a case and an output file."""

    label: str
    command: Callable[[Case, Path], list[str]]


def ours(command: str | None = None) -> Program:
    """`oasmap generate` as it is installed beside this Python; `command` replaces `oasmap`."""
    script = Path(sys.executable).with_name("oasmap")
    installed = [str(script)] if script.is_file() else [sys.executable, "-m", "mkdocs_oasmap"]
    return Program("oasmap", _generate(shlex.split(command) if command else installed))


def against(command: str) -> Program:
    """`generate` of a second build of the project."""
    return Program(AGAINST, _generate(shlex.split(command)))


def reference(path: Path) -> Program:
    """The reference tool, with the same arguments."""
    return Program("reference", _generate([str(path)]))


def _generate(tool: list[str]) -> Callable[[Case, Path], list[str]]:
    return lambda case, output: [
        *tool, "generate", "--config", str(case.config), "--output", str(output), str(case.spec)
    ]  # fmt: skip


def find_reference() -> Path | None:
    """The reference tool on PATH or where `go install` puts it; None where it is not installed."""
    if found := shutil.which(REFERENCE):
        return Path(found)
    go = shutil.which("go")
    if go is None:
        return None
    answer = subprocess.run([go, "env", "GOBIN", "GOPATH"], capture_output=True, text=True, check=False)
    gobin, gopath = [*answer.stdout.splitlines(), "", ""][:2]
    places = [Path(gobin)] if gobin else [Path(entry) / "bin" for entry in gopath.split(":") if entry]
    return next((place / REFERENCE for place in places if (place / REFERENCE).is_file()), None)
