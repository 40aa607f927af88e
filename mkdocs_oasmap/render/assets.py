"""Style sheet and script for pages without the plugin: inline in the page, or as files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mapper.files import read_regular

from ..mappings import write_output
from .html import SCRIPT, STYLESHEET, THEME_DIR


def asset_names(*, script: bool) -> tuple[str, ...]:
    """The paths of the assets, relative to the folder of a theme."""
    return (STYLESHEET, SCRIPT) if script else (STYLESHEET,)


def inline_assets(folders: Iterable[str | Path], *, script: bool) -> str:
    """Elements with the style sheet and the script; the first folder that has a file takes precedence."""
    elements = []
    for name in asset_names(script=script):
        tag = "script" if name == SCRIPT else "style"
        # the backslash has no meaning in CSS and JavaScript, and keeps the element open
        text = _content(name, folders).decode("utf-8").replace(f"</{tag}", f"<\\/{tag}").strip()
        elements.append(f"<{tag}>\n{text}\n</{tag}>")
    return "\n".join(elements)


def write_assets(folder: Path, folders: Iterable[str | Path], *, script: bool) -> None:
    """Write the assets into a folder, unless they are up to date. Raises MappingError."""
    names = asset_names(script=script)
    files = {folder / name.rpartition("/")[2]: _content(name, folders) for name in names}
    write_output(files, folder, in_folders=True)


def _content(name: str, folders: Iterable[str | Path]) -> bytes:
    """An asset from the first folder that has it, else ours. Raises MappingError if it cannot be read."""
    for folder in (*folders, THEME_DIR):
        data = read_regular(Path(folder, name))
        if data is not None:
            return data
    raise AssertionError(name)
