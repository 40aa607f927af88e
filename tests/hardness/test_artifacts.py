"""Whatever happens to a run, its output is the old one or the new one, whole."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .descriptions import PLAIN, STRING, api, obj, write
from .limited import oasmap

pytestmark = pytest.mark.soak

OLD = b"what was written before"
COMMAND = [sys.executable, "-m", "mkdocs_oasmap", "generate", "--sidecar", "sidecar.json", "api"]
WRITER = """\
import sys
from pathlib import Path
from mapper.files import write_files

size = int(sys.argv[1])
for number in range(10**9):
    content = bytes([97 + number % 26]) * size
    write_files({Path("one"): content, Path("two"): content})
    if number == 0:
        print("started", flush=True)
"""


def is_whole(data: bytes, size: int) -> bool:
    """One letter, `size` times."""
    return len(data) == size and data == data[:1] * size


def test_two_writers_at_once(tmp_path: Path) -> None:
    size = 100_000
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(size)], cwd=tmp_path, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline() == b"started\n"
    try:
        for _ in range(300):
            assert is_whole((tmp_path / "one").read_bytes(), size)
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()


@pytest.mark.parametrize("limit", [0, 1, 5000])
def test_a_full_disk(tmp_path: Path, limit: int) -> None:
    write(tmp_path, api([("A", obj((f"p{i}", STRING) for i in range(100)))]))
    (tmp_path / "provider_code_spec.json").write_bytes(OLD)

    def full() -> None:  # writing beyond the limit fails as it does where no space is left
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    run = subprocess.run(COMMAND, cwd=tmp_path, preexec_fn=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert (tmp_path / "provider_code_spec.json").read_bytes() == OLD
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "api",
        "generator_config.yml",
        "provider_code_spec.json",
    ]


def test_a_device_that_is_full(tmp_path: Path) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    run = oasmap(tmp_path, "generate", "--output", "/dev/full", "api")
    assert run.code == 1
    assert run.errors == ["/dev/full: cannot be written: it is not a regular file; - is standard output"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_write_protected(tmp_path: Path) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    (tmp_path / "out").mkdir(mode=0o555)
    run = oasmap(tmp_path, "generate", "--output", "out/spec.json", "api")
    assert run.code == 1
    assert run.errors == ["out/spec.json: cannot be written: Permission denied"]


def test_a_file_that_is_write_protected(tmp_path: Path) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    (tmp_path / "provider_code_spec.json").write_bytes(OLD)
    (tmp_path / "provider_code_spec.json").chmod(0o444)
    run = oasmap(tmp_path, "generate", "api")
    if os.geteuid() != 0:
        assert run.code == 1
        assert (tmp_path / "provider_code_spec.json").read_bytes() == OLD


def test_two_runs_at_once(tmp_path: Path) -> None:
    write(tmp_path, api([("A", obj((f"p{i}", STRING) for i in range(1000)))]))
    assert oasmap(tmp_path, *COMMAND[3:]).code == 0
    new = (tmp_path / "provider_code_spec.json").read_bytes()
    runs = [subprocess.Popen(COMMAND, cwd=tmp_path, stderr=subprocess.DEVNULL) for _ in range(4)]
    while any(run.poll() is None for run in runs):
        assert (tmp_path / "provider_code_spec.json").read_bytes() == new
    assert [run.returncode for run in runs] == [0] * 4
    assert not list(tmp_path.glob(".*.tmp"))
