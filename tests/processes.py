"""Programs that tests run to their end."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def run(
    command: Sequence[str | Path],
    folder: Path | None = None,
    text: str = "",
    *,
    only: Mapping[str, str] = os.environ,
    seconds: float = 600,
    **variables: str,
) -> subprocess.CompletedProcess[str]:
    """Run a program, with `text` as its input. Its environment is `only`, or that of the tests, with some variables."""
    environment = {**only, **variables}
    return subprocess.run(
        command, cwd=folder, env=environment, input=text, capture_output=True, text=True, check=False, timeout=seconds
    )


def output(
    command: Sequence[str | Path],
    folder: Path | None = None,
    text: str = "",
    *,
    only: Mapping[str, str] = os.environ,
    **variables: str,
) -> str:
    """What a program writes that succeeds."""
    done = run(command, folder, text, only=only, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install_packages(source: Path, folder: Path, seconds: float) -> str:
    """Install the packages of npm that a lock file of `source` has, once; what went wrong, empty if nothing."""
    npm, lock, installed = shutil.which("npm"), source / "package-lock.json", folder / "installed.json"
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return ""
    if npm is None:
        return "npm is not on the path"
    folder.mkdir(parents=True, exist_ok=True)
    for path in (source / "package.json", lock):
        shutil.copy(path, folder)
    try:
        done = run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder, seconds=seconds)
    except subprocess.TimeoutExpired:
        return f"npm ci: not done after {seconds:.0f} s"
    if done.returncode == 0:
        shutil.copy(lock, installed)
    return "" if done.returncode == 0 else (done.stderr or done.stdout).strip()[-500:] or f"exit {done.returncode}"
