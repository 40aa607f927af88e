"""A program in a fork does what it does in a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from . import forks
from .processes import run
from .site.sites import ZOO, ZOO_CONFIG

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
SHOWN = """
import atexit, os, sys
atexit.register(print, "at the end")
def function(): return text
text = "é"
print(__name__, sys.argv, sys.path, sys.flags, os.getcwd(), sorted(os.environ.items()), function(), input)
print(sys.stdin.read(), sys.stdin.encoding, sys.stdout.encoding, sys.stderr.encoding, sys.stdout.isatty())
print("told", file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("-c", SHOWN, "an argument", ""),
        ("-c", "import sys; sys.exit(7)"),
        ("-c", "import sys; sys.exit('why')"),
        ("-c", "import os; os._exit(9)"),
        ("-c", "import os; os.kill(os.getpid(), 15)"),
        ("-c", "import own, behind; print(own.__file__, behind.__file__)"),
        ("-m", "own", "an argument"),
        ("-m", "mkdocs_oasmap", "generate", "--output", "-", "openapi.yaml"),
        ("-m", "mkdocs", "build", "-q"),
    ],
)
def test_a_fork_is_as_good_as_a_process(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Zoo\n")
    for folder in (tmp_path, tmp_path / "path"):
        folder.mkdir(exist_ok=True)
        (folder / "own.py").write_text("import sys; print(sys.argv, __name__, __file__)\n")
    (tmp_path / "path" / "behind.py").write_text("")
    (tmp_path / "mkdocs.yml").write_text("site_name: Zoo\nplugins: [{oasmap: {spec: openapi.yaml}}]\n")
    (tmp_path / "openapi.yaml").write_text(ZOO)
    (tmp_path / "generator_config.yml").write_text(ZOO_CONFIG)
    variables = {"PYTHONPATH": str(tmp_path / "path"), "OWN": "é"}
    real = run([sys.executable, *arguments], tmp_path, only=ENVIRONMENT, **variables)
    forked = forks.python(arguments, tmp_path, only=ENVIRONMENT, **variables)
    assert (forked.returncode, forked.stdout, forked.stderr) == (real.returncode, real.stdout, real.stderr)


def test_an_error_that_nothing_catches_is_told(tmp_path: Path) -> None:
    done = forks.python(["-c", "1 / 0"], tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback (most recent call last):\n")
    assert done.stderr.endswith("\nZeroDivisionError: division by zero\n")


def test_a_program_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    code = "import os, mapper; print(hasattr(mapper, 'x'), 'X' in os.environ); mapper.x = os.environ['X'] = 'left'"
    for _ in range(2):
        assert forks.python_output(["-c", code], tmp_path) == "False False\n"


def test_what_python_reads_when_it_starts_is_for_a_process(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="take a process"):
        forks.python(["-c", ""], tmp_path, PYTHONIOENCODING="ascii")


@pytest.mark.build
def test_a_test_that_gives_up_ends_its_program_and_the_next_one_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import os, time; open('pid', 'w').write(str(os.getpid()))\n"
        f"os.kill({os.getpid()}, {int(signal.SIGUSR1)}); time.sleep(600)"
    )

    def give_up(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGUSR1, give_up)
    try:
        with pytest.raises(TimeoutError):
            forks.python(["-c", code], tmp_path)
    finally:
        signal.signal(signal.SIGUSR1, before)
    pid = (tmp_path / "pid").read_text()
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True, check=False).stdout
    assert state.strip()[:1] in ("", "Z")
    assert forks.python_output(["-c", "print(1)"], tmp_path) == "1\n"
