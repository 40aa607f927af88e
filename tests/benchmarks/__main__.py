"""Time `oasmap generate` on whole API descriptions: `python -m tests.benchmarks [CASE ...]`."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .cases import Case, CaseNotFound, find_cases
from .measure import Result, measure, warm_up
from .options import Plan, add_options, plan
from .process import leave_nothing_behind
from .report import benchmark_table, failures, header
from .shared import shared_case


def main(arguments: list[str] | None = None) -> int:
    """Print the table. The exit code is 1 where `oasmap` itself failed on a case."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="a case of the corpus, a folder, or a description")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the generator config of named descriptions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single run to FILE")
    parser.add_argument("--shared", action="store_true", help="also measure only the entries that all programs map")
    add_options(parser)
    options = parser.parse_args(arguments)
    try:
        cases = find_cases(options.cases, options.config)
    except CaseNotFound as error:
        parser.error(str(error))
    if not cases:
        print("The corpus is not here. Name a folder with openapi.* and generator_config.yml, or a description.")
        return 0
    todo = plan(parser, options)
    leave_nothing_behind()
    print(header(todo.facts, todo.runs, todo.limits), end="\n\n")
    warm_up(cases, todo.programs, todo.limits)
    with tempfile.TemporaryDirectory() as folder:
        results = list(_results(cases, todo, Path(folder) if options.shared else None))
    print(benchmark_table(results, options.markdown))
    if failed := failures(results):
        print("", *failed, sep="\n")
    if options.json:
        _write_json(options.json, todo, results)
    return 0 if all(result.series["oasmap"].ok for result in results) else 1


def _results(cases: list[Case], todo: Plan, shared: Path | None) -> Iterator[Result]:
    """The result of each case, and after it that of the entries that all programs map, if `shared` is a folder."""
    for case in cases:
        common = shared_case(case, todo.programs, todo.limits, shared) if shared else None
        for one in filter(None, (case, common)):
            print(f"… {one.name}", file=sys.stderr)
            yield measure(one, todo.programs, todo.runs, todo.limits)


def _write_json(path: Path, todo: Plan, results: list[Result]) -> None:
    text = json.dumps({"facts": todo.facts, "results": [result.facts() for result in results]}, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
