"""Versions of controller-gen and the program `judge`, built once into `.cache/peers/ack`."""

import hashlib
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ... import processes
from ...go_code.tools import Unavailable, found_go, go_flags

CONTROLLER_GEN = "sigs.k8s.io/controller-tools/cmd/controller-gen"
VERSIONS = ("v0.19.0", "v0.18.0")
"""That ACK has, and that Crossplane has: a definition says in an annotation which one it is laid out as."""

JUDGE = Path(__file__).parent / "judge"
"""A module with a program, and the versions of all that generated packages import."""

CACHE = Path(__file__).parents[3] / ".cache" / "peers" / "ack"
MINUTES = 20


class Failed(Exception):
    """What a program says of what it was given."""


@dataclass(frozen=True)
class Tools:
    """The paths of programs."""

    go: str
    controller_gen: str
    judge: str

    def definitions(self, paths: Iterable[Path]) -> list[str]:
        """What apiextensions says against definitions."""
        return run([self.judge, "definitions", *map(str, paths)], CACHE).splitlines()

    def manifests(self, pairs: Iterable[tuple[Path, Path]]) -> list[str]:
        """What apiextensions says against manifests; a definition and a manifest are a pair."""
        return run([self.judge, "manifests", *(str(path) for pair in pairs for path in pair)], CACHE).splitlines()

    def answers(self, question: str, lines: Iterable[str]) -> list[str]:
        """The answer to each line: *plurals* by flect, *booleans* by sigs.k8s.io/yaml."""
        return run([self.judge, question], CACHE, "\n".join(lines)).splitlines()


@lru_cache(maxsize=1)
def fetch() -> Tools:
    """The tools, built where they are not. Raises Unavailable."""
    go = found_go()
    CACHE.mkdir(parents=True, exist_ok=True)
    judge = CACHE / f"judge-{hashlib.sha256(b''.join(p.read_bytes() for p in _sources())).hexdigest()[:12]}"
    try:
        generator = _controller_gen(go, VERSIONS[0])
        if not judge.exists():
            built = judge.with_suffix(f".{os.getpid()}")  # two runs may build it at once
            run([go, "build", "-o", str(built), "."], JUDGE)
            built.rename(judge)
    except (Failed, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"a program cannot be built: {error}") from None
    return Tools(go, str(generator), str(judge))


@lru_cache(maxsize=len(VERSIONS))
def controller_gen(version: str) -> str:
    """The path of another version of controller-gen, built where it is not. Raises Unavailable."""
    try:
        return str(_controller_gen(fetch().go, version))
    except (Failed, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"controller-gen {version} cannot be built: {error}") from None


def _controller_gen(go: str, version: str) -> Path:
    folder = CACHE / version
    if not (folder / "controller-gen").exists():
        run([go, "install", f"{CONTROLLER_GEN}@{version}"], CACHE, GOBIN=str(folder))
    return folder / "controller-gen"


def _sources() -> list[Path]:
    return [JUDGE / "go.mod", JUDGE / "go.sum", JUDGE / "main.go"]


def run(command: list[str], folder: Path, text: str = "", *, minutes: int = MINUTES, **more: str) -> str:
    """Run a program; what it writes. `more` is its environment. Raises Failed with what it says on standard error."""
    local = {"GOFLAGS": go_flags("-mod=mod"), "GOTOOLCHAIN": "local", "GOWORK": "off", **more}
    done = processes.run(command, folder, text, seconds=minutes * 60, **local)
    if done.returncode:
        raise Failed(done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}")
    return done.stdout
