"""Names of files in messages, pages and artifacts: with slashes on every operating system."""

from __future__ import annotations

from pathlib import Path, PurePath


def relative_path(path: PurePath, folder: PurePath) -> str:
    """The relative path from `folder` to `path`, such as `../api/openapi.yaml`; both are absolute.

    It is `path` itself if no relative path exists, as between two drives of Windows.
    """
    for up, above in enumerate((folder, *folder.parents)):
        if path.is_relative_to(above):
            return "/".join((*[".."] * up, *path.relative_to(above).parts)) or "."
    return path.as_posix()


def display_path(path: PurePath, resolved: PurePath, base: PurePath) -> str:
    """How messages and pages show `path`: relative to `base` if the path, resolved, is below or near `base`."""
    near = resolved.parts[:2] == base.parts[:2]
    if resolved.is_relative_to(base) or (path.is_absolute() and near):
        return relative_path(resolved, base)
    return path.as_posix()


def is_file(path: Path) -> bool:
    """Whether a regular file exists at `path`; False for a name that no file can have."""
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False
