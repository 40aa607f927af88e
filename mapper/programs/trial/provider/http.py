"""Requests to the mock, over HTTP."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

from .crud import Send

_SECONDS = 60


def sender(address: str, token: str) -> Send:
    """A function that sends requests with a token to the mock at an address."""
    host = urlsplit(address).netloc

    def send(method: str, path: str, body: Any) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body, default=float).encode()
        connection = http.client.HTTPConnection(host, timeout=_SECONDS)
        try:
            headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        return response.status, json.loads(text) if text else None

    return send
