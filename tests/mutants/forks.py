"""A plugin of pytest that runs tests for one change after another, each in a fork of the process that collected them.

First, all tests run once without a change: which of them passes which places, and how long each takes. Then the tests
that pass the place of a change run with it, those of quick modules first, until one fails. A test that fails without
a change, as those do that read the text of a module, judges none.

The file in OASMAP_MUTANTS_PLAN has the numbers of the changes, and how many CPU seconds the tests of one may take.
"""

import json
import os
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, TypeVar

import pytest

from mapper import mutant_switch  # type: ignore[attr-defined]

PLAN = Path(os.environ["OASMAP_MUTANTS_PLAN"])
Key = TypeVar("Key")
Trace = dict[str, tuple[float, list[int]]]
"""For each test that passes: its CPU seconds, and the numbers whose places it passes."""


class Failures:
    """The names of tests that failed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)


def _cpu() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))


def _run(items: Sequence[pytest.Item], failures: Failures) -> Iterator[pytest.Item]:
    """Run tests; each is yielded when it has ended."""
    for item, following in zip_longest(items, items[1:]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        yield item


class Fork:
    """Work in a fork of this process, with a limit of time. What it returns goes through JSON."""

    def __init__(self, work: Callable[[], Any], cpu_seconds: float, wall_seconds: float) -> None:
        self._end = time.monotonic() + wall_seconds
        self._child = os.fork()
        if self._child:
            return
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(_cpu() + cpu_seconds) + 1,) * 2)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            PLAN.with_suffix(f".{os.getpid()}").write_text(json.dumps(work()), encoding="utf-8")
        finally:
            os._exit(0)

    def ended(self) -> bool:
        """Whether it has ended; it is killed where it took too long."""
        if os.waitpid(self._child, os.WNOHANG)[0]:
            return True
        if time.monotonic() > self._end:
            os.killpg(self._child, 9)
            os.waitpid(self._child, 0)
            return True
        return False

    def result(self) -> Any:
        """What the work returned; None if it ended without a result, or was killed."""
        path = PLAN.with_suffix(f".{self._child}")
        if not path.exists():
            return None
        text = path.read_text(encoding="utf-8")
        path.unlink()
        return json.loads(text)


def _in_forks(forks: Iterator[tuple[Key, Fork]], jobs: int) -> Iterator[tuple[Key, Any]]:
    """The results of forks as they end; the next is made where fewer than `jobs` run."""
    running = dict(islice(forks, jobs))
    while running:
        time.sleep(0.01)
        for key in [key for key, fork in running.items() if fork.ended()]:
            yield key, running.pop(key).result()
            running.update(islice(forks, 1))


def _trace(items: Sequence[pytest.Item], failures: Failures) -> Trace:
    """Run all tests without a change."""
    passed = PLAN.with_suffix(f".passed-{os.getpid()}")
    os.environ["OASMAP_MUTANTS_SEEN"] = str(passed)
    found: Trace = {}
    start = _cpu()
    mutant_switch.seen.clear()
    for item in _run(items, failures):
        if passed.exists():
            mutant_switch.seen.update(map(int, passed.read_text(encoding="utf-8").split()))
            passed.unlink()
        end = _cpu()
        found[item.nodeid] = (end - start, sorted(mutant_switch.seen))
        mutant_switch.seen.clear()
        start = end
    return {name: entry for name, entry in found.items() if name not in failures.names}


def _judge(number: int, items: Sequence[pytest.Item], failures: Failures, seconds: float) -> tuple[str, str]:
    """`noticed` and the test that failed, or `survived`, or `undecided` when there is no time left."""
    mutant_switch.active = number
    os.environ["OASMAP_MUTANT"] = str(number)
    end = _cpu() + seconds
    for _ in _run(items, failures):
        if failures.names:
            return "noticed", failures.names[0]
        if _cpu() > end:
            return "undecided", ""
    return "survived", "" if items else "no test passes the place"


def _in_order(items: Sequence[pytest.Item], trace: Trace, number: int, noticed: Counter[str]) -> list[pytest.Item]:
    """The tests that pass the place of a change, first those of modules that are quick and have noticed others."""
    modules: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.nodeid in trace and number in trace[item.nodeid][1]:
            modules[_module(item.nodeid)].append(item)

    def cost(module: str) -> float:
        return sum(trace[test.nodeid][0] for test in modules[module]) / (1 + noticed[module])

    return [test for module in sorted(modules, key=cost) for test in modules[module]]


def _part(items: Sequence[pytest.Item], at: int, parts: int) -> list[pytest.Item]:
    """The tests of one of so many parts of all modules."""
    names = list(dict.fromkeys(_module(item.nodeid) for item in items))
    return [item for item in items if names.index(_module(item.nodeid)) % parts == at]


def _module(name: str) -> str:
    return name.partition("::")[0]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge the changes of the plan, with a line of JSON for each."""
    if session.testsfailed:
        raise session.Interrupted(f"{session.testsfailed} modules of tests cannot be collected")
    plan = json.loads(PLAN.read_text(encoding="utf-8"))

    def write(**entries: Any) -> None:
        os.write(plan["out"], json.dumps(entries).encode() + b"\n")

    failures, jobs = Failures(), plan["jobs"]
    session.config.pluginmanager.register(failures)
    start = time.monotonic()
    parts = [_part(session.items, at, jobs) for at in range(jobs)]
    traces = [
        trace
        for _, trace in _in_forks(
            ((at, Fork(partial(_trace, part, failures), 10**5, 10**5)) for at, part in enumerate(parts)), jobs
        )
    ]
    if None in traces:
        raise session.Interrupted("the tests ended their process")
    trace: Trace = {name: entry for part in traces for name, entry in part.items()}
    judging = sum(1 for item in session.items if item.nodeid in trace)
    noticed: Counter[str] = Counter()
    passing: dict[int, int] = {}
    write(tests=len(session.items), judging=judging, seconds=round(time.monotonic() - start))

    def judges() -> Iterator[tuple[int, Fork]]:
        for number in plan["numbers"]:
            if time.monotonic() - start > plan["stop"]:
                return
            items = _in_order(session.items, trace, number, noticed)
            passing[number] = len(items)
            limit = min(sum(trace[item.nodeid][0] for item in items), plan["seconds"]) * 3 + 20
            yield number, Fork(partial(_judge, number, items, failures, plan["seconds"]), limit, limit * 6)

    for number, outcome in _in_forks(judges(), jobs):
        verdict, test = outcome or ("noticed", "the process ended, or did not end")
        noticed[_module(test)] += verdict == "noticed"
        write(number=number, verdict=verdict, test=test, passing=passing[number])
    return True
