"""Data as text, in the ways that people write it."""

import json
import re
from typing import Any, Literal

Style = Literal["json", "flow", "block"]
_WORDS = re.compile(r"(?i)null|true|false|y|yes|n|no|on|off")
_PLAIN = re.compile(r"[A-Za-z/$_][A-Za-z0-9_/{}$.-]*")


class Raw(str):
    """A scalar as it is written, such as 0x10."""

    __slots__ = ()


def quoted(text: str) -> str:
    """A string that JSON and YAML read alike."""

    def spelled(char: str) -> str:
        is_plain = char.isprintable() or ord(char) > 0xFFFF or char in "\u00a0\u3000\u200b\ue000"
        return char if is_plain else f"\\u{ord(char):04x}"

    return "".join(map(spelled, json.dumps(text, ensure_ascii=False)))


def _plain(text: str) -> str:
    """A string without quotes, where it is still a string."""
    return text if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text) and text[:1] != "{" else quoted(text)


def written(value: Any, style: Style, level: int = 0) -> str:
    """JSON, flow YAML, or block YAML."""
    pad = "  " * level
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return _plain(value) if style == "block" else quoted(value)
    if not isinstance(value, dict | list) or not value:
        return json.dumps(value)
    if style == "block":
        return "\n".join(_block(value, level))
    if isinstance(value, dict):
        entries = [f"{quoted(key)}: {written(inner, style, level + 1)}" for key, inner in value.items()]
    else:
        entries = [written(inner, style, level + 1) for inner in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    if len(", ".join(entries)) < 100 and "\n" not in "".join(entries):
        return f"{opening}{', '.join(entries)}{closing}"
    return f"{opening}\n" + ",\n".join(f"{pad}  {entry}" for entry in entries) + f"\n{pad}{closing}"


def _block(value: dict[str, Any] | list[Any], level: int) -> list[str]:
    lines = []
    for key, inner in value.items() if isinstance(value, dict) else [(None, entry) for entry in value]:
        head = "  " * level + ("-" if key is None else f"{_plain(key)}:")
        is_nested = isinstance(inner, dict | list) and inner
        lines.append(f"{head}{chr(10) if is_nested else ' '}{written(inner, 'block', level + 1)}")
    return lines
