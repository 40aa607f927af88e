"""What the commands of `oasmap` do with the pages of Terraform's registry."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from mapper.artifacts import read_regular
from mapper.diagnostics import Problem
from mapper.model import Mapping
from mapper.visible import visible

from ..handwritten import Repository
from ..pages.pages import Pages
from ..render.registry.folder import refuse_docs_dir, stale_registry, write_registry
from ..render.registry.tree import RegistryDocs, registry_docs

_DOCS_DIR = re.compile(r"^docs_dir:[ \t]*['\"]?([^'\"#\n]+?)['\"]?[ \t]*(?:#.*)?$", re.MULTILINE)
_SITES = ("mkdocs.yml", "mkdocs.yaml")


def add_repository(command: argparse.ArgumentParser) -> None:
    """Where people write templates and examples."""
    command.add_argument(
        "--provider-dir",
        metavar="DIR",
        default=".",
        help="the repository of the provider, with templates and examples in it (default: the current folder)",
    )


def add_registry_docs(command: argparse.ArgumentParser) -> None:
    """The folder of the registry's pages."""
    add_repository(command)
    command.add_argument(
        "--registry-docs",
        metavar="DIR",
        help="also write the pages that Terraform's registry shows, into this folder: docs, where it looks for them",
    )


def write_registry_docs(mapping: Mapping, folder: str, repository: str, *, quiet: bool = False) -> str:
    """Write the pages; returns how many, in words. Raises MappingError."""
    docs = _docs(mapping, folder, repository)
    written = write_registry(docs, Path(folder))
    for note in () if quiet else docs.notes:
        sys.stderr.write(f"note: {visible(note)}\n")
    return str(written)


def stale_registry_docs(mapping: Mapping, folder: str, repository: str) -> list[Problem]:
    """What is not as it would be written. Raises MappingError."""
    return stale_registry(_docs(mapping, folder, repository), Path(folder))


def _docs(mapping: Mapping, folder: str, repository: str) -> RegistryDocs:
    for site in _SITES:
        text = read_regular(Path(folder, "..", site))
        if text is not None:
            named = _DOCS_DIR.search(text.decode("utf-8", "replace"))
            refuse_docs_dir(Path(folder), Path(folder, "..", named[1] if named else "docs"))
    written = Repository(Path(repository))
    return registry_docs(Pages(mapping, repository=written), written)
