"""The HTTP server of an operator: `/metrics` for Prometheus, `/healthz`."""

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from msgspec.structs import asdict

from mapper.report.diagnostic import MappingError, Problem

from .provider_pool import PoolState

CONNECTIONS = 16
"""The most connections at once; others are closed."""
SECONDS = 10.0
"""The longest time that a connection may take, in seconds."""


class Served:
    """Counts passes by result, and responds to requests."""

    def __init__(self, state: Callable[[], PoolState], queue: Sized) -> None:
        self._state, self._queue = state, queue
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, result: str) -> None:
        """Count a finished pass."""
        with self._lock:
            self._counts[result] += 1

    def counts(self) -> dict[str, int]:
        """The number of passes by result."""
        with self._lock:
            return dict(self._counts)

    def metrics(self) -> str:
        """The text format of Prometheus. Names that end with `total` are counters, the others gauges."""
        lines = ["# TYPE oasmap_reconciles_total counter"]
        lines += [
            f'oasmap_reconciles_total{{result="{name}"}} {count}' for name, count in sorted(self.counts().items())
        ]
        values = {f"pool_{name}": count for name, count in asdict(self._state()).items()}
        for name, value in {"queue_length": len(self._queue), **values}.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE oasmap_{name} {kind}", f"oasmap_{name} {value}"]
        return "\n".join([*lines, ""])

    @contextmanager
    def at(self, place: tuple[str, int] | None) -> Iterator[int]:
        """Serve at a host and a port within this context; yields the port, which is chosen for 0.

        Raises MappingError if the address cannot be used.
        """
        if place is None:
            yield 0
            return
        try:
            server = _Server(place, _handler(self))
        except OSError as error:
            text = f"metrics cannot be served at {place[0]}:{place[1]}: {error.strerror}"
            raise MappingError(Problem(text, remedy="choose another address")) from None
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            server.server_close()

    def answer(self, path: str) -> str | None:
        """The text of a path; None if it does not exist."""
        match path.partition("?")[0]:
            case "/metrics":
                return self.metrics()
            case "/healthz":
                return "ok\n"
        return None


class _Server(ThreadingHTTPServer):
    """A server whose connections are few and short, whatever a client does: anybody in the cluster may be one."""

    daemon_threads = True

    def __init__(self, place: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._free = threading.BoundedSemaphore(CONNECTIONS)
        super().__init__(place, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        end = threading.Timer(SECONDS, _cut, (request,))
        end.daemon = True
        end.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            end.cancel()
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do not print what a client did wrong."""


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):  # the client may have ended it
        connection.shutdown(socket.SHUT_RDWR)


def _handler(served: Served) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = served.answer(self.path)
            if text is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            data = text.encode()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Do not log requests."""

    return Handler
