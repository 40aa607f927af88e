"""Compile what the schemas of providers come to: `python -m tests.crossplane.compile [--sample N] [NAME …]`.

Names are those of the corpus. gofmt, `go vet` and controller-gen have to have nothing to say, and the definitions that
controller-gen makes of the Go types have to be ours.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mapper.registry import system_named
from mapper.request import Mapped, Request

from ..ack.peers.tools import Unavailable
from ..tfplugin.peers import CORPUS
from .peers.code import controller_tools, problems
from .support import written

VERSIONS = Path(__file__).parent / "peers" / "provider.yaml"
_GROUP = re.compile(r'CRDGroup = "(.+)"')


def provider(name: str) -> Mapped:
    """A provider of the corpus with its config, or with the versions of the others where it has none."""
    folder = CORPUS / name
    config = folder / "provider.yaml"
    request = Request(folder / "schema.json.gz", [config if config.exists() else VERSIONS], folder)
    return system_named("crossplane").run(request)


def sampled(mapped: Mapped, count: int) -> tuple[dict[str, str], dict[str, str]]:
    """The Go files of some packages, the same ones each time, and the definitions of their types."""
    files = written(mapped, "apis")
    folders = sorted({path.rpartition("/")[0] for path in files if path.count("/") > 1})
    kept = set(random.Random(0).sample(folders, min(count, len(folders))))
    found = {path: text for path, text in files.items() if path.rpartition("/")[0] in kept}
    groups = {match[1] for text in found.values() if (match := _GROUP.search(text))}
    return found, {path: text for path, text in written(mapped).items() if path.partition("_")[0] in groups}


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code is 1 where something is wrong, 2 where nothing can be compiled here."""
    parser = argparse.ArgumentParser(prog="python -m tests.crossplane.compile", description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", default=["template", "digitalocean"])
    parser.add_argument("--sample", type=int, metavar="N", default=40, help="packages of each (default: 40)")
    options = parser.parse_args(arguments)
    try:
        generator = controller_tools()
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    wrong = False
    for name in options.names:
        files, definitions = sampled(provider(name), options.sample)
        with tempfile.TemporaryDirectory() as folder:
            found = problems(files, definitions, Path(folder), generator)
        packages = len({path.rpartition("/")[0] for path in files})
        print(f"{name}: {packages} packages, {len(definitions)} definitions, {len(found)} problems", flush=True)
        print("".join(f"  {problem[:2000]}\n" for problem in found), end="", flush=True)
        wrong = wrong or bool(found)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
