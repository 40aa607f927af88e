"""The repository that the pages of the guide are played in: the example, with a history and some neighbours.

`main`, `origin/main` and the tags have the example as it is; the files of a page come on top, uncommitted.
"""

import gzip
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from mkdocs_oasmap.cli import main

from .fences import ROOT

EXAMPLE = ROOT / "example_site"
TAGS = ("v1.0.0", "v1.1.0", "v2.3.0")
PROGRAMS = (
    "oasmap", "mkdocs", "pip", "python", "python3", "podman", "terraform", "tofu", "controller-gen",
    "tfplugingen-framework", "tfplugingen-openapi", "tfplugindocs", "curl", "nox", "towncrier", "gh", "kubectl", "mike",
    "zensical", "properdocs", "go",
)  # fmt: skip
"""What commands of the guide start. `programs` says what each of them does here."""
_PACKAGE = """\
{
  "name": "store",
  "version": "1.0.0",
  "resources": {
    "store:index:Bucket": {
      "inputProperties": { "region": { "type": "string" } },
      "properties": { "region": { "type": "string" } }
    }
  }
}
"""
_DATE = "2026-05-11T12:00:00+00:00"
_GIT = {
    "GIT_AUTHOR_NAME": "Owl", "GIT_AUTHOR_EMAIL": "owl@example.org", "GIT_AUTHOR_DATE": _DATE,
    "GIT_COMMITTER_NAME": "Owl", "GIT_COMMITTER_EMAIL": "owl@example.org", "GIT_COMMITTER_DATE": _DATE,
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


@cache
def _made() -> dict[str, bytes]:
    """What is written of the example, by name."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder, name) for name in ("provider_code_spec.json", "provider_schema.json")}
        output, schema = map(str, paths.values())
        config = str(EXAMPLE / "generator_config.yml")
        options = ["--config", config, "--output", output, "--providers-schema", schema, "--quiet"]
        assert main(["generate", *options, str(EXAMPLE / "api/openapi.yaml")]) == 0
        return {name: path.read_bytes() for name, path in paths.items()}


class Workspace:
    """A folder with the example in it, and a shell whose path has the programs of the guide."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self._programs = folder / "programs"
        self._lay_out()
        for name, data in _made().items():
            (self.folder / name).write_bytes(data)
        self.write("schema.json", _PACKAGE)
        self._programs.mkdir()
        for program in PROGRAMS:
            path = self._programs / program
            path.write_text(
                f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).parent}/programs.py" {program} "$@"\n'
            )
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        self._remember()
        self.forget("schema.json")  # which a page writes anew

    def write(self, name: str, text: str) -> Path:
        """A file of a page."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def forget(self, *names: str) -> None:
        """Remove files and folders."""
        for name in names:
            path = self.folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the shell, with standard output and standard error as one."""
        environment = {
            **_GIT, "PATH": f"{self._programs}:/usr/bin:/bin", "HOME": str(self.folder.parent), "PYTHONPATH": str(ROOT),
            "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "PROGRAMS": str(self._programs),
            "LC_ALL": os.environ.get("LC_ALL", "C.UTF-8"),
        }  # fmt: skip
        return subprocess.run(
            ["/bin/sh", "-ec", script], cwd=self.folder, env=environment, check=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=300,
        )  # fmt: skip

    def _lay_out(self) -> None:
        folder = self.folder
        folder.mkdir()
        shutil.copytree(EXAMPLE / "api", folder / "api")
        for name in ("generator_config.yml", "generator_config.strict.yml", "released.json"):
            shutil.copy(EXAMPLE / name, folder)
        for name in ("service-2.json", "generator.yaml", "documentation.yaml"):
            shutil.copy(EXAMPLE / "ack" / name, folder)
        shutil.copy(EXAMPLE / "provider" / "proof.json", folder)
        (folder / "idl").mkdir()
        shutil.copy(EXAMPLE / "pulumi/idl/optics/optics.go", folder / "idl")
        shutil.copy(EXAMPLE / "pulumi" / "pulumi.yml", folder)
        text = (EXAMPLE / "api" / "openapi.yaml").read_text(encoding="utf-8")
        for name in ("components.yaml", "limits.json"):
            text = text.replace(f"{name}#", f"api/{name}#")
        self.write("openapi.yaml", text)
        for side in ("old", "new"):
            shutil.copytree(EXAMPLE / "api", folder / side / "api")
            (folder / side / "provider_code_spec.json").write_bytes(_made()["provider_code_spec.json"])
        shutil.copy(EXAMPLE / "ack" / "service-2.json", folder / "old")
        (folder / "new/service-2.json.gz").write_bytes(gzip.compress((EXAMPLE / "ack/service-2.json").read_bytes()))
        for name in ("terraform/reference", "overrides", "mirror", "history", "gen"):
            (folder / name).mkdir(parents=True)
        for name in ("terraform/config.yml", "terraform/generator_config.yml", "gen/generator_config.yml"):
            shutil.copy(EXAMPLE / "generator_config.yml", folder / name)

    def _remember(self) -> None:
        commands = [
            ["init", "-qb", "main"], ["add", "."], ["commit", "-qm", "Put the observatory on the hill"],
            ["update-ref", "refs/remotes/origin/main", "HEAD"], *(["tag", tag] for tag in TAGS),
        ]  # fmt: skip
        for command in commands:
            environment = {**os.environ, **_GIT}
            subprocess.run(["git", *command], cwd=self.folder, env=environment, check=True, capture_output=True)
