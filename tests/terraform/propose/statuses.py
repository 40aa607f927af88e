"""Print how many statuses are proposed as published providers have them.

`python -m tests.terraform.propose.statuses [-v]`. A status of ours counts where a published resource has the name of a
proposed one, and an attribute the name of one of its root attributes; what is optional and computed counts as optional.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import system_named
from mapper.request import Proposing, Request
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.read import read_api
from tests.needed import needed

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
SPECS = {"datadog": "datadog-v1"}
"""Descriptions that are not called like their published provider."""


class Compared(Struct, frozen=True):
    """The attributes of both, those with another status as texts, and the resources that need nothing only in ours."""

    attributes: int
    different: tuple[str, ...]
    resources: int
    needless: tuple[str, ...]
    needing: int


def compare(published: dict[str, dict[str, str]], mapping: Mapping) -> Compared:
    """The statuses of a mapping against those of `{resource: {attribute: status}}`."""
    attributes, different, needless, resources, needing = 0, [], [], 0, 0
    for entity in mapping.entities:
        theirs = published.get(entity.name) if entity.kind is kinds.RESOURCE else None
        if theirs is None:
            continue
        resources += 1
        ours = {a.name: str(a.status.value).replace("computed_optional", "optional") for a in entity.body.attributes}
        if "required" in theirs.values():
            needing += 1
            needless += [entity.name] if "required" not in ours.values() else []
        both = [name for name in ours if name in theirs]
        attributes += len(both)
        different += [
            f"{entity.name}.{name}: {ours[name]}, published {theirs[name]}"
            for name in both
            if ours[name] != theirs[name]
        ]
    return Compared(attributes, tuple(different), resources, tuple(needless), needing)


def main(arguments: list[str]) -> int:
    """A line for each published provider, and one for all."""
    needed("oasmap init openapi.yaml", CORPUS)
    rows = []
    for path in sorted(CORPUS.glob("published/*.json")):
        spec = next(CORPUS.glob(f"large/{SPECS.get(path.stem, path.stem)}/openapi.*"))
        text = system_named("terraform").proposals.propose(Proposing(spec)).text
        mapping = map_api(read_api(Request(spec, ())), parse_config(Document("generator_config.yml", text.encode())))
        found = compare(json.loads(path.read_bytes()), mapping)
        same = found.attributes - len(found.different)
        rows.append((same, found.attributes, found.resources, len(found.needless), found.needing))
        print(_line(path.stem, rows[-1]))
        if "-v" in arguments:
            print(*(f"  {line}" for line in found.different), sep="\n")
            print(*(f"  {name} needs nothing" for name in found.needless), sep="\n")
    print(_line("together", [sum(column) for column in zip(*rows, strict=True)]))
    return 0


def _line(name: str, row: Sequence[int]) -> str:
    same, attributes, resources, needless, needing = row
    share = f"{same} of {attributes} ({same / attributes:.0%})"
    return f"{name}: {share}, {resources} resources, {needless} of {needing} need nothing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
