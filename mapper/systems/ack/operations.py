"""Sorts operations by Kind: which operation creates, reads or updates what.

The verb at the start of an operation's name is its purpose, the rest names the resource. Entries of `operations` in
generator.yaml override both.
"""

from msgspec import Struct, field

from mapper.inputs import Node, problem_at
from mapper.model import Purpose
from mapper.report.diagnostic import MappingError, Note, Problem
from mapper.report.rules import UNUSED_IGNORE
from mapper.text.inflection import is_plural, singular
from mapper.text.suggest import nearest

from .config import CORRECT_ENTRY, OPERATION_TYPES, Config
from .rules import NOT_CREATED, UNUSED_RESOURCE
from .shapes import Api, ModelOperation

PARTS = tuple(Purpose)
"""The purposes of operations, in the order of the pages."""


class Kind(Struct, frozen=True):
    """A resource that can be created, with its operations by purpose."""

    name: str
    operations: dict[Purpose, ModelOperation]


class Kinds(Struct, frozen=True):
    """All Kinds sorted by name, and those that the config ignores, each with the line that says so."""

    mapped: tuple[Kind, ...]
    ignored: dict[str, tuple[Kind, Node]]
    notes: tuple[Note, ...]
    users: dict[str, list[str]] = field(default_factory=dict)
    """Operation name -> the resources that it serves, also those that are not Kinds."""


def find_kinds(api: Api, config: Config, *, lenient: bool = False) -> Kinds:
    """Sort the operations by resource. Raises MappingError if the config names an unknown one, unless `lenient`."""
    if not lenient:
        _check(api, config)
    table = _table(api, config)
    resources: dict[str, dict[Purpose, ModelOperation]] = {}
    users: dict[str, list[str]] = {}
    for (part, resource), name in sorted(table.items(), key=lambda item: (PARTS.index(item[0][0]), item[1])):
        users.setdefault(name, []).append(resource)
        if name not in config.ignored_operations:
            resources.setdefault(resource, {})[part] = api.operations[name]
    kinds = {
        name: Kind(name, operations) for name, operations in sorted(resources.items()) if Purpose.CREATE in operations
    }
    ignored = {
        name: (kind, config.ignored_resources[name]) for name, kind in kinds.items() if name in config.ignored_resources
    }
    notes = [
        Note(
            UNUSED_IGNORE if (hint := nearest(name, kinds)) else NOT_CREATED,
            f"no operation creates {name!r}{hint}",
            node,
        )
        for name, node in config.ignored_resources.items()
        if name not in kinds
    ]
    used = {name.lower() for name in resources}
    notes += [
        Note(UNUSED_RESOURCE, f"no operation is about {name!r}{nearest(name, resources)}", resource.node)
        for name, resource in config.resources.items()
        if name.lower() not in used
    ]
    notes += [
        Note(UNUSED_IGNORE, f"the model has no operation {name!r}{nearest(name, api.operations)}", node)
        for name, node in config.ignored_operations.items()
        if name not in api.operations
    ]
    mapped = tuple(kind for name, kind in kinds.items() if name not in ignored)
    return Kinds(mapped, ignored, tuple(notes), users)


def _check(api: Api, config: Config) -> None:
    problems: list[Problem] = []
    for operation in config.operations.values():
        if operation.name not in api.operations:
            text = f"the model has no operation {operation.name!r}{nearest(operation.name, api.operations)}"
            problems.append(problem_at(f"operations: {text}", operation.node, remedy=CORRECT_ENTRY))
    for resource in config.resources.values():
        for name, node in resource.renames.items():
            if name not in api.operations:
                text = f"the model has no operation {name!r}{nearest(name, api.operations)}"
                problems.append(problem_at(f"resources.{resource.name}.renames: {text}", node, remedy=CORRECT_ENTRY))
    if problems:
        raise MappingError(*problems)


def _table(api: Api, config: Config) -> dict[tuple[Purpose, str], str]:
    """(purpose, resource) -> the name of its operation; a later operation replaces an earlier one."""
    listed = {name.lower() for name in config.resources}
    table: dict[tuple[Purpose, str], str] = {}
    stated: dict[tuple[Purpose, str], str] = {}
    for name in sorted(api.operations):
        guess = _guess(name, listed)
        if guess is not None and not guess[1]:
            guess = None  # the name `Create` alone names no resource
        entry = config.operations.get(name)
        names = entry.resource_names if entry else ()
        types = tuple(OPERATION_TYPES[word.lower()] for word in entry.types) if entry else ()
        if guess is not None or (names and types):
            part, resource = guess or (types[-1], "")
            table[types[-1] if types else part, names[-1] if names else resource] = name
        stated |= {(part, resource): name for part in types for resource in names}
    return table | stated


def _guess(name: str, listed: set[str]) -> tuple[Purpose, str] | None:
    """The purpose and resource of an operation, from its name. `listed` are the resources of the config."""
    for prefix, part in _ATTRIBUTES:
        if name.startswith(prefix) and name.endswith("Attributes"):
            return part, name.removeprefix(prefix).removesuffix("Attributes")
    for prefix, part in _AS_IT_IS:
        if name.startswith(prefix):
            return part, name.removeprefix(prefix)
    for prefix, single, listed_many, many in _BY_NUMBER:
        if name.startswith(prefix):
            noun = name.removeprefix(prefix)
            if not is_plural(noun):
                return single, noun
            return (listed_many, noun) if noun.lower() in listed else (many, singular(noun))
    return None


_ATTRIBUTES = (("Get", Purpose.READ_ATTRIBUTES), ("Set", Purpose.SET_ATTRIBUTES))
_AS_IT_IS = (
    ("CreateOrUpdate", Purpose.REPLACE),
    ("Modify", Purpose.UPDATE),
    ("Update", Purpose.UPDATE),
    ("Delete", Purpose.DELETE),
)
_BY_NUMBER = (
    ("BatchCreate", Purpose.CREATE_MANY, Purpose.CREATE_MANY, Purpose.CREATE_MANY),
    ("CreateBatch", Purpose.CREATE_MANY, Purpose.CREATE_MANY, Purpose.CREATE_MANY),
    ("Create", Purpose.CREATE, Purpose.CREATE, Purpose.CREATE_MANY),
    ("Describe", Purpose.READ, Purpose.LIST, Purpose.LIST),
    ("Get", Purpose.READ, Purpose.READ, Purpose.LIST),
    ("List", Purpose.LIST, Purpose.LIST, Purpose.LIST),
)
"""The prefix of a name, and the purpose for one object, for a plural that the config lists, and for several."""
