"""A change is noticed also where a fixture, a cache or a module keeps what was made before it is on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..files import write_files
from .tree import ROOT

PRODUCT = """
from mapper import mutant_switch
from functools import cache

def value(number):
    return 5 if mutant_switch.on(number) else 4

@cache
def kept():
    return value(2)
"""
TESTS = """
import os
import signal
import pytest
from mapper.product import kept, value

AT_ONCE = value(0)
if value(6) == 5:
    os.kill(os.getpid(), signal.SIGXCPU)  # as the limit of CPU time does

@pytest.fixture(scope="module")
def made():
    return value(1)

def test_what_is_made_is_something(made):
    assert made
    assert kept()
    assert value(4)

def test_what_is_made(made):
    assert made == 4

def test_what_a_module_makes():
    assert AT_ONCE == 4

def test_what_fails_anyway():
    assert False
"""
OTHERS = """
from mapper.product import kept, value

def test_what_is_kept():
    assert kept() == 4

def test_a_value():
    assert value(3) == 4
"""
FIRST, SECOND = "test_first.py::test_", "test_second.py::test_"


@pytest.mark.build
def test_a_change_is_judged_by_all_tests_that_depend_on_its_place(tmp_path: Path) -> None:
    switch = (ROOT / "tests/mutants/switch.py").read_text(encoding="utf-8")
    product = {"__init__.py": "", "mutant_switch.py": switch, "product.py": PRODUCT}
    tests = {"test_first.py": TESTS, "test_second.py": OTHERS, "pytest.ini": "[pytest]"}
    write_files(tmp_path, {**{f"mapper/{name}": text for name, text in product.items()}, **tests})
    reading, writing = os.pipe()
    plan = {"numbers": [*range(7)], "seconds": 60, "stop": 1000, "jobs": 1, "out": writing}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "OASMAP_MUTANTS_PLAN": str(tmp_path / "plan.json")}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "tests.mutants.forks", "-p", "no:cacheprovider"]
    subprocess.run(command, cwd=tmp_path, env=environment, pass_fds=[writing], capture_output=True, check=True)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        first, *judged = map(json.loads, lines)
    assert (first["tests"], first["judging"]) == (6, 5)
    assert [(one["verdict"], one["test"]) for one in judged] == [
        ("noticed", f"{FIRST}what_a_module_makes"),
        ("noticed", f"{FIRST}what_is_made"),
        ("noticed", f"{SECOND}what_is_kept"),
        ("noticed", f"{SECOND}a_value"),
        ("survived", ""),
        ("survived", "no test passes the place"),
        ("undecided", "in a new process, the tests need more CPU time than there is"),
    ]
