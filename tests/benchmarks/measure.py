"""Run the programs on a case in turn, and gather what came out."""

import filecmp
import json
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .cases import Case
from .process import Limits, Sample, run
from .programs import AGAINST, Program


@dataclass(slots=True)
class Series:
    """The runs of one program on one case. A run that failed is the last one."""

    samples: list[Sample] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.samples[-1].ok

    @property
    def walls(self) -> list[float]:
        return [sample.wall for sample in self.samples]

    @property
    def wall(self) -> float:
        """Median of the wall time."""
        return statistics.median(self.walls)

    @property
    def cpu(self) -> float:
        """Median of user and system time."""
        return statistics.median(sample.cpu for sample in self.samples)

    @property
    def rss(self) -> int:
        """Peak memory of the largest run, in bytes."""
        return max(sample.rss for sample in self.samples)


@dataclass(slots=True)
class Result:
    """All that is known of one case.

    `floors` is what `tests.benchmarks.floor` prints, once for each run. `same` says whether the output has the bytes
    of the one named by `same_as` (*reference*, or a stored file); None where there is none. `same_as_against` says the
    same of the second build.
    """

    case: Case
    series: dict[str, Series]
    floors: list[dict[str, Any]]
    same: bool | None
    same_as: str
    same_as_against: bool | None = None

    @property
    def floor(self) -> float | None:
        """CPU seconds of the floor: the median. None where it fails."""
        return statistics.median(run["seconds"] for run in self.floors) if self.floors else None

    def pairs(self, label: str, cost: str) -> list[float]:
        """A cost (*wall*, *cpu*, *rss*) of each of our runs, divided by that of the run of `label` next to it.

        Empty where one of the two failed, or was not run.
        """
        mine, other = self.series["oasmap"], self.series.get(label)
        if other is None or not (mine.ok and other.ok):
            return []
        return [getattr(a, cost) / getattr(b, cost) for a, b in zip(mine.samples, other.samples, strict=True)]


def warm_up(cases: Sequence[Case], programs: Iterable[Program], limits: Limits) -> None:
    """Run each program once on the smallest case, so that no first run has to load or compile its code."""
    smallest = min(cases, key=lambda case: case.size)
    for program in programs:
        with tempfile.TemporaryDirectory() as folder:
            run(program.command(smallest, Path(folder, "output.json")), limits, Path(folder))


def measure(case: Case, programs: Sequence[Program], runs: int, limits: Limits) -> Result:
    """Run each program `runs` times, in turn (A B A B …); one that fails is not run again."""
    series = {program.label: Series() for program in programs}
    floors: list[dict[str, Any]] = []
    for path in (case.spec, case.config):
        path.read_bytes()  # into the cache of the system
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        outputs = {program.label: folder / f"{program.label}.json" for program in programs}
        for _ in range(runs):
            for program in programs:
                one = series[program.label]
                if not one.samples or one.ok:
                    one.samples.append(run(program.command(case, outputs[program.label]), limits, folder))
            if outputs["oasmap"].is_file():
                floors += _floor(case.spec, outputs["oasmap"], limits, folder)
        written = {label: path for label, path in outputs.items() if series[label].ok and path.is_file()}
        same_as = "reference" if "reference" in series else case.stored.name if case.stored else ""
        theirs = written.get("reference") if "reference" in series else case.stored
        same = _same(written.get("oasmap"), theirs)
        return Result(case, series, floors, same, same_as, _same(written.get("oasmap"), written.get(AGAINST)))


def _same(one: Path | None, other: Path | None) -> bool | None:
    """Whether two files have the same bytes; None where one is not there."""
    return filecmp.cmp(one, other, shallow=False) if one and other else None


def _floor(spec: Path, output: Path, limits: Limits, folder: Path) -> list[dict[str, Any]]:
    """What the floor prints; nothing, with a warning, where it fails."""
    sample = run([sys.executable, "-m", "tests.benchmarks.floor", str(spec), str(output)], limits, folder)
    if not sample.ok:
        print(f"floor: {sample.outcome}: {sample.message}", file=sys.stderr)
        return []
    return [json.loads((folder / "stdout").read_text(encoding="utf-8"))]
