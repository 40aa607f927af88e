"""The folder of the registry's pages, which may contain pages of other tools."""

from __future__ import annotations

from pathlib import Path

from mapper.report.diagnostic import MappingError, Problem

from ..write import Written, stale_pages, write_pages
from .tree import FOLDERS, RegistryDocs

_FOLDERS = ("", *FOLDERS)


def write_registry(docs: RegistryDocs, folder: Path) -> Written:
    """Write files that have changed, and remove our pages that are no longer made. Raises MappingError."""
    return write_pages(docs.files, folder, _FOLDERS)


def stale_registry(docs: RegistryDocs, folder: Path) -> list[Problem]:
    """The differences from what would be written. Raises MappingError."""
    return stale_pages(docs.files, folder, _FOLDERS)


def refuse_docs_dir(folder: Path, docs_dir: Path) -> None:
    """Raise MappingError if the folder of the registry's pages and that of the site's pages contain each other."""
    pages, site = folder.resolve(), docs_dir.resolve()
    if pages.is_relative_to(site) or site.is_relative_to(pages):
        raise MappingError(
            Problem(
                "this folder is MkDocs' docs_dir, too, and Terraform's registry reads nothing but docs; keep the pages"
                " of the site in another folder, and name it in mkdocs.yml (docs_dir: site_docs)",
                str(folder),
            )
        )
