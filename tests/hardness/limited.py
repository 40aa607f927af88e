"""Runs the command line within limits of CPU time and memory that the kernel enforces."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SECONDS = 30
"""CPU time of a run: far more than any of them needs, far less than for ever."""

MEMORY = 2 * 2**30
"""Bytes of address space of a run."""

WALL = 500
"""Seconds after which a run that waits for something is given up: on a busy machine, many times its CPU time."""


@dataclass(frozen=True)
class Run:
    """One run that came to an end by itself."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The messages, without the word error."""
        return [line.removeprefix("error: ") for line in self.err.splitlines() if line.startswith("error: ")]


def oasmap(folder: Path, *arguments: str, seconds: int = SECONDS, memory: int = MEMORY) -> Run:
    """Run `oasmap` in `folder`. Fails where a limit ends it, and where it shows a traceback."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    command = [sys.executable, "-m", "mkdocs_oasmap", *arguments]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, cwd=folder, preexec_fn=limit, capture_output=True, timeout=WALL, check=False, env=environment
    )
    out, err = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    assert done.returncode >= 0, f"ended by {signal.Signals(-done.returncode).name}\n{err[-2000:]}"
    assert "Traceback" not in err, err[-4000:]
    assert "MemoryError" not in err
    return Run(done.returncode, out, err)


def refused(run: Run, message: str) -> None:
    """The run wrote nothing and said one thing, on one line that is not endless."""
    assert run.code == 1, run.err[-2000:]
    (error,) = run.errors
    assert run.err == f"error: {error}\n"
    assert re.search(message, error), error[:2000]
    assert len(error) < 1500, "the message is longer than anybody reads"
