"""The columns of a Kind in the output of `kubectl get`."""

from __future__ import annotations

from ..inputs import problem_at
from ..model import Column
from .config import ColumnConfig
from .fields import Field, Resource
from .names import camel, camel_lower
from .scalars import SCALARS

_TYPES = {"string": "string", "int64": "integer", "float64": "number", "timestamp": "date"}
_ORDERS = ("name", "type", "jsonpath", "index")
_SYNCED = Column("Synced", '.status.conditions[?(@.type=="ACK.ResourceSynced")].status', "string")
_AGE = Column("Age", ".metadata.creationTimestamp", "date")


def columns(resource: Resource) -> tuple[Column, ...]:
    """The columns in order. An entry that cannot be a column is added to `resource.problems`."""
    positioned: list[tuple[Column, int]] = []
    for root, fields in (("spec", resource.spec), ("status", resource.status)):
        for field in fields.values():
            if field.config is not None and field.config.print is not None:
                column = _of_field(resource, field, field.config.print, root)
                if column is not None:
                    positioned.append((column, field.config.print.index))
    settings = resource.config.print
    if settings is None:
        return tuple(column for column, _ in sorted(positioned, key=lambda item: item[0].name))
    positioned += [(Column(c.name, c.json_path, c.type, c.priority), c.index) for c in settings.columns]
    order = settings.order_by.lower() or "name"
    if order not in _ORDERS:
        node = resource.config.node
        if node is not None:
            text = f"print.order_by: {settings.order_by!r} is none of {', '.join(_ORDERS)}"
            resource.problems.append(problem_at(f"resources.{resource.kind.name}: {text}", node))

    def rank(item: tuple[Column, int]) -> tuple[int, str]:
        column, index = item
        return index if order == "index" else 0, {"type": column.type, "jsonpath": column.path}.get(order, column.name)

    ordered = [column for column, _ in sorted(positioned, key=rank)]
    return (*ordered, *([_SYNCED] if settings.synced else []), *([_AGE] if settings.age else []))


def _of_field(resource: Resource, field: Field, config: ColumnConfig, root: str) -> Column | None:
    type_ = _TYPES.get(SCALARS.get(field.shape.kind, ""))
    if type_ is None:
        text = f"a column cannot show {field.key}, which is no string, number or time"
        resource.problems.append(problem_at(f"resources.{resource.kind.name}: {text}", config.node))
        return None
    return Column(config.name or camel(field.name), f".{root}.{camel_lower(field.name)}", type_, config.priority)
