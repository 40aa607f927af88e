"""OpenAPI and a generator config -> Terraform's Provider Code Specification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..diagnostics import MappingError, Problem, Severity, at
from ..documents import Document, DocumentError, Documents
from ..model import Candidates, Mapping
from .code_spec import write_code_spec
from .config import Config, parse_config
from .mapping import map_api
from .operations import Api

__all__ = ["generate", "read_api", "write_code_spec"]

CACHE = Path(".cache", "oasmap")
"""Where documents of other hosts are kept, below the folder that file names are relative to."""


def generate(
    spec: Path | Document,
    config: Path | Sequence[Path],
    base: Path | None = None,
    levels: dict[str, Severity] | None = None,
    *,
    validate: bool = False,
    overlays: Sequence[Path] = (),
    allow_hosts: Sequence[str] = (),
) -> Mapping:
    """Map the API description `spec` with the generator config in one or several files.

    `base` is the folder that file names are shown relative to, and below which references may lead to other
    files (the current folder by default). `levels` overrules severities by diagnostic code. `overlays` are applied
    to the description before it is mapped; `allow_hosts` are the hosts that references may lead to. Raises
    MappingError with one message for each problem.
    """
    paths = [config] if isinstance(config, Path) else config
    try:
        parsed = parse_config(*map(Documents(base).load, paths))
    except DocumentError as error:
        raise MappingError(error.problem) from None
    api = read_api(spec, base, overlays, allow_hosts)
    mapping = _with_candidates(map_api(api, parsed, levels), api, parsed)
    if not validate:
        return mapping
    from ..documents.validation import violations

    found = tuple(at(note, "", "", levels) for note in violations(api.document))
    return replace(mapping, diagnostics=found + mapping.diagnostics)


def read_api(
    spec: Path | Document, base: Path | None = None, overlays: Sequence[Path] = (), allow_hosts: Sequence[str] = ()
) -> Api:
    """Read an API description and apply the overlays; see `generate`. Raises MappingError."""
    base = base or Path.cwd()
    remote = None
    if allow_hosts:
        from ..documents.remote import Remote, allowed_hosts

        try:
            remote = Remote(allowed_hosts(allow_hosts), base / CACHE)
        except ValueError as error:
            raise MappingError(Problem(f"allowed hosts: {error}")) from None
    documents = Documents(base, _root(spec, base), remote)
    try:
        document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
        return Api(documents.overlay(document, overlays) if overlays else document, documents)
    except DocumentError as error:
        raise MappingError(error.problem) from None


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
