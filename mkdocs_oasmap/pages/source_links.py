"""How lines of the inputs are linked: an address with {path} and {line} in it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from mapper.documents.store import is_url

from .places import SourceUrl


def source_links(template: str | None) -> SourceUrl | None:
    """File name and line -> address. Files outside of the repository have none."""
    if not template:
        return None

    def url(path: str, line: int | None) -> str | None:
        if is_url(path):
            return path
        if Path(path).is_absolute() or path.startswith("../"):
            return None
        return template.replace("{path}", quote(path)).replace("{line}", str(line or 1))

    return url
