"""`oasmap zensical`: builds a site with Zensical, which runs no plugins."""

import sys
from pathlib import Path
from typing import Any

import click

from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.display import visible

from .program import FILE, OK, PROBLEM, Command, choice, fail, option, refuse

_TEXT = """\
init   writes zensical.toml from a mkdocs.yml that has the plugin; `zensical build` alone then shows the pages
build  writes the pages below docs, in a folder that git ignores, and calls Zensical
serve  does the same, and writes the pages again when an input changes
"""
_MORE = """\
exit codes:
  0  built, or written
  1  a problem in the settings, the input or the config, or Zensical fails
  2  the command line is wrong

examples:
  oasmap zensical init
  oasmap zensical build --strict
  oasmap zensical serve -f mkdocs.yml
"""
_CONFIG = "the settings of the site (default: zensical.toml, or mkdocs.yml); for init, the mkdocs.yml to read"


def command() -> click.Command:
    """`oasmap zensical`."""
    actions = click.Argument(["action"], type=choice(("init", "build", "serve")), help="what to do")
    return Command(
        "zensical",
        _run,
        [
            actions,
            option("--config-file", "-f", type=FILE, metavar="FILE", help=_CONFIG),
            option("--strict", "-s", is_flag=True, help="build: fail if Zensical warns"),
            option("--clean", "-c", is_flag=True, help="build: ignore what Zensical has kept from the last build"),
            option("--dev-addr", "-a", metavar="IP:PORT", help="serve: the address"),
            option("--open", "-o", "open_", is_flag=True, help="serve: open a browser"),
        ],
        _TEXT,
        _MORE,
    )


def _run(_ctx: click.Context, action: str, config_file: str | None, **options: Any) -> int:
    from ..zensical import settings_path

    try:
        if action == "init":
            return _init(config_file)
        return _call(action, settings_path(config_file), options)
    except MappingError as error:
        return refuse(error.problems)


def _init(config_file: str | None) -> int:
    """Write the settings. Raises MappingError."""
    from mapper.files import write_files

    from ..sites.settings_file import NAMES
    from ..sites.whole_site import whole_site
    from ..zensical_settings import zensical_settings

    path = Path(config_file or "mkdocs.yml")
    wanted = path.parent / NAMES[0]
    if wanted.exists():
        raise MappingError(Problem("exists", str(wanted), remedy="remove it, or keep it: it is not written over"))
    text, notes = zensical_settings(whole_site(path))
    write_files({wanted: text.encode("utf-8")})
    sys.stderr.writelines(f"note: {visible(note)}\n" for note in notes)
    sys.stderr.write(f"wrote {visible(str(wanted))}; `zensical build --strict` builds the site\n")
    return OK


def _call(action: str, path: Path, options: dict[str, Any]) -> int:
    """Write the pages and call Zensical. Raises MappingError."""
    from ..zensical import watch, write, write_twins

    try:
        import zensical
    except ImportError:
        return fail("this needs Zensical", PROBLEM, remedy="pip install zensical")
    sys.stderr.write(f"{write(path)}\n")
    try:
        if action == "serve":
            watch(path, _tell)
            zensical.serve(
                str(real_path(path)), {"dev_addr": options["dev_addr"], "open": options["open_"], "strict": False}
            )
            return OK
        zensical.build(str(real_path(path)), {"clean": options["clean"], "strict": options["strict"]})
    except (RuntimeError, click.ClickException) as error:
        return fail(f"Zensical: {error}", PROBLEM, remedy="correct the site, or its settings")
    write_twins(path)
    return OK


def _tell(text: str) -> None:
    sys.stderr.write(f"error: {visible(text)}\n")
    sys.stderr.flush()
