"""What the config says of a merged entity: policies first, then overrides, then additions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..diagnostics import OVERRIDDEN, POLICY, Note
from ..documents import Node
from ..model import Attribute, Body, EntityKind, Fragment, Location, Nested, Operation, Status
from .additions import apply_additions
from .config import EntityConfig, ProviderConfig
from .overrides import apply_overrides
from .plan_modifiers import KEEP, with_modifiers

_DESCRIBES = {EntityKind.RESOURCE: "create", EntityKind.DATA_SOURCE: "read"}


def finish(body: Body, config: EntityConfig | ProviderConfig) -> tuple[Body, list[Note]]:
    """The body as the config wants it, and notes on what has no effect."""
    policies = config.policies
    if policies.sensitive:
        body = _everywhere(body, _Sensitive(dict(policies.sensitive)), {})
    if policies.use_state_for_unknown != "none" and config.kind is EntityKind.RESOURCE:
        which = policies.use_state_for_unknown
        body = replace(body, attributes=tuple(_kept(attribute, which, config.node) for attribute in body.attributes))
    body, unused = apply_overrides(body, config.schema.overrides)
    body, orphans = apply_additions(body, config.schema.additions)
    return body, [*unused, *orphans]


def describe(
    config: EntityConfig | ProviderConfig, operations: Sequence[Operation], schema_text: str | None
) -> tuple[str | None, tuple[Fragment, ...], list[Note]]:
    """The description of an entity on its page, the texts that the artifact gets for it, and notes on them."""
    texts = dict(config.schema.texts or {})
    notes = [Note(OVERRIDDEN, f"the config gives {key.replace('_', ' ')}", config.node) for key in texts]
    place: Location = config.node
    policy = config.policies.entity_description
    if "description" not in texts and policy != "omit":
        part = _DESCRIBES.get(config.kind)
        operation = next((o for o in operations if o.part == part), None)
        of_operation = (operation.description or operation.summary) if operation else None
        text = schema_text if policy == "schema" else of_operation
        if text:
            texts["description"] = text
            place = operation.location or place if operation and policy == "operation" else place
            notes.append(Note(POLICY, f"the {policy} describes it (policy entity_description)", place))
    fragments = tuple(Fragment(key, text, place) for key, text in sorted(texts.items()))
    return texts.get("markdown_description") or texts.get("description") or schema_text, fragments, notes


class _Sensitive:
    """Marks the attributes with one of some names, of the API or of the target."""

    def __init__(self, names: dict[str, Node]) -> None:
        self._names = names

    def __call__(self, attribute: Attribute) -> Attribute:
        place = self._names.get(attribute.source_name) or self._names.get(attribute.name)
        if place is None or attribute.sensitive:
            return attribute
        note = Note(POLICY, "its name is in the list of sensitive ones (policy sensitive)", place)
        return replace(attribute, sensitive=True, notes=(*attribute.notes, note))


def _kept(attribute: Attribute, which: str, place: Node) -> Attribute:
    """`id`: the attribute of this name, if the API sets it; `computed`: all that only the API sets."""
    is_id = attribute.name == "id" and attribute.status in (Status.COMPUTED, Status.COMPUTED_OPTIONAL)
    if not (is_id if which == "id" else is_id or attribute.status is Status.COMPUTED):
        return attribute
    note = Note(
        POLICY, "its value in the state is used while the new one is unknown (policy use_state_for_unknown)", place
    )
    marked = with_modifiers(attribute, [KEEP], place)
    return replace(marked, notes=(*marked.notes, note))


def _everywhere(body: Body, change: Callable[[Attribute], Attribute], known: dict[int, tuple[Body, Body]]) -> Body:
    """`change` done to all attributes at every depth; what is shared is changed once."""
    found = known.get(id(body))
    if found is None:
        attributes = tuple(change(_inside(attribute, change, known)) for attribute in body.attributes)
        same = all(new is old for new, old in zip(attributes, body.attributes, strict=True))
        found = known[id(body)] = (body, body if same else replace(body, attributes=attributes))
    return found[1]


def _inside(
    attribute: Attribute, change: Callable[[Attribute], Attribute], known: dict[int, tuple[Body, Body]]
) -> Attribute:
    if not isinstance(attribute.type, Nested):
        return attribute
    inner = _everywhere(attribute.type.body, change, known)
    return attribute if inner is attribute.type.body else replace(attribute, type=Nested(attribute.type.mode, inner))
