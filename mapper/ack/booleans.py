"""Booleans as the YAML library of ACK reads them (sigs.k8s.io/yaml): by YAML 1.1, with its words besides *true*."""

from __future__ import annotations

import re

from ..documents import Node, bool_of

_WORDS = {True: "y Y yes Yes YES on On ON", False: "n N no No NO off Off OFF"}
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
_QUOTED = re.compile(r"""(?:[^:"'\n]*|"[^"\n]*"|'[^'\n]*')\s*:\s+(?:![^\s]*\s+)?["'|>]""")


def truth(node: Node) -> bool | None:
    """The boolean that a value is; None where it is none. A word in quotes is a text."""
    known = bool_of(node.value)
    if known is None and isinstance(node.value, str):
        known = _MEANINGS.get(node.value)
        if known is not None and _is_quoted(node):
            return None
    return known


def _is_quoted(node: Node) -> bool:
    """Whether the value of a key is in quotes, or is a block of text."""
    position = node.document.position(node.pointer)
    if position is None:
        return False
    line, column = position
    lines = node.document.text.split("\n", line)
    return _QUOTED.match(lines[line - 1][column - 1 :]) is not None
