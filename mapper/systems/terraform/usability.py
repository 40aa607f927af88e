"""Resources that nobody can use as they are mapped, each with the line of the config that changes that."""

from collections.abc import Callable

from mapper.model import Attribute, Entity, Mapping, Purpose, Status, Supply, walk
from mapper.report.fix import flow_scalar
from mapper.report.origin import PartKind

from . import kinds
from .config.paths import quoted

_TELLING = ("name", "title", "label", "key")
SHOWN = 3
"""How many resources of one kind are named, each with its line."""


def summary(mapping: Mapping) -> tuple[str, ...]:
    """One screen for the maintainer of a provider: what looks unusable, and a line to paste for the first ones."""
    resources = mapping.of_kind(kinds.RESOURCE)
    names: dict[str, list[str]] = {}
    pasted: dict[str, list[str]] = {}
    for entity in resources:
        for what, change in _CHECKS:
            if (line := change(entity)) is not None:
                names.setdefault(what, []).append(entity.name)
                pasted.setdefault(what, []).append(f"  resources: {{{entity.name}: {line}}}")
    lines: list[str] = []
    for what, those in names.items():
        lines += [f"{len(those):,} of {len(resources):,} resources: {what}", *pasted[what][:SHOWN]]
        lines += [f"  … and {len(those) - SHOWN:,} more: {_joined_names(those[SHOWN:])}"] if len(those) > SHOWN else []
    return tuple(lines)


def _joined_names(those: list[str]) -> str:
    names = ", ".join(those[:8])
    return names if len(those) <= 8 else f"{names}, …"  # noqa: PLR2004


def _settable(entity: Entity) -> list[Attribute]:
    """The attributes that users may set."""
    return [attribute for attribute in entity.body.attributes if attribute.status is not Status.COMPUTED]


def _all_computed(entity: Entity) -> str | None:
    """What leads to another part of the body, if users can set nothing."""
    return None if _settable(entity) else "{create: {request: {pointer: /…}}}"


def _none_required(entity: Entity) -> str | None:
    """What makes the most telling attribute required, if users can leave out everything that create takes."""
    taken = [a for a in _settable(entity) if any(o.part.kind is PartKind.REQUEST_BODY for o in a.origins)]
    if not taken or any(attribute.status is Status.REQUIRED for attribute in entity.body.attributes):
        return None
    telling = [attribute for name in _TELLING for attribute in taken if attribute.name == name]
    name = (telling or taken)[0].source_name
    return _required_line(name)


def _required_line(name: str) -> str:
    override = f"{{{flow_scalar(quoted(name))}: {{computed_optional_required: required}}}}"
    return f"{{schema: {{attributes: {{overrides: {override}}}}}}}"


def _no_update(entity: Entity) -> str | None:
    """What replaces the resource instead, if there is no update and nothing replaces it."""
    has_update = any(operation.part == Purpose.UPDATE for operation in entity.operations)
    if has_update or not _settable(entity) or any(attribute.replaces for _, attribute in walk(entity.body)):
        return None
    return "{policies: {replace: infer}}"


def _no_read(entity: Entity) -> str | None:
    """What has users say which one is meant, if a parameter of read is known to nobody after create."""
    read = entity.operation(Purpose.READ)
    unknown = {a.attribute for a in read.in_path if a.supply is Supply.MISSING} if read is not None else set()
    return next((_required_line(a.source_name) for a in entity.body.attributes if a.name in unknown), None)


_CHECKS: tuple[tuple[str, Callable[[Entity], str | None]], ...] = (
    ("users can set nothing: everything is computed", _all_computed),
    ("nothing is required, though create takes a body", _none_required),
    ("no update, and nothing replaces the resource", _no_update),
    ("after create, nothing says which one to read", _no_read),
)
