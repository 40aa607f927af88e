"""The parts of the operator that need no server: elections, what it serves, its command line."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from mapper.crossplane.runtime.election import DURATION, Election
from mapper.crossplane.runtime.pool_state import PoolState
from mapper.crossplane.runtime.served import Served
from mapper.diagnostics import MappingError
from mkdocs_oasmap.cli import main

from ...tfplugin.fake import program

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class Leases:
    """One lease."""

    def __init__(self) -> None:
        self.found: dict[str, Any] | None = None
        self.version = 0
        self.known = True

    def has_leases(self, _: str) -> bool:
        return self.known

    def lease(self, *_: str) -> dict[str, Any] | None:
        return self.found

    def put_lease(self, lease: dict[str, Any]) -> bool:
        if self.found is not None and lease["metadata"].get("resourceVersion") != str(self.version):
            return False
        self.version += 1
        self.found = {**lease, "metadata": {**lease["metadata"], "resourceVersion": str(self.version)}}
        return True


def candidates(count: int) -> tuple[Leases, list[Election]]:
    leases = Leases()
    return leases, [Election(leases, ("default", "oasmap"), threading.Event()) for _ in range(count)]


def test_one_of_several_holds_the_lease_until_it_no_longer_renews_it() -> None:
    leases, (first, second, third) = candidates(3)
    assert [one.tried(NOON) for one in (first, second, third)] == [True, False, False]
    later = NOON + timedelta(seconds=DURATION - 1)
    assert [one.tried(later) for one in (first, second, third)] == [True, False, False]
    gone = later + timedelta(seconds=DURATION + 1)
    assert [one.tried(gone) for one in (third, second)] == [True, False]
    assert not first.tried(gone + timedelta(seconds=1))
    assert leases.found is not None
    assert leases.found["spec"]["holderIdentity"] == third.identity


def test_a_lease_that_is_given_back_is_taken_at_once() -> None:
    _, (first, second) = candidates(2)
    assert first.tried(NOON)
    first.resign()
    assert second.tried(NOON)


def test_who_was_overtaken_does_not_hold_the_lease() -> None:
    leases, (first, second) = candidates(2)
    stale = Leases()
    assert first.tried(NOON)
    stale.found = {"metadata": {"resourceVersion": "0"}, "spec": {}}
    second._cluster = _Stale(leases, stale)  # type: ignore[assignment]
    assert not second.tried(NOON)


class _Stale(Leases):
    """Reads what was there before, and writes what is there now."""

    def __init__(self, now: Leases, before: Leases) -> None:
        super().__init__()
        self.now, self.before = now, before

    def lease(self, *_: str) -> dict[str, Any] | None:
        return self.before.found

    def put_lease(self, lease: dict[str, Any]) -> bool:
        return self.now.put_lease(lease)


def test_a_server_without_leases_has_no_election() -> None:
    leases, (first, second) = candidates(2)
    leases.known = False
    assert first.won()
    assert second.won()


def test_what_an_operator_does_is_served() -> None:
    state = PoolState(5, 1, 0, 0, 0.0)
    served = Served(lambda: state, [1, 2])
    for result in ("done", "done", "failed"):
        served.count(result)
    with served.at(("127.0.0.1", 0)) as port:

        def get(path: str) -> str:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return str(answer.read().decode())

        assert 'oasmap_reconciles_total{result="done"} 2\n' in get("/metrics")
        assert "oasmap_queue_length 2\n" in get("/metrics")
        assert "oasmap_pool_size 5\n" in get("/metrics")
        assert get("/pool").startswith('{"size": 5')
        assert get("/healthz") == "ok\n"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get("/etc/passwd")
        with pytest.raises(MappingError, match="metrics cannot be served"), served.at(("127.0.0.1", port)):
            pass


WRONG = [
    (["--sync", "soon"], 2, "'soon' is no duration"),
    (["--sync", "0s"], 2, "is no duration"),
    (["--metrics", "here"], 2, "'here' is no address"),
    (["--metrics", ":99999"], 2, "is no address"),
    (["--lease", "x"], 2, "is no NAMESPACE/NAME"),
    (["--pool-size", "0"], 2, "pool-size"),
    (["--kubeconfig", "none"], 1, "the cluster cannot be used"),
]


@pytest.mark.parametrize(("arguments", "code", "text"), WRONG)
def test_a_wrong_command_line_and_a_cluster_that_is_not_there_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], code: int, text: str,
) -> None:  # fmt: skip
    pytest.importorskip("lightkube")
    monkeypatch.chdir(tmp_path)
    program(tmp_path)
    assert main(["operator", "--plugin-path", "./terraform-provider-fake", *arguments]) == code
    told = capsys.readouterr().err
    assert text in told
    assert "Traceback" not in told


NEWS: list[tuple[dict[str, Any], bool]] = [
    ({"generation": 2}, True),
    ({"deletionTimestamp": "2030-01-01T00:00:00Z"}, True),
    ({"labels": {"a": "b"}}, True),
    ({"resourceVersion": "9", "managedFields": []}, False),
    ({"annotations": {"crossplane.io/external-create-pending": "2"}}, False),
    (
        {"annotations": {"crossplane.io/external-create-pending": "1", "crossplane.io/external-create-failed": "2"}},
        False,
    ),
    ({"annotations": {}}, True),
    ({"annotations": {"crossplane.io/external-create-pending": "1", "crossplane.io/external-name": "a"}}, True),
    ({"annotations": {"crossplane.io/external-create-pending": "1", "crossplane.io/paused": "true"}}, True),
]


@pytest.mark.parametrize(("change", "is_news"), NEWS)
def test_what_others_change_is_news_and_what_a_pass_writes_each_time_is_not(
    change: dict[str, Any], is_news: bool
) -> None:
    pytest.importorskip("lightkube")
    from mapper.crossplane.runtime.operator import _asked

    before = {"uid": "u", "generation": 1, "annotations": {"crossplane.io/external-create-pending": "1"}}
    assert (_asked({**before, **change}) != _asked(before)) == is_news
