"""`oasmap init`: proposes a generator config for an input."""

import shlex
import sys
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from mapper.files import encode, make_folders, read_named, write_files
from mapper.inputs import Document
from mapper.registry import all_systems, default_system, system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Proposing, Request, StartingConfig
from mapper.system.system import System
from mapper.text.display import visible

from ..progress import step
from ..read_options import read_options
from ..wrong_inputs import way_out
from .input_options import STREAM, InputOptions, changes, spec, system
from .program import FILE, OK, USAGE, Command, fail, option, refuse

SITE = "mkdocs.yml"
FRONT = Path("docs", "index.md")
_NAMES = "write lower-case letters, digits and underscores, with no digit first"

_TEXT = """\
Groups the operations of SPEC by the shape of their paths: what POST makes and GET reads becomes a resource,
and a GET of one or of a list becomes a data source. Policies and statuses follow what people choose by hand,
and a comment gives the reason of each. Read the config: it says what to check, and lists the
operations that nothing uses. The last lines count what is left out.
"""
_MORE = """\
exit codes:
  0  written
  1  a problem in the input, nothing to propose, or the file exists already (see --force)
  2  the command line is wrong

examples:
  oasmap init openapi.yaml
  oasmap init --site openapi.yaml
  oasmap init --provider petstore --exclude '/admin/*' openapi.yaml
  oasmap init --system provider --provider hashicorp/aws schema.json
  curl -s https://example.com/openapi.json | oasmap init --output - -
"""


def command() -> click.Command:
    """`oasmap init`."""
    systems = all_systems()
    names = ", ".join(f"./{known.reading.config or SITE} for {known.name}" for known in systems)
    what = "paths that match (* is any text); may be given several times"
    return Command(
        "init",
        _run,
        [
            spec(),
            *changes(),
            system(),
            option(
                "--output",
                "-output",
                type=FILE,
                metavar="FILE",
                help=f"the config (default: {names}); - is standard output",
            ),
            option(
                "--provider",
                metavar="NAME",
                help="the name of the provider (default: made from the title of the API); or the provider,"
                " if SPEC has several",
            ),
            option("--include", multiple=True, metavar="GLOB", help=f"use only {what}"),
            option("--exclude", multiple=True, metavar="GLOB", help=f"ignore {what}"),
            option(
                "--only",
                metavar="KIND",
                type=click.Choice(sorted({word for known in systems for word in known.proposals.choices})),
                help="propose only entities of this kind",
            ),
            option(
                "--all-data-sources",
                is_flag=True,
                help="propose every GET as a data source (default: those with a resource, a list of items or an id)",
            ),
            option(
                "--like",
                metavar="TOOL",
                type=click.Choice(
                    [
                        known.showing.reference_tool
                        for known in systems
                        if known.showing.reference_tool and known.reading.config
                    ]
                ),
                help="propose a config that keeps the output of this tool, in place of good defaults",
            ),
            option(
                "--update",
                is_flag=True,
                help="add new operations to the config, and make comments of entries that the API no longer has",
            ),
            option(
                "--site", is_flag=True, help=f"also write {SITE} and {FRONT}, if they do not exist, for `mkdocs serve`"
            ),
            option("--force", is_flag=True, help="overwrite an existing config"),
        ],
        _TEXT,
        _MORE,
    )


class _Wanted(Struct, frozen=True, kw_only=True):
    """The values of the parameters."""

    spec: str
    system: str
    overlays: tuple[str, ...]
    allow_hosts: tuple[str, ...]
    output: str | None
    provider: str | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    only: str | None
    like: str | None
    all_data_sources: bool
    update: bool
    site: bool
    force: bool

    @property
    def target(self) -> System:
        """The system that proposes."""
        return system_named(self.system)

    @property
    def source(self) -> InputOptions:
        """The input, and how it is read."""
        read = read_options({"overlays": self.overlays, "allow_hosts": self.allow_hosts})
        return InputOptions(self.spec, self.system, read)

    @property
    def path(self) -> str:
        """The name of the file to write."""
        return self.output or self.target.reading.config or SITE

    @property
    def writes_site(self) -> bool:
        """Whether a site is written, too. A system without a config has nothing else to start with."""
        return self.site or not self.target.reading.config

    @property
    def site_path(self) -> Path:
        """The settings of the site."""
        return Path(SITE if self.target.reading.config else self.path)

    def proposing(self) -> Proposing:
        """The request to propose a config. Raises MappingError for files that cannot be read."""
        existing = _read_existing(self.path) if self.update else None
        source = self.source
        return Proposing(
            source.read_spec(),
            self.provider,
            source.read.overlays,
            source.read.allow_hosts,
            self.include,
            self.exclude,
            existing=existing,
            like=self.like or "",
            site=self.writes_site,
            only=self.only or "",
            all_data_sources=self.all_data_sources,
        )


def _run(_ctx: click.Context, **values: Any) -> int:
    wanted = _Wanted(**values)
    source, output, site_path = wanted.source, wanted.path, wanted.site_path
    if wanted.provider is not None and not wanted.target.proposals.is_provider_name(wanted.provider):
        return fail(f"--provider: {wanted.provider!r} is not a name", USAGE, remedy=_NAMES)
    is_kept = output != STREAM and not wanted.force and not wanted.update and Path(output).exists()
    try:
        _check_output(output, is_kept=is_kept, writes_site=wanted.writes_site)
        proposal = None
        if not is_kept:
            with step(f"proposing a config for {source.spec}"):
                proposal = _propose(wanted.target, wanted.proposing())
            _write_proposal(proposal, wanted.target, output, force=wanted.force)
            if output == STREAM:
                return OK
        site_lines = []
        if wanted.writes_site:
            site_lines = _write_site(source, output, wanted.provider, site_path, force=wanted.force)
    except MappingError as error:
        return refuse(error.problems)
    lines: list[str] = []
    if proposal is not None:
        wrote = f"wrote {output}: " if proposal.text else ""
        lines = [f"{wrote}{proposal.summary}", *proposal.notes]
    lines += [f"{output} is there already, and stays as it is"] if is_kept and output != str(site_path) else []
    hint = "mkdocs serve" if wanted.writes_site else (proposal and proposal.command) or _next(source, output)
    lines += [*site_lines, f"next: {hint}"]
    lines += [] if wanted.writes_site else [f"a site with these pages: {_site_command(source)}"]
    sys.stderr.write("".join(f"{visible(line)}\n" for line in lines))
    return OK


def _check_output(output: str, *, is_kept: bool, writes_site: bool) -> None:
    """Raises MappingError if the output cannot be written. `is_kept`: there is a config, which stays as it is."""
    if is_kept and not writes_site:
        remedy = "--update adds to it, --force overwrites it, --site writes a site for it"
        raise MappingError(Problem("it exists already", output, remedy=remedy))
    if writes_site and output == STREAM:
        raise MappingError(Problem("--site cannot write to standard output", remedy="leave --output out"))


def _propose(target: System, proposing: Proposing) -> StartingConfig:
    """What a system proposes for a description. Raises MappingError."""
    with way_out(target, Request(proposing.spec, ())):
        return target.proposals.propose(proposing)


def _write_proposal(proposal: StartingConfig, target: System, output: str, *, force: bool) -> None:
    """Write the config and the other files of a proposal, all or none of them. Raises MappingError."""
    files = {path: encode(text) for path, text in proposal.files.items()}
    if files and output == STREAM:
        text = f"the system {target.name} proposes several files, and standard output is one"
        raise MappingError(Problem(text, remedy="leave --output out"))
    for path in files:
        if path.exists() and not force:
            raise MappingError(Problem("it exists already", str(path), remedy="--force overwrites it"))
    if output == STREAM:
        sys.stdout.buffer.write(encode(proposal.text))
        sys.stdout.buffer.flush()
        return
    if proposal.text:
        files[Path(output)] = encode(proposal.text)
    make_folders(files)
    write_files(files)


def _write_site(source: InputOptions, output: str, provider: str | None, path: Path, *, force: bool) -> list[str]:
    """Write the files of a site that are not there, and say so. Raises MappingError."""
    from ..sites.settings_file import read_site
    from .site_files import STYLE_SHEET, WIDE, front_page, lines_to_add, pages_of, site_config

    system = system_named(source.system)
    read = replace(source.read, provider=None if system.reading.config else provider)
    given = replace(source, config=(output,) if system.reading.config else (), read=read)
    with step(f"mapping {source.spec}"), way_out(system, given.request()):
        mapping = system.run(given.request()).mapping
    texts = {path: site_config(given, mapping), FRONT: front_page(mapping)}
    if STYLE_SHEET in texts[path] and (force or not path.exists()):
        texts[FRONT.parent / STYLE_SHEET] = WIDE
    new = {name: encode(text) for name, text in texts.items() if not name.exists() or (force and name == path)}
    added = [] if path in new else [f"add to {path}:", *lines_to_add(given, read_site(path))]
    make_folders(new)
    write_files(new)
    lines = [f"wrote {' and '.join(map(str, new))}: a site of {pages_of(mapping):,} pages"] if new else []
    lines += [f"{name} is there already, and stays as it is" for name in texts if name not in new]
    return [*lines, *added]


def _read_existing(output: str) -> Document:
    """The existing config. Raises MappingError if it cannot be read."""
    if output == STREAM:
        raise MappingError(Problem("--update cannot write to standard output", remedy="name a file with --output"))
    return Document(output, read_named(Path(output)))


def _site_command(source: InputOptions) -> str:
    return shlex.join(["oasmap", "init", "--site", *_inputs(source)])


def _inputs(source: InputOptions) -> list[str]:
    """The arguments that name the input, and how it is read."""
    words = ["--system", source.system] if source.system != default_system() else []
    words += [word for path in source.read.overlays for word in ("--overlay", str(path))]
    words += [word for host in source.read.allow_hosts for word in ("--allow-host", host)]
    return [*words, source.spec]


def _next(source: InputOptions, output: str) -> str:
    """The command to run next, with the proposed config."""
    return shlex.join(["oasmap", "generate", "--config", output, *_inputs(source)])
