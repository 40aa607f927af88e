"""The Go generator and the modules that its code needs, by exact version, in a cache folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

GENERATOR = "github.com/hashicorp/terraform-plugin-codegen-framework@v0.4.1"
MODULE = Path(__file__).parent / "module"
"""A `go.mod` with the framework, and a `go.sum`: what is fetched is what was fetched before."""

CACHE = Path.home() / ".cache" / "oasmap-tests"


class Unavailable(Exception):
    """Why Go code cannot be made here."""


@dataclass(frozen=True)
class Tools:
    """The paths of `go` and of the generator."""

    go: str
    generator: str

    def run(self, folder: Path, *arguments: str) -> str:
        """Run `go` in a folder; what it says on standard error, empty if nothing is wrong."""
        return failure([self.go, *arguments], folder)


def fetch(cache: Path = CACHE) -> Tools:
    """The tools, fetched and built where the cache has them not. Raises Unavailable."""
    go = shutil.which("go")
    if go is None:
        raise Unavailable("go is not on the path")
    generator = cache / f"{GENERATOR.rsplit('/', 1)[-1]}"
    if not generator.exists():
        cache.mkdir(parents=True, exist_ok=True)
        source = download(go, GENERATOR, cache)
        built = generator.with_suffix(f".{os.getpid()}")  # two runs may build it at once
        if problem := failure([go, "build", "-o", str(built), "./cmd/tfplugingen-framework"], source):
            raise Unavailable(f"the generator cannot be built: {problem}")
        built.rename(generator)
    download(go, "", MODULE)
    return Tools(go, str(generator))


def failure(command: list[str], folder: Path, seconds: float = 1200) -> str:
    """Run a command; what it says on standard error if it fails, else an empty text."""
    environment = {**os.environ, "GOFLAGS": "-mod=readonly", "GOTOOLCHAIN": "local", "GOWORK": "off"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=seconds
    )
    return "" if done.returncode == 0 else done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}"


def download(go: str, module: str, folder: Path) -> Path:
    """Fetch a module, or all that the `go.mod` of a folder requires; the folder of the module's source."""
    command = [go, "mod", "download", "-json", *([module] if module else [])]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        raise Unavailable("the Go module proxy does not answer") from None
    if done.returncode:
        raise Unavailable(f"a Go module cannot be fetched: {(done.stderr or done.stdout).strip()[:300]}")
    return Path(json.loads(done.stdout)["Dir"]) if module else folder
