r"""Escapes characters of foreign texts that would act in terminals, comments, annotations or generated code.

Control characters, escape sequences and characters without width are written as escapes, such as `\x1b`. So are
overrides of the writing direction (Unicode Standard Annex 9), such as `\u202e`. All visible characters stay as they
are.
"""

import re
from collections.abc import Callable

_BLANK = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Spaces that `str.isprintable` counts as not printable (category Zs)."""
_SHAPELESS = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0"
"""Letters and marks without a shape (Default_Ignorable_Code_Point), which it counts as printable."""


_LAYOUT = {ord("\n"): None, ord("\t"): None}
_HIDDEN = re.compile(f"[{_SHAPELESS}]")
_SUSPECT = re.compile(f"[^\x20-\x7e{_BLANK}]")


def visible(text: str) -> str:
    """`text` on one line, with Python's escapes for invisible characters."""
    return _written(text, _escape)


def visible_lines(text: str) -> str:
    """As `visible`, for a text of several lines, whose line breaks stay."""
    return "\n".join(map(visible, text.split("\n")))


def visible_json(text: str) -> str:
    """JSON with JSON escapes (RFC 8259, section 7) in its strings, so that its meaning stays the same."""
    if _is_visible(text.replace("\n", " ")):
        return text
    return "\n".join(_written(line, _json_escape) for line in text.split("\n"))


def visible_source(text: str, write: Callable[[str], str] = visible) -> str:
    """Code in which `write` escapes invisible characters; its line breaks and tabs stay."""
    if _is_visible(text.translate(_LAYOUT)):
        return text
    return "\n".join("\t".join(map(write, line.split("\t"))) for line in text.split("\n"))


def acts(text: str) -> bool:
    """Whether a text has characters that `visible` escapes."""
    return visible(text) != text


def _written(text: str, escape: Callable[[str], str]) -> str:
    if _is_visible(text):
        return text
    return _SUSPECT.sub(lambda match: match[0] if _is_shown(match[0]) else escape(match[0]), text)


def _is_visible(text: str) -> bool:
    return text.isprintable() and (text.isascii() or not _HIDDEN.search(text))


def _is_shown(character: str) -> bool:
    return character.isprintable() and not _HIDDEN.match(character)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _json_escape(character: str) -> str:
    data = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at]:02x}{data[at + 1]:02x}" for at in range(0, len(data), 2))
