"""Compare custom resource definitions with those that real controllers carry."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from mapper.systems.ack.crd import write_crds

from .support import generate

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
SEED_VERSION = "v0.0.1"

Pointer = tuple[str, ...]


@dataclass
class Compared:
    """One definition: its differences in structure, its texts (equal, all), and whether its bytes are equal."""

    name: str
    structure: list[str] = field(default_factory=list)
    texts: tuple[int, int] = (0, 0)
    same_bytes: bool = False


@dataclass
class Result:
    """One controller."""

    missing: set[str]
    surplus: set[str]
    definitions: list[Compared]


def cases(folder: str) -> list[Path]:
    """The controllers in a folder of the corpus; none where it is absent."""
    return sorted(path.parent for path in (CORPUS / folder).glob("*/generator.yaml"))


def model_of(case: Path) -> Path:
    return next(case.glob("*-2.json*"))


def version_of(case: Path) -> str:
    if case.parent.name != "ack":
        return SEED_VERSION
    index = json.loads((case.parent / "index.json").read_text(encoding="utf-8"))
    return next(str(entry["ack_version"]) for entry in index if entry["controller"] == case.name)


@lru_cache(maxsize=32)
def compare(case: Path) -> Result:
    """Map a case and compare each definition with the real one."""
    version = version_of(case)
    mapping = generate(model_of(case), case / "generator.yaml", base=case, version=version)
    ours = write_crds(mapping)
    theirs = {path.name: path.read_text(encoding="utf-8") for path in sorted(case.glob("crds/*.yaml"))}
    shared = sorted(ours.keys() & theirs.keys())
    definitions = [compare_texts(name, theirs[name], ours[name]) for name in shared]
    return Result(theirs.keys() - ours.keys(), ours.keys() - theirs.keys(), definitions)


def compare_texts(name: str, theirs: str, ours: str) -> Compared:
    expected, found = (yaml.load(text, yaml.CSafeLoader)["spec"] for text in (theirs, ours))
    wanted, written = dict(descriptions(expected)), dict(descriptions(found))
    equal = sum(written.get(pointer) == text for pointer, text in wanted.items())
    return Compared(
        name,
        list(differences(expected, found)),
        (equal, len(wanted.keys() | written.keys())),
        theirs == ours,
    )


def descriptions(value: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, str]]:
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key == "description" and isinstance(item, str):
            yield pointer, item
        else:
            yield from descriptions(item, (*pointer, str(key)))


def differences(expected: Any, found: Any, pointer: str = "") -> Iterator[str]:
    """Where two values differ, descriptions aside."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted(expected.keys() | found.keys()):
            if key not in expected:
                yield f"+{pointer}/{key}"
            elif key not in found:
                yield f"-{pointer}/{key}"
            elif key != "description" or not isinstance(expected[key], str):
                yield from differences(expected[key], found[key], f"{pointer}/{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found, strict=True)):
            yield from differences(*pair, f"{pointer}/{index}")
    elif expected != found:
        yield f"{pointer}: {expected!r} became {found!r}"
