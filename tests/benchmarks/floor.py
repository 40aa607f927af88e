"""The least that a tool in Python takes: `python -m tests.benchmarks.floor SPEC OUTPUT` prints JSON.

Start Python, read SPEC, make every node of OUTPUT once, write it as text: everything but the mapping itself. Reading
OUTPUT, to know its nodes, does not count. Printed are CPU seconds, and what OUTPUT has: resources, data sources, bytes.
"""

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any


def main(spec: Path, output: Path) -> int:
    gc.disable()
    tree = _parser(spec)(spec.read_bytes())
    before = time.process_time()
    read = json.loads(output.read_bytes())
    skipped = time.process_time() - before
    parts: list[str] = []
    _write(_made(read), "\n", parts.append)
    Path(os.devnull).write_bytes("".join(parts).encode())
    seconds = time.process_time() - skipped  # the process has used some before it began
    entities = [len(read.get(section) or ()) for section in ("resources", "datasources")]
    print(json.dumps({"seconds": seconds, "entities": entities, "bytes": output.stat().st_size}), flush=True)
    del tree
    os._exit(0)


def _parser(spec: Path) -> Callable[[bytes], Any]:
    """JSON goes through `json.loads`, YAML through the project's own reader, which is faster than PyYAML's."""
    if spec.suffix == ".json":
        return json.loads
    from mapper.inputs.yaml_reader import YamlTree

    return lambda data: YamlTree(data.decode(), "")


def _made(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _made(value) for key, value in node.items()}
    return [_made(item) for item in node] if isinstance(node, list) else node


def _write(node: Any, end: str, add: Callable[[str], None]) -> None:
    """The text of `node`, as Go's encoder indents it; `end` is a line end and the indent."""
    inner = end + "\t"
    separator = inner
    if isinstance(node, str):
        add(_string(node))
    elif isinstance(node, dict) and node:
        add("{")
        for key, value in node.items():
            add(f'{separator}"{key}": ')
            _write(value, inner, add)
            separator = "," + inner
        add(f"{end}}}")
    elif isinstance(node, list) and node:
        add("[")
        for item in node:
            add(separator)
            _write(item, inner, add)
            separator = "," + inner
        add(f"{end}]")
    else:
        add(json.dumps(node))


def _string(text: str) -> str:
    return encode_basestring(text).replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
