"""From an API description to Go code that compiles, a provider that starts, and examples that terraform accepts."""

from dataclasses import dataclass, field
from pathlib import Path

from mapper.inputs import Documents
from mapper.terraform.openapi.operations import Api
from mapper.terraform.propose import first_config, write_config

from ..support import generate
from .examples import Refused, refused
from .fixes import fixed
from .judge import Verdict, verdicts
from .tools import Tools


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
