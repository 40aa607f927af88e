"""Print the conformance table: `python -m tests.conformance [FOLDER …]`.

`--table` is that of the guide; `--released` lists what the corpus expects in another way than the released tool writes.
"""

import argparse
import sys
from collections import Counter

from ..differential.peer import Unavailable
from ..differential.reference import Reference
from ..needed import MISSING
from .compare import CORPUS, cases, compare, mapped
from .released import OTHER, rows


def table(folders: list[str]) -> int:
    """Entities of each case as a Markdown table: in the config, written by the reference tool, written by this one."""
    print("| Description | In the config | tfplugingen-openapi | oasmap | Same bytes | Other, with a reason | Lost |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    for folder in folders:
        rows = []
        for case in cases(folder):
            result = compare(case, mapped(case))
            ours = len(result.identical) + len(result.explained) + len(result.only_ours)
            theirs = ours - len(result.only_ours) if (case / "expected.json").exists() else 0
            rows.append(
                (
                    ours + len(result.absent),
                    theirs,
                    ours,
                    len(result.identical),
                    len(result.explained),
                    len(result.absent),
                )
            )
            if folder == "large":
                print(f"| {case.name} |" + "".join(f" {count:,} |" for count in rows[-1]))
        name = {"large": "**all of them**", "realworld": f"{len(rows)} states of public providers"}.get(folder, folder)
        print(f"| {name} |" + "".join(f" {sum(column):,} |" for column in zip(*rows, strict=True)))
    return 0


def main(folders: list[str]) -> int:
    columns = ("identical", "explained", "unexplained", "only_ours", "only_reference", "absent", "silent", "untrue")
    print(f"{'case':58}" + "".join(f"{column:>15}" for column in (*columns, "properties")))
    totals = dict.fromkeys(columns, 0)
    open_: list[str] = []
    silent: list[str] = []
    untrue: list[str] = []
    properties = 0
    for folder in folders:
        for case in cases(folder):
            result = compare(case, mapped(case))
            counts = {column: len(getattr(result, column)) for column in columns}
            totals = {column: totals[column] + counts[column] for column in columns}
            open_ += [f"{case.name}: {entry}" for entry in [*result.unexplained, *result.only_reference]]
            silent += [f"{case.name}: {entry}" for entry in result.silent]
            untrue += [f"{case.name}: {entry}" for entry in result.untrue]
            properties += result.properties
            print(
                f"{folder + '/' + case.name:58}"
                + "".join(f"{counts[c]:15}" for c in columns)
                + f"{result.properties:15}"
            )
    print(f"{'total':58}" + "".join(f"{totals[column]:15}" for column in columns) + f"{properties:15}")
    for entry in open_:
        print("unexplained:", entry)
    for entry in silent:
        print("silent:", entry)
    for entry in untrue:
        print("untrue:", entry)
    return 1 if open_ or silent or untrue else 0


def released(folders: list[str]) -> int:
    """The differences of the expected files to the released tool, with 1 if one of them is no correction."""
    program = Reference(seconds=120)
    try:
        program.fetch()
    except Unavailable as error:
        sys.exit(f"error: {error}")
    counts = Counter[str]()
    for folder in folders:
        for case in cases(folder):
            found = rows(case, program) if (case / "expected.json").exists() else []
            counts.update(row.kind for row in found)
            for row in found:
                print(f"{folder}/{case.name}: {row.kind}: {row.entity}: {row.what}", flush=True)
    print(", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or "no differences")
    return 1 if counts[OTHER] else 0


def run(arguments: list[str] | None = None) -> int:
    """Print one of the tables. Exits with 2 where there is nothing to compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"a folder of cases in {CORPUS}")
    parser.add_argument("--table", action="store_true", help="the table of the guide")
    parser.add_argument("--released", action="store_true", help="what the corpus corrects in the released tool")
    options = parser.parse_args(arguments)
    folders = options.folders or (["large", "realworld"] if options.table else ["reference", "realworld"])
    if empty := [folder for folder in folders if not any(cases(folder))]:
        parser.error(MISSING.format(CORPUS / empty[0], "oasmap generate --explain openapi.yaml"))
    if options.released:
        return released(folders)
    return table(folders) if options.table else main(folders)


if __name__ == "__main__":
    sys.exit(run())
