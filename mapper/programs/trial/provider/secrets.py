"""The values of sensitive attributes."""

from collections.abc import Iterator, Mapping
from typing import Any

from .attributes import Attribute


def secrets_of(attributes: Mapping[str, Attribute], value: Any) -> Iterator[Any]:
    """The values of sensitive attributes in a state, or in a part of one."""
    for name, attribute in attributes.items():
        held = value.get(name) if isinstance(value, dict) else None
        if held is None:
            continue
        if attribute.is_sensitive:
            yield held
        elif attribute.kind == "nested":
            single = attribute.nesting == "single" or not isinstance(held, dict | list)
            for item in [held] if single else list(held.values()) if isinstance(held, dict) else held:
                yield from secrets_of(attribute.children, item)
