"""What a first config says of an entity besides its operations, by names and shapes: aliases, ignores, statuses."""

from collections.abc import Iterable, Iterator
from typing import Any

from mapper.languages.hcl.literals import RESERVED_ROOT_NAMES

from .. import kinds
from ..config.paths import quoted
from ..fix.plan import ITEM, POLICIES, Plan, Way
from ..identifiers import free, to_identifier
from .body_shape import REQUEST, Facts, item_noun
from .parameters import of_parameters
from .proposal import ProposedEntity, Setting
from .statuses import Bodies, bodies_of, statuses, switches


def settings(facts: Facts, entities: Iterable[ProposedEntity], *, good: bool) -> Plan:
    """The entries for all entities, with the statuses of attributes if the config is to be a `good` one."""
    values: dict[Way, Any] = {}
    comments: dict[Way, str] = {}
    changing = switches(facts.api)
    for entity in entities:
        for way, value, why in _settings(facts, entity, changing, good=good):
            values[kinds.SECTIONS[entity.kind], entity.name, *way] = value
            comments[kinds.SECTIONS[entity.kind], entity.name, *way] = why
    return Plan(values, comments)


def _settings(
    facts: Facts, entity: ProposedEntity, changing: dict[str, str], *, good: bool
) -> Iterator[tuple[Way, Any, str]]:
    """The entries inside the entry of an entity, each with the reason."""
    bodies = bodies_of(facts, entity)
    parameters = of_parameters(facts, entity, bodies)
    if choice := _choice(facts, entity):
        yield (POLICIES, "one_of"), "union", choice
    for path, why in parameters.ignores.items():
        yield ("schema", "ignores", path), ITEM, why
    for alias in (*parameters.aliases, *_of_properties(entity, bodies)):
        yield ("schema", "attributes", "aliases", alias.name), alias.value, alias.why
    if not good or entity.kind is not kinds.RESOURCE:
        return
    of_bodies = statuses(facts, bodies, changing.get(entity.part("read").path, ""))
    own_statuses = (status for status in of_bodies if status.name not in parameters.required_by_policy)
    for status in (*parameters.statuses, *own_statuses):
        way = ("schema", "attributes", "overrides", quoted(status.name), "computed_optional_required")
        yield way, status.value, status.why


def _choice(facts: Facts, entity: ProposedEntity) -> str:
    """Why the create request body is one object, though the API says that it is one of several; empty if it is not."""
    create = entity.find("create")
    node = facts.mapped(create, REQUEST) if create is not None else None
    branches = facts.branches(node)
    if not branches or not facts.is_one_thing(node):
        return ""
    shared = frozenset.intersection(*branches)
    return f"the request is one of {len(branches)} objects, which share {', '.join(sorted(shared)[:3])}"


def _of_properties(entity: ProposedEntity, bodies: Bodies) -> Iterator[Setting]:
    """Aliases for properties of the root whose names Terraform or Go cannot have, beside those that keep theirs."""
    taken = {to_identifier(name) for name in bodies.names}
    for name in bodies.names:
        identifier = to_identifier(name)
        bare = identifier.strip("_")
        if identifier in RESERVED_ROOT_NAMES:
            alias = f"{item_noun(entity.part('read').path) or entity.name}_{identifier}"
            why = f"{identifier} is reserved by Terraform"
        elif bare != identifier and bare in taken:
            alias, why = f"{bare}_value", f"{bare} is another property"
        else:
            continue
        alias = free(alias, taken)
        taken.add(alias)
        yield Setting(f".{quoted(name)}", alias, why)
