"""Reads files of a git revision without touching the working tree.

The repository is untrusted, with its `.git/config`: git is called so that nothing configured there is executed and no
other host is contacted. Variables of the environment that name a repository (`GIT_DIR` and the like) are ignored.
"""

import hashlib
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Timer

from msgspec.structs import replace

from mapper.inputs import DocumentError, Documents
from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Lister, Request
from mapper.review.changes import Version, latest
from mapper.sidecar.consistency import Digest
from mapper.system.system import System

GIT = "git:"
"""What the name of a state in a revision begins with."""

TIMEOUT = 60
"""The time limit of one call of git, in seconds."""
MAX_BYTES = 256 * 2**20
"""The size limit of a file, in bytes."""
MOST_PRINTED = MAX_BYTES
"""The most that one call of git may print, in bytes."""
MEMORY = 2**30
"""The memory of one call of git, in bytes, where the system can limit it: a tree of a few kB may name 10¹¹ files."""

_OPTIONS = (
    *("--no-pager", "--literal-pathspecs", "--no-optional-locks"),
    *("-c", "protocol.allow=never"),
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.sshCommand=false"),
    *("-c", "core.askPass="),
    *("-c", "credential.helper="),
    *("-c", "core.alternateRefsCommand=false"),
    *("-c", "safe.bareRepository=explicit"),
)
_ENVIRONMENT = {
    # overrides protocols that a configuration allows; from git 2.45 on, GIT_NO_LAZY_FETCH would be enough
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    # a commit names its content; `refs/replace` of a repository may name another
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_LONGEST_MESSAGE = 100_000
_HEADER = re.compile(rb"([0-9a-f]{40,64}) (\w+) (\d{1,19})\n")


class NoBaseline(MappingError):
    """The baseline cannot be had: a revision that was not fetched, or git cannot read it."""


class NotInRevision(NoBaseline):
    """The revision was found, and does not have a file."""


class Revision:
    """The tree of a revision: the name that the user gave, its commit, and `root`, the top folder of the repository."""

    def __init__(self, name: str, commit: str, root: Path) -> None:
        self.name, self.commit, self.root = name, commit, root
        self._kept: dict[Path, bytes] = {}
        self.notes: list[str] = []
        """What was read differently than requested, such as a file under its old name."""

    @property
    def about(self) -> str:
        """Date and subject of the commit: `2026-01-31: Rename the lens`."""
        process = _git(self.root, "rev-list", "--max-count=1", "--format=%cs %s", self.commit)
        _, _, line = process.stdout.decode("utf-8", "replace").partition("\n")
        day, _, subject = line.strip().partition(" ")
        return f"{day}: {subject}" if day else ""

    def has(self, path: Path) -> bool:
        """Whether the revision has a file; the content is kept for the following `read`.

        Raises NoBaseline if it was not fetched, MappingError if it cannot be read.
        """
        try:
            self._kept[real_path(path)] = self.read(path, path.as_posix())
        except _NoFile:
            return False
        return True

    def called(self, path: Path) -> Path:
        """The path of a file in the revision, following a rename since then; the same path if it was not renamed."""
        inner = self._inner(path)
        if inner is None or self.has(path):
            return path
        for old, new in self._renames():
            if new == inner:
                old_path = self.root / old
                self.notes.append(f"{inner} was called {old} in {self.name}")
                return old_path
        return path

    def configs(self, paths: Sequence[Path], base: Path, default: Path | None) -> list[Path]:
        """The paths of configs in the revision. An optional config, whose path by default is `default`, may be missing:
        it may exist on one side only.
        """
        called = [self.called(base / path) for path in paths]
        if default is None:
            return called
        existing = [path for path in called or [default] if self.has(path)]
        missing = [Documents(base).display(path) for path in called if path not in (*existing, default)]
        self.notes += [f"there was no {name} in {self.name}" for name in missing]
        return existing

    def missing(self, shown: str, *, is_input: bool) -> "NotInRevision":
        """The error for a file that the revision does not have."""
        hint = f"; if it had another name there, say {GIT}{self.name}:PATH" if is_input else ""
        text = f"there is no {shown} in the revision {self.name!r}{hint}"
        return NotInRevision(Problem(text, GIT + self.name, remedy="with --missing-ok, that is no error"))

    def located(self, error: MappingError) -> MappingError:
        """The error with the name of the revision in each problem; one about the revision itself stays."""
        if isinstance(error, NoBaseline):
            return error
        return MappingError(*(replace(p, text=f"{p.text} (in {self.name})") for p in error.problems))

    def way_out(self, _system: System, _request: Request) -> AbstractContextManager[None]:
        """A context that changes no error: a command that mends a file on the disk does not mend a revision."""
        return nullcontext()

    def digests(self, sidecar: Path, _base: Path) -> Digest:
        """A function that returns the SHA-256 of an artifact next to a sidecar; None if there is none."""

        def digest(name: str) -> str | None:
            try:
                return hashlib.sha256(self.read(sidecar.parent / name, name)).hexdigest()
            except (MappingError, ValueError):  # the file does not exist, or cannot have this name
                return None

        return digest

    def commits_ahead(self) -> int:
        """The number of commits that the revision has and HEAD lacks; 0 if it cannot be determined."""
        if MERGE_BASE in self.name:
            return 0
        process = _git(self.root, "rev-list", "--count", "--end-of-options", f"HEAD..{self.commit}")
        return int(process.stdout) if process.returncode == 0 and process.stdout.strip().isdigit() else 0

    def _renames(self) -> Iterator[tuple[str, str]]:
        """Old and new names of the files renamed between the revision and HEAD."""
        arguments = ("diff-tree", "-r", "-z", "-M", "--name-status", "--diff-filter=R", self.commit, "HEAD")
        compared = _git(self.root, *arguments)
        if compared.returncode == 0:
            words = [os.fsdecode(word) for word in compared.stdout.split(b"\0")]
            yield from zip(words[1::3], words[2::3], strict=False)

    @property
    def lister(self) -> Lister:
        """What lists the files of a folder."""
        return self.files

    def has_folder(self, path: Path) -> bool:
        """Whether the revision has a folder at this path."""
        inner = self._inner(path)
        if inner is None:
            return False
        return inner == "." or bool(
            _git(self.root, "ls-tree", "-d", "-z", "--full-tree", self.commit, "--", inner).stdout
        )

    def files(self, folder: Path) -> list[Path]:
        """The files in a folder of the revision, recursively."""
        inner = self._inner(folder)
        if inner is None:
            return []
        listed = _git(self.root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", self.commit, "--", f"{inner}/")
        if listed.returncode:
            raise NoBaseline(
                Problem(
                    f"git cannot list the files of this folder in {self.name}",
                    str(folder),
                    remedy="run `git fsck` for the cause",
                )
            )
        return [self.root / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]

    def _inner(self, path: Path) -> str | None:
        """The path relative to the repository; None if it is outside, or contains a line break."""
        resolved = real_path(path)
        if not resolved.is_relative_to(self.root) or "\n" in resolved.as_posix():
            return None
        return resolved.relative_to(self.root).as_posix()

    def read(self, path: Path, uri: str) -> bytes:
        """The content of a file in the revision. Raises DocumentError, and NoBaseline if it was not fetched."""
        resolved = real_path(path)
        if resolved in self._kept:
            return self._kept.pop(resolved)
        if not resolved.is_relative_to(self.root):
            raise _NoFile(uri, f"is outside of the git repository {self.root}", remedy="name a file in it")
        inner = resolved.relative_to(self.root).as_posix()
        if "\n" in inner:
            raise _NoFile(uri, "a name with a line break is not read from a revision", remedy="rename the file")
        kind, data = _object(self.root, f"{self.commit}:{inner}", uri)
        if kind == "blob":
            return data
        module = self._submodule(inner) if not kind else None
        if module is not None:
            return module.read(path, uri)
        raise (
            _NoFile(uri, "this is a folder, not a file", remedy="name a file in it")
            if kind == "tree"
            else self._why(inner, uri)
        )

    def _submodule(self, inner: str) -> "Revision | None":
        """The revision of the submodule that contains a file; None if there is none.

        Raises NoBaseline if the submodule, or that revision of it, was not fetched.
        """
        parts = inner.split("/")
        parents = ["/".join(parts[:count]) for count in range(1, len(parts))]
        entries = _git(self.root, "ls-tree", "--full-tree", "-z", self.commit, "--", *parents).stdout.split(b"\0")
        for entry in entries if parents else ():
            about, _, name = entry.partition(b"\t")
            mode, _, commit = about.decode("ascii", "replace").partition(" commit ")
            if mode == "160000":
                folder = self.root / os.fsdecode(name)
                top = _git(folder, "rev-parse", "--show-toplevel") if folder.is_dir() else None
                where = f"git:{self.name}"
                if top is None or real_path(Path(os.fsdecode(top.stdout.removesuffix(b"\n")))) != real_path(folder):
                    text = f"{os.fsdecode(name)} is a submodule that is not checked out"
                    raise NoBaseline(Problem(text, where, remedy="run `git submodule update --init`"))
                if _git(folder, "cat-file", "-e", f"{commit}^{{commit}}").returncode:
                    text = f"the submodule {os.fsdecode(name)} lacks the commit {commit[:12]} of {self.name}"
                    raise NoBaseline(Problem(text, where, remedy="fetch it"))
                return Revision(self.name, commit, real_path(folder))
        return None

    def _why(self, inner: str, uri: str) -> DocumentError | NoBaseline:
        """The error for a file that cannot be read: it is not in the revision, or not in a partial clone."""
        listed = _git(self.root, "ls-tree", "--full-tree", "-z", self.commit, "--", inner)
        if listed.returncode == 0 and not listed.stdout:
            return _NoFile(uri, f"there is no such file in {self.name}", remedy="correct the path")
        if listed.stdout.startswith(b"160000 "):
            text = "this is a submodule, whose files are not in the revision"
            return _NoFile(uri, text, remedy="name a file in it")
        partial = _git(self.root, "config", "--get-regexp", r"^(remote\..*\.promisor|extensions\.partialclone)$")
        if partial.returncode == 0:
            text = f"{uri} was left out of this partial clone of the revision {self.name!r}, and nothing is fetched"
            return NoBaseline(Problem(text, f"git:{self.name}", remedy="run `git fetch --refetch --no-filter`"))
        return NoBaseline(
            Problem(f"git cannot read {uri} in {self.name}", f"git:{self.name}", remedy="run `git fsck` for the cause")
        )


MERGE_BASE = "..."
"""The separator of `REV...OTHER` in git: their last common commit; `OTHER` defaults to HEAD."""


class _NoFile(DocumentError):
    """A file that the revision does not have."""


def find_revision(name: str, folder: Path) -> Revision:
    """The revision `name` in the repository that contains `folder`. Raises MappingError, NoBaseline if there is none.

    `REV...` is the merge base of REV and HEAD, `REV...OTHER` the merge base of REV and OTHER.
    """
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top.returncode:
        text = f"{real_path(folder)} is not in a git repository{_owner(top)}"
        raise NoBaseline(Problem(text, f"git:{name}", remedy="run the command in one, or compare files"))
    root = real_path(Path(os.fsdecode(top.stdout.removesuffix(b"\n"))))
    one, dots, other = name.partition(MERGE_BASE)
    commit = _commit(root, one, name)
    if dots:
        other = other or "HEAD"
        commit = _merge_base(root, (one, other), (commit, _commit(root, other, name)), name)
    return Revision(name, commit, root)


def references(folder: Path) -> tuple[int, bytes]:
    """HEAD, all branches and all tags with their commits, and git's exit code; 127 if there is no git."""
    try:
        process = _git(folder, "show-ref", "--head")
    except MappingError:
        return 127, b""
    return process.returncode, process.stdout


def last_version(folder: Path) -> Version | None:
    """The highest version among the tags that HEAD contains; None if there is none, or no git."""
    try:
        process = _git(folder, "tag", "--merged", "HEAD")
    except MappingError:
        return None
    return latest(os.fsdecode(process.stdout).split()) if process.returncode == 0 else None


def _commit(root: Path, name: str, whole: str) -> str:
    process = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if process.returncode or not name:
        text = f"the repository has no revision {name!r}"
        raise NoBaseline(Problem(text, f"git:{whole}", remedy=_to_fetch(root, name)))
    return process.stdout.decode().strip()


def _merge_base(root: Path, names: tuple[str, str], commits: tuple[str, str], whole: str) -> str:
    """The last common commit of two."""
    process = _git(root, "merge-base", *commits)
    if process.returncode:
        remedy = _to_fetch(root, names[0], commits[1]) if _is_shallow(root) else "compare two of one history"
        raise NoBaseline(Problem("the two revisions have no commit in common", f"git:{whole}", remedy=remedy))
    return process.stdout.decode().split()[0]


_SUFFIX = re.compile(r"[~^]|@\{")
"""What begins the ancestor of a revision: `main~1`, `v1.0.0^`, `main@{1}`."""

_COMMIT = re.compile(r"[0-9a-f]{40}\Z")


def _is_shallow(root: Path) -> bool:
    return _git(root, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def _to_fetch(root: Path, name: str, *commits: str) -> str:
    """The command that fetches a revision, and the history of commits that are here.

    Without a remote to fetch from, it is a branch to name.
    """
    remotes = os.fsdecode(_git(root, "remote").stdout).split()
    name = _SUFFIX.split(name, maxsplit=1)[0]
    remote, _, branch = name.partition("/")
    if branch and remote in remotes:
        wanted = [f"+refs/heads/{branch}:refs/remotes/{name}"]
    elif _COMMIT.match(name) and remotes:
        remote, wanted = "origin" if "origin" in remotes else remotes[0], [name]
    else:
        remote, wanted = "origin" if "origin" in remotes else next(iter(remotes), "origin"), ["--tags"]
    shallow = _is_shallow(root)
    if not remotes and not shallow:
        branches = os.fsdecode(_git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads").stdout).split()
        return f"name one that is here, such as git:{branches[0]}" if branches else "commit first"
    words = ["git", "fetch", *(["--unshallow"] if shallow else []), remote, *wanted, *commits]
    why = "this clone is shallow (actions/checkout: fetch-depth: 0): " if shallow else "fetch it, if that is its name: "
    return f"{why}{shlex.join(words)}"


def _owner(done: subprocess.CompletedProcess[bytes]) -> str:
    """A hint if git rejects the repository because of its owner."""
    return " that git trusts (`git config --global --add safe.directory` says so)" if b"dubious" in done.stderr else ""


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    return kept | _ENVIRONMENT


def _git(folder: Path, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a git command; `given` is its input.

    Raises NoBaseline if git cannot be run, or exceeds the limits of time, memory or output.
    """
    command = ["git", *_OPTIONS, "-C", str(folder), *arguments]
    with TemporaryFile() as asked, TemporaryFile() as said:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE, stderr=said, env=_environment())
        except OSError as error:
            raise NoBaseline(
                Problem(f"git cannot be run: {error.strerror or error}", remedy="install git, or compare files")
            ) from None
        except ValueError:  # a NUL, or a lone surrogate
            raise MappingError(
                Problem("it has a character that no name in git has", "git:", remedy="correct the revision")
            ) from None
        with process:
            _limit_memory(process.pid)
            is_late = Event()

            def stop() -> None:
                is_late.set()
                process.kill()

            end = Timer(TIMEOUT, stop)
            end.start()
            try:
                printed = process.stdout.read(MOST_PRINTED + 1) if process.stdout else b""
                if len(printed) <= MOST_PRINTED:
                    process.wait()
            finally:
                end.cancel()
                process.kill()
        if is_late.is_set():
            raise NoBaseline(
                Problem(f"git did not answer within {TIMEOUT} seconds", str(folder), remedy="run the command again")
            )
        if len(printed) > MOST_PRINTED:
            raise NoBaseline(
                Problem(f"git printed more than {MOST_PRINTED:,} bytes", str(folder), remedy="name a smaller folder")
            )
        said.seek(0)
        return subprocess.CompletedProcess(command, process.returncode, printed, said.read(_LONGEST_MESSAGE))


def _limit_memory(pid: int) -> None:
    """Limit what a process may allocate; files that git maps into memory do not count. Only Linux can."""
    try:
        import resource

        resource.prlimit(pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
    except (ImportError, AttributeError, ProcessLookupError):
        return  # another system, or git has already ended


def _object(root: Path, name: str, uri: str) -> tuple[str, bytes]:
    """The type of an object, and its content if it is a *blob*; an empty type if there is no such object.

    Raises DocumentError if it is too large, MappingError if git cannot be run or exceeds the time limit.
    """
    header = _HEADER.fullmatch(_git(root, "cat-file", "--batch-check", given=os.fsencode(f"{name}\n")).stdout)
    if header is None:
        return "", b""
    blob, kind, size = header[1].decode(), header[2].decode(), int(header[3])
    if kind != "blob":
        return kind, b""
    if size > MAX_BYTES:
        raise DocumentError(uri, f"has more than {MAX_BYTES:,} bytes in the revision", remedy="name a smaller file")
    data = _git(root, "cat-file", "blob", blob).stdout
    return (kind, data) if len(data) == size else ("", b"")
