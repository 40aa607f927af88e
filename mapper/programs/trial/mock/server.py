"""Serves a mock over HTTP, on this machine only."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Handle = Callable[[str, str, Any], tuple[int, Any]]
"""Takes a method, a path with its query and a JSON value; returns a status code and a JSON value."""


@contextmanager
def served(handle: Handle) -> Iterator[str]:
    """The address of a server at a free port, which ends with the context. Requests are answered one by one."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            with lock:
                status, data = handle(self.command, self.path, body)
            text = b"" if data is None else json.dumps(data).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 - the names are the library's

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Print nothing: the mock keeps its calls."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
