"""Fetch what judges the output: `python -m tests.pulumi.peers` puts it below `.cache/peers`, about 700 MB.

The packages of npm are those of `node/package-lock.json`, the modules of Go those of `provider/go.sum`.
"""

from __future__ import annotations

import shutil
import sys

from .tools import HERE, LOCK, PEERS, run


def fetch_node() -> str:
    """Install the packages of npm; what went wrong, empty if nothing."""
    npm, folder = shutil.which("npm"), PEERS / "node"
    if npm is None:
        return "npm is not on the path"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", LOCK.name):
        shutil.copy(HERE / "node" / name, folder / name)
    code, said = run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    if code == 0:
        shutil.copy(LOCK, folder / "installed.json")
    return said if code else ""


def fetch_go() -> str:
    """Download the modules of Go; what went wrong, empty if nothing."""
    go = shutil.which("go")
    if go is None:
        return "go is not on the path"
    environment = {"GOMODCACHE": str(PEERS / "go" / "mod"), "GOFLAGS": "-mod=readonly", "GOTOOLCHAIN": "local"}
    code, said = run([go, "mod", "download"], HERE / "provider", **environment)
    return said if code else ""


if __name__ == "__main__":
    problems = [problem for problem in (fetch_node(), fetch_go()) if problem]
    sys.exit("\n".join(problems) or 0)
