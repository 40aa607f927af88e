"""Results as one aligned table."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from .measure import Result, Series
from .programs import AGAINST

NONE = "-"
AGAINST_COLUMNS = ("2nd wall s", "2nd CPU s", "2nd MiB", "x wall", "x CPU", "x MiB", "2nd same")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool) -> str:
    """Cells in columns, the first one to the left and the others to the right."""
    widths = [max(len(cells[i]) for cells in (columns, *rows)) for i in range(len(columns))]
    edge, gap = ("| ", " | ") if markdown else ("", "  ")
    rules = ["-" * width if i == 0 else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    body = [columns, *([rules] if markdown else []), *rows]
    lines = []
    for cells in body:
        aligned = [cell.rjust(widths[i]) if i else cell.ljust(widths[i]) for i, cell in enumerate(cells)]
        lines.append((edge + gap.join(aligned) + edge[::-1]).rstrip())
    return "\n".join(lines)


def benchmark_table(results: Sequence[Result], markdown: bool) -> str:
    """One row for each case; the columns of the reference only where it ran."""
    theirs = any("reference" in result.series for result in results)
    second = any(AGAINST in result.series for result in results)
    columns = ["case", "MB", "entities", "out MB", *costs_columns(""), *(AGAINST_COLUMNS if second else [])]
    columns += [*costs_columns("ref "), "faster"] if theirs else []
    columns += ["same bytes"]
    return table(columns, [_row(result, theirs, second) for result in results], markdown)


def _row(result: Result, theirs: bool, second: bool) -> list[str]:
    series = result.series
    cells = [result.case.name, f"{result.case.size / 1e6:.2f}", *_volume(result), *costs(series["oasmap"])]
    cells += against_cells(result) if second else []
    if theirs:
        cells += [*costs(series["reference"]), ratio(series["reference"], series["oasmap"])]
    return [*cells, _same(result)]


def _volume(result: Result) -> list[str]:
    """Resources and data sources, and the size of the output."""
    if result.entities is None or result.written is None:
        return [NONE, NONE]
    return ["+".join(map(str, result.entities)), f"{result.written / 1e6:.2f}"]


def costs_columns(prefix: str) -> list[str]:
    return [f"{prefix}wall s", f"{prefix}CPU s", f"{prefix}MiB"]


def costs(series: Series) -> list[str]:
    """Wall time as median (min-max), CPU time, peak memory; of a failed run what happened instead, and when."""
    wall = f"{series.wall:.2f} ({min(series.walls):.2f}-{max(series.walls):.2f})"
    if not series.ok:
        last = series.samples[-1]
        wall = f"{last.outcome} at {last.wall:.1f}"
    return [wall, f"{series.cpu:.2f}", f"{series.rss / 2**20:.0f}"]


def ratio(slow: Series, fast: Series) -> str:
    """How many times as long one took as the other."""
    return f"{slow.wall / fast.wall:.1f}x" if slow.ok and fast.ok else NONE


def against_cells(result: Result) -> list[str]:
    """What a second build costs, our cost divided by its cost, pair by pair, and whether the outputs are the same."""
    ratios = [_median_and_range(result.pairs(AGAINST, cost)) for cost in ("wall", "cpu", "rss")]
    same = NONE if result.same_as_against is None else "yes" if result.same_as_against else "no"
    return [*costs(result.series[AGAINST]), *ratios, same]


def _median_and_range(values: Sequence[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f}-{max(values):.2f})" if values else NONE


def _same(result: Result) -> str:
    if result.same is None:
        return NONE
    of = "" if result.same_as == "reference" else f" ({Path(result.same_as).stem})"
    return ("yes" if result.same else "no") + of


def failures(results: Sequence[Result]) -> list[str]:
    """What the programs said that failed, without the folders that their messages name."""
    return [
        ": ".join(filter(None, (result.case.name, label, series.samples[-1].outcome, _message(result, series))))
        for result in results
        for label, series in result.series.items()
        if not series.ok
    ]


def _message(result: Result, series: Series) -> str:
    message = series.samples[-1].message
    for path in (result.case.spec, result.case.config):
        message = message.replace(f"{path.parent}/", "")
    return message
