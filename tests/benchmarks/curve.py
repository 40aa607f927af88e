"""How the time grows with the config: `python -m tests.benchmarks.curve` maps 1, 10, 100 and all entries of one."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .cases import Case, CaseNotFound, find_cases
from .measure import Result, measure_in_turn, warm_up
from .options import add_options, plan
from .picture import curve_picture
from .process import leave_nothing_behind
from .programs import AGAINST
from .report import (
    AGAINST_COLUMNS,
    against_cells,
    costs,
    costs_columns,
    floor_cells,
    header,
    milliseconds,
    ratio,
    table,
)
from .shared import entries_of, read_config, with_entries

DEFAULT = "large/github"
COUNTS = (1, 10, 100)


def main(arguments: list[str] | None = None) -> int:
    """Print the table. The exit code is 1 where `oasmap` itself failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.curve", description=__doc__)
    parser.add_argument("case", nargs="?", metavar="CASE", help=f"a case or a description (default: {DEFAULT})")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the generator config of a named description")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="also draw the curve")
    add_options(parser)
    options = parser.parse_args(arguments)
    try:
        case = find_cases([options.case or DEFAULT], options.config)[0]
    except CaseNotFound as error:
        if options.case:
            parser.error(str(error))
        print("The corpus is not here. Name a folder with openapi.* and generator_config.yml, or a description.")
        return 0
    todo = plan(parser, options)
    leave_nothing_behind()
    print(f"{header(todo.facts, todo.runs, todo.limits)}\ncase: {case.name}\n")
    with tempfile.TemporaryDirectory() as folder:
        cases = cut_configs(case, COUNTS, Path(folder))
        warm_up(cases[:1], todo.programs, todo.limits)
        results = measure_in_turn(cases, todo.programs, todo.runs, todo.limits)
    print(_curve_table(results, options.markdown))
    if options.svg:
        options.svg.write_text(_picture(case.name, results), encoding="utf-8")
    return 0 if all(result.series["oasmap"].ok for result in results) else 1


def cut_configs(case: Case, counts: Sequence[int], folder: Path) -> list[Case]:
    """The case with configs of so many entries, written to `folder`, and last with its whole config.

    The entries are spread evenly over resources and data sources.
    """
    entries = entries_of(read_config(case))
    cases = [
        with_entries(case, str(count), (entries[i * len(entries) // count] for i in range(count)), folder)
        for count in counts
        if count < len(entries)
    ]
    return [*cases, replace(case, name=f"all {len(entries)}")]


def _picture(name: str, results: Sequence[Result]) -> str:
    points = [(int(result.case.name.split()[-1]), result.series["oasmap"].cpu) for result in results]
    floor = min(result.floor("start", "parse") or 0 for result in results)
    return curve_picture(f"CPU time of oasmap generate on {name}", points, floor)


def _curve_table(results: Sequence[Result], markdown: bool) -> str:
    theirs = "reference" in results[0].series
    second = AGAINST in results[0].series
    columns = [
        "entries",
        *costs_columns(""),
        *(AGAINST_COLUMNS if second else []),
        *([*costs_columns("ref "), "faster"] if theirs else []),
    ]
    columns += ["floor CPU s", "x floor", "parse ms", "map ms", "write ms"]
    rows = []
    for result in results:
        mine = result.series["oasmap"]
        cells = [result.case.name, *costs(mine)]
        cells += against_cells(result) if second else []
        if theirs:
            cells += [*costs(result.series["reference"]), ratio(result.series["reference"], mine)]
        cells += floor_cells(result)
        rows.append([*cells, *(milliseconds(result, step) for step in ("parse", "map", "write"))])
    return table(columns, rows, markdown)


if __name__ == "__main__":
    sys.exit(main())
