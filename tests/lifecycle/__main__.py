"""Lets the resources of APIs live: `python -m tests.lifecycle [FOLDER …] [--extent typical] [--terraform] [-v]`.

A folder has a description and, if it has one, a config; without one, `oasmap init` proposes it. Without a folder, the
APIs of the corpus live whose floors are recorded.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mapper.model.samples.extent import Extent
from mapper.programs.trial.life import live_in_process
from mapper.programs.trial.steps import Life
from mapper.programs.trial.table import count_whole, failures, predictions, reasons, table
from mapper.programs.trial.terraform import live_with_terraform

from ..needed import needed
from .floors import FLOORS, corpus_folder
from .folder import NamedApi, description_in, opened

_EXTENTS = {extent.value.lower(): extent for extent in Extent}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what happened, and 0."""
    options = _parser().parse_args(arguments)
    if not options.folders:
        needed("python -m tests.lifecycle FOLDER", *map(corpus_folder, FLOORS))
    for folder in options.folders:
        try:
            description_in(folder)
        except OSError as error:
            sys.exit(f"error: {folder}: {error.strerror or error}")
    lives: dict[str, list[Life]] = {}
    for folder in options.folders or map(corpus_folder, FLOORS):
        with opened(folder.resolve(), fresh=options.fresh or not options.folders) as api:
            lives[api.name] = _lives(api, options)
        for life in lives[api.name] if options.verbose else ():
            print(*failures(life), *(life.calls if options.resource else ()), sep="\n")
        print(f"{api.name}: whole: {count_whole(lives[api.name])} of {len(lives[api.name])}", flush=True)
    everything = [life for listed in lives.values() for life in listed]
    print("", *table(lives), "", *reasons(everything), "", *predictions(everything), sep="\n")
    if options.json:
        data = {name: [asdict(life) for life in listed] for name, listed in lives.items()}
        options.json.write_text(json.dumps(data, indent=1, default=str), encoding="utf-8")
    return 0


def _lives(api: NamedApi, options: argparse.Namespace) -> list[Life]:
    extent = _EXTENTS[options.extent]
    chosen = [r for name, r in api.artifacts.resources.items() if not options.resource or name in options.resource]
    if options.terraform:
        lives = live_with_terraform(api, chosen, extent)
    else:
        lives = [live_in_process(api, resource, extent) for resource in chosen]
    for life in lives:
        life.warned_codes = sorted(api.said.get(life.resource, ()))
    return lives


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.lifecycle", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="a description, and a config")
    parser.add_argument("--extent", default="minimal", choices=_EXTENTS, help="which example of the page is applied")
    parser.add_argument("--resource", action="append", metavar="NAME", help="only these, with all requests")
    parser.add_argument("--terraform", action="store_true", help="by Terraform, all resources in one configuration")
    parser.add_argument("--fresh", action="store_true", help="what `init` proposes, even if there is a config")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results")
    parser.add_argument("-v", "--verbose", action="store_true", help="print why resources do not live")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
