"""How long a large package schema takes to be read into a mapping and written: `python -m tests.benchmarks.package`.

The schema is one of the corpus, many times over: each time, its types, resources and functions are in a module of their
own. It is compared with what every program would do that has it read by our reader and writes it with `json.dumps`.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).parents[3] / "shared/corpus/pulumi/schemas/providers/docker-build.json"
SECTIONS = ("types", "resources", "functions")


def main(arguments: list[str] | None = None) -> int:
    """Print the times of each step, and the ratio of both ways."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.package", description=__doc__)
    parser.add_argument("schema", nargs="?", type=Path, default=SCHEMA, help="a package schema (default: %(default)s)")
    parser.add_argument("--megabytes", type=float, default=20, help="how large it is made (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=7, help="runs of each step, in turn (default: %(default)s)")
    options = parser.parse_args(arguments)
    if not options.schema.is_file():
        print("The corpus is not here. Name a package schema.")
        return 0
    text = grown(options.schema.read_text(encoding="utf-8"), options.megabytes * 1e6)
    found = measured(text.encode(), options.runs)
    print(f"{options.schema.name} x {len(text) / 1e6:.1f} MB, CPU seconds: median (least) of {options.runs} runs")
    for name, times in found.items():
        print(f"{name:34}{statistics.median(times):8.3f} ({min(times):.3f})")
    for other in ("json.dumps", "json.dumps, indent=2"):
        pairs = zip(found["read, map and write"], found["read"], found[other], strict=True)
        ratios = sorted(ours / (read + dumps) for ours, read, dumps in pairs)
        words = f"read + {other}"
        print(f"times {words:28}{statistics.median(ratios):8.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})")
    return 0


def grown(text: str, size: float) -> str:
    """A schema as often as it takes to have so many characters."""
    root = json.loads(text)
    name, once = root["name"], json.dumps({key: root.get(key, {}) for key in SECTIONS})
    whole: dict[str, Any] = {key: dict(root.get(key, {})) for key in SECTIONS}
    for at in range(1, max(1, round(size / len(json.dumps(root, indent=2))))):
        moved = once.replace(f"{name}:index:", f"{name}:m{at}:").replace(f"{name}:index/", f"{name}:m{at}/")
        for key, section in json.loads(moved).items():
            whole[key] |= section
    return json.dumps({**root, **whole}, indent=2)


def measured(data: bytes, runs: int) -> dict[str, list[float]]:
    """CPU seconds of each step, all steps in turn."""
    from mapper.budget import Budget
    from mapper.inputs import Document
    from mapper.pulumi.schema.read import SchemaInputs
    from mapper.pulumi.schema.writer import schema_of, schema_text

    def read() -> Document:
        document = Document("schema.json", data)
        document.position("/name")
        return document

    def whole() -> str:
        document = read()
        mapping = SchemaInputs(document, document.root, Budget()).map()
        return "".join(schema_text(schema_of(mapping)))

    root = read().root
    steps: dict[str, Callable[[], object]] = {
        "read": read,
        "json.dumps": lambda: json.dumps(root),
        "json.dumps, indent=2": lambda: json.dumps(root, indent=2),
        "read, map and write": whole,
    }
    if json.loads(whole()) != root:
        raise SystemExit("what is written is not what was read")
    found: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(runs):
        for name, step in steps.items():
            before = time.process_time()
            made = step()
            found[name].append(time.process_time() - before)
            del made
    return found


if __name__ == "__main__":
    gc.disable()  # as the command line does
    sys.exit(main())
