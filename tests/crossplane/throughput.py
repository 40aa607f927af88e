"""How fast a pool works: `python -m tests.crossplane.throughput [--passes N] [--pool N] [--workers N]`.

Every object of the cloud of the tests is created and then looked at, through processes of its provider; there is no
cluster. Passes in a second, the memory of this process and that of the providers are printed.
"""

from __future__ import annotations

import argparse
import resource as limits
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from mapper.crossplane.operator.controller import Memory, reconcile
from mapper.crossplane.operator.outcome import Patch
from mapper.crossplane.operator.plugin import Manifest
from mapper.crossplane.operator.provider_pool import ProviderPool
from mapper.crossplane.operator.redaction import Redacting
from mapper.crossplane.operator.resource_api import ResourceApi
from mapper.crossplane.operator.work_queue import ConfigKey
from mapper.tfplugin.provider import Provider

from .operator.cloud import THING
from .operator.process import program as cloud_program
from .operator.support import World, merged

KEY = ConfigKey("one")


class _Start:
    def __init__(self, path: Path) -> None:
        self.path = path

    def initialize(self, _: ConfigKey) -> Provider:
        provider = Provider.start(self.path)
        provider.configure({})
        return provider


def run(folder: Path, passes: int, size: int, workers: int) -> tuple[float, int]:
    """The seconds that the passes took, and how many objects came to rest."""
    things = folder / "things"
    things.mkdir()
    pool = ProviderPool(size, _Start(cloud_program(folder, things)))
    world = World(folder, name=THING)
    program, kind = world.program, world.kind
    invoker = program.index.invoker(kind.gvk)
    left, lock, rested = iter(range(passes)), threading.Lock(), []

    def work() -> None:
        number: Any = True
        while number is not None:
            resource = world.make({"zone": "a", "label": "x", "tags": {"a": "b"}})
            memory, now = Memory(), datetime.now(UTC)
            for _ in range(4):  # finalizer, creation, late initialisation, rest
                with lock:
                    number = next(left, None)
                if number is None:
                    return
                now += timedelta(seconds=1)

                def write(_: str, patches: tuple[Patch, ...]) -> Manifest:
                    nonlocal resource
                    for patch in patches:
                        resource = merged(resource, patch.body)
                    return resource

                with pool.lease(KEY, f"object {number}") as provider:
                    api = ResourceApi(provider, invoker, kind)
                    outcome = reconcile(resource, api, Redacting(world.objects), now, write, memory)
                write("", outcome.patches)
                memory = Memory(outcome.kept, outcome.void)
            with lock:
                rested.append(outcome.requeue)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - started
    state = pool.state()
    print(f"processes {state.started}, leases {state.borrowed_total}, waited for {state.waits_total}")
    pool.stop()
    return seconds, len([one for one in rested if one])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 1 where an object did not come to rest."""
    parser = argparse.ArgumentParser(prog="python -m tests.crossplane.throughput", description=__doc__)
    parser.add_argument("--passes", type=int, default=1000)
    parser.add_argument("--pool", type=int, default=5)
    parser.add_argument("--workers", type=int, default=5)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        seconds, rested = run(Path(folder), options.passes, options.pool, options.workers)
    memory = limits.getrusage(limits.RUSAGE_SELF).ru_maxrss // 1024
    children = limits.getrusage(limits.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{options.passes} passes in {seconds:.1f} s: {options.passes / seconds:.0f} in a second")
    print(f"{rested} objects at rest; memory {memory} MB, the largest provider {children} MB")
    print(f"CPU {time.process_time():.1f} s")
    return int(rested < options.passes // 4 - options.workers)


if __name__ == "__main__":
    sys.exit(main())
