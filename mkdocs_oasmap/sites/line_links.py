"""Links of a site to lines of the inputs in a repository."""

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from mapper.files import relative_path
from mapper.links import real_path

from ..messages import spot
from ..pages.pages import SourceUrl
from ..pages.source_places import source_links

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from ..render.site import Site


def edit_uri(site: "Site", key: str, docs: Path, base: Path) -> str | None:
    """The edit link of a page: its entry in the generator config."""
    entity = site.pages.entities.get(key)
    if entity is None or entity.location is None:
        return None
    uri, line, _ = spot(entity.location)
    return _way(uri, docs, base) + (f"#L{line}" if line is not None else "")


@lru_cache(maxsize=64)  # all entities are in a few files
def _way(uri: str, docs: Path, base: Path) -> str:
    return relative_path(Path(os.path.normpath(base / uri)), docs)


def line_links(template: str | None, config: "MkDocsConfig", base: Path) -> SourceUrl | None:
    """A function that links lines of the inputs, by the template or derived from repo_url and edit_uri."""
    if template is None and config.repo_url and config.edit_uri:
        docs = relative_path(real_path(Path(config.docs_dir)), base)
        root = re.sub(rf"(?<=/){re.escape(docs)}/?$", "", config.edit_uri)
        if root != config.edit_uri and re.match(r"(-/)?edit/", root):
            root = re.sub(r"^(-/)?edit/", r"\1blob/", root)
            template = f"{config.repo_url.rstrip('/')}/{root}{{path}}#L{{line}}"

    return source_links(template)
