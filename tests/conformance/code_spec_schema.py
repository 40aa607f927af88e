"""The JSON schema of the Provider Code Specification, as its authors publish it: in a Go module."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

MODULE = "github.com/hashicorp/terraform-plugin-codegen-spec@v0.2.0"


@cache
def validator() -> Any:
    """A validator of artifacts; None where there is no Go, or the module cannot be had."""
    from jsonschema_rs import Draft7Validator

    go = shutil.which("go")
    if go is None:
        return None
    download = subprocess.run([go, "mod", "download", "-json", MODULE], capture_output=True, text=True, check=False)
    if download.returncode:
        return None
    folder = Path(json.loads(download.stdout)["Dir"])
    return Draft7Validator(json.loads((folder / "spec" / "v0.1" / "schema.json").read_text(encoding="utf-8")))


def violations(artifact: str) -> dict[str, list[str]]:
    """What is wrong with an artifact, by the entity that it is wrong in."""
    data = json.loads(artifact)
    found: dict[str, list[str]] = {}
    for error in validator().iter_errors(data):
        section, index, *_ = [*error.instance_path, "", ""]
        kind = {"resources": "resource", "datasources": "data source"}.get(str(section), "provider")
        name = data["provider"]["name"] if kind == "provider" else data[section][index]["name"]
        found.setdefault(f"{kind} {name}", []).append(error.message)
    return found
