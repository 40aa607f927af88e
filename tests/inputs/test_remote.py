"""References to other hosts: only where the user names them, and within limits."""

import hashlib
from collections.abc import Iterator
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import ClassVar
from urllib.request import Request

import pytest

from mapper.inputs import Document, Documents, Unresolved
from mapper.inputs.remote import Remote, RemoteError, Watch, _Redirects, _refuse_local, allowed_hosts, chunks
from mapper.report.budget import Budget


class Handler(BaseHTTPRequestHandler):
    pages: ClassVar[dict[str, bytes]] = {}
    asked: ClassVar[list[str]] = []
    target = ""

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/away":
            self.send_response(302)
            self.end_headers()
        elif self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.target or self.path.removeprefix("/to/"))
            self.end_headers()
        elif self.path in self.pages:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.pages[self.path])
        else:
            self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def host() -> Iterator[str]:
    """`name:port` of a server on this machine."""
    Handler.pages, Handler.asked, Handler.target = {}, [], ""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def documents(text: str, *hosts: str, cache: Path | None = None) -> tuple[Documents, Document]:
    found = Documents(remote=Remote(frozenset(hosts), cache) if hosts else None)
    return found, found.add(Document("menu.yaml", text.encode()))


def resolve(reference: str, *hosts: str, cache: Path | None = None) -> object:
    found, document = documents("a: 1", *hosts, cache=cache)
    return found.resolve(document, reference).value


def test_a_reference_to_a_host_that_is_named_is_followed(host: str) -> None:
    Handler.pages["/bread.yaml"] = b"rye: {price: 3}\n"
    found, document = documents("a: 1", host)
    node = found.resolve(document, f"http://{host}/bread.yaml#/rye/price")
    assert node.value == 3
    assert (node.document.uri, node.line) == (f"http://{host}/bread.yaml", 1)
    assert [loaded.uri for loaded in found.loaded] == ["menu.yaml", f"http://{host}/bread.yaml"]


def test_a_reference_in_a_remote_document_starts_there(host: str) -> None:
    Handler.pages |= {
        "/a/b.yaml": b"x: {$ref: '../c.yaml#/y'}\nlocal: {$ref: 'file:///etc/hostname'}",
        "/c.yaml": b"y: 5",
    }
    found, document = documents(f"a: {{$ref: 'http://{host}/a/b.yaml#/x'}}", host)
    target, _ = found.follow(document.node.child("a"))
    assert target.value == 5
    with pytest.raises(Unresolved, match="is not on a host"):
        found.follow(found.resolve(document, f"http://{host}/a/b.yaml#/local"))


def test_each_address_is_read_once(host: str) -> None:
    Handler.pages["/b"] = b"x: 1\ny: 2\n"
    found, document = documents("a: 1", host)
    for reference in ("b#/x", "b#/y"):
        found.resolve(document, f"http://{host}/{reference}")
    for reference in ("none", "none#/a"):
        with pytest.raises(Unresolved, match="404"):
            found.resolve(document, f"http://{host}/{reference}")
    assert Handler.asked == ["/b", "/none"]


def test_without_a_named_host_nothing_is_read_and_the_message_says_how_to_allow_it(host: str) -> None:
    for hosts in ((), ("api.example.com",), (host.split(":", maxsplit=1)[0],)):
        with pytest.raises(
            Unresolved, match=f"on another host; to allow that, use --allow-host {host}, or allow_hosts"
        ):
            resolve(f"http://{host}/b", *hosts)
    assert Handler.asked == []


def test_a_host_that_is_refused_is_kept_once() -> None:
    found, document = documents("a: 1", "a.example")
    for address in ("http://b.example/a", "http://b.example/b", "http://c.example/a"):
        with pytest.raises(Unresolved, match="on another host"):
            found.resolve(document, address)
    assert found.refused == ["b.example", "c.example"]


def test_a_redirect_to_nowhere_is_an_error_of_the_server(host: str) -> None:
    with pytest.raises(Unresolved, match="the server responded with 302"):
        resolve(f"http://{host}/away", host)


@pytest.mark.parametrize(
    ("name", "reached", "is_refused"),
    [
        ("a.example", "127.0.0.1", True),
        ("a.example", "::1", True),
        ("a.example", "::ffff:127.0.0.1", True),
        ("a.example", "169.254.169.254", True),
        ("a.example", "fe80::1%eth0", True),
        ("a.example", "0.0.0.0", True),
        ("a.example", "::", True),
        ("a.example", "192.0.2.1", False),
        ("a.example", "10.0.0.1", False),
        ("a.example", "2001:db8::1", False),
        ("a.example", "::ffff:192.0.2.1", False),
        ("localhost", "127.0.0.1", False),
        ("127.0.0.1", "127.0.0.1", False),
        ("::1", "::1", False),
    ],
)
def test_only_a_name_may_not_lead_to_this_machine(name: str, reached: str, *, is_refused: bool) -> None:
    try:
        _refuse_local(name, reached)
    except RemoteError:
        assert is_refused
    else:
        assert not is_refused


@pytest.mark.parametrize(
    "address", ["ftp://a.example/b", "http://a.example@b.example/c", "http://a.example:x/y", "http:///b"]
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(RemoteError):
        Remote(frozenset(["a.example", "b.example"])).read(address, Budget())


def test_a_redirect_on_the_same_host_is_followed(host: str) -> None:
    Handler.pages["/b"] = b"x: 1"
    assert resolve(f"http://{host}/to//b#/x", host) == 1


@pytest.mark.parametrize(
    ("target", "why"),
    [
        (
            "http://localhost:1/b",
            "to localhost:1, which is another host; to allow that, use --allow-host localhost:1, or",
        ),
        ("https://127.0.0.1/b", "to 127.0.0.1, which is another host"),
        ("//a.example/b", "to a.example, which is another host"),
        ("//[2001:db8::1]:8080/b", "to [2001:db8::1]:8080, which is another host"),
        ("//a.example\t/b", "to a.example, which is another host"),
        ("//a.example\\@{host}/b", "to another address: an address with a user name in it is not read"),
        ("http://u:secret@{host}/b", "to another address: an address with a user name in it is not read"),
        ("http://{host}:1:99999/b", "to another address: it is not an address"),
        (f"http://{'a' * 30_000}/b", f"to {'a' * 255}, which is another host"),
        ("file:///etc/hostname", "to an address that is neither http nor https"),
        (f"{'x' * 30_000}:b", "to an address that is neither http nor https"),
        ("data:,x", "to an address that is neither http nor https"),
        ("ftp://{host}/b", "to another address: ftp is not read, http and https are"),
    ],
)
def test_a_redirect_to_another_host_or_scheme_is_refused_in_one_line(host: str, target: str, why: str) -> None:
    Handler.target = target.format(host=host)
    found, document = documents("a: 1", host)
    with pytest.raises(Unresolved) as refused:
        found.resolve(document, f"http://{host}/to/")
    assert str(refused.value).startswith(f"'http://{host}/to/': the server redirects {why}")
    assert len(str(refused.value)) < 800
    assert "secret" not in str(refused.value)
    assert (Handler.asked, found.refused) == (["/to/"], [])


def test_a_redirect_to_another_host_that_is_named_is_followed(host: str) -> None:
    Handler.pages["/b"] = b"x: 1"
    other = f"localhost:{host.split(':')[1]}"
    assert resolve(f"http://{host}/to/http://{other}/b#/x", host, other) == 1


def test_a_redirect_without_an_end_is_refused(host: str) -> None:
    with pytest.raises(Unresolved, match=r"the server redirects more than 10 times\Z"):
        resolve(f"http://{host}/to/{'/to/' * 20}", host)
    assert len(Handler.asked) == 11


def test_a_redirect_out_of_the_encryption_is_refused() -> None:
    request = Request("https://a.example/b")
    follow = _Redirects(lambda _: None).redirect_request
    assert follow(request, BytesIO(), 302, "Found", HTTPMessage(), "https://b.example/c")
    with pytest.raises(RemoteError, match="redirects from https to an address without encryption"):
        follow(request, BytesIO(), 302, "Found", HTTPMessage(), "http://a.example/b")


def test_a_name_that_leads_to_this_machine_is_refused(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    Handler.pages["/b"] = b"x: 1"
    port = host.split(":")[1]
    look_up = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _name, *rest, **more: look_up("127.0.0.1", *rest, **more))
    with pytest.raises(Unresolved, match=r"leads to 127.0.0.1, an address of this machine"):
        resolve(f"http://inside.example:{port}/b", f"inside.example:{port}")
    assert Handler.asked == []
    assert resolve(f"http://localhost:{port}/b", f"localhost:{port}") == {"x": 1}


def test_a_document_that_is_too_large_is_refused(host: str) -> None:
    Handler.pages["/b"] = b"x" * 1001
    with pytest.raises(RemoteError, match="more than 1,000 bytes"):
        Remote(frozenset([host]), max_bytes=1000).read(f"http://{host}/b", Budget())


def test_a_host_that_does_not_answer_is_one_line(host: str) -> None:
    with pytest.raises(Unresolved, match="cannot be read") as error:
        resolve("http://127.0.0.1:1/b", "127.0.0.1:1")
    assert "\n" not in str(error.value)


def test_what_is_no_document_is_unresolved_with_its_place(host: str) -> None:
    Handler.pages["/b"] = b"a: [\n"
    with pytest.raises(Unresolved, match=rf"http://{host}/b:\d+:\d+: "):
        resolve(f"http://{host}/b", host)


# The cache


def test_what_has_been_read_works_without_a_network(host: str, tmp_path: Path) -> None:
    Handler.pages["/b"] = b"x: 1"
    assert resolve(f"http://{host}/b#/x", host, cache=tmp_path) == 1
    Handler.pages.clear()
    assert resolve(f"http://{host}/b#/x", host, cache=tmp_path) == 1
    assert Handler.asked == ["/b"]


def test_a_cache_does_not_open_a_host(host: str, tmp_path: Path) -> None:
    Handler.pages["/b"] = b"x: 1"
    resolve(f"http://{host}/b", host, cache=tmp_path)
    with pytest.raises(Unresolved, match="another host"):
        resolve(f"http://{host}/b", "a.example", cache=tmp_path)


def test_content_is_kept_under_its_digest_and_checked(host: str, tmp_path: Path) -> None:
    Handler.pages["/b"] = b"x: 1"
    resolve(f"http://{host}/b", host, cache=tmp_path)
    kept = tmp_path / hashlib.sha256(b"x: 1").hexdigest()
    assert kept.read_bytes() == b"x: 1"
    kept.write_bytes(b"x: 2")
    assert resolve(f"http://{host}/b#/x", host, cache=tmp_path) == 1
    assert Handler.asked == ["/b", "/b"]


def test_a_cache_that_is_in_the_way_of_a_file_only_costs_time(host: str, tmp_path: Path) -> None:
    Handler.pages["/b"] = b"x: 1"
    cache = tmp_path / "file"
    cache.write_text("in the way")
    assert resolve(f"http://{host}/b#/x", host, cache=cache) == 1


@pytest.mark.parametrize("name", ["", "http://a.example", "a/b", "me@a.example", "a.example:x", "a b:99999"])
def test_what_is_no_host_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a host"):
        allowed_hosts([name])


def test_names_of_hosts_are_compared_without_case() -> None:
    assert allowed_hosts(["API.Example.com", "[::1]:8080"]) == {"api.example.com", "[::1]:8080"}


@pytest.mark.parametrize(("most", "fits"), [(5, True), (4, False)])
def test_a_body_has_as_many_bytes_as_are_allowed(most: int, *, fits: bool) -> None:
    body = chunks(BytesIO(b"a: 12"), Watch(60, 60, 100, lambda: 0.0), most, "it")
    if fits:
        assert b"".join(body) == b"a: 12"
    else:
        with pytest.raises(RemoteError, match="it has more than 4 bytes"):
            list(body)
