"""What is on the disk after a run, whatever stops it, in silence; and what is neither read nor written."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import click
import pytest

from mapper import files
from mapper.languages.golang.source import file_name as go_file_name
from mapper.languages.kubernetes.crd import file_name
from mapper.links import refuse_links
from mapper.model import Address
from mapper.programs.sdk.package import sdk_package
from mapper.programs.v2020.go_names import package_of
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.cli.program import Commands, FileName

from . import forks
from .crossplane.support import made, schema
from .hardness.descriptions import PLAIN, api, write
from .hardness.limited import oasmap
from .provider.support import block, string


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["con", "Prn", "AUX", "nul", "com1", "lpt9"])
def test_no_system_makes_a_file_or_folder_that_windows_keeps_for_a_device(name: str, tmp_path: Path) -> None:
    assert files.portable(f"{name}.a.md") == f"{name}_.a.md"
    lower = name.lower()
    definitions = made(
        tmp_path,
        {"schema.json": json.dumps(schema({f"zoo_{lower}_x": block({"id": string("computed")})}))},
        "name: zoo\nroot_group: zoo.example.org\nnamespaced_root_group: zoo.m.example.org\n",
    )
    package = {
        "name": "shop", "version": "1.0.0",
        "resources": {f"shop:{name}:Item": {}, f"shop:index:{name}": {}},
        "types": {f"shop:{name}:Kind": {"type": "string", "enum": [{"value": "a"}]}},
    }  # fmt: skip
    paths = [*system_named("crossplane").artifacts(definitions), *sdk_package(package, {})]
    paths += [package_of(lower), file_name(Address(lower, "v1", "items")), go_file_name(lower, ())]
    parts = {part for path in paths for part in path.split("/")}
    assert lower in " ".join(parts).lower()
    assert {files.portable(part) for part in parts} == parts


@pytest.mark.parametrize("name", ["console", "com", "com10", "a.con", "con_", "lpt0", "auxiliary.md"])
def test_other_names_stay(name: str) -> None:
    assert files.portable(name) == name


# --- on the disk ----------------------------------------------------------------------------------


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done to files, in order."""
    found: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        found.append(f"fsync {Path(f'/proc/self/fd/{handle}').readlink().name.partition('-')[0]}")
        fsync(handle)

    def replaced(old: Path, new: Path) -> None:
        found.append(f"replace {Path(new).name}")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    return found


def test_files_are_on_the_disk_before_the_first_is_renamed_and_their_folder_after(
    tmp_path: Path, steps: list[str]
) -> None:
    files.write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert steps == [
        "fsync .oasmap",
        "fsync .oasmap",
        "replace a",
        "replace b",
        f"fsync {tmp_path.name.partition('-')[0]}",
    ]


def test_what_can_be_made_again_is_not_waited_for(tmp_path: Path, steps: list[str]) -> None:
    files.write_files(
        {tmp_path / "a.md": b"1", tmp_path / "b.md": b"2"}, replaceable={tmp_path / "a.md", tmp_path / "b.md"}
    )
    assert steps == ["replace a.md", "replace b.md"]


# --- temporary files ------------------------------------------------------------------------------


def left_behind(folder: Path) -> None:
    """What a killed run has left, hours ago."""
    path = folder / ".oasmap-0123456789abcdef.tmp"
    path.write_bytes(b"")
    os.utime(path, (0, 0))


def test_what_a_killed_run_has_left_is_removed_by_the_next(tmp_path: Path) -> None:
    left_behind(tmp_path)
    files.write_files({tmp_path / "a": b"new"})
    assert names(tmp_path) == ["a"]


def test_it_is_removed_also_where_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"same")
    left_behind(tmp_path)
    assert files.write_changed({tmp_path / "a": b"same"}) == []
    assert names(tmp_path) == ["a"]


def test_temporary_files_of_a_run_that_may_go_on_stay(tmp_path: Path) -> None:
    running = tmp_path / ".oasmap-0123456789abcdef.tmp"
    running.write_bytes(b"")
    files.write_files({tmp_path / "a": b"new"})
    assert names(tmp_path) == [running.name, "a"]


@pytest.mark.parametrize(
    "name",
    [".oasmap-0123.tmp", ".a.01234567.tmp", "oasmap-0123456789abcdef.tmp", ".oasmap-0123456789abcdef.tmp.md", "x.tmp"],
)
def test_files_of_others_stay(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    (tmp_path / ".oasmap-0123456789abcdef.tmp").mkdir()
    (tmp_path / ".oasmap-0123456789abcdee.tmp").symlink_to(name)
    os.utime(tmp_path / name, (0, 0))
    before = names(tmp_path)
    files.sweep(tmp_path)
    assert names(tmp_path) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_temporary_file(
    tmp_path: Path, number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: list[int] = []
    before = signal.signal(number, lambda got, _: came.append(got))
    fdopen = os.fdopen

    def stopped(handle: int, mode: str) -> object:
        signal.raise_signal(number)
        assert came == []  # it is put off
        return fdopen(handle, mode)

    monkeypatch.setattr(os, "fdopen", stopped)
    try:
        with pytest.raises(MappingError, match="b: is unchanged, because the run was stopped; run the command again"):
            files.write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
        assert signal.getsignal(number) not in (None, signal.SIG_DFL)
    finally:
        signal.signal(number, before)
    assert came == [number]
    assert names(tmp_path) == []


def test_any_error_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(files, "_sync", full)
    with pytest.raises(MemoryError):
        files.write_files({tmp_path / "a": b"1"})
    assert names(tmp_path) == []


def test_a_name_as_long_as_a_file_may_have_is_written(tmp_path: Path) -> None:
    files.write_files({tmp_path / ("a" * 255): b"1"})
    assert names(tmp_path) == ["a" * 255]


# --- links of a project -----------------------------------------------------------------------------------


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A project with a description, and a folder beside it with a file."""
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    write(project, api([("A", PLAIN)]))
    (elsewhere / "file").write_text("mine")
    yield project, elsewhere
    assert names(elsewhere) == ["file"]
    assert (elsewhere / "file").read_text() == "mine"


LINKS = {  # link -> what it leads to, and a command that would write through it
    "file": ("out", "../elsewhere/file", "generate --output out api"),
    "whole path": ("out", "../elsewhere/file", "generate --output {project}/out api"),
    "dangling": ("out", "../elsewhere/new", "generate --output out api"),
    "sidecar": ("side", "../elsewhere/file", "generate --sidecar side api"),
    "schema": ("schema", "../elsewhere/file", "generate --providers-schema schema api"),
    "registry": ("docs", "../elsewhere", "generate --registry-docs docs api"),
    "registry, a folder": ("docs/resources", "../../elsewhere", "generate --registry-docs docs api"),
    "in the folders": ("a/b", "../../elsewhere", "generate --output a/b/c api"),
    "init": ("new.yml", "../elsewhere/new", "init --output new.yml api"),
    "init --force": ("new.yml", "../elsewhere/file", "init --force --output new.yml api"),
    "pages": ("pages", "../elsewhere", "pages api pages"),
    "pages, a folder": ("pages/resources", "../../elsewhere", "pages api pages"),
    "pages, a page": ("pages/index.md", "../../elsewhere/new", "pages api pages"),
    "history": ("h.json", "../elsewhere/new", "history --file h.json add 1 api"),
    "a way up": ("a", "../elsewhere", "generate --output a/../file api"),
    "a way up, inside": ("pages/b", "../../elsewhere", "pages api pages/b/../c"),
    "circle": ("out", "out", "generate --output out api"),
    "git": ("out", ".git/hook", "generate --output out api"),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_that_leads_out_of_the_project_is_not_written_through(name: str, outside: tuple[Path, Path]) -> None:
    link, target, command = LINKS[name]
    project, _ = outside
    if name == "git":
        (project / ".git").mkdir()
    (project / link).parent.mkdir(exist_ok=True)
    (project / link).symlink_to(target)
    run = forks.python(["-m", "mkdocs_oasmap", *command.format(project=project).split()], project)
    assert run.returncode == 1
    assert [line.startswith("error: ") and "link" in line for line in run.stderr.splitlines()] == [True]
    assert (project / link).readlink() == Path(target)


@pytest.mark.parametrize("command", ["pages {}/api {}/pages", "generate --output {}/pages/resources/x {}/api"])
def test_a_link_of_a_checkout_elsewhere_is_not_written_through(command: str, outside: tuple[Path, Path]) -> None:
    project, elsewhere = outside
    (project / ".git").mkdir()
    (project / "pages").mkdir()
    (project / "pages" / "resources").symlink_to(elsewhere)
    config = str(project / "generator_config.yml")
    run = oasmap(elsewhere, *command.format(project, project).split(), "--config", config)
    assert (run.code, len(run.errors)) == (1, 1)


def test_a_page_behind_a_link_is_not_removed(outside: tuple[Path, Path]) -> None:
    project, elsewhere = outside
    assert oasmap(project, "pages", "api", "pages").code == 0
    (project / "pages" / "resources").rename(elsewhere / "resources")
    (project / "pages" / "resources").symlink_to("../../elsewhere/resources")
    kept = names(elsewhere / "resources")
    (project / "generator_config.yml").write_text("provider: {name: zoo}\n")
    assert oasmap(project, "pages", "api", "pages").code == 1
    assert names(elsewhere / "resources") == kept
    for path in (elsewhere / "resources").iterdir():
        path.unlink()
    (elsewhere / "resources").rmdir()


def test_links_above_the_project_and_inside_of_it_stay(tmp_path: Path) -> None:
    (tmp_path / "real" / "project" / "docs").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    project = tmp_path / "link" / "project"
    (project / "inside").symlink_to("docs")
    files.write_files({project / "inside" / "a": b"1"}, folder=project)
    assert (project / "docs" / "a").read_bytes() == b"1"


# --- regular files only ---------------------------------------------------------------------------


ODD = ["fifo", "socket", "/dev/zero", "/dev/full", "link to a device"]


@pytest.fixture(params=ODD)
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A file that never ends, or that one waits for."""
    path = tmp_path / "odd"
    if request.param == "fifo":
        os.mkfifo(path)
        yield path
    elif request.param == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            yield path
    elif request.param.startswith("/dev"):
        yield Path(request.param)
    else:
        path.symlink_to("/dev/zero")
        yield path


@pytest.mark.parametrize(
    "act",
    [
        lambda path: files.write_files({path: b"x"}),
        lambda path: files.write_changed({path: b"x"}),
        lambda path: files.has_content(path, b"x"),
        files.read_regular,
    ],
)
def test_only_regular_files_are_read_and_written(odd: Path, act: Callable[[Path], object]) -> None:
    with pytest.raises(MappingError, match=r"cannot be (read|written): ") as caught:
        act(odd)
    assert len(str(caught.value).splitlines()) == 1


OUTPUTS = ["generate --output {} api", "check --output {} api", "init --force --output {} api"]
INPUTS = ["--config", "--review", "--recorded", "--overlay", "--old-config"]


def each_and_the_first(others: list[str]) -> pytest.MarkDecorator:
    """Each of the others waits for a pipe, and the first of them for all odd files: all use the same reader."""
    pairs = [*((other, "fifo") for other in others), *((others[0], odd) for odd in ODD[1:])]
    return pytest.mark.parametrize(("command", "odd"), pairs, indirect=["odd"])


@each_and_the_first(OUTPUTS)
def test_no_command_waits_for_an_output(tmp_path: Path, odd: Path, command: str) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    run = oasmap(tmp_path, *command.format(odd).split())
    assert run.code == 1
    (error,) = run.errors
    assert "not a regular file" in error or "No such device or address" in error


@each_and_the_first(INPUTS)
def test_no_command_waits_for_an_input(tmp_path: Path, odd: Path, command: str) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    run = oasmap(tmp_path, "diff", command, str(odd), "api", "api")
    assert run.code == 1
    assert "not a regular file" in run.errors[0]


def file_options() -> Iterator[tuple[str, str]]:
    """Each argument of a command that names a file, as `command`, `option`."""
    commands = Commands()
    context = click.Context(commands)
    for command in commands.list_commands(context):
        for parameter in commands.get_command(context, command).params:
            if isinstance(parameter.type, FileName) and "DIR" not in (parameter.metavar or ""):
                yield command, parameter.opts[0]


_REST = {
    "plan": ["--live", "provider", "manifests"], "operator": ["--live", "provider"], "zensical": [],
    "diff": ["api", "api"], "pages": ["api", "out"], "history": ["--record", "1", "api"],
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(("command", "option"), [*file_options()])
def test_no_option_waits_for_a_pipe(tmp_path: Path, command: str, option: str) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    os.mkfifo(tmp_path / "pipe")
    rest = _REST.get(command, ["api"])
    given = [option, "pipe"] if option.startswith("-") else ["pipe"]
    given += ["--format", "changelog"] if option == "--template" else []
    for system in ([], ["--system", "provider"], ["--system", "crossplane"]):
        run = oasmap(tmp_path, command, *system, *given, *rest)
        assert run.code != 0 or command == "settle" or option == "--write-changelog", (
            run.err
        )  # which has nothing to settle there
        if "No such option" not in run.err:
            break


CLOSED = [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"]
WRITING = "init --output - api"
"""The command that writes to both streams."""


@pytest.mark.parametrize("command", ["generate --output written api", WRITING, "diff api api", "pages api out"])
def test_a_stream_that_the_parent_has_closed_changes_nothing(tmp_path: Path, command: str) -> None:
    closed = CLOSED if command == WRITING else CLOSED[-1:]
    runs = []
    for number, streams in enumerate(("", *closed)):
        folder = tmp_path / str(number)
        folder.mkdir()
        write(folder, api([("A", PLAIN)]))
        command_line = f"'{sys.executable}' -m mkdocs_oasmap {command} {streams}"
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        runs.append(
            subprocess.run(["sh", "-c", command_line], cwd=folder, env=environment, capture_output=True, check=False)
        )
        assert runs[-1].returncode == 0, streams
        assert runs[-1].stdout in (runs[0].stdout, b""), streams
        assert runs[-1].stderr in (runs[0].stderr, b""), streams


def test_a_folder_of_pages_may_not_have_pipes_in_place_of_files(tmp_path: Path) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / "index.md")
    run = oasmap(tmp_path, "pages", "api", "out")
    assert run.code == 1
    assert run.errors == ["out/index.md: cannot be read: it is not a regular file; choose another file or folder"]


def test_a_file_of_another_size_is_not_read_to_compare_it(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(2**40)
    assert not files.has_content(tmp_path / "large", b"x")


@pytest.mark.parametrize(("text", "known"), [("a", True), ("\udc80", True), ("a\0b", False), ("\ud800", False)])
def test_what_no_file_is_called(text: str, known: bool) -> None:
    assert files.is_name(text) == known


FLAVOURS = [(PurePosixPath, "/"), (PureWindowsPath, "C:\\"), (PureWindowsPath, "\\\\host\\share\\")]
ANY_SYSTEM = pytest.mark.parametrize(("flavour", "root"), FLAVOURS)
Flavour = type[PurePosixPath] | type[PureWindowsPath]


@ANY_SYSTEM
@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        ("work/api/openapi.yaml", "work", "api/openapi.yaml"),
        ("work/api/openapi.yaml", "work/docs", "../api/openapi.yaml"),
        ("work/a b/ü.yaml", "work/docs/more", "../../a b/ü.yaml"),
        ("other/x.yaml", "work/docs", "../../other/x.yaml"),
        ("work/docs2/x", "work/docs", "../docs2/x"),
        ("work", "work/docs", ".."),
        ("work", "work", "."),
    ],
)
def test_a_way_has_slashes(flavour: Flavour, root: str, path: str, folder: str, name: str) -> None:
    assert files.relative_path(flavour(root, *path.split("/")), flavour(root, *folder.split("/"))) == name


@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        (r"D:\api\x.yaml", r"C:\work", "D:/api/x.yaml"),
        (r"\\host\share\x.yaml", r"C:\work", "//host/share/x.yaml"),
        (r"c:\WORK\x.yaml", r"C:\work", "x.yaml"),
    ],
)
def test_no_way_leads_to_another_drive(path: str, folder: str, name: str) -> None:
    assert files.relative_path(PureWindowsPath(path), PureWindowsPath(folder)) == name
    assert files.display_path(PureWindowsPath(path), PureWindowsPath(path), PureWindowsPath(folder)) == name


@ANY_SYSTEM
def test_a_file_is_shown_as_it_was_given_unless_it_is_near(flavour: Flavour, root: str) -> None:
    base = flavour(root, "home", "owl", "project")

    def name(given: PurePath, *resolved: str) -> str:
        return files.display_path(given, flavour(root, *resolved), base)

    assert name(flavour("api", "x.yaml"), "home", "owl", "project", "api", "x.yaml") == "api/x.yaml"
    assert name(flavour("..", "api", "x.yaml"), "home", "owl", "api", "x.yaml") == "../api/x.yaml"
    assert name(flavour(root, "home", "owl", "x.yaml"), "home", "owl", "x.yaml") == "../x.yaml"
    assert name(flavour(root, "etc", "x.yaml"), "etc", "x.yaml") == flavour(root, "etc", "x.yaml").as_posix()


ROOT = Path(__file__).parents[1]
COMMANDS = ("generate", "check", "pages", "init", "diff")
"""Those that know of systems."""

TELLING = """\
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Finder())
"""


def interrupted(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run `oasmap`, which is interrupted when it loads a module."""
    (folder / "hooks").mkdir(exist_ok=True)
    (folder / "hooks" / "sitecustomize.py").write_text(TELLING.format(module=module))
    environment = {**os.environ, "PYTHONPATH": f"{folder / 'hooks'}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, "-m", "mkdocs_oasmap", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    "module", ["mkdocs_oasmap.cli", "click", "mapper.report.diagnostic", "mapper.systems.terraform", "mapper.registry"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_while_modules_are_loaded_is_silent(tmp_path: Path, command: str, module: str) -> None:
    done = interrupted(tmp_path, module, command, "--help")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("command", "module"),
    [
        (("generate", "api"), "mapper.inputs.yaml_reader"),
        (("check", "api"), "mapper.inputs.yaml_reader"),
        (("pages", "api", "out"), "mkdocs_oasmap.render.markdown_pages"),
        (("init", "--force", "api"), "mapper.systems.terraform.propose"),
        (("diff", "api", "api"), "mkdocs_oasmap.cli.diff_run"),
        (("schema",), "mapper.review.data"),
    ],
)
def test_an_interrupt_of_a_command_is_silent(tmp_path: Path, command: tuple[str, ...], module: str) -> None:
    (tmp_path / "api").write_text("openapi: 3.0.3\npaths: {}\n")
    (tmp_path / "generator_config.yml").write_text("provider: {name: zoo}\n")
    done = interrupted(tmp_path, module, *command)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_process_that_ignores_interrupts_goes_on(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import mkdocs_oasmap.start as s; s.program()"
    (tmp_path / "sitecustomize.py").write_text(TELLING.format(module="mapper.report.diagnostic"))
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run([sys.executable, "-c", code, "schema"], env=environment, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith(b"{")


def test_an_interrupt_in_this_process_is_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("mkdocs_oasmap.cli.input_options.InputOptions.map", stop)
    assert main(["generate", "api"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("path", "is_refused"),
    [
        ("out/x", True),
        ("out/../x", True),
        ("inside/out/../../x", True),
        ("inside/../x", False),
        ("kept/../x", False),
        ("../project/x", False),
        ("inside/../inside/x", False),
    ],
)
def test_a_link_that_leads_out_is_refused_also_before_a_way_up(tmp_path: Path, path: str, is_refused: bool) -> None:
    project = tmp_path / "project"
    (project / "inside").mkdir(parents=True)
    (project / ".git").mkdir()
    (tmp_path / "elsewhere").mkdir()
    for link in (project / "out", project / "inside" / "out"):
        link.symlink_to(tmp_path / "elsewhere")
    (project / "kept").symlink_to(project / "inside")
    with pytest.raises(MappingError, match="leads out of the project") if is_refused else nullcontext():
        refuse_links([project / path], project)
