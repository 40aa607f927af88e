"""The inputs of a mapping, read once: a schema, the settings, and the collected documentation next to them."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Documents
from mapper.languages.tfplugin.errors import SchemaError
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.languages.tfplugin.schema_json import chosen, read_document, schema_problem
from mapper.languages.tfplugin.schema_source import schema_document
from mapper.model import Mapping
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.review.changes import Wanted

from .config import Settings
from .config_reader import read_settings
from .documentation import Texts, is_collected, read_texts
from .kinds import PROFILES, V2020
from .map import map_resources
from .no_effect import without_effect
from .previous_versions import with_previous_versions
from .profile import Profile, Replaced
from .programs import Programs
from .resources import Provider, provider_node
from .upjet import UPJET

_METADATA = ("provider-metadata.yaml", "provider-metadata.yaml.gz")


class Inputs(Struct, frozen=True, dict=True):
    """One provider of a schema, and its config. `missing` are optional files that do not exist.

    `v2020` loads the profile of 2020. `replaced` are texts of files with which the config replaces generated ones.
    """

    document: Document
    address: str
    schema: ProviderSchema
    config: Settings
    texts: dict[str, Texts]
    request: Request
    v2020: Callable[[], Profile[Any]]
    configs: tuple[Document, ...] = ()
    missing: tuple[Path, ...] = ()
    budget: Budget = field(default_factory=Budget)
    replaced: Replaced = field(default_factory=dict)

    @property
    def profile_name(self) -> str:
        """The profile that the request or the config names."""
        return self.request.dialect or self.config.profile or PROFILES[0]

    @cached_property
    def profile(self) -> Profile[Any]:
        """The profile, chosen once."""
        return self.v2020() if self.profile_name == V2020 else UPJET

    @cached_property
    def provider(self) -> Provider:
        """The resources with their fields. Raises MappingError if there are none."""
        node = provider_node(self.document, self.address)
        local_name = self.address.rpartition("/")[2]
        provider: Provider = self.profile.make_provider(self.schema, node, local_name, self.config, self.texts)
        if not provider.resources:
            text = "there is no resource to generate: the provider has none, or the config leaves all of them out"
            raise MappingError(Problem(text, self.document.uri, remedy="change `skip` or `resources`"))
        return provider

    def map(self) -> Mapping:
        """Map the schema. Raises MappingError."""
        documents = (self.document, *self.configs)
        names = tuple(document.uri for document in self.configs[:1])
        levels = dict(self.request.levels or {})
        mapping = map_resources(self.provider, self.profile, documents, names, levels, self.budget)
        other = without_effect(self.provider, levels, self.profile_name)
        return replace(mapping, diagnostics=(*other, *mapping.diagnostics), unreadable=self.missing)

    def map_with(self, config: Settings, wanted: Wanted) -> Mapping:
        """Map the schema with another config. Raises MappingError."""
        del wanted  # providers are always mapped completely
        return replace(self, config=config).map()


def read_inputs(request: Request, programs: Programs) -> Inputs:
    """Read the files of a request. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    document = schema_document(request, documents, programs.live_provider)
    return inputs_of(document, documents, request, programs.v2020)


def inputs_of(document: Document, documents: Documents, request: Request, v2020: Callable[[], Profile[Any]]) -> Inputs:
    """Read a schema and the files next to it; `v2020` loads the profile of 2020. Raises MappingError."""
    try:
        config = documents.config(request.configs[0]) if request.configs else None
        settings = read_settings(config) if config is not None else Settings()
        extra, missing = _metadata(request, settings, documents)
        if config is not None:
            settings = with_previous_versions(settings, lambda path: documents.load(request.configs[0].parent / path))
        replaced = _overlay_texts(request, settings, documents)
        reading = read_document(document.root)
    except SchemaError as error:
        raise MappingError(schema_problem(error, document)) from None
    address = chosen(reading.document.providers, request.provider, document)
    if extra is not None and not is_collected(extra.root):
        text = "this is not the documentation of a registry as upjet collects it: it has no `resources`"
        raise MappingError(Problem(text, extra.uri, remedy="name the file provider-metadata.yaml"))
    texts = read_texts(extra.root) if extra is not None else {}
    others = tuple(read for read in (config, extra) if read is not None)
    schema = reading.document.providers[address]
    return Inputs(
        document,
        address,
        schema,
        settings,
        texts,
        request,
        v2020,
        configs=others,
        missing=missing,
        budget=documents.budget,
        replaced=replaced,
    )


def _overlay_texts(request: Request, settings: Settings, documents: Documents) -> Replaced:
    """The texts of files that overlays name, relative to the folder of the config."""
    return {
        (overlay.terraform_name, file): documents.bytes_of(request.configs[0].parent / path).decode("utf-8", "replace")
        for overlay in settings.program.overlays
        for file, path in overlay.files.items()
    }


def _metadata(request: Request, settings: Settings, documents: Documents) -> tuple[Document | None, tuple[Path, ...]]:
    """The collected documentation: the file that the settings name, or that next to the config; and missing files."""
    if not request.configs:
        return None, ()
    folder = request.configs[0].parent
    if settings.metadata:
        return documents.unpack(folder / settings.metadata), ()
    return metadata_in(folder, documents)


def metadata_in(folder: Path, documents: Documents) -> tuple[Document | None, tuple[Path, ...]]:
    """The collected documentation in a folder; and the files that were looked for, if there is none."""
    paths = tuple(folder / name for name in _METADATA)
    document = next(filter(None, map(documents.optional, paths)), None)
    return document, () if document is not None else paths
