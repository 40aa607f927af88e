"""The parts of the operator that need no server: elections, what it serves, what is news to it, its command line."""

import logging
import signal
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from mapper.programs.operator import election, metrics_server, operator
from mapper.programs.operator.election import DEADLINE, DURATION, EVERY, Election
from mapper.programs.operator.metrics_server import Served
from mapper.programs.operator.outcome import Patch, Target
from mapper.programs.operator.plugin import Manifest, PluginIndexError
from mapper.programs.operator.provider_index import choose
from mapper.programs.operator.provider_pool import PoolState, PoolStopped
from mapper.programs.operator.watch import is_news, request_digest
from mapper.programs.operator.work_queue import ConfigKey
from mapper.programs.provider_process.source import Found
from mapper.report.diagnostic import MappingError, Problem
from mapper.system.runner import OperatorOptions, ProviderOptions
from mkdocs_oasmap.cli import main

from ...signalled import ends_at_any_line
from ..provider_process.fake import program


def test_what_an_operator_does_is_served() -> None:
    served = Served(lambda: PoolState(5, 1, 0, 0), [1, 2])
    for result in ("done", "done", "failed"):
        served.count(result)
    with served.at(("127.0.0.1", 0)) as port:

        def get(path: str) -> str:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return str(answer.read().decode())

        lines = get("/metrics").splitlines()
        named = [line.split()[2] for line in lines if line.startswith("# TYPE")]
        values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        assert len(named) == len(set(named))
        kinds = {line.split()[2]: line.split()[3] for line in lines if line.startswith("# TYPE")}
        assert kinds == {name: "counter" if name.endswith("_total") else "gauge" for name in named}
        assert {name.partition("{")[0] for name in values} == set(named)
        assert values['oasmap_reconciles_total{result="done"}'] == values["oasmap_queue_length"] == "2"
        assert float(values["oasmap_pool_size"]) == 5
        assert get("/healthz") == "ok\n"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get("/etc/passwd")
        with pytest.raises(MappingError, match="metrics cannot be served"), served.at(("127.0.0.1", port)):
            pass


def test_a_client_that_never_ends_its_request_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_server, "SECONDS", 0.2)
    served = Served(lambda: PoolState(5, 1, 0, 0), [])
    with served.at(("127.0.0.1", 0)) as port:
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(metrics_server.CONNECTIONS)]
        for one in slow:
            one.sendall(b"GET /metr")
        while any(one.recv(1) for one in slow):  # each is ended by the server
            pass
        for one in slow:
            one.close()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.read() == b"ok\n"


WRONG = [
    (["--sync", "soon"], 2, "'soon' is not a duration"),
    (["--sync", "0s"], 2, "is not a duration"),
    (["--metrics", "here"], 2, "'here' is not an address"),
    (["--metrics", ":65536"], 2, "is not an address"),
    (["--metrics", ":99999"], 2, "is not an address"),
    (["--pool-size", "1001"], 2, "pool-size"),
    (["--lease", "/b"], 2, "is not a NAMESPACE/NAME"),
    (["--lease", "a/"], 2, "is not a NAMESPACE/NAME"),
    (["--lease", "a/b/c"], 2, "is not a NAMESPACE/NAME"),
    (["--lease", "x"], 2, "is not a NAMESPACE/NAME"),
    (["--pool-size", "0"], 2, "pool-size"),
    (["--kubeconfig", "none"], 1, "the cluster cannot be used"),
]


@pytest.mark.parametrize(("arguments", "code", "text"), WRONG)
def test_a_wrong_command_line_and_a_cluster_that_is_not_there_are_told(
    here: Path, capsys: pytest.CaptureFixture[str],
    arguments: list[str], code: int, text: str,
) -> None:  # fmt: skip
    program(here)
    assert main(["operator", "--plugin-path", "./terraform-provider-fake", *arguments]) == code
    told = capsys.readouterr().err
    assert text in told
    assert "Traceback" not in told


OPTIONS: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    (["--sync", "1h30m"], {"sync": 5400.0}),
    (["--sync", "1.5h"], {"sync": 5400.0}),
    (["--sync", "2m5s"], {"sync": 125.0}),
    (["--timeout", "90s"], {}),  # of the provider
    (["--grace", "1m"], {"grace": 60.0}),
    (["--pool-size", "1000", "--workers", "1"], {"size": 1000, "workers": 1}),
    (["--metrics", ":0"], {"metrics": ("127.0.0.1", 0)}),
    (["--metrics", "localhost:65535"], {"metrics": ("localhost", 65535)}),
    (["--lease", "a/b"], {"lease": ("a", "b")}),
    (["--namespace", "a", "--kubeconfig", "k", "--context", "c"],
     {"namespace": "a", "kubeconfig": Path("k"), "context": "c"}),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "expected"), OPTIONS, ids=str)
def test_an_operator_does_what_its_command_line_says(
    arguments: list[str], expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[OperatorOptions] = []

    class Runner:
        def operate(self, _provider: ProviderOptions, options: OperatorOptions) -> None:
            given.append(options)

    monkeypatch.setattr("mkdocs_oasmap.cli.operator.runner", lambda *_: Runner())
    assert main(["operator", "--plugin-path", "./terraform-provider-fake", *arguments]) == 0
    (options,) = given
    assert options == OperatorOptions(**expected, step=options.step)


NEWS: list[tuple[dict[str, Any], bool]] = [
    ({"generation": 2}, True),
    ({"deletionTimestamp": "2030-01-01T00:00:00Z"}, True),
    ({"labels": {"a": "b"}}, False),
    ({"annotations": {"crossplane.io/external-create-pending": "1", "of": "others"}}, False),
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


@pytest.mark.parametrize(("change", "expected"), NEWS)
def test_what_others_change_is_news_and_what_a_pass_writes_each_time_is_not(
    change: dict[str, Any], expected: bool
) -> None:
    before = {"uid": "u", "generation": 1, "annotations": {"crossplane.io/external-create-pending": "1"}}
    assert is_news(request_digest(before), request_digest({**before, **change})) == expected
    assert is_news(None, request_digest(before))


def test_the_announcement_of_a_creation_is_no_news_and_its_removal_is() -> None:
    announced = request_digest({"uid": "u", "annotations": {"crossplane.io/external-create-pending": "1"}})
    assert not is_news(request_digest({"uid": "u"}), announced)
    assert is_news(announced, request_digest({"uid": "u"}))


def test_an_operator_that_another_takes_over_from_writes_only_what_must_not_be_lost() -> None:
    class Cluster:
        def __init__(self) -> None:
            self.written: list[Patch] = []

        def write(self, _gvk: object, resource: Manifest, patch: Patch) -> Manifest:
            self.written.append(patch)
            return resource

    cluster: Any = Cluster()
    choice: Any = SimpleNamespace(start=None)
    begun = operator.Operator(choice, OperatorOptions(size=1), choice, cluster)
    kind: Any = None
    record, status = Patch(Target.STATUS, {"a": 1}, is_record=True), Patch(Target.STATUS, {"b": 1})
    for expected in ([record, status], [record]):
        cluster.written.clear()
        begun._apply_patches(kind, {"metadata": {"name": "one"}}, (record, status))
        assert cluster.written == expected
        begun.abandon()
    assert begun.queue.take() is None
    with pytest.raises(PoolStopped), begun.pool.lease(ConfigKey("a"), "one"):
        pass


def test_what_may_take_long_is_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Semaphore(0)

    class Cluster:
        """Serves no Kind, and has no leases."""

        def __init__(self, *_: object) -> None:
            pass

        def is_served(self, _gvk: object) -> bool:
            asked.release()
            return False

        def has_leases(self, _namespace: str) -> bool:
            return False

        def close(self) -> None:
            steps.append("closed")

    steps: list[str] = []

    @contextmanager
    def step(text: str) -> Iterator[None]:
        steps.append(text)
        yield

    monkeypatch.setattr(operator, "Kube", Cluster)
    path = program(tmp_path)
    options = OperatorOptions(size=1, lease=("here", "one"), step=step)
    choice = choose(ProviderOptions(str(path), tmp_path))
    operator.operate(choice, options, until=lambda: [asked.acquire(timeout=SECONDS) for _ in range(2)])
    assert [text.partition(" registry")[0] for text in steps] == [
        "asking the provider",
        "connecting to the cluster",
        "waiting for the lease here/one",
        "finishing the passes in progress",
        "closed",
    ]


def test_an_operator_without_a_lease_or_an_overlay_tells_so(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Other:
        """An election that is lost at once, and the cluster that it is in."""

        def __init__(self, *_: object) -> None:
            self.lost = threading.Event()
            self.lost.set()

        def won(self) -> bool:
            done.append("asked")
            return False

        def resign(self) -> None:
            done.append("resigned")

        def close(self) -> None:
            done.append("closed")

    choice: Any = SimpleNamespace(
        start=None, options=ProviderOptions("zoo", Path()), found=Found(Path("zoo"), "zoo", "")
    )
    make_program = Mock(return_value=SimpleNamespace(kinds=()))
    for name, own in {"Kube": Other, "Election": Other, "live_inputs": Mock(), "make_program": make_program}.items():
        monkeypatch.setattr(operator, name, own)
    monkeypatch.setattr(operator, "running", lambda _: nullcontext((None, None)))
    with pytest.raises(MappingError, match="the lease was lost: another operator may have it; start this one again"):
        operator.operate(choice, OperatorOptions(size=1), until=lambda: done.append("begun"))
    assert done == ["asked", "closed", "resigned"]
    make_program.side_effect = PluginIndexError(Problem("no overlay", remedy="add it"))
    with pytest.raises(MappingError, match="no overlay; add it"):
        operator.operate(choice, OperatorOptions(size=1))


def test_the_command_shows_its_steps_on_a_terminal(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    @contextmanager
    def step(text: str, **_: object) -> Iterator[None]:
        shown.append(text)
        yield

    monkeypatch.setattr("mkdocs_oasmap.cli.operator.step", step)
    program(here)
    main(["operator", "--plugin-path", "./terraform-provider-fake", "--kubeconfig", "none"])
    assert [text.partition(" registry")[0] for text in shown] == ["asking the provider", "connecting to the cluster"]
    assert "cannot be used" in capsys.readouterr().err


SECONDS = 60
LEASE = ("default", "oasmap")


class Leases:
    """One lease. `fault` is raised by every request, `hangs` holds them up while it is set."""

    def __init__(self) -> None:
        self.found: dict[str, Any] | None = None
        self.version = 0
        self.known = True
        self.fault: Exception | None = None
        self.passing = threading.Event()
        self.passing.set()
        self.writes = threading.Semaphore(0)

    def has_leases(self, _: str) -> bool:
        self._asked()
        return self.known

    def lease(self, *_: str) -> dict[str, Any] | None:
        self._asked()
        return self.found

    def put_lease(self, lease: dict[str, Any]) -> bool:
        if self.found is not None and lease["metadata"].get("resourceVersion") != str(self.version):
            return False
        self.version += 1
        self.found = {**lease, "metadata": {**lease["metadata"], "resourceVersion": str(self.version)}}
        self.writes.release()
        return True

    def _asked(self) -> None:
        self.passing.wait(SECONDS)
        if self.fault is not None:
            raise self.fault


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def candidates(count: int) -> tuple[Leases, list[Election], Clock]:
    leases, clock = Leases(), Clock()
    return leases, [Election(leases, LEASE, threading.Event(), clock) for _ in range(count)], clock


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """An election that is over soon after the time of its clock."""
    monkeypatch.setattr(election, "EVERY", 0.02)
    monkeypatch.setattr(election, "DEADLINE", 0.2)


def test_one_of_several_holds_the_lease_until_it_no_longer_renews_it() -> None:
    leases, (first, second, third), clock = candidates(3)
    assert [one.tried() for one in (first, second, third)] == [True, False, False]
    assert leases.found is not None
    assert (leases.found["metadata"]["namespace"], leases.found["metadata"]["name"]) == LEASE
    clock.now = DURATION - 1
    assert [one.tried() for one in (first, second, third)] == [True, False, False]
    clock.now += DURATION + 1
    assert [one.tried() for one in (third, second)] == [True, False]
    clock.now += 1
    assert not first.tried()
    assert leases.found is not None
    assert leases.found["spec"]["holderIdentity"] == third.identity
    assert leases.found["spec"]["leaseTransitions"] == 1


def test_the_holder_gives_up_before_anybody_else_may_begin() -> None:
    assert DEADLINE + EVERY <= DURATION


def test_a_lease_that_is_given_back_is_taken_at_once() -> None:
    leases, (first, second), _ = candidates(2)
    assert first.tried()
    second.resign()
    assert leases.found is not None
    assert leases.found["spec"]["holderIdentity"] == first.identity
    first.resign()
    assert second.tried()


FOUND: list[tuple[Any, int | None]] = [
    (None, 1),
    ({}, 1),
    ({"holderIdentity": None}, 1),
    ({"holderIdentity": "", "leaseTransitions": 4}, 5),
    ({"holderIdentity": "", "leaseTransitions": "x"}, 1),
    ({"holderIdentity": "another"}, None),
]


def test_a_lease_that_nobody_holds_is_taken() -> None:
    for spec, transitions in FOUND:
        leases, (own,), clock = candidates(1)
        leases.found = {"metadata": {"resourceVersion": "0"}, "spec": spec}
        assert own.tried() == (transitions is not None)
        if transitions is not None:
            assert leases.found["spec"]["leaseTransitions"] == transitions
            first = leases.found["spec"]
            assert first["acquireTime"] == first["renewTime"]
            assert own.tried()
            assert leases.found["spec"]["acquireTime"] == first["acquireTime"]
            assert leases.found["spec"]["renewTime"] >= first["renewTime"]
    leases.found["spec"]["leaseDurationSeconds"] = 2
    for clock.now, is_over in ((2, False), (2.5, True)):
        assert own.tried() == is_over
    nobody = Election(leases, None, threading.Event())
    assert nobody.won()
    nobody.resign()
    assert leases.found["spec"]["holderIdentity"] == own.identity


def test_who_was_overtaken_does_not_hold_the_lease() -> None:
    leases, (first, second), _ = candidates(2)
    stale = Leases()
    assert first.tried()
    stale.found = {"metadata": {"resourceVersion": "0"}, "spec": {}}
    second._cluster = _Stale(leases, stale)
    assert not second.tried()


@pytest.mark.parametrize(("holder", "is_lost"), [("", False), ("own", False), ("another", True)])
def test_only_a_lease_that_another_has_is_lost(hasty: None, holder: str, is_lost: bool) -> None:
    leases, (own,), _ = candidates(1)

    def refuse(_: object) -> bool:
        own._over.set()
        return False

    leases.put_lease = refuse  # type: ignore[method-assign]
    spec = {"holderIdentity": own.identity if holder == "own" else holder}
    leases.found = {"metadata": {"resourceVersion": "0"}, "spec": spec}
    own._renew()
    assert own.lost.is_set() == is_lost


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
    leases, (first, second), _ = candidates(2)
    leases.known = False
    assert first.won()
    assert second.won()


@pytest.mark.parametrize("how", ["hangs", "fails", "is taken"])
def test_a_lease_that_cannot_be_renewed_is_given_up_and_everything_ends(
    hasty: None, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    leases, (own,), clock = candidates(1)
    told = threading.Event()
    own.when_lost = told.set
    assert own.won()
    assert not own.lost.is_set()
    if how == "is taken":  # before its time is over
        leases.found = {"metadata": {"resourceVersion": "x"}, "spec": {"holderIdentity": "another"}}
    elif how == "hangs":
        leases.passing.clear()
        clock.now = DURATION
    else:
        leases.fault = OSError("gone")
        clock.now = DURATION
    assert told.wait(SECONDS)
    assert own.lost.is_set()
    why = "another holder has it" if how == "is taken" else "it was not renewed for 0.2 seconds"
    assert f"the lease is lost: {why}; this operator ends" in caplog.messages
    leases.passing.set()


def test_a_lease_is_renewed_until_it_is_given_back_even_while_the_process_ends(hasty: None) -> None:
    leases, ended = Leases(), threading.Event()
    own = Election(leases, LEASE, ended, Clock())
    before = set(threading.enumerate())
    assert own.won()
    renewing = set(threading.enumerate()) - before
    assert all(thread.daemon for thread in renewing)  # no thread keeps a process that has failed
    ended.set()
    for _ in range(4):
        assert leases.writes.acquire(timeout=SECONDS)
    own.resign()
    assert leases.found is not None
    assert (leases.found["spec"]["holderIdentity"], own.lost.is_set()) == ("", False)
    for thread in renewing:
        thread.join(SECONDS)
    assert [thread for thread in renewing if thread.is_alive()] == []


class _Over(threading.Event):
    """Is set as soon as somebody waits for it. `waits` are the times that they would have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return True


def test_the_deadline_is_that_of_the_last_request_that_renewed_the_lease() -> None:
    leases, (own,), clock = candidates(1)
    own._over = over = _Over()
    for clock.now, is_taken in ((0, False), (6, False), (7, True), (100, True)):
        if is_taken:
            leases.found = {"metadata": {}, "spec": {"holderIdentity": "another"}}
        assert own.tried() != is_taken
        own._enforce_deadline()
    assert over.waits == [DEADLINE, DEADLINE, DEADLINE - 1, 0.05]


def test_a_server_that_does_not_answer_is_asked_again(hasty: None, caplog: pytest.LogCaptureFixture) -> None:
    leases, ended = Leases(), threading.Event()
    leases.fault = OSError("no rights")
    own = Election(leases, LEASE, ended)
    caplog.set_level(logging.WARNING)
    found: list[bool] = []
    waiting = threading.Thread(target=lambda: found.append(own.won()))
    waiting.start()
    leases.fault = None
    waiting.join(SECONDS)
    own.resign()
    assert found == [True]
    other = Election(leases, LEASE, ended)
    leases.fault = OSError("no rights")
    ended.set()
    assert not other.won()
    assert "the lease default/oasmap cannot be had: no rights" in caplog.text


@pytest.mark.parametrize("line", range(1, 18))
def test_a_signal_at_any_line_of_a_wait_ends_the_operator(line: int) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    ended = threading.Event()
    try:
        operator.set_by_signals(ended)
        for number in before:
            take = signal.getsignal(number)
            assert callable(take)
            assert ends_at_any_line(ended.wait, lambda take=take, number=number: take(number, None), line)
            assert ended.is_set()
            ended.clear()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
