"""The inputs of a mapping, read once: a review maps one model with several configs, and the reverse."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from ..budget import Budget
from ..inputs import Document, DocumentError, Documents, Reader
from ..model import Mapping
from ..paths import is_file
from ..report.diagnostic import MappingError, Severity, at
from ..review.mixed_states import Wanted
from .cluster_limits import checked
from .config import Config, Texts
from .config_reader import parse_config, parse_texts
from .map import map_model
from .models import load_model
from .runtime import LATEST, Profile, profile_of
from .service import PROJECT, Stated, check_versions, name_service, stated_in
from .shapes import read_api

_TEXTS = "documentation.yaml"
_EMPTY = Document("<no generator.yaml>", b"{}")


class Inputs(Struct, frozen=True):
    """A parsed model, with its texts if they are in another file, and a parsed generator.yaml and documentation.yaml.

    `beside` are optional files next to the config, whether they exist or not, `budget` is that of the run. `service` is
    the service name that the caller gave, `stated` the one that the repository of the config contains.
    """

    model: tuple[Document, Document | None]
    config: Config
    texts: Texts
    profile: Profile
    documents: tuple[Document, ...]
    beside: tuple[Path, ...] = ()
    service: str | None = None
    stated: Stated | None = None
    budget: Budget = field(default_factory=Budget)

    def map(self, levels: dict[str, Severity] | None = None) -> Mapping:
        """Map the model. Raises MappingError."""
        return self._map(self.config, levels or {})

    def map_with(self, config: Config, wanted: Wanted) -> Mapping:
        """Map the model with another config, except entries that the model does not have. Raises MappingError."""
        del wanted  # mapping one Kind alone saves little
        return self._map(config, {}, lenient=True)

    def _map(self, config: Config, levels: dict[str, Severity], *, lenient: bool = False) -> Mapping:
        api = read_api(*self.model)  # read again for each mapping: the config changes the shapes
        check_versions(config)
        group, notes = name_service(api, config, self.service, self.stated)
        mapping = map_model(api, config, self.texts, self.profile, self.documents, levels, group=group, lenient=lenient)
        diagnostics = (*(at(note, None, "", levels) for note in notes), *mapping.diagnostics)
        mapping = replace(mapping, diagnostics=diagnostics)
        return checked(replace(mapping, unreadable=self.beside, budget=self.budget), levels)


def read_inputs(
    model: str | Path | Document,
    config: Path | None = None,
    base: Path | None = None,
    reader: Reader | None = None,
    *,
    version: str = LATEST,
    service: str | None = None,
) -> Inputs:
    """Read a model and the generator.yaml at `config`, with a documentation.yaml next to it. Raises MappingError.

    File names are shown relative to `base`, and `reader` reads the files, those on the disk by default.
    """
    documents = Documents(base, reader=reader)
    try:
        profile = profile_of(version)
        document = _config(config, documents) if config is not None else _EMPTY
        extra = _documentation(config, documents, in_files=reader is None) if config is not None else None
        texts = parse_texts(extra) if extra is not None else Texts()
        others = tuple(d for d in (document if config is not None else None, extra) if d is not None)
        model_of = load_model(model, documents, in_files=reader is None)
        parsed = parse_config(document)
        stated = stated_in(config.parent, documents, in_files=reader is None) if config is not None else None
        beside = tuple(map(config.with_name, (_TEXTS, PROJECT))) if config is not None else ()
        beside += (stated.path,) if stated is not None else ()
        return Inputs(model_of, parsed, texts, profile, others, beside, service, stated, documents.budget)
    except DocumentError as error:
        raise MappingError(error.problem) from None


def _documentation(config: Path, documents: Documents, *, in_files: bool) -> Document | None:
    """The documentation.yaml next to the config, if there is one."""
    path = config.with_name(_TEXTS)
    if in_files:
        return documents.load(path) if is_file(path) else None
    try:
        return documents.load(path)
    except DocumentError:
        return None


def _config(path: Path, documents: Documents) -> Document:
    """The document at `path`; for an empty file, one without instructions."""
    data = documents.bytes_of(path)
    return documents.add(Document(documents.display(path), data if data.strip() else b"{}", path))
