"""A provider that runs, with what a config makes of its schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics import MappingError, Problem
from ...documents import Document
from ...immutable import dataclass
from ...requests import Request
from ...tfplugin.errors import TfPluginError
from ...tfplugin.find import Found
from ...tfplugin.schema import ProviderSchema, SchemaDocument
from ...tfplugin.schema_text import document_lines
from ...tfplugin.start import start_provider
from ..inputs import Inputs, read_inputs

if TYPE_CHECKING:
    from ...tfplugin.process import Limits
    from ...tfplugin.provider import Provider


@dataclass(frozen=True, slots=True)
class Choice:
    """What to run, and the config that goes with it. `environment` is all that the process sees of ours."""

    found: Found
    config: Sequence[Path]
    base: Path
    dialect: str | None = None
    environment: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None

    def start(self, limits: Limits | None = None) -> Provider:
        """Start it. Raises PluginError."""
        return start_provider(self.found.path, dict(self.environment), self.folder, limits)


@contextmanager
def running(choice: Choice) -> Iterator[tuple[Provider, Inputs]]:
    """The provider, and what the config makes of its schema. Raises MappingError."""
    try:
        provider = choice.start()
    except TfPluginError as error:
        raise MappingError(Problem(str(error))) from None
    with provider:
        try:
            schema = provider.schema()
        except TfPluginError as error:
            raise MappingError(Problem(str(error))) from None
        yield provider, live_inputs(choice, schema)


def live_inputs(choice: Choice, schema: ProviderSchema) -> Inputs:
    """What a config makes of a schema. Raises MappingError."""
    text = document_lines(SchemaDocument({choice.found.address: schema}))
    document = Document(f"provider:{choice.found.address}", text.encode("utf-8", "surrogatepass"))
    return read_inputs(Request(document, choice.config, choice.base, dialect=choice.dialect))
