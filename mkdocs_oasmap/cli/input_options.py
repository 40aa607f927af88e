"""The parameters of commands that read an input, and their values."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import asdict

from mapper.inputs import Document
from mapper.registry import REGISTRY, all_systems, default_system, system_named
from mapper.report.diagnostic import MappingError, Problem, Severity
from mapper.request import Mapped, Option, ReadOptions, Request
from mapper.system.reading import Need

from ..progress import step
from ..read_options import PROCESS, READ_OPTIONS, read_options
from .program import FILE, SystemArgument, choice, option

STREAM = "-"
_SEVERAL = "may be given several times"


def inputs(*, required: bool = True) -> list[click.Parameter]:
    """The parameters for the input: description, overlays, system, options of systems, generator config."""
    return [
        spec(required=required),
        system(),
        config(),
        *changes(),
        *named(),
        *reading("dialect", *PROCESS, "proof", "life"),
    ]


def reading(*names: str) -> Iterator[click.Option]:
    """Options for how the input is read, by the names of their rows."""
    for row in map(READ_OPTIONS.__getitem__, names):
        settings: dict[str, Any] = {"is_flag": True}
        if row.metavar:
            settings = {"metavar": row.metavar, "multiple": row.several, "type": FILE if row.is_path else None}
        if row.choices is not None:
            settings["type"] = choice(dict.fromkeys(name for taker in row.takers for name in row.choices(taker)))
        words = {taker.name: row.words(taker) for taker in row.takers} if row.words is not None else {}
        systems = [taker.name for taker in row.takers]
        yield option(
            row.flag, row.name, aliases=row.aliases, systems=systems, by_system=words, help=row.help, **settings
        )


def takers(wanted: Option) -> tuple[str, ...]:
    """The names of the systems that take an option."""
    return tuple(system.name for system in all_systems() if wanted in system.reading.options.taken)


def spec(*, required: bool = True) -> click.Argument:
    """The argument SPEC; its help has the input of each system."""
    words = {system.name: system.reading.input.words for system in all_systems()}
    name, text = "SPEC" if required else "[SPEC]", "- reads standard input"
    return SystemArgument("spec", words, type=FILE, metavar=name, help=text, required=required)


def system() -> click.Option:
    """The option --system."""
    return option(
        "--system", type=choice(REGISTRY), default=default_system(), show_default=True, help="the system to map to"
    )


def named() -> Iterator[click.Option]:
    """Options for what the input itself may not say: versions of tools, service, provider."""
    for system in all_systems():
        if system.reading.options.version_help:
            yield option(
                f"--{system.name}-version",
                systems=[system.name],
                metavar="VERSION",
                help=system.reading.options.version_help,
            )
    yield from reading("service", "provider")


def config() -> click.Option:
    """The option --config."""
    words = {
        system.name: f"the config (default: ./{system.reading.config})"
        for system in all_systems()
        if system.reading.config
    }
    return option("--config", "-config", by_system=words, multiple=True, type=FILE, metavar="FILE", help=_SEVERAL)


def changes() -> Iterator[click.Option]:
    """The options for overlays and for hosts of remote references."""
    return reading("overlays", "allow_hosts")


class InputOptions(Struct, frozen=True):
    """The values of the input parameters.

    `versions` are tool versions by system name, and `parts` the folders of parts of the output. `levels` are severities
    by diagnostic code. `recorded`: `spec` is a sidecar, in place of an input.
    """

    spec: str
    system: str
    read: ReadOptions
    config: tuple[str, ...] = ()
    versions: Mapping[str, str] = {}
    parts: Mapping[str, str] = {}
    levels: Mapping[str, str] = {}
    recorded: bool = False

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "InputOptions":
        """The source from the values of the parameters of `inputs` and `parts`."""
        folders = {key.removeprefix("output_"): value for key, value in values.items() if key.startswith("output_")}
        return cls(
            values["spec"],
            values["system"],
            read_options(values),
            values["config"],
            versions_in(values),
            {part: folder for part, folder in folders.items() if folder is not None},
        )

    def map(self, ctx: click.Context, *, validate: bool = False, references: bool = True) -> Mapped:
        """Map the input; the result is also appended to `ctx.obj`. Raises MappingError."""
        with step(f"mapping {self.spec}", quiet=bool(ctx.params.get("quiet"))):
            from ..mappings import MappingInput

            request = (
                Request(Path(self.spec), ())
                if self.recorded
                else self.request(validate=validate, references=references)
            )
            mapped = MappingInput(self.system, request, recorded=self.recorded).read_and_run()
        ctx.obj.append(mapped)
        return mapped

    def request(self, *, validate: bool = False, references: bool = True) -> Request:
        """The request to map the input. Raises MappingError."""
        return Request(
            self.read_spec(),
            self.config_paths(),
            levels={code: Severity(level) for code, level in self.levels.items()} or None,
            validate=validate,
            references=references,
            version=self.version(),
            **asdict(self.read),
        )

    def read_spec(self) -> Path | Document:
        """The path of the input, or the document on standard input. Raises MappingError."""
        if self.spec != STREAM:
            return Path(self.spec)
        return Document("<standard input>", sys.stdin.buffer.read())

    def config_paths(self) -> list[Path]:
        """The paths of the config. Raises MappingError if one is given for a system without a config."""
        system = system_named(self.system)
        paths = [Path(path) for path in self.config]
        if paths and system.reading.config_need is Need.NONE:
            raise MappingError(Problem(f"the system {system.name} has no config", remedy="leave --config out"))
        return paths or system.reading.default_config(Path())

    def version(self) -> str | None:
        """The tool version for the system. Raises MappingError if one is given for another system."""
        for name in self.versions:
            if name != self.system:
                raise MappingError(
                    Problem(f"--{name}-version is for --system {name}", remedy="add it, or leave the version out")
                )
        return self.versions.get(self.system)

    def part_folders(self) -> dict[str, Path]:
        """The output folders by part. Raises MappingError for parts of another system."""
        separable = system_named(self.system).writing.output.separable
        for part in sorted(self.parts):
            if part not in separable:
                text = f"the system {self.system} does not write a part {part}"
                raise MappingError(Problem(text, remedy=f"leave --output-{part} out"))
        return {part: Path(folder) for part, folder in self.parts.items()}


def versions_in(values: Mapping[str, Any]) -> dict[str, str]:
    """The given tool versions, by system name."""
    by_system = {name: values.get(f"{name}_version") for name in REGISTRY}
    return {name: text for name, text in by_system.items() if text is not None}
