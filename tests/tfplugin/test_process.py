"""The process of a provider: what it sees of us, and that nothing of it stays behind however things end."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.tfplugin.errors import PluginError, one_line
from mapper.tfplugin.process import Limits, Log, ProviderProcess, read_handshake
from mapper.tfplugin.provider import Provider

from . import fake
from .conftest import Tracks

GENEROUS = Limits(start=120, call=120, stop=20)


def script(path: Path, body: str) -> Path:
    path.write_text(f"#!{sys.executable}\n{body}")
    path.chmod(0o755)
    return path


LOOK = """
import json, os, stat, sys, time
seen = {
    "environment": dict(os.environ),
    "folder": os.getcwd(),
    "mode": stat.S_IMODE(os.stat(os.environ["TMPDIR"]).st_mode),
    "input": sys.stdin.read(),
    "open": sorted(fd for fd in os.listdir("/proc/self/fd")),
}
open(os.environ["REPORT"], "w").write(json.dumps(seen))
"""


def test_a_provider_sees_only_what_it_is_given(tmp_path: Path, tracks: Tracks, monkeypatch: pytest.MonkeyPatch) -> None:
    for secret in ("AWS_SECRET_ACCESS_KEY", "HTTPS_PROXY", "TF_LOG", "LD_PRELOAD_X", "PLUGIN_CLIENT_CERT"):
        monkeypatch.setenv(secret, "secret")
    report = tmp_path / "report"
    given = {"REPORT": str(report), "GIVEN": "yes", "TMPDIR": "/nowhere", "PLUGIN_PROTOCOL_VERSIONS": "4"}
    with pytest.raises(PluginError, match="ended with exit code 0 before it was ready"):
        ProviderProcess(script(tmp_path / "look", LOOK), given, None, GENEROUS)
    seen = json.loads(report.read_text())
    private = seen["environment"]["TMPDIR"]
    assert private.startswith(str(tracks.folders))
    assert seen["mode"] == stat.S_IRWXU
    assert seen["folder"] == private
    assert seen["input"] == ""
    assert seen["open"] == ["0", "1", "2", "3"]  # 3 is the listing itself
    environment = {
        name: value
        for name, value in seen["environment"].items()
        if name not in ("LC_CTYPE", "__CF_USER_TEXT_ENCODING")
    }
    assert environment == {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": private,
        "TMPDIR": private,
        "PLUGIN_UNIX_SOCKET_DIR": private,
        "PLUGIN_PROTOCOL_VERSIONS": "5,6",
        "TF_PLUGIN_MAGIC_COOKIE": environment["TF_PLUGIN_MAGIC_COOKIE"],
        "REPORT": str(report),
        "GIVEN": "yes",
        "TF_LOG_SDK": "WARN",
        "TF_LOG_PROVIDER": "WARN",
    }


def test_a_provider_runs_where_it_is_told_to(tmp_path: Path, tracks: Tracks) -> None:
    report, folder = tmp_path / "report", tmp_path / "work"
    folder.mkdir()
    with pytest.raises(PluginError):
        ProviderProcess(script(tmp_path / "look", LOOK), {"REPORT": str(report)}, folder, GENEROUS)
    assert json.loads(report.read_text())["folder"] == str(folder)
    assert folder.exists()


HOST = """
import os, sys, tempfile, time
sys.path.insert(0, {root!r})
tempfile.tempdir = {folders!r}
from pathlib import Path
from mapper.tfplugin.process import Limits
from mapper.tfplugin.provider import Provider
provider = Provider.start(Path({program!r}), {environment!r}, limits=Limits(start=120))
print("ready", flush=True)
{then}
"""


@pytest.mark.parametrize(
    ("then", "number"),
    [
        ("time.sleep(3600)", signal.SIGKILL),
        ("time.sleep(3600)", signal.SIGTERM),
        ("os._exit(0)", None),
        ("sys.exit(0)", None),
        ("raise RuntimeError", None),
    ],
)
@pytest.mark.parametrize("fault", ["stubborn", "grandchild"])
def test_a_provider_ends_with_the_process_that_started_it(
    then: str, number: signal.Signals | None, fault: str, tmp_path: Path, tracks: Tracks
) -> None:
    environment = {"FAKE_FAULT": fault, "FAKE_PIDS": str(tracks.pids)}
    body = HOST.format(
        root=str(Path(__file__).parents[2]),
        folders=str(tracks.folders),
        program=str(fake.program(tmp_path)),
        environment=environment,
        then=then,
    )
    host = subprocess.Popen([sys.executable, "-c", body], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert host.stdout is not None
    with host:
        assert host.stdout.readline() == b"ready\n"
        if number is not None:
            host.send_signal(number)
        host.wait(60)
    assert tracks.pids.read_text().split()
    assert tracks.alive() == []


def test_an_interrupt_while_a_provider_starts_leaves_nothing_behind(
    tmp_path: Path, tracks: Tracks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mapper.tfplugin.process._read_line", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Provider.start(fake.program(tmp_path), {"FAKE_FAULT": "silent", "FAKE_PIDS": str(tracks.pids)})


def test_a_long_temporary_folder_is_not_used_for_sockets(
    tmp_path: Path, tracks: Tracks, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 80)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with Provider.start(fake.program(tmp_path), {"FAKE_PIDS": str(tracks.pids)}, limits=GENEROUS) as provider:
        assert "fake_thing" in provider.schema().resources
    assert not any(long.iterdir())


@pytest.mark.parametrize(
    "line",
    ["", "1|5|unix", "1|5|unix|relative|grpc|", "1|5|tcp|127.0.0.1:0|grpc|", "1|5|tcp|127.0.0.1:99999|grpc|",
     "1|5|tcp|localhost.example.org:80|grpc|", "1|5|tcp|127.0.0.1:80@x|grpc|", "1|5|vsock|1:2|grpc|",
     "1|05|unix|/|grpc|",
     "1|5|unix|/dev/null|grpc|", "1|5|unix|\x00|grpc|", "1|5|unix|" + "a" * 5000 + "|grpc|"],
)  # fmt: skip
def test_a_line_that_is_no_handshake_is_refused(line: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - its message goes on after the provider's name
        read_handshake(line, tmp_path)
    assert str(caught.value).isprintable()


def test_a_port_of_this_machine_is_accepted(tmp_path: Path) -> None:
    assert read_handshake("1|6|tcp|127.0.0.1:1234|grpc||true\n", tmp_path).target == "127.0.0.1:1234"


def test_a_link_out_of_the_private_folder_is_refused(tmp_path: Path, tracks: Tracks) -> None:
    import socket

    outside = tracks.folders.parent / "s"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(outside))
        (tmp_path / "link").symlink_to(outside)
        with pytest.raises(ValueError, match="outside of the folder"):
            read_handshake(f"1|6|unix|{tmp_path / 'link'}|grpc|", tmp_path)


def test_text_of_a_provider_becomes_one_plain_line() -> None:
    assert one_line("a\r\n\tb\x1b[1;31mc\x1b[0m\x00\x9b\u2028d ") == "a bc d"
    assert one_line("x" * 500, 10) == "x" * 9 + "…"


def test_a_log_keeps_its_end_and_says_what_explains_an_error() -> None:
    log = Log()
    assert (log.text(), log.end()) == ("", "")
    for _ in range(100):
        log.add(b"x" * 1000 + b"\n")
    log.add(b"\n".join([b"one", b'{"@level":"warn","@message":"two\\nlines"}', b'{"@message":3}', b"{oops", b"\xff"]))
    assert len(log.text()) == 65_536
    assert log.end() == ' (its log ends: {"@message":3} / {oops / \ufffd)'
    log.add(b"\npanic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:1\nexit status 2\n")
    assert log.end() == " (its log ends: panic: runtime error)"


def test_processes_are_told_apart_from_those_that_only_wait_to_be_reaped(tracks: Tracks) -> None:
    running = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    tracks.pids.write_text(f"{running.pid}\n")
    assert tracks.alive(seconds=0.1) == [running.pid]
    os.kill(running.pid, signal.SIGKILL)
    assert tracks.alive() == []
    running.wait()
