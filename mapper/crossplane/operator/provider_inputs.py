"""A running provider, and the inputs that a config makes from its schema."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from ...report.diagnostic import MappingError, Problem
from ...request import Request
from ...runner import Live
from ...tfplugin.errors import TfPluginError
from ...tfplugin.find import Found, find_provider
from ...tfplugin.schema import Block, ProviderSchema, Schema
from ...tfplugin.source import machine_folders, schema_as_document, start_provider
from ..read import Inputs, read_inputs
from .plugin import GroupVersionKind
from .resource_kinds import Chosen, resource_kinds

if TYPE_CHECKING:
    from ...tfplugin.provider import Provider


CONFIG = "provider.yaml"


class Choice(Struct, frozen=True):
    """A provider's program, and what it is run for."""

    found: Found
    live: Live

    def start(self, *, with_environment: bool = True) -> Provider:
        """Start the provider, without the environment variables of the user if they are not for it.

        Raises PluginError.
        """
        from ...tfplugin.process import Limits

        limits = Limits(call=self.live.timeout)
        environment = self.live.environment if with_environment else None
        return start_provider(self.found.path, environment or {}, limits=limits)


def choose(live: Live) -> Choice:
    """Find the program. Raises MappingError."""
    try:
        return Choice(find_provider(live.name, live.plugin_dirs, machine_folders(os.environ), live.base), live)
    except TfPluginError as error:
        raise MappingError(Problem(str(error))) from None


@contextmanager
def running(choice: Choice) -> Iterator[tuple[Provider, ProviderSchema]]:
    """A running provider, and its schema. Raises MappingError."""
    try:
        provider = choice.start()
    except TfPluginError as error:
        raise MappingError(Problem(str(error))) from None
    with provider:
        try:
            schema = provider.schema()
        except TfPluginError as error:
            raise MappingError(Problem(str(error))) from None
        yield provider, schema


def chosen_inputs(choice: Choice, schema: ProviderSchema, wanted: Collection[GroupVersionKind]) -> Chosen:
    """The inputs for some Kinds alone: a large provider is not mapped completely for a few objects.

    The names of the Kinds follow from the names of all resources. Raises MappingError.
    """
    bare = {name: Schema(block=Block()) for name in schema.resources}
    every = resource_kinds(live_inputs(choice, ProviderSchema(schema.provider, bare)))
    names = {kind.terraform_name for kind in every if kind.gvk in wanted}
    if not names:
        return Chosen(None, every)
    kept = {name: resource for name, resource in schema.resources.items() if name in names}
    return Chosen(live_inputs(choice, ProviderSchema(schema.provider, kept)), every)


def live_inputs(choice: Choice, schema: ProviderSchema) -> Inputs:
    """The inputs for all Kinds that a config selects. Raises MappingError."""
    document = schema_as_document(choice.found, choice.found.address, schema)
    live = choice.live
    config = live.config or [path for path in (live.base / CONFIG,) if path.is_file()]
    return read_inputs(Request(document, config, live.base, dialect=live.dialect))
