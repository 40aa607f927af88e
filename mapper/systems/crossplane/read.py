"""The inputs of a mapping, read once: a schema, the settings, and the collected documentation next to them."""

from functools import cached_property
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Documents
from mapper.languages.tfplugin.errors import SchemaError
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.languages.tfplugin.schema_json import chosen, read_document, schema_problem
from mapper.model import Mapping
from mapper.programs.provider_process.source import schema_document
from mapper.programs.v2020.checks import without_effect
from mapper.programs.v2020.go_names import PROFILE
from mapper.programs.v2020.program import Replaced
from mapper.programs.v2020.resources import make_provider as make_plain_provider
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.review.changes import Wanted

from .config import Settings
from .config_reader import read_settings
from .documentation import Texts, is_collected, read_texts
from .map import map_resources
from .resources import Provider, make_provider, provider_node

_METADATA = ("provider-metadata.yaml", "provider-metadata.yaml.gz")


class Inputs(Struct, frozen=True, dict=True):
    """One provider of a schema, and its config. `missing` are optional files that do not exist.

    `replaced` are texts of files with which the config replaces generated ones.
    """

    document: Document
    address: str
    schema: ProviderSchema
    config: Settings
    texts: dict[str, Texts]
    request: Request
    configs: tuple[Document, ...] = ()
    missing: tuple[Path, ...] = ()
    budget: Budget = field(default_factory=Budget)
    replaced: Replaced = field(default_factory=dict)

    @property
    def is_2020(self) -> bool:
        """Whether the profile is v2020."""
        return (self.request.dialect or self.config.profile) == PROFILE

    @cached_property
    def provider(self) -> Provider:
        """The resources with their fields. Raises MappingError if there are none."""
        node = provider_node(self.document, self.address)
        make = make_plain_provider if self.is_2020 else make_provider
        found = make(self.schema, node, self.address.rpartition("/")[2], self.config, self.texts)
        if not found.resources:
            text = "there is no resource to generate: the provider has none, or the config leaves all of them out"
            raise MappingError(Problem(text, self.document.uri))
        return found

    def map(self) -> Mapping:
        """Map the schema. Raises MappingError."""
        documents = (self.document, *self.configs)
        names = tuple(document.uri for document in self.configs[:1])
        levels = dict(self.request.levels or {})
        mapping = map_resources(self.provider, documents, names, levels, self.budget)
        other = without_effect(self.config, levels, is_2020=self.is_2020)
        return replace(mapping, diagnostics=(*other, *mapping.diagnostics), unreadable=self.missing)

    def map_with(self, config: Settings, wanted: Wanted) -> Mapping:
        """Map the schema with another config. Raises MappingError."""
        del wanted  # providers are always mapped completely
        return replace(self, config=config).map()


def read_inputs(request: Request) -> Inputs:
    """Read the files of a request. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    try:
        document = schema_document(request, documents)
        config = documents.config(request.config[0]) if request.config else None
        settings = read_settings(config) if config is not None else Settings()
        extra, missing = _metadata(request, settings, documents)
        replaced = _replaced(request, settings, documents)
        reading = read_document(document.root)
    except SchemaError as error:
        raise MappingError(schema_problem(error, document)) from None
    address = chosen(reading.document.providers, request.provider, document)
    if extra is not None and not is_collected(extra.root):
        text = "this is not the documentation of a registry as upjet collects it: it has no `resources`"
        raise MappingError(Problem(text, extra.uri))
    texts = read_texts(extra.root) if extra is not None else {}
    others = tuple(found for found in (config, extra) if found is not None)
    schema = reading.document.providers[address]
    return Inputs(document, address, schema, settings, texts, request, others, missing, documents.budget, replaced)


def _replaced(request: Request, settings: Settings, documents: Documents) -> Replaced:
    """The texts of files that overlays name, relative to the folder of the config."""
    return {
        (overlay.terraform_name, file): documents.bytes_of(request.config[0].parent / path).decode("utf-8", "replace")
        for overlay in settings.program.overlays
        for file, path in overlay.files.items()
    }


def _metadata(request: Request, settings: Settings, documents: Documents) -> tuple[Document | None, tuple[Path, ...]]:
    """The collected documentation: the file that the settings name, or that next to the config; and missing files."""
    if not request.config:
        return None, ()
    folder = request.config[0].parent
    if settings.metadata:
        return documents.unpack(folder / settings.metadata), ()
    return metadata_in(folder, documents)


def metadata_in(folder: Path, documents: Documents) -> tuple[Document | None, tuple[Path, ...]]:
    """The collected documentation in a folder; and the files that were looked for, if there is none."""
    paths = tuple(folder / name for name in _METADATA)
    found = next(filter(None, map(documents.optional, paths)), None)
    return found, () if found is not None else paths
