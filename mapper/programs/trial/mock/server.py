"""Serves a mock over HTTP, on this machine only, to clients that know its token."""

import hmac
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Handle = Callable[[str, str, Any], tuple[int, Any]]
"""Takes a method, a path with its query and a JSON value; returns a status code and a JSON value."""

_LARGEST = 10_000_000
_SECONDS = 60


def guard(handle: Handle) -> Handle:
    """The same function, which returns 500 for any exception, so that the client and the log get one line."""

    def respond(method: str, path: str, body: Any) -> tuple[int, Any]:
        try:
            return handle(method, path, body)
        except Exception as error:  # whatever it is, the client gets a response
            return 500, {"errors": [f"the mock of oasmap is broken here: {type(error).__name__}: {error}"]}

    return respond


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing for a client that is gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def mock_server(handle: Handle, token: str) -> Iterator[str]:
    """Serve `handle` at a free port while the context lasts; gives the address. Requests are handled one by one.

    Without the token, as `Authorization: Bearer …`, web pages and other users of the machine get 401.
    """
    lock, expected = threading.Lock(), f"Bearer {token}".encode()

    class Handler(BaseHTTPRequestHandler):
        timeout = _SECONDS

        def answer(self) -> None:
            if not hmac.compare_digest(self.headers.get("authorization", "").encode(errors="replace"), expected):
                self._send(401, {"errors": ["the header Authorization does not have the token of this run"]})
                return
            try:
                body = self._body()
            except (ValueError, RecursionError) as error:
                self._send(400, {"errors": [f"the body cannot be read: {error}"]})
                return
            with lock:
                status, data = handle(self.command, self.path, body)
            self._send(status, data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 - the names are the library's

        def _body(self) -> Any:
            """The JSON of the request. Raises ValueError and RecursionError."""
            length = int(self.headers.get("content-length") or 0)
            if not 0 <= length <= _LARGEST:
                raise ValueError(f"it has more than {_LARGEST} bytes")
            return json.loads(self.rfile.read(length)) if length else None

        def _send(self, status: int, data: Any) -> None:
            text = b"" if data is None else json.dumps(data).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Print nothing: the session says what was asked."""

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
