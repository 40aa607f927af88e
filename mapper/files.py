"""Writes files so that a reader sees either the whole old content or the whole new content.

Two files are never renamed in one step. `mapper.sidecar.consistency` finds files that two different runs have written.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from .budget import Meter
from .report.diagnostic import MappingError, Problem
from .signals import put_off
from .temporaries import Temporaries, sweep

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_PIECE = 1 << 16


Content = bytes | Iterable[bytes]
"""The content of a file: whole, or in pieces, so that it is never in memory at once."""


def encoded(pieces: Iterable[str], written: Meter) -> Iterator[bytes]:
    """The pieces of a text as UTF-8, joined into larger pieces and counted. Raises OverBudget above the limit."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _PIECE:
            data = encode("".join(waiting))
            written.add(len(data))
            yield data
            waiting, size = [], 0
    data = encode("".join(waiting))
    written.add(len(data))
    yield data


def whole(content: Content) -> bytes:
    """All bytes of a content."""
    return content if isinstance(content, bytes) else b"".join(content)


class Hashed:
    """Content that can be read once. Its SHA-256 is known after the last byte has been read."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        import hashlib  # slow to import, and only what a sidecar names is hashed

        self._pieces = pieces
        self._hash = hashlib.sha256()

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self._hash.update(piece)
            yield piece

    @property
    def sha256(self) -> str:
        """The digest in hexadecimal."""
        return self._hash.hexdigest()


def write_files(files: Mapping[Path, Content], replaceable: Collection[Path] = ()) -> None:
    """Write all files or none: each to a temporary file next to it first, then renamed, in the order given.

    All temporary files are flushed to the disk before the first is renamed, except those of `replaceable` files, which
    the next run makes anew. A signal that ends the process takes effect before the first rename or after the last.

    Raises MappingError if a file cannot be written; the previous files are untouched then.
    """
    with put_off() as is_stopped, ExitStack() as stack:
        folders: dict[Path, Temporaries] = {}
        staged: list[tuple[Path, Path, Path]] = []
        for path, data in files.items():
            if is_stopped():
                raise MappingError(Problem("was not written: the run was stopped", str(path)))
            try:
                final = _target(path)
                if final is None:
                    continue
                if final.parent not in folders:
                    sweep(final.parent)
                    folders[final.parent] = temporaries = Temporaries(final.parent)
                    stack.callback(temporaries.close)
                temporary = _stage(final, data, folders[final.parent])
                staged.append((temporary, final, path))
                if path not in replaceable:
                    _sync(temporary)
            except (OSError, ValueError) as error:
                raise MappingError(Problem(f"cannot be written: {_reason(error)}", str(path))) from None
        for temporary, final, path in staged:
            try:
                temporary.replace(final)
            except OSError as error:
                raise MappingError(Problem(f"cannot be written: {_reason(error)}", str(path))) from None
        for folder in {final.parent for _, final, path in staged if path not in replaceable}:
            with suppress(PermissionError):  # a folder without read permission; on Windows, any folder
                _sync(folder)


def make_folders(paths: Iterable[Path]) -> None:
    """Create the folders of output files. Raises MappingError."""
    for folder in sorted({path.parent for path in paths}):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise MappingError(Problem(f"cannot be made: {_reason(error)}", str(folder))) from None


def write_changed(files: dict[Path, bytes]) -> list[Path]:
    """Write those files whose content has changed, all or none, and return their paths. Raises MappingError.

    Removes temporary files of killed runs next to them.
    """
    for folder in {path.parent for path in files}:
        sweep(folder)
    changed = {path: data for path, data in files.items() if _differs(path, data)}
    write_files(changed)
    return list(changed)


def _differs(path: Path, data: bytes) -> bool:
    try:
        return not has_content(path, data)
    except MappingError:  # if the file cannot be written, either, writing reports why
        return True


def has_content(path: Path, data: bytes) -> bool:
    """Whether a regular file has this content. Raises MappingError if the path exists and is not a regular file."""
    return read_regular(path, len(data)) == data


def read_regular(path: Path, most: int | None = None) -> bytes | None:
    """The content of a regular file; None if it does not exist or has more than `most` bytes.

    Raises MappingError for what cannot be read: folders, and devices and pipes, which might never end.
    """
    try:
        handle = os.open(path, _READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise MappingError(Problem(f"cannot be read: {_reason(error)}", str(path))) from None
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(None, "Is a directory")
        if not stat.S_ISREG(status.st_mode):
            raise OSError(None, "it is not a regular file")
        if most is not None and status.st_size > most:
            return None
        with open(handle, "rb", closefd=False) as stream:
            return stream.read()
    except OSError as error:
        raise MappingError(Problem(f"cannot be read: {_reason(error)}", str(path))) from None
    finally:
        os.close(handle)


def remove(path: Path) -> None:
    """Remove a file if it exists. Raises MappingError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise MappingError(Problem(f"cannot be removed: {_reason(error)}", str(path))) from None


def is_name(text: str) -> bool:
    """Whether a text can be the name of a file: it has no NUL and no unpaired surrogate."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def encode(text: str) -> bytes:
    """UTF-8, with U+FFFD for what cannot be encoded (unpaired surrogates)."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")


def _target(path: Path) -> Path | None:
    """The file to replace: the target of a symbolic link, so that the link stays; None for the null device.

    Raises OSError for what cannot be replaced.
    """
    final = path.resolve() if path.is_symlink() else path
    try:
        mode = final.stat().st_mode
    except FileNotFoundError:
        return final
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(None, "it is a folder")
    if not stat.S_ISREG(mode):
        if final.samefile(os.devnull):
            return None
        raise OSError(None, "it is not a regular file; - is standard output")
    if not os.access(final, os.W_OK):
        raise PermissionError(None, "it is write-protected")
    return final


def _stage(final: Path, data: Content, temporaries: Temporaries) -> Path:
    """Write `data` next to `final`; returns the temporary file."""
    mode = final.stat().st_mode & 0o7777 if final.exists() else None
    # never readable by users who could not read the previous file
    temporary, handle = temporaries.create(0o666 if mode is None else 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.writelines((data,) if isinstance(data, bytes) else data)
        if mode is not None:
            temporary.chmod(mode)
    return temporary


def _sync(path: Path) -> None:
    """Flush the content of a file, or the new names in a folder, to the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # the file system does not support it
            raise
    finally:
        os.close(handle)


def _reason(error: OSError | ValueError) -> str:
    """Why the operating system refuses a file, in words. A ValueError is a name that no file can have."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else "no file can have this name"
