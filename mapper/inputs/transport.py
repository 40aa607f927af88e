"""HTTP within one deadline: from the connection to the last byte, redirects included, however slowly a server responds.

The timeout of a socket is for one call, and http.client makes as many calls as a server causes: a byte every few
seconds in a header or before a chunk, or `100 Continue` again and again, takes hours. Here each call may take what is
left of the total time, and headers, chunk sizes and interim responses have a limit in bytes.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Callable
from http.client import HTTPConnection, HTTPMessage, HTTPResponse, HTTPSConnection
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, OpenerDirector, Request, build_opener

from ..version import __version__

MAX_HEAD = 1 << 18
"""The most bytes before a document: status lines and headers, those of `1xx` responses included."""


class RemoteError(Exception):
    """A document on another host that cannot be read; `str()` says why, without its address."""


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
            raise RemoteError("the server sends too much besides the document")


def opener(watch: Watch) -> OpenerDirector:
    """A URL opener whose requests are limited by `watch`."""
    made = build_opener(_SameHost, _Handler(watch), _SecureHandler(watch))
    made.addheaders = [("User-Agent", f"mkdocs-oasmap/{__version__}")]
    return made


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
    """Tells the watch when the document begins."""

    def __init__(self, sock: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(sock, *arguments, **named)
        self._watch: Watch = sock.watch

    def begin(self) -> None:
        self._watch.head()
        super().begin()
        self._watch.body()


class _Connection(HTTPConnection):
    """A connection limited by a watch. Unless it is to a proxy, it refuses a local address
    under the name of another host.
    """

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


class _SameHost(HTTPRedirectHandler):
    """Follows redirects only to the host of the original request."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The redirected request. Raises RemoteError for another host."""
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if (old.scheme, old.netloc) != (new.scheme, new.netloc):
            raise RemoteError(f"the server redirects to {new.scheme}://{new.netloc}, which is another host")
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
