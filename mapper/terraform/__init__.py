"""OpenAPI and a generator config -> Terraform's Provider Code Specification."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..diagnostics import MappingError, Severity, at
from ..documents import Document, DocumentError, Documents
from ..model import Candidates, Mapping
from .code_spec import write_code_spec
from .config import Config, parse_config
from .mapping import map_api
from .operations import Api

__all__ = ["generate", "write_code_spec"]


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
    try:
        parsed = parse_config(Documents(base).load(config))
        documents = Documents(base, _root(spec, base or Path.cwd()))
        document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
        api = Api(document, documents)
        mapping = _with_candidates(map_api(api, parsed, levels), api, parsed)
    except DocumentError as error:
        raise MappingError(error.problem) from None
    if not validate:
        return mapping
    from ..documents.validation import violations

    found = tuple(at(note, "", "", levels) for note in violations(document))
    return replace(mapping, diagnostics=found + mapping.diagnostics)


def _with_candidates(mapping: Mapping, api: Api, config: Config) -> Mapping:
    """The mapping that can say what else could be mapped, to whoever asks."""

    def find() -> Candidates:
        from .discover.candidates import find_candidates

        return find_candidates(api, config)

    return replace(mapping, coverage=replace(mapping.coverage, find_candidates=find))


def _root(spec: Path | Document, base: Path) -> Path:
    """Where references to other files may lead: below `base`, or below the description's own folder."""
    if isinstance(spec, Path) and not spec.resolve().is_relative_to(base.resolve()):
        return spec.resolve().parent
    return base.resolve()
