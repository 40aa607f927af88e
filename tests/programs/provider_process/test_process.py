"""The process of a provider: where its program is, what it sees of us, and that nothing of it stays behind."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from mapper.languages.tfplugin.errors import PluginError, one_line
from mapper.programs.provider_process import source
from mapper.programs.provider_process.process import Limits, Log, ProviderProcess, read_handshake
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.source import (
    ProviderReference,
    _machine,
    find_provider,
    machine_folders,
    read_source,
    start_provider,
    terraform_folders,
    version_key,
)

from ...processes import output
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
from mapper.programs.provider_process.process import Limits
from mapper.programs.provider_process.provider import Provider
provider = Provider.start(Path({program!r}), {environment!r}, limits=Limits(start=120))
print("ready", flush=True)
{then}
"""


@pytest.mark.build
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
        root=str(Path(__file__).parents[3]),
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

    monkeypatch.setattr("mapper.programs.provider_process.process._read_line", interrupted)
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


def put(folder: Path, *versions: str, host: str = "registry.terraform.io", type_: str = "zoo") -> None:
    for version in versions:
        place = folder / host / "hashicorp" / type_ / version / _machine()
        place.mkdir(parents=True)
        (place / f"terraform-provider-{type_}_v{version}_x5").touch()


def test_a_name_is_completed_as_terraform_does() -> None:
    assert read_source("zoo") == ProviderReference("registry.terraform.io", "hashicorp", "zoo")
    assert read_source("me/zoo@1.2.3-rc.1") == ProviderReference("registry.terraform.io", "me", "zoo", "1.2.3-rc.1")
    assert read_source("example.org:8443/me/zoo@v2") == ProviderReference("example.org:8443", "me", "zoo", "2")


@pytest.mark.parametrize(
    "name", ["", "a/b/c/d", "me/../zoo", "../../etc", "zoo@", "zoo@../1", "-zoo", "me//zoo", "zoo\n"]
)
def test_a_name_leads_nowhere_else(name: str, tmp_path: Path) -> None:
    with pytest.raises(PluginError):
        find_provider(name, [tmp_path], [], tmp_path)


def test_the_newest_version_is_found_unless_another_is_asked_for(tmp_path: Path) -> None:
    put(tmp_path, "1.9.0", "1.10.0", "1.10.0-rc1", "0.1.0")
    assert find_provider("zoo", [tmp_path], [], tmp_path).version == "1.10.0"
    found = find_provider("zoo@1.9.0", [tmp_path], [], tmp_path)
    assert (found.version, found.address) == ("1.9.0", "registry.terraform.io/hashicorp/zoo")
    assert found.path.name == "terraform-provider-zoo_v1.9.0_x5"


def test_a_version_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    put(tmp_path, "1.9.0", "1.10.0")
    with pytest.raises(
        PluginError, match=r"hashicorp/zoo: there is no version 2\.0\.0; choose one of 1\.10\.0, 1\.9\.0"
    ):
        find_provider("zoo@2.0.0", [tmp_path], [], tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "terraform-provider-zoo").touch()
    with pytest.raises(PluginError, match="choose one of one without a version"):
        find_provider("zoo@2.0.0", [tmp_path / "own"], [], tmp_path)


def test_a_provider_that_is_nowhere_names_the_folders(tmp_path: Path) -> None:
    for folders, named in (([tmp_path], re.escape(str(tmp_path))), ([], "no folder at all")):
        with pytest.raises(
            PluginError, match=rf"is in none of the folders of plugins \({named}\); name another with --plugin-dir"
        ):
            find_provider("zoo", folders, [], tmp_path)


def test_a_program_of_another_provider_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "terraform-provider-zoology_v1.0.0").touch()
    (tmp_path / "terraform-provider-zoo_v1.0.0").touch()
    assert find_provider("zoo", [tmp_path], [], tmp_path).path.name == "terraform-provider-zoo_v1.0.0"


def test_a_path_is_taken_as_it_is_and_a_mirror_tells_the_address(tmp_path: Path) -> None:
    program = tmp_path / "terraform-provider-zoo"
    program.touch()
    found = find_provider("./terraform-provider-zoo", [], [], tmp_path)
    assert (found.path, found.address, found.version) == (program, "registry.terraform.io/hashicorp/zoo", "")
    put(tmp_path, "1.0.0", host="example.org")
    inside = next((tmp_path / "example.org").rglob("terraform-provider-zoo_*"))
    found = find_provider(str(inside), [], [], tmp_path)
    assert (found.address, found.version) == ("example.org/hashicorp/zoo", "1.0.0")
    assert find_provider(str(inside.parent), [], [], tmp_path).path == inside
    other = tmp_path / "example.org" / "hashicorp" / "zoo" / "newest" / "linux" / inside.name
    other.parent.mkdir(parents=True)
    other.touch()
    found = find_provider(str(other), [], [], tmp_path)
    assert (found.address, found.version) == ("registry.terraform.io/hashicorp/zoo", "1.0.0")


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"\./zoo: there is no such program; build it, or correct the path"):
        find_provider("./zoo", [], [], tmp_path)


@pytest.mark.parametrize("names", [[], ["terraform-provider-a", "terraform-provider-b"]])
def test_a_folder_without_exactly_one_program_is_no_program(names: list[str], tmp_path: Path) -> None:
    (tmp_path / "terraform-provider-folder").mkdir()
    for name in names:
        (tmp_path / name).touch()
    text = rf"\./: in this folder there are {len(names)} programs of providers; name one"
    with pytest.raises(PluginError, match=text):
        find_provider("./", [], [], tmp_path)


def test_versions_are_ordered_by_their_numbers() -> None:
    ordered = ["", "0.9.0", "1.0.0-alpha", "1.0.0-rc", "1.0.0", "1.2.0", "1.10.0", "2.0.0-rc1"]
    assert all(version_key(one) < version_key(next_one) for one, next_one in pairwise(ordered))


def test_a_program_in_a_named_folder_is_preferred_to_a_newer_one_elsewhere(tmp_path: Path) -> None:
    put(tmp_path / "trusted", "1.0.0")
    put(tmp_path / "cache", "99.0.0")
    named, others = [tmp_path / "trusted"], [tmp_path / "cache"]
    assert find_provider("zoo", named, others, tmp_path).version == "1.0.0"
    assert find_provider("zoo", [tmp_path / "none"], others, tmp_path).version == "99.0.0"
    with pytest.raises(PluginError, match=r"there is no version 99\.0\.0; choose one of 1\.0\.0"):
        find_provider("zoo@99.0.0", named, others, tmp_path)


def test_terraforms_own_folders_are_looked_into_but_for_those_of_a_project(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, home = here / "cache", here / "home"
    wanted = [cache, home / ".terraform.d" / "plugins", home / ".local" / "share" / "terraform" / "plugins"]
    data = here / "data" / "terraform" / "plugins"
    for folder in (*wanted, data, here / ".terraform" / "providers", here / "terraform.d" / "plugins"):
        folder.mkdir(parents=True)
    environment = {"TF_PLUGIN_CACHE_DIR": str(cache), "XDG_DATA_DIRS": "terraform.d/plugins:."}
    assert list(terraform_folders(environment | {"HOME": str(home)})) == wanted
    monkeypatch.setenv("HOME", str(home))
    assert list(terraform_folders(environment)) == wanted
    assert list(terraform_folders(environment | {"XDG_DATA_HOME": str(here / "data")})) == [*wanted[:2], data]


ROOT = Path(__file__).parents[3]
HEAVY = ("grpc", "google.protobuf", "msgpack")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


_READING = """\
import sys
from pathlib import Path
from mapper.languages.tfplugin.errors import PluginError
from mapper.programs.provider_process.process import Limits, ProviderProcess
try:
    ProviderProcess(Path(sys.argv[1]), {}, None, Limits())
except PluginError:
    pass
"""


def test_a_provider_cannot_read_the_environment_of_what_starts_it(tmp_path: Path) -> None:
    """It could take a token from its parent, whose user it has; of the kernel's files, only Linux has these."""
    program = tmp_path / "terraform-provider-thief"
    program.write_text(f"#!/bin/sh\ncat /proc/$PPID/environ /proc/self/environ >{tmp_path}/read 2>/dev/null\n:\n")
    program.chmod(0o755)
    output([sys.executable, "-c", _READING, program], GH_TOKEN="ghs_secret", PYTHONPATH=str(ROOT))
    assert (tmp_path / "read").exists()
    assert "ghs_secret" not in (tmp_path / "read").read_text()


def test_schemas_in_json_need_no_library() -> None:
    code = (
        "import sys\nfrom mapper.languages.tfplugin import cty_types, errors, schema, schema_json, schema_text\n"
        "from mapper.programs.provider_process import implied_type, proposed_state, results, values\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert run(code) == "[]"


@pytest.mark.parametrize("library", HEAVY)
def test_a_running_provider_without_the_extra_says_how_to_install_it(library: str) -> None:
    code = (
        f"import sys\nfrom pathlib import Path\nsys.modules[{library!r}] = None\n"
        "from mapper.programs.provider_process.source import start_provider\n"
        "from mapper.languages.tfplugin.errors import PluginError\n"
        "try:\n    start_provider(Path('x/terraform-provider-y'))\nexcept PluginError as error:\n    print(error)\n"
    )
    wanted = "terraform-provider-y: a running provider needs more packages; pip install 'mkdocs-oasmap[provider]'"
    assert run(code) == wanted


def test_a_module_of_our_own_that_is_missing_is_no_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mapper.programs.provider_process.provider", None)
    with pytest.raises(ModuleNotFoundError):
        source.start_provider(Path("x/terraform-provider-y"))


def test_a_provider_starts(tmp_path: Path, tracks: Tracks) -> None:
    with start_provider(fake.program(tmp_path), {"FAKE_PIDS": str(tracks.pids)}) as provider:
        assert list(provider.schema().resources) == ["fake_thing"]
        assert provider.is_alive()
    assert not provider.is_alive()
    assert provider.process.death(0) == "was stopped"


HCL = """
plugin_cache_dir = "{0}/cache"
provider_installation {{
  filesystem_mirror {{
    path    = "{0}/mirror"
    include = ["example.org/*/*"]
  }}
  direct {{}}
}}
"""
MIRROR = '{{"filesystem_mirror": {{"path": "{0}/mirror"}}}}'
JSON = '{{"plugin_cache_dir": "{0}/cache", "provider_installation": [' + MIRROR + "]}}"


@pytest.mark.parametrize("text", [HCL, JSON])
def test_the_cache_and_mirrors_of_terraforms_configuration_are_looked_into(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("cache", "mirror"):
        (tmp_path / name).mkdir()
    (tmp_path / "rc").write_text(text.format(tmp_path))
    environment = {"TF_CLI_CONFIG_FILE": str(tmp_path / "rc"), "HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}
    assert machine_folders(environment) == [tmp_path / "cache", tmp_path / "mirror"]
    (tmp_path / "mirror").rmdir()
    assert machine_folders(environment) == [tmp_path / "cache"]
    (tmp_path / "rc").rename(tmp_path / ".terraformrc")
    assert machine_folders(environment | {"TF_CLI_CONFIG_FILE": ""}) == [tmp_path / "cache"]
    monkeypatch.setenv("HOME", str(tmp_path))
    assert machine_folders({"XDG_DATA_DIRS": str(tmp_path)}) == [tmp_path / "cache"]


DEEP = '{"provider_installation": ' + "[" * 5000 + "]" * 5000 + "}"
WRONG = [
    "",
    "not = {",
    '{"provider_installation": 3}',
    "[1]",
    "plugin_cache_dir = 3",
    'plugin_cache_dir = ""',
    DEEP,
    DEEP[:-5001],
    None,
]


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_read_names_nothing(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / ".terraformrc").write_text(text)
    assert machine_folders({"HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}) == []
