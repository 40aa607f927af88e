"""The policies of a good config, each with what it does for the API at hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...model import Attribute, Body, Mapping, nested_body
from ...text.plural import plural
from ..fix.plan import POLICIES, Plan, Way
from ..rules import POLICY


class _Default(Struct, frozen=True):
    """The value of a policy, and why: what it does to so many attributes or entities."""

    value: str
    why: str
    of_entities: bool = False


_DEFAULTS = {
    "parent_parameters": _Default("required", "{attributes}: a parameter in the path of create"),
    "not_required": _Default("infer", "{attributes}: no response has it, so it is optional only"),
    "read_only": _Default("computed", "{attributes}: readOnly in the create request body"),
    "replace": _Default("infer", "{attributes}: no update takes it, so a new value makes a new resource"),
    "entity_description": _Default("operation", "{entities}: the operation describes it", of_entities=True),
    "nested_names": _Default("path", "{attributes}: Go has one type for each name of a nested attribute"),
}


_REASONS = {"read-only": "read_only", "optional-by-policy": "not_required"}
"""Codes of reasons that only a policy gives."""


def defaults() -> Plan:
    """The policies that a good config has where they do something."""
    return Plan({POLICIES: {name: default.value for name, default in _DEFAULTS.items()}})


def effective(plan: Plan, mapping: Mapping) -> Plan:
    """The plan with only those of our policies that do something in the mapping, and with what they do."""
    counts: dict[str, int] = {}
    examples: dict[str, str] = {}
    for name, example in _effects(mapping):
        counts[name] = counts.get(name, 0) + 1
        examples.setdefault(name, example)
    ours = {name for name in plan.entries.get(POLICIES, {}) if name in _DEFAULTS}
    idle = [(POLICIES, name) for name in ours if name not in counts]
    comments: dict[Way, str] = {
        (POLICIES, name): _why(_DEFAULTS[name], counts[name], examples[name]) for name in ours & counts.keys()
    }
    return Plan(plan.entries, {**comments, **plan.comments}).without(idle)


def _why(default: _Default, count: int, example: str) -> str:
    which = plural(count, "entity" if default.of_entities else "attribute")
    return f"{default.why.format(attributes=which, entities=which)}; such as {example}"


def _effects(mapping: Mapping) -> Iterator[tuple[str, str]]:
    """The policies that changed something, with the name of what each changed."""
    seen: set[Body] = set()
    for entity in mapping.entities:
        for note in entity.notes:
            if note.rule is POLICY:
                yield _policy(note.text), str(entity.ref)
        stack = [("", entity.body)]
        while stack:
            path, body = stack.pop()
            if body in seen:
                continue
            seen.add(body)
            for attribute in body.attributes:
                yield from ((name, f"{path}{attribute.name} of {entity.ref}") for name in _of(attribute))
                if (inner := nested_body(attribute.type)) is not None:
                    stack.append((f"{path}{attribute.name}.", inner))


def _of(attribute: Attribute) -> Iterator[str]:
    if attribute.reason.code in _REASONS:
        yield _REASONS[attribute.reason.code]
    yield from (_policy(note.text) for note in attribute.notes if note.rule is POLICY)


def _policy(text: str) -> str:
    """The policy that a note names in brackets."""
    return text.rpartition("(policy ")[2].rstrip(")")
