"""Where links lead: which of them a project may have where files are written."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from .report.diagnostic import MappingError, Problem


def real_path(path: Path) -> Path:
    """The path with all links followed. A link that leads to itself stays in it: no file is there to read.

    `Path.resolve` raises RuntimeError for such links before Python 3.13. Raises ValueError for what is no file name.
    """
    return Path(os.path.realpath(path))


def refuse_links(paths: Iterable[Path], folder: Path | None = None) -> None:
    """Refuse paths that a link in the project leads out of it, or into `.git`: what is checked out may be a stranger's.

    The project is the checkout of Git around `folder`, the current folder if `folder` is below it, or `folder` itself.
    By default, `folder` is the one that the path is in. Links above the project are the user's own. Raises
    MappingError.
    """
    named = Path(os.path.abspath(folder)) if folder else None  # noqa: PTH100 - links are not resolved here
    projects: dict[Path, Path] = {}
    known: set[tuple[Path, Path]] = set()
    for path in (step for each in paths for step in (each, *_before_ways_up(each))):
        absolute = Path(os.path.abspath(path))  # noqa: PTH100
        start = named if named and absolute.is_relative_to(named) else absolute.parent
        project = projects[start] = projects.get(start) or _project(start)
        for step in (absolute, *absolute.parents):
            if step == project or (project, step) in known or not step.is_relative_to(project):
                break  # what is above is known, or the user's own
            known.add((project, step))
            if _is_link(step) and not _is_inside(step, project):
                raise MappingError(
                    Problem(
                        "is a link that leads out of the project, and is not followed",
                        str(path),
                        remedy="replace it by a folder or file",
                    )
                )


def _before_ways_up(path: Path) -> Iterator[Path]:
    """What is before each `..` of a path, which leads somewhere else if that is a link."""
    for number, part in enumerate(path.parts):
        if part == ".." and path.parts[number - 1 : number] not in ((), ("..",)):
            yield Path(*path.parts[:number])


def _is_link(path: Path) -> bool:
    try:
        return path.is_symlink()
    except OSError:  # a name that is too long
        return False


def _project(folder: Path) -> Path:
    here = Path.cwd()
    checkout = next((above for above in (folder, *folder.parents) if (above / ".git").exists()), None)
    return checkout or (here if folder.is_relative_to(here) else folder)


def _is_inside(link: Path, project: Path) -> bool:
    whole = real_path(project)
    target = real_path(link)
    if target.is_symlink():  # in a circle
        return False
    if target.exists() and not (target.is_file() or target.is_dir()):
        return True  # a device, which is refused where it would be written to
    return target.is_relative_to(whole) and ".git" not in target.relative_to(whole).parts
