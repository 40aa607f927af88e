"""Print the conformance table: `python -m tests.conformance [FOLDER …]`."""

from __future__ import annotations

import sys

from .compare import cases, compare


def main(folders: list[str]) -> int:
    columns = ("identical", "explained", "unexplained", "only_ours", "only_reference", "absent")
    print(f"{'case':58}" + "".join(f"{column:>15}" for column in columns))
    totals = dict.fromkeys(columns, 0)
    open_: list[str] = []
    for folder in folders:
        for case in cases(folder):
            result = compare(case)
            counts = {column: len(getattr(result, column)) for column in columns}
            totals = {column: totals[column] + counts[column] for column in columns}
            open_ += [f"{case.name}: {entry}" for entry in [*result.unexplained, *result.only_reference]]
            print(f"{folder + '/' + case.name:58}" + "".join(f"{counts[c]:15}" for c in columns))
    print(f"{'total':58}" + "".join(f"{totals[column]:15}" for column in columns))
    for entry in open_:
        print("unexplained:", entry)
    return 1 if open_ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["reference", "realworld"]))
