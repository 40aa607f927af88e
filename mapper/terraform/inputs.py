"""The inputs of a mapping, read once: for a review, one description is mapped with several configs, and the reverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..diagnostics import MappingError, Problem
from ..documents import Document, DocumentError, Documents, Reader, Unresolved
from ..model import Mapping
from .config import Config, EntityConfig, parse_config
from .mapping import map_api
from .operations import Api, OperationNotFound

CACHE = Path(".cache", "oasmap")
"""Where documents of other hosts are kept, below the folder that file names are relative to."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """An API description and a generator config, parsed."""

    api: Api
    config: Config

    def map(self) -> Mapping:
        """Map them. Raises MappingError."""
        return map_api(self.api, self.config)

    def map_with(self, config: Config) -> Mapping:
        """Map the description with another config, as far as it has what that asks for. Raises MappingError."""
        return map_api(self.api, _as_far_as(self.api, config))


def read_inputs(
    spec: Path | Document,
    config: Path | Sequence[Path],
    base: Path | None = None,
    reader: Reader | None = None,
    *,
    overlays: Sequence[Path] = (),
    allow_hosts: Sequence[str] = (),
) -> Inputs:
    """Read a description, with its overlays, and a config in one or several files. Raises MappingError.

    File names are shown relative to `base`, and `reader` reads the files, those on the disk by default.
    """
    paths = [config] if isinstance(config, Path) else config
    try:
        parsed = parse_config(*map(Documents(base, reader=reader).load, paths))
    except DocumentError as error:
        raise MappingError(error.problem) from None
    return Inputs(read_api(spec, base, overlays, allow_hosts, reader), parsed)


def read_api(
    spec: Path | Document,
    base: Path | None = None,
    overlays: Sequence[Path] = (),
    allow_hosts: Sequence[str] = (),
    reader: Reader | None = None,
) -> Api:
    """Read an API description and apply the overlays; see `read_inputs`. Raises MappingError."""
    base = base or Path.cwd()
    remote = None
    if allow_hosts:
        from ..documents.remote import Remote, allowed_hosts

        try:
            remote = Remote(allowed_hosts(allow_hosts), base / CACHE)
        except ValueError as error:
            raise MappingError(Problem(f"allowed hosts: {error}")) from None
    documents = Documents(base, _root(spec, base), remote, reader)
    try:
        document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
        return Api(documents.overlay(document, overlays) if overlays else document, documents)
    except DocumentError as error:
        raise MappingError(error.problem) from None


def _root(spec: Path | Document, base: Path) -> Path:
    """Where references to other files may lead: below `base`, or below the description's own folder."""
    path = spec if isinstance(spec, Path) else spec.path
    if path is not None and not path.resolve().is_relative_to(base.resolve()):
        return path.resolve().parent
    return base.resolve()


def _as_far_as(api: Api, config: Config) -> Config:
    """The config without the entities that the description has no operations for."""
    provider = config.provider
    if provider.schema_ref is not None:
        try:
            api.documents.resolve(api.document, provider.schema_ref)
        except Unresolved:
            provider = replace(provider, schema_ref=None)
    entities = tuple(entity for entity in config.entities if _has(api, entity))
    return replace(config, provider=provider, entities=entities)


def _has(api: Api, entity: EntityConfig) -> bool:
    try:
        for operation in entity.operations.values():
            api.operation(operation.path, operation.method)
    except OperationNotFound:
        return False
    return True
