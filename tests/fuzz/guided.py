"""Fuzzing guided by coverage: atheris keeps the inputs that reach new code. Each target has its own process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from .tally import Tally

_EVERY = 100
"""Inputs between two notes of what was tried."""


def run_guided(target: str, seconds: float, number: int, found: Path) -> Tally:
    """As `loop.run`; a corpus of what reached new code is kept beside `found`."""
    corpus = found.with_name(f"{found.name}-corpus") / target
    corpus.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "tally.json"
        command = [sys.executable, "-m", "tests.fuzz.guided", target, str(seconds), str(number), str(found), str(notes)]
        subprocess.run([*command, str(corpus)], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        facts = json.loads(notes.read_text(encoding="utf-8"))
    return Tally(**{**facts, "kinds": set(facts["kinds"])})


def main(target: str, seconds: float, number: int, found: Path, notes: Path, corpus: str) -> None:
    """Fuzz in this process. Does not return: libFuzzer ends it."""
    import atheris

    with atheris.instrument_imports(include=["mapper", "mkdocs_oasmap"]):
        from . import targets  # noqa: F401 - what is instrumented
    from .loop import attempt, limited_memory
    from .seeds import changed, seed

    tally = Tally(target)

    def one(data: bytes) -> None:
        attempt(tally, data, found)
        if tally.inputs % _EVERY == 0 or tally.cpu >= seconds:
            facts = {name: getattr(tally, name) for name in Tally.__struct_fields__}
            notes.write_text(json.dumps({**facts, "kinds": sorted(tally.kinds)}), encoding="utf-8")
        if tally.cpu >= seconds:
            os._exit(0)

    def change(data: bytes, longest: int, chance: int) -> bytes:
        random = Random(chance)
        return changed(target, data if data and random.randrange(20) else seed(target, random), random)[:longest]

    options: list[Any] = [f"-seed={number + 1}", "-max_len=30000", "-len_control=0", "-verbosity=0", corpus]
    with limited_memory():
        atheris.Setup([sys.argv[0], *options], one, custom_mutator=change)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]), Path(sys.argv[5]), sys.argv[6])
