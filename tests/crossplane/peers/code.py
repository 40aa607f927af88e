"""Generated packages in one module, with the real modules that they import: gofmt, controller-gen and `go vet`."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ...ack.peers.tools import Failed, controller_gen, run
from ...files import write_files

MODULES = {"v2.0": Path(__file__).parent / "oldest", "v2.4": Path(__file__).parent / "newest"}
"""By `runtime`, the versions of what generated code imports: the oldest and the newest that have other packages."""

VERSION = "v0.18.0"
"""Of controller-gen."""


def controller_tools() -> str:
    """The path of controller-gen. Raises Unavailable."""
    return controller_gen(VERSION)


def unformatted(folder: Path) -> str:
    """What gofmt would lay out in another way."""
    done = subprocess.run(["gofmt", "-l", str(folder)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def problems(
    files: Mapping[str, str], definitions: Mapping[str, str], folder: Path, generator: str, runtime: str
) -> list[str]:
    """What is wrong with Go files by their paths, of which controller-gen has to make the definitions."""
    shutil.copytree(MODULES[runtime], folder, dirs_exist_ok=True)
    write_files(folder / "apis", files)
    found = [unformatted(folder / "apis")]
    for step in (
        [generator, "object", "paths=./apis/..."],
        ["go", "vet", "./apis/..."],
        [generator, "crd:allowDangerousTypes=true", "paths=./apis/...", "output:crd:dir=definitions"],
    ):
        try:
            run(step, folder)
        except Failed as failed:
            found.append(str(failed))
    made = folder / "definitions"
    theirs = {path.name: path.read_text(encoding="utf-8") for path in made.iterdir()} if made.is_dir() else {}
    found += [f"{name}: differs" for name, text in definitions.items() if theirs.get(name) != text]
    found += [f"{name}: ours is missing" for name in theirs.keys() - definitions.keys()]
    return [problem for problem in found if problem]
