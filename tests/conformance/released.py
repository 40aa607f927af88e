"""Where an `expected.json` is not what the released reference tool writes: its corrections, and anything else.

The corrections are: a description stays where the API has it, next to a composition; a later response with a schema is
used where the first one has none.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from mapper.inputs import Document
from mapper.systems.terraform.rules import LATER_RESPONSE
from mapper.systems.terraform.schema.keywords import COMPOSITIONS

from ..differential.code_specs import attributes_of, differences, read_entities
from ..differential.reference import CONFIG, Reference
from .compare import mapped, spec_of

DESCRIPTION, RESPONSE, OTHER = "corrected: description", "corrected: later response", "other"


class Row(NamedTuple):
    """A difference of an expected file, and what it is."""

    kind: str
    entity: str
    what: str


def rows(case: Path, released: Reference) -> list[Row]:
    """What a case expects in another way than the released tool writes it."""
    spec, expected = spec_of(case), (case / "expected.json").read_text(encoding="utf-8")
    files = {spec.name: spec.read_bytes(), CONFIG: (case / CONFIG).read_bytes()}
    with TemporaryDirectory() as folder:
        written = released.theirs(files, Path(folder))
    if written is None:
        return [Row(OTHER, "", "the released tool writes nothing")]
    if written == expected:
        return []
    found = list(_rows(case, written, expected))
    return found or [Row(OTHER, "", "the same entities in other bytes")]


def _rows(case: Path, written: str, expected: str) -> Iterator[Row]:
    theirs, wanted = read_entities(written), read_entities(expected)
    texts = _texts_beside_compositions(Document(spec_of(case).name, spec_of(case).read_bytes()).root)
    later = {str(d.entity) for d in mapped(case).diagnostics if d.rule is LATER_RESPONSE}
    for entity in dict.fromkeys([*theirs, *wanted]):
        if entity not in theirs or entity not in wanted:
            yield Row(OTHER, entity, f"only {'expected' if entity in wanted else 'released'}")
        elif str(theirs[entity]) != str(wanted[entity]):
            found = list(differences(attributes_of(theirs[entity]), attributes_of(wanted[entity])))
            for it in found:
                text = it.detail.rpartition(" | ")[2]
                is_text = it.facet == "description" and json.loads(text) in texts
                kind = DESCRIPTION if is_text else RESPONSE if entity in later else OTHER
                yield Row(kind, entity, f"{it.path}: {it.facet}: {it.detail}")
            if not found:
                yield Row(OTHER, entity, "outside of its attributes")


def _texts_beside_compositions(value: Any) -> set[str]:
    found: set[str] = set()
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            pending += each.values()
            if not COMPOSITIONS.isdisjoint(each) and isinstance(each.get("description"), str):
                found.add(each["description"])
        elif isinstance(each, list):
            pending += each
    return found
