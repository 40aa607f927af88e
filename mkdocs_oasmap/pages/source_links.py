"""Links to lines of the inputs, by a URL template with {path} and {line}."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from mapper.inputs.store import is_url

from .source_places import SourceUrl


def source_links(template: str | None) -> SourceUrl | None:
    """A function from file name and line to URL; None for files outside of the repository."""
    if not template:
        return None

    def url(path: str, line: int | None) -> str | None:
        if is_url(path):
            return path
        if Path(path).is_absolute() or path.startswith("../"):
            return None
        return template.replace("{path}", quote(path, errors="replace")).replace("{line}", str(line or 1))

    return url
