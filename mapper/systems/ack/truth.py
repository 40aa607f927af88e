"""Booleans as the generator of ACK reads them: with the words of YAML 1.1."""

import re

from mapper.inputs import Node, bool_of

_SPELLINGS = {True: "y Y yes Yes YES on On ON", False: "n N no No NO off Off OFF"}
WORDS = {word: meaning for meaning, spellings in _SPELLINGS.items() for word in spellings.split()}
"""The booleans of YAML 1.1 that YAML 1.2 reads as strings."""
_QUOTED = re.compile(r"""(?:[^:"'\n]*|"[^"\n]*"|'[^'\n]*')\s*:\s+(?:![^\s]*\s+)?["'|>]""")


def truth(node: Node) -> bool | None:
    """The boolean value of a node; None if it is not a boolean. A quoted word is a string."""
    value = bool_of(node.value)
    if value is None and isinstance(node.value, str):
        value = WORDS.get(node.value)
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
