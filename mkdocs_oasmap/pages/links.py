"""The entities that the attributes of another one lead to."""

from __future__ import annotations

from collections.abc import Iterator

from mapper.model import Body, EntityRef, nested_body


def targets(
    body: Body, provider: str, keys: dict[EntityRef, str], by_place: dict[tuple[str, str], str]
) -> Iterator[str]:
    """The pages that attributes lead to. What is nested in many places is looked at once."""
    waiting, seen = [body], {id(body)}
    while waiting:
        for attribute in waiting.pop().attributes:
            target = attribute.refers_to
            if target is not None and target.provider == provider and target.entity in keys:
                yield keys[target.entity]
            for origin in attribute.origins:
                for place in origin.via:
                    if (place.document.uri, place.pointer) in by_place:
                        yield by_place[place.document.uri, place.pointer]
            inner = nested_body(attribute.type)
            if inner is not None and id(inner) not in seen:
                seen.add(id(inner))
                waiting.append(inner)
