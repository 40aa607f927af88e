"""The tools that judge what is written: Go, and Node with the packages of `node/`, fetched once into `.cache/peers`."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PEERS = ROOT / ".cache" / "peers"
HERE = Path(__file__).parent


def run(command: list[str], folder: Path, seconds: float = 900, **environment: str) -> tuple[int, str]:
    """Run a command; its exit code, and what it says."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=seconds,
        check=False,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).strip()


def output(command: list[str], folder: Path, **environment: str) -> str:
    """What a command writes, without its complaints."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=900, check=False
    )
    return done.stdout.strip()


@cache
def go() -> str:
    """The path of `go`; without it the test is skipped."""
    found = shutil.which("go")
    if found is None:
        pytest.skip("PEER MISSING: go is not on the path")
    return found


OFFLINE = {"GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "GOWORK": "off"}


def go_problems(folder: Path) -> str:
    """What gofmt would change and what vet says of a module without any network; empty if nothing."""
    gofmt = str(Path(go()).with_name("gofmt"))
    code, said = run([gofmt if Path(gofmt).exists() else "gofmt", "-l", "-d", "."], folder)
    assert code == 0, said
    vetted, problems = run([go(), "vet", "./..."], folder, **OFFLINE)
    return said + (problems if vetted else "")


def write_files(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


@cache
def node_modules() -> Path:
    """The packages of `node/package-lock.json`, installed where they are not; without npm the test is skipped."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("PEER MISSING: npm and node are not on the path")
    folder = PEERS / "node"
    wanted = (HERE / "node" / "package-lock.json").read_text(encoding="utf-8")
    stamp = folder / "installed.json"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / "node" / name, folder / name)
        code, said = run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
        if code:
            pytest.skip(f"PEER MISSING: npm cannot install: {said[-300:]}")
        stamp.write_text(wanted, encoding="utf-8")
    return folder / "node_modules"
