"""Each entity of a mapping: what its diagnostics announce, and what becomes of its Go code."""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from mapper.model import EntityRef, Mapping
from mapper.report.diagnostic import BROKEN
from mapper.systems.terraform import kinds

from ..support import write_code_spec
from .program import build, generate, generate_each, packages, prepare, started
from .tools import Tools


@dataclass(frozen=True)
class Verdict:
    """One entity: the codes of the diagnostics that announce a failure, and what Go says, empty if nothing."""

    ref: EntityRef
    announced: frozenset[str]
    problem: str

    @property
    def is_right(self) -> bool:
        """Whether it fails just where a diagnostic says so."""
        return bool(self.announced) == bool(self.problem)


def verdicts(mapping: Mapping, tools: Tools, folder: Path, *, run_all: bool) -> list[Verdict]:
    """Generate the code of all entities in the empty `folder`, compile it, and let a provider start with it.

    All packages are given to the front end of the compiler. With `run_all`, all that it takes are compiled into the
    provider; else only those that are announced to fail.
    """
    prepare(folder)
    spec = json.loads(write_code_spec(mapping))
    problems = generate_each(spec, tools, folder) if generate(spec, tools, folder) else {}
    refs = [entity.ref for entity in mapping.entities if entity.kind is not kinds.PROVIDER or entity.has_schema]
    found = [package for package in packages(folder) if package.ref in refs]
    wrong = tools.type_problems(package.path for package in found)
    problems |= {one.ref: "\n".join(wrong[one.path][:5]) for one in found if one.path in wrong}
    said = announced(mapping)
    left = [one for one in found if one.ref not in problems and (run_all or one.ref in said)]
    if left:
        problem = build(folder, tools, mapping.provider, left)
        if problem:  # which the front end takes
            raise AssertionError(problem[:3000])
        problems |= started(folder, mapping.provider, [package.ref for package in left])
    return [Verdict(ref, said.get(ref, frozenset()), problems.get(ref, "")) for ref in refs]


def announced(mapping: Mapping) -> dict[EntityRef, frozenset[str]]:
    """The codes of the diagnostics that say that something made of the output does not work, by entity."""
    found: dict[EntityRef, set[str]] = defaultdict(set)
    for diagnostic in mapping.diagnostics:
        if diagnostic.rule.outcome is BROKEN and diagnostic.entity is not None:
            found[diagnostic.entity].add(diagnostic.code)
    return {ref: frozenset(codes) for ref, codes in found.items()}
