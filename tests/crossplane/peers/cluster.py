"""A whole API server of Kubernetes, with etcd, on loopback: namespaces, secrets, events and leases, too.

`python -m tests.crossplane.peers.cluster` builds it into `.cache/peers/crossplane`: some twenty minutes with two
processors, ten where the server of definitions was built before. Tests only look there, and are skipped with that
command where it is missing.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...ack.peers.tools import Failed, run
from .server import CACHE, Missing, Server, serving

PROGRAM = CACHE / "kube-apiserver"
PACKAGE = "k8s.io/kubernetes/cmd/kube-apiserver"
MODULE = Path(__file__).parent / "apiserver"
"""A module that requires Kubernetes, and the published modules that stand for the parts of its repository."""
VERSION = "v1.32.0"
_MINUTES = 60


@contextmanager
def cluster(folder: Path) -> Iterator[Server]:
    """A server with its files in a folder. Raises Missing."""
    if not PROGRAM.exists():
        raise Missing(f"{PROGRAM.name} is not built: python -m tests.crossplane.peers.cluster")
    with serving(folder, PROGRAM, _flags) as server:
        yield server


def audited(folder: Path) -> Iterator[dict[str, Any]]:
    """The requests of the user `operator` that the server has answered, from the first one."""
    for line in (folder / "audit.log").read_text().splitlines():
        yield json.loads(line)


def _flags(folder: Path) -> list[str]:
    rules = [{"level": "Metadata", "users": ["operator"], "omitStages": ["RequestReceived"]}, {"level": "None"}]
    policy = {"apiVersion": "audit.k8s.io/v1", "kind": "Policy", "rules": rules}
    (folder / "audit.json").write_text(json.dumps(policy))
    # tokens of service accounts are signed with any key
    return [
        f"--audit-policy-file={folder / 'audit.json'}",
        f"--audit-log-path={folder / 'audit.log'}",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={folder / 'ca.crt'}",
        f"--service-account-signing-key-file={folder / 'ca.key'}",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--endpoint-reconciler-type=none",
        "--authorization-mode=RBAC",
        "--disable-admission-plugins=ServiceAccount",
    ]


def build() -> str:
    """Build the server where it is missing; what is wrong."""
    go = shutil.which("go")
    if go is None:
        return "go is not on the path"
    if PROGRAM.exists():
        return ""
    CACHE.mkdir(parents=True, exist_ok=True)
    version = "-X k8s.io/component-base/version.git"
    named = f"{version}Version={VERSION} {version}Major=1 {version}Minor={VERSION.split('.')[1]}"
    staged = CACHE / f".kube-apiserver-{os.getpid()}"  # two runs may build it at once
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(MODULE, folder, dirs_exist_ok=True)
        try:
            run([go, "build", "-ldflags", f"-s -w {named}", "-o", str(staged), PACKAGE], Path(folder), minutes=_MINUTES)
            staged.rename(PROGRAM)
        except (Failed, subprocess.TimeoutExpired) as error:
            return str(error)
        finally:
            staged.unlink(missing_ok=True)
    return ""


if __name__ == "__main__":
    problem = build()
    print(problem or f"the server is {PROGRAM}")
    sys.exit(bool(problem))
