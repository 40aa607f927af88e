"""The keys of generator.yaml as the Go types of ACK's generator have them."""

import json
import re
import subprocess
from pathlib import Path

from ...go_code.tools import Unavailable, found_go
from .tools import CACHE

MODULE = "github.com/aws-controllers-k8s/code-generator"
VERSION = "v0.62.1"
_STRUCT = re.compile(r"^type (?P<name>\w+) struct \{\n(?P<members>.*?)^\}", re.MULTILINE | re.DOTALL)
_KEY = re.compile(r'`json:"(?P<key>[^",]+)')


def keys_in(text: str) -> dict[str, set[str]]:
    """The keys of each struct of a Go file, by its name."""
    return {match["name"]: set(_KEY.findall(match["members"])) for match in _STRUCT.finditer(text)}


def fetched_keys() -> dict[str, set[str]]:
    """The keys of all structs of the package `config`. Raises Unavailable where the module cannot be had."""
    go = found_go()
    CACHE.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([go, "mod", "download", "-json", f"{MODULE}@{VERSION}"], cwd=CACHE, capture_output=True,
                          text=True, check=False)  # fmt: skip
    said = json.loads(done.stdout or "{}")
    if "Dir" not in said:
        raise Unavailable(str(said.get("Error") or done.stderr).strip())
    files = sorted(Path(said["Dir"], "pkg", "config").glob("*.go"))
    return {name: keys for path in files for name, keys in keys_in(path.read_text(encoding="utf-8")).items()}
