"""Names of files, and writing them so that a reader sees either the whole old content or the whole new content.

Two files are never renamed in one step. `mapper.sidecar.consistency` finds files that two different runs have written.
"""

import errno
import os
import re
import signal
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader, BytesIO
from pathlib import Path, PurePath
from typing import Any

from .links import real_path, refuse_links
from .report.budget import Meter
from .report.diagnostic import MappingError, Problem

_TEMPORARY = re.compile(r"\.oasmap-[0-9a-f]{16}\.tmp\Z")
_ABANDONED = 60 * 60
"""The age in seconds from which a temporary file counts as left by a killed run."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_PIECE = 1 << 16
_MOST_NAMED = 32_000_000


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
    if isinstance(content, bytes):
        return content
    # `join` keeps all pieces beside the whole, which doubles the memory of a long file
    buffer = BytesIO()
    buffer.writelines(content)
    return buffer.getvalue()


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


def write_files(files: Mapping[Path, Content], replaceable: Collection[Path] = (), folder: Path | None = None) -> None:
    """Write all files or none: each to a temporary file next to it first, then renamed, in the order given.

    All temporary files are flushed to the disk before the first is renamed, unless the file is `replaceable`: the next
    run writes it again. A signal that ends the process takes effect before the first rename or after the last. `folder`
    is the one that the user has named, for `refuse_links`.

    Raises MappingError if a file cannot be written; the previous files are untouched then.
    """
    refuse_links(files, folder)
    with put_off() as is_stopped:
        staged: dict[Path, tuple[Path, Path]] = {}  # temporary file -> the file to replace, as resolved and as named
        try:
            for parent in dict.fromkeys(path.parent for path in files):
                sweep(parent)
            for path, data in files.items():
                if is_stopped():
                    raise MappingError(
                        Problem("is unchanged, because the run was stopped", str(path), remedy="run the command again")
                    )
                try:
                    _stage(path, data, staged, lasting=path not in replaceable)
                except (OSError, ValueError) as error:
                    raise MappingError(refused("cannot be written", error, path)) from None
            for temporary, (final, path) in staged.items():
                try:
                    temporary.replace(final)
                except OSError as error:
                    raise MappingError(refused("cannot be written", error, path)) from None
        finally:
            for temporary in staged:
                temporary.unlink(missing_ok=True)  # those that were not renamed
        for parent in {final.parent for final, path in staged.values() if path not in replaceable}:
            with suppress(PermissionError):  # a folder without read permission; on Windows, any folder
                _sync(parent)


def make_folders(paths: Collection[Path], folder: Path | None = None) -> None:
    """Create the folders of output files, in a `folder` as for `refuse_links`. Raises MappingError."""
    refuse_links(paths, folder)
    parents = sorted({path.parent for path in paths})
    above = {path for parent in parents for path in (parent, *parent.parents)}
    in_place = {path for path in above if os.path.isfile(path)}  # noqa: PTH113 - false for what cannot be looked at
    if in_place:  # before the first one is made
        raise MappingError(
            *(
                Problem("a folder is needed, but it is a file", str(path), remedy="remove it, or choose another folder")
                for path in sorted(in_place)
            )
        )
    for parent in parents:
        try:
            parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise MappingError(refused("cannot be made", error, parent)) from None


def write_changed(files: dict[Path, bytes], folder: Path | None = None) -> list[Path]:
    """Write those files whose content has changed, as `write_files` does, and return their paths. Raises MappingError.

    Removes temporary files of killed runs next to them.
    """
    changed = {path: data for path, data in files.items() if _differs(path, data)}
    for parent in {path.parent for path in files} - {path.parent for path in changed}:
        sweep(parent)
    write_files(changed, folder=folder)
    return list(changed)


def sweep(folder: Path) -> None:
    """Remove temporary files that killed runs have left."""
    with suppress(OSError):  # the folder does not exist, or is not ours
        for entry in os.scandir(folder):
            if _TEMPORARY.match(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):  # another run has been faster
                    if time.time() - entry.stat().st_mtime > _ABANDONED:
                        Path(entry).unlink()


def _differs(path: Path, data: bytes) -> bool:
    try:
        return not has_content(path, data)
    except MappingError:  # if the file cannot be written, either, writing reports why
        return True


def has_content(path: Path, data: bytes) -> bool:
    """Whether a regular file has this content. Raises MappingError if the path exists and is not a regular file."""
    return read_regular(path, len(data)) == data


_NOT_REGULAR = "it is not a regular file"


class NotRegular(OSError):
    """A device, a pipe or a socket, which might never end."""


class TooLarge(OSError):
    """A file has more bytes than its reader takes."""


def open_regular(path: Path) -> BufferedReader:
    """A regular file, opened for reading. All readers of files use this function.

    Raises OSError for what cannot be read: what does not exist, folders, and devices and pipes, which might never end.
    Raises ValueError for a name that no file can have.
    """
    try:
        handle = os.open(path, _READ)
    except OSError as error:
        raise NotRegular(None, _NOT_REGULAR) if error.errno == errno.ENXIO else error from None  # a socket
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(None, "Is a directory")
    raise NotRegular(None, _NOT_REGULAR)


def regular_bytes(path: Path, most: int | None = None) -> bytes:
    """The content of a regular file. Raises as `open_regular`, and TooLarge for more than `most` bytes."""
    with open_regular(path) as stream:
        data = stream.read() if most is None else stream.read(most + 1)
    if most is not None and len(data) > most:
        raise TooLarge(None, f"larger than {most} bytes")
    return data


def read_regular(path: Path, most: int | None = None) -> bytes | None:
    """The content of a regular file; None if it does not exist or has more than `most` bytes.

    Raises MappingError for what cannot be read, as `regular_bytes`.
    """
    try:
        return regular_bytes(path, most)
    except (FileNotFoundError, NotADirectoryError, TooLarge):
        return None
    except (OSError, ValueError) as error:
        raise MappingError(refused("cannot be read", error, path)) from None


def read_named(path: Path, begin: str = "") -> bytes:
    """The content of a file that a user names, such as a template; `begin` begins the message.

    Raises MappingError if it cannot be read.
    """
    try:
        return regular_bytes(path, _MOST_NAMED)
    except (OSError, ValueError) as error:
        raise MappingError(refused(f"{begin}cannot be read", error, path)) from None


def remove(path: Path, folder: Path | None = None) -> None:
    """Remove a file if it exists, in a `folder` as for `refuse_links`. Raises MappingError."""
    refuse_links([path.parent / "-"], folder)  # a link itself may be removed
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise MappingError(refused("cannot be removed", error, path)) from None


def is_name(text: str) -> bool:
    """Whether a text can be the name of a file: it has no NUL and no unpaired surrogate."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])\Z", re.IGNORECASE)


def portable(name: str) -> str:
    """The name of a file or folder, with `_` before its first dot if Windows keeps the name for a device: `con_.md`."""
    stem, dot, rest = name.partition(".")
    return f"{stem}_{dot}{rest}" if _DEVICE.match(stem) else name


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
    final = real_path(path) if path.is_symlink() else path
    try:
        mode = final.stat().st_mode
    except FileNotFoundError:
        return final
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(None, "it is a folder")
    if not stat.S_ISREG(mode):
        if final.samefile(os.devnull):
            return None
        raise OSError(None, "it is not a regular file (- is standard output)")
    if not os.access(final, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    return final


def _stage(path: Path, data: Content, staged: dict[Path, tuple[Path, Path]], *, lasting: bool) -> None:
    """Write `data` next to the file that it will replace. Raises OSError."""
    final = _target(path)
    if final is None:
        return
    mode = final.stat().st_mode & 0o7777 if final.exists() else None
    temporary = final.parent / f".oasmap-{os.urandom(8).hex()}.tmp"
    # never readable by users who could not read the previous file
    handle = os.open(temporary, _NEW, 0o666 if mode is None else 0o600)
    staged[temporary] = final, path
    with os.fdopen(handle, "wb") as stream:
        stream.writelines((data,) if isinstance(data, bytes) else data)
        if mode is not None:
            temporary.chmod(mode)
    if lasting:
        _sync(temporary)


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


def refused(what: str, error: OSError | ValueError, path: Path | str) -> Problem:
    """The problem of a file that the operating system refuses. A ValueError is a name that no file can have."""
    if isinstance(error, ValueError):
        return Problem(f"{what}: no file can have this name", str(path), remedy="choose another name")
    remedy = _TO_DO.get(error.errno or 0, "choose another file or folder")
    return Problem(f"{what}: {error.strerror or error}", str(path), remedy=remedy)


_TO_DO = {
    errno.EACCES: "change its permissions",
    errno.EPERM: "change its permissions",
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space",
    errno.EROFS: "choose another folder",
    errno.ENAMETOOLONG: "choose a shorter name",
}
"""What to do where the operating system refuses a file."""


_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def put_off() -> Iterator[Callable[[], bool]]:
    """Defer signals that would end the process to the end of this context; yields a function that tells if one arrived.

    Handlers of signals belong to the main thread: in other threads, nothing changes.
    """
    came: list[int] = []
    before: dict[int, Any] = {}
    with suppress(ValueError):  # not the main thread
        for number in _ENDING:
            if signal.getsignal(number) not in (None, signal.SIG_IGN):  # None: not set from Python, cannot be restored
                before[number] = signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(came):
            signal.raise_signal(number)


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
