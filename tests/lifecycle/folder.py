"""An API in a folder: a description, and a config or artifacts, if it has them."""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from mapper.files import encoded, whole
from mapper.inputs import Document, Documents
from mapper.programs.trial.api import Api
from mapper.programs.trial.mock.api import ApiModel
from mapper.programs.trial.mock.description import Description
from mapper.programs.trial.provider.artifacts import Artifacts, artifacts_of
from mapper.registry import REGISTRY, vocabulary_of
from mapper.report.budget import Cost
from mapper.report.diagnostic import Severity
from mapper.request import Proposing, Request
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import sidecar
from mapper.systems.terraform import kinds

CODE_SPEC, CONFIG, SIDECAR = "provider_code_spec.json", "generator_config.yml", "oasmap.json"
WARNINGS = frozenset(("OAS602", "OAS603", "OAS605", "OAS606", "OAS607"))
"""The warnings on the calls of a resource."""

QUESTION = "question"
_SUFFIXES = (".yaml", ".yml", ".json")
_OTHERS = (CODE_SPEC, CONFIG, SIDECAR)


@dataclass(frozen=True)
class NamedApi(Api):
    """An API with the name of its folder."""

    name: str
    said: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What was said of a resource before it lived: the codes of warnings on its calls, and *question*."""


def description_in(folder: Path) -> Path:
    """The description in a folder: `openapi*`, or the only file that may be one. Raises FileNotFoundError."""
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: there is no such folder")
    files = sorted(p for p in folder.iterdir() if p.suffix in _SUFFIXES and p.name not in _OTHERS)
    named = [path for path in files if path.name.startswith(("openapi", "swagger"))]
    if not named and len(files) != 1:
        raise FileNotFoundError(f"{folder}: it has no file openapi.yaml, openapi.yml or openapi.json")
    return (named or files)[0]


def read_description(path: Path) -> Description:
    """The description in a file, for a mock."""
    documents = Documents(path.parent, path.parent)
    return Description(documents.load(path), documents)


@contextmanager
def opened(folder: Path, *, fresh: bool = False) -> Iterator[NamedApi]:
    """The API in a folder, with its artifacts, else those of its config, else of what `init` proposes.

    With `fresh`, always what `init` proposes.
    """
    path = description_in(folder)
    model = ApiModel(read_description(path))
    if not fresh and (folder / SIDECAR).exists():
        artifacts = read_artifacts(folder)
        yield NamedApi(model, artifacts, folder.name, _said(artifacts, ""))
        return
    with tempfile.TemporaryDirectory(prefix="life-") as text:
        made = Path(text)
        config = folder / CONFIG
        given = config.read_text(encoding="utf-8") if config.exists() and not fresh else _proposed(path)
        (made / CONFIG).write_text(given, encoding="utf-8")
        generate(path, made)
        artifacts = read_artifacts(made)
        yield NamedApi(model, artifacts, folder.name, _said(artifacts, given))


def read_artifacts(folder: Path) -> Artifacts:
    """The artifacts in a folder."""
    spec = json.loads((folder / CODE_SPEC).read_text(encoding="utf-8"))
    config = yaml.load((folder / CONFIG).read_text(encoding="utf-8"), yaml.CSafeLoader)
    return artifacts_of(spec, config, read_sidecar(Document(SIDECAR, (folder / SIDECAR).read_bytes()), vocabulary_of))


def _said(artifacts: Artifacts, config: str) -> dict[str, frozenset[str]]:
    """By resource: the codes of warnings on its calls, and *question* if a question of the config names it."""
    questions = "\n".join(line for line in config.splitlines() if line.startswith("# ?"))
    found: dict[str, set[str]] = {}
    for diagnostic in artifacts.mapping.diagnostics:
        is_warning = diagnostic.severity is not Severity.INFO and diagnostic.code in WARNINGS
        if is_warning and diagnostic.entity is not None and diagnostic.entity.kind is kinds.RESOURCE:
            found.setdefault(diagnostic.entity.name, set()).add(diagnostic.code)
    for name in artifacts.resources:
        if re.search(rf"(?<![\w/]){re.escape(name)}(?!\w)", questions):
            found.setdefault(name, set()).add(QUESTION)
    return {name: frozenset(codes) for name, codes in found.items()}


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
