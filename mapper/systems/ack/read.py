"""The inputs of a mapping, read once: a review maps one model with several configs, and the reverse."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.files import is_file
from mapper.inputs import Document, DocumentError, Documents, Node, problem_at, read_bytes
from mapper.languages.kubernetes.crd import immutable_in_collections, oversized
from mapper.model import Entity, Mapping
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Note, Problem, Severity, at
from mapper.request import Request
from mapper.review.changes import Wanted

from .api import read_api
from .config import Config, Texts
from .config_reader import parse_config, parse_texts
from .crd import definitions
from .fields import GENERATOR
from .map import map_model
from .rules import KIND_LARGE, KIND_TOO_LARGE, RULE_BELOW_LIST
from .runtime import LATEST, Profile, profile_of
from .sdk_version import Pinned, note_on_version, pinned_in
from .service import PROJECT, Stated, check_versions, name_service, stated_in

_TEXTS = "documentation.yaml"
_EMPTY = Document("<no generator.yaml>", b"{}")


class Inputs(Struct, frozen=True):
    """A parsed model, with its texts if they are in another file, and a parsed generator.yaml and documentation.yaml.

    `beside` are optional files next to the config, whether they exist or not. `service` is the service name that the
    caller gave, `stated` the one in the repository of the config. `pinned` is the version of the SDK that the
    repository was generated from.
    """

    model: tuple[Document, Document | None]
    config: Config
    texts: Texts
    profile: Profile
    documents: tuple[Document, ...]
    beside: tuple[Path, ...] = ()
    service: str | None = None
    stated: Stated | None = None
    pinned: Pinned | None = None
    budget: Budget = field(default_factory=Budget)

    def map(self, levels: dict[str, Severity] | None = None) -> Mapping:
        """Map the model. Raises MappingError."""
        return self._map(self.config, levels or {})

    def map_with(self, config: Config, wanted: Wanted) -> Mapping:
        """Map the model with another config, except entries that the model does not have. Raises MappingError."""
        del wanted  # mapping one Kind alone saves little
        return self._map(config, {}, lenient=True)

    def _map(self, config: Config, levels: dict[str, Severity], *, lenient: bool = False) -> Mapping:
        wanted = self.pinned.request if self.pinned is not None else ""
        api = read_api(*self.model, wanted=wanted)  # read again for each mapping: the config changes the shapes
        check_versions(config)
        group, notes = name_service(api, config, self.service, self.stated)
        mapping = map_model(api, config, self.texts, self.profile, self.documents, levels, group=group, lenient=lenient)
        notes += note_on_version(self.pinned, self.model[0].path)
        diagnostics = (*(at(note, None, "", levels) for note in notes), *mapping.diagnostics)
        mapping = replace(mapping, diagnostics=diagnostics)
        return checked(replace(mapping, unreadable=self.beside, budget=self.budget), levels)


def read_inputs(request: Request) -> Inputs:
    """Read a model and a generator.yaml, with a documentation.yaml next to it. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    profile = profile_of(request.version or LATEST)
    config = request.configs[0] if request.configs else None
    document = documents.config(config) if config is not None else _EMPTY
    extra = documents.optional(config.with_name(_TEXTS)) if config is not None else None
    texts = parse_texts(extra) if extra is not None else Texts()
    others = tuple(d for d in (document if config is not None else None, extra) if d is not None)
    pinned = pinned_in(config.parent, documents) if config is not None else None
    model_of = load_model(request.input, documents, pinned.request if pinned is not None else "")
    parsed = parse_config(document)
    stated = stated_in(config.parent, documents) if config is not None else None
    beside = tuple(map(config.with_name, (_TEXTS, PROJECT))) if config is not None else ()
    beside += tuple(source.path for source in (stated, pinned) if source is not None)
    return Inputs(
        model_of,
        parsed,
        texts,
        profile,
        others,
        beside,
        request.service,
        stated=stated,
        pinned=pinned,
        budget=documents.budget,
    )


MOST_FIELDS = 250_000
"""The most fields of one Kind, each counted wherever it is written out."""


def checked(mapping: Mapping, levels: dict[str, Severity]) -> Mapping:
    """The mapping with diagnostics about these limits. Raises MappingError for a Kind that is too large to write."""
    for entity in mapping.entities:
        if entity.size > MOST_FIELDS:
            text = f"{entity.name} would have {entity.size:,} fields, as structures are repeated wherever they are"
            text += " used"
            remedy = "leave members out with ignore.field_paths"
            place = entity.location
            raise MappingError(
                problem_at(text, place, remedy=remedy) if isinstance(place, Node) else Problem(text, remedy=remedy)
            )
    notes = (*_too_large(mapping), *_in_lists(mapping))
    diagnostics = [at(note, entity.ref, "", levels) for entity, note in notes]
    return replace(mapping, diagnostics=(*mapping.diagnostics, *diagnostics))


def _too_large(mapping: Mapping) -> Iterator[tuple[Entity, Note]]:
    for definition in oversized(definitions(mapping)):
        rule = KIND_TOO_LARGE if definition.is_refused else KIND_LARGE
        yield definition.entity, Note(rule, definition.text, definition.entity.location)


def _in_lists(mapping: Mapping) -> Iterator[tuple[Entity, Note]]:
    for entity in mapping.entities:
        for costly in immutable_in_collections(entity.layout):
            rule = next((o.location for o in costly.attribute.origins if o.part == GENERATOR), None)
            text = f"{costly.path} is immutable, and is part of the elements of a {costly.around}"
            yield entity, Note(RULE_BELOW_LIST, text, rule)


BOTOCORE = "botocore:"
_CALLED = {
    "cloudwatchlogs": "logs",
    "cognitoidentityprovider": "cognito-idp",
    "documentdb": "docdb",
    "eventbridge": "events",
    "opensearchservice": "opensearch",
    "prometheusservice": "amp",
    "sfn": "stepfunctions",
}
"""ACK's name of a service -> its different name in botocore."""

_DATED = re.compile(r"botocore:(?P<name>[A-Za-z0-9-]+)(?:@(?P<date>\d{4}-\d{2}-\d{2}[\w.-]*))?\Z")


def load_model(model: Path | Document, documents: Documents, wanted: str = "") -> tuple[Document, Document | None]:
    """The model in `model`: a `.json` or `.json.gz` file, or `botocore:NAME[@API-DATE]`; its texts, if in another file.

    `wanted` is a sentence that asks for the right one, for the message about a file that does not exist. Raises
    MappingError, and DocumentError for invalid JSON.
    """
    if not isinstance(model, Document) and str(model).startswith(BOTOCORE):
        return _from_botocore(str(model), documents), None
    if wanted and isinstance(model, Path) and documents.on_disk and not model.exists():
        raise DocumentError(documents.display(model), "no such file", remedy=wanted)
    document = documents.given(model)
    texts = None
    if document.path is not None and document.path.name.startswith("api-2.json"):
        texts = documents.optional(document.path.with_name(document.path.name.replace("api-2", "docs-2", 1)))
    return document, texts and documents.add(texts)


def _from_botocore(text: str, documents: Documents) -> Document:
    match = _DATED.match(text)
    if match is None:
        raise MappingError(
            Problem(f"{text!r} is not a model of botocore", remedy="write botocore:NAME or botocore:NAME@API-DATE")
        )
    try:
        from botocore.exceptions import DataNotFoundError
        from botocore.loaders import Loader
    except ImportError:
        raise MappingError(Problem(f"{text} needs botocore", remedy="pip install 'mkdocs-oasmap[ack]'")) from None
    loader = Loader()
    name, date = match["name"], match["date"]
    try:
        date = date or loader.determine_latest_version(name, "service-2")
    except DataNotFoundError:
        raise MappingError(_unknown(loader, name, None)) from None
    for folder in loader.search_paths:
        for file in (Path(folder, name, date, f"service-2.json{suffix}") for suffix in ("", ".gz")):
            if is_file(file):
                uri = f"{BOTOCORE}{name}@{date}"
                data = read_bytes(file, uri)
                documents.budget.read(len(data))
                return documents.unpacked(data, file, uri)
    raise MappingError(_unknown(loader, name, date))


def _unknown(loader: Any, name: str, date: str | None) -> Problem:
    """The problem of a model that botocore does not have, with similar names."""
    import difflib

    services = loader.list_available_services("service-2")
    if name not in services:
        other_name = _CALLED.get(name.lower())
        alike = [each for each in services if each.replace("-", "") == name.lower().replace("-", "")]
        near = [other_name] if other_name in services else alike or difflib.get_close_matches(name, services, n=1)
        remedy = f"did you mean {near[0]!r}?" if near else "see the folders of botocore/data for the names"
        return Problem(f"botocore has no service {name!r}", remedy=remedy)
    dates = loader.list_api_versions(name, "service-2")
    return Problem(f"botocore has no model {date!r} of {name}", remedy=f"choose among {', '.join(dates)}")
