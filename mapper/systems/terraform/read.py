"""The inputs of a mapping. A review also maps one description with several configs, and the reverse."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, Documents
from mapper.inputs.document import Description
from mapper.links import real_path
from mapper.model import EntityRef, Mapping, Purpose
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem, Severity
from mapper.request import Request

from .attributes.mappers import Mappers
from .config.config import Config, EntityConfig, parse_config
from .config.operations import OperationConfig
from .map import ConfigMismatch, map_api, map_entities
from .openapi.operations import Api, ApiOperation, OperationNotFound

if TYPE_CHECKING:
    from mapper.review.changes import Wanted

CACHE = Path(".cache", "oasmap")
"""The folder of documents from other hosts, relative to the base folder."""


class Inputs(Struct, frozen=True):
    """A parsed API description and generator config. All mappings of this description share `mappers`. A state that is
    mapped for the causes of changes takes the bodies that its config leaves unchanged.
    """

    api: Api
    config: Config
    mappers: Mappers | None = None

    def map(self, levels: dict[str, Severity] | None = None, *, fixes: bool = True) -> Mapping:
        """Map them; without `fixes`, diagnostics propose nothing. Raises MappingError."""
        from .references import with_references  # it imports what makes samples

        return with_references(
            map_api(self.api, self.config, levels, fixes=fixes, mappers=self.mappers), self.api.paths()
        )

    def map_with(self, config: Config, wanted: "Wanted") -> Mapping:
        """Map the wanted entities of another config, as far as the description has operations. Raises MappingError."""
        mixed = replace(self, config=_available_entities(self.api, config, self.config, wanted))
        mapping, _ = in_part(mixed, Inputs.map_entities)
        return mapping

    def map_entities(self) -> Mapping:
        """Map them without diagnostics. Raises MappingError."""
        from .references import with_references  # it imports what makes samples

        return with_references(map_entities(self.api, self.config, self.mappers), self.api.paths())

    def config_with(self, section: str, key: str, value: object) -> Config:
        """The config with another value of a key in a section; None removes it. Raises MappingError."""
        roots = [dict(document.root) if isinstance(document.root, dict) else {} for document in self.config.documents]
        having = [root for root in roots if key in (root.get(section) or ())] or [
            root for root in roots if section in root
        ]
        target = (having or roots)[0]
        members = {name: member for name, member in (target.get(section) or {}).items() if name != key}
        target[section] = members if value is None else {**members, key: value}
        texts = (json.dumps(root).encode() for root in roots)
        return parse_config(
            *(Document(document.uri, text) for document, text in zip(self.config.documents, texts, strict=True))
        )


def read_inputs(request: Request, budget: Budget | None = None) -> Inputs:
    """Read a description and a config in one or several files. Raises MappingError."""
    budget = budget or Budget()
    documents = Documents(request.base, reader=request.reader, budget=budget)
    parsed = parse_config(*map(documents.load, request.configs))
    api = read_api(request, budget)
    return Inputs(api, parsed, Mappers(api.documents))


def read_api(request: Request, budget: Budget | None = None) -> Api:
    """Read an API description and apply the overlays. Raises MappingError."""
    spec, base, budget = request.input, request.base or Path.cwd(), budget or Budget()
    remote = None
    if request.allow_hosts:
        from mapper.inputs.remote import Remote, allowed_hosts

        try:
            remote = Remote(allowed_hosts(request.allow_hosts), base / CACHE)
        except ValueError as error:
            raise MappingError(Problem(f"allowed hosts: {error}", remedy="write HOST or HOST:PORT")) from None
    documents = Documents(base, _root(spec, base), remote, request.reader, budget, Description)
    if isinstance(spec, Document):
        budget.read(spec.stored)
    document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
    return Api(documents.overlay(document, request.overlays) if request.overlays else document, documents)


def _root(spec: Path | Document, base: Path) -> Path:
    """The folder that references to other files must stay in: `base`, or the folder of a description outside of it."""
    path = spec if isinstance(spec, Path) else spec.path
    root = real_path(base)
    folder = root if path is None else real_path(path).parent
    return root if folder.is_relative_to(root) else folder


def in_part(inputs: Inputs, run: Callable[[Inputs], Mapping]) -> tuple[Mapping, dict[EntityRef, Problem]]:
    """What `run` makes of the inputs without the entities that the description cannot provide, and why it cannot.

    The provider only loses its schema, and an entity without the path of a call after its creation only this call.
    """
    config, lost, reduced = inputs.config, dict[EntityRef, Problem](), set[EntityRef]()
    order = (*(entity.ref for entity in config.entities), config.provider.ref)
    while True:
        provider = replace(config.provider, schema_ref=None) if config.provider.ref in lost else config.provider
        entities = tuple(
            _reduce(entity) if entity.ref in reduced else entity for entity in config.entities if entity.ref not in lost
        )
        try:
            mapping = run(replace(inputs, config=replace(config, provider=provider, entities=entities)))
        except ConfigMismatch as error:
            lost |= {
                ref: problem for ref, problem in error.lost.items() if ref in reduced or ref == config.provider.ref
            }
            reduced |= error.lost.keys()
        else:
            return mapping, {ref: lost[ref] for ref in order if ref in lost}


_AFTER = (Purpose.UPDATE, Purpose.DELETE)
"""The operations without which an entity still has all of its attributes."""


def _reduce(entity: EntityConfig) -> EntityConfig:
    operations = {part: replace(operation, may_lack=part in _AFTER) for part, operation in entity.operations.items()}
    return replace(entity, operations=operations)


def _available_entities(api: Api, config: Config, own_config: Config, wanted: "Wanted") -> Config:
    """The wanted entities of a config, with operations that the description, or its own config, has."""
    own_entities = {entity.ref: entity for entity in own_config.entities}
    entities = []
    for entity in config.entities:
        if entity.ref in wanted:
            other = own_entities.get(EntityRef(entity.kind, wanted[entity.ref]))
            fitted = _available_entity(api, entity, other.operations if other else {})
            if fitted is not None:
                entities.append(fitted)
    return replace(config, entities=tuple(entities))


def _available_entity(
    api: Api, entity: EntityConfig, own_operations: dict[Purpose, OperationConfig]
) -> EntityConfig | None:
    """The entity with operations that the description has. Operations of the description's own config replace missing
    ones.

    None if neither config has operations of the description.
    """
    operations = {part: _find(api, operation) for part, operation in entity.operations.items()}
    if all(operation is not None and operation.node is not None for operation in operations.values()):
        return entity
    moved = {
        part: replace(operation, path=own_operations[part].path, method=own_operations[part].method)
        for part, operation in entity.operations.items()
        if part in own_operations
    }
    others = [_find(api, operation) for operation in moved.values()]
    if moved and all(operation is not None and operation.node is not None for operation in others):
        return replace(entity, operations=moved)
    return entity if all(operation is not None or part in _AFTER for part, operation in operations.items()) else None


def _find(api: Api, operation: OperationConfig) -> ApiOperation | None:
    if not api.has_path(operation.path):
        return None  # a lookup would search for similar names, which is slow
    try:
        return api.operation(operation.path, operation.method)
    except OperationNotFound:
        return None
