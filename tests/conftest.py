"""What all tests share."""

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

# Many tests start programs of the project, and each process of the tests reads all modules of them: compiled once, and
# not each time, also where the environment says that Python writes no compiled code.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What a user has set for programs in general is no input of a test: a hook of git names its repository to all that it
# starts, a config of git may want signatures, and a terminal its width.
for name in [*os.environ]:
    if name.startswith("GIT_") or name in ("CI", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "OASMAP_AUDIENCE"):
        del os.environ[name]
os.environ |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}

# A shell lets what it starts in the background ignore interrupts, and nohup lets it ignore the end of its terminal.
# Programs that tests start and end would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if os.name == "posix" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# No test fails for being slow on a busy machine, and none by chance: each run tries the same examples, and few. To look
# for new ones: `pytest --hypothesis-profile random`.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("project", settings.get_profile("random"), derandomize=True, max_examples=50)
settings.load_profile("project")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait for a browser, a compiler or a server."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells what a test came to, and its setup and its end only if they failed.

    xdist sends all three, and that each test begins: with thousands of short tests, a twentieth of the time.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


LONG = (
    *("conformance/test_kept_output", "programs/operator/test_fault_table", "site/test_rebuilt", "site/test_example"),
    *("site/test_pictures", "lifecycle/test_typical", "terraform/propose/test_real_apis", "crossplane/test_crd"),
    *("site/test_accessibility", "systems/test_sidecars", "site/test_search_browser", "site/test_real_provider"),
    "terraform/propose/test_truth",
)
"""Files that take a minute or more where tests with markers are run. Each is run by one process, and all begin before
what is short: the last of them is not waited for alone."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {Path(__file__).parent / f"{name}.py": number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path, len(LONG)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Thousands of tests are objects that stay: the collector of garbage need not look at them while they are found, nor
# ever after.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000)  # in place of 700: a tenth of the CPU time of all tests
