"""`oasmap history`: records in a file which version added, changed and removed what."""

import sys
from pathlib import Path
from typing import Any

import click

from mapper.registry import REGISTRY

from ..read_options import read_options
from .input_options import changes, config, named, versions_in
from .program import FILE, OK, Command, choice, option, refuse

FILE_NAME = "history.json"

_TEXT = """\
`oasmap history add TAG SPEC` maps SPEC as it is in the git tag TAG, compares it with the version that was added last,
and adds what it added, changed and removed to a file to commit. A site shows the file with the option `history`.
"""
_MORE = """\
examples:
  oasmap history add v1.0.0 api/openapi.yaml
  oasmap history add v1.1.0 api/openapi.yaml --file docs/history.json
"""


def command() -> click.Command:
    """`oasmap history`."""
    text = "the system of both versions, if the files do not name it"
    return Command(
        "history",
        _run,
        [
            click.Argument(["action"], type=choice(("add",)), metavar="add", help="add a version"),
            click.Argument(["tag"], metavar="TAG", help="the git tag of the version"),
            click.Argument(["spec"], type=FILE, metavar="SPEC", help="the input, under its current name"),
            option("--file", type=FILE, default=FILE_NAME, show_default=True, metavar="FILE", help="the history"),
            option("--system", type=choice(REGISTRY), help=text),
            config(),
            *changes(),
            *named(),
        ],
        _TEXT,
        _MORE,
    )


def _run(_ctx: click.Context, action: str, tag: str, spec: str, **values: Any) -> int:
    from mapper.files import write_changed
    from mapper.report.diagnostic import MappingError
    from mapper.review.history import write_history
    from mapper.text.display import visible

    from ..review.histories import with_version
    from ..review.states import Files

    del action  # there is only one
    path = Path(values["file"])
    config_paths, versions = tuple(map(Path, values["config"])), versions_in(values)
    files = Files(config_paths, Path.cwd(), Path(spec), versions, values["system"], read_options(values))
    try:
        history = with_version(tag, path, files)
        write_changed({path: write_history(history).encode()})
    except MappingError as error:
        return refuse(error.problems)
    count = sum(tag in (mark.added, mark.changed, mark.removed) for mark in history.marks.values())
    sys.stdout.write(f"{visible(path.as_posix())}: {visible(tag)} added, with {count:,} marks\n")
    return OK
