"""Inputs of others, which measurements read beside the repository: one line where they are missing, no traceback."""

import sys
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
"""Where descriptions of public APIs are expected."""
MISSING = (
    "these measurements read API descriptions of others, which are not part of the repository, from {}. "
    "Name your own instead: {}"
)


def needed(own: str, *paths: Path) -> None:
    """End the program unless the files and folders are there; `own` is a command that runs without them."""
    if missing := [path for path in paths if not path.exists()]:
        sys.exit(f"error: {MISSING.format(missing[0], own)}")


def folder_with_description(path: Path) -> Path:
    """The one description `openapi.*` in a folder that a user names; the program ends where there is none."""
    found = sorted(path.glob("openapi.*"))
    if len(found) != 1:
        sys.exit(f"error: {path}: a folder with one file openapi.yaml or openapi.json is needed")
    return found[0]
