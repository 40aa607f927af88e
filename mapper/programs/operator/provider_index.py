"""A running provider, and its index: implementations generated from its schema, with overlays of its config on top.

Overlays are Python modules, and are imported here and nowhere else. `full_package_name` in the config is the path of a
module, with slashes or dots, that has a function `index()`, which returns implementations.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from mapper.inputs import Documents, problem_at
from mapper.languages.tfplugin.errors import TfPluginError
from mapper.languages.tfplugin.schema import Block, ProviderSchema, Schema
from mapper.programs.provider_process.source import (
    Found,
    find_provider,
    machine_folders,
    schema_as_document,
    start_provider,
)
from mapper.programs.v2020.profile import V2020_PROFILE
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.runner import ProviderOptions
from mapper.systems.crossplane.fields import walk
from mapper.systems.crossplane.read import inputs_of

from .codec import Codec
from .merger import Merger
from .plugin import GroupVersionKind, Implementation, Manifest, PluginIndexError
from .resource_kinds import Chosen, ResourceKind, resource_kinds

if TYPE_CHECKING:
    from mapper.programs.provider_process.provider import Provider
    from mapper.systems.crossplane.config import Overlay
    from mapper.systems.crossplane.read import Inputs


CONFIG = "provider.yaml"


class Choice(Struct, frozen=True):
    """A provider's program, and what it is run for."""

    found: Found
    options: ProviderOptions

    def start(self, *, with_environment: bool = True) -> Provider:
        """Start the provider, without the user's environment variables if they are not for it. Raises PluginError."""
        from mapper.programs.provider_process.process import Limits

        limits = Limits(call=self.options.timeout)
        environment = self.options.environment if with_environment else None
        return start_provider(self.found.path, environment or {}, limits=limits)


def choose(options: ProviderOptions) -> Choice:
    """Find the program. Raises MappingError."""
    try:
        return Choice(find_provider(options.name, options.folders, machine_folders(os.environ), options.base), options)
    except TfPluginError as error:
        raise MappingError(error.problem()) from None


@contextmanager
def running(choice: Choice) -> Iterator[tuple[Provider, ProviderSchema]]:
    """A running provider, and its schema. Raises MappingError."""
    try:
        provider = choice.start()
    except TfPluginError as error:
        raise MappingError(error.problem()) from None
    with provider:
        try:
            schema = provider.schema()
        except TfPluginError as error:
            raise MappingError(error.problem()) from None
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
    options = choice.options
    config = options.config or [path for path in (options.base / CONFIG,) if path.is_file()]
    request = Request(document, config, options.base, dialect=options.dialect)
    return inputs_of(document, Documents(options.base), request, lambda: V2020_PROFILE)


_RESERVED = "mapper", "mkdocs_oasmap"


class Program(Struct, frozen=True):
    """The Kinds of a provider, and their implementations. `every` has all Kinds of the provider, which may be more."""

    kinds: tuple[ResourceKind, ...]
    implementations: Mapping[GroupVersionKind, Implementation]
    every: tuple[GroupVersionKind, ...]

    def kind(self, gvk: GroupVersionKind) -> ResourceKind:
        """The Kind of this name. Raises PluginIndexError if there is none."""
        for kind in self.kinds:
            if kind.gvk == gvk:
                return kind
        versions = sorted(
            known_kind.version
            for known_kind in self.every
            if (known_kind.group, known_kind.kind) == (gvk.group, gvk.kind)
        )
        if versions:
            text = f"{gvk}: the provider has this Kind in version {', '.join(versions)}"
            raise PluginIndexError(Problem(text, remedy="change apiVersion"))
        kinds = ", ".join(sorted({gvk.kind for gvk in self.every})[:10])
        raise PluginIndexError(Problem(f"{gvk}: the provider has no such Kind", remedy=f"choose among {kinds}, …"))


class _Definition(Struct, frozen=True):
    """Builds the definition of a Kind."""

    inputs: Inputs
    gvk: GroupVersionKind

    def definition(self) -> Manifest:
        """The CustomResourceDefinition, built on each call."""
        provider = self.inputs.provider
        resource, target = next(
            (resource, target)
            for resource in provider.resources
            for target in resource.targets
            if (target.address.group, target.address.kind) == (self.gvk.group, self.gvk.kind)
        )
        return self.inputs.profile.definition(resource, target, provider)


def make_program(inputs: Inputs, folder: Path | None = None) -> Program:
    """The Kinds that a config selects, with its overlays, which are also looked for in `folder`.

    Raises MappingError for a config without resources, PluginIndexError for overlays that cannot be used.
    """
    kinds = resource_kinds(inputs)
    return _generated_program(inputs, kinds, kinds, folder)


def make_part(chosen: Chosen, folder: Path | None = None) -> Program:
    """As `make_program`, for some Kinds. Raises MappingError, PluginIndexError."""
    if chosen.inputs is None:
        return Program((), {}, tuple(kind.gvk for kind in chosen.every))
    return _generated_program(chosen.inputs, resource_kinds(chosen.inputs), chosen.every, folder)


def _generated_program(
    inputs: Inputs, kinds: tuple[ResourceKind, ...], every: tuple[ResourceKind, ...], folder: Path | None
) -> Program:
    left_out = {kind.terraform_name for kind in every} - {kind.terraform_name for kind in kinds}
    implementations: dict[GroupVersionKind, Implementation] = {}
    for kind in kinds:
        _check_passwords(kind)
        codec = Codec(kind)
        implementations[kind.gvk] = Implementation(
            kind.gvk,
            kind.terraform_name,
            scheme_builder=_Definition(inputs, kind.gvk),
            resource_merger=Merger(kind),
            cty_encoder=codec,
            cty_decoder=codec,
        )
    for overlay in inputs.config.program.overlays:
        if overlay.package and overlay.terraform_name not in left_out:
            for gvk, layer in _layers(overlay, kinds, folder):
                implementations[gvk] = implementations[gvk].under(layer, overlay.members)
    return Program(kinds, implementations, tuple(kind.gvk for kind in every))


def _check_passwords(kind: ResourceKind) -> None:
    """Raises PluginIndexError for a password field whose secret cannot be generated."""
    secrets = {field.path for field in walk(kind.fields) if field.holds_password}
    for path in sorted(kind.settings.passwords - secrets):
        text = f"generate_password: {path} is not given in a secret, so that none can be made for it"
        raise PluginIndexError(problem_at(text, kind.settings.paths[path], remedy="remove the entry"))


def _layers(
    overlay: Overlay, kinds: tuple[ResourceKind, ...], folder: Path | None
) -> Iterator[tuple[GroupVersionKind, Implementation]]:
    """The implementations of an overlay, for all Kinds of its resource."""
    gvks = [kind.gvk for kind in kinds if kind.terraform_name == overlay.terraform_name]
    if not gvks:
        raise _refused(f"there is no resource {overlay.terraform_name!r} to be overlaid", overlay)
    for layer in _layers_of(overlay, folder):
        if layer.terraform_resource_name not in ("", overlay.terraform_name):
            continue
        for gvk in [layer.gvk] if layer.gvk != GroupVersionKind() else gvks:
            if gvk not in gvks:
                raise _refused(f"{overlay.package}: {gvk} is not a Kind of {overlay.terraform_name}", overlay)
            yield gvk, layer


def _layers_of(overlay: Overlay, folder: Path | None) -> Iterable[Implementation]:
    name = overlay.package.replace("/", ".")
    if name.partition(".")[0] in _RESERVED:
        raise _refused(f"{overlay.package}: this is a module of the program itself", overlay)
    if folder is not None and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        indexed = import_module(name).index()
    except Exception as error:  # a module of the user may raise anything
        text = f"{overlay.package}: index() cannot be had: {type(error).__name__}: {error}"
        raise _refused(text, overlay) from error
    layers = (indexed,) if isinstance(indexed, Implementation) else tuple(indexed)
    if not layers or not all(isinstance(layer, Implementation) for layer in layers):
        raise _refused(f"{overlay.package}: index() has to return implementations", overlay)
    return layers


def _refused(text: str, overlay: Overlay) -> PluginIndexError:
    return PluginIndexError(problem_at(text, overlay.node, remedy="correct the package, or leave the overlay out"))
