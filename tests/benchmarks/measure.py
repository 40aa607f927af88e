"""Run the programs on a case in turn, and gather what came out."""

import filecmp
import json
import statistics
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .cases import Case
from .process import Limits, Sample, aside, run
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

    `entities` are the resources and the data sources in the output, `written` is its size; both are None where there is
    no output. `same` says whether the output has the bytes of the one named by `same_as` (*reference*, or a stored
    file); None where there is none. `same_as_against` says the same of the second build.
    """

    case: Case
    series: dict[str, Series]
    entities: tuple[int, int] | None
    written: int | None
    same: bool | None
    same_as: str
    same_as_against: bool | None = None

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
        written = {label: path for label, path in outputs.items() if series[label].ok and path.is_file()}
        same_as = "reference" if "reference" in series else case.stored.name if case.stored else ""
        theirs = written.get("reference") if "reference" in series else case.stored
        same = _same(written.get("oasmap"), theirs)
        ours = written.get("oasmap")
        entities = aside(_entities, ours) if ours else None
        size = ours.stat().st_size if ours else None
        return Result(case, series, entities, size, same, same_as, _same(ours, written.get(AGAINST)))


def _same(one: Path | None, other: Path | None) -> bool | None:
    """Whether two files have the same bytes; None where one is not there."""
    return filecmp.cmp(one, other, shallow=False) if one and other else None


def _entities(output: Path) -> tuple[int, int]:
    """How many resources and data sources an output has."""
    read = json.loads(output.read_bytes())
    return len(read.get("resources") or ()), len(read.get("datasources") or ())
