"""Packages of several services in one module: controller-gen reads them, and the compiler compiles them."""

import re
import shutil
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from mapper.model import Mapping
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.go import write_go

from ...files import write_files
from ..compare import differences
from .tools import JUDGE, Failed, Tools, run

_PACKAGE = re.compile(r"\bpackages/([^/\s:]+)/")


@dataclass
class Result:
    """One service: what is wrong, and how many definitions are equal in structure and in bytes."""

    problems: list[str] = field(default_factory=list)
    definitions: int = 0
    same: int = 0
    same_bytes: int = 0


def check(mappings: dict[str, Mapping], folder: Path, tools: Tools) -> dict[str, Result]:
    """Write the packages below `folder`, give them to controller-gen, and compile them."""
    results = {name: Result() for name in mappings}
    for name in ("go.mod", "go.sum"):
        shutil.copy(JUDGE / name, folder / name)
    for name, mapping in mappings.items():
        write_files(folder / "packages" / name, write_go(mapping))
    for step in (
        [tools.controller_gen, "object", "paths=./..."],
        [tools.go, "build", "./..."],
        [tools.controller_gen, "crd:allowDangerousTypes=true", "paths=./...", "output:crd:dir=definitions"],
    ):
        try:
            run(step, folder)
        except Failed as failed:
            for name, lines in _by_package(str(failed)).items():
                results.setdefault(name, Result()).problems += [f"{Path(step[0]).name}: {line}" for line in lines[:5]]
    for name, mapping in mappings.items():
        _compare(mapping, folder / "definitions", results[name])
    return results


def _by_package(text: str) -> dict[str, list[str]]:
    """The lines by the package that they are about, or by no name."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        match = _PACKAGE.search(line)
        if match is not None:
            found[match[1]].append(line)
    return found or {"": [text]}


def _compare(mapping: Mapping, folder: Path, result: Result) -> None:
    """Compare our definitions with those that controller-gen makes of our Go."""
    for name, text in write_crds(mapping).items():
        result.definitions += 1
        theirs = folder / name
        if not theirs.is_file():
            result.problems.append(f"controller-gen makes no {name}")
            continue
        expected = theirs.read_text(encoding="utf-8")
        ours, other = (yaml.load(each, yaml.CSafeLoader) for each in (text, expected))
        found = list(differences(other, ours))
        result.same += not found
        result.same_bytes += text == expected
        result.problems += [f"{name}: {difference}" for difference in found[:3]]
