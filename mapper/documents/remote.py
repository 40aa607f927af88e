"""Documents on other hosts: read only from hosts that the user names, within limits, and kept in a cache.

The cache holds each document under the digest of its content, and for each address the digest of what was there.
It can be deleted at any time; until then nothing is read twice, and no network is needed.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from .. import __version__
from ..artifacts import write_files
from ..diagnostics import MappingError
from ..immutable import dataclass

_PORTS = {"http": 80, "https": 443}
_CHUNK = 1 << 16
_HOST = re.compile(r"(?:\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::[0-9]{1,5})?\Z")


class RemoteError(Exception):
    """A document on another host that cannot be had; `str()` says why, without its address."""


@dataclass(frozen=True, slots=True)
class Remote:
    """Reads documents from `hosts`, each a name or `name:port`, and keeps them in the folder `cache`."""

    hosts: frozenset[str]
    cache: Path | None = None
    max_bytes: int = 50_000_000
    """The size of a document."""
    timeout: float = 10
    """Seconds of silence."""
    max_seconds: float = 60
    """Seconds for a document in all."""
    _opener: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Prepare what opens addresses."""
        opener = build_opener(_SameHost, _Handler, _SecureHandler)
        opener.addheaders = [("User-Agent", f"mkdocs-oasmap/{__version__}")]
        object.__setattr__(self, "_opener", opener)

    def read(self, url: str) -> bytes:
        """The bytes of the document at `url`. Raises RemoteError."""
        self._check(url)
        data = self._cached(url)
        if data is None:
            data = self._fetch(url)
            self._keep(url, data)
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

    def _fetch(self, url: str) -> bytes:
        end = time.monotonic() + self.max_seconds
        try:
            with self._opener.open(Request(url), timeout=self.timeout) as response:  # noqa: S310 - checked before
                return self._content(response, end)
        except HTTPError as error:
            raise RemoteError(f"the server answers {error.code} {error.reason}") from None
        except TimeoutError:
            raise RemoteError(f"the server says nothing for {self.timeout:g} seconds") from None
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, TimeoutError):
                raise RemoteError(f"the server says nothing for {self.timeout:g} seconds") from None
            reason = getattr(reason, "strerror", None) or reason
            raise RemoteError(f"it cannot be read: {reason or type(error).__name__}") from None

    def _content(self, response: HTTPResponse, end: float) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while chunk := response.read1(_CHUNK):
            chunks.append(chunk)
            size += len(chunk)
            if size > self.max_bytes:
                raise RemoteError(f"it has more than {self.max_bytes:,} bytes")
            if time.monotonic() > end:
                raise RemoteError(f"it takes more than {self.max_seconds:g} seconds to read")
        return b"".join(chunks)

    def _entry(self, url: str) -> Path:
        assert self.cache is not None  # noqa: S101 - for the type checker
        return self.cache / f"{hashlib.sha256(url.encode()).hexdigest()}.json"

    def _cached(self, url: str) -> bytes | None:
        """What the cache has, if it is whole."""
        if self.cache is None:
            return None
        try:
            entry = json.loads(self._entry(url).read_bytes())
            data = (self.cache / entry["sha256"]).read_bytes()
        except (OSError, ValueError, KeyError, TypeError):
            return None
        whole = entry.get("url") == url and hashlib.sha256(data).hexdigest() == entry["sha256"]
        return data if whole else None

    def _keep(self, url: str, data: bytes) -> None:
        if self.cache is None:
            return
        digest = hashlib.sha256(data).hexdigest()
        entry = json.dumps({"url": url, "sha256": digest}).encode()
        with suppress(OSError, MappingError):  # without a cache it is read again next time
            self.cache.mkdir(parents=True, exist_ok=True)
            ignore = self.cache / ".gitignore"
            write_files({self.cache / digest: data, self._entry(url): entry, ignore: b"*\n"})


def allowed_hosts(names: Iterable[str]) -> frozenset[str]:
    """The hosts of `--allow-host`: names or `name:port`. Raises ValueError for what is none."""
    hosts = [name.strip().lower() for name in names]
    for host in hosts:
        if not _HOST.match(host):
            raise ValueError(f"{host!r} is not the name of a host, such as api.example.com or localhost:8080")
    return frozenset(hosts)


class _SameHost(HTTPRedirectHandler):
    """Follows redirects only to where the request went anyway."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The next request. Raises RemoteError."""
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if (old.scheme, old.netloc) != (new.scheme, new.netloc):
            raise RemoteError(f"the server redirects to {new.scheme}://{new.netloc}, which is another host")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _refuse_local(connection: HTTPConnection) -> None:
    """No name of a host may lead to this machine, or to its nearest network, unless it says so itself."""
    address = ipaddress.ip_address(str(connection.sock.getpeername()[0]).partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    local = address.is_loopback or address.is_link_local or address.is_unspecified
    if local and connection.host != "localhost" and not _is_address(connection.host):
        connection.close()
        raise RemoteError(f"the name leads to {address}, an address of this machine or its nearest network")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


class _Connection(HTTPConnection):
    def connect(self) -> None:
        super().connect()
        _refuse_local(self)


class _SecureConnection(HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        _refuse_local(self)


def _is_proxied(request: Request) -> bool:
    """Whether the connection is to a proxy, whose address says nothing of the host."""
    return request.has_proxy() or bool(getattr(request, "_tunnel_host", None))


class _Handler(HTTPHandler):
    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(HTTPConnection if _is_proxied(req) else _Connection, req)


class _SecureHandler(HTTPSHandler):
    def https_open(self, req: Request) -> HTTPResponse:
        kind = HTTPSConnection if _is_proxied(req) else _SecureConnection
        return self.do_open(kind, req, context=self._context)  # type: ignore[attr-defined]
