"""What a rebuild of `mkdocs serve` costs, and whether its memory grows.

    python -m tests.benchmarks.serve [--pages 300] [--attributes 150] [--rebuilds 50] [--edit both]

Makes the site of `tests.benchmarks.site`, builds it in a fresh process as `mkdocs serve` does, and again after each
edit: of a page that is written by hand, of one schema of the description, or `both`, where each fifth edit is of the
schema. Prints for each build the CPU time of all handlers of the plugin and of the whole, and the memory of the
process (RSS, from the operating system) after it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .site import site_options, timed, write_site

_FIFTH = 5
HANDLERS = {
    "on_startup": "start",
    "on_config": "config",
    "_build": "sites and files",
    "on_page_content": "pages",
    "_before_search": "pages",
    "_after_search": "pages",
    "on_post_page": "pages",
    "on_nav": "rest",
    "on_post_build": "rest",
}


def main(arguments: list[str] | None = None) -> int:
    parser = site_options(__doc__)
    parser.add_argument("--rebuilds", type=int, default=50)
    parser.add_argument("--edit", default="prose", choices=("prose", "schema", "both"))
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.folder:
        return serve(Path(options.folder), options)
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder), options)
        command = [sys.executable, "-m", "tests.benchmarks.serve", *(sys.argv[1:] if arguments is None else arguments)]
        given = {"NO_MKDOCS_2_WARNING": "1"} | os.environ
        return subprocess.run([*command, "--folder", folder], check=False, env=given).returncode


def serve(folder: Path, options: argparse.Namespace) -> int:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    from mkdocs_oasmap.events import OasmapEvents
    from mkdocs_oasmap.render.html import Renderer
    from mkdocs_oasmap.sites.markdown_copies import TwinFile

    spent = dict.fromkeys([*HANDLERS.values(), "Markdown"], 0.0)
    for method, label in HANDLERS.items():
        setattr(OasmapEvents, method, timed(getattr(OasmapEvents, method), spent, label))
    content: Any = vars(TwinFile)["_content"]
    made = timed(content.fget, spent, "Markdown")
    setattr(TwinFile, "_content", property(made, content.fset))  # noqa: B010
    rendered = counted(Renderer, "entity")

    def config() -> Any:
        return load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"), site_url="http://127.0.0.1:8000/")

    first = config()
    first.plugins.on_startup(command="serve", dirty=False)
    names = list(dict.fromkeys(spent))
    print(f"| build | {' | '.join(names)} | all of ours ms a page | whole s | rendered | RSS MB |")
    print(f"|--:|{'--:|' * (len(names) + 4)}")
    for number in range(options.rebuilds + 1):
        if number:
            edit(folder, options.edit, number)
        for name in names:
            spent[name] = 0.0
        before = rendered()
        start = time.process_time()
        current = first if not number else config()
        build(current, serve_url="http://127.0.0.1:8000/")
        whole = time.process_time() - start
        if not number:
            first.plugins.on_serve(Server(), config=first, builder=build)  # type: ignore[arg-type]
        each = " | ".join(f"{1000 * spent[name] / options.pages:.2f}" for name in names)
        ours = 1000 * sum(spent.values()) / options.pages
        print(
            f"| {number} | {each} | {ours:.2f} | {whole:.2f} | {rendered() - before} | {resident():.0f} |", flush=True
        )
    return 0


class Server:
    """Stands for that of MkDocs, whose threads are no part of a build."""

    def watch(self, path: str) -> None:
        """Nothing is watched: what changes is known."""


def edit(folder: Path, what: str, number: int) -> None:
    if what == "prose" or (what == "both" and number % _FIFTH):
        (folder / "docs" / "index.md").write_text(f"# Home\n\nEdit {number}.\n")
        return
    path = folder / "openapi.json"
    api = json.loads(path.read_text())
    api["components"]["schemas"]["thing_0"]["description"] = f"The thing of edit {number}."
    path.write_text(json.dumps(api, indent=1))


def counted(where: Any, name: str) -> Callable[[], int]:
    """How often a function of a class was called."""
    original, calls = getattr(where, name), 0

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        return original(*args, **kwargs)

    setattr(where, name, wrapper)
    return lambda: calls


def resident() -> float:
    """MB of this process that are in memory now."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    sys.exit(main())
