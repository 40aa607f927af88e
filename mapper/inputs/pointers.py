"""JSON pointers (RFC 6901, sections 3 and 4) and their reference tokens."""

from __future__ import annotations


def escape_token(token: str) -> str:
    """One reference token of a JSON pointer."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def unescape_token(token: str) -> str:
    """The key or index that a reference token stands for."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def split_pointer(pointer: str) -> list[str]:
    """The unescaped reference tokens of a JSON pointer."""
    return [unescape_token(token) for token in pointer[1:].split("/")] if pointer else []
