"""Compile what botocore's models come to: `python -m tests.ack.compile [--sample N] [SERVICE …]`.

Without arguments, all services are mapped without a config, read by controller-gen, and compiled.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from botocore.loaders import Loader

from mapper.model import Mapping
from mapper.systems.ack.crd import write_crds

from ..go_code.tools import Unavailable
from .peers.check import Result, check
from .peers.tools import Tools, fetch
from .support import generate


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code is 1 where something is wrong, 2 where nothing can be compiled here."""
    parser = argparse.ArgumentParser(prog="python -m tests.ack.compile", description=__doc__.split("\n", 1)[0])
    parser.add_argument("services", nargs="*", metavar="SERVICE", help="names of botocore (default: all)")
    parser.add_argument("--sample", type=int, metavar="N", help="N of them, the same ones each time")
    parser.add_argument("--batch", type=int, default=12, metavar="N", help="services in one module (default: 12)")
    options = parser.parse_args(arguments)
    try:
        tools = fetch()
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    services = options.services or Loader().list_available_services("service-2")
    if options.sample:
        services = sorted(random.Random(0).sample(services, min(options.sample, len(services))))
    total, packages, broken = Result(), 0, 0
    for start in range(0, len(services), options.batch):
        mappings = {
            name: generate(f"botocore:{name}", service=_group(name)) for name in services[start:][: options.batch]
        }
        mappings = {name: mapping for name, mapping in mappings.items() if mapping.entities}
        for name, result in _checked(mappings, tools).items():
            packages += 1
            broken += bool(result.problems)
            total.definitions += result.definitions
            total.same += result.same
            total.same_bytes += result.same_bytes
            for problem in result.problems:
                print(f"{name}: {problem}", flush=True)
        print(f"{start + options.batch} of {len(services)} services, {packages} packages", file=sys.stderr, flush=True)
    print(f"packages: {packages - broken} of {packages} compile and give our definitions")
    print(f"definitions: {total.definitions}, structure {total.same}, bytes {total.same_bytes}")
    return 1 if broken else 0


def _group(service: str) -> str:
    """A group of its own for each service: definitions of all stand in one folder."""
    return service.lower()


def _checked(mappings: dict[str, Mapping], tools: Tools) -> dict[str, Result]:
    """The results, with what a cluster says of the definitions."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        results = check(mappings, folder, tools)
        for name, mapping in mappings.items():
            written = []
            for file, text in write_crds(mapping).items():
                written.append(folder / file)
                written[-1].write_text(text, encoding="utf-8")
            results[name].problems += tools.definitions(written)
        return results


if __name__ == "__main__":
    sys.exit(main())
