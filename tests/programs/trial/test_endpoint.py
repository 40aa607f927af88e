"""A real API in place of the mock: asked for, with credentials, and held within limits whatever it answers."""

import gzip
import json
import socket
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.redaction import HIDDEN, Redactor
from mapper.programs.trial import endpoint as module
from mapper.programs.trial import session
from mapper.programs.trial.credentials import Credentials, Scheme, credentials, schemes
from mapper.programs.trial.endpoint import checked_address, endpoint
from mapper.programs.trial.provider.failure import Failure
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main

from .support import BAKERY, Client, connected, edit, write
from .test_session import shop

SECRET = "hunter2-is-a-secret"


class Api:
    """What was asked, and what is answered: a status, headers and a body, by a function of method and path."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.answer: Callable[[str, str], tuple[int, dict[str, str], bytes]] = lambda *_: (200, {}, b"{}")
        self.address = ""


@contextmanager
def listening() -> Iterator[Api]:
    api = Api()

    class Handler(BaseHTTPRequestHandler):
        def respond(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            api.asked.append((self.command, self.path, dict(self.headers)))
            status, headers, body = api.answer(self.command, self.path)
            self.send_response(status)
            for name, value in {"content-length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    api.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def api() -> Iterator[Api]:
    with listening() as found:
        yield found


NO_ONE = Credentials()


# the address


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("file:///etc/passwd", "is no address of an API"),
        ("ftp://api.example.com", "is no address of an API"),
        ("api.example.com", "is no address of an API"),
        ("https://", "is no address of an API"),
        ("https://api.example.com:99999", "is no address of an API"),
        ("https://api.example.com/\x1b[2J", "is no address of an API"),
        ("https://user:pass@api.example.com", "has no user, no query and no fragment"),
        ("https://api.example.com?key=1", "has no user, no query and no fragment"),
        ("https://api.example.com#x", "has no user, no query and no fragment"),
        ("http://api.example.com", "without encryption"),
        ("http://localhost.example.com", "without encryption"),
    ],
)
def test_what_is_no_address_of_an_api_is_one_message(address: str, reason: str) -> None:
    with pytest.raises(MappingError, match=reason):
        checked_address(address)


@pytest.mark.parametrize(
    "address", ["https://api.example.com/v1", "http://localhost:8080", "http://[::1]:1", "http://127.0.0.1/x/"]
)
def test_an_address_of_an_api_has_no_slash_at_its_end(address: str) -> None:
    assert checked_address(address) == address.rstrip("/")


# credentials

SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "inQuery": {"type": "apiKey", "in": "query", "name": "key"},
    "jar": {"type": "apiKey", "in": "cookie", "name": "session"},
    "basic-auth": {"type": "http", "scheme": "Basic"},
    "token": {"type": "http", "scheme": "bearer"},
    "flow": {"type": "oauth2", "flows": {}},
    "site": {"type": "openIdConnect"},
    "old": {"type": "basic"},
    "digest": {"type": "http", "scheme": "digest"},
    "body": {"type": "apiKey", "in": "body", "name": "key"},
    "nameless": {"type": "apiKey", "in": "header", "name": 3},
    "bad": {"type": "apiKey", "in": "header", "name": "X\r\nHost: evil"},
    "host": {"type": "apiKey", "in": "header", "name": "Host"},
    "other": {"type": "mutualTLS"},
    "none": None,
}


def test_each_scheme_has_a_variable_of_its_name() -> None:
    assert schemes({"components": {"securitySchemes": SCHEMES}}) == (
        Scheme("OASMAP_TRY_KEY", "header", "X-Key"),
        Scheme("OASMAP_TRY_INQUERY", "query", "key"),
        Scheme("OASMAP_TRY_JAR", "cookie", "session"),
        *(
            Scheme(f"OASMAP_TRY_{name}", "header", "Authorization", prefix)
            for name, prefix in (
                ("BASIC_AUTH", "Basic"), ("TOKEN", "Bearer"), ("FLOW", "Bearer"), ("SITE", "Bearer"), ("OLD", "Basic")
            )
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("scheme", "headers", "query"),
    [
        (Scheme("V", "header", "X-Key"), {"X-Key": SECRET}, ()),
        (Scheme("V", "query", "key"), {}, (("key", SECRET),)),
        (Scheme("V", "cookie", "session"), {"Cookie": f"session={SECRET}"}, ()),
        (Scheme("V", "header", "Authorization", "Bearer"), {"Authorization": f"Bearer {SECRET}"}, ()),
        (Scheme("V", "header", "Authorization", "Basic"), {"Authorization": "Basic aHVudGVyMi1pcy1hLXNlY3JldA=="}, ()),
    ],
)
def test_requests_carry_the_secret_of_a_variable(scheme: Scheme, headers: Any, query: Any) -> None:
    carried = credentials((scheme,), {"V": SECRET})
    assert (carried.headers, carried.query, carried.variables) == (headers, query, ("V",))
    assert credentials((scheme,), {"V": ""}) == NO_ONE


def test_credentials_of_swagger_are_known() -> None:
    (scheme,) = schemes({"swagger": "2.0", "securityDefinitions": {"a": {"type": "basic"}}})
    assert scheme == Scheme("OASMAP_TRY_A", "header", "Authorization", "Basic")


@pytest.mark.parametrize("root", [None, [], {"components": []}, {"components": {"securitySchemes": [1]}}])
def test_a_description_without_schemes_has_none(root: Any) -> None:
    assert schemes(root) == ()


# answers that mean harm


def test_a_request_carries_credentials_and_says_that_it_wants_json(api: Api) -> None:
    carried = Credentials({"X-Key": SECRET}, (("key", "a b"),))
    assert endpoint(api.address, carried)("POST", "/shops?x=1", {"name": "Crumb"}) == (200, {})
    ((method, path, headers),) = api.asked
    assert (method, path) == ("POST", "/shops?x=1&key=a+b")
    assert {name.lower(): value for name, value in headers.items()}["x-key"] == SECRET
    assert headers["Accept"] == "application/json"


def test_no_proxy_sees_what_goes_to_this_machine(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        endpoint(api.address, Credentials({"X-Key": SECRET}))("GET", "/shops", None)
        assert (len(api.asked), proxy.asked) == (1, [])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_no_redirect_is_followed(api: Api, method: str, status: int) -> None:
    with listening() as other:
        api.answer = lambda *_: (status, {"Location": f"{other.address}/steal"}, b"")
        with pytest.raises(Failure, match="no redirect is followed"):
            endpoint(api.address, Credentials({"X-Key": SECRET}))(method, "/shops", None)
        assert (len(api.asked), other.asked) == (1, [])


@pytest.mark.parametrize("location", ["file:///etc/passwd", "/shops/", "gopher://x"])
def test_no_redirect_leads_to_a_file_or_back(api: Api, location: str) -> None:
    api.answer = lambda *_: (302, {"Location": location}, b"")
    with pytest.raises(Failure):
        endpoint(api.address, NO_ONE)("GET", "/shops", None)
    assert len(api.asked) == 1


@pytest.mark.parametrize("status", [101, 300, 304])
def test_a_status_that_neither_does_nor_refuses_is_a_failure(api: Api, status: int) -> None:
    api.answer = lambda *_: (status, {}, b"")
    with pytest.raises(Failure, match=f"{status}: neither done nor refused"):
        endpoint(api.address, NO_ONE)("POST", "/shops", {})


def test_no_cookie_of_an_answer_is_sent(api: Api) -> None:
    api.answer = lambda *_: (200, {"Set-Cookie": "session=1; Path=/"}, b"{}")
    send = endpoint(api.address, NO_ONE)
    for _ in range(2):
        send("GET", "/shops", None)
    assert all("cookie" not in map(str.lower, headers) for _, _, headers in api.asked)


def test_an_answer_that_ends_before_its_length_is_a_failure(api: Api) -> None:
    api.answer = lambda *_: (201, {"content-length": "100", "connection": "close"}, b'{"id": "7"}')
    with pytest.raises(Failure, match="may have done it nevertheless"):
        endpoint(api.address, NO_ONE)("POST", "/shops", {})


def test_an_answer_without_end_is_cut_off(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGEST", 100_000)
    api.answer = lambda *_: (200, {}, b"[" + b"1," * 100_000)
    with pytest.raises(Failure, match="more than 100,000 bytes; the API may have done it nevertheless"):
        endpoint(api.address, NO_ONE)("GET", "/shops", None)


@pytest.mark.parametrize(
    ("status", "coding", "packed"),
    [
        (200, "gzip", gzip.compress),
        (404, "GZIP", gzip.compress),
        (200, "deflate", zlib.compress),
        (200, "identity", bytes),
    ],
)
def test_an_answer_that_is_compressed_unasked_is_read(api: Api, status: int, coding: str, packed: Any) -> None:
    api.answer = lambda *_: (status, {"content-encoding": coding}, packed(b'{"a": 1}'))
    assert endpoint(api.address, NO_ONE)("GET", "/shops", None) == (status, {"a": 1})


def test_an_answer_in_a_coding_that_is_not_known_is_a_text(api: Api) -> None:
    api.answer = lambda *_: (200, {"content-encoding": "br"}, gzip.compress(b"1"))
    assert isinstance(endpoint(api.address, NO_ONE)("GET", "/shops", None)[1], str)


def test_a_compressed_answer_is_as_limited_as_another(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGEST", 1000)
    api.answer = lambda *_: (200, {"content-encoding": "gzip"}, gzip.compress(b" " * 2000))
    with pytest.raises(Failure, match="more than 1,000 bytes"):
        endpoint(api.address, NO_ONE)("GET", "/shops", None)


def test_an_answer_that_takes_too_long_is_given_up(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0)
    with pytest.raises(Failure, match="it takes too long"):
        endpoint(api.address, NO_ONE)("POST", "/shops", {})
    assert api.asked == []


@pytest.mark.parametrize(
    "body", [b"[" * 500_000, b"\x1f\x8b" + b"\0" * 100, b"<html>", b'{"a": ' * 2000, b"1" * 5000, b"\xff\xfe"]
)
def test_what_is_no_json_is_a_text(api: Api, body: bytes) -> None:
    api.answer = lambda *_: (200, {"content-encoding": "gzip"}, body)
    status, value = endpoint(api.address, NO_ONE)("GET", "/shops", None)
    assert status == 200
    assert value == body.decode(errors="replace")


def test_a_server_that_is_not_there_is_a_failure(api: Api) -> None:
    with pytest.raises(Failure, match=r"POST /shops: .*refused"):
        endpoint("http://127.0.0.1:1", NO_ONE)("POST", "/shops", {})


# the command

SECURED = BAKERY.replace(
    "components:\n", "components:\n  securitySchemes: {main: {type: http, scheme: bearer}}\n"
).replace("openapi: 3.0.3\n", "openapi: 3.0.3\nservers: [{url: 'https://elsewhere.example.com'}]\n")


@pytest.fixture
def bakery(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(here, description=SECURED)
    monkeypatch.setenv("OASMAP_TRY_MAIN", SECRET)
    return here


def tried(monkeypatch: pytest.MonkeyPatch, address: str, act: Any, typed: str = "yes\n") -> int:
    """The exit code of `try` at a terminal where somebody types an answer; `act` gets a client of the provider."""

    class Terminal:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return typed

    def run(command: Any, environment: Any, _ending: Any) -> int:
        with connected(environment[session.VARIABLE]) as client:
            act(client)
        return 0

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(session, "run", run)
    return main(["try", "--endpoint", address, "openapi.yaml", "--", "something"])


def test_requests_go_to_the_endpoint_alone_each_is_shown_and_what_is_left_is_said(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    api.answer = lambda *_: (200, {}, json.dumps({"id": "7", "name": "Crumb", "motto": "m"}).encode())
    tried(monkeypatch, api.address, lambda client: client.apply(shop(client), {"name": "Crumb"}))
    err = capsys.readouterr().err
    assert [(method, path) for method, path, _ in api.asked] == [("POST", "/shops")]
    assert api.asked[0][2]["Authorization"] == f"Bearer {SECRET}"
    assert err.splitlines() == [
        f"This is a preview of bakery against {api.address}, and no provider to publish.",
        "Credentials are from OASMAP_TRY_MAIN.",
        f"Requests go to {api.address}, and change real objects there. Type yes to go on: POST /shops 200",
        "Created and not destroyed: 1 object. They still exist.",
        "  bakery_shop 7, by POST /shops: 200",
    ]


@pytest.mark.parametrize("typed", ["", "\n", "y\n", "no\n", "Yes, I do\n"])
def test_without_a_yes_nothing_happens(bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    def act(_client: Client) -> None:
        raise AssertionError("it goes on")

    assert tried(monkeypatch, api.address, act, typed) == 1
    assert api.asked == []


def test_without_a_terminal_it_is_refused_with_what_to_do(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", (bakery / "openapi.yaml").open())
    assert main(["try", "--endpoint", api.address, "openapi.yaml", "--", "true"]) == 1
    assert "error: --endpoint asks a question, and there is no terminal; run this" in capsys.readouterr().err


def test_where_others_could_use_the_provider_it_is_refused_with_what_to_do(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def act(_client: Client) -> None:
        raise AssertionError("it goes on")

    monkeypatch.delattr(socket, "AF_UNIX")
    assert tried(monkeypatch, api.address, act) == 1
    assert "as you; run this on Linux, macOS or WSL, or leave --endpoint out" in capsys.readouterr().err
    assert api.asked == []


def test_a_missing_credential_is_named(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OASMAP_TRY_MAIN")
    tried(monkeypatch, api.address, lambda _: None)
    assert "No credentials: set OASMAP_TRY_MAIN." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, json.dumps({"errors": [f"the token {SECRET} is old"]})),
        (500, f"boom: Authorization: Bearer {SECRET}\x1b[2J"),
        (400, json.dumps([{"detail": SECRET}])),
        (200, json.dumps({"id": "1", "name": [SECRET]})),
        (200, json.dumps({"id": "1", "name": {"x": f"Bearer {SECRET}"}})),
    ],
)
def test_secrets_and_control_characters_of_answers_are_shown_nowhere(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int, body: str
) -> None:
    api.answer = lambda *_: (status, {}, body.encode())
    seen: list[str] = []
    tried(monkeypatch, api.address, lambda client: seen.extend(client.apply(shop(client), {"name": "Crumb"})[1]))
    said = capsys.readouterr().err + "".join(seen)
    assert seen
    assert SECRET not in said
    assert "\x1b" not in said


@pytest.mark.parametrize("body", ["{}", '{{"errors": ["{}"]}}', '["{}"]'])
def test_a_secret_at_the_end_of_what_is_shown_leaves_no_character_of_itself(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    seen: list[str] = []

    def act(client: Client) -> None:
        for before in (*range(250, 310, 8), *range(370, 410, 8)):
            api.answer = lambda *_: (400, {}, body.format("~" * before + SECRET + "~" * 900).encode())  # noqa: B023
            seen.extend(client.apply(shop(client), {"name": "Crumb"})[1])

    tried(monkeypatch, api.address, act)
    lines = [line for line in (*capsys.readouterr().err.splitlines(), *seen) if "~" in line]
    assert len(lines) == 26
    for line in lines:
        rest = line[line.index("~") :].replace("~", "")
        assert HIDDEN.startswith(rest), line


@pytest.mark.parametrize("end", range(0, 50, 7))
def test_a_secret_at_the_end_of_what_is_read_of_a_long_answer_leaves_no_character_of_itself(end: int) -> None:
    secret = "".join(chr(0x4E00 + i) for i in range(4000))
    shown = Redactor(secret).beginning("~" * end + secret * 60, 300)
    assert set(shown) <= {"~", *HIDDEN}
    assert HIDDEN in shown


def test_values_of_an_answer_without_its_object_are_shown_nowhere(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []

    def act(client: Client) -> None:
        for answer in (["new-token"], "new-token", [{"token": "new-token"}]):
            api.answer = lambda *_: (201, {}, json.dumps(answer).encode())  # noqa: B023
            seen.extend(client.apply(shop(client), {"name": "Crumb"})[1])

    tried(monkeypatch, api.address, act)
    assert len(seen) == 3
    assert seen[0] == "pointer create: the body is no object in a list"
    assert "new-token" not in capsys.readouterr().err + "".join(seen)


def test_a_sensitive_value_that_the_api_repeats_is_shown_nowhere(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(
        bakery / "generator_config.yml",
        "        aliases:\n          shop_id",
        "        overrides: {motto: {sensitive: true}}\n        aliases:\n          shop_id",
    )
    api.answer = lambda *_: (422, {}, json.dumps({"errors": ["the motto 'open sesame' is known"]}).encode())
    seen: list[str] = []
    values = {"name": "Crumb", "motto": "open sesame"}
    tried(monkeypatch, api.address, lambda client: seen.extend(client.apply(shop(client), values)[1]))
    assert seen == ["http 422: create: POST /shops: the motto '(sensitive)' is known"]
    assert "open sesame" not in capsys.readouterr().err


def test_what_was_created_by_half_is_said(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    api.answer = lambda method, _: (201, {}, b"{}") if method == "POST" else (503, {}, b"")
    tried(monkeypatch, api.address, lambda client: client.apply(shop(client), {"name": "Crumb"}))
    assert [method for method, _, _ in api.asked].count("POST") == 1
    assert capsys.readouterr().err.splitlines()[-1] == "  bakery_shop (no id is known), by POST /shops: 201"


def test_a_request_without_a_usable_answer_is_said_as_well(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    api.answer = lambda *_: (304, {}, b"")
    errors: list[str] = []
    tried(monkeypatch, api.address, lambda client: errors.extend(client.apply(shop(client), {"name": "Crumb"})[1]))
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "neither done nor refused" in line]
    assert line.partition("Type yes to go on: ")[2] in errors[0]


@pytest.mark.parametrize("identity", ["", ".", ".."])
def test_an_identity_that_would_lead_to_another_path_is_refused(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, identity: str
) -> None:
    seen: list[str] = []
    state = {"id": identity, "name": "Crumb", "motto": None}
    tried(monkeypatch, api.address, lambda client: seen.extend(client.apply(shop(client), None, state)[1]))
    assert api.asked == []
    assert "would lead to another path" in seen[0]


@pytest.mark.parametrize("value", ['"\\ud800"', "1e999", "NaN", '{"a": 1}', "null"])
def test_values_that_no_state_can_hold_are_diagnostics(
    bakery: Path, api: Api, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    api.answer = lambda *_: (200, {}, f'{{"id": {value}, "name": "Crumb", "motto": "m"}}'.encode())
    seen: list[Any] = []
    tried(monkeypatch, api.address, lambda client: seen.append(client.apply(shop(client), {"name": "Crumb"})))
    assert len(seen) == 1  # no call of the protocol breaks
