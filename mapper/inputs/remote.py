"""Documents on other hosts: read only from hosts that the user names, within limits, and cached.

The cache holds each document by the digest of its content, and for each address the digest of its document. It can be
deleted at any time; until then nothing is read twice, and no network is needed.

HTTP has one deadline, from the connection to the last byte, redirects included. The timeout of a socket is for one
call, and http.client makes as many calls as a server causes. A byte every few seconds in a header or before a chunk, or
`100 Continue` again and again, takes hours. Here each call may take what is left of the total time, and headers, chunk
sizes and interim responses have a limit in bytes.
"""

import hashlib
import ipaddress
import json
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection, IncompleteRead
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from msgspec import Struct, field

from ..files import regular_bytes, write_files
from ..report.budget import Budget, Cost, OverBudget
from ..report.diagnostic import MappingError
from ..version import __version__

__all__ = ["Remote", "RemoteError", "allowed_hosts"]

_PORTS = {"http": 80, "https": 443}
_CHUNK = 1 << 16
_MAX_ENTRY = 1 << 16  # the most bytes of a cache entry for an address
_HOST = re.compile(r"(?:\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::[0-9]{1,5})?\Z")
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_MAX_REDIRECTS = 10
_INTERIM = range(102, 200)
"""Statuses of responses before the response, such as 103 with its hints."""


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
            data = self._read_cache(url)
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
            raise RefusedHost(name)

    def _fetch(self, url: str, budget: Budget) -> bytes:
        host = urlsplit(url).netloc
        if host in self._given_up:
            raise RemoteError(f"{host} did not respond in time before, so this run does not ask it again")
        seconds = self.max_seconds
        try:
            with budget.network() as left:
                seconds = min(seconds, left)
                return self._request(url, seconds, budget)
        except TimeoutError as error:
            self._given_up.add(host)
            if isinstance(error, Overdue):
                raise RemoteError(f"it takes more than {seconds:.3g} seconds to read") from None
            raise RemoteError(f"the server sends nothing for {self.timeout:g} seconds") from None

    def _request(self, url: str, seconds: float, budget: Budget) -> bytes:
        """Request the document at `url`. Raises RemoteError, and TimeoutError."""
        watch = Watch(seconds, self.timeout, self.max_bytes, self.clock)
        try:
            with opener(watch, self._check).open(Request(url), timeout=watch.patience()) as response:  # noqa: S310 - checked before
                return self._content(response, watch, budget)
        except HTTPError as error:
            error.close()
            if error.code in _REDIRECTS and "location" in error.headers:
                raise RemoteError("the server redirects to an address that is neither http nor https") from None
            raise RemoteError(f"the server responded with {error.code} {error.reason:.100}") from None
        except TimeoutError as error:
            raise (Overdue() if watch.last else error) from None
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, TimeoutError):
                raise (Overdue() if watch.last else reason) from None
            reason = getattr(reason, "strerror", None) or reason
            raise RemoteError(f"it cannot be read: {reason or type(error).__name__}") from None

    def _content(self, response: HTTPResponse, watch: "Watch", budget: Budget) -> bytes:
        data = bytearray()
        for chunk in chunks(response, watch, self.max_bytes, "it"):
            data += chunk
            if len(data) > budget.left(Cost.DOCUMENT_BYTES):
                raise budget.exceeded(Cost.DOCUMENT_BYTES)
        return bytes(data)

    def _entry(self, url: str) -> Path:
        assert self.cache is not None  # noqa: S101 - for the type checker
        return self.cache / f"{hashlib.sha256(url.encode()).hexdigest()}.json"

    def _read_cache(self, url: str) -> bytes | None:
        """The cached document of an address, if its digest is right."""
        if self.cache is None:
            return None
        try:
            entry = json.loads(regular_bytes(self._entry(url), _MAX_ENTRY))
            digest = entry["sha256"]
            data = regular_bytes(self.cache / digest, self.max_bytes) if _DIGEST.match(digest) else b""
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


MAX_HEAD = 1 << 18
"""The most bytes before a document: status lines and headers, those of `1xx` responses included."""


class RemoteError(Exception):
    """A document on another host that cannot be read; `str()` says why, without its address."""


_ALLOW = "to allow that, use --allow-host {0}, or allow_hosts in mkdocs.yml"


class RefusedHost(RemoteError):
    """The user has not allowed the `host` of a document."""

    def __init__(self, host: str) -> None:
        super().__init__(f"it is on another host; {_ALLOW.format(host)}")
        self.host = host


class Overdue(TimeoutError):
    """The time of the request is over."""


class Watch:
    """The remaining time and bytes of a request."""

    def __init__(self, seconds: float, silence: float, most: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._end = clock() + seconds
        self._silence = silence
        self._most = most
        self._left = MAX_HEAD
        self.last = False
        """Whether the timeout of the last call was all of the remaining time."""

    def patience(self) -> float:
        """Seconds that the next call may take. Raises Overdue."""
        left = self._end - self._clock()
        if left <= 0:
            raise Overdue
        self.last = left <= self._silence
        return min(left, self._silence)

    def head(self) -> None:
        """Begin a response."""
        self._left = MAX_HEAD

    def body(self) -> None:
        """Begin a document; from here on, the bytes of headers are not counted."""
        self._left = 2 * self._most + MAX_HEAD

    def receive(self, size: int) -> None:
        """Count received bytes. Raises RemoteError."""
        self._left -= size
        if self._left < 0:
            raise RemoteError("the server sends too much data around the document")


def chunks(response: Any, watch: Watch, most: int, subject: str) -> Iterator[bytes]:
    """The body of a response, piece by piece. Raises RemoteError if it has more than so many bytes, and OSError.

    `subject` is what the message calls it.
    """
    size = 0
    while chunk := response.read1(_CHUNK):
        size += len(chunk)
        if size > most:
            raise RemoteError(f"{subject} has more than {most:,} bytes")
        yield chunk
        watch.patience()


def opener(watch: Watch, check: Callable[[str], None], *, proxied: bool = True) -> OpenerDirector:
    """A URL opener whose requests are limited by `watch`, and whose redirects must pass `check`.

    Unless it is `proxied`, no proxy of the environment gets a request.
    """
    direct = () if proxied else (ProxyHandler({}),)
    director = build_opener(_Redirects(check), _Handler(watch), _SecureHandler(watch), *direct)
    director.addheaders = [("User-Agent", f"mkdocs-oasmap/{__version__}")]
    return director


class _Watched(socket.socket):
    """A socket whose calls each may take the remaining time."""

    watch: Watch

    def recv_into(self, buffer: Any, nbytes: int = 0, flags: int = 0) -> int:
        self.settimeout(self.watch.patience())
        size = super().recv_into(buffer, nbytes, flags)
        self.watch.receive(size)
        return size

    def sendall(self, data: Any, flags: int = 0) -> None:
        self.settimeout(self.watch.patience())
        super().sendall(data, flags)


class _Encrypted(_Watched, ssl.SSLSocket):  # type: ignore[misc] # the two name an argument differently
    """As `_Watched`, with TLS. The handshake has the timeout that is set on the socket before."""


class _Response(HTTPResponse):
    """Tells the watch when the document begins, and whether it is whole. Interim responses are passed over."""

    def __init__(self, sock: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(sock, *arguments, **named)
        self._watch: Watch = sock.watch
        self._missing: int | None = None

    def begin(self) -> None:
        self._watch.head()
        super().begin()
        while self.status in _INTERIM:  # the library passes over 100 only
            self.headers = self.msg = None  # type: ignore[assignment] # as it is before the first call
            super().begin()
        self._missing = self.length
        self._watch.body()

    def read1(self, n: int = -1) -> bytes:
        """The next bytes. Raises IncompleteRead if the connection ends before the document."""
        data = super().read1(n)
        if self._missing is not None:
            self._missing -= len(data)
            if not data and self._missing > 0:
                raise IncompleteRead(data, self._missing)
        return data


class _Connection(HTTPConnection):
    """A connection limited by a watch. It refuses a local address under another host's name, unless to a proxy."""

    response_class = _Response

    def __init__(self, host: str, *arguments: Any, watch: Watch, proxied: bool, **named: Any) -> None:
        super().__init__(host, *arguments, **named)
        self._watch = watch
        self._proxied = proxied
        self._create_connection = self._reach

    def _reach(self, address: tuple[str, int], *_: Any) -> socket.socket:
        """Connect to the first address that responds, like `socket.create_connection`, within the remaining time."""
        problem: OSError = OSError("its name has no address")
        for family, kind, protocol, _name, place in socket.getaddrinfo(*address, 0, socket.SOCK_STREAM):
            reached = _Watched(family, kind, protocol)
            reached.watch = self._watch
            try:
                reached.settimeout(self._watch.patience())
                reached.connect(place)
                if not self._proxied:
                    _refuse_local(self.host, str(reached.getpeername()[0]))
                reached.settimeout(self._watch.patience())
            except OSError as error:
                reached.close()
                problem = error
            except BaseException:
                reached.close()
                raise
            else:
                return reached
        raise problem


class _SecureConnection(_Connection, HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        encrypted: Any = self.sock
        encrypted.watch = self._watch


def _refuse_local(host: str, reached: str) -> None:
    """Raise RemoteError if a host name resolves to this machine or a link-local address; `localhost` may."""
    address = ipaddress.ip_address(reached.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    local = address.is_loopback or address.is_link_local or address.is_unspecified
    if local and host != "localhost" and not _is_address(host):
        raise RemoteError(f"the name leads to {address}, an address of this machine or its nearest network")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


class _Redirects(HTTPRedirectHandler):
    """Follows redirects to addresses that `check` lets pass, and none from https to http."""

    max_repeats = max_redirections = _MAX_REDIRECTS

    def __init__(self, check: Callable[[str], None]) -> None:
        self._check = check

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The redirected request. Raises RemoteError."""
        if sum(getattr(req, "redirect_dict", {}).values()) >= _MAX_REDIRECTS:
            raise RemoteError(f"the server redirects more than {_MAX_REDIRECTS} times")
        if req.type == "https" and not newurl.startswith("https:"):
            raise RemoteError("the server redirects from https to an address without encryption")
        try:
            self._check(newurl)
        except RefusedHost as error:
            host = f"{error.host:.255}"
            raise RemoteError(f"the server redirects to {host}, which is another host; {_ALLOW.format(host)}") from None
        except RemoteError as error:
            raise RemoteError(f"the server redirects to another address: {error}") from None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _is_proxied(request: Request) -> bool:
    """Whether the connection is to a proxy, whose address tells nothing about the host."""
    return request.has_proxy() or bool(getattr(request, "_tunnel_host", None))


class _Handler(HTTPHandler):
    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def http_open(self, req: Request) -> HTTPResponse:
        kind: Any = _Connection
        return self.do_open(kind, req, watch=self._watch, proxied=_is_proxied(req))


class _SecureHandler(HTTPSHandler):
    def __init__(self, watch: Watch) -> None:
        context = ssl.create_default_context()
        context.sslsocket_class = _Encrypted
        super().__init__(context=context)
        self._secure = context
        self._watch = watch

    def https_open(self, req: Request) -> HTTPResponse:
        kind: Any = _SecureConnection
        return self.do_open(kind, req, watch=self._watch, proxied=_is_proxied(req), context=self._secure)
