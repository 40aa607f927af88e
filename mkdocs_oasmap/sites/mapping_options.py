"""Resolves the options of a mapping in mkdocs.yml: its input, its configs, and all files it reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mapper.registry import system_named
from mapper.request import Option
from mapper.system import Need

from ..handwritten import EXAMPLES, TEMPLATES
from ..mappings import MappingInput, RecordedInput, processes
from ..options import build_error


def mapping_input(options: Any, base: Path, levels: tuple[tuple[str, str], ...], *, check_spec: bool) -> MappingInput:
    """The inputs of a mapping, with the severities by code. Raises PluginError."""
    if options.sidecar:
        return RecordedInput(Path(options.sidecar), (), base, levels)
    return MappingInput(
        Path(options.spec),
        config_paths(options, base),
        base,
        levels,
        check_spec and Option.VALIDATION in system_named(options.system).takes,
        tuple(map(Path, options.overlays)),
        tuple(options.allow_hosts),
        options.system,
        options.version,
        options.service,
        *processes(options, base),
        options.dialect,
    )


def named_files(options: Any, base: Path) -> list[Path]:
    """The existing files that the options of a mapping name; spec and baseline may be other names. Raises
    PluginError.
    """
    states = options.spec, options.sidecar, options.baseline, options.recorded, options.drift, options.proof
    named = [base / name for name in (*states, *options.versions.values(), options.history) if name]
    written_by_hand = (base / options.provider_dir / name for name in (EXAMPLES, TEMPLATES))
    folders = filter(Path.is_dir, written_by_hand)
    paths = (*filter(Path.exists, named), *config_paths(options, base), *options.overlays, options.review, *folders)
    return [Path(path) for path in paths if path]


def config_paths(options: Any, base: Path) -> tuple[Path, ...]:
    """The configs of a mapping: those given, or the default one of the system. Raises PluginError."""
    if options.sidecar:
        return ()
    if options.config:
        if system_named(options.system).config_need is Need.NONE:
            raise build_error(f"config: the system {options.system} has no config")
        return tuple(map(Path, options.config))
    paths = tuple(system_named(options.system).default_config(base))
    if not all(path.is_file() for path in paths):
        raise build_error(
            "config is needed: the path of a generator config, relative to mkdocs.yml; oasmap init proposes one"
        )
    return paths
