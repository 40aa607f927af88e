"""The programs that tests talk to: real providers, built once, and Terraform itself.

`python -m tests.tfplugin.peers [SECONDS]` builds what is missing with Go into `.cache/peers`, within so many seconds
(1,200). Tests only look there, and are skipped with that command where a program is missing.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from ..go_code.tools import go_flags
from ..processes import output, run

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache" / "peers"
SOURCE = Path(__file__).parent / "provider"
CORPUS = ROOT.parent / "shared" / "corpus" / "crossplane"

MODULES = {
    "time": "github.com/hashicorp/terraform-provider-time@v0.13.1",
    "local": "github.com/terraform-providers/terraform-provider-local@v1.4.0",
}
"""Providers that Go can install: one made with the framework for protocol 5, one with the SDK of 2020."""

AWS = "registry.terraform.io/hashicorp/aws/5.100.0/linux_amd64/terraform-provider-aws_v5.100.0_x5"


def binary(name: str) -> Path:
    """Where a provider of the cache is, or would be; of our own the name says which source it was made of."""
    if name != "garden":
        return CACHE / f"terraform-provider-{name}_{MODULES[name].rpartition('@')[2]}"
    digest = hashlib.sha256()
    for path in sorted(SOURCE.iterdir()):
        digest.update(path.read_bytes())
    return CACHE / f"terraform-provider-garden_{digest.hexdigest()[:12]}"


def peer(name: str) -> Path:
    """The program of a provider; the test is skipped where it is missing."""
    path = binary(name)
    if not path.exists():
        pytest.skip(f"the provider {name} is not built: python -m tests.tfplugin.peers")
    return path


def aws() -> Path:
    """The program of the AWS provider; the test is skipped where it is missing."""
    plugins = os.environ.get("OASMAP_TEST_PLUGINS")
    if not plugins or not (Path(plugins) / AWS).exists():
        pytest.skip("OASMAP_TEST_PLUGINS names no folder of plugins with the AWS provider 5.100.0")
    return Path(plugins) / AWS


def corpus(name: str) -> Path:
    """A schema of the corpus; the test is skipped where it is missing."""
    path = CORPUS / name / "schema.json.gz"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return path


def terraform() -> str:
    """The program of Terraform; the test is skipped where it is missing."""
    found = shutil.which("terraform")
    if found is None:
        pytest.skip("terraform is not on the path")
    return found


def run_terraform(folder: Path, *arguments: str, **environment: str) -> str:
    """What Terraform prints, run in a folder without anything of the user's configuration."""
    quiet = {"CHECKPOINT_DISABLE": "1", "TF_IN_AUTOMATION": "1", "TF_CLI_CONFIG_FILE": str(folder / "none.tfrc")}
    (folder / "none.tfrc").touch()
    only = {"PATH": os.environ["PATH"], "HOME": str(folder), **quiet, **environment}
    return output([terraform(), *arguments], folder, only=only)


def cli_schema(program: Path, name: str, folder: Path) -> dict[str, Any]:
    """What `terraform providers schema -json` says of a provider's program, by its address."""
    version = "1.0.0"
    mirror = folder / "mirror" / "example.org" / "tests" / name / version / "linux_amd64"
    mirror.mkdir(parents=True)
    (mirror / f"terraform-provider-{name}_v{version}").symlink_to(program)
    (folder / "main.tf").write_text(
        f'terraform {{\n  required_providers {{\n    {name} = {{ source = "example.org/tests/{name}" }}\n  }}\n}}\n'
    )
    run_terraform(folder, "init", "-no-color", f"-plugin-dir={folder / 'mirror'}")
    schema: dict[str, Any] = json.loads(run_terraform(folder, "providers", "schema", "-json"))
    return schema


def build(seconds: float) -> list[str]:
    """Build what is missing; what could not be, and why."""
    go = shutil.which("go")
    if go is None:
        return ["go is not on the path"]
    deadline = time.monotonic() + seconds
    problems = []
    for name in ("garden", *MODULES):
        if binary(name).exists():
            continue
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / f"terraform-provider-{name}"
            own = [go, "build", "-o", str(made), "."]
            command = own if name == "garden" else [go, "install", MODULES[name]]
            problem = _run(command, Path(folder), deadline - time.monotonic())
            if problem:
                problems.append(f"{name}: {problem}")
                continue
            CACHE.mkdir(parents=True, exist_ok=True)
            staged = CACHE / f".{name}.{os.getpid()}"  # two runs may build it at once
            shutil.move(made, staged)
            staged.rename(binary(name))
            for old in set(CACHE.glob(f"terraform-provider-{name}_*")) - {binary(name)}:
                old.unlink()
    return problems


def _run(command: list[str], target: Path, seconds: float) -> str:
    local = {"GOBIN": str(target), "GOFLAGS": go_flags(), "GOTOOLCHAIN": "local", "GOWORK": "off"}
    try:
        done = run(command, SOURCE, seconds=max(seconds, 1), **local)
    except subprocess.TimeoutExpired:
        return "not done in time"
    return "" if done.returncode == 0 else (done.stderr.strip() or f"exit {done.returncode}")


if __name__ == "__main__":
    missing = build(float(sys.argv[1]) if len(sys.argv) > 1 else 1200)
    print("\n".join(missing) or f"all peers are in {CACHE}")
    sys.exit(bool(missing))
