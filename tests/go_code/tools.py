"""The Go generator, the modules that its code needs, and a checker of types, by exact version, in a cache folder."""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ..processes import output, run

GENERATOR = "github.com/hashicorp/terraform-plugin-codegen-framework@v0.4.1"
MODULE = Path(__file__).parent / "module"
"""A `go.mod` with the framework, a `go.sum` (what is fetched is what was fetched before), and a provider."""

CHECKER = Path(__file__).parent / "typecheck" / "main.go"
CACHE = Path.home() / ".cache" / "oasmap-tests"
_FRAMEWORK = "github.com/hashicorp/terraform-plugin-framework"
_IMPORTED = [f"{_FRAMEWORK}{part}/..." for part in ("", "-jsontypes", "-nettypes", "-timetypes", "-validators")]
"""What generated code imports; the list of their export data has all that these import, too."""


class Unavailable(Exception):
    """Why Go code cannot be made here."""


@dataclass(frozen=True)
class Tools:
    """The paths of `go`, of the generator and of the checker of types, and the list of export data for that."""

    go: str
    generator: str
    checker: str
    exports: str = field(repr=False)

    def run(self, folder: Path, *arguments: str) -> str:
        """Run `go` in a folder; what it says on standard error, empty if nothing is wrong."""
        return failure([self.go, *arguments], folder)

    def type_problems(self, folders: Iterable[Path]) -> dict[Path, list[str]]:
        """What the front end of the compiler says against packages, by folder; those that compile are missing."""
        asked = "".join(f"check {folder}\n" for folder in folders)
        found: dict[Path, list[str]] = defaultdict(list)
        for line in output([self.checker], text=self.exports + asked).splitlines():
            folder, _, problem = line.partition("\t")
            found[Path(folder)].append(problem)
        return dict(found)


def fetch(cache: Path = CACHE) -> Tools:
    """The tools, fetched and built where the cache has them not. Raises Unavailable."""
    go = found_go()
    cache.mkdir(parents=True, exist_ok=True)
    generator = cache / f"{GENERATOR.rsplit('/', 1)[-1]}"
    if not generator.exists():
        build(go, generator, "./cmd/tfplugingen-framework", download(go, GENERATOR, cache))
    checker = cache / f"typecheck-{hashlib.sha256(CHECKER.read_bytes()).hexdigest()[:12]}"
    if not checker.exists():
        build(go, checker, str(CHECKER), cache)
    download(go, "", MODULE)
    exports = "{{if .Export}}import {{.ImportPath}} {{.Export}}{{end}}"
    listed = run([go, "list", "-export", "-deps", "-f", exports, *_IMPORTED], MODULE, **_local())
    if listed.returncode:
        raise Unavailable(f"the framework cannot be compiled: {listed.stderr.strip()[:300]}")
    return Tools(go, str(generator), str(checker), listed.stdout)


def found_go() -> str:
    """The path of `go`. Raises Unavailable."""
    go = shutil.which("go")
    if go is None:
        raise Unavailable("go is not on the path")
    return go


def build(go: str, target: Path, package: str, folder: Path, *flags: str) -> None:
    """Build a program of a folder. Raises Unavailable."""
    built = target.with_suffix(f".{os.getpid()}")  # two runs may build it at once
    if problem := failure([go, "build", *flags, "-o", str(built), package], folder):
        raise Unavailable(f"{target.name} cannot be built: {problem}")
    built.rename(target)


def failure(command: list[str], folder: Path, seconds: float = 1200, **more: str) -> str:
    """Run a command; what it says on standard error if it fails, else an empty text. `more` is for its environment."""
    done = run(command, folder, seconds=seconds, **{**_local(), **more})
    return "" if done.returncode == 0 else done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}"


def go_flags(*more: str) -> str:
    """GOFLAGS with some flags added: `-p=1` of who shares the machine stays, and so does how much is optimized."""
    return " ".join(filter(None, (os.environ.get("GOFLAGS", ""), *more)))


def _local() -> dict[str, str]:
    return {"GOFLAGS": go_flags("-mod=readonly"), "GOTOOLCHAIN": "local", "GOWORK": "off"}


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Compile something while no other process compiles the same: each would compile all that both need."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def download(go: str, module: str, folder: Path) -> Path:
    """Fetch a module, or all that the `go.mod` of a folder requires; the folder of the module's source."""
    command = [go, "mod", "download", "-json", *([module] if module else [])]
    try:
        done = run(command, folder, seconds=300)
    except subprocess.TimeoutExpired:
        raise Unavailable("the Go module proxy does not answer") from None
    if done.returncode:
        raise Unavailable(f"a Go module cannot be fetched: {(done.stderr or done.stdout).strip()[:300]}")
    return Path(json.loads(done.stdout)["Dir"]) if module else folder
