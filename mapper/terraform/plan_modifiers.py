"""Plan modifiers in the `custom` form that the Go generator accepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..model import Attribute, Fragment, Location
from .retype import kind_of

REPLACE, KEEP = "requires_replace", "use_state_for_unknown"
FUNCTIONS = {REPLACE: "RequiresReplace", KEEP: "UseStateForUnknown"}
"""The words for plan modifiers of the framework itself, and their functions in Go."""

_KEYWORD = "plan_modifiers"
_PACKAGE = "github.com/hashicorp/terraform-plugin-framework/resource/schema/"


def expand(kind: str, modifiers: Iterable[Any]) -> list[Any]:
    """Entries of `plan_modifiers` for an attribute of `kind`; words become the modifiers they stand for."""
    return [_custom(kind, entry) if isinstance(entry, str) else entry for entry in modifiers]


def with_modifiers(attribute: Attribute, modifiers: Iterable[Any], location: Location) -> Attribute:
    """The attribute with more plan modifiers, and with what they say about replacement."""
    added = expand(kind_of(attribute.type), modifiers)
    had = [entry for part in attribute.fragments if part.keyword == _KEYWORD for entry in _list(part.value)]
    entries = [*had, *(entry for entry in added if entry not in had)]
    if not entries:
        return attribute
    others = tuple(part for part in attribute.fragments if part.keyword != _KEYWORD)
    return replace(
        attribute,
        fragments=(*others, Fragment(_KEYWORD, entries, location)),
        replaces=any(".RequiresReplace" in entry["custom"]["schema_definition"] for entry in entries),
    )


def _custom(kind: str, word: str) -> dict[str, Any]:
    package = f"{kind}planmodifier"
    definition = f"{package}.{FUNCTIONS[word]}()"
    return {"custom": {"imports": [{"path": _PACKAGE + package}], "schema_definition": definition}}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
