"""Booleans as ACK's YAML library reads them (sigs.k8s.io/yaml, YAML 1.1): *yes*, *on* and others besides *true*."""

from __future__ import annotations

import re

from ..inputs import Node, bool_of

_WORDS = {True: "y Y yes Yes YES on On ON", False: "n N no No NO off Off OFF"}
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
_QUOTED = re.compile(r"""(?:[^:"'\n]*|"[^"\n]*"|'[^'\n]*')\s*:\s+(?:![^\s]*\s+)?["'|>]""")


def truth(node: Node) -> bool | None:
    """The boolean value of a node; None if it is not a boolean. A quoted word is a string."""
    value = bool_of(node.value)
    if value is None and isinstance(node.value, str):
        value = _MEANINGS.get(node.value)
        if value is not None and _is_quoted(node):
            return None
    return value


def _is_quoted(node: Node) -> bool:
    """Whether the value of a key is in quotes, or is a block of text."""
    position = node.document.position(node.pointer)
    if position is None:
        return False
    line, column = position
    lines = node.document.text.split("\n", line)
    return _QUOTED.match(lines[line - 1][column - 1 :]) is not None
