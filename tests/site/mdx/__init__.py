"""The compiler of MDX with what Docusaurus adds to it, by exact version, fetched once into `.cache/peers/mdx`."""

import json
import shutil
from pathlib import Path

from ...processes import install_packages, output

HERE = Path(__file__).parent
CACHE = HERE.parents[2] / ".cache" / "peers" / "mdx"


def fetch() -> str:
    """Install the packages of the lock file, if they are not there already; what went wrong, empty if nothing."""
    return install_packages(HERE, CACHE, 240)


def rendered(folder: Path, *, format: str) -> dict[str, str]:  # noqa: A002 - the name in MDX
    """The pages of a folder as HTML, by name; each of them is compiled and run. `format` is `mdx` or `md`."""
    shutil.copy(HERE / "render.mjs", CACHE)
    command = ["node", str(CACHE / "render.mjs"), format, str(folder)]
    pages: dict[str, str] = json.loads(output(command))
    return pages
