"""Requests to a real API: to one address alone, within limits, and each of them once."""

import ipaddress
import json
import time
import zlib
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

from mapper.inputs.json_values import parse_json
from mapper.inputs.remote import Overdue, RemoteError, Watch, chunks, opener
from mapper.report.diagnostic import MappingError, Problem

from .credentials import Credentials
from .provider.crud import Send
from .provider.failure import Failure

_SECONDS, _SILENCE = 60, 30
_LARGEST = 10_000_000
_REFUSED = 400
_COMPRESSED = frozenset(("gzip", "x-gzip", "deflate"))
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


def checked_address(address: str) -> str:
    """The address of an API, without a slash at its end. Raises MappingError for anything else."""
    try:
        url = urlsplit(address)
        host, _ = url.hostname or "", url.port
    except ValueError:
        host = ""
    if not host or url.scheme not in ("http", "https") or any(c.isspace() or not c.isprintable() for c in address):
        remedy = "write an address such as https://api.example.com/v1"
        raise MappingError(Problem(f"--endpoint: {address!r} is no address of an API", remedy=remedy))
    if url.username is not None or url.query or url.fragment or "@" in url.netloc:
        remedy = "put credentials into the environment, and leave out what follows the path"
        raise MappingError(Problem("--endpoint: an address has no user, no query and no fragment", remedy=remedy))
    if url.scheme == "http" and not _is_here(host):
        problem = "--endpoint: credentials and objects would go over the network without encryption"
        raise MappingError(Problem(problem, remedy="use https, or an address of this machine"))
    return address.rstrip("/")


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def endpoint(address: str, credentials: Credentials) -> Send:
    """A function that sends requests to an address. It raises Failure where there is no response.

    No redirect is followed: it could lead a request, with its credentials, to another host. Nothing is sent twice.
    Requests without encryption, which stay on this machine, do not go through a proxy of the environment.
    """
    proxied = address.startswith("https:")

    def send(method: str, path: str, body: Any) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body, default=float).encode()
        mark = "&" if "?" in path else "?"
        query = f"{mark}{urlencode(credentials.query)}" if credentials.query else ""
        headers = {"Accept": "application/json", "Content-Type": "application/json", **credentials.headers}
        watch = Watch(_SECONDS, _SILENCE, _LARGEST, time.monotonic)
        try:
            request = Request(address + path + query, data, headers, method=method)  # noqa: S310 - `checked_address` allows http only
            with opener(watch, _refuse, proxied=proxied).open(request, timeout=watch.patience()) as response:
                return response.status, _value(response, watch)
        except HTTPError as error:
            if error.code < _REFUSED:
                if error.headers.get("Location"):
                    raise Failure("redirect", f"{method} {path}: {error.code}: no redirect is followed") from None
                raise Failure("no response", f"{method} {path}: {error.code}: neither done nor refused") from None
            with error:
                return error.code, _value(error, watch)
        except (URLError, HTTPException, OSError, ValueError, RemoteError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            text = "it takes too long" if isinstance(reason, TimeoutError | Overdue) else str(reason)
            raise Failure("no response", f"{method} {path}: {text}; the API may have done it nevertheless") from None

    return send


def _refuse(_address: str) -> None:
    raise RemoteError("no redirect is followed")


def _value(response: Any, watch: Watch) -> Any:
    """The JSON of the body of a response, or its text; None if it is empty. Raises RemoteError and OSError."""
    data = b"".join(chunks(response, watch, _LARGEST, "the response"))
    text = _decompress(data, response.headers.get("Content-Encoding", "")).decode("utf-8", errors="replace")
    try:
        return parse_json(text) if text.strip() else None
    except (ValueError, RecursionError):
        return text


def _decompress(data: bytes, encoding: str) -> bytes:
    """The body of a response, which some servers compress unasked. Raises RemoteError if it becomes too large."""
    if encoding.strip().lower() not in _COMPRESSED:
        return data
    try:
        body = zlib.decompressobj(_GZIP_OR_ZLIB).decompress(data, _LARGEST + 1)
    except zlib.error:  # it is a text, as what is no JSON
        return data
    if len(body) > _LARGEST:
        raise RemoteError(f"the response has more than {_LARGEST:,} bytes")
    return body
