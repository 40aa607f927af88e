"""Print how much of what authors want `oasmap init` proposes: `python -m tests.terraform.propose [-v] [API …]`."""

import re
import sys
from dataclasses import dataclass

import yaml

from mapper.inputs import Document
from mapper.report.diagnostic import Severity
from mapper.request import Request
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.read import read_api
from tests.needed import needed
from tests.support import first_config

from .expectations import CORPUS, FOLDER, KEPT_BACK, Judgement, files, judge, read_expected

_BRANCH = re.compile(r"pointer: \S+ # it may be .*")
"""A pointer into a choice, which is no envelope."""

_MARKED = re.compile(r"  # Deprecated\b.*\n(?:  #.*\n)*  (\S+):\n")


@dataclass
class Row:
    """What was proposed for one API, and what that is worth where somebody has written down what is wanted."""

    api: str
    provider: str
    proposed: int
    warnings: int
    judgement: Judgement | None


def measure(api: str) -> Row:
    """Propose, map what was proposed, and compare it."""
    path = next(CORPUS.joinpath(api).glob("openapi.*"))
    description = read_api(Request(path, ()))
    text = first_config(description).text
    config = yaml.safe_load(_BRANCH.sub("pointer:", text))
    mapping = map_api(description, parse_config(Document("generator_config.yml", text.encode())))
    warnings = sum(entry.rule.severity is not Severity.INFO for entry in mapping.diagnostics)
    expectations = FOLDER / f"{api}.yml"
    judged = None
    resources = config.get("resources", {})
    if expectations.exists():
        judged = judge(read_expected(expectations), resources, frozenset(_MARKED.findall(text)))
    return Row(api, config["provider"]["name"], len(resources), warnings, judged)


def main(arguments: list[str]) -> int:
    """The table, and with `-v` what is wrong with each row."""
    verbose = "-v" in arguments
    apis = [argument for argument in arguments if argument != "-v"]
    apis = apis or [*dict.fromkeys([*(path.stem for path in files()), *KEPT_BACK])]
    print("| API | Wanted | Proposed | Precision | Recall | Names | Envelopes | Identifiers | Provider | Warnings |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --- | --: |")
    rows = []
    for api in apis:
        row = measure(api)
        rows.append(row)
        print(_line(row), flush=True)
        if verbose and row.judgement:
            for title in ("wrong", "missing", "names", "envelopes", "ids", "either"):
                for entry in getattr(row.judgement, title):
                    print(f"    {title}: {entry}")
    judged = [row.judgement for row in rows if row.judgement and row.api not in KEPT_BACK]
    if len(judged) > 1:
        found, wrong, wanted = (sum(column) for column in zip(*map(_counts, judged), strict=True))
        print(f"| **all of them** | {wanted} | | {found / (found + wrong):.2f} | {found / wanted:.2f} | | | | | |")
    return 0


def _counts(judged: Judgement) -> tuple[int, int, int]:
    return len(judged.found), len(judged.wrong), judged.wanted


def _line(row: Row) -> str:
    if row.judgement is None:
        return f"| {row.api} | | {row.proposed} | | | | | | `{row.provider}` | {row.warnings:,} |"
    judged = row.judgement
    found = len(judged.found)
    details = [
        f"{(of - len(bad)) / of:.2f}" if of else ""
        for bad, of in ((judged.names, found), (judged.envelopes, found), (judged.ids, judged.asked_ids))
    ]
    figures = [judged.wanted, row.proposed, f"{judged.precision:.2f}", f"{judged.recall:.2f}", *details]
    return f"| {row.api} | " + " | ".join(map(str, figures)) + f" | `{row.provider}` | {row.warnings:,} |"


if __name__ == "__main__":
    needed("oasmap init openapi.yaml", CORPUS)
    sys.exit(main(sys.argv[1:]))
