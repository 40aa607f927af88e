"""Time `oasmap generate` on whole API descriptions: `python -m tests.benchmarks [CASE ...]`."""

import argparse
import json
import os
import platform
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from . import programs
from .cases import Case, CaseNotFound, find_cases
from .measure import measure, warm_up
from .process import Limits, leave_nothing_behind
from .programs import Program
from .report import benchmark_table, failures
from .shared import shared_case


def main(arguments: list[str] | None = None) -> int:
    """Print the table. The exit code is 1 where `oasmap` itself failed on a case."""
    if (sys.argv[1:] if arguments is None else arguments) == ["growth"]:
        from . import growth

        return growth.main()
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="a case of the corpus, a folder, or a description")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the generator config of named descriptions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single run to FILE")
    parser.add_argument("--shared", action="store_true", help="also measure only the entries that all programs map")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs of each program (default: 5)")
    parser.add_argument("--reference", type=Path, metavar="PATH", help=f"the reference tool, {programs.REFERENCE}")
    parser.add_argument("--no-reference", action="store_true", help="measure without it, even where it is installed")
    parser.add_argument("--tool", metavar="COMMAND", help="measure this command instead of oasmap")
    parser.add_argument("--against", metavar="COMMAND", help="a second build, run in turn: /old/.venv/bin/oasmap")
    parser.add_argument("--time-limit", type=float, default=120, metavar="SECONDS", help="for one run (default: 120)")
    parser.add_argument("--memory-limit", type=float, default=8, metavar="GIB", help="for one run (default: 8)")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs: at least one run is needed")
    if options.against and shutil.which(shlex.split(options.against)[0]) is None:
        parser.error(f"--against: there is no command {options.against}")
    try:
        cases = find_cases(options.cases, options.config)
    except CaseNotFound as error:
        parser.error(str(error))
    compared = _programs(options)
    limits = Limits(options.time_limit, int(options.memory_limit * 2**30))
    leave_nothing_behind()
    print(f"{platform.python_implementation()} {platform.python_version()}, {len(os.sched_getaffinity(0))} cores")
    print(f"runs: {options.runs} of each in turn; limits {limits.seconds:.0f} s, {options.memory_limit:g} GiB\n")
    warm_up(cases, compared, limits)
    with tempfile.TemporaryDirectory() as folder:
        results = [
            measure(case, compared, options.runs, limits)
            for case in _cases(cases, compared, limits, Path(folder) if options.shared else None)
        ]
    print(benchmark_table(results, options.markdown))
    if failed := failures(results):
        print("", *failed, sep="\n")
    if options.json:
        options.json.write_text(json.dumps([asdict(result) for result in results], indent=2, default=str) + "\n")
    return 0 if all(result.series["oasmap"].ok for result in results) else 1


def _programs(options: argparse.Namespace) -> list[Program]:
    """Ours, a second build of it, and the reference tool, as far as they are asked for and there."""
    reference = None if options.no_reference else options.reference or programs.find_reference()
    found = [programs.ours(options.tool)]
    found += [programs.against(options.against)] if options.against else []
    return [*found, programs.reference(reference.resolve())] if reference else found


def _cases(cases: list[Case], compared: list[Program], limits: Limits, shared: Path | None) -> Iterator[Case]:
    """Each case, and after it the entries of it that all programs map, if `shared` is a folder."""
    for case in cases:
        common = shared_case(case, compared, limits, shared) if shared else None
        for one in filter(None, (case, common)):
            print(f"… {one.name}", file=sys.stderr)
            yield one


if __name__ == "__main__":
    sys.exit(main())
