"""OpenAPI and a generator config -> Terraform's Provider Code Specification."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..diagnostics import Severity, at
from ..documents import Document
from ..model import Mapping
from .code_spec import write_code_spec
from .inputs import Inputs, read_inputs
from .mapping import map_api

__all__ = ["Inputs", "generate", "map_inputs", "read_inputs", "write_code_spec"]


def generate(
    spec: Path | Document,
    config: Path,
    base: Path | None = None,
    levels: dict[str, Severity] | None = None,
    *,
    validate: bool = False,
) -> Mapping:
    """Map the API description `spec` with the generator config at `config`.

    `base` is the folder that file names are shown relative to, and below which references may lead to other
    files (the current folder by default). `levels` overrules severities by diagnostic code. Raises
    MappingError with one message for each problem.
    """
    return map_inputs(read_inputs(spec, config, base), levels, validate=validate)


def map_inputs(inputs: Inputs, levels: dict[str, Severity] | None = None, *, validate: bool = False) -> Mapping:
    """The same for inputs that have been read. Raises MappingError."""
    mapping = map_api(inputs.api, inputs.config, levels)
    if not validate:
        return mapping
    from ..documents.validation import violations

    found = tuple(at(note, "", "", levels) for note in violations(inputs.api.document))
    return replace(mapping, diagnostics=found + mapping.diagnostics)
