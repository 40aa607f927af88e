"""The compiler of MDX with what Docusaurus adds to it, by exact version, fetched once into `.cache/peers/mdx`."""

import json
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
CACHE = HERE.parents[2] / ".cache" / "peers" / "mdx"
LOCK = "package-lock.json"
_INSTALLED = "installed.json"
_SECONDS = 240


class Unavailable(Exception):
    """Why nothing can be compiled here."""


def fetch(cache: Path = CACHE) -> None:
    """Install the packages of the lock file, if they are not there already. Raises Unavailable."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable("npm is not on the path")
    lock, installed = HERE / LOCK, cache / _INSTALLED
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return
    cache.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", LOCK):
        shutil.copy(HERE / name, cache)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(command, cwd=cache, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"npm ci: not done after {_SECONDS} s") from None
    if done.returncode:
        raise Unavailable(done.stderr.strip()[-500:])
    shutil.copy(lock, installed)


def rendered(folder: Path, *, format: str, cache: Path = CACHE) -> dict[str, str]:  # noqa: A002 - the name in MDX
    """The pages of a folder as HTML, by name; each of them is compiled and run. `format` is `mdx` or `md`."""
    shutil.copy(HERE / "render.mjs", cache)
    command = ["node", str(cache / "render.mjs"), format, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    pages: dict[str, str] = json.loads(done.stdout)
    return pages
