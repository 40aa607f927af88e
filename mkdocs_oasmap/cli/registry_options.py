"""The options for the pages of Terraform's registry, and their output."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from mapper.files import read_regular
from mapper.links import real_path
from mapper.model import Mapping
from mapper.registry import all_systems
from mapper.report.diagnostic import Problem
from mapper.text.display import visible

from ..progress import step
from ..repository import Repository
from .program import FILE, option

if TYPE_CHECKING:
    from ..render.registry.tree import RegistryDocs

_DOCS_DIR = re.compile(r"^docs_dir:[ \t]*['\"]?([^'\"#\n]+?)['\"]?[ \t]*(?:#.*)?$", re.MULTILINE)
_SITES = ("mkdocs.yml", "mkdocs.yaml")


def of_providers() -> tuple[str, ...]:
    """The names of the systems whose mappings are for a Terraform provider."""
    return tuple(system.name for system in all_systems() if system.comparison.has_provider_schema)


def repository() -> click.Option:
    """The option for the folder of templates and examples."""
    text = "the repository with the folders templates and examples (default: the current folder)"
    return option("--provider-dir", type=FILE, metavar="DIR", default=".", help=text)


def registry_docs() -> click.Option:
    """The option for the folder of the registry pages."""
    text = "also write the pages of Terraform's registry to this folder, which the registry expects in docs"
    return option("--registry-docs", systems=of_providers(), type=FILE, metavar="DIR", help=text)


class RegistryOutput(Struct, frozen=True):
    """The folder of the registry pages, None if not requested, and the repository with templates and examples."""

    folder: str | None
    repository: Path

    @classmethod
    def of(cls, values: dict[str, Any]) -> "RegistryOutput":
        """The values of the parameters, which are removed from `values`."""
        return cls(values.pop("registry_docs"), Path(values.pop("provider_dir")))

    def prepare(self, mapping: Mapping, *, quiet: bool = False) -> Callable[[], str]:
        """Make the pages, and look for what is in their way: what writes them and returns a summary.

        The summary is empty if no pages are requested. Raises MappingError.
        """
        if not self.folder:
            return str
        from ..render.registry.tree import WRITTEN
        from ..render.write import prepare_pages

        with step(f"making the pages in {self.folder}", quiet=quiet):
            docs = self._docs(mapping, Path(self.folder))
            write = prepare_pages(docs.files, Path(self.folder), WRITTEN)

        def write_and_say() -> str:
            written = write()
            if not quiet:
                sys.stderr.writelines(f"note: {visible(note)}\n" for note in docs.notes)
            return f"{visible(str(self.folder))}: {written}"

        return write_and_say

    def stale(self, mapping: Mapping) -> list[Problem]:
        """The pages that differ from what would be written. Raises MappingError."""
        if not self.folder:
            return []
        from ..render.registry.tree import WRITTEN
        from ..render.write import stale_pages

        with step(f"comparing the pages in {self.folder}"):
            return stale_pages(self._docs(mapping, Path(self.folder)).files, Path(self.folder), WRITTEN)

    def _docs(self, mapping: Mapping, folder: Path) -> "RegistryDocs":
        from ..pages.page_budget import check_headings
        from ..pages.pages import Pages
        from ..render.registry.tree import refuse_docs_dir, registry_docs

        beside = real_path(folder).parent  # `folder / ".."` leads nowhere before the folder exists
        for site in _SITES:
            text = read_regular(beside / site)
            if text is not None:
                named = _DOCS_DIR.search(text.decode("utf-8", "replace"))
                refuse_docs_dir(folder, beside / (named[1] if named else "docs"))
        written = Repository(self.repository)
        return registry_docs(Pages(mapping, repository=written, extent=check_headings), written)
