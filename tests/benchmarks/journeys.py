"""What one thing more costs: `python -m tests.benchmarks.journeys` counts the calls that one more property, override,
field … adds, by function and by file.

Each journey is run on an input and on the same input with one thing more; what grows is what that one thing passes
through. The fewer files there are, and the fewer changes between them, the easier it is to follow in the source.
Times are not looked at: two runs give the same counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from . import traced
from .journey_inputs import JOURNEYS, Journey, Step, as_text
from .report import table

SIZE = 4
"""How many things there are before the one more: what is done once, for the first, is not in the counts."""

_MEASURES = ("functions", "files", "calls", "changes")
_Functions = dict[tuple[str, str, int], int]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.journeys", description=__doc__.split("\n\n")[0])
    parser.add_argument("--python", default=sys.executable, help="the Python whose installed project is looked at")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all functions and their calls to FILE")
    parser.add_argument("--files", action="store_true", help="also print what each journey calls, by file")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"), help="two files of --json as a table")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    options = parser.parse_args(arguments)
    if options.compare:
        old, new = (json.loads(path.read_text(encoding="utf-8")) for path in options.compare)
        print(comparison(old, new, options.markdown))
        return 0
    found = journeys(options.python)
    print(overview(found, options.markdown))
    if options.files:
        for name, journey in found["journeys"].items():
            print(f"\n{name}\n", by_file(journey, options.markdown), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def journeys(python: str, chosen: Iterable[Journey] = JOURNEYS, size: int = SIZE) -> dict[str, Any]:
    """What each journey adds when its input grows by one, as plain data. Raises CalledProcessError."""
    command = [python, "-c", "import platform; print(platform.python_version())"]
    version = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return {"python": version, "journeys": {journey.name: _journey(python, journey, size) for journey in chosen}}


def _journey(python: str, journey: Journey, size: int) -> dict[str, Any]:
    grown = _growth(python, journey, journey.steps, size)
    known = _growth(python, journey, journey.less, size) if journey.less else {}
    added = {function: calls - known.get(function, 0) for function, calls in grown.items()}
    path = [(*function, calls) for function, calls in added.items() if calls > 0]
    return {
        "functions": len(path),
        "files": len({file for file, *_ in path}),
        "calls": sum(calls for *_, calls in path),
        "changes": sum(one[0] != other[0] for one, other in pairwise(path)),
        "path": [dict(zip(("file", "name", "line", "calls"), function, strict=True)) for function in path],
    }


def _growth(python: str, journey: Journey, steps: Sequence[Step], size: int) -> _Functions:
    """How many more calls there are with one thing more, in the order of the first calls."""
    before, after = (_calls(python, journey, steps, count) for count in (size, size + 1))
    return {function: calls - before.get(function, 0) for function, calls in after.items()}


def _calls(python: str, journey: Journey, steps: Sequence[Step], count: int) -> _Functions:
    """The calls of each function, counted in a process and a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in journey.files(count).items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(as_text(content), encoding="utf-8")
        done = subprocess.run(
            [python, "-P", traced.__file__],
            input=json.dumps({"steps": steps}),
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": "0", "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return {(file, name, line): calls for file, name, line, calls in json.loads(done.stdout)}


def overview(found: dict[str, Any], markdown: bool) -> str:
    """One row for each journey."""
    rows = [[name, *(str(one[measure]) for measure in _MEASURES)] for name, one in found["journeys"].items()]
    return table(["one more, and what it adds", "functions", "files", "calls", "changes of file"], rows, markdown)


def by_file(journey: dict[str, Any], markdown: bool) -> str:
    """Functions and calls of each file, in the order in which the journey comes to them."""
    functions: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    for one in journey["path"]:
        functions[one["file"]] += 1
        calls[one["file"]] += one["calls"]
    rows = [[file, str(functions[file]), str(calls[file])] for file in functions]
    return table(["file", "functions", "calls"], rows, markdown)


def comparison(old: dict[str, Any], new: dict[str, Any], markdown: bool) -> str:
    """Two results side by side; counts of different versions of Python do not compare."""
    if _minor(old) != _minor(new):
        return f"not comparable: counted by Python {old['python']} and by Python {new['python']}"
    rows = [
        [name, *(f"{old['journeys'][name][measure]} → {one[measure]}" for measure in _MEASURES)]
        for name, one in new["journeys"].items()
        if name in old["journeys"]
    ]
    return table(["one more, and what it adds", "functions", "files", "calls", "changes of file"], rows, markdown)


def _minor(found: dict[str, Any]) -> list[str]:
    return str(found["python"]).split(".")[:2]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
