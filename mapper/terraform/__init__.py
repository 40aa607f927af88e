"""OpenAPI and a generator config -> Terraform's Provider Code Specification."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import MappingError, Severity
from ..documents import DocumentError, Documents
from ..model import Mapping
from .code_spec import write_code_spec
from .config import parse_config
from .mapping import map_api
from .operations import Api

__all__ = ["generate", "write_code_spec"]


def generate(spec: Path, config: Path, base: Path | None = None, levels: dict[str, Severity] | None = None) -> Mapping:
    """Map the API description at `spec` with the generator config at `config`.

    `base` is the folder that file names are shown relative to (the current one by default). `levels`
    overrules severities by diagnostic code. Raises MappingError with one message for each problem.
    """
    try:
        parsed = parse_config(Documents(base).load(config))
        documents = Documents(base)
        return map_api(Api(documents.load(spec), documents), parsed, levels)
    except DocumentError as error:
        raise MappingError(str(error)) from None
