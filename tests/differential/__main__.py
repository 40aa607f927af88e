"""Give the same random inputs to the product and to a peer: `python -m tests.differential tfplugingen-openapi`.

    python -m tests.differential PEER --seed 7 --count 5000      # what differs, with the smallest input for each kind
    python -m tests.differential PEER --seconds 3600             # as many as an hour takes
    python -m tests.differential PEER --show 7/123               # one input, and what differs

What is known, and why, is in `known.toml`. The exit code is 1 where anything else differs, and 3 where the peer cannot
be had.
"""

import argparse
import re
import resource
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random

from .peer import MARKS, Case, Finding, Peer, Unavailable
from .smaller import minimized

PEERS: dict[str, Callable[[], Peer]] = {
    "controller-gen": lambda: import_module("tests.differential.controller_gen").ControllerGen(),
    "kept-output": lambda: import_module("tests.differential.kept_output").KeptOutputs(),
    "pulumi": lambda: import_module("tests.differential.pulumi_schemas").PulumiSchemas(),
    "terraform": lambda: import_module("tests.differential.provider_schemas").ProviderSchemas(),
    "upjet": lambda: import_module("tests.differential.upjet_types").UpjetTypes(),
    "tfplugingen-openapi": lambda: import_module("tests.differential.reference").Reference(),
}
KNOWN = Path(__file__).parent / "known.toml"


@dataclass(frozen=True)
class Known:
    """A difference that has a reason."""

    finding: re.Pattern[str]
    input: re.Pattern[str]
    mark: str
    why: str

    def covers(self, finding: Finding, text: str, marks: list[str]) -> bool:
        is_drawn = not self.mark or self.mark in marks
        return bool(is_drawn and self.finding.fullmatch(finding.signature) and self.input.search(text))


def read_known(peer: str) -> list[Known]:
    """What is known about a peer."""
    rows = tomllib.loads(KNOWN.read_text(encoding="utf-8")).get(peer, [])
    return [
        Known(re.compile(row["finding"], re.DOTALL), re.compile(row.get("input", "")), row.get("mark", ""), row["why"])
        for row in rows
    ]


@dataclass
class Run:
    """Many inputs for one peer, each of a seed and a number."""

    peer: Peer
    known: list[Known]
    folder: Path
    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    smallest: dict[str, tuple[int, str, Case]] = field(default_factory=dict)

    def case(self, name: str) -> Case:
        """The input of `SEED/NUMBER`."""
        return self.peer.case(Random(name))

    def open(self, case: Case) -> list[Finding]:
        """The findings that are not known."""
        text = b"\n".join(self.peer.files(case).values()).decode(errors="replace")
        found = []
        for finding in self.peer.findings(case, self.folder):
            reason = next((known.why for known in self.known if known.covers(finding, text, case[MARKS])), None)
            if reason is None:
                found.append(finding)
            else:
                self.reasons[reason] += 1
        return found

    def add(self, name: str) -> None:
        """Compare an input, and keep it where it is the smallest of its kind."""
        case = self.case(name)
        size = sum(map(len, self.peer.files(case).values()))
        self.counts["inputs"] += 1
        for finding in self.open(case):
            self.counts[finding.signature] += 1
            if size < self.smallest.get(finding.signature, (size + 1,))[0]:
                self.smallest[finding.signature] = (size, name, case)

    def shown(self, signature: str, tries: int) -> str:
        """The smallest input for a kind of finding, as text, with what differs."""
        _, name, case = self.smallest[signature]

        def shows(candidate: Case) -> bool:
            try:
                return any(finding.signature == signature for finding in self.open(candidate))
            except (AttributeError, KeyError, TypeError, ValueError, StopIteration):
                return False  # it is no input of this peer any more

        return f"--- {name}, made smaller\n{self.text(minimized(case, shows, tries))}"

    def text(self, case: Case) -> str:
        """An input and what differs."""
        files = "\n".join(f"# {name}\n{data.decode()}" for name, data in self.peer.files(case).items())
        return "\n".join([files, *(f"=> {finding}" for finding in self.open(case))])


def _cpu() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main(arguments: list[str] | None = None) -> int:
    """Print counts, and for each kind of difference the smallest input."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (default: 0)")
    parser.add_argument("--count", type=int, default=10**9, help="how many inputs (default: no limit)")
    parser.add_argument("--seconds", type=float, default=30, help="CPU time at most (default: 30)")
    parser.add_argument("--tries", type=int, default=150, help="to make an input smaller (default: 150)")
    parser.add_argument("--show", metavar="SEED/NUMBER", help="one input")
    options = parser.parse_args(arguments)
    peer = PEERS[options.peer]()
    try:
        peer.fetch()
    except Unavailable as error:
        print(f"NOT COMPARED with {options.peer}: {error}")
        return 3
    with tempfile.TemporaryDirectory() as folder:
        run = Run(peer, read_known(options.peer), Path(folder))
        if options.show:
            print(run.text(run.case(options.show)))
            return 0
        start = _cpu()
        for number in range(options.count):
            run.add(f"{options.seed}/{number}")
            if _cpu() - start > options.seconds:
                break
        print(f"{options.peer}: {run.counts.pop('inputs')} inputs of seed {options.seed}, {_cpu() - start:.0f} CPU s")
        print(*(f"{n:7} known: {reason}" for reason, n in run.reasons.most_common()), sep="\n")
        for signature, number in run.counts.most_common():
            print(f"{number:7} UNEXPLAINED {signature}\n{run.shown(signature, options.tries)}\n", flush=True)
    return 1 if run.counts else 0


if __name__ == "__main__":
    sys.exit(main())
