"""The inputs of a mapping, read once: for a review, one description is mapped with several configs, and the reverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..diagnostics import MappingError, Problem
from ..documents import Document, DocumentError, Documents, Reader, Unresolved
from ..immutable import dataclass
from ..model import Mapping
from .config.config import Config, EntityConfig, parse_config
from .mapping import map_api
from .openapi.operations import Api, OperationNotFound

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


@dataclass(frozen=True, slots=True)
class Options:
    """Where inputs are read from: `base` is the folder that file names are shown relative to, and below which
    references may lead to other files; `overlays` are applied to the description; `allow_hosts` are the hosts that
    references may lead to; `reader` gives the bytes of files that are not on the disk.
    """

    base: Path | None = None
    overlays: Sequence[Path] = ()
    allow_hosts: Sequence[str] = ()
    reader: Reader | None = None


def read_inputs(spec: Path | Document, config: Path | Sequence[Path], options: Options) -> Inputs:
    """Read a description and a config in one or several files. Raises MappingError."""
    paths = [config] if isinstance(config, Path) else config
    documents = Documents(options.base, reader=options.reader)
    try:
        parsed = parse_config(*map(documents.load, paths))
    except DocumentError as error:
        raise MappingError(error.problem) from None
    return Inputs(read_api(spec, options), parsed)


def read_api(spec: Path | Document, options: Options) -> Api:
    """Read an API description and apply the overlays. Raises MappingError."""
    base = options.base or Path.cwd()
    remote = None
    if options.allow_hosts:
        from ..documents.remote import Remote, allowed_hosts

        try:
            remote = Remote(allowed_hosts(options.allow_hosts), base / CACHE)
        except ValueError as error:
            raise MappingError(Problem(f"allowed hosts: {error}")) from None
    documents = Documents(base, _root(spec, base), remote, options.reader)
    try:
        document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
        return Api(documents.overlay(document, options.overlays) if options.overlays else document, documents)
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
    paths = api.document.node.get("paths")
    if paths is None or any(paths.get(operation.path) is None for operation in entity.operations.values()):
        return False  # looking such an operation up would search for the name that was meant
    try:
        for operation in entity.operations.values():
            api.operation(operation.path, operation.method)
    except OperationNotFound:
        return False
    return True
