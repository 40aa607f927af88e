"""A command that can change nothing but its own folder: a changed program may remove what it should not.

The folder is all that can be written, also as /tmp, and the processes of others cannot be seen.
"""

import os
import shutil
import subprocess
from pathlib import Path

_MOUNT = """
mount --make-rprivate /
mount --bind "$1" "$1"
mount --bind "$1/tmp" /tmp
mount -o remount,bind,ro /dev
mount -o remount,bind,ro /
shift
cd "$1"
shift
exec "$@"
"""


class Unconfined(Exception):
    """Why a command cannot be confined here."""


def confined(command: list[str], folder: Path, current: Path) -> list[str]:
    """The command in namespaces of its own, with `current` as its folder. `folder` is not below /tmp.

    Raises Unconfined. Root is asked for nothing; whoever is not root needs the kernel's leave for user namespaces.
    """
    if Path(command[0]).is_relative_to("/tmp"):
        raise Unconfined(f"{command[0]} cannot be seen there: it has a /tmp of its own; clone to another folder")
    (folder / "tmp").mkdir(exist_ok=True)
    unshare = shutil.which("unshare")
    if unshare is None:
        raise Unconfined("unshare of util-linux is not on the path")
    users = [] if os.geteuid() == 0 else ["--map-root-user"]
    prefix = [unshare, *users, "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-euc", _MOUNT, "sh"]
    full = [*prefix, str(folder), str(current)]
    tried = subprocess.run([*full, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        raise Unconfined(tried.stderr.strip())
    return [*full, *command]
