"""The head of the page of an entity: what can be done with it, who sets its attributes, its examples."""

from collections.abc import Callable

from mapper.model import (
    Attribute,
    Body,
    Entity,
    EntityKind,
    EntityRef,
    Mapping,
    Operation,
    Purpose,
    Scalar,
    Status,
    attribute_size,
    nested_body,
)
from mapper.sidecar.coverage import Accounts
from mapper.text.plural import several

from ..repository import Repository
from .describe import shown_status
from .labels import Labels
from .layout import Part
from .rows import GROUPS
from .source_places import Places
from .source_views import CellView
from .views import ArgumentView, EntityView, ExampleView, HeadView, LegendView, LinkView, OperationView

_CAN = (
    ("create", frozenset((Purpose.CREATE,))),
    ("read", frozenset((Purpose.READ, Purpose.READ_ATTRIBUTES, Purpose.LIST))),
    ("update", frozenset((Purpose.UPDATE, Purpose.SET_ATTRIBUTES, Purpose.REPLACE, Purpose.ADD_CHILD))),
    ("delete", frozenset((Purpose.DELETE,))),
)
"""What an API can do with an object, and the operations that do it."""

_LEGEND = (
    (Status.REQUIRED, "required", "required"),
    (Status.OPTIONAL, "optional", "optional"),
    (Status.COMPUTED_OPTIONAL, "either", "optional"),
    (Status.COMPUTED, "read-only", "read-only"),
)
"""The mark and the group of each status, in the order of the page."""


def head_view(
    entity: Entity,
    labels: Labels,
    noun: str,
    *,
    lead: str,
    group: CellView | None,
    imported: bool,
    described: bool,
    says_replacement: bool,
) -> HeadView:
    """The head of an entity. `labels` are the labels of its kind, `noun` is the system's word for an attribute.
    `says_replacement`: the input can say which changes replace an object.
    """
    attributes = entity.shown.attributes
    replaced = [attribute.replaces for attribute in attributes if attribute.status is not Status.COMPUTED]
    is_all, replacing = bool(replaced) and all(replaced), _count_replacing(entity.shown)
    words = labels["replaces.one" if replacing == 1 else "replaces.several"].replace("{count}", f"{replacing:,}")
    replaces = words.replace("{attributes}", noun if replacing == 1 else several(noun))
    return HeadView(
        lead,
        group,
        _can(entity, imported=imported),
        labels["badge.replaces_all"] if is_all else replaces if replacing else "",
        is_all,
        tuple(
            LegendView(count, mark, labels[f"status.{status}"], key)
            for status, mark, key in _LEGEND
            if (count := sum(shown_status(attribute) is status for attribute in attributes))
        ),
        missing="" if described else main_operation(entity),
        unsaid="" if says_replacement or replacing else labels["replaces.unknown"],
        explained=explained_status(attributes, labels),
    )


def _count_replacing(body: Body) -> int:
    """How many attributes force replacement, nested ones included: as many rows as the link of the head shows."""
    own = [a for a in body.attributes if a.replaces and a.status is not Status.COMPUTED]
    types = [a.type for a in body.attributes if a.type.__class__ is not Scalar]
    return len(own) + sum(_count_replacing(inner) for type_ in types if (inner := nested_body(type_)) is not None)


def explained_status(attributes: tuple[Attribute, ...], labels: Labels) -> str:
    """The words for *API default*, if one of the attributes or of those in them has it; rows have no room for them."""
    return labels["status.explained"] if _has_default(attributes) else ""


def _has_default(attributes: tuple[Attribute, ...]) -> bool:
    """Whether the API may choose the value of one of the attributes, or of those in them that can be set."""
    return any(
        shown_status(attribute) is Status.COMPUTED_OPTIONAL
        or (
            attribute.status is not Status.COMPUTED
            and (body := nested_body(attribute.type)) is not None
            and _has_default(body.attributes)
        )
        for attribute in attributes
    )


def argument_views(entity: Entity) -> tuple[ArgumentView, ...]:
    """What the calls of an entity need, for authors: each parameter and body with what fills it."""
    return tuple(
        ArgumentView(
            operation.part,
            argument.place,
            argument.name or argument.media_type or argument.pointer or "/",
            argument.attribute or "",
            argument.supply if argument.value is None else f"{argument.supply} {argument.value}",
            argument.reason.text if argument.reason else "",
        )
        for operation in entity.operations
        for argument in operation.arguments
    )


def main_operation(entity: Entity) -> str:
    """The operation that a description could have been from: that which creates or reads an object."""
    main = next((o for o in entity.operations if o.part in (Purpose.CREATE, Purpose.READ)), None)
    return f"{main.method.upper()} {main.path}".strip() if main else ""


def _can(entity: Entity, *, imported: bool) -> tuple[tuple[str, bool], ...]:
    parts = {operation.part for operation in entity.operations}
    if Purpose.CREATE not in parts:
        return ()
    abilities = tuple((word, not purposes.isdisjoint(parts)) for word, purposes in _CAN)
    return (*abilities, ("import", True)) if imported else abilities


def handwritten_examples(
    repository: Repository, mapping: Mapping, title: Callable[[Entity], str]
) -> dict[EntityRef, tuple[ExampleView, ...]]:
    """Handwritten examples by entity. Raises MappingError."""
    by_entity = {entity.ref: repository.examples(entity.kind.folder, title(entity)) for entity in mapping.entities}
    return {
        subject: tuple(ExampleView(file.title, f"{file.text}\n", file.language) for file in files)
        for subject, files in by_entity.items()
    }


def operation_view(operation: Operation, places: Places | None) -> OperationView:
    """An operation, with its place if there are `places`."""
    texts = operation.summary, operation.operation_id
    return OperationView(
        operation.part,
        operation.method.upper(),
        operation.path,
        next((text for text in texts if text and text != operation.path), ""),
        places.of(operation.location) if places and operation.location else None,
    )


def counts_of(entity: Entity) -> dict[str, int]:
    """The attributes at the top by who sets them, and those that are mapped, ignored and lost."""
    mapped, ignored, lost = Accounts().counts(entity)
    shown = entity.shown.attributes
    by_status = {key: sum(a.status in statuses for a in shown) for key, statuses in GROUPS}
    return by_status | {"mapped": mapped, "ignored": ignored, "lost": lost}


def part_view(
    key: str, kind: EntityKind, part: Part, whole: LinkView, labels: Labels, *, group: CellView | None, noun: str
) -> EntityView:
    """The page of an object in an entity, without its row. `whole` leads to the page of the entity."""
    attribute = part.attribute
    path = f"{part.prefix}{attribute.name}"
    own = next(name for name, statuses in GROUPS if attribute.status in statuses)
    counts = dict.fromkeys((name for name, _ in GROUPS), 0) | {own: 1, "mapped": attribute_size(attribute)}
    lead = f"{whole.text}: {path}"[: -len(attribute.name)]
    head = HeadView(lead, group, explained=explained_status((attribute,), labels))
    return EntityView(
        key, kind.title, path, f"{whole.text}: {path}", "", (), (),
        diagnostics=(), left_out=(), config=None, counts=counts, part_of=whole, head=head, noun=noun,
    )  # fmt: skip
