"""The arguments that both benchmarks share."""

import argparse
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from . import programs
from .machine import machine_facts
from .process import Limits
from .programs import Program


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run, how often, and within which limits."""

    programs: list[Program]
    runs: int
    limits: Limits
    facts: dict[str, str]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=_positive, default=5, metavar="N", help="runs of each program (default: 5)")
    parser.add_argument("--reference", type=Path, metavar="PATH", help=f"the reference tool, {programs.REFERENCE}")
    parser.add_argument("--no-reference", action="store_true", help="measure without it, even where it is installed")
    parser.add_argument("--tool", metavar="COMMAND", help="measure this command instead of oasmap")
    parser.add_argument("--against", metavar="COMMAND", help="a second build, run in turn: /old/.venv/bin/oasmap")
    parser.add_argument("--time-limit", type=float, default=120, metavar="SECONDS", help="for one run (default: 120)")
    parser.add_argument("--memory-limit", type=float, default=8, metavar="GIB", help="for one run (default: 8)")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")


def plan(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Plan:
    """What the parsed arguments ask for; ends the program where they are wrong."""
    reference = None if options.no_reference else options.reference or programs.find_reference()
    if reference is not None and not reference.is_file():
        parser.error(f"--reference: there is no file {reference}")
    compared = [programs.against(options.against)] if options.against else []
    if options.against and shutil.which(shlex.split(options.against)[0]) is None:
        parser.error(f"--against: there is no command {options.against}")
    compared += [programs.reference(reference.resolve())] if reference else []
    return Plan(
        [programs.ours(options.tool), *compared],
        options.runs,
        Limits(options.time_limit, int(options.memory_limit * 2**30)),
        machine_facts(reference),
    )


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least one run is needed")
    return value
