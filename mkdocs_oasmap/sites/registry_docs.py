"""Writes the pages of Terraform's registry during a build."""

from collections.abc import Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.plugins import get_plugin_logger

from mapper.files import refuse_links
from mapper.report.diagnostic import MappingError
from mapper.text.display import visible

from ..handwritten import Repository
from ..options import build_error, refused
from ..progress import step
from ..render.registry.tree import WRITTEN, refuse_docs_dir, registry_docs
from ..render.write import write_pages

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from ..render.site import Site

log = get_plugin_logger("oasmap")


def write_registry_docs(
    site: "Site", options: Any, repository: Repository, config: "MkDocsConfig", others: Set[Path]
) -> Path:
    """Write the pages into the folder of the option `registry_docs` and return it. `others` are folders already used.

    Raises PluginError.
    """
    base = Path(config.config_file_path or "mkdocs.yml").resolve().parent
    folder: Path = base / options.registry_docs
    if folder.resolve() in others:
        raise build_error(
            f"registry_docs: {options.registry_docs} of {options.pages} has the pages of another mapping already;"
            " name another folder"
        )
    try:
        refuse_links([folder / "-"], base)
        refuse_docs_dir(folder, Path(config.docs_dir))
        with step(f"making the pages in {options.registry_docs}"):
            docs = registry_docs(site.pages, repository)
            written = write_pages(docs.files, folder, WRITTEN)
    except MappingError as error:
        raise refused(error, "registry_docs: ") from None
    for note in docs.notes:
        log.info("%s: %s", visible(options.registry_docs), visible(note))
    log.info("%s: %s", visible(options.registry_docs), written)
    return folder.resolve()
