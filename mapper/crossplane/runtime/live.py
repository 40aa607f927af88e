"""A provider that runs, with what a config makes of its schema."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...diagnostics import MappingError, Problem
from ...immutable import dataclass
from ...live import plugin_folders, said_by
from ...requests import Request
from ...running import Live
from ...tfplugin.errors import TfPluginError
from ...tfplugin.find import Found, find_provider
from ...tfplugin.schema import ProviderSchema
from ...tfplugin.start import start_provider
from ..inputs import Inputs, read_inputs

if TYPE_CHECKING:
    from ...tfplugin.provider import Provider


CONFIG = "provider.yaml"


@dataclass(frozen=True, slots=True)
class Choice:
    """A program, and what it is run for."""

    found: Found
    live: Live

    def start(self) -> Provider:
        """Start it. Raises PluginError."""
        from ...tfplugin.process import Limits

        limits = Limits(call=self.live.timeout)
        return start_provider(self.found.path, self.live.environment or {}, limits=limits)


def choose(live: Live) -> Choice:
    """Find the program. Raises MappingError."""
    folders = plugin_folders(live.plugin_dirs, os.environ, live.base)
    try:
        return Choice(find_provider(live.name, folders, live.base), live)
    except TfPluginError as error:
        raise MappingError(Problem(str(error))) from None


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
    document = said_by(choice.found, choice.found.address, schema)
    live = choice.live
    config = live.config or [path for path in (live.base / CONFIG,) if path.is_file()]
    return read_inputs(Request(document, config, live.base, dialect=live.dialect))
