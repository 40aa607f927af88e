"""Real providers and a whole API server: what restarts, kills and refusals do to objects and to what they stand for."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ...crossplane.peers.cluster import cluster
from ...crossplane.peers.server import Missing, Server
from ...tfplugin.peers import peer
from .loop import Loop

pytestmark = pytest.mark.peer

Data = dict[str, Any]
PENDING = "crossplane.io/external-create-pending"
TIME = """\
name: time
resource_metadata:
  - {terraform_name: time_offset, external_name: {mode: identifier_from_provider}, number_int: [offset_days, day]}
  - {terraform_name: time_sleep, external_name: {mode: identifier_from_provider}}
"""
LOCAL = """\
name: local
resource_metadata:
  - {terraform_name: local_file, external_name: {mode: identifier_from_provider}}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("real") / "server"
    try:
        with cluster(folder) as found:
            body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}}
            assert found.ask("POST", "/api/v1/namespaces", body).status in (201, 409)
            yield found, folder
    except Missing as missing:
        pytest.skip(str(missing))


@contextmanager
def operating(server: tuple[Server, Path], folder: Path, name: str, config: str, *options: str) -> Iterator[Loop]:
    """The operator with a real provider, as it is after it has started."""
    own = folder / name
    own.mkdir()
    loop = Loop(server[0], own, config=config, real=peer(name))
    loop.kubeconfig = server[1] / "kubeconfig"
    try:
        loop.start(*options)
        yield loop
    finally:
        loop.kill()
        for kind in loop.definitions:  # a test that failed leaves objects
            for own in loop.server.ask("GET", loop.path(kind)).data.get("items", ()):
                loop.patch(kind, own["metadata"]["name"], {"metadata": {"finalizers": []}})
        server[0].drop(loop.every)


def restarted(loop: Loop, kind: str, name: str, given: Data) -> None:
    """Stop, change, start."""
    assert loop.stop() == 0
    loop.patch(kind, name, {"spec": {"forProvider": given}})
    loop.start()


def seen(loop: Loop, kind: str, name: str) -> Data:
    return dict((loop.get(kind, name) or {}).get("status", {}).get("atProvider") or {})


def annotation(loop: Loop, kind: str, name: str, key: str = PENDING) -> str:
    return str(((loop.get(kind, name) or {})["metadata"].get("annotations") or {}).get(key, ""))


def events(loop: Loop, name: str) -> list[str]:
    items = loop.server.ask("GET", "/api/v1/namespaces/default/events").data["items"]
    return [own["message"] for own in items if own["involvedObject"]["name"] == name]


def gone(loop: Loop, kind: str, *names: str) -> None:
    for name in names:
        loop.delete(kind, name)
    loop.until("they are gone", lambda: not any(loop.get(kind, name) for name in names))


def test_a_change_that_was_made_while_the_operator_was_down_is_applied(
    server: tuple[Server, Path], tmp_path: Path
) -> None:
    with operating(server, tmp_path, "time", TIME) as loop:
        loop.apply("Offset", "one", {"forProvider": {"baseRfc3339": "2020-01-01T00:00:00Z", "offsetDays": 1}})
        loop.until("it is ready", lambda: loop.ready("Offset", "one"))
        assert seen(loop, "Offset", "one")["rfc3339"] == "2020-01-02T00:00:00Z"
        restarted(loop, "Offset", "one", {"offsetDays": 100})
        loop.until("it is applied", lambda: seen(loop, "Offset", "one").get("rfc3339") == "2020-04-10T00:00:00Z")
        (told,) = (text for text in events(loop, "one") if "is updated" in text)
        assert told == "The external resource is updated: spec.forProvider.offsetDays"
        gone(loop, "Offset", "one")


@pytest.mark.parametrize("policy", ["refuse", "recreate"])
def test_a_replacement_is_refused_or_made_after_a_restart_as_before_it(
    server: tuple[Server, Path], tmp_path: Path, policy: str
) -> None:
    config = LOCAL.replace("provider}}", f"provider}}, replace: {policy}}}")
    path = tmp_path / "a"
    with operating(server, tmp_path, "local", config) as loop:
        loop.apply("File", "one", {"forProvider": {"filename": str(path), "content": "one"}})
        loop.until("it is ready", lambda: loop.ready("File", "one"))
        restarted(loop, "File", "one", {"content": "two"})
        if policy == "recreate":
            loop.until("it is replaced", lambda: path.exists() and path.read_text() == "two")
            loop.until("it is ready", lambda: loop.ready("File", "one"))
        else:
            refused = ("False", "ReplaceRequired")
            loop.until("it is refused", lambda: loop.condition("File", "one", "Synced") == refused)
            assert (path.read_text(), seen(loop, "File", "one")["content"]) == ("one", "one")
        gone(loop, "File", "one")
        assert not path.exists()


def test_an_object_that_gets_another_identity_forgets_nothing_and_takes_nothing_over(
    server: tuple[Server, Path], tmp_path: Path
) -> None:
    own, foreign = tmp_path / "own", tmp_path / "foreign"
    foreign.write_text("same")
    with operating(server, tmp_path, "local", LOCAL) as loop:
        loop.apply("File", "one", {"forProvider": {"filename": str(own), "content": "same"}})
        loop.until("it is ready", lambda: loop.ready("File", "one"))
        restarted(loop, "File", "one", {"filename": str(foreign)})
        refused = ("False", "ReplaceRequired")
        loop.until("it is refused", lambda: loop.condition("File", "one", "Synced") == refused)
        assert loop.stop() == 0
        loop.delete("File", "one")
        loop.start()
        loop.until("it is gone", lambda: loop.get("File", "one") is None)
        assert (own.exists(), foreign.read_text()) == (False, "same")


def kill_provider(loop: Loop) -> int:
    """End the processes of the provider, which are those of its program; how many there were."""
    found = 0
    for entry in Path("/proc").iterdir():
        try:
            is_one = entry.name.isdecimal() and (entry / "exe").readlink() == loop.program
        except OSError:
            continue
        if is_one:
            os.kill(int(entry.name), signal.SIGKILL)
            found += 1
    return found


@pytest.mark.parametrize("fault", ["killed", "too late"])
def test_a_creation_that_nobody_answered_is_not_sent_again_by_itself(
    server: tuple[Server, Path], tmp_path: Path, fault: str
) -> None:
    options = ["--timeout", "4s"] if fault == "too late" else []
    with operating(server, tmp_path, "time", TIME, *options) as loop:
        loop.apply("Sleep", "one", {"forProvider": {"createDuration": "25s"}})
        loop.until("it is announced", lambda: annotation(loop, "Sleep", "one"))
        if fault == "killed":
            time.sleep(1)
            assert kill_provider(loop) > 0
        unknown = ("False", "CreationIncomplete")
        loop.until("nobody knows", lambda: loop.condition("Sleep", "one", "Synced") == unknown)
        first = annotation(loop, "Sleep", "one")  # on a slow machine, not the first: what was never sent goes on
        loop.annotate("Sleep", "one", reconcile_requested_at="now")
        loop.until("a pass", lambda: (loop.get("Sleep", "one") or {})["status"].get("lastHandledReconcileAt"))
        assert loop.condition("Sleep", "one", "Synced") == unknown
        assert annotation(loop, "Sleep", "one") == first
        loop.annotate("Sleep", "one", external_create_pending=None)
        loop.until("a person lets it go on", lambda: annotation(loop, "Sleep", "one") not in ("", first))
        assert loop.condition("Sleep", "one", "Synced") != unknown


@pytest.mark.soak
def test_a_creation_that_fails_is_tried_once_a_minute_at_most(server: tuple[Server, Path], tmp_path: Path) -> None:
    with operating(server, tmp_path, "local", LOCAL) as loop:
        loop.apply("File", "one", {"forProvider": {"filename": "/proc/nope/w4", "content": "x"}})
        refused = ("False", "CannotCreate")
        loop.until("it is refused", lambda: loop.condition("File", "one", "Synced") == refused)
        attempts, end = set(), time.monotonic() + 50
        while time.monotonic() < end:
            attempts.add(annotation(loop, "File", "one"))
            loop.patch("File", "one", {"metadata": {"labels": {"touched": str(len(attempts))}}})
            time.sleep(0.2)
        assert len(attempts) == 1
        gone(loop, "File", "one")


def test_after_a_kill_only_what_was_sent_waits_for_a_person(server: tuple[Server, Path], tmp_path: Path) -> None:
    names = [f"f{number}" for number in range(40)]
    with operating(server, tmp_path, "local", LOCAL) as loop:
        for name in names:
            loop.apply("File", name, {"forProvider": {"filename": str(tmp_path / name), "content": name}})
        loop.until("some are made", lambda: sum((tmp_path / name).exists() for name in names) > 5)
        loop.kill()
        announced = {name for name in names if annotation(loop, "File", name)}
        made = {name for name in names if (tmp_path / name).exists()}
        loop.start()

        def settled() -> bool:
            states = {loop.condition("File", name, "Synced")[1] for name in names}
            return states <= {"ReconcileSuccess", "CreationIncomplete"}

        loop.until("all are ready, or say that nobody knows", settled)
        waiting = {name for name in names if loop.condition("File", name, "Synced")[1] == "CreationIncomplete"}
        assert waiting <= announced
        assert len(waiting - made) <= 2  # the calls that were under way: the size of the pool
        for name in waiting:
            loop.annotate("File", name, external_create_pending=None, external_create_succeeded=None)
        loop.until("all are ready", lambda: all(loop.ready("File", name) for name in names))
        gone(loop, "File", *names)
        assert not any((tmp_path / name).exists() for name in names)
