"""The policy `formats`: custom types for strings by their `format`."""

from __future__ import annotations

from ...inputs import Node, text_of
from .go_types import custom_type
from .node_reader import Reader, shown
from .policies import PRESETS

PRESET = "preset"
"""The key of the preset that a table extends."""


def read_formats(reader: Reader, node: Node, where: str) -> tuple[tuple[str, str], ...] | None:
    """The pairs of format and Go type: from the name of a preset, or from a table. Null in a table removes a format."""
    if isinstance(node.value, str):
        word = reader.choice(node, where, PRESETS)
        return None if word is None else tuple(PRESETS[word].items())
    if node.value is None or not reader.is_mapping(node, where):
        return ()
    types: dict[str, str] = {}
    preset = node.get(PRESET)
    if preset is not None and (word := reader.choice(preset, f"{where}: {PRESET}", PRESETS)):
        types |= PRESETS[word]
    for name, member in node.members():
        if name == PRESET:
            continue
        text = text_of(member.value)
        if member.value is None:
            types.pop(name, None)
        elif text is None or custom_type(text) is None:
            problem = f"{shown(member.value)} is not the name of a Go type such as timetypes.RFC3339"
            reader.problem(member, f"{where}: {name}: {problem}")
        else:
            types[name] = text
    return tuple(sorted(types.items()))
