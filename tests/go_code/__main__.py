"""Print a table: `python -m tests.go_code [--quick] [--every N] [CASE | FOLDER …]`.

A case is a folder with `openapi.*` and `generator_config.yml`, or a description, for which `oasmap init` proposes a
config. Of another folder, each case in it is taken. Without any, the cases are the providers of our own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mapper.inputs import DocumentError
from mapper.report.diagnostic import MappingError

from .check import Case, check, judge
from .collisions import mapped, resources
from .judge import Verdict, verdicts
from .tools import CACHE, Tools, Unavailable, fetch

SITE = Path(__file__).parents[2] / "example_site"
EXAMPLE = Case("example site", SITE / "api" / "openapi.yaml", SITE / "generator_config.strict.yml")
OWN = Path(__file__).parent / "providers"
_WORKSHOP = OWN / "workshop.yaml"
PROVIDERS = (
    EXAMPLE,
    Case("example site, proposed", EXAMPLE.spec, None),
    Case("workshop", _WORKSHOP, OWN / "default.yml"),
    Case("workshop, all policies", _WORKSHOP, OWN / "policies.yml"),
    Case("workshop, proposed", _WORKSHOP, None),
)
"""Of our own, for what runs without the corpus: limits, formats, choices, collections of every kind."""

SUFFIXES = (".json", ".yaml", ".yml")
SHOWN = 5
_COLUMNS = "Description|Entities|Announced|Fail|Wrong|Fixes|Left|Examples|Refused|Seconds"


def main(arguments: list[str] | None = None) -> int:
    """The exit code is 1 where something is not as announced, or an example is refused; 2 where nothing can be made."""
    parser = argparse.ArgumentParser(prog="python -m tests.go_code", description=__doc__.split("\n", 1)[0])
    parser.add_argument("cases", nargs="*", type=Path, metavar="CASE | FOLDER")
    parser.add_argument("--cache", type=Path, default=CACHE, help=f"for the generator (default: {CACHE})")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the code there and leave it")
    parser.add_argument("--quick", action="store_true", help="no fixes, no provider, no examples: only what compiles")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth description")
    parser.add_argument("--collisions", type=int, default=0, metavar="N", help="N resources with names that collide")
    parser.add_argument("--seed", type=int, default=0, help="for their names (default: 0)")
    options = parser.parse_args(arguments)
    try:
        tools = fetch(options.cache)
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    if options.collisions:
        return _collisions(options.collisions, options.seed, tools)
    print(f"| {_COLUMNS.replace('|', ' | ')} |\n| --- |{' --: |' * _COLUMNS.count('|')}", flush=True)
    failed = False
    found = [case for path in options.cases for case in cases(path)][:: options.every] or [
        replace(case) for case in PROVIDERS
    ]
    for case in found:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as temporary:
            folder = (options.keep or Path(temporary)) / case.name.replace(" ", "_").replace("/", "_")
            try:
                (judge if options.quick else check)(case, tools, folder)
            except (MappingError, DocumentError) as error:
                print(f"{case.name}: {str(error).splitlines()[0]}", file=sys.stderr, flush=True)
                continue
        _print(case, time.perf_counter() - start)
        failed |= not case.is_right
    return 1 if failed else 0


def _print(case: Case, seconds: float) -> None:
    announced = sum(bool(verdict.announced) for verdict in case.verdicts)
    left = sum(bool(verdict.problem) for verdict in case.settled)
    cells = (case.name, len(case.verdicts), announced, case.failing, len(case.wrong), case.fixes, left)
    print("|", " | ".join(map(str, (*cells, case.examples, len(case.refused)))), f"| {seconds:.0f} |", flush=True)
    for verdict in case.wrong[:SHOWN]:
        print(f"{case.name}: {_shown(verdict)}", file=sys.stderr, flush=True)
    for one in case.refused[:SHOWN]:
        which = one.extent.value.lower()
        print(f"{case.name}: the {which} example of {one.ref}: {one.text[:600]}", file=sys.stderr, flush=True)


def _shown(verdict: Verdict) -> str:
    said = f"announced by {', '.join(sorted(verdict.announced))}" if verdict.announced else "not announced"
    return f"{verdict.ref}: {said}; {verdict.problem[:600] or 'it works'}"


def _collisions(count: int, seed: int, tools: Tools) -> int:
    with tempfile.TemporaryDirectory() as temporary:
        found = verdicts(mapped(resources(count, seed)), tools, Path(temporary), run_all=False)
    wrong = [verdict for verdict in found if not verdict.is_right]
    for verdict in wrong:
        print(_shown(verdict), file=sys.stderr)
    print(f"{len(found)} resources, {sum(bool(one.problem) for one in found)} fail, {len(wrong)} not as announced")
    return 1 if wrong else 0


def cases(path: Path) -> Iterator[Case]:
    """The case that a description or a folder is, or those in it."""
    if path.is_file():
        yield Case(path.name, path, None)
    elif (path / "generator_config.yml").exists():
        spec = next(iter(sorted(path.glob("openapi.*"))), None)
        if spec is not None:
            yield Case(path.name, spec, path / "generator_config.yml")
    elif any(inner.is_dir() and (inner / "generator_config.yml").exists() for inner in path.iterdir()):
        for inner in sorted(path.iterdir()):
            if inner.is_dir():
                yield from cases(inner)
    else:
        for spec in sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES and each.is_file()):
            yield Case(spec.relative_to(path).as_posix(), spec, None)


if __name__ == "__main__":
    sys.exit(main())
