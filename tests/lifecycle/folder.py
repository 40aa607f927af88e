"""An API in a folder: a description, and a config or artifacts, if it has them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mapper.files import encoded, whole
from mapper.registry import REGISTRY
from mapper.report.budget import Cost
from mapper.request import Proposing, Request
from mapper.sidecar.writer import sidecar

from .mock.api import Kinship
from .mock.description import Description
from .provider.artifacts import CODE_SPEC, CONFIG, SIDECAR, Artifacts, read_artifacts

_SUFFIXES = (".yaml", ".yml", ".json")
_OTHERS = (CODE_SPEC, CONFIG, SIDECAR)


@dataclass(frozen=True)
class Api:
    """A description, what its paths have to do with each other, and the artifacts of its provider."""

    name: str
    kinship: Kinship
    artifacts: Artifacts


def description_in(folder: Path) -> Path:
    """The description in a folder: `openapi*`, or the only file that may be one. Raises FileNotFoundError."""
    files = sorted(p for p in folder.iterdir() if p.suffix in _SUFFIXES and p.name not in _OTHERS)
    named = [path for path in files if path.name.startswith(("openapi", "swagger"))]
    pointer = folder / "spec.path"
    if pointer.exists():
        return Path(pointer.read_text(encoding="utf-8").strip())
    if not named and len(files) != 1:
        raise FileNotFoundError(f"{folder} has no file openapi.yaml, openapi.yml or openapi.json")
    return (named or files)[0]


@contextmanager
def opened(folder: Path, *, fresh: bool = False) -> Iterator[Api]:
    """The API in a folder, with its artifacts, else those of its config, else of what `init` proposes.

    With `fresh`, always what `init` proposes.
    """
    path = description_in(folder)
    kinship = Kinship(Description(path))
    if not fresh and (folder / SIDECAR).exists():
        yield Api(folder.name, kinship, read_artifacts(folder))
        return
    with tempfile.TemporaryDirectory(prefix="life-") as text:
        made = Path(text)
        config = folder / CONFIG
        given = config.read_text(encoding="utf-8") if config.exists() and not fresh else _proposed(path)
        (made / CONFIG).write_text(given, encoding="utf-8")
        generate(path, made)
        yield Api(folder.name, kinship, read_artifacts(made))


def _proposed(path: Path) -> str:
    return REGISTRY["terraform"]().proposals.propose(Proposing(path)).text


def generate(path: Path, folder: Path) -> None:
    """Write code spec and sidecar into the folder of a config."""
    system = REGISTRY["terraform"]()
    mapped = system.run(Request(path, (folder / CONFIG,)))
    meter = mapped.mapping.budget.meter(Cost.WRITTEN, "the artifacts")
    for name, pieces in system.artifacts(mapped).items():
        (folder / name).write_bytes(whole(encoded(pieces, meter)))
    (folder / SIDECAR).write_bytes(whole(encoded(sidecar(mapped.mapping), meter)))
