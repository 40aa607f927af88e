"""Programs that tests run to their end."""

import os
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
