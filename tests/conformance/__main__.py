"""Print the conformance table: `python -m tests.conformance [--table] [FOLDER …]`; `--table` is that of the guide."""

import argparse
import sys

from ..needed import MISSING
from .compare import CORPUS, cases, compare, mapped


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


def run(arguments: list[str] | None = None) -> int:
    """Print one of the tables. Exits with 2 where there is nothing to compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"a folder of cases in {CORPUS}")
    parser.add_argument("--table", action="store_true", help="the table of the guide")
    options = parser.parse_args(arguments)
    folders = options.folders or (["large", "realworld"] if options.table else ["reference", "realworld"])
    if empty := [folder for folder in folders if not any(cases(folder))]:
        parser.error(MISSING.format(CORPUS / empty[0], "oasmap generate --explain openapi.yaml"))
    return table(folders) if options.table else main(folders)


if __name__ == "__main__":
    sys.exit(run())
