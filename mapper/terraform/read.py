"""The inputs of a mapping. A review also maps one description with several configs, and the reverse."""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ..budget import Budget
from ..inputs import Document, Documents, Unresolved
from ..inputs.document import Description
from ..model import EntityRef, Mapping, Purpose
from ..report.diagnostic import MappingError, Problem, Severity
from ..request import Request
from .config.config import Config, EntityConfig, ProviderConfig, parse_config
from .config.operations import OperationConfig
from .map import map_api
from .openapi.operations import Api, ApiOperation, OperationNotFound

if TYPE_CHECKING:
    from ..review.changes import Wanted

CACHE = Path(".cache", "oasmap")
"""The folder of documents from other hosts, relative to the base folder."""


class Inputs(Struct, frozen=True):
    """A parsed API description and generator config."""

    api: Api
    config: Config

    def map(self, levels: dict[str, Severity] | None = None) -> Mapping:
        """Map them. Raises MappingError."""
        return self._map(self.config, levels)

    def map_with(self, config: Config, wanted: "Wanted") -> Mapping:
        """Map the wanted entities of another config, as far as the description has operations. Raises MappingError."""
        return self._map(_mixed(self.api, config, self.config, wanted))

    def _map(self, config: Config, levels: dict[str, Severity] | None = None) -> Mapping:
        from .references import with_references  # it imports what makes samples

        return with_references(map_api(self.api, config, levels), self.api.paths())


def read_inputs(request: Request, budget: Budget | None = None) -> Inputs:
    """Read a description and a config in one or several files. Raises MappingError."""
    budget = budget or Budget()
    documents = Documents(request.base, reader=request.reader, budget=budget)
    parsed = parse_config(*map(documents.load, request.config))
    return Inputs(read_api(request, budget), parsed)


def read_api(request: Request, budget: Budget | None = None) -> Api:
    """Read an API description and apply the overlays. Raises MappingError."""
    spec, base, budget = request.spec, request.base or Path.cwd(), budget or Budget()
    remote = None
    if request.allow_hosts:
        from ..inputs.remote import Remote, allowed_hosts

        try:
            remote = Remote(allowed_hosts(request.allow_hosts), base / CACHE)
        except ValueError as error:
            raise MappingError(Problem(f"allowed hosts: {error}")) from None
    documents = Documents(base, _root(spec, base), remote, request.reader, budget, Description)
    if isinstance(spec, Document):
        budget.read(spec.stored)
    document = documents.load(spec) if isinstance(spec, Path) else documents.add(spec)
    return Api(documents.overlay(document, request.overlays) if request.overlays else document, documents)


def _root(spec: Path | Document, base: Path) -> Path:
    """The folder that references to other files must stay in: `base`, or the folder of a description outside of it."""
    path = spec if isinstance(spec, Path) else spec.path
    if path is not None and not path.resolve().is_relative_to(base.resolve()):
        return path.resolve().parent
    return base.resolve()


def unfit(inputs: Inputs) -> dict[EntityRef, Problem]:
    """The entities of the config that the description cannot provide, and why."""
    api, config = inputs.api, inputs.config
    problems: dict[EntityRef, Problem] = {}
    for entity in config.entities:
        may_fail = _chooses(entity) or not all(_find(api, operation) for operation in entity.operations.values())
        if may_fail and (problem := _problem(api, config.provider, entity)) is not None:
            problems[entity.ref] = problem
    if config.provider.schema_ref is not None and (problem := _problem(api, config.provider)) is not None:
        problems[config.provider.ref] = problem
    return problems


def without(inputs: Inputs, lost: Collection[EntityRef]) -> Inputs:
    """The inputs without some entities of the config; the provider only loses its schema."""
    config, provider = inputs.config, inputs.config.provider
    if provider.ref in lost:
        provider = replace(provider, schema_ref=None)
    kept = tuple(entity for entity in config.entities if entity.ref not in lost)
    return Inputs(inputs.api, replace(config, provider=provider, entities=kept))


def _problem(api: Api, provider: ProviderConfig, *entities: EntityConfig) -> Problem | None:
    """Why these entities, or the provider alone, cannot be mapped; None if they can."""
    provider = replace(provider, schema_ref=None) if entities else provider
    try:
        map_api(api, Config((), provider, entities))
    except MappingError as error:
        return error.problems[0]
    return None


def _mixed(api: Api, config: Config, own_config: Config, wanted: "Wanted") -> Config:
    """The wanted entities of a config, with operations that the description, or its own config, has."""
    provider = config.provider
    if provider.schema_ref is not None:
        try:
            api.documents.resolve(api.document, provider.schema_ref)
        except Unresolved:
            provider = replace(provider, schema_ref=None)
    own_entities = {entity.ref: entity for entity in own_config.entities}
    entities = []
    for entity in config.entities:
        if entity.ref in wanted:
            other = own_entities.get(EntityRef(entity.kind, wanted[entity.ref]))
            fitted = _fitted(api, entity, other.operations if other else {})
            if fitted is not None and (not _chooses(fitted) or _problem(api, provider, fitted) is None):
                entities.append(fitted)
    return replace(config, provider=provider, entities=tuple(entities))


def _fitted(api: Api, entity: EntityConfig, own_operations: dict[Purpose, OperationConfig]) -> EntityConfig | None:
    """The entity with operations that the description has, replacing missing ones by those of the description's own
    config.

    None if neither config has operations of the description.
    """
    found = [_find(api, operation) for operation in entity.operations.values()]
    if all(one is not None and one.node is not None for one in found):
        return entity
    moved = {
        part: replace(operation, path=own_operations[part].path, method=own_operations[part].method)
        for part, operation in entity.operations.items()
        if part in own_operations
    }
    others = [_find(api, operation) for operation in moved.values()]
    if moved and all(one is not None and one.node is not None for one in others):
        return replace(entity, operations=moved)
    return entity if all(found) else None


def _find(api: Api, operation: OperationConfig) -> ApiOperation | None:
    if not api.has_path(operation.path):
        return None  # a lookup would search for similar names, which is slow
    try:
        return api.operation(operation.path, operation.method)
    except OperationNotFound:
        return None


def _chooses(entity: EntityConfig) -> bool:
    """Whether the config chooses bodies of the operations."""
    return any(operation.request or operation.response for operation in entity.operations.values())
