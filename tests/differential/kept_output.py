"""`init` and `settle` with `--like tfplugingen-openapi`: what that tool writes with the config stays as it is."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from mapper.inputs import Document, Documents
from mapper.report.budget import Budget, OverBudget
from mapper.report.diagnostic import MappingError
from mapper.systems.terraform.fix.kept_output import KeptOutput
from mapper.systems.terraform.fix.rounds import edited, fix
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import discover, fixed_proposal

from .code_specs import read_entities
from .peer import Case, Finding
from .reference import CONFIG, Reference, mapped

TOOL = "tfplugingen-openapi"
OPERATIONS = ("create", "read", "update", "delete")
Files = Mapping[str, bytes]


class KeptOutputs(Reference):
    """An entity that both programs write alike with the operations alone has the same bytes with the proposed config,
    and the reference reads that config. So is a config that `settle --like` completes."""

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        files = self.files(case)
        try:
            proposed = like(*files.items())
            settled = settled_like(*files.items())
        except (MappingError, OverBudget):
            return []
        found = []
        if proposed is not None:
            found += self.changed("init", {**files, CONFIG: operations_of(proposed)}, proposed, folder)
        return [*found, *self.changed("settle", files, settled, folder)]

    def changed(self, command: str, before: Files, config: bytes, folder: Path) -> Iterator[Finding]:
        """What the config changes of what both programs write alike without it."""
        theirs = self.theirs(before, folder)
        if theirs is None:
            return
        equal = self.equal(before, theirs)
        after = {**before, CONFIG: config}
        theirs = self.theirs(after, folder)
        if theirs is None:
            yield Finding(f"{command}: the reference refuses the config", "", config.decode())
            return
        still = self.equal(after, theirs)
        yield from (Finding(f"{command}: {entity.rpartition(' ')[0]} changes", entity) for entity in equal - still)

    def equal(self, files: Files, theirs: str) -> set[str]:
        """The entities that both programs write with the same bytes."""
        left, right = read_entities(theirs), read_entities(mapped(*files.items())[0])
        return {name for name, entity in left.items() if str(entity) == str(right.get(name)) and name[:8] != "provider"}


def like(api: tuple[str, bytes], _config: object) -> bytes | None:
    """The config that `init --like` proposes; None where there is nothing to propose."""
    description = _described(api)
    proposal = discover(description, like=TOOL)
    if not proposal.entities:
        return None
    starter = fixed_proposal(description, proposal)
    return starter.text.encode() if starter.proposal.entities else None


def settled_like(api: tuple[str, bytes], config: tuple[str, bytes]) -> bytes:
    """A config with what `settle --like` adds."""
    description = _described(api)
    text = config[1].decode()
    return edited([text], fix(description, [text], allowed=KeptOutput()).plan)[0].encode()


def operations_of(config: bytes) -> bytes:
    """A config without all that is not an operation."""
    read = yaml.safe_load(config)
    for section in ("resources", "data_sources"):
        for entry in read.get(section, {}).values():
            for key in [key for key in entry if key not in OPERATIONS]:
                del entry[key]
            for part in entry.values():
                for key in [key for key in part if key not in ("path", "method")]:
                    del part[key]
    kept = ("provider", "resources", "data_sources")
    return yaml.safe_dump({key: read[key] for key in kept if key in read}).encode()


def _described(api: tuple[str, bytes]) -> Api:
    """A description, with the budget of a file of its size."""
    documents = Documents(budget=Budget())
    documents.budget.read(len(api[1]))
    return Api(documents.add(Document(*api)), documents)
