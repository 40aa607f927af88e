"""Scalars in YAML text."""

from __future__ import annotations

import json

_WORDS = frozenset("true false yes no on off null y n".split())


def scalar(text: str) -> str:
    """A text as a YAML scalar that is read back as the same text, quoted if needed."""
    plain = text.isascii() and text.replace("_", "").replace(".", "").isalnum() and text[0].isalpha()
    return text if plain and text.lower() not in _WORDS else json.dumps(text)
