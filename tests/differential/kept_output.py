"""`init` and `settle` with `--like tfplugingen-openapi`: what that tool writes with the config stays as it is."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from mapper.inputs import Document, Documents
from mapper.report.budget import Budget, OverBudget
from mapper.report.diagnostic import MappingError
from mapper.systems.terraform.fix.kept_output import KeptOutput
from mapper.systems.terraform.fix.rounds import edited, fix
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import discover, fixed_proposal

from .code_specs import Entry, read_entities
from .peer import Case, Finding
from .reference import CONFIG, Reference, mapped

TOOL = "tfplugingen-openapi"
SECTIONS = ("resources", "data_sources")
AFTER = "_with_all_that_is_proposed"
"""Ends the name of an entity of the second config; no entity of a description has such a name."""
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
        """What the config changes of what both programs write alike without it.

        The reference reads a description for as long as it maps all of it: one run has the entities of both configs.
        """
        if _read(config) == _read(before[CONFIG]):
            return
        after = {**before, CONFIG: config}
        together = self.theirs({**before, CONFIG: joined(before[CONFIG], config)}, folder)
        if together is None:
            if self.theirs(before, folder) is not None:
                yield Finding(f"{command}: the reference refuses the config", "", config.decode())
            return
        first, second = parted(read_entities(together))
        changed = equal(before, first) - equal(after, second)
        if changed and (theirs := self.theirs(after, folder)) is not None:  # a longer name moves what is sorted by it
            changed -= equal(after, read_entities(theirs))
        yield from (Finding(f"{command}: {entity.rpartition(' ')[0]} changes", entity) for entity in changed)


def equal(files: Files, theirs: Mapping[str, Entry]) -> set[str]:
    """The entities that both programs write with the same bytes."""
    ours = read_entities(mapped(*files.items())[0])
    return {name for name, entity in theirs.items() if str(entity) == str(ours.get(name)) and name[:8] != "provider"}


def joined(before: bytes, after: bytes) -> bytes:
    """The second config with the entities of both, its own with longer names."""
    first, second = _read(before), _read(after)
    entities = {
        section: {
            **(first.get(section) or {}),
            **{f"{name}{AFTER}": own for name, own in (second[section] or {}).items()},
        }
        for section in SECTIONS
        if section in second
    }
    return _written({**first, **second, **entities})


def parted(entities: Mapping[str, Entry]) -> tuple[dict[str, Entry], dict[str, Entry]]:
    """The entities of two configs that were joined, with the names that they have there."""
    second = {name for name in entities if name.endswith(AFTER)}
    return (
        {name: own for name, own in entities.items() if name not in second},
        {name.removesuffix(AFTER): _renamed(entities[name]) for name in entities if name in second},
    )


def _renamed(value: Any) -> Any:
    """A part of an entity without the longer name; the items of a data source are called as it is."""
    if isinstance(value, dict):
        return {key: _renamed(own) for key, own in value.items()}
    if isinstance(value, list):
        return [_renamed(own) for own in value]
    return value.replace(AFTER, "") if type(value) is str else value


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
    read = _read(config)
    for section in SECTIONS:
        for entry in read.get(section, {}).values():
            for key in [key for key in entry if key not in OPERATIONS]:
                del entry[key]
            for part in entry.values():
                for key in [key for key in part if key not in ("path", "method")]:
                    del part[key]
    kept = ("provider", *SECTIONS)
    return _written({key: read[key] for key in kept if key in read})


def _read(config: bytes) -> Any:
    return yaml.load(config, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _written(config: Any) -> bytes:
    return str(yaml.dump(config, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper))).encode()


def _described(api: tuple[str, bytes]) -> Api:
    """A description, with the budget of a file of its size."""
    documents = Documents(budget=Budget())
    documents.budget.read(len(api[1]))
    return Api(documents.add(Document(*api)), documents)
