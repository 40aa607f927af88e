"""The HTTP server of an operator: `/metrics` for Prometheus, `/pool` as JSON, `/healthz`."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ...report.diagnostic import MappingError, Problem
from .pool_state import PoolState


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
        """The text format of Prometheus."""
        lines = ["# HELP oasmap_reconciles_total Passes over objects.", "# TYPE oasmap_reconciles_total counter"]
        lines += [f'oasmap_reconciles_total{{result="{name}"}} {own}' for name, own in sorted(self.counts().items())]
        lines += ["# HELP oasmap_queue_length Objects that wait for a pass.", "# TYPE oasmap_queue_length gauge"]
        return "\n".join([*lines, f"oasmap_queue_length {len(self._queue)}", self._state().as_metrics()])

    @contextmanager
    def at(self, place: tuple[str, int] | None) -> Iterator[int]:
        """Serve at a host and a port within this context; yields the port, which is chosen for 0.

        Raises MappingError if the address cannot be used.
        """
        if place is None:
            yield 0
            return
        try:
            server = ThreadingHTTPServer(place, _handler(self))
        except OSError as error:
            text = f"metrics cannot be served at {place[0]}:{place[1]}: {error.strerror}"
            raise MappingError(Problem(text)) from None
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            server.server_close()

    def answer(self, path: str) -> tuple[str, str] | None:
        """The content type and the text of a path; None if it does not exist."""
        match path.partition("?")[0]:
            case "/metrics":
                return "text/plain; version=0.0.4; charset=utf-8", self.metrics()
            case "/pool":
                return "application/json", self._state().as_json() + "\n"
            case "/healthz":
                return "text/plain; charset=utf-8", "ok\n"
        return None


def _handler(served: Served) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            response = served.answer(self.path)
            if response is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            data = response[1].encode()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", response[0])
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Do not log requests."""

    return Handler
