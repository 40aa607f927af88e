"""Requests over HTTP."""

import json
import urllib.error
import urllib.request
from typing import Any

from .crud import Send

_SECONDS = 60


def sender(address: str) -> Send:
    """Sends to an address, without credentials."""

    def send(method: str, path: str, body: Any) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body, default=float).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(address + path, data, headers, method=method)  # noqa: S310 - the mock's address
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        return status, json.loads(text) if text else None

    return send
