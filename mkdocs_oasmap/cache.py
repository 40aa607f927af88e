"""The cache of builds: entries in the user's cache folder, by a digest of everything they depend on.

An entry is data only. It is read if it is complete, contains its own name, and is a regular file that belongs to the
user and that nobody else may write; otherwise it is ignored. Without a usable folder, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

VARIABLE = "OASMAP_CACHE"
"""The environment variable for the cache folder; empty or `off` turns the cache off."""

MAX_BYTES = 2**30
"""The size limit of all entries, in bytes; the least recently used ones are removed first."""

MAX_ENTRY = 2**28
"""The size limit of one entry before compression, in bytes."""

_MAGIC = b"oasmap-cache 1\n"
_DIGEST, _SIZE = 32, 8
_HEAD = len(_MAGIC) + _DIGEST + _SIZE
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_ENTRY, _TEMPORARY = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{16}\.tmp")
"""The names of our files. The folder may be one that has other files, too, such as a home folder."""

_TOUCHED = 60 * 60
_LEFT_BEHIND = 24 * 60 * 60
_KEPT_SHARE = 0.8
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class CacheRefused(Exception):
    """A folder that must not be used as a cache, and why."""


def digest_of(*parts: bytes | str) -> str:
    """A SHA-256 of the parts in this order, as a cache key."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()


class Cache:
    """The entries in a folder, which is created on demand. `log_line` gets a log line if the folder cannot be used."""

    def __init__(self, folder: Path, log_line: Callable[[str], None], max_bytes: int = MAX_BYTES) -> None:
        self.folder = folder
        self._log_line = log_line
        self._max_bytes = max_bytes
        self._unswept = 0
        self._has_written = False
        self._is_usable: bool | None = None

    def get(self, name: str) -> bytes | None:
        """The valid entry with this name; None if there is none."""
        if not self._usable(make=False):
            return None
        try:
            handle = os.open(self._path(name), _READ)
        except OSError:
            return None
        with ExitStack() as stack:
            stack.callback(os.close, handle)
            try:
                status = os.fstat(handle)
                if not stat.S_ISREG(status.st_mode) or not _is_own(status) or status.st_size > MAX_ENTRY:
                    return None
                stream = stack.enter_context(open(handle, "rb", closefd=False))
                if time.time() - status.st_mtime > _TOUCHED and os.utime in os.supports_fd:
                    os.utime(handle)  # for the removal of the least recently used entries
                return _opened(name, stream.read())
            except (OSError, zlib.error):
                return None

    def put(self, name: str, data: bytes) -> None:
        """Store an entry, unless it is too large or the folder cannot be used."""
        if len(data) > MAX_ENTRY or not self._usable(make=True):
            return
        packed = zlib.compress(data, 1)
        path = self._path(name)
        temporary = path.with_name(f"{os.urandom(8).hex()}.tmp")
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            with open(os.open(temporary, _NEW, 0o600), "wb") as stream:  # noqa: PTH123 - a file descriptor
                stream.write(_sealed(name, len(data), packed))
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            self._give_up(f"{error.strerror or error}")
            return
        self._has_written = True
        self._unswept += len(packed)
        if self._unswept > self._max_bytes // 4:
            self.sweep()

    def sweep(self) -> None:
        """Remove the least recently used entries above the limit, and temporary files of aborted builds."""
        if not self._has_written:
            return
        self._has_written, self._unswept = False, 0
        entries: list[tuple[float, int, Path]] = []
        now = time.time()
        for path in self.folder.glob("[0-9a-f][0-9a-f]/*"):
            with suppress(OSError):
                status = path.lstat()
                if not stat.S_ISREG(status.st_mode) or path.parent.is_symlink():
                    continue
                if _ENTRY.fullmatch(path.name) and path.name.startswith(path.parent.name):
                    entries.append((status.st_mtime, status.st_size, path))
                elif _TEMPORARY.fullmatch(path.name) and now - status.st_mtime > _LEFT_BEHIND:
                    path.unlink()
        total = sum(size for _, size, _ in entries)
        if total <= self._max_bytes:
            return
        for _, size, path in sorted(entries):
            if total <= self._max_bytes * _KEPT_SHARE:
                return
            with suppress(OSError):
                path.unlink()
            total -= size

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / name

    def _usable(self, *, make: bool) -> bool:
        """Whether the folder belongs to the user only; with `make`, it is created."""
        if self._is_usable is None:
            try:
                if make:
                    self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                status = self.folder.stat()
            except OSError as error:
                if isinstance(error, FileNotFoundError) and not make:
                    return False
                self._give_up(error.strerror or str(error))
                return False
            if not stat.S_ISDIR(status.st_mode) or not _is_own(status):
                self._give_up(
                    f"it is not a folder that you own and that only you can write to; name another one with {VARIABLE}"
                )
                return False
            self._is_usable = True
        return self._is_usable

    def _give_up(self, why: str) -> None:
        if self._is_usable is not False:
            self._log_line(f"nothing is kept for the next build in {self.folder}: {why}")
        self._is_usable = False


def find_folder(environment: Mapping[str, str], forbidden: Iterable[Path]) -> Path | None:
    """The cache folder; None if the cache is turned off.

    Raises CacheRefused for a folder inside of one that is `forbidden`, where a pull request could add entries.
    """
    setting = environment.get(VARIABLE)
    if setting is not None and setting.strip().lower() in ("", "off"):
        return None
    if setting is None:
        from platformdirs import user_cache_path

        folder = user_cache_path("oasmap", appauthor=False)
    else:
        folder = Path(setting)
    try:
        resolved = folder.expanduser().resolve()
        inside = next((top for top in forbidden if resolved.is_relative_to(top.resolve())), None)
    except (OSError, ValueError, RuntimeError) as error:
        raise CacheRefused(f"{setting or folder} cannot be the folder of the cache: {error}") from None
    if inside is not None:
        name = f"{VARIABLE}: {setting}" if setting is not None else f"the cache folder {folder}"
        raise CacheRefused(
            f"{name} is inside of {inside}, where a change of somebody else could plant entries; name a folder outside"
        )
    return resolved


def work_tree(folder: Path) -> Path | None:
    """The root of the git work tree that contains a folder; None if there is none."""
    resolved = folder.resolve()
    return next((above for above in (resolved, *resolved.parents) if (above / ".git").exists()), None)


def _is_own(status: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):  # Windows: only the user can write to the user profile
        return True
    return status.st_uid == os.getuid() and not status.st_mode & _WRITABLE_BY_OTHERS


def _seal(name: str, size: bytes, packed: bytes) -> bytes:
    return hashlib.sha256(b"".join((name.encode(), size, packed))).digest()


def _sealed(name: str, size: int, packed: bytes) -> bytes:
    written = size.to_bytes(_SIZE, "big")
    return b"".join((_MAGIC, _seal(name, written, packed), written, packed))


def _opened(name: str, data: bytes) -> bytes | None:
    """The content of an entry; None if it is incomplete or has another name. Raises zlib.error."""
    head, packed = data[:_HEAD], data[_HEAD:]
    digest, written = head[len(_MAGIC) : -_SIZE], head[-_SIZE:]
    if len(head) < _HEAD or not head.startswith(_MAGIC) or digest != _seal(name, written, packed):
        return None
    size = int.from_bytes(written, "big")
    if size > MAX_ENTRY:
        return None
    decompressor = zlib.decompressobj()
    content = decompressor.decompress(packed, size + 1)
    return content if len(content) == size and decompressor.eof else None
