"""Files that must not be read or waited for; and whatever happens to a run, its output is the old or the new one."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .descriptions import CONFIG, PLAIN, STRING, api, attributes, obj, write
from .limited import oasmap, refused

pytestmark = pytest.mark.soak

SECRET = "the secret"


def linked(folder: Path, reference: str) -> str:
    """Map a description with a property behind `reference`; what is printed. The other property is there."""
    write(folder, api([("A", obj([("it", f'{{"$ref": "{reference}"}}'), ("a", STRING)]))]))
    run = oasmap(folder, "generate", "--sidecar", "sidecar.json", "api")
    assert run.code == 0
    assert "a" in attributes(folder)
    written = (folder / "provider_code_spec.json").read_text() + (folder / "sidecar.json").read_text()
    assert SECRET not in written + run.err
    return run.err


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder beside a file that is none of its business."""
    (tmp_path / "secret.json").write_text(f'{{"type": "string", "description": "{SECRET}"}}')
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    "reference",
    [
        *("../secret.json", "./../secret.json", "x/../../secret.json", "%2e%2e/secret.json", "..%2fsecret.json"),
        *(
            "../../../../../../../../etc/passwd",
            "/etc/passwd",
            "//etc/passwd",
            "file:///etc/passwd",
            "FILE:/etc/passwd",
        ),
        *("file://localhost/etc/passwd", "file:../secret.json", "/proc/self/environ", "/dev/zero", "/dev/stdin"),
        *("\\\\\\\\host\\\\share\\\\secret.json", "//host/share/secret.json", "C:\\\\secret.json", "C:/secret.json"),
        *("~/secret.json", "$HOME/secret.json", "http://127.0.0.1/secret.json", "https://localhost:1/secret.json"),
        *("data:application/json,{}", "ftp://localhost/x", "jar:file:x", "x\\u0000/../../secret.json"),
    ],
)
def test_what_is_outside_is_not_read(site: Path, reference: str) -> None:
    assert "OAS301" in linked(site, reference)
    assert "it" not in attributes(site)


def test_links_that_lead_outside_are_not_followed(site: Path) -> None:
    (site / "file.json").symlink_to("../secret.json")
    (site / "folder").symlink_to("..")
    (site / "loop.json").symlink_to("loop.json")
    (site / "twice.json").symlink_to("folder/site/file.json")
    for reference in (
        "file.json",
        "folder/secret.json",
        "loop.json",
        "x/../loop.json#/a",
        "twice.json",
        "folder/site/../secret.json",
    ):
        assert "OAS301" in linked(site, reference)


def test_links_that_stay_inside_are_followed(site: Path) -> None:
    (site / "real.json").write_text('{"type": "string"}')
    (site / "link.json").symlink_to("real.json")
    linked(site, "link.json")
    assert "it" in attributes(site)


def test_what_is_no_file_is_not_waited_for(site: Path) -> None:
    os.mkfifo(site / "pipe.json")
    (site / "folder.json").mkdir()
    for reference in ("pipe.json", "folder.json", "pipe.json#/x"):
        assert "OAS301" in linked(site, reference)


def test_devices_and_pipes_in_place_of_the_inputs(site: Path) -> None:
    write(site, api([("A", obj([("a", STRING)]))]))
    os.mkfifo(site / "pipe")
    for name in ("pipe", "/dev/zero", "/proc/self/mem"):
        refused(oasmap(site, "generate", name), "this is not a regular file|cannot be read")
        refused(oasmap(site, "generate", "--config", name, "api"), "this is not a regular file|cannot be read")


def test_a_file_without_permission(site: Path) -> None:
    write(site, api([("A", obj([("a", STRING)]))]))
    (site / "api").chmod(0)
    refused(oasmap(site, "generate", "api"), "api: cannot be read: Permission denied")


def test_a_file_that_is_its_own_output(site: Path) -> None:
    write(site, api([("A", obj([("a", STRING)]))]), CONFIG)
    before = (site / "api").read_bytes()
    refused(oasmap(site, "generate", "--output", "./x/../api", "api"), "")
    assert (site / "api").read_bytes() == before


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
    assert run.errors == [
        "/dev/full: cannot be written: it is not a regular file (- is standard output); choose another file or folder"
    ]


def test_a_folder_that_is_write_protected(tmp_path: Path) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    (tmp_path / "out").mkdir(mode=0o555)
    run = oasmap(tmp_path, "generate", "--output", "out/spec.json", "api")
    assert run.code == 1
    assert run.errors == ["out/spec.json: cannot be written: Permission denied; change its permissions"]


def test_a_file_that_is_write_protected(tmp_path: Path) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    (tmp_path / "provider_code_spec.json").write_bytes(OLD)
    (tmp_path / "provider_code_spec.json").chmod(0o444)
    run = oasmap(tmp_path, "generate", "api")
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
