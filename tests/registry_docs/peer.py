"""tfplugindocs, by exact version, built once into the cache of Go tools."""

import json
import subprocess
from pathlib import Path
from typing import Any

from ..go_code.tools import CACHE, build, download, found_go
from ..processes import run

MODULE = "github.com/hashicorp/terraform-plugin-docs@v0.19.4"
_PLAIN = "said"


def fetch(cache: Path = CACHE) -> Path:
    """The program, built where the cache has it not. Raises Unavailable."""
    program = cache / f"tfplugindocs@{MODULE.rpartition('@')[2]}"
    if not program.exists():
        go = found_go()
        cache.mkdir(parents=True, exist_ok=True)
        build(go, program, "./cmd/tfplugindocs", download(go, MODULE, cache))
    return program


def validate(program: Path, folder: Path, provider: str, schema: Path) -> str:
    """What it says against the folder `docs` of a repository; empty where it has nothing to say."""
    done = _run(program, "validate", folder, provider, schema)
    return "" if done.returncode == 0 else "\n".join(line for line in done.stderr.splitlines() if "[DEBUG]" not in line)


def generate(program: Path, folder: Path, provider: str, schema: Path) -> Path:
    """The folder `docs` that it makes by itself. Raises AssertionError where it refuses."""
    folder.mkdir(exist_ok=True)
    done = _run(program, "generate", folder, provider, schema)
    assert done.returncode == 0, done.stderr + done.stdout
    return folder / "docs"


def _run(program: Path, command: str, folder: Path, provider: str, schema: Path) -> subprocess.CompletedProcess[str]:
    given = ["--provider-dir", folder, "--provider-name", provider, "--providers-schema", schema]
    return run([program, command, *given])


def with_plain_descriptions(schema: Path, target: Path) -> None:
    """The same schema with one word in place of each description: what stands in those looks like attributes to us."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: _PLAIN if key == "description" and "description_kind" in value else plain(inner)
                for key, inner in value.items()
            }
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    target.write_text(json.dumps(plain(json.loads(schema.read_text(encoding="utf-8")))), encoding="utf-8")
