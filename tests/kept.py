"""Files that were looked at and are kept: what is written must not change unnoticed."""

import json
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from mapper.files import encoded, whole
from mapper.model import Mapping as Mapped
from mapper.report.budget import Cost
from mapper.sidecar.writer import sidecar

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


def record(mapping: Mapped) -> str:
    """What pages and reviews are made of: a line for each attribute, entity and group of diagnostics."""
    pieces = encoded(sidecar(mapping), mapping.budget.meter(Cost.WRITTEN, "the record"))
    sections = json.loads(whole(pieces))
    attributes = (one for body in sections["bodies"] for one in body.get("attributes") or [body])
    others = (one for name in ("entities", "diagnostics", "ignored") for one in sections.get(name) or ())
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in (*attributes, *others))
