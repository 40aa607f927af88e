"""Names of files in messages, pages and artifacts: with slashes, on every system."""

from __future__ import annotations

from pathlib import PurePath


def way(path: PurePath, folder: PurePath) -> str:
    """How `path` is reached from `folder`, such as `../api/openapi.yaml`; both are absolute.

    It is the path itself where no way leads there, as from one drive of Windows to another.
    """
    for up, above in enumerate((folder, *folder.parents)):
        if path.is_relative_to(above):
            return "/".join((*[".."] * up, *path.relative_to(above).parts)) or "."
    return path.as_posix()


def shown(path: PurePath, resolved: PurePath, base: PurePath) -> str:
    """`path`, which leads to `resolved`, as messages and pages show it: from `base`, if that is in the same region."""
    near = resolved.parts[:2] == base.parts[:2]
    if resolved.is_relative_to(base) or (path.is_absolute() and near):
        return way(resolved, base)
    return path.as_posix()
