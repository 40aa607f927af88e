"""The policy `formats`: custom types for strings, by what the API says of their format."""

from __future__ import annotations

from ...documents import Node, text_of
from .go_types import custom_type
from .policies import PRESETS
from .reader import Reader, shown

PRESET = "preset"
"""The key that begins with the formats of a preset, which the others overrule."""


def read_formats(reader: Reader, node: Node, where: str) -> tuple[tuple[str, str], ...] | None:
    """The formats and the Go types for them: a preset in one word, or a table; null in it takes a format away."""
    if isinstance(node.value, str):
        word = reader.choice(node, where, PRESETS)
        return None if word is None else tuple(PRESETS[word].items())
    if node.value is None or not reader.is_mapping(node, where):
        return ()
    found: dict[str, str] = {}
    preset = node.get(PRESET)
    if preset is not None and (word := reader.choice(preset, f"{where}: {PRESET}", PRESETS)):
        found |= PRESETS[word]
    for name, member in node.members():
        if name == PRESET:
            continue
        text = text_of(member.value)
        if member.value is None:
            found.pop(name, None)
        elif text is None or custom_type(text) is None:
            said = f"{shown(member.value)} is not the name of a Go type such as timetypes.RFC3339"
            reader.problem(member, f"{where}: {name}: {said}")
        else:
            found[name] = text
    return tuple(sorted(found.items()))
