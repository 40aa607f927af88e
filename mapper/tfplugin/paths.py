"""Attribute paths of Terraform's plugin protocol: places inside a value."""

from __future__ import annotations

import json
from typing import TypeAlias

from msgspec import Struct


class AttributeStep(Struct, frozen=True):
    """An attribute, or a nested block, of an object."""

    name: str


class KeyStep(Struct, frozen=True):
    """An element of a map."""

    key: str


class IndexStep(Struct, frozen=True):
    """An element of a list, of a tuple, or of a set in the order in which it was sent."""

    index: int


Step: TypeAlias = AttributeStep | KeyStep | IndexStep
Path: TypeAlias = tuple[Step, ...]


def path_text(path: Path) -> str:
    """A path in the notation of Terraform's messages: `inner.many["a"].sizes[0]`."""
    text = ""
    for step in path:
        match step:
            case AttributeStep(name):
                text += f".{name}" if text else name
            case KeyStep(key):
                text += f"[{json.dumps(key, ensure_ascii=False)}]"
            case IndexStep(index):
                text += f"[{index}]"
    return text
