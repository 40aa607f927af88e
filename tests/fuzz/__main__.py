"""Fuzz everything that reads input: `python -m tests.fuzz`.

    python -m tests.fuzz                                  # every target, 10 CPU seconds each, seed 0
    python -m tests.fuzz --seconds 600 --target spec --seed 7
    python -m tests.fuzz --replay found/spec-1a2b3c    # one input again, with its traceback

The targets `spec` and `model` are whole runs over real descriptions (of ../shared/corpus, where that is there): mapped
with random policies, overlays and old sidecars, written, read back, compared and rendered. `smithy` is the same over
models of a grammar.

Every input runs within a limit of time and one of memory, those of the guide for its size. What fails is written to a
folder. Linux only.
"""

import argparse
import sys
from pathlib import Path

from .loop import replay, run
from .targets import TARGETS


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each target. The exit code is 1 where an input failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--target", choices=TARGETS, action="append", help="only this one; may be given several times")
    parser.add_argument("--seconds", type=float, default=10, help="CPU time for each target (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (default: 0)")
    parser.add_argument("--found", type=Path, default=Path("found"), help="folder of inputs that fail (default: found)")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="run one input, named TARGET-DIGEST")
    options = parser.parse_args(arguments)
    if options.replay:
        return replay(options.replay)
    names = options.target or TARGETS
    tallies = [run(name, options.seconds, options.seed, options.found) for name in names]
    print(*tallies, sep="\n")
    return 1 if any(tally.failed for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
