"""Files of a revision: read once, by a git that runs nothing of the repository's and asks no other host."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.inputs import DocumentError
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review import git as git_files
from mkdocs_oasmap.review.git import NoBaseline, Revision, find_revision

from ..processes import output
from ..repository import git

API = """\
openapi: 3.0.3
info: {title: Zoo, version: "1"}
paths:
  /pets/{id}: {get: {responses: {"200": {content: {application/json: {schema: {$ref: "parts.yaml#/Pet"}}}}}}}
"""
PARTS = "Pet: {type: object, properties: {name: {type: string}}}\n"
CONFIG = "provider: {name: zoo}\ndata_sources: {pet: {read: {path: '/pets/{id}', method: GET}}}\n"


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A repository with an API in two files, that may be cloned in part."""
    folder = tmp_path / "source"
    (folder / "sub").mkdir(parents=True)
    for name, text in {"api.yaml": API, "parts.yaml": PARTS, "generator_config.yml": CONFIG, "sub/x": "x"}.items():
        (folder / name).write_text(text)
    git(tmp_path, "init", "-q", "-b", "main", str(folder))
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    git(folder, "config", "uploadpack.allowFilter", "true")
    return folder


def partial(tmp_path: Path, source: Path, filter_: str) -> tuple[Path, Path]:
    """A clone without some of the objects, of which git would run a program to get them; and what tells that it ran."""
    clone, told = tmp_path / "clone", tmp_path / "it ran"
    git(tmp_path, "clone", "-q", f"--filter={filter_}", "--no-checkout", source.as_uri(), str(clone))
    evil = program(tmp_path / "evil.sh", f'touch "{told}"; exec git-upload-pack "$@"')
    git(clone, "config", "remote.origin.uploadpack", str(evil))
    for name in ("api.yaml", "generator_config.yml"):
        (clone / name).write_text((source / name).read_text())
    (clone / "parts.yaml").write_text(PARTS)
    return clone, told


HOSTILE = {
    "an upload-pack": {},
    "a protocol allowed by name": {"protocol.file.allow": "always", "protocol.ext.allow": "always"},
    "a transport that is a program": {"remote.origin.url": "ext::{evil} x", "protocol.ext.allow": "always"},
    "a helper": {"remote.origin.vcs": "evil"},
    "ssh": {"remote.origin.url": "ssh://x.invalid/y", "core.sshCommand": "{evil}", "protocol.ssh.allow": "always"},
    "a proxy": {"remote.origin.url": "git://127.0.0.1:1/y", "core.gitProxy": "{evil}", "protocol.git.allow": "always"},
    "credentials": {"remote.origin.url": "http://127.0.0.1:1/y", "credential.helper": "!{evil}"},
}
EVERYWHERE = {
    "core.fsmonitor": "{evil}",
    "core.hooksPath": "{hooks}",
    "core.pager": "{evil}",
    "core.editor": "{evil}",
    "core.askPass": "{evil}",
    "core.alternateRefsCommand": "{evil}",
    "diff.external": "{evil}",
    "diff.x.textconv": "{evil}",
    "filter.x.smudge": "{evil}",
    "alias.cat-file": "!{evil}",
    "alias.rev-parse": "!{evil}",
    "gpg.program": "{evil}",
}


@pytest.mark.parametrize("filter_", ["blob:none", "tree:0"])
@pytest.mark.parametrize("attack", HOSTILE)
def test_nothing_that_a_repository_configures_is_run(
    tmp_path: Path,
    source: Path,
    attack: str,
    filter_: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clone, told = partial(tmp_path, source, filter_)
    evil = tmp_path / "evil.sh"
    (tmp_path / "hooks").mkdir()
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        program(tmp_path / "hooks" / hook, f'touch "{told}"')
    program(tmp_path / "git-remote-evil", f'touch "{told}"')
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    for key, value in {**EVERYWHERE, **HOSTILE[attack]}.items():
        git(clone, "config", key, value.format(evil=evil, hooks=tmp_path / "hooks"))
    (clone / ".gitattributes").write_text("* diff=x filter=x\n")
    told.unlink(missing_ok=True)
    monkeypatch.chdir(clone)
    assert main(["diff", "git:main", "api.yaml"]) == 1
    assert not told.exists()
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "error: git:main: api.yaml was left out of this partial clone of the revision 'main', and nothing is fetched;"
        " run `git fetch --refetch --no-filter`"
    )


def test_what_was_left_out_of_a_clone_may_not_be_missing(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone, _ = partial(tmp_path, source, "blob:none")
    monkeypatch.chdir(clone)
    assert main(["diff", "--missing-ok", "git:main", "api.yaml"]) == 1
    assert "partial clone" in capsys.readouterr().err


def test_a_partial_clone_that_has_the_files_is_read(tmp_path: Path, source: Path) -> None:
    clone, told = partial(tmp_path, source, "blob:none")
    git(clone, "config", "--unset", "remote.origin.uploadpack")
    git(clone, "cat-file", "-p", "main:api.yaml")
    assert find_revision("main", clone).read(clone / "api.yaml", "api.yaml") == API.encode()
    assert not told.exists()


def test_a_file_that_a_partial_clone_never_had_is_no_such_file(tmp_path: Path, source: Path) -> None:
    clone, _ = partial(tmp_path, source, "blob:none")
    with pytest.raises(DocumentError, match=r"^nothing: there is no such file in main; correct the path$"):
        find_revision("main", clone).read(clone / "nothing", "nothing")


# --- one read, and what stands in the way of it ---------------------------------------------------


def test_each_file_is_read_once(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = subprocess.run(["which", "git"], check=True, capture_output=True, text=True).stdout.strip()
    calls = tmp_path / "calls"
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin" / "git", f'echo "$@" >> "{calls}"; exec {real} "$@"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(source)
    assert main(["diff", "git:main", "api.yaml"]) == 0
    assert calls.read_text().count("cat-file blob") == 3


def test_without_a_remote_a_branch_that_is_here_is_named(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git(source, "branch", "-m", "trunk")
    monkeypatch.chdir(source)
    assert main(["diff", "git:main", "api.yaml"]) == 1
    line = capsys.readouterr().err
    assert line.endswith("the repository has no revision 'main'; name one that is here, such as git:trunk\n")
    assert main(["diff", "trunk", "api.yaml"]) == 1
    assert (
        capsys.readouterr().err == "error: trunk: no such file; correct the path, or write git:trunk for a revision\n"
    )
    assert main(["diff", "git:trunk", "api.yaml"]) == 0


def test_a_repository_without_a_commit_has_nothing_to_name(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    with pytest.raises(NoBaseline, match=r"has no revision 'main'; commit first$"):
        find_revision("main", tmp_path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "nothing: there is no such file in main; correct the path"),
        ("sub", "sub: this is a folder, not a file; name a file in it"),
        ("../x", r"\.\./x: is outside of the git repository .*source; name a file in it"),
        ("a\nb", r"a\\nb: a name with a line break is not read from a revision; rename the file"),
        ("y blob", "y blob: there is no such file in main; correct the path"),
    ],
)
def test_what_is_no_file_of_a_revision_gets_one_message(source: Path, name: str, message: str) -> None:
    with pytest.raises(DocumentError, match=f"^{message}$"):
        find_revision("main", source).read(source / name, name)


def test_a_submodule_is_no_file(tmp_path: Path, source: Path) -> None:
    (tmp_path / "other").mkdir()
    git(tmp_path, "clone", "-q", str(source), str(tmp_path / "other"))
    git(source, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "other"), "module")
    git(source, "commit", "-qm", "second")
    with pytest.raises(
        DocumentError, match=r"^module: this is a submodule, whose files are not in the revision; name a file in it$"
    ):
        find_revision("main", source).read(source / "module", "module")
    inside = find_revision("main", source / "module")
    assert inside.read(source / "module" / "parts.yaml", "parts.yaml") == PARTS.encode()


def test_a_linked_working_tree_is_a_repository(tmp_path: Path, source: Path) -> None:
    git(source, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert find_revision("main", tmp_path / "tree").read(tmp_path / "tree" / "api.yaml", "") == API.encode()


def test_a_bare_repository_has_no_files_to_compare(tmp_path: Path, source: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(source), str(tmp_path / "bare.git"))
    with pytest.raises(NoBaseline, match="is not in a git repository"):
        find_revision("main", tmp_path / "bare.git")


def bomb(folder: Path, levels: int = 9) -> None:
    """A revision of a few objects whose tree names ten files in each of ten folders, `levels` deep."""
    blob = output(["git", "hash-object", "-w", "--stdin"], folder, "x").strip()
    entry = "100644 blob"
    for _ in range(levels):
        lines = "".join(f"{entry} {blob}\tf{number}\n" for number in range(10))
        blob, entry = output(["git", "mktree"], folder, lines).strip(), "040000 tree"
    git(folder, "tag", "bomb", git(folder, "commit-tree", blob, "-m", "x").strip())


_CALLED = """\
import resource, sys
from pathlib import Path
from mkdocs_oasmap.review import git
git.MEMORY = 32 * 2**20
path = Path(sys.argv[1], "api.yaml")
assert git.find_revision("bomb", path.parent).called(path) == path  # nothing was renamed, as far as could be found
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot limit the memory of another process")
def test_git_may_not_take_more_memory_than_its_limit(source: Path) -> None:
    """In a process of its own, as the kernel counts the largest of all children that a process has had."""
    bomb(source)
    kibibytes = int(output([sys.executable, "-c", _CALLED, source], PYTHONPATH=str(Path(__file__).parents[2])))
    assert kibibytes < 256 * 2**10


def test_git_may_not_print_more_than_a_file_may_have(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_files, "MOST_PRINTED", 100_000)
    bomb(source)
    with pytest.raises(NoBaseline, match=r"git printed more than 100,000 bytes"):
        find_revision("bomb", source).files(source)


def test_a_commit_is_what_it_names_and_not_what_a_repository_puts_in_its_place(source: Path) -> None:
    path = source / "api.yaml"
    path.write_text("other: 1\n")
    git(source, "add", "-A")
    git(source, "commit", "-qm", "other")
    before = find_revision("HEAD~1", source).read(path, "api.yaml")
    git(source, "replace", "HEAD~1", "HEAD")
    assert find_revision("HEAD~1", source).read(path, "api.yaml") == before


def test_a_file_may_not_be_too_large(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_files, "MAX_BYTES", 10)
    with pytest.raises(DocumentError, match=r"^api.yaml: has more than 10 bytes in the revision; name a smaller file$"):
        find_revision("main", source).read(source / "api.yaml", "api.yaml")


@pytest.mark.parametrize("command", ["rev-parse", "cat-file"])
def test_git_has_a_time_to_answer(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    real = subprocess.run(["which", "git"], check=True, capture_output=True, text=True).stdout.strip()
    found = find_revision("main", source)
    (tmp_path / "bin").mkdir()
    text = f'case "$*" in *{command}*) exec {sys.executable} -c "import time; time.sleep(600)";; esac; exec {real} "$@"'
    program(tmp_path / "bin" / "git", text)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(git_files, "TIMEOUT", 0.2)

    def ask() -> object:
        return find_revision("main", source) if command == "rev-parse" else found.read(source / "api.yaml", "")

    with pytest.raises(NoBaseline, match="git did not answer within"):
        ask()


def test_an_object_that_is_broken_is_no_missing_file(source: Path) -> None:
    oid = git(source, "rev-parse", "main:api.yaml").strip()
    path = source / ".git" / "objects" / oid[:2] / oid[2:]
    path.chmod(0o644)
    path.write_bytes(b"broken")
    with pytest.raises(NoBaseline, match="git cannot read api\\.yaml in main"):
        find_revision("main", source).read(source / "api.yaml", "api.yaml")


# --- names and the environment --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["HE\0AD", "\ud800", "HEAD:a\0pi"])
def test_a_name_that_git_cannot_get_is_one_message(source: Path, name: str) -> None:
    with pytest.raises(MappingError) as caught:
        find_revision(name, source)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "variables",
    [
        {"GIT_DIR": "{other}/.git"},
        {"GIT_DIR": "{other}/.git", "GIT_WORK_TREE": "{other}"},
        {"GIT_COMMON_DIR": "{other}/.git"},
        {"GIT_OBJECT_DIRECTORY": "{other}/.git/objects"},
        {"GIT_NAMESPACE": "x", "GIT_CEILING_DIRECTORIES": "{source}"},
        {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.worktree", "GIT_CONFIG_VALUE_0": "{other}"},
        {"GIT_CONFIG_PARAMETERS": "'core.worktree={other}'"},
        {"GIT_CONFIG_GLOBAL": "{other}/config"},
        {"GIT_TRACE": "{other}/trace", "GIT_EXEC_PATH": "{other}"},
        {"GIT_NO_REPLACE_OBJECTS": "", "GIT_ALLOW_PROTOCOL": "file", "GIT_SHALLOW_FILE": "{other}/shallow"},
    ],
)
def test_the_environment_does_not_choose_the_repository(
    tmp_path: Path, source: Path, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "api.yaml").write_text("other")
    git(other, "init", "-q", "-b", "main")
    git(other, "add", ".")
    git(other, "commit", "-qm", "other")
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(other=other, source=source))
    found = find_revision("main", source)
    assert isinstance(found, Revision)
    assert found.root == source
    assert found.read(source / "api.yaml", "") == API.encode()
    assert not (other / "trace").exists()
