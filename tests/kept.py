"""Files that were looked at and are kept: what is written must not change unnoticed."""

from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from .files import write_files


def changes(folder: Path, written: Mapping[str, str]) -> str:
    """How files differ from those that are kept in a folder; empty if they do not.

    A folder that does not exist is written, for you to look at. To keep a change, delete the folder and run the test.
    """
    if not folder.exists():
        write_files(folder, dict(written))
        return f"{folder} is new: look at its files, and commit them"
    kept = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }
    return "\n".join(
        line
        for path in sorted(kept.keys() | written.keys())
        for line in unified_diff(
            kept.get(path, "").split("\n"), written.get(path, "").split("\n"), path, path, lineterm="", n=1
        )
    )
