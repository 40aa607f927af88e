#!/usr/bin/env python3
"""Whether the default install has wheels for each system and version of Python, in the versions of the lock. Needs uv.

Prints a line for each pair. The exit code is 1 where a package would have to be compiled.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

SYSTEMS = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
WITHOUT_COMPILER = {"watchdog"}
"""Packages that have no wheel for musl, and need no compiler on Linux: their C is for macOS."""


def main() -> int:
    """Ask for each pair."""
    root = Path(__file__).parents[1]
    needs = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    locked = re.sub(r" \\\n +--hash=\S+", "", (root / ".ci/requirements.txt").read_text(encoding="utf-8"))
    names = [line.partition("==")[0] for line in resolve(SYSTEMS[0], PYTHONS[0], needs, locked, []).splitlines()]
    failed = False
    for system in SYSTEMS:
        built = WITHOUT_COMPILER if "musl" in system else set()
        wheels = [name for name in names if name not in built]
        for python in PYTHONS:
            try:
                resolve(system, python, needs, locked, wheels)
                print(f"{system:28}{python}  ok", flush=True)
            except subprocess.CalledProcessError as error:
                failed = True
                print(f"{system:28}{python}  {' '.join(error.stderr.split())}", flush=True)
    print(f"{len(names)} packages: {', '.join(names)}")
    return 1 if failed else 0


def resolve(system: str, python: str, needs: list[str], locked: str, wheels: list[str]) -> str:
    """The versions that are installed there, where `wheels` come as wheels only. Raises CalledProcessError."""
    command = ["uv", "pip", "compile", "-q", "--no-header", "--no-annotate", "--python-platform", system]
    command += [part for name in wheels for part in ("--only-binary", name)]
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder, "constraints.txt")
        constraints.write_text(locked, encoding="utf-8")
        command += ["--python-version", python, "-c", str(constraints), "-"]
        return subprocess.run(command, input="\n".join(needs), capture_output=True, text=True, check=True).stdout  # noqa: S603 - of this file


if __name__ == "__main__":
    sys.exit(main())
