"""How an input is read: one row for each option, which the command line and mkdocs.yml both take their values by."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from mapper.registry import all_systems, system_named
from mapper.request import Option, ReadOptions
from mapper.system.system import System

_SEVERAL = "may be given several times"
_FOLDERS = f"a folder with providers, in the layout of a Terraform mirror or with programs in it; {_SEVERAL}"


class ReadOption(Struct, frozen=True, kw_only=True):
    """One option. `name` is the field of ReadOptions, the key in mkdocs.yml, and the name of the value on the
    command line.

    `flag` is its name on the command line; its help does not show `aliases`, which are old names. `option` is what a
    system takes. Without a `metavar` it is a switch. `words` are in the help of each system, and `choices` its values.
    `of_process`: it is about a process that is started; with `drift`, the process of the provider to compare with.
    """

    name: str
    flag: str
    option: Option
    help: str
    metavar: str = ""
    aliases: tuple[str, ...] = ()
    several: bool = False
    is_path: bool = False
    of_process: bool = False
    words: Callable[[System], str] | None = None
    choices: Callable[[System], Sequence[str]] | None = None

    @property
    def takers(self) -> tuple[System, ...]:
        """The systems that take it."""
        return tuple(system for system in all_systems() if self.option in system.reading.options.taken)

    def read(self, value: Any, base: Path) -> Any:
        """The value of the field; relative paths are below `base`."""
        if not self.is_path:
            return value
        return tuple(base / path for path in value) if self.several else base / value


READ_OPTIONS = {row.name: row for row in (
    ReadOption(
        name="overlays", flag="--overlay", option=Option.OVERLAYS, metavar="FILE", several=True, is_path=True,
        help=f"an OpenAPI Overlay, applied to SPEC before the mapping; {_SEVERAL} (needs mkdocs-oasmap[overlay])",
    ),
    ReadOption(
        name="allow_hosts", flag="--allow-host", option=Option.ALLOW_HOSTS, metavar="HOST", several=True,
        help=f"a host that references may lead to, such as api.example.com; {_SEVERAL}",
    ),
    ReadOption(
        name="service", flag="--service", option=Option.SERVICE, metavar="NAME",
        help="the name of the service, with which the API group begins, such as elbv2 (default: the name in the"
        " repository or the input)",
    ),
    ReadOption(
        name="provider", flag="--provider", option=Option.PROVIDER, metavar="NAME", of_process=True,
        help="the provider, if SPEC has several",
    ),
    ReadOption(
        name="dialect", flag="--dialect", aliases=("--profile",), option=Option.DIALECT, metavar="DIALECT",
        words=lambda system: f"the rules of {' or '.join(system.reading.options.dialects)}",
        choices=lambda system: system.reading.options.dialects,
        help="the dialect of the output (default: the one in the config, or the first)",
    ),
    ReadOption(
        name="live", flag="--live", option=Option.LIVE, of_process=True,
        help="start the provider that SPEC names; without it, no process is started",
    ),
    ReadOption(
        name="plugin_dirs", flag="--plugin-dir", option=Option.PLUGIN_DIRS, metavar="DIR", several=True, is_path=True,
        of_process=True, help=_FOLDERS,
    ),
    ReadOption(
        name="proof", flag="--proof", option=Option.PROOF, metavar="SIDECAR", is_path=True,
        help="the sidecar with a running provider's checks of the pages; with --live, missing checks are made",
    ),
    ReadOption(
        name="life", flag="--life", option=Option.LIFE, metavar="FILE", is_path=True,
        help="the record of `oasmap try --all`, which pages of authors show",
    ),
)}  # fmt: skip
"""The options by name."""

PROVIDER_FOLDERS, DIALECT = READ_OPTIONS["plugin_dirs"], READ_OPTIONS["dialect"]
PROCESS = READ_OPTIONS["live"].name, PROVIDER_FOLDERS.name
"""What starts a process, and where its program is."""


def read_options(
    values: Mapping[str, Any], base: Path = Path(), *, process: bool = True, rest: bool = True
) -> ReadOptions:
    """How an input is read, from values by name; without those about a `process`, or without the `rest`."""
    return ReadOptions(**{
        name: row.read(values[name], base)
        for name, row in READ_OPTIONS.items()
        if values.get(name) not in (None, (), []) and (process if row.of_process else rest)
    })  # fmt: skip


def mapping_reading(options: Any, base: Path = Path()) -> ReadOptions:
    """How the input of a mapping in mkdocs.yml is read. With `drift`, what is said of a process is meant for the
    provider to compare with, unless the system takes it.
    """
    is_of_input = not options.drift or Option.LIVE in system_named(options.system).reading.options.taken
    return read_options(options, base, process=is_of_input)


def provider_reading(options: Any) -> ReadOptions:
    """How the provider is read that a mapping in mkdocs.yml is compared with."""
    return read_options(options, rest=False)
