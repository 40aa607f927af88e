"""Print a table: `python -m tests.go_code [CASE | FOLDER …]`.

A case is a folder with `openapi.*` and `generator_config.yml`, or a description, for which `oasmap init` proposes a
config. Of another folder, each case in it is taken. Without any, the cases are the providers of our own.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mapper.report.diagnostic import MappingError

from .check import Case, check
from .tools import Unavailable, fetch

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
    options = parser.parse_args(arguments)
    if missing := [path for path in options.cases if not path.exists()]:
        parser.error(f"{missing[0]}: no such file or folder; name an API description")
    try:
        tools = fetch()
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    print(f"| {_COLUMNS.replace('|', ' | ')} |\n| --- |{' --: |' * _COLUMNS.count('|')}", flush=True)
    failed = False
    for case in [case for path in options.cases for case in cases(path)] or PROVIDERS:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as temporary:
            try:
                check(case, tools, Path(temporary))
            except MappingError as error:
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
        said = f"announced by {', '.join(sorted(verdict.announced))}" if verdict.announced else "not announced"
        problem = verdict.problem[:600] or "it works"
        print(f"{case.name}: {verdict.ref}: {said}; {problem}", file=sys.stderr, flush=True)
    for one in case.refused[:SHOWN]:
        which = one.extent.value.lower()
        print(f"{case.name}: the {which} example of {one.ref}: {one.text[:600]}", file=sys.stderr, flush=True)


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
