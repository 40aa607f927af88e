"""Documents on other hosts: read only from hosts that the user names, within limits, and cached.

The cache holds each document by the digest of its content, and for each address the digest of its document. It can be
deleted at any time; until then nothing is read twice, and no network is needed.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request

from msgspec import Struct, field

from ..budget import Budget, Cost, OverBudget
from ..files import write_files
from ..report.diagnostic import MappingError
from .transport import Overdue, RemoteError, Watch, opener

__all__ = ["Remote", "RemoteError", "allowed_hosts"]

_PORTS = {"http": 80, "https": 443}
_CHUNK = 1 << 16
_MAX_ENTRY = 1 << 16  # the most bytes of a cache entry for an address
_HOST = re.compile(r"(?:\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::[0-9]{1,5})?\Z")
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


class Remote(Struct, frozen=True):
    """Reads documents from `hosts`, each a name or `name:port`, and caches them in the folder `cache`."""

    hosts: frozenset[str]
    cache: Path | None = None
    max_bytes: int = 50_000_000
    """The most bytes of a document."""
    timeout: float = 10
    """The longest wait for the next byte, in seconds."""
    max_seconds: float = 60
    """The longest time for a document in seconds: connection, redirects, headers and content together."""
    clock: Callable[[], float] = time.monotonic
    """A monotonic clock in seconds."""
    _given_up: set[str] = field(default_factory=set)
    """Hosts that timed out in this run."""

    def read(self, url: str, budget: Budget) -> bytes:
        """The bytes of the document at `url`, counted in the budget of the run. Raises RemoteError."""
        self._check(url)
        try:
            budget.spend(Cost.DOCUMENTS, 1)
            data = self._cached(url)
            if data is None:
                data = self._fetch(url, budget)
                self._keep(url, data)
            budget.spend(Cost.DOCUMENT_BYTES, len(data))
        except OverBudget as error:
            raise RemoteError(f"it is not read: {error}") from None
        budget.read(len(data))
        return data

    def _check(self, address: str) -> None:
        try:
            url = urlsplit(address)
            host, port = url.hostname or "", url.port
        except ValueError as error:
            raise RemoteError(f"it is not an address: {error}") from None
        if url.scheme not in _PORTS:
            raise RemoteError(f"{url.scheme} is not read, http and https are")
        if url.username is not None or url.password is not None:
            raise RemoteError("an address with a user name in it is not read")
        host = f"[{host}]" if ":" in host else host
        name = host if port in (None, _PORTS[url.scheme]) else f"{host}:{port}"
        if name not in self.hosts:
            raise RemoteError(
                f"it is on another host; to allow that, use --allow-host {name}, or allow_hosts in mkdocs.yml"
            )

    def _fetch(self, url: str, budget: Budget) -> bytes:
        host = urlsplit(url).netloc
        if host in self._given_up:
            raise RemoteError(f"{host} has not answered in time before, and is not asked again in this run")
        seconds = self.max_seconds
        try:
            with budget.network() as left:
                seconds = min(seconds, left)
                return self._request(url, seconds, budget)
        except TimeoutError as error:
            self._given_up.add(host)
            if isinstance(error, Overdue):
                raise RemoteError(f"it takes more than {seconds:.3g} seconds to read") from None
            raise RemoteError(f"the server says nothing for {self.timeout:g} seconds") from None

    def _request(self, url: str, seconds: float, budget: Budget) -> bytes:
        """Request the document at `url`. Raises RemoteError, and TimeoutError."""
        watch = Watch(seconds, self.timeout, self.max_bytes, self.clock)
        try:
            with opener(watch).open(Request(url), timeout=watch.patience()) as response:  # noqa: S310 - checked before
                return self._content(response, watch, budget)
        except HTTPError as error:
            error.close()
            raise RemoteError(f"the server answers {error.code} {error.reason}") from None
        except TimeoutError as error:
            raise (Overdue() if watch.last else error) from None
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, TimeoutError):
                raise (Overdue() if watch.last else reason) from None
            reason = getattr(reason, "strerror", None) or reason
            raise RemoteError(f"it cannot be read: {reason or type(error).__name__}") from None

    def _content(self, response: HTTPResponse, watch: Watch, budget: Budget) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while chunk := response.read1(_CHUNK):
            chunks.append(chunk)
            size += len(chunk)
            if size > self.max_bytes:
                raise RemoteError(f"it has more than {self.max_bytes:,} bytes")
            if size > budget.left(Cost.DOCUMENT_BYTES):
                raise budget.exceeded(Cost.DOCUMENT_BYTES)
            watch.patience()
        return b"".join(chunks)

    def _entry(self, url: str) -> Path:
        assert self.cache is not None  # noqa: S101 - for the type checker
        return self.cache / f"{hashlib.sha256(url.encode()).hexdigest()}.json"

    def _cached(self, url: str) -> bytes | None:
        """The cached document of an address, if its digest is right."""
        if self.cache is None:
            return None
        try:
            entry = json.loads(_regular(self._entry(url), _MAX_ENTRY))
            digest = entry["sha256"]
            data = _regular(self.cache / digest, self.max_bytes) if _DIGEST.match(digest) else b""
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        whole = entry.get("url") == url and hashlib.sha256(data).hexdigest() == digest
        return data if whole else None

    def _keep(self, url: str, data: bytes) -> None:
        if self.cache is None:
            return
        digest = hashlib.sha256(data).hexdigest()
        entry = json.dumps({"url": url, "sha256": digest}).encode()
        with suppress(OSError, MappingError):  # a document that cannot be cached is requested again next time
            self.cache.mkdir(parents=True, exist_ok=True)
            ignore = self.cache / ".gitignore"
            write_files({self.cache / digest: data, self._entry(url): entry, ignore: b"*\n"})


def allowed_hosts(names: Iterable[str]) -> frozenset[str]:
    """The hosts of `--allow-host`: names or `name:port`. Raises ValueError for anything else."""
    hosts = [name.strip().lower() for name in names]
    for host in hosts:
        if not _HOST.match(host):
            raise ValueError(f"{host!r} is not the name of a host, such as api.example.com or localhost:8080")
    return frozenset(hosts)


def _regular(path: Path, most: int) -> bytes:
    """The content of a file of the cache. Raises OSError if it is not a regular file, or has more than `most` bytes."""
    if not path.is_file() or path.stat().st_size > most:
        raise OSError
    return path.read_bytes()
