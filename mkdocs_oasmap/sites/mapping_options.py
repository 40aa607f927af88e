"""Resolves the options of a mapping in mkdocs.yml: its input, its configs, and all files it reads."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from mapper.registry import system_named
from mapper.report.diagnostic import Severity
from mapper.request import Option, Request
from mapper.system.reading import Need

from ..mappings import MappingInput, mapping_reading
from ..options import BuildError, build_error
from ..repository import EXAMPLES, TEMPLATES
from ..wrong_inputs import of_another_system


def mapping_input(options: Any, base: Path, levels: Mapping[str, str], *, check_spec: bool) -> MappingInput:
    """The inputs of a mapping, with the severities by code. Raises PluginError."""
    severities = {code: Severity(level) for code, level in levels.items() if level != "ignore"}
    if options.sidecar:
        return MappingInput(options.system, Request(Path(options.sidecar), (), base, levels=severities), recorded=True)
    request = Request(
        Path(options.spec),
        config_paths(options, base),
        base,
        levels=severities,
        validate=check_spec and Option.VALIDATION in system_named(options.system).reading.options.taken,
        version=options.version,
        **asdict(mapping_reading(options, base)),
    )
    return MappingInput(options.system, request)


def named_files(options: Any, base: Path) -> list[Path]:
    """The existing files that a mapping's options name; spec and baseline may be other names. Raises PluginError."""
    states = (
        options.spec,
        options.sidecar,
        options.baseline,
        options.recorded,
        options.drift,
        options.proof,
        options.life,
    )
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
        if system_named(options.system).reading.config_need is Need.NONE:
            raise build_error(f"config: the system {options.system} has no config", remedy="leave the option out")
        return tuple(map(Path, options.config))
    paths = tuple(system_named(options.system).reading.default_config(base))
    if not all(path.is_file() for path in paths):
        other = of_another_system(system_named(options.system), Request(Path(options.spec), (), base))
        if other is not None:
            raise BuildError(other)
        raise build_error(
            "config is needed: the path of a generator config, relative to mkdocs.yml",
            remedy="`oasmap init` proposes one",
        )
    return paths
