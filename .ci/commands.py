"""Commands and a site of the Python that runs this: `python .ci/commands.py FOLDER [OTHER]`.

What they write is in FOLDER afterwards, with what they print. OTHER is the folder of an earlier run: an environment of
the oldest dependencies that are allowed, and one of the newest, write the same bytes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "example_site"

PROVIDER = "provider:./terraform-provider-fake"
COMMANDS = {
    "init api/openapi.yaml --site --output config.yml": 0,
    "generate api/openapi.yaml --config config.yml --output spec.json --sidecar sidecar.json": 0,
    "generate api/openapi.yaml --config config.yml --output overlaid.json --overlay overlay.yaml": 0,
    "generate api/openapi.yaml --config config.yml --output again.json --registry-docs registry": 0,
    "check api/openapi.yaml --config config.yml --output spec.json": 0,
    "pages api/openapi.yaml pages --config config.yml": 0,
    "settle api/openapi.yaml --config config.yml": 0,
    "diff sidecar.json overlaid.json --format markdown": 0,
    "generate --system ack ack/service-2.json --config ack/generator.yaml --output written": 0,
    "generate --system ack botocore:sqs --config sqs.yaml --output sqs": 0,
    "generate --system crossplane provider/provider_schema.json --config crossplane/provider.yaml --output kinds": 0,
    f"generate --system provider {PROVIDER} --live --output provider.json": 0,
    "plan manifest.yaml --live ./terraform-provider-fake": 0,
    "explain OAS302": 0,
}
"""Commands of oasmap with their exit codes."""

OTHERS = frozenset(("sqs", "terraform-provider-fake", "__pycache__", "assets", "search"))
"""Files and folders with what depends on the environment: models of botocore, paths, and parts of a theme."""

FILES = {
    "overlay.yaml": """\
overlay: 1.0.0
info: {title: Less, version: "1"}
actions: [{target: $.info, update: {description: Changed.}}]
""",
    "sqs.yaml": "ignore: {resource_names: []}\n",
    "manifest.yaml": """\
apiVersion: fake.fake.m.crossplane.io/v1alpha1
kind: Thing
metadata: {name: a}
spec: {forProvider: {tags: {b: c}}}
""",
    "terraform-provider-fake": f"""\
#!{sys.executable}
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.programs.provider_process.fake import main
main()
""",
}


def main(folder: Path, other: Path | None = None) -> int:
    """Run everything; 1 if an exit code is another one, or a file."""
    shutil.copytree(EXAMPLE, folder)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "terraform-provider-fake").chmod(0o755)
    (folder / "mkdocs.yml").unlink()
    shutil.rmtree(folder / "docs")
    print(*sorted(f"{found.name}=={found.version}" for found in distributions()))
    wrong = 0
    for command, expected in COMMANDS.items():
        wrong += run(folder, command, [sys.executable, "-m", "mkdocs_oasmap", *command.split()], expected)
    wrong += run(folder, "mkdocs build --strict", [sys.executable, "-m", "mkdocs", "build", "--strict"], 0)
    differing = sorted(differences(folder, other)) if other else []
    print(*(f"{name}: other bytes" for name in differing), sep="\n")
    return 1 if wrong or differing else 0


def differences(folder: Path, other: Path) -> set[str]:
    """The files of ours that differ: not what a theme writes, nor what was made of botocore's models."""
    ours, theirs = contents(folder), contents(other)
    return {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}


def contents(folder: Path) -> dict[str, bytes]:
    """The files by their paths in a folder."""
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {
        str(name): path.read_bytes()
        for name, path in files.items()
        if name.suffix != ".html" and OTHERS.isdisjoint(name.parts)
    }


def run(folder: Path, name: str, command: list[str], expected: int) -> bool:
    """Run a command, and keep what it prints on the standard output; whether the exit code is another one."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "1700000000"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
    output = folder / "printed" / f"{name.replace('/', '_')}.txt"
    output.parent.mkdir(exist_ok=True)
    output.write_bytes(done.stdout)
    if done.returncode != expected:
        print(f"{name}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return done.returncode != expected


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
