"""Writing files so that a reader sees either the old content or the new one, whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from .budget import Meter
from .diagnostics import MappingError, Problem

_PIECE = 1 << 16
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


Content = bytes | Iterable[bytes]
"""What a file is to have: all of it, or piece by piece, so that it is never in memory as a whole."""


def encoded(pieces: Iterable[str], written: Meter) -> Iterator[bytes]:
    """The pieces of a text as UTF-8, in larger pieces, each counted. Raises OverBudget where it becomes too much."""
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
    """All of it."""
    return content if isinstance(content, bytes) else b"".join(content)


def write_files(files: Mapping[Path, Content]) -> None:
    """Write all files or none: each to a temporary file beside it first, then renamed.

    Raises MappingError where a file cannot be written; what was there before is untouched then.
    """
    staged: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            try:
                staged.append((_stage(path, data), _final(path)))
            except OSError as error:
                raise MappingError(Problem(f"cannot be written: {error.strerror or error}", str(path))) from None
        for temporary, path in staged:
            try:
                if temporary:
                    Path(temporary).replace(path)
            except OSError as error:
                raise MappingError(Problem(f"cannot be written: {error.strerror or error}", str(path))) from None
    finally:
        for temporary, _ in staged:
            with suppress(OSError):  # gone, once it is renamed
                if temporary:
                    Path(temporary).unlink()


def make_folders(paths: Iterable[Path]) -> None:
    """Make the folders that files are to be written into. Raises MappingError."""
    try:
        for folder in sorted({path.parent for path in paths}):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MappingError(Problem(f"cannot be made: {error.strerror or error}", str(error.filename))) from None


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write `data` unless the file has it already. Returns whether it was written. Raises MappingError."""
    with suppress(OSError):
        if path.read_bytes() == data:
            return False
    write_files({path: data})
    return True


def encode(text: str) -> bytes:
    """UTF-8, with U+FFFD for what cannot be encoded (half of a surrogate pair)."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")


def _final(path: Path) -> Path:
    """Where a symbolic link leads, so that the link stays."""
    return path.resolve() if path.is_symlink() else path


def _stage(path: Path, data: Content) -> str:
    """Write `data` beside `path`; returns the temporary file's name, empty for what cannot be replaced."""
    if path.exists() and not path.is_file():
        if path.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        path.write_bytes(whole(data))  # a device or a pipe
        return ""
    final = _final(path)
    if final.exists() and not os.access(final, os.W_OK):
        raise PermissionError(None, "it is write-protected")
    mode = final.stat().st_mode & 0o7777 if final.exists() else None
    temporary = final.with_name(f".{final.name}.{os.urandom(4).hex()}.tmp")
    # who may not read what was there before may not read this either, at no time
    handle = os.open(temporary, _NEW, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            for piece in (data,) if isinstance(data, bytes) else data:
                stream.write(piece)
        if mode is not None:
            temporary.chmod(mode)
    except BaseException:
        temporary.unlink()
        raise
    return str(temporary)
