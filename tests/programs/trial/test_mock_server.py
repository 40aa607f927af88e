"""Who else reaches the server of the mock: other users of the machine, web pages, clients that mean harm."""

import json
import socket
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from mapper.programs.trial.mock.server import mock_server

TOKEN = "a-token"
KNOWN = f"Authorization: Bearer {TOKEN}"


@pytest.fixture
def handled() -> list[Any]:
    return []


@pytest.fixture
def port(handled: list[Any]) -> Iterator[int]:
    def handle(method: str, path: str, body: Any) -> tuple[int, Any]:
        handled.append((method, path, body))
        return 200, {"long": "x" * 1_000_000}

    with mock_server(handle, TOKEN) as address:
        assert address.startswith("http://127.0.0.1:")
        yield int(address.rpartition(":")[2])


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def test_an_answer_without_a_value_is_empty() -> None:
    with mock_server(lambda *_: (204, None), TOKEN) as address, connected(int(address.rpartition(":")[2])) as client:
        client.sendall(f"GET / HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n".encode())
        with client.makefile("rb") as answer:
            head, _, body = answer.read().partition(b"\r\n\r\n")
    assert (head.split()[1], b"content-length: 0" in head, body) == (b"204", True, b"")


def asked(port: int, *lines: str, body: bytes = b"") -> int:
    """The status of the answer to a request."""
    with connected(port) as client, client.makefile("rb") as answer:
        client.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode() + body)
        return int(answer.readline().split()[1])


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["Authorization: Bearer"],
        ["Authorization: Bearer other"],
        [f"Authorization: Basic {TOKEN}"],
        [f"Authorization: Bearer {TOKEN}x"],
        ["Authorization: Bearer \udcff"],
        ["Host: rebound.example.com"],
        ["Origin: https://elsewhere.example.com", f"Cookie: token={TOKEN}"],
    ],
    ids=str,
)
def test_who_does_not_know_the_token_reaches_nothing(port: int, handled: list[Any], lines: list[str]) -> None:
    for method in ("GET", "POST", "DELETE"):
        readable = [line.encode("ascii", "replace").decode() for line in lines]
        assert asked(port, f"{method} /shops?token={TOKEN} HTTP/1.1", *readable) == 401
    assert handled == []


@pytest.mark.parametrize(
    ("length", "body"),
    [("1000000000000", b""), ("-1", b""), ("x", b""), ("400000", b"[" * 400_000), ("1", b"{"), ("2", b"\xff\xfe")],
)
def test_a_body_that_cannot_be_read_is_refused(port: int, handled: list[Any], length: str, body: bytes) -> None:
    assert asked(port, "POST /shops HTTP/1.1", KNOWN, f"Content-Length: {length}", body=body) == 400
    assert handled == []


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "CONNECT", "HEAD"])
def test_no_page_of_another_host_gets_a_permission(port: int, method: str) -> None:
    assert asked(port, f"{method} /shops HTTP/1.1", "Origin: https://elsewhere.example.com", KNOWN) == 501


def test_headers_without_end_are_refused(port: int, handled: list[Any]) -> None:
    assert asked(port, "GET / HTTP/1.1", KNOWN, *(f"X-{i}: x" for i in range(1000))) == 431
    assert handled == []


def test_clients_that_send_nothing_more_stop_no_other(port: int) -> None:
    slow = [connected(port) for _ in range(50)]
    for client in slow:
        client.sendall(f"POST /shops HTTP/1.1\r\n{KNOWN}\r\nContent-Length: 9\r\n\r\n{{".encode())
    assert asked(port, "GET /shops HTTP/1.1", KNOWN) == 200
    for client in slow:
        client.close()


def test_nothing_is_printed_of_a_client_that_is_gone(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(5):
        with connected(port) as client:
            client.sendall(f"GET /shops HTTP/1.1\r\n{KNOWN}\r\n\r\n".encode())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert asked(port, "GET /shops HTTP/1.1", KNOWN) == 200
    assert json.dumps(capfd.readouterr()) == '["", ""]'
