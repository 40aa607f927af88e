"""Print the table: `python -m tests.registry_docs [--cache FOLDER] [FOLDER OF CASES | CASE …]`.

A case is a folder with `openapi.*` and `generator_config.yml`. Without any, all cases of the corpus are taken.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..conformance.compare import CORPUS, spec_of
from ..go_code.tools import CACHE, Unavailable
from .check import check
from .peer import fetch

FOLDERS = ("reference", "realworld", "large")


def main(arguments: list[str] | None = None) -> int:
    """The exit code is 1 where a page is invalid or lacks something, 2 where there is no tfplugindocs."""
    parser = argparse.ArgumentParser(prog="python -m tests.registry_docs", description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="CASE | FOLDER")
    parser.add_argument("--cache", type=Path, default=CACHE, help=f"for tfplugindocs (default: {CACHE})")
    options = parser.parse_args(arguments)
    try:
        program = fetch(options.cache)
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    failed = False
    totals = [0, 0, 0, 0, 0]
    print("| Description | Pages | Attributes | Shortened | Invalid | Differences | Seconds |")
    print("| --- | --: | --: | --: | --: | --: | --: |", flush=True)
    for case in cases(options.folders or [CORPUS / name for name in FOLDERS]):
        with tempfile.TemporaryDirectory() as folder:
            found = check(case.name, spec_of(case), case / "generator_config.yml", program, Path(folder))
        row = [found.pages, found.attributes, found.shortened, bool(found.invalid), len(found.differences)]
        totals = [total + count for total, count in zip(totals, row, strict=True)]
        print(f"| {case.name} | {' | '.join(f'{int(count):,}' for count in row)} | {found.seconds:.1f} |", flush=True)
        for text in [found.refused, found.invalid, *found.differences[:20]]:
            if text:
                failed = True
                print(f"  {text}", file=sys.stderr, flush=True)
    print(f"| all of them | {' | '.join(f'{count:,}' for count in totals)} | |")
    return int(failed)


def cases(folders: list[Path]) -> Iterator[Path]:
    """The cases in folders, or these themselves."""
    for folder in folders:
        if (folder / "generator_config.yml").exists():
            yield folder
        else:
            yield from sorted(path for path in folder.glob("*") if (path / "generator_config.yml").exists())


if __name__ == "__main__":
    sys.exit(main())
