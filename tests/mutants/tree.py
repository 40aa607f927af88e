"""A copy of the checkout to change."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def copy_tree(target: Path) -> None:
    """Copy all files that git has or could have, as they are now; what tests look for beside the checkout is linked."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        source, copy = ROOT / name, target / name
        if source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
            copy.chmod(source.stat().st_mode)
    shutil.copyfile(Path(__file__).parent / "switch.py", target / "mapper" / "mutant_switch.py")
    if (ROOT.parent / "shared").exists():
        (target.parent / "shared").symlink_to(ROOT.parent / "shared")
    if (ROOT / ".cache").exists():
        (target / ".cache").symlink_to(ROOT / ".cache")


def modules(folders: list[str]) -> list[str]:
    """The modules below some folders of the checkout, as paths in it; a folder may be a module itself."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) or [ROOT / folder]]
    return [path.relative_to(ROOT).as_posix() for path in found]
