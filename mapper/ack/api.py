"""AWS API models and a generator.yaml -> Kubernetes custom resources for AWS Controllers for Kubernetes (ACK)."""

from __future__ import annotations

from pathlib import Path

from ..inputs import Document
from ..model import Mapping
from ..report.diagnostic import Severity
from .crd import write_crds
from .go import write_go
from .read import Inputs, read_inputs
from .runtime import LATEST

__all__ = ["LATEST", "Inputs", "generate", "read_inputs", "write_crds", "write_files", "write_go"]


def generate(
    model: str | Path | Document,
    config: Path | None = None,
    base: Path | None = None,
    levels: dict[str, Severity] | None = None,
    *,
    version: str = LATEST,
    service: str | None = None,
) -> Mapping:
    """Map `model`: a `.json` or `.json.gz` file, or `botocore:NAME[@API-DATE]`, with the generator.yaml at `config`.

    A `documentation.yaml` next to the config is read too. `version` is that of ACK, whose runtime adds fields;
    `service` is the name of the service in its API group, by default from the config's repository, or else from the
    model. Raises MappingError with one message for each problem.
    """
    return read_inputs(model, config, base, version=version, service=service).map(levels)


def write_files(mapping: Mapping) -> dict[str, str]:
    """All files of a controller's API: path in the controller's repository -> text."""
    files = {f"config/crd/bases/{name}": text for name, text in write_crds(mapping).items()}
    return files | {f"apis/{name}": text for name, text in write_go(mapping).items()}
