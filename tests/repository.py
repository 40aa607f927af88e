"""Git repositories of tests, with an author and without the settings of the user's own."""

import subprocess
from pathlib import Path

_IDENTITY = ("-c", "user.name=Zoo", "-c", "user.email=zoo@example.org")


def git(folder: Path, *arguments: str) -> str:
    """What git prints in a folder."""
    command = ["git", "-C", str(folder), *_IDENTITY, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def commit_all(folder: Path, message: str = "first") -> None:
    """Commit all files of a folder, which becomes a repository."""
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message)
