"""Files as they are in a revision of a git repository, read without touching the working tree."""

from __future__ import annotations

import subprocess
from pathlib import Path

from mapper.diagnostics import MappingError, Problem
from mapper.documents import DocumentError
from mapper.immutable import dataclass


class NoBaseline(MappingError):
    """A baseline that is not there: a revision that was not fetched, a file that it does not have."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision, by the name that the user gave it, and its commit. `root` is the top of the repository."""

    name: str
    commit: str
    root: Path

    def read(self, path: Path, uri: str) -> bytes:
        """The bytes of a file in the revision. Raises DocumentError."""
        resolved = path.resolve()
        if not resolved.is_relative_to(self.root):
            raise DocumentError(uri, f"is outside of the git repository {self.root}")
        target = f"{self.commit}:{resolved.relative_to(self.root).as_posix()}"
        done = _git(self.root, "cat-file", "blob", target)
        if done.returncode:
            raise DocumentError(uri, f"there is no such file in {self.name}")
        return done.stdout

    def has(self, path: Path) -> bool:
        """Whether the revision has a file."""
        try:
            self.read(path, "")
        except DocumentError:
            return False
        return True


def find_revision(name: str, folder: Path) -> Revision:
    """The revision called `name` in the repository that `folder` is in. Raises NoBaseline."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top.returncode:
        raise NoBaseline(Problem(f"{folder.resolve()} is not in a git repository", f"git:{name}"))
    root = Path(top.stdout.decode().strip()).resolve()
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if found.returncode:
        shallow = _git(root, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
        hint = (
            "; this clone is shallow: fetch more of the history (actions/checkout: fetch-depth: 0)" if shallow else ""
        )
        raise NoBaseline(Problem(f"the repository has no revision {name!r}{hint}", f"git:{name}"))
    return Revision(name, found.stdout.decode().strip(), root)


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    except OSError as error:
        raise NoBaseline(Problem(f"git cannot be run: {error.strerror or error}")) from None
