"""The committed states of public providers that the review is tried on."""

import json
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

HISTORIES = Path(__file__).parents[3] / "shared" / "corpus" / "histories"
INDEX = HISTORIES / "index.json"
PAIRS: list[dict[str, Any]] = json.loads(INDEX.read_text()) if INDEX.is_file() else []


@cache
def unpacked(provider: str, folder: Path) -> Path:
    """The states of one provider."""
    with tarfile.open(HISTORIES / f"{provider}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder
