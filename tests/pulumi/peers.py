"""Fetch what judges the output, about 700 MB: `python -m tests.pulumi.peers [SECONDS]` puts it below `.cache/peers`.

The packages of npm are those of `node/package-lock.json`, the modules of Go those of `provider/go.sum`, and Pulumi's
own reader of package schemas is built from those of `binder/go.sum`. All together take no longer than so many
seconds (1,200). Tests that miss something are skipped with this command.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ..go_code.tools import go_flags
from ..processes import install_packages
from .tools import BINDER, HERE, PEERS, run

DEFAULT_SECONDS = 1200


def fetch_node(seconds: float) -> str:
    """Install the packages of npm; what went wrong, empty if nothing."""
    return install_packages(HERE / "node", PEERS / "node", seconds)


def fetch_go(seconds: float) -> str:
    """Download the modules of Go; what went wrong, empty if nothing."""
    return _go(HERE.parent / "programs" / "idl" / "provider", seconds, "mod", "download")


def build_binder(seconds: float) -> str:
    """Build Pulumi's reader of package schemas where it is missing; what went wrong, empty if nothing."""
    return "" if BINDER.exists() else _go(HERE / "binder", seconds, "build", "-o", str(BINDER), ".")


def _go(folder: Path, seconds: float, *arguments: str) -> str:
    go = shutil.which("go")
    if go is None:
        return "go is not on the path"
    environment = {
        "GOMODCACHE": str(PEERS / "go" / "mod"),
        "GOFLAGS": go_flags("-mod=readonly"),
        "GOTOOLCHAIN": "local",
    }
    code, said = run([go, *arguments], folder, seconds, **environment)
    return said if code else ""


def fetched(fetch: Callable[[float], str], end: float) -> str:
    """What went wrong in fetching something until a time, empty if nothing."""
    try:
        return fetch(max(end - time.monotonic(), 1))
    except subprocess.TimeoutExpired as error:
        return f"{' '.join(map(str, error.cmd[:3]))}: not done after {error.timeout:.0f} s"


if __name__ == "__main__":
    until = time.monotonic() + (float(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_SECONDS)
    problems = [fetched(fetch, until) for fetch in (fetch_node, fetch_go, build_binder)]
    sys.exit("\n".join(filter(None, problems)) or 0)
