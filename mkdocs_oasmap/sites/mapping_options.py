"""What the options of a mapping in mkdocs.yml mean to a build: each path is made out here, and once."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from mapper.registry import system_named
from mapper.report.diagnostic import Severity
from mapper.request import Option, Request
from mapper.system.reading import Need

from ..live import restricted
from ..mappings import MappingInput
from ..options import build_error
from ..read_options import mapping_reading
from ..repository import EXAMPLES, TEMPLATES, Repository


class ResolvedMapping(Struct, frozen=True, kw_only=True):
    """One mapping of a build: its options, what is mapped, and the existing files that the options name.

    The options start no program that nobody allowed; `refusal` is the line that says so.
    """

    options: Any
    input: MappingInput
    base: Path
    files: tuple[Path, ...]
    refusal: str = ""

    @property
    def repository(self) -> Repository:
        """The examples and templates that are written by hand. Raises MappingError if there is no such folder."""
        return Repository(self.base / self.options.provider_dir)


def resolve(options: Any, base: Path, levels: Mapping[str, str], *, check_spec: bool) -> ResolvedMapping:
    """The mapping that options describe, with severities by code. Paths are relative to `base`. Raises PluginError."""
    options, refusal = restricted(options, base)
    configs = config_paths(options, base)
    severities = {code: Severity(level) for code, level in levels.items() if level != "ignore"}
    if options.sidecar:
        request = Request(Path(options.sidecar), (), base, levels=severities)
    else:
        request = Request(
            Path(options.spec),
            configs,
            base,
            levels=severities,
            validate=check_spec and Option.VALIDATION in system_named(options.system).reading.options.taken,
            version=options.version,
            **asdict(mapping_reading(options, base)),
        )
    return ResolvedMapping(
        options=options,
        input=MappingInput(options.system, request, recorded=bool(options.sidecar)),
        base=base,
        files=(*_named_files(options, base), *configs),
        refusal=refusal,
    )


def config_paths(options: Any, base: Path) -> tuple[Path, ...]:
    """The configs of a mapping: those given, or the default one of the system. Raises PluginError."""
    if options.sidecar:
        return ()
    system = system_named(options.system)
    if options.config and system.reading.config_need is Need.NONE:
        raise build_error(f"config: the system {options.system} has no config", remedy="leave the option out")
    return tuple(map(Path, options.config or system.reading.default_config(base)))


def _named_files(options: Any, base: Path) -> Iterator[Path]:
    """The existing files and folders that options name besides configs; a spec and a baseline may be other names."""
    states = options.spec, options.sidecar, options.baseline, options.recorded, options.drift
    records = options.proof, options.life, options.history, options.review
    by_hand = (f"{options.provider_dir}/{name}" for name in (EXAMPLES, TEMPLATES))
    for name in (*states, *records, *options.versions.values(), *options.overlays, *by_hand):
        if name and (base / name).exists():
            yield base / name
