"""Change one line of the product at a time, and see whether a test notices.

    python -m tests.mutants losses                                   # every deletion of a note, loss or check of a key
    python -m tests.mutants losses --folder mapper/systems/ack       # those of one package
    python -m tests.mutants random --seed 1 --count 150              # random changes of all packages
    python -m tests.mutants losses --list                            # which changes there are

The tests are those of the README, or what `--tests` names. All happens in a copy of the checkout, and nothing else can
be written (Linux). The exit code is 1 where a change survives that is not in `accepted.txt`, where each has its reason,
and 3 where the tests cannot be confined to the copy.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .confined import Unconfined, confined
from .losses import Losses
from .random_changes import RandomChanges
from .sites import Kind, Site, sites_of, write_switches
from .tree import ROOT, copy_tree, modules

KINDS: dict[str, tuple[Kind, list[str]]] = {
    "losses": (Losses, ["mapper/systems"]),
    "random": (RandomChanges, ["mapper", "mkdocs_oasmap"]),
}
"""The kinds of changes, and the folders in which they are made."""

ACCEPTED = Path(__file__).parent / "accepted.txt"
"""Changes that no test has to notice: a line each, and lines with `# ` above say why."""


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each change that survives."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--folder", action="append", help="where changes are made, or a module; may be repeated")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (default: 0)")
    parser.add_argument("--count", type=int, help="how many changes are drawn (default: all)")
    parser.add_argument("--match", default="", help="only changes whose line has this text")
    parser.add_argument("--keys", type=Path, help="only the changes that a file lists by their keys")
    parser.add_argument(
        "--seconds", type=float, default=120, help="CPU time for the tests of one change (default: 120)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many changes are judged at once (default: 1)")
    parser.add_argument("--stop", type=float, default=10**6, help="stop after so many seconds")
    parser.add_argument("--list", action="store_true", help="print the changes, and run nothing")
    parser.add_argument("--verbose", action="store_true", help="print which test notices what")
    parser.add_argument(
        "--tests", nargs="+", default=[], help="what pytest is asked to run (default: the tests of the README)"
    )
    options = parser.parse_args(arguments)
    kind, folders = KINDS[options.kind]
    paths = modules(options.folder or folders)
    drawn = draw(kind, paths, options)
    if options.list:
        print(*(site for _, _, site in drawn), sep="\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="mutants-", dir="/var/tmp") as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree)
        for path in {path for path, _, _ in drawn}:
            numbers = {index: number for number, (where, index, _) in enumerate(drawn) if where == path}
            write_switches(kind, tree, path, numbers)
        try:
            return report([site for _, _, site in drawn], judged(tree, len(drawn), options), options.verbose)
        except Unconfined as error:
            print(f"NOT RUN: tests of changed programs cannot be confined here: {error}")
            return 3


def draw(kind: Kind, paths: list[str], options: argparse.Namespace) -> list[tuple[str, int, Site]]:
    """The changes to make: module, index of the site in it, and site; in random order."""
    accepted = set(ACCEPTED.read_text(encoding="utf-8").splitlines())
    wanted = set(options.keys.read_text(encoding="utf-8").splitlines()) if options.keys else None
    found = [
        (path, index, site)
        for path, sites in zip(paths, sites_of(kind, ROOT, paths), strict=True)
        for index, site in enumerate(sites)
        if options.match in str(site) and (site.key in wanted if wanted is not None else site.key not in accepted)
    ]
    random.Random(options.seed).shuffle(found)
    return found[: options.count]


def judged(tree: Path, count: int, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What the plugin writes: a line for the run without changes, and one for each change."""
    plan = tree.parent / "plan.json"
    reading, writing = os.pipe()
    wanted = {"seconds": options.seconds, "stop": options.stop, "jobs": options.jobs, "out": writing}
    plan.write_text(json.dumps({"numbers": [*range(count)], **wanted}))
    environment = {**os.environ, "PYTHONPATH": str(tree), "OASMAP_MUTANTS_PLAN": str(plan)}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "tests.mutants.forks", "-p", "no:cacheprovider"]
    with (tree.parent / "log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(
            confined([*command, *options.tests], tree.parent, tree),
            env=environment,
            stdout=log,
            stderr=log,
            pass_fds=[writing],
        )
        os.close(writing)
        with process, os.fdopen(reading, encoding="utf-8") as lines:
            yield from map(json.loads, lines)
        if process.returncode:
            log.seek(0)
            sys.exit(f"pytest ended with {process.returncode}:\n{log.read()[-5000:]}")


def report(sites: list[Site], lines: Iterator[dict[str, Any]], verbose: bool) -> int:
    """Print what survives, and counts at the end; 1 if anything does.

    What is undecided is printed too, but is no failure: how far the tests get in their CPU time is up to the machine.
    """
    verdicts: Counter[str] = Counter()
    start = time.monotonic()
    for line in lines:
        if "number" not in line:
            print(
                f"{line['tests']} tests, {line['judging']} of them judge; {line['seconds']} s without a change",
                flush=True,
            )
            continue
        verdicts[line["verdict"]] += 1
        if verbose or line["verdict"] != "noticed":
            said = f"{line['verdict'].upper()} ({line['passing']} tests pass the place) {sites[line['number']]}"
            print(said, f"    key: {sites[line['number']].key}", f"    {line['test']}", sep="\n", flush=True)
    print(f"{dict(verdicts)}, {time.monotonic() - start:.0f} s")
    return 1 if verdicts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
