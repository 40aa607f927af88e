"""What a build adds to `pyproject.toml`: a description with absolute links, and the extras.

The groups of tools that a checkout is worked on with (`[dependency-groups]`) are extras of the same names there, so
that `pip install -e '.[test]'` works with any pip. A release is built with OASMAP_RELEASE=1 and has none of them.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\((?!https?:|mailto:|#)([^()\s]+)\)")


class Metadata(MetadataHookInterface):
    """Fills `readme` and `optional-dependencies`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them to the metadata of the project."""
        root = Path(self.root)
        source = metadata["urls"]["Source"]
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, source)}
        extras = dict(self.config["extras"])
        if not os.environ.get("OASMAP_RELEASE"):
            project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
            extras |= project["dependency-groups"]
        metadata["optional-dependencies"] = extras


def absolute(text: str, source: str) -> str:
    """A text whose relative links lead into the repository at `source`; its pictures are taken from there as files."""

    def link(match: re.Match[str]) -> str:
        kind = "raw" if match[1] else "blob"
        return f"{match[1]}[{match[2]}]({source}/{kind}/main/{match[3]})"

    return _LINK.sub(link, text)
