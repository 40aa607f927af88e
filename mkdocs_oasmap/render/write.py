"""Writes pages into a folder with foreign files: only pages with our marker are replaced or removed."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from mapper.files import has_content, make_folders, read_regular, remove, sweep, write_files
from mapper.links import refuse_links
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.plural import plural

MARK = "# Made by mkdocs-oasmap."
"""The marker of our pages: a comment in the front matter, as some Markdown dialects (MDX) have no comments."""

_OURS = re.compile(rf"\A---\r?\n{re.escape(MARK)}\r?\n".encode())
_PAGE = ".md"
_SHOWN = 10


class Written(Struct, frozen=True):
    """The numbers of files that were written, unchanged and removed."""

    changed: int
    same: int
    removed: int

    def __str__(self) -> str:
        removed = f", {self.removed} removed" if self.removed else ""
        return f"{self.changed} files written, {self.same} unchanged{removed}"


def write_pages(files: Mapping[str, bytes], folder: Path, folders: Collection[str], last: str = "") -> Written:
    """Write files that have changed, and remove our pages in `folders` that are no longer made. Raises MappingError.

    `last` is a file that is written after all others. If a foreign page is in the way, nothing is written.
    """
    return prepare_pages(files, folder, folders, last)()


def prepare_pages(
    files: Mapping[str, bytes], folder: Path, folders: Collection[str], last: str = ""
) -> Callable[[], Written]:
    """What `write_pages` does after it has looked for what is in the way: where several outputs go together."""
    paths = {folder / name: files[name] for name in sorted(files, key=lambda name: (name == last, name))}
    refuse_links([*paths, *(folder / name / "-" for name in folders)], folder)
    changed = {path: data for path, data in paths.items() if not has_content(path, data)}
    _refuse_foreign([path for path in changed if path.suffix == _PAGE and path.exists() and not is_ours(path)])

    def write() -> Written:
        for parent in {path.parent for path in paths} - {path.parent for path in changed}:
            sweep(parent)
        make_folders(changed, folder)
        write_files(changed, replaceable={path for path in changed if path.suffix == _PAGE}, folder=folder)
        removed = _left_over(paths, folder, folders)
        for path in removed:
            remove(path, folder)
            with suppress(OSError):  # the folder is not empty
                path.parent.rmdir()
        return Written(len(changed), len(paths) - len(changed), len(removed))

    return write


def stale_pages(files: Mapping[str, bytes], folder: Path, folders: Iterable[str]) -> list[Problem]:
    """The differences from what `write_pages` would write, in a few lines. Raises MappingError for unreadable files."""
    paths = {folder / name: data for name, data in files.items()}
    remedy = "run `oasmap generate` with the same arguments, and commit the result"
    problems = [
        Problem("is out of date" if path.exists() else "does not exist", str(path), remedy=remedy)
        for path, data in sorted(paths.items())
        if not has_content(path, data)
    ]
    left = "is from an earlier run, and nothing writes it any more"
    problems += [Problem(left, str(path), remedy=remedy) for path in _left_over(paths, folder, folders)]
    more = len(problems) - _SHOWN
    if more > 1:
        problems = [*problems[:_SHOWN], Problem(f"and {plural(more, 'page')} more", str(folder), remedy=remedy)]
    return problems


def is_ours(path: Path) -> bool:
    """Whether a page has our marker."""
    return bool(_OURS.match(read_regular(path) or b""))


def _left_over(paths: Iterable[Path], folder: Path, folders: Iterable[str]) -> list[Path]:
    """Our pages of an earlier run that are no longer made."""
    made = set(paths)
    pages = [path for name in folders for path in sorted((folder / name).glob(f"*{_PAGE}"))]
    return [path for path in pages if path not in made and is_ours(path)]


def _refuse_foreign(foreign: list[Path]) -> None:
    text = "exists, and is not a page that oasmap made"
    remedy = "choose another folder, or remove it"
    more = len(foreign) - _SHOWN
    problems = [Problem(text, str(path), remedy=remedy) for path in (foreign[:_SHOWN] if more > 1 else foreign)]
    if more > 1:
        problems.append(Problem(f"and {plural(more, 'page')} more like these", str(foreign[0].parent), remedy=remedy))
    if problems:
        raise MappingError(*problems)
