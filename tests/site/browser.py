"""A browser, and sites served to it. The fixtures are in `conftest.py`."""

import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from .sites import Built

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
"""Without windows where there is such a one: it renders the same, and takes a sixth less time."""
PATIENCE = 180_000
"""Milliseconds after which what does not come to be in a page is given up."""

needs_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
]


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files with the given headers, and without a line on the terminal for each."""

    def __init__(self, *args: Any, headers: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        self._headers = headers or {}
        super().__init__(*args, **kwargs)

    def end_headers(self) -> None:
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class Servers:
    """Serves folders on this machine."""

    def __init__(self) -> None:
        self._started: list[ThreadingHTTPServer] = []

    def __call__(self, folder: Path, **headers: str) -> str:
        """The address of a folder. Underscores in the names of headers stand for hyphens."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        handler = partial(QuietHandler, directory=str(folder), headers=names)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self._started.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    def stop(self) -> None:
        for server in self._started:
            server.shutdown()
            server.server_close()


class Watch:
    """What goes wrong on the pages of a browser context, and what they ask for."""

    def __init__(self, context: Any) -> None:
        self.asked: list[str] = []
        self.wrong: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("response", lambda answer: self.wrong.append(answer.url) if answer.status >= 400 else None)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def elsewhere(self, site: str) -> list[str]:
        """What was asked of other hosts."""
        return [url for url in self.asked if not url.startswith((site, "data:", "blob:" + site))]


class Patient:
    """A browser that gives pages the time that they need on a busy machine."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def new_context(self, **options: Any) -> Any:
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    def new_page(self, **options: Any) -> Any:
        page = self._browser.new_page(**options)
        page.set_default_timeout(PATIENCE)
        return page


@contextmanager
def launched() -> Iterator[Any]:
    """The browser."""
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE)
        yield Patient(browser)
        browser.close()


def generated(site: Built) -> list[str]:
    """The addresses of the generated pages."""
    return sorted(uri.removesuffix("index.html") for uri in site.uris if uri.startswith("reference/"))


def one_of_each(uris: list[str]) -> list[str]:
    """The pages that are alone in their kind, and one for each kind of entities."""
    return list({uri.strip("/").rpartition("/")[0] if uri.count("/") > 2 else uri: uri for uri in uris}.values())
