"""What everybody sees of a mapping: the attributes in the artifact, and the diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

SECTIONS = {"resources": "resource", "datasources": "data source"}


@dataclass
class Written:
    """An attribute: what is nested in it by name, and the kinds it is made of (`list_nested`, `map`, …)."""

    children: dict[str, Written] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()

    @property
    def is_map(self) -> bool:
        return any(kind.startswith("map") for kind in self.kinds)


class Outputs:
    """An artifact and its diagnostics, by entity."""

    def __init__(self, spec: dict[str, Any], diagnostics: Iterable[dict[str, Any]]) -> None:
        self.entities: dict[str, Written] = {}
        for section, kind in SECTIONS.items():
            for entity in spec.get(section, []):
                self.entities[f"{kind} {entity['name']}"] = _tree(entity["schema"])
        if "schema" in (provider := spec.get("provider", {})):
            self.entities[f"provider {provider['name']}"] = _tree(provider["schema"])
        self._said: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for entry in diagnostics:
            place = entry.get("entity") or "", entry.get("path") or ""
            self._said.setdefault(place, []).append((entry["code"], entry["message"]))

    def said(self, entity: str, path: str) -> list[tuple[str, str]]:
        """Codes and messages about an attribute, or about the entity (an empty path)."""
        return self._said.get((entity, path), [])


def _tree(value: dict[str, Any]) -> Written:
    written = Written()
    kinds = set()
    stack = [value]
    while stack:
        part = stack.pop()
        for key, inner in part.items():
            if key in ("attributes", "attribute_types", "blocks") and isinstance(inner, list):
                for attribute in inner:
                    rest = {k: v for k, v in attribute.items() if k != "name"}
                    written.children[attribute["name"]] = _tree(rest)
            elif isinstance(inner, dict):
                kinds.add(key)
                stack.append(inner)
    written.kinds = frozenset(kinds)
    return written


def identifier(name: str) -> str:
    """The name of an attribute, made of a name of the API in the four steps that the guide gives."""
    name = re.sub(r"[^A-Za-z0-9_]", "", name).lstrip("0123456789")
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
