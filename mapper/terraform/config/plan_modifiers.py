"""Plan modifiers: short names for those of the framework, and the `custom` form of the code spec."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from ...model import Attribute, Fragment
from ...origin import Location

REPLACE, KEEP = "requires_replace", "use_state_for_unknown"
FUNCTIONS = {REPLACE: "RequiresReplace", KEEP: "UseStateForUnknown"}
"""Short name -> Go function of the framework."""

KEYWORD = "plan_modifiers"
_PACKAGE = "github.com/hashicorp/terraform-plugin-framework/resource/schema/"


def expand(kind: str, modifiers: Iterable[Any]) -> list[Any]:
    """The entries of `plan_modifiers` for an attribute of `kind`, with short names replaced by their `custom` form."""
    return [_custom(kind, entry) if isinstance(entry, str) else entry for entry in modifiers]


def with_modifiers(attribute: Attribute, modifiers: Iterable[Any], location: Location) -> Attribute:
    """The attribute with additional plan modifiers; whether it replaces the resource is updated."""
    existing = [entry for part in attribute.fragments if part.keyword == KEYWORD for entry in _list(part.value)]
    entries = [*existing, *(entry for entry in modifiers if entry not in existing)]
    if not entries:
        return attribute
    others = tuple(part for part in attribute.fragments if part.keyword != KEYWORD)
    fragment = Fragment(KEYWORD, entries, location)
    return replace(attribute, fragments=(*others, fragment), replaces=any(map(replaces, entries)))


def replaces(modifier: Any) -> bool:
    """Whether the plan modifier makes a new value replace the resource."""
    definition = FUNCTIONS[modifier] if isinstance(modifier, str) else modifier["custom"]["schema_definition"]
    return str(FUNCTIONS[REPLACE]) in definition


def _custom(kind: str, word: str) -> dict[str, Any]:
    package = f"{kind}planmodifier"
    definition = f"{package}.{FUNCTIONS[word]}()"
    return {"custom": {"imports": [{"path": _PACKAGE + package}], "schema_definition": definition}}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
