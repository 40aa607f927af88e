"""The mappings of a site as inputs of commands, which take them with --mkdocs."""

import os
import sys
from collections.abc import Iterator, Mapping
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from mapper.links import real_path
from mapper.registry import REGISTRY, system_of_scheme
from mapper.report.diagnostic import MappingError, Problem

from ..read_options import READ_OPTIONS, mapping_reading, provider_reading
from .drift import Drift
from .input_options import InputOptions
from .program import FILE, option
from .registry_options import RegistryOutput

if TYPE_CHECKING:
    from ..review.git import Revision
    from ..review.states import Files


class SiteMapping(Struct, frozen=True):
    """One mapping of a site. `pages` is its folder; paths are relative to the current folder."""

    pages: str
    source: InputOptions
    output: str | None
    registry: RegistryOutput
    drift: Drift | None
    review: str | None
    baseline_config: tuple[str, ...]
    ignored: frozenset[str]


def parameter() -> click.Option:
    """The option --mkdocs."""
    text = "use all mappings of this mkdocs.yml or zensical.toml, in place of a single input"
    return option("--mkdocs", type=FILE, metavar="FILE", help=text)


def refuse_beside(ctx: click.Context, values: Mapping[str, Any], allowed: set[str]) -> None:
    """Raise UsageError for a parameter that --mkdocs takes the place of."""
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name not in allowed and name in values and values[name] != parameter.get_default(ctx):
            if values[name] in ((), None):
                continue
            shown = parameter.opts[0] if isinstance(parameter, click.Option) else name.upper()
            raise click.UsageError(
                f"{shown} does not go with --mkdocs, which has the mappings of the site; leave it out", ctx
            )


def site_mappings(name: str, *, live: bool = False, strict: bool = False) -> list[SiteMapping]:
    """The mappings of a site; with `live`, their settings may start programs.

    Raises MappingError. Where settings would start a program and may not, that is a line, and an error with `strict`.
    """
    from ..live import REMEDY, restricted
    from ..sites.settings_file import read_settings_file

    settings = read_settings_file(Path(name))
    levels, base = settings.options.levels, settings.base
    allowed = [restricted(options, base, asked=live) for options in settings.mappings]
    refusals = [line for _, line in allowed if line]
    if refusals and strict:
        raise MappingError(*(Problem(line, name, remedy=REMEDY) for line in refusals))
    sys.stderr.writelines(f"warning: {line}\n" for line in refusals)
    ignored = frozenset(code for code, level in levels.items() if level == "ignore")
    return [
        _mapping(options, base, config, {code: level for code, level in levels.items() if code not in ignored}, ignored)
        for (options, _), config in zip(allowed, settings.configs, strict=True)
    ]


def gone_mappings(name: str, revision: "Revision") -> "Iterator[tuple[str, Files]]":
    """The inputs of mappings that the settings had in a revision and have no more, each with the files to map it.

    Raises MappingError.
    """
    from ..review.states import Files
    from ..sites.settings_file import parsed_site, plugin_of, read_settings_file

    path, base = Path(name), Path(name).parent
    if not revision.has(path):
        return
    try:
        before = plugin_of(parsed_site(revision.read(path, name), path)) or {}
    except MappingError as error:
        raise revision.located(error) from None
    mappings = read_settings_file(path).mappings
    here = {os.path.relpath(options.sidecar or options.spec) for options in mappings}
    folders = {options.pages for options in mappings}
    mapped = before.get("mappings")
    for entry in mapped if mapped and isinstance(mapped, list) else [before]:
        options = entry if isinstance(entry, dict) else {}
        spec = options.get("sidecar") or options.get("spec")
        if not isinstance(spec, str) or str(options.get("pages", "reference")) in folders:
            continue
        config = options.get("config")
        configs = config if isinstance(config, list) else [config] if isinstance(config, str) else []
        if (shown := os.path.normpath(base / spec)) not in here:
            paths = tuple(base / str(path_in_config) for path_in_config in configs)
            system = options.get("system")
            is_known = isinstance(system, str) and system in REGISTRY
            yield shown, Files(paths, Path.cwd(), system=system if is_known else None)


def _mapping(
    options: Any, base: Path, config: tuple[Path, ...], levels: dict[str, str], ignored: frozenset[str]
) -> SiteMapping:
    shown = _as_shown(options, base)
    source = InputOptions(
        _display_path(base, options.sidecar or options.spec),
        options.system,
        mapping_reading(shown),
        tuple(_display_path(base, path) for path in config),
        {options.system: options.version} if options.version else {},
        levels=levels,
        recorded=bool(options.sidecar),
    )
    review = _display_path(base, options.review) if options.review else None
    drift = None
    if options.drift:
        drift = Drift(_display_path(base, options.drift), "text", review, provider_reading(shown))
    docs = _display_path(base, options.registry_docs) if options.registry_docs else None
    return SiteMapping(
        options.pages,
        source,
        _display_path(base, options.output) if options.output else None,
        RegistryOutput(docs, Path(_display_path(base, options.provider_dir))),
        drift,
        review,
        tuple(_display_path(base, path) for path in options.baseline_config or ()),
        ignored=ignored,
    )


def _as_shown(options: Any, base: Path) -> Any:
    """The options with the paths of its reading as they are shown: relative to the current folder."""
    shown = copy(options)
    for name, row in READ_OPTIONS.items():
        if row.is_path and options[name]:
            value = options[name]
            shown[name] = [_display_path(base, path) for path in value] if row.several else _display_path(base, value)
    return shown


def _display_path(base: Path, name: str | Path) -> str:
    """A path relative to the current folder; a name with the scheme of a system as it is."""
    if system_of_scheme(str(name)) is not None:
        return str(name)
    path = base / name
    return os.path.relpath(path) if real_path(path).is_relative_to(Path.cwd()) else str(path)
