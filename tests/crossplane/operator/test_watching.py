"""Watches: what changes is told once, and whatever a server does, it is asked again later."""

import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import pytest

from mapper.crossplane.operator import watch
from mapper.crossplane.operator.plugin import GroupVersionKind, Manifest
from mapper.crossplane.operator.resource_kinds import ResourceKind
from mapper.crossplane.operator.watch import Key, Watching

from .cloud import program
from .support import refused

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
            self.news.append(key[2])
            self.step.notify_all()

    def gone(self, resource: Manifest) -> None:
        with self.step:
            self.left.append(resource["metadata"]["name"])
            self.step.notify_all()

    def until(self, holds: Callable[[], bool]) -> None:
        with self.step:
            assert self.step.wait_for(holds, SECONDS), (self.news, self.left)


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[ResourceKind, ...]:
    return program(tmp_path_factory.mktemp("zoo")).kinds


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
