"""Overrides of the generator config, applied to merged attributes."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import UNUSED_OVERRIDE, Note
from ..model import Attribute, Body, Contribution, Nested, Origin, nested_body
from .config import Override, nearest

_HINT_DEPTH = 3


def apply_overrides(body: Body, overrides: tuple[Override, ...]) -> tuple[Body, tuple[Note, ...]]:
    """The body with its overrides, and a note for each that matches nothing.

    A path is made of source names (of the alias, for a parameter) and leads through nested attributes only.
    """
    notes: list[Note] = []
    for override in overrides:
        changed = _apply(body, override.path.split("."), override)
        if changed is None:
            hint = nearest(override.path, source_paths(body))
            notes.append(Note(UNUSED_OVERRIDE, f"no attribute has the path {override.path!r}{hint}", override.node))
        else:
            body = changed
    return body, tuple(notes)


def _apply(body: Body, path: list[str], override: Override) -> Body | None:
    for index, attribute in enumerate(body.attributes):
        if attribute.source_name != path[0]:
            continue
        changed = _override(attribute, override) if len(path) == 1 else _descend(attribute, path[1:], override)
        if changed is None:
            return None
        return replace(body, attributes=(*body.attributes[:index], changed, *body.attributes[index + 1 :]))
    return None


def _descend(attribute: Attribute, path: list[str], override: Override) -> Attribute | None:
    if not isinstance(attribute.type, Nested):
        return None
    body = _apply(attribute.type.body, path, override)
    return None if body is None else replace(attribute, type=Nested(attribute.type.mode, body))


def _override(attribute: Attribute, override: Override) -> Attribute:
    origin = Origin("generator config", override.node, contribution=Contribution.OVERRIDE)
    return replace(attribute, description=override.description, origins=(*attribute.origins, origin))


def source_paths(body: Body, prefix: str = "", depth: int = 0) -> list[str]:
    """The paths of attributes as a config writes them, a few levels deep: enough to guess what was meant."""
    paths = []
    for attribute in body.attributes:
        paths.append(prefix + attribute.source_name)
        inner = nested_body(attribute.type)
        if inner is not None and depth < _HINT_DEPTH:
            paths += source_paths(inner, f"{prefix}{attribute.source_name}.", depth + 1)
    return paths
