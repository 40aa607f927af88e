"""The tools that judge what is written: Go, and Node with the packages of `node/`, fetched once into `.cache/peers`."""

import json
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from .. import processes
from ..go_code.tools import go_flags

ROOT = Path(__file__).parents[2]
PEERS = ROOT / ".cache" / "peers"
HERE = Path(__file__).parent


def run(command: list[str], folder: Path, seconds: float = 900, **environment: str) -> tuple[int, str]:
    """Run a command; its exit code, and what it says."""
    done = processes.run(command, folder, seconds=seconds, **environment)
    return done.returncode, (done.stdout + done.stderr).strip()


def output(command: list[str], folder: Path, **environment: str) -> str:
    """What a command writes, without its complaints."""
    return processes.run(command, folder, seconds=900, **environment).stdout.strip()


@cache
def go() -> str:
    """The path of `go`; without it the test is skipped."""
    found = shutil.which("go")
    if found is None:
        pytest.skip("PEER MISSING: go is not on the path")
    return found


OFFLINE = {"GOPROXY": "off", "GOFLAGS": go_flags("-mod=mod"), "GOTOOLCHAIN": "local", "GOWORK": "off"}


def go_problems(folder: Path) -> str:
    """What gofmt would change and what vet says of a module without any network; empty if nothing."""
    gofmt = str(Path(go()).with_name("gofmt"))
    code, said = run([gofmt if Path(gofmt).exists() else "gofmt", "-l", "-d", "."], folder)
    assert code == 0, said
    vetted, problems = run([go(), "vet", "./..."], folder, **OFFLINE)
    return said + (problems if vetted else "")


@cache
def node_modules() -> Path:
    """The packages of `node/package-lock.json`; without them the test is skipped."""
    folder = PEERS / "node"
    stamp = folder / "installed.json"
    if shutil.which("node") is None:
        pytest.skip("PEER MISSING: node is not on the path")
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != LOCK.read_text(encoding="utf-8"):
        pytest.skip("PEER MISSING: run python -m tests.pulumi.peers for the packages of npm")
    return folder / "node_modules"


LOCK = HERE / "node" / "package-lock.json"
BINDER = PEERS / "pulumi-binder"
"""The program of `binder/`."""
SDK = "github.com/pulumi/pulumi/sdk/v3@v3.235.0"


def binder_says(paths: Iterable[Path]) -> dict[Path, str]:
    """What Pulumi's own reader of package schemas has against files, empty if nothing; else the test is skipped."""
    if not BINDER.is_file():
        pytest.skip("PEER MISSING: run python -m tests.pulumi.peers for Pulumi's reader of package schemas")
    lines = output([str(BINDER), *map(str, paths)], HERE).splitlines()
    return {Path(path): said for path, said in map(json.loads, lines)}


@cache
def go_environment() -> dict[str, str]:
    """Where Go finds the modules of the SDK, without any network; without them the test is skipped."""
    go()
    cache_ = PEERS / "go"
    if not (cache_ / "mod" / SDK).is_dir():
        pytest.skip("PEER MISSING: run python -m tests.pulumi.peers for the SDK of Go")
    return {
        "GOMODCACHE": str(cache_ / "mod"), "GOFLAGS": go_flags("-mod=readonly"), "GOPROXY": "off",
        "GOTOOLCHAIN": "local", "GOWORK": "off",
    }  # fmt: skip
