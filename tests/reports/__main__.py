"""Print what becomes of each reported situation: `python -m tests.reports [ID …]`."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from ..needed import MISSING
from .rows import REPORTS, expectations, rows, verdict


def run(arguments: list[str] | None = None) -> int:
    """Print the verdicts and their numbers. Exits with 1 if a row is not right, with 2 where there are no rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.reports", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="the rows; all of them if none is named")
    options = parser.parse_args(arguments)
    found = [row for row in rows() if not options.ids or row.id in options.ids]
    if not found:
        parser.error(MISSING.format(REPORTS, "oasmap generate --explain openapi.yaml"))
    table, counts = expectations(), Counter[str]()
    for row in found:
        with TemporaryDirectory() as folder:
            words = verdict(row, table[row.id], Path(folder))
        counts[words.partition(":")[0]] += 1
        print(f"{row.id:6} {words}  [{row.situation}]", flush=True)
    print(", ".join(f"{count} {words}" for words, count in counts.items()))
    return 1 if counts["not right"] else 0


if __name__ == "__main__":
    sys.exit(run())
