"""TSDoc comments from descriptions in a schema."""

from __future__ import annotations

from typing import Any

from ..descriptions import without_marks


def comment(spec: dict[str, Any], *more: str, indent: str = "") -> str:
    """A comment with the description, further sentences, and the deprecation message; empty if there are none."""
    texts = [without_marks(spec.get("description", "")).strip(), *more]
    text = "\n\n".join(part for part in texts if part).replace("*/", "*\\/").replace("@", "\\@")
    old = spec.get("deprecationMessage")
    if old:
        text += f"\n\n@deprecated {' '.join(str(old).split()).replace('*/', '*').replace('@', chr(92) + '@')}"
    if not text.strip():
        return ""
    lines = [f"{indent} * {one}".rstrip() for one in text.strip().split("\n")]
    return "\n".join([f"{indent}/**", *lines, f"{indent} */\n"])
