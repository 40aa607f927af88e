"""Print the table: `python -m tests.go_code [--cache FOLDER] [CASE | FOLDER …]`.

A case is a folder with `openapi.*` and `generator_config.yml`; of another folder, each case in it is taken.
Without any, the case is the example site with its strict config.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .check import Case, check
from .tools import CACHE, Unavailable, fetch

SITE = Path(__file__).parents[2] / "example_site"
EXAMPLE = Case("example site", SITE / "api" / "openapi.yaml", SITE / "generator_config.strict.yml")


def main(arguments: list[str] | None = None) -> int:
    """The exit code is 1 where some code does not compile or start, 2 where none can be made."""
    parser = argparse.ArgumentParser(prog="python -m tests.go_code", description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="CASE | FOLDER")
    parser.add_argument("--cache", type=Path, default=CACHE, help=f"for the generator (default: {CACHE})")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the code there and leave it")
    options = parser.parse_args(arguments)
    try:
        tools = fetch(options.cache)
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    failed = False
    print("| Description | Entities | Fixes pasted | Left out as empty | Go packages | Compiles | Starts | Seconds |")
    print("| --- | --: | --: | --: | --: | --- | --- | --: |", flush=True)
    for case in [case for folder in options.folders for case in cases(folder)] or [EXAMPLE]:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as temporary:
            folder = (options.keep or Path(temporary)) / case.name.replace(" ", "_")
            folder.mkdir(parents=True)
            check(case, tools, folder)
        compiles = not case.problems.keys() & {"generate", "vet", "build"}
        cells = (case.name, case.entities, case.fixes, len(case.left_out), case.packages, _word(compiles))
        print("|", " | ".join(map(str, cells)), f"| {_word(not case.problems)} | {time.perf_counter() - start:.0f} |")
        for step, problem in case.problems.items():
            print(f"{case.name}: {step}: {problem[:3000]}", file=sys.stderr, flush=True)
        failed |= bool(case.problems)
    return 1 if failed else 0


def cases(folder: Path) -> Iterator[Case]:
    """The case that a folder is, or those in it."""
    folders = [folder] if (folder / "generator_config.yml").exists() else sorted(folder.iterdir())
    for found in folders:
        spec = next(iter(sorted(found.glob("openapi.*"))), None)
        if spec is not None and (found / "generator_config.yml").exists():
            yield Case(found.name, spec, found / "generator_config.yml")


def _word(answer: bool) -> str:
    return "yes" if answer else "**no**"


if __name__ == "__main__":
    sys.exit(main())
