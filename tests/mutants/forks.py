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
from pathlib import Path
from typing import Any

import pytest

from mapper import mutant_switch  # type: ignore[attr-defined]

PLAN = Path(os.environ["OASMAP_MUTANTS_PLAN"])
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
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        yield item


def _forked(work: Callable[[], Any], cpu_seconds: float, wall_seconds: float) -> Any:
    """What `work` returns, as JSON, in a fork. None if the fork ended without a result or took too long."""
    result = PLAN.with_suffix(".result")
    result.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(_cpu() + cpu_seconds) + 1,) * 2)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            result.write_text(json.dumps(work()), encoding="utf-8")
        finally:
            os._exit(0)
    end = time.monotonic() + wall_seconds
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > end:
            os.killpg(child, 9)
            os.waitpid(child, 0)
            break
        time.sleep(0.01)
    return json.loads(result.read_text(encoding="utf-8")) if result.exists() else None


def _trace(items: Sequence[pytest.Item], failures: Failures) -> Trace:
    """Run all tests without a change."""
    passed = PLAN.with_suffix(".passed")
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
    return "survived", ""


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

    failures = Failures()
    session.config.pluginmanager.register(failures)
    start = time.monotonic()
    trace = _forked(lambda: _trace(session.items, failures), 10**5, 10**5)
    if trace is None:
        raise session.Interrupted("the tests ended their process")
    judging = sum(1 for item in session.items if item.nodeid in trace)
    noticed: Counter[str] = Counter()
    write(tests=len(session.items), judging=judging, seconds=round(time.monotonic() - start))
    for number in plan["numbers"]:
        items = _in_order(session.items, trace, number, noticed)
        expected = sum(trace[item.nodeid][0] for item in items)
        limit = min(expected, plan["seconds"]) * 3 + 20

        def judge(number: int = number, items: Sequence[pytest.Item] = items) -> tuple[str, str]:
            return _judge(number, items, failures, plan["seconds"])

        outcome = ("survived", "no test passes the place") if not items else _forked(judge, limit, limit * 6)
        verdict, test = outcome or ("noticed", "the process ended, or did not end")
        noticed[_module(test)] += verdict == "noticed"
        write(number=number, verdict=verdict, test=test, passing=len(items))
        if time.monotonic() - start > plan["stop"]:
            break
    return True
