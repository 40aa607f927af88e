"""Where the time goes inside of one mapping: `python -m tests.benchmarks.phases SPEC CONFIG` prints JSON.

It runs in a process of its own, so that nothing is loaded or cached before.
"""

import gc
import json
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path

STEPS = ("import", "config", "parse", "map", "write")


def phases(spec: Path, config: Path) -> dict[str, object]:
    """Milliseconds of each step, the size of the output in bytes, the entities of each kind, and all attributes."""
    clock = [time.perf_counter()]
    from mapper.inputs import Documents
    from mapper.terraform import write_code_spec
    from mapper.terraform.config.config import parse_config
    from mapper.terraform.map import map_api
    from mapper.terraform.openapi.operations import Api

    clock.append(time.perf_counter())
    parsed = parse_config(Documents(spec.parent).load(config))
    clock.append(time.perf_counter())
    documents = Documents(spec.parent)
    document = documents.load(spec)
    clock.append(time.perf_counter())
    mapping = map_api(Api(document, documents), parsed)
    clock.append(time.perf_counter())
    text = write_code_spec(mapping)
    clock.append(time.perf_counter())
    spent = [(after - before) * 1000 for before, after in pairwise(clock)]
    return {
        **dict(zip(STEPS, spent, strict=True)),
        "output_bytes": len(text.encode()),
        "entities": Counter(str(entity.kind) for entity in mapping.entities),
        "attributes": sum(entity.body.size for entity in mapping.entities),
    }


if __name__ == "__main__":
    gc.disable()  # as the command line does
    print(json.dumps(phases(Path(sys.argv[1]), Path(sys.argv[2]))))
