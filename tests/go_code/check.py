"""From an API description to Go code that compiles, a provider that starts, and examples that terraform accepts."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from mapper.inputs import Documents
from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import write_config
from tests.support import first_config

from ..support import generate
from .examples import Refused, refused
from .judge import Verdict, verdicts
from .tools import Tools

LINTS = "OAS5"
MAX_ROUNDS = 10
"""A fix may lead to the next problem, but not for ever."""


def fixed(spec: Path, config: Path, written: Path) -> tuple[Mapping, int]:
    """The mapping with all fixes of the lints, whose config is `written`, and how many fixes that took."""
    data = yaml.safe_load(config.read_text(encoding="utf-8"))
    count = 0
    for _ in range(MAX_ROUNDS):
        written.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
        mapping = generate(spec, written, base=spec.parent)
        pasted = [diagnostic for diagnostic in mapping.diagnostics if _is_lint(diagnostic) and _paste(data, diagnostic)]
        if not pasted:
            break
        count += len(pasted)
    return mapping, count


def _is_lint(diagnostic: Diagnostic) -> bool:
    return diagnostic.code.startswith(LINTS) and diagnostic.proposal is not None


def _paste(config: dict[str, Any], diagnostic: Diagnostic) -> bool:
    """Merge the first of the proposed entries into the config; whether that changed anything."""
    before = yaml.safe_dump(config)
    config.update(_merged(config, diagnostic.proposal.entries[0]) if diagnostic.proposal else {})
    return yaml.safe_dump(config) != before


def _merged(target: Any, added: Any) -> Any:
    if isinstance(target, dict) and isinstance(added, dict):
        return {**target, **{key: _merged(target.get(key), value) for key, value in added.items()}}
    if isinstance(target, list) and isinstance(added, list):
        return [*target, *(value for value in added if value not in target)]
    return target if target is not None and not isinstance(target, dict) else added


@dataclass
class Case:
    """An API description with a generator config, or None for what `oasmap init` proposes, and what became of it.

    `verdicts` are those with the config as it is, `settled` those with all fixes of lints.
    """

    name: str
    spec: Path
    config: Path | None
    verdicts: list[Verdict] = field(default_factory=list)
    settled: list[Verdict] = field(default_factory=list)
    fixes: int = 0
    examples: int = 0
    refused: list[Refused] = field(default_factory=list)

    @property
    def wrong(self) -> list[Verdict]:
        """The entities that fail without a diagnostic, or do not fail in spite of one."""
        return [verdict for verdict in (*self.verdicts, *self.settled) if not verdict.is_right]

    @property
    def failing(self) -> int:
        """The entities whose code does not work."""
        return sum(bool(verdict.problem) for verdict in self.verdicts)

    @property
    def is_right(self) -> bool:
        """Whether everything is as announced, and every example is accepted."""
        return not self.wrong and not self.refused


def check(case: Case, tools: Tools, folder: Path) -> None:
    """Compare what is announced of the code of each entity with what becomes of it, in an empty folder.

    Then settle its lints, start a provider with the whole of it, and validate all examples.
    """
    config = _config(case, folder)
    if config is None:
        return
    case.verdicts = verdicts(generate(case.spec, config, base=case.spec.parent), tools, folder / "code", run_all=False)
    mapping, case.fixes = fixed(case.spec, config, folder / "settled.yml")
    case.settled = verdicts(mapping, tools, folder / "settled", run_all=True)
    served = {verdict.ref for verdict in case.settled if not verdict.problem}
    if served:
        case.examples, case.refused = refused(mapping, folder / "settled", served)


def _config(case: Case, folder: Path) -> Path | None:
    """The config of a case; of one without, what `init` proposes; None where it proposes nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    if case.config is not None:
        return case.config
    path = folder / "proposed.yml"
    if not path.exists():
        documents = Documents(case.spec.parent)
        proposal = first_config(Api(documents.load(case.spec), documents)).proposal
        if not proposal.entities:
            return None
        path.write_text(write_config(proposal), encoding="utf-8", errors="replace")
    return path
