"""Run the programs on a case in turn, and gather what came out."""

import filecmp
import json
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
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

    `phases` is what `tests.benchmarks.phases` prints, empty where it fails; `floors` is what
    `tests.benchmarks.floor` prints, once for each run. `same` says whether the output
    has the bytes of the one named by `same_as` (*reference*, or a stored file); None where there is none.
    `same_as_against` says the same of the second build.
    """

    case: Case
    series: dict[str, Series]
    phases: dict[str, Any]
    floors: list[dict[str, float]]
    same: bool | None
    same_as: str
    same_as_against: bool | None = None

    def floor(self, *steps: str) -> float | None:
        """CPU seconds of the floor, or of some of its steps: the median. None where it fails."""
        seconds = [sum(run[step] for step in steps or run) for run in self.floors]
        return statistics.median(seconds) if seconds else None

    def pairs(self, label: str, cost: str) -> list[float]:
        """A cost (*wall*, *cpu*, *rss*) of each of our runs, divided by that of the run of `label` next to it.

        Empty where one of the two failed, or was not run.
        """
        mine, other = self.series["oasmap"], self.series.get(label)
        if other is None or not (mine.ok and other.ok):
            return []
        return [getattr(a, cost) / getattr(b, cost) for a, b in zip(mine.samples, other.samples, strict=True)]

    def facts(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "case": self.case.name,
            "spec_bytes": self.case.size,
            "runs": {label: [asdict(sample) for sample in series.samples] for label, series in self.series.items()},
            "phases_ms": self.phases,
            "floors_s": self.floors,
            "same_bytes": self.same,
            "same_bytes_as": self.same_as,
            "same_bytes_as_against": self.same_as_against,
        }


def warm_up(cases: Sequence[Case], programs: Iterable[Program], limits: Limits) -> None:
    """Run each program once on the smallest case, so that no first run has to load or compile its code."""
    smallest = min(cases, key=lambda case: case.size)
    for program in programs:
        with tempfile.TemporaryDirectory() as folder:
            run(program.command(smallest, Path(folder, "output.json")), limits, Path(folder))


def measure(case: Case, programs: Sequence[Program], runs: int, limits: Limits) -> Result:
    """Run each program `runs` times, in turn (A B A B …); one that fails is not run again."""
    series = {program.label: Series() for program in programs}
    floors: list[dict[str, float]] = []
    _load_into_cache(case)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = _output(folder, programs[0].label)
        for _ in range(runs):
            for program in programs:
                one = series[program.label]
                if not one.samples or one.ok:
                    one.samples.append(run(program.command(case, _output(folder, program.label)), limits, folder))
            if first.is_file():
                floors += _printed("floor", (case.spec, first), limits, folder)
        same, same_as = _compare(case, series, folder)
        same_as_against = _same_output(series, folder, "oasmap", AGAINST)
        phases = _printed("phases", (case.spec, case.config), limits, folder)
    return Result(case, series, phases[0] if phases else {}, floors, same, same_as, same_as_against)


def _output(folder: Path, label: str) -> Path:
    return folder / f"{label}.json"


def _load_into_cache(case: Case) -> None:
    for path in (case.spec, case.config):
        with path.open("rb") as file:
            while file.read(2**20):
                pass


def _compare(case: Case, series: dict[str, Series], folder: Path) -> tuple[bool | None, str]:
    theirs, same_as = case.stored, case.stored.name if case.stored else ""
    if "reference" in series:
        theirs, same_as = (_output(folder, "reference"), "reference") if series["reference"].ok else (None, "")
    mine = _output(folder, "oasmap")
    if theirs is None or not (series["oasmap"].ok and mine.is_file() and theirs.is_file()):
        return None, ""
    return filecmp.cmp(mine, theirs, shallow=False), same_as


def _same_output(series: dict[str, Series], folder: Path, *labels: str) -> bool | None:
    """Whether two programs wrote the same bytes; None where one of them failed, or was not run."""
    if not all(label in series and series[label].ok for label in labels):
        return None
    one, other = (_output(folder, label) for label in labels)
    if not (one.is_file() and other.is_file()):
        return None
    return filecmp.cmp(one, other, shallow=False)


def _printed(module: str, files: Sequence[Path], limits: Limits, folder: Path) -> list[dict[str, Any]]:
    """What a module of the benchmarks prints of two files; nothing, with a warning, where it fails."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, files)]
    sample = run(command, limits, folder)
    if not sample.ok:
        said = (folder / "stderr").read_text(encoding="utf-8", errors="replace").splitlines()
        print(f"{' '.join(command[1:3])}: {sample.outcome}: {said[-1] if said else ''}", file=sys.stderr)
        return []
    return [dict(json.loads((folder / "stdout").read_text(encoding="utf-8")))]
