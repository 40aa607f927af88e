"""Runs one target on input after input, within limits, and keeps what fails."""

import gc
import hashlib
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

from . import oracle
from .seeds import changed, seed
from .targets import TARGETS

MEMORY = 3 * 2**30
"""Bytes of address space that the process may have: what ends a run that `oracle.PEAK` would only judge."""

_ROUNDS = 20
"""Mutations that follow from each other before a new seed is taken."""


@dataclass
class Tally:
    """What was tried on one target."""

    target: str
    inputs: int = 0
    taken: int = 0
    cpu: float = 0.0
    slowest: float = 0.0
    failed: int = 0
    kinds: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        counts = f"{self.inputs:,} inputs, {self.taken:,} taken, {self.failed:,} failed"
        return f"{self.target}: {counts}, {self.cpu:,.0f} CPU s, {self.slowest:.2f} s at most"


class TooLong(BaseException):
    """An input took more than `oracle.seconds`; no handler of the tested code catches it."""


def run(target: str, seconds: float, number: int, found: Path) -> Tally:
    """Mutate seeds of `target` for so long. The same `number` tries the same inputs in the same order."""
    tally = Tally(target)
    random = Random(f"{target} {number}")
    with limited_memory():
        while tally.cpu < seconds:
            data = seed(target, random)
            for _ in range(_ROUNDS):
                tried = changed(target, data, random)
                if attempt(tally, tried, found) or random.randrange(50) == 0:
                    data = tried  # what is taken gets further than what is refused
                if tally.cpu >= seconds:
                    break
            gc.collect()
    return tally


def attempt(tally: Tally, data: bytes, found: Path) -> bool:
    """Run the target of `tally` on one input: whether it was taken. Keeps what fails in a way not seen before."""
    start, before = time.process_time(), oracle.peak()
    taken = 0
    try:
        with limited_time(oracle.seconds(len(data))):
            taken = TARGETS[tally.target](data)
        if oracle.peak() > before + oracle.PEAK:
            raise oracle.Wrong("it takes more memory than a run may")
    except (Exception, TooLong) as error:  # whatever it is, it is what is looked for
        tally.failed += 1
        kind = _kind(error)
        if kind not in tally.kinds:
            tally.kinds.add(kind)
            found.mkdir(parents=True, exist_ok=True)
            path = found / f"{tally.target}-{hashlib.sha256(data).hexdigest()[:12]}"
            path.write_bytes(data)
            print(f"{path}: {kind}", file=sys.stderr, flush=True)
    spent = time.process_time() - start
    tally.inputs += 1
    tally.cpu += spent
    tally.taken += bool(taken)
    tally.slowest = max(tally.slowest, spent)
    return bool(taken)


def replay(path: Path) -> int:
    """Run one input again; what it raises is shown."""
    target = path.name.partition("-")[0]
    try:
        data = path.read_bytes()
        with limited_memory(), limited_time(oracle.seconds(len(data))):
            taken = TARGETS[target](data)
    except (Exception, TooLong):
        traceback.print_exc()
        return 1
    print("taken" if taken else "refused")
    return 0


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """Raise TooLong inside, after so many seconds of CPU time."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def limited_memory() -> Iterator[None]:
    """Let allocations beyond MEMORY fail inside."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _kind(error: BaseException) -> str:
    """What failed and where: the same for inputs that fail in the same way."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "/tests/" not in frame.filename] or list(frames)
    where = f"{Path(inside[-1].filename).name}:{inside[-1].lineno}" if inside else "?"
    name = "Wrong" if isinstance(error, oracle.Wrong) else f"{type(error).__name__} at {where}"
    return f"{name}: {str(error)[:160]}"
