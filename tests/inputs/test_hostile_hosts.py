"""Servers that keep a run waiting, or send without end: each is given up in time, and once."""

import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from mapper.inputs import Document, Documents, Unresolved
from mapper.inputs.remote import MAX_HEAD, Overdue, Remote, RemoteError, Watch
from mapper.report.budget import Budget, Cost, Limit

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
TRICKLE = 0.01
"""Seconds between two bytes."""

Script = Callable[["Visit"], None]


class Visit:
    """One connection to the server, and what it may do with it."""

    def __init__(self, connection: socket.socket, over: Event) -> None:
        self.connection = connection
        self.over = over

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def trickle(self, data: bytes) -> None:
        """Send these bytes one by one, again and again, until nobody listens."""
        while True:
            for byte in data:
                self.send(bytes([byte]))
                if self.over.wait(TRICKLE):
                    return

    def flood(self, data: bytes) -> None:
        """Send these bytes again and again, until nobody listens."""
        while not self.over.is_set():
            self.send(data)

    def silence(self) -> None:
        self.over.wait(30)


class Server:
    """Answers every request by one script. `visits` counts them."""

    def __init__(self, script: Script, reads: bool = True, context: ssl.SSLContext | None = None) -> None:
        self.script, self.reads, self.context = script, reads, context
        self.over = Event()
        self.visits = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.threads = [Thread(target=self._serve)]
        self.threads[0].start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                if self.over.is_set():
                    connection.close()
                    return
                self.visits += 1
                thread = Thread(target=self._answer, args=(connection,))
                thread.start()
                self.threads.append(thread)

    def _answer(self, connection: socket.socket) -> None:
        connection.settimeout(30)
        with suppress(OSError), connection:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            if self.reads:
                connection.recv(65536)
            self.script(Visit(connection, self.over))

    def close(self) -> None:
        self.over.set()
        with suppress(OSError), socket.create_connection(self.listener.getsockname()):
            pass  # so that accept() returns
        for thread in self.threads:
            thread.join(30)
        self.listener.close()
        assert not any(thread.is_alive() for thread in self.threads)


@contextmanager
def serving(script: Script, reads: bool = True, context: ssl.SSLContext | None = None) -> Iterator[Server]:
    server = Server(script, reads, context)
    try:
        yield server
    finally:
        server.close()


def read(server: Server, seconds: float = 0.3, timeout: float = 20, scheme: str = "http", most: int = 1_000) -> bytes:
    remote = Remote(frozenset([server.host]), timeout=timeout, max_seconds=seconds, max_bytes=most)
    return remote.read(f"{scheme}://{server.host}/b", Budget())


# The whole time


SLOW: dict[str, Script] = {
    "a status line": lambda visit: visit.trickle(b"H"),
    "a header": lambda visit: (visit.send(OK + b"a: "), visit.trickle(b"b"))[1],
    "many headers": lambda visit: (visit.send(OK), visit.trickle(b"a: b\r\n"))[1],
    "responses that lead to more": lambda visit: visit.trickle(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "the size of a chunk": lambda visit: (visit.send(CHUNKED + b"1;"), visit.trickle(b"a"))[1],
    "many chunks": lambda visit: (visit.send(CHUNKED), visit.trickle(b"1\r\na\r\n"))[1],
    "what follows the chunks": lambda visit: (
        visit.send(CHUNKED + b"1\r\na\r\n0\r\n"), visit.trickle(b"a: b\r\n"))[1],
    "a document": lambda visit: (visit.send(OK + b"Content-Length: 900\r\n\r\n"), visit.trickle(b"a"))[1],
    "a document without an end": lambda visit: (visit.send(OK + b"\r\n"), visit.trickle(b"a"))[1],
    "a redirect": lambda visit: (
        visit.send(b"HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 900\r\n\r\n"), visit.trickle(b"a"))[1],
    "silence": lambda visit: visit.silence(),
}  # fmt: skip


@pytest.mark.parametrize("script", SLOW.values(), ids=SLOW)
def test_a_server_that_is_slow_with_anything_is_given_up_at_the_end_of_the_whole_time(script: Script) -> None:
    with serving(script) as server, pytest.raises(RemoteError, match=r"takes more than 0\.3 seconds"):
        read(server)


@pytest.mark.parametrize(
    "sent", [b"", b"\x16\x03\x03\x3f\xff\x02\x00\x3f\xfb\x03\x03"], ids=["silent", "a byte at a time"]
)
def test_a_server_that_is_slow_to_begin_encryption_is_given_up(sent: bytes) -> None:
    def script(visit: Visit) -> None:
        visit.send(sent)
        visit.trickle(b"a") if sent else visit.silence()

    with serving(script, reads=False) as server, pytest.raises(RemoteError, match=r"takes more than|says nothing"):
        read(server, scheme="https")


def test_a_server_that_redirects_for_ever_is_given_up() -> None:
    def script(visit: Visit) -> None:
        visit.over.wait(0.05)
        visit.send(b"HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    with serving(script) as server, pytest.raises(RemoteError, match=r"takes more than|redirects more than"):
        read(server)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_each_call_may_take_what_is_left() -> None:
    clock = Clock()
    watch = Watch(60, 10, 1_000, clock)
    assert watch.patience() == 10
    clock.now += 55
    assert watch.patience() == 5
    clock.now += 5
    with pytest.raises(Overdue):
        watch.patience()


def test_time_is_that_of_the_clock() -> None:
    clock = Clock()

    def script(visit: Visit) -> None:
        clock.now += 61
        visit.send(OK + b"Content-Length: 1\r\n\r\na")

    with serving(script) as server, pytest.raises(RemoteError, match="takes more than 60 seconds"):
        Remote(frozenset([server.host]), clock=clock).read(f"http://{server.host}/b", Budget())


# What is sent besides a document


FLOODS: dict[str, Script] = {
    "responses that lead to more": lambda visit: visit.flood(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000),
    "early hints": lambda visit: visit.flood(b"HTTP/1.1 103 Early Hints\r\na: b\r\n\r\n" * 1000),
    "responses with headers": lambda visit: visit.flood(b"HTTP/1.1 100 Continue\r\na: b\r\n\r\n" * 1000),
    "a redirect": lambda visit: (
        visit.send(b"HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n"), visit.flood(b"a" * 100_000))[1],
    "sizes of chunks": lambda visit: (
        visit.send(CHUNKED), visit.flood(b"1;" + b"a" * 60_000 + b"\r\na\r\n"))[1],
    "what follows the chunks": lambda visit: (
        visit.send(CHUNKED + b"0\r\n"), visit.flood(b"a: b\r\n" * 1000))[1],
}  # fmt: skip


@pytest.mark.parametrize("script", FLOODS.values(), ids=FLOODS)
def test_a_server_that_sends_too_much_besides_a_document_is_given_up(script: Script) -> None:
    with serving(script) as server, pytest.raises(RemoteError, match="sends too much data around the document"):
        read(server, seconds=60)


def test_responses_before_the_response_are_passed_over() -> None:
    before = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
    for interim in (before, before * 3, b"HTTP/1.1 100 Continue\r\n\r\n" + before):
        with serving(lambda visit: visit.send(interim + OK + b"Content-Length: 1\r\n\r\n1")) as server:  # noqa: B023
            assert read(server, 20) == b"1"


@pytest.mark.parametrize("sent", [b"", b"a: 1\n", b"a: 12345"])
def test_a_document_that_ends_before_its_length_is_not_read(sent: bytes) -> None:
    answer = OK + b"Content-Length: 9\r\n\r\n" + sent
    with serving(lambda visit: visit.send(answer)) as server, pytest.raises(RemoteError, match="more expected"):
        read(server, 20)


def test_bytes_are_counted_anew_for_each_response() -> None:
    watch = Watch(60, 10, 1_000, Clock())
    watch.receive(MAX_HEAD)
    watch.head()
    watch.receive(MAX_HEAD)
    watch.body()
    watch.receive(MAX_HEAD + 2_000)
    with pytest.raises(RemoteError, match="too much"):
        watch.receive(1)


# The budget of a run


def resolve_all(server: Server, count: int, remote: Remote, budget: Budget) -> list[str]:
    """What is wrong with each of so many references to different addresses; empty where nothing is."""
    documents = Documents(remote=remote, budget=budget)
    document = documents.add(Document("menu.yaml", b"a: 1"))
    messages = []
    for number in range(count):
        try:
            documents.resolve(document, f"http://{server.host}/{number}")
            messages.append("")
        except Unresolved as error:
            messages.append(str(error))
    return messages


def test_a_host_that_has_not_answered_is_not_asked_again() -> None:
    with serving(lambda visit: visit.silence()) as server:
        messages = resolve_all(server, 1000, Remote(frozenset([server.host]), timeout=0.1), Budget())
        assert server.visits <= 1  # none, where the machine is too busy to accept it in time
    assert "sends nothing for 0.1 seconds" in messages[0]
    assert all("did not respond in time before" in message for message in messages[1:])


def test_another_host_is_still_asked() -> None:
    with serving(lambda visit: visit.silence()) as silent, serving(page) as server:
        remote = Remote(frozenset([silent.host, server.host]), timeout=60)
        resolve_all(silent, 1, remote, Budget({Cost.NETWORK_SECONDS: Limit("seconds", 1)}))
        assert resolve_all(server, 1, remote, Budget()) == [""]


def page(visit: Visit) -> None:
    visit.send(OK + b"Content-Length: 5\r\n\r\na: 12")


@pytest.mark.parametrize(
    ("cost", "limit"), [(Cost.DOCUMENTS, 3), (Cost.DOCUMENT_BYTES, 15), (Cost.DOCUMENT_BYTES, 17)], ids=str
)
def test_documents_of_a_run_have_a_sum(cost: Cost, limit: int) -> None:
    with serving(page) as server:
        budget = Budget({cost: Limit(cost.value.unit, limit)})
        messages = resolve_all(server, 6, Remote(frozenset([server.host])), budget)
    assert messages[:3] == [""] * 3
    assert all(f"would take more than {limit} {cost.value.unit}" in message for message in messages[3:])


def test_time_of_a_run_has_a_sum() -> None:
    with serving(page) as server:
        budget = Budget({Cost.NETWORK_SECONDS: Limit("seconds", 0)})
        (message,) = resolve_all(server, 1, Remote(frozenset([server.host])), budget)
        assert server.visits == 0
    assert "more than 0 seconds" in message


def test_a_request_may_take_what_is_left_of_the_run() -> None:
    with serving(lambda visit: visit.silence()) as server:
        budget = Budget({Cost.NETWORK_SECONDS: Limit("seconds", 1)})
        (message,) = resolve_all(server, 1, Remote(frozenset([server.host]), timeout=30), budget)
        assert "takes more than 1 seconds" in message
        assert budget.left(Cost.NETWORK_SECONDS) == 0


def test_documents_of_the_cache_count_too(tmp_path: Path) -> None:
    with serving(page) as server:
        remote = Remote(frozenset([server.host]), tmp_path)
        assert resolve_all(server, 3, remote, Budget()) == [""] * 3
        messages = resolve_all(server, 3, remote, Budget({Cost.DOCUMENTS: Limit("documents", 2)}))
        assert server.visits == 3
    assert [bool(message) for message in messages] == [False, False, True]


# A cache that came with a checkout


@pytest.mark.parametrize(
    "entry",
    [b"[" * 50_000, b'{"url": 1, "sha256": 1}', b'{"sha256": "../../x"}', b" " * 100_000, b"", b"[]", b"{}",
     b'{"url": "other", "sha256": "x"}'],
)  # fmt: skip
def test_an_entry_of_the_cache_that_is_none_is_passed_over(entry: bytes, tmp_path: Path) -> None:
    with serving(page) as server:
        remote = Remote(frozenset([server.host]), tmp_path)
        resolve_all(server, 1, remote, Budget())
        (path,) = tmp_path.glob("*.json")
        path.write_bytes(entry)
        assert resolve_all(server, 1, remote, Budget()) == [""]
        assert server.visits == 2


def test_only_files_of_the_cache_are_read_from_it(tmp_path: Path) -> None:
    with serving(page) as server:
        remote = Remote(frozenset([server.host]), tmp_path)
        resolve_all(server, 1, remote, Budget())
        (path,) = tmp_path.glob("*.json")
        entry = json.loads(path.read_bytes())
        (tmp_path / entry["sha256"]).unlink()
        (tmp_path / entry["sha256"]).symlink_to("/dev/zero")
        assert resolve_all(server, 1, remote, Budget()) == [""]
        path.write_text(json.dumps({**entry, "sha256": "/dev/zero"}))
        assert resolve_all(server, 1, remote, Budget()) == [""]
        assert server.visits == 3


# Encryption


@pytest.fixture
def certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """The context of a server whose certificate is trusted here."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(certificate)]
    command += ["-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def test_an_encrypted_document_is_read(certified: ssl.SSLContext) -> None:
    with serving(page, context=certified) as server:
        assert read(server, seconds=60, scheme="https") == b"a: 12"


def test_a_certificate_that_nobody_knows_is_refused(certified: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with serving(page, context=certified) as server, pytest.raises(RemoteError, match="certificate verify failed"):
        read(server, seconds=60, scheme="https")


def test_the_whole_time_holds_for_an_encrypted_document(certified: ssl.SSLContext) -> None:
    def script(visit: Visit) -> None:
        visit.send(OK + b"Content-Length: 900\r\n\r\n")
        visit.trickle(b"a")

    with serving(script, context=certified) as server, pytest.raises(RemoteError, match="takes more than 2 seconds"):
        read(server, seconds=2, scheme="https")
