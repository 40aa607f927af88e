"""A plugin of pytest that runs tests for one change after another, each in a fork of the process that collected them.

First, all tests run once without a change: which of them passes which places, and how long each takes. Then the tests
that pass the place of a change run with it, those of quick modules first, until one fails. A test that fails without
a change, as those do that read the text of a module, judges none.

What a fixture, a cache or a module of tests keeps was made without the change, and only the first test that asks for it
passes the place. So a change that survives is judged once more, by all tests of the same modules in a new process.

The file in OASMAP_MUTANTS_PLAN has the numbers of the changes, and how many CPU seconds the tests of one may take.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import groupby, islice, zip_longest
from pathlib import Path
from typing import Any, TypeVar

import pytest

from mapper import mutant_switch  # type: ignore[attr-defined]

PLAN = Path(os.environ["OASMAP_MUTANTS_PLAN"])
Key = TypeVar("Key")
Trace = dict[str, tuple[float, list[int]]]
"""For each test that passes: its CPU seconds, and the numbers whose places it passes."""


_collected: dict[str, set[int]] = defaultdict(set)
"""For each module of tests: the numbers whose places it passes when it is collected."""


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
    """Run the tests of a module without a change, in a process in which no other module has filled a cache."""
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


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Note what a module passes when it is imported."""
    mutant_switch.seen.clear()
    report = yield
    _collected[_module(collector.nodeid)] |= mutant_switch.seen
    return report


def _judge(
    number: int, items: Sequence[pytest.Item], afresh: Sequence[str], failures: Failures, seconds: float
) -> tuple[str, str]:
    """`noticed` and the test that failed, or `survived`, or `undecided` when there is no time left.

    `afresh` are the arguments of pytest for all tests of the modules that pass the place.
    """
    mutant_switch.active = number
    os.environ["OASMAP_MUTANT"] = str(number)
    end = _cpu() + seconds
    for _ in _run(items, failures):
        if failures.names:
            return "noticed", failures.names[0]
        if _cpu() > end:
            return "undecided", ""
    return _judge_afresh(afresh) if afresh else ("survived", "no test passes the place")


def _judge_afresh(arguments: Sequence[str]) -> tuple[str, str]:
    """The same, in a process in which the change is on from the start."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OASMAP_MUTANTS_")}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-p", "no:cacheprovider", *arguments]
    ran = subprocess.run(command, env=kept, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    if -ran.returncode in (signal.SIGXCPU, signal.SIGKILL):  # the limit of this fork is its limit, too
        return "undecided", "in a new process, the tests need more CPU time than there is"
    failed = (line.split()[1] for line in ran.stdout.split("\n") if line.startswith(("FAILED ", "ERROR ")))
    is_noticed = ran.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return ("noticed", next(failed, "the process ended")) if is_noticed else ("survived", "")


def _afresh(session: pytest.Session, trace: Trace, items: Sequence[pytest.Item], number: int) -> list[str]:
    """The arguments of pytest for all tests of the modules that pass the place of a change; none if no module does."""
    modules = {_module(item.nodeid) for item in items} | {name for name, seen in _collected.items() if number in seen}
    named = [item.nodeid for item in session.items if _module(item.nodeid) in modules]
    failing = [f"--deselect={name}" for name in named if name not in trace]
    files = [name for name in sorted(modules) if name.endswith(".py")]
    return ["-m", session.config.getoption("markexpr"), *failing, *files] if files else []


def _in_order(items: Sequence[pytest.Item], trace: Trace, number: int, noticed: Counter[str]) -> list[pytest.Item]:
    """The tests that pass the place of a change, first those of modules that are quick and have noticed others."""
    modules: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.nodeid in trace and number in trace[item.nodeid][1]:
            modules[_module(item.nodeid)].append(item)

    def cost(module: str) -> float:
        return sum(trace[test.nodeid][0] for test in modules[module]) / (1 + noticed[module])

    return [test for module in sorted(modules, key=cost) for test in modules[module]]


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
    parts = [[*items] for _, items in groupby(session.items, key=lambda item: _module(item.nodeid))]
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
            afresh = _afresh(session, trace, items, number)
            work = partial(_judge, number, items, afresh, failures, plan["seconds"])
            yield number, Fork(work, limit, limit * 6 + 120)

    for number, outcome in _in_forks(judges(), jobs):
        verdict, test = outcome or ("noticed", "the process ended, or did not end")
        noticed[_module(test)] += verdict == "noticed"
        write(number=number, verdict=verdict, test=test, passing=passing[number])
    return True
