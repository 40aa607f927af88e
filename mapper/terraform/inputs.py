"""The inputs of a mapping, read once: for a review, one description is mapped with several configs, and the reverse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ..diagnostics import MappingError
from ..documents import Document, DocumentError, Documents, Unresolved, read_bytes
from ..model import Mapping
from .config import Config, EntityConfig, parse_config
from .mapping import map_api
from .operations import Api, OperationNotFound

Reader = Callable[[Path, str], bytes]
"""A path and the name that messages give it -> what the file has in it. Raises DocumentError."""


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


def read_inputs(spec: Path | Document, config: Path, base: Path | None = None, reader: Reader = read_bytes) -> Inputs:
    """Read both. File names are shown relative to `base`, and `reader` reads the files. Raises MappingError."""
    try:
        parsed = parse_config(Documents(base, reader=reader).load(config))
        documents = Documents(base, _root(spec, base or Path.cwd()), reader)
        document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
    except DocumentError as error:
        raise MappingError(error.problem) from None
    return Inputs(Api(document, documents), parsed)


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
