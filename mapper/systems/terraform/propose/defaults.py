"""The policies of a good config, each with what it does for the API at hand."""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator
from typing import Any

from mapper.model import Attribute, Body, EntityRef, Mapping, nested_body
from mapper.text.plural import listed, plural

from .. import kinds
from ..config.paths import quoted
from ..fix.plan import ITEM, POLICIES, Plan, Way
from ..overrides.policies import is_write_only
from ..rules import POLICY
from .secrets import is_certain

_DEFAULTS = {
    "parent_parameters": ("required", "a parameter in the path of create"),
    "not_required": ("infer", "the API never sets it, so it is optional only"),
    "free_form": ("json_string", "the API names no property of these objects, so they are texts of JSON"),
    "read_only": ("computed", "readOnly in the create request body"),
    "siblings": ("merge", "properties next to $ref or allOf"),
    "replace": ("infer", "no update takes it, so a new value makes a new resource"),
    "use_state_for_unknown": ("id", "an identifier stays as it is when something else changes"),
    "entity_description": ("operation", "the operation describes it"),
    "nested_names": ("path", "Go has one type for each name of a nested attribute"),
}
"""The value of a policy, and why: what it does to attributes or entities."""

_REASONS = {"read-only": "read_only", "optional-by-policy": "not_required", "filled-by-policy": "not_required"}
"""Codes of reasons that only a policy gives."""


def defaults() -> Plan:
    """The policies that a good config has where they do something."""
    return Plan({(POLICIES, name): value for name, (value, _) in _DEFAULTS.items()})


def effective(plan: Plan, mapping: Mapping) -> Plan:
    """The plan with our policies that change something in the mapping, and with what each changes."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, str] = {}
    for name, noun, example in _effects(mapping):
        counts[name][noun] += 1
        examples.setdefault(name, example)
    policies = {name for _, name in plan.policies if name in _DEFAULTS}
    idle = [(POLICIES, name) for name in policies if name not in counts]
    comments: dict[Way, str] = {
        (POLICIES, name): _why(name, counts[name], examples[name]) for name in policies & counts.keys()
    }
    return Plan(plan.values, {**comments, **plan.comments}).without(idle)


def secrets(mapping: Mapping) -> Plan:
    """The policy with the names of attributes that are secrets wherever they stand: writeOnly, marked or called so."""
    attributes_by_name: dict[str, list[Attribute]] = {}
    for attribute, _ in _attributes(mapping):
        if not attribute.sensitive and nested_body(attribute.type) is None:
            attributes_by_name.setdefault(attribute.source_name, []).append(attribute)
    names = sorted(name for name, attributes in attributes_by_name.items() if is_certain(attributes))
    if not names:
        return Plan()
    count = plural(sum(len(attributes_by_name[name]) for name in names), "attribute")
    way = (POLICIES, "sensitive")
    return Plan({(*way, name): ITEM for name in names}, {way: f"{count}: secrets, by writeOnly, a mark or the name"})


def never_returned(mapping: Mapping, lists: Container[str], needed: Callable[[EntityRef, str], bool]) -> Plan:
    """Ignores for what data sources have only because a request has the same schema, unless a body requires it.

    `lists` are the data sources that return a list, where paths begin in its items.
    """
    paths_of: dict[Body, tuple[str, ...]] = {}

    def paths(body: Body) -> tuple[str, ...]:
        if body not in paths_of:
            paths_of[body] = ()
            given = [
                attribute.source_name for attribute in body.attributes if all(map(is_write_only, attribute.origins))
            ]
            ignored = [quoted(name) for name in given] if len(given) < len(body.attributes) else []
            for attribute in body.attributes:
                nested = nested_body(attribute.type)
                if nested is not None and attribute.source_name not in given:
                    ignored += [f"{quoted(attribute.source_name)}.{path}" for path in paths(nested)]
            paths_of[body] = tuple(ignored)
        return paths_of[body]

    values: dict[Way, Any] = {}
    for entity in mapping.of_kind(kinds.DATA_SOURCE):
        missing = [path.partition(".")[2] if entity.name in lists else path for path in paths(entity.body)]
        way = (kinds.SECTIONS[entity.kind], entity.name, "schema", "ignores")
        values |= {(*way, path): ITEM for path in missing if path and not needed(entity.ref, path)}
    return Plan(values, dict.fromkeys(values, "writeOnly: no response has it"))


def _why(name: str, counts: Counter[str], example: str) -> str:
    changed = listed([plural(count, noun) for noun, count in counts.items()])
    return f"{changed}: {_DEFAULTS[name][1]}; such as {example}"


def _effects(mapping: Mapping) -> Iterator[tuple[str, str, str]]:
    """The policies that changed something, with what each changed: an entity or an attribute, and its name."""
    for entity in mapping.entities:
        names = dict.fromkeys(_policy(note.text) for note in entity.notes if note.rule is POLICY)
        yield from ((name, "entity", str(entity.ref)) for name in names)
    for attribute, where in _attributes(mapping):
        yield from ((name, "attribute", where) for name in _of(attribute))


def _attributes(mapping: Mapping) -> Iterator[tuple[Attribute, str]]:
    """All attributes with path and entity in words; the attributes of a shared body come once."""
    seen: set[Body] = set()
    for entity in mapping.entities:
        stack = [("", entity.body)]
        while stack:
            path, body = stack.pop()
            if body in seen:
                continue
            seen.add(body)
            for attribute in body.attributes:
                yield attribute, f"{path}{attribute.name} of {entity.ref}"
                if (nested := nested_body(attribute.type)) is not None:
                    stack.append((f"{path}{attribute.name}.", nested))


def _of(attribute: Attribute) -> set[str]:
    """The policies that concern an attribute: each is one, though its reason and a note may name it."""
    policies = {_policy(note.text) for note in attribute.notes if note.rule is POLICY}
    return policies | {_REASONS[code] for code in (attribute.reason.code,) if code in _REASONS}


def _policy(text: str) -> str:
    """The policy that a note names in brackets."""
    return text.rpartition("(policy ")[2].rstrip(")")
