"""The layer over lightkube, beside a stand-in of a server that answers as it is told: what is final, how it watches."""

import base64
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.operator import watch
from mapper.programs.operator.codec import ConvertError
from mapper.programs.operator.kube import Conflict, Gone, Kube, SecretRefused
from mapper.programs.operator.outcome import Patch, SecretKey, SecretWrite, Target
from mapper.programs.operator.plugin import GroupVersionKind, Manifest
from mapper.programs.operator.references import Unavailable
from mapper.programs.operator.resource_kinds import ResourceKind
from mapper.programs.operator.watch import Key, Watching
from mapper.system.runner import OperatorOptions

from .cloud import program
from .support import refused

OWNER = {"apiVersion": "zoo/v1", "kind": "Thing", "metadata": {"name": "one", "uid": "u1"}}
GATE = GroupVersionKind("net.other.example.org", "v1", "Gate")


class StandIn:
    """A server with one answer to each method: a status, a type and a text. `asked` are paths, `sent` are bodies."""

    def __init__(self) -> None:
        self.results: dict[str, tuple[int, str | None, str]] = {}
        self.asked: list[str] = []
        self.sent: list[Any] = []
        own = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if body:
                    own.sent.append(json.loads(body))
                own.asked.append(f"{self.command} {self.path}")
                status, type_, text = own.results[self.command]
                self.send_response(status)
                if type_ is not None:
                    self.send_header("Content-Type", type_)
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_POST = do_PATCH = do_PUT = answer  # noqa: N815 - as the library calls them

            def log_message(self, *_: Any) -> None:
                """Nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def says(self, method: str, status: int, body: Any = None) -> None:
        found = body if body is not None else {"kind": "Status", "code": status, "message": f"no: {status}"}
        self.results[method] = status, "application/json", json.dumps(found)


@pytest.fixture(scope="module")
def one_server() -> Iterator[StandIn]:
    found = StandIn()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def server(one_server: StandIn) -> StandIn:
    """The server, which has been asked nothing and told nothing."""
    for told in (one_server.results, one_server.asked, one_server.sent):
        told.clear()
    return one_server


@pytest.fixture(scope="module")
def kubeconfig(one_server: StandIn, tmp_path_factory: pytest.TempPathFactory) -> Path:
    address = f"http://127.0.0.1:{one_server.server.server_address[1]}"
    config = {
        "apiVersion": "v1", "kind": "Config", "current-context": "own", "users": [{"name": "own", "user": {}}],
        "clusters": [{"name": "own", "cluster": {"server": address}}],
        "contexts": [{"name": "own", "context": {"cluster": "own", "user": "own"}}],
    }  # fmt: skip
    path = tmp_path_factory.mktemp("cluster") / "kubeconfig"
    path.write_text(json.dumps(config))
    return path


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[ResourceKind, ...]:
    return program(tmp_path_factory.mktemp("zoo")).kinds


@pytest.fixture(scope="module")
def kube(kubeconfig: Path, kinds: tuple[ResourceKind, ...]) -> Iterator[Kube]:
    found = Kube(OperatorOptions(kubeconfig=kubeconfig), kinds)
    yield found
    found.close()


@pytest.mark.parametrize("status", [400, 403, 422])
def test_what_a_server_refuses_is_said_of_the_object(server: StandIn, kube: Kube, status: int) -> None:
    for method in ("GET", "POST"):
        server.says(method, status)
    with pytest.raises(ConvertError, match=f"the secret default/s cannot be read: no: {status}"):
        kube.data("default", "s")
    with pytest.raises(SecretRefused, match=f"the secret default/s cannot be written: no: {status}"):
        kube.write_secret(OWNER, SecretWrite("default", "s", {"a": b"b"}))


BROKEN = [
    (429, "application/json", '{"kind": "Status", "code": 429, "message": "too many"}'),
    (500, "application/json", '{"kind": "Status", "code": 500}'),
    (500, "application/json", '{"kind": "Status"}'),
    (502, "text/html", "<h1>Bad gateway</h1>"),
    (503, None, ""),
    (200, "application/json", '{"kind": "Secret", "da'),
    (401, "application/json", '{"kind": "Status", "code": 401, "message": "expired"}'),
]


@pytest.mark.parametrize("answer", BROKEN, ids=str)
def test_a_server_that_cannot_answer_now_is_asked_again_later(server: StandIn, kube: Kube, answer: Any) -> None:
    server.results["GET"] = answer
    for ask in (
        lambda: kube.data("default", "s"),
        lambda: kube.get(GATE, "default", "north"),
        lambda: list(kube.select(GATE, "default", {"a": "b"})),
        lambda: kube.configuration(GATE, "gates", "default", "north"),
    ):
        with pytest.raises(Unavailable):
            ask()
    with pytest.raises(Unavailable):
        kube.write_password(OWNER, SecretKey("default", "s", "k"), "p")


NAMES = ["../../x", "a/b", "", "A", "a b", "a?watch=true", "é", "x" * 300]


@pytest.mark.parametrize("name", NAMES)
def test_what_no_object_can_be_called_is_never_a_part_of_an_address(server: StandIn, kube: Kube, name: str) -> None:
    server.says("GET", 200, {"items": []})
    assert kube.data("default", name) is None
    assert kube.get(GATE, "default", name) is None
    if name:
        assert kube.data(name, "s") is None
        assert kube.get(GATE, name, "north") is None
        assert list(kube.select(GATE, name, {})) == []
    assert server.asked == []


def test_kinds_of_other_providers_have_the_plurals_that_all_have(server: StandIn, kube: Kube) -> None:
    server.says("GET", 200, {"metadata": {"name": "north"}})
    assert kube.get(GATE, "default", "north") == {"metadata": {"name": "north"}}
    assert server.asked == ["GET /apis/net.other.example.org/v1/namespaces/default/gates/north"]


def test_each_kind_of_a_program_is_watched_from_a_version_on(server: StandIn, kube: Kube) -> None:
    told = [{"type": kind, "object": {"metadata": {"name": "one"}}} for kind in ("ADDED", "DELETED")]
    server.results["GET"] = (200, "application/json", "".join(f"{json.dumps(one)}\n" for one in told))
    for gvk in kube._classes:
        server.asked.clear()
        events = kube.watch(gvk, "7")
        seen = [next(events) for _ in told]  # after which it asks again
        assert [(what, resource["metadata"]["name"]) for what, resource in seen] == [
            ("ADDED", "one"),
            ("DELETED", "one"),
        ]
        assert "resourceVersion=7" in server.asked[0]
        assert "watch=true" in server.asked[0]


def secret(owner: str | None, **data: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": "s", "namespace": "default", "resourceVersion": "7"}
    if owner is not None:
        metadata["ownerReferences"] = [{"uid": owner, "controller": True}]
    encoded = {key: base64.b64encode(own.encode()).decode() for key, own in data.items()}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "data": encoded}


def test_a_secret_is_written_where_it_is_ours_and_not_as_it_should_be(server: StandIn, kube: Kube) -> None:
    given = SecretWrite("default", "s", {"a": b"b"})
    server.says("PATCH", 200, secret("u1", a="b"))
    for owner, value, writes in (("u1", "b", 0), ("u1", "c", 1)):
        server.asked.clear()
        server.says("GET", 200, secret(owner, a=value, more="theirs"))
        kube.write_secret(OWNER, given)
        assert len([one for one in server.asked if one.startswith("PATCH")]) == writes
    for foreign in ("u2", None):
        server.says("GET", 200, secret(foreign, a="c"))
        with pytest.raises(SecretRefused, match="the secret default/s belongs to another owner"):
            kube.write_secret(OWNER, given)


def test_a_password_is_written_where_there_is_none_and_nobody_else_is_in_charge(server: StandIn, kube: Kube) -> None:
    place = SecretKey("default", "s", "k")
    server.says("PATCH", 200, secret(None))
    for owner, data, writes in ((None, {"k": "there"}, 0), (None, {}, 1), ("u1", {}, 1)):
        server.asked.clear()
        server.says("GET", 200, secret(owner, **data))
        kube.write_password(OWNER, place, "p")
        assert len([one for one in server.asked if one.startswith("PATCH")]) == writes
    server.says("GET", 200, secret("u2"))
    with pytest.raises(SecretRefused):
        kube.write_password(OWNER, place, "p")
    server.says("GET", 200, secret(None))
    server.says("PATCH", 409)
    with pytest.raises(Conflict):
        kube.write_password(OWNER, place, "p")


@pytest.mark.parametrize("is_password", [True, False])
def test_a_secret_that_is_not_there_is_made(server: StandIn, kube: Kube, *, is_password: bool) -> None:
    server.says("GET", 404)
    server.says("POST", 201, secret("u1", k="p"))
    if is_password:
        kube.write_password(OWNER, SecretKey("default", "s", "k"), "p")
    else:
        kube.write_secret(OWNER, SecretWrite("default", "s", {"k": b"p"}))
    assert [one.split()[0] for one in server.asked] == ["GET", "POST"]


def test_a_record_is_written_again_but_not_to_another_object_of_the_name(
    server: StandIn, kube: Kube, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mapper.programs.operator.kube.time.sleep", lambda _: None)
    (gvk, *_) = kube._classes
    resource = {"metadata": {"name": "one", "namespace": "default", "uid": "u1", "resourceVersion": "7"}}
    record = Patch(Target.STATUS, {"status": {"atProvider": {}}}, is_record=True)
    server.says("PATCH", 409)
    for uid, error, tries in (("u1", Conflict, 6), ("u2", Gone, 1)):
        server.asked.clear()
        server.says("GET", 200, {"metadata": {**resource["metadata"], "uid": uid}})
        with pytest.raises(error):
            kube.write(gvk, resource, record)
        assert len([one for one in server.asked if one.startswith("PATCH")]) == tries


@pytest.mark.parametrize(
    "part", ["x/../namespaces/other/providerconfig", "Secret#", "a?watch=true", "../../../../api/v1", ""]
)
def test_no_part_of_a_kind_leads_out_of_its_address(server: StandIn, kube: Kube, part: str) -> None:
    for gvk, plural in (
        (GroupVersionKind("g.example.org", "v1", part), "things"),
        (GroupVersionKind("g.example.org", part, "Thing"), "things"),
        (GroupVersionKind(part or "/", "v1", "Thing"), "things"),
        (GroupVersionKind("g.example.org", "v1", "Thing"), f"{part}/"),
    ):
        with pytest.raises(ConvertError, match="is not a Kind"):
            kube.configuration(gvk, plural, "mine", "default")
    assert server.asked == []


def test_threads_may_decode_what_no_thread_has_decoded_before() -> None:
    ran = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


AT_ONCE = """
import sys, threading
sys.setswitchinterval(1e-6)
from lightkube.core import decoders
from mapper.programs.operator import kube
from mapper.programs.operator.plugin import GroupVersionKind
for number in range(20):
    made = kube._class(GroupVersionKind("g", "v1", f"Kind{number}"), f"kind{number}s", is_namespaced=True)
    start = threading.Barrier(8)
    def work():
        start.wait()
        decoders.decode_list(b'{"items": [{}], "metadata": {"resourceVersion": "1"}}', made)
        made({"metadata": {"name": "a", "ownerReferences": []}}).metadata
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


SECONDS = 60


class Server:
    """Does one step of a script for each list, then one for each watch of it; the last one stays."""

    def __init__(self, lists: list[Any], watches: list[Any]) -> None:
        self.lists, self.watches = lists, watches
        self.served: set[GroupVersionKind] = set()
        self.listed = threading.Semaphore(0)
        self.ended = threading.Event()

    def is_served(self, gvk: GroupVersionKind) -> bool:
        return gvk in self.served

    def objects(self, gvk: GroupVersionKind) -> tuple[list[Manifest], str]:
        del gvk
        step = self.lists.pop(0) if len(self.lists) > 1 else self.lists[0]
        self.listed.release()
        if isinstance(step, Exception):
            raise step
        return step, "1"

    def watch(self, gvk: GroupVersionKind, version: str) -> Iterator[tuple[str, Manifest]]:
        del gvk, version
        step = self.watches.pop(0) if self.watches else None
        if isinstance(step, Exception):
            raise step
        yield from step or ()
        if not self.watches:
            self.ended.wait(SECONDS)


class Told:
    """What was told, in order."""

    def __init__(self) -> None:
        self.news: list[str] = []
        self.left: list[str] = []
        self.step = threading.Condition()

    def changed(self, key: Key) -> None:
        with self.step:
            self.news.append("/".join(key[1:]).removeprefix("/"))
            self.step.notify_all()

    def gone(self, resource: Manifest) -> None:
        with self.step:
            self.left.append(resource["metadata"]["name"])
            self.step.notify_all()

    def until(self, holds: Callable[[], bool]) -> None:
        with self.step:
            assert self.step.wait_for(holds, SECONDS), (self.news, self.left)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_FIRST", 0.001)
    monkeypatch.setattr(watch, "_AWAITED", 0.01)


class Running:
    """A watch of one Kind while this lasts."""

    def __init__(self, server: Server, kinds: tuple[ResourceKind, ...]) -> None:
        self.server, self.told, self.stopping = server, Told(), threading.Event()
        self.watching = Watching(server, kinds[:1], self.told.changed, self.told.gone, self.stopping)

    def __enter__(self) -> Told:
        self.watching.start()
        return self.told

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self.server.ended.set()


def thing(name: str, generation: int = 1) -> Manifest:
    return {"metadata": {"name": name, "generation": generation, "uid": name}}


def test_what_is_there_and_what_changes_is_told_once(kinds: tuple[ResourceKind, ...]) -> None:
    events = [
        ("MODIFIED", thing("a")),
        ("ADDED", thing("b")),
        ("MODIFIED", thing("a", 2)),
        ("DELETED", thing("b")),
        ("ADDED", thing("b")),
    ]
    server = Server([[thing("a")]], [events])
    server.served.add(kinds[0].gvk)
    with Running(server, kinds) as told:
        told.until(lambda: told.news == ["a", "b", "a", "b"] and told.left == ["b"])


FAULTS = [
    refused(HTTPStatus.GONE),
    refused(HTTPStatus.TOO_MANY_REQUESTS),
    refused(HTTPStatus.INTERNAL_SERVER_ERROR),
    OSError("connection reset"),
    ValueError("no JSON"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize("where", ["list", "watch"])
def test_a_server_that_does_not_answer_for_a_while_is_asked_again(
    kinds: tuple[ResourceKind, ...], fault: Exception, where: str
) -> None:
    faults = [fault] * 5
    lists, watches = ([*faults, [thing("late")]], []) if where == "list" else ([[thing("late")]], faults)
    server = Server(lists, watches)
    server.served.add(kinds[0].gvk)
    with Running(server, kinds) as told:
        told.until(lambda: told.news == ["late"])
        for _ in range(6):
            assert server.listed.acquire(timeout=SECONDS)
    assert told.news == ["late"]


def test_a_kind_that_vanishes_is_waited_for_and_watched_again(
    kinds: tuple[ResourceKind, ...], caplog: pytest.LogCaptureFixture
) -> None:
    server = Server([[thing("a")], refused(HTTPStatus.NOT_FOUND), [thing("b")]], [OSError("ended")])
    with Running(server, kinds) as told:
        assert not server.listed.acquire(timeout=0.05)
        server.served.add(kinds[0].gvk)
        told.until(lambda: told.news == ["a", "b"])
    assert f"{kinds[0].gvk} is not defined any more" in caplog.text
    assert "1 of 1 Kinds are not defined in the cluster, and are waited for" in caplog.text


class Stop:
    """What stops a watch after so many waits; `waits` has their seconds."""

    def __init__(self, most: int) -> None:
        self.most, self.waits = most, list[float]()

    def is_set(self) -> bool:
        return len(self.waits) >= self.most

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)


def test_a_watch_that_fails_again_and_again_is_tried_less_and_less(
    kinds: tuple[ResourceKind, ...], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watch, "_FIRST", 1.0)
    monkeypatch.setattr(watch.random, "uniform", lambda _, high: high)
    told = Told()
    for lists, watches, waits in (
        ([OSError("no")], [], [1, 2, 4, 8, 16, 32, 60, 60]),
        ([[]], [[("ADDED", thing("a"))], *[OSError("no")] * 7], [1, 2, 4, 8, 16, 32, 60, 60]),
        ([[]], [[("ADDED", thing("a"))]] * 9, [1] * 8),
    ):
        stopping: Any = Stop(8)
        Watching(Server(lists, watches), kinds[:1], told.changed, told.gone, stopping)._watch(kinds[0].gvk)
        assert stopping.waits == waits
    assert {line.partition(" cannot be watched")[0] for line in caplog.messages} == {str(kinds[0].gvk)}


def test_kinds_that_are_not_defined_are_waited_for_and_told_once(
    kinds: tuple[ResourceKind, ...], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server([[]], [])
    watched: list[str] = []
    monkeypatch.setattr(Watching, "_watch", lambda _, gvk: watched.append(gvk.kind))
    caplog.set_level("INFO")
    stopping: Any = Stop(6)
    watching = Watching(server, kinds[:2], lambda _: None, lambda _: None, stopping)
    asked = server.is_served

    def is_served(gvk: GroupVersionKind) -> bool:
        server.served |= {kind.gvk for kind in kinds[: len(stopping.waits) - 2 if len(stopping.waits) > 2 else 0]}
        if not stopping.waits:
            raise OSError("no answer")
        return asked(gvk)

    monkeypatch.setattr(server, "is_served", is_served)
    watching._poll()
    missing = "{} of 2 Kinds are not defined in the cluster, and are waited for: kubectl apply -f package/crds"
    assert caplog.messages == [
        "it cannot be asked which Kinds there are: no answer",
        missing.format(2),
        missing.format(1),
        "all 2 Kinds are defined, and watched",
    ]
    assert len(stopping.waits) == 6
    assert sorted(watched) == sorted(kind.gvk.kind for kind in kinds[:2])
