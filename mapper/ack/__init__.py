"""AWS API models and a generator.yaml -> Kubernetes custom resources for AWS Controllers for Kubernetes (ACK)."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import MappingError, Severity
from ..documents import Document, DocumentError, Documents
from ..model import Mapping
from .config import Texts, parse_config, parse_texts
from .crd import write_crds
from .go import write_go
from .mapping import map_model
from .models import load_api
from .runtime import LATEST, profile_of

__all__ = ["LATEST", "generate", "write_crds", "write_files", "write_go"]

_EMPTY = Document("<no generator.yaml>", b"{}")


def generate(
    model: str | Path | Document,
    config: Path | None = None,
    base: Path | None = None,
    levels: dict[str, Severity] | None = None,
    *,
    version: str = LATEST,
) -> Mapping:
    """Map `model`: a `.json` or `.json.gz` file, or `botocore:NAME[@API-DATE]`, with the generator.yaml at `config`.

    A `documentation.yaml` beside the config is read too. `version` is that of ACK, whose runtime adds fields.
    Raises MappingError with one message for each problem.
    """
    documents = Documents(base)
    try:
        profile = profile_of(version)
        document = _config(config, documents) if config is not None else _EMPTY
        parsed = parse_config(document)
        beside = config.with_name("documentation.yaml") if config is not None else None
        extra = documents.load(beside) if beside is not None and beside.is_file() else None
        texts = parse_texts(extra) if extra is not None else Texts()
        api = load_api(model, documents)
        others = [document] if config is not None else []
        return map_model(api, parsed, texts, profile, (*others, *([extra] if extra else [])), levels or {})
    except DocumentError as error:
        raise MappingError(error.problem) from None


def write_files(mapping: Mapping) -> dict[str, str]:
    """All files of a controller's API, by their names in its repository."""
    files = {f"config/crd/bases/{name}": text for name, text in write_crds(mapping).items()}
    return files | {f"apis/{name}": text for name, text in write_go(mapping).items()}


def _config(path: Path, documents: Documents) -> Document:
    """The document at `path`; an empty file is one without instructions."""
    if path.is_file() and not path.read_bytes().strip():
        return documents.add(Document(documents.display(path), b"{}", path))
    return documents.load(path)
