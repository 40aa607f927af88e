"""The style sheet and the script, for pages that no plugin links them to: in the page itself, or as files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mapper.artifacts import read_regular

from ..mappings import write_output
from .html import SCRIPT, STYLESHEET, THEME_DIR


def asset_names(*, script: bool) -> tuple[str, ...]:
    """Where a theme has what pages need, below its folder."""
    return (STYLESHEET, SCRIPT) if script else (STYLESHEET,)


def inline_assets(folders: Iterable[str | Path], *, script: bool) -> str:
    """Elements with the style sheet and the script; of a file that several folders have, the first is taken."""
    elements = []
    for name in asset_names(script=script):
        tag = "script" if name == SCRIPT else "style"
        # in both languages, a backslash before the slash changes nothing, and the element does not end there
        text = _content(name, folders).decode("utf-8").replace(f"</{tag}", f"<\\/{tag}").strip()
        elements.append(f"<{tag}>\n{text}\n</{tag}>")
    return "\n".join(elements)


def write_assets(folder: Path, folders: Iterable[str | Path], *, script: bool) -> None:
    """Write them into a folder, where they are not as they should be already. Raises MappingError."""
    names = asset_names(script=script)
    files = {folder / name.rpartition("/")[2]: _content(name, folders) for name in names}
    write_output(files, in_folders=True)


def _content(name: str, folders: Iterable[str | Path]) -> bytes:
    """A file of the first folder that has it; ours, if none has. Raises MappingError for what cannot be read."""
    for folder in (*folders, THEME_DIR):
        data = read_regular(Path(folder, name))
        if data is not None:
            return data
    raise AssertionError(name)
