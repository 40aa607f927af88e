"""Splits a template into text and actions, and actions into tokens.

Source: Go's package text/template, *Text and spaces* and *Actions*.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from .nodes import TemplateError

_SPACE = " \t\r\n"
_OPEN = re.compile(r"\{\{(?P<trim>-(?=[ \t\r\n]))?")
_COMMENT = re.compile(r"\s*/\*")
_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\n]+)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<raw>`[^`]*`)
  | (?P<number>[+-]?[0-9]+)(?![\w.])
  | (?P<field>(?:\.[A-Za-z_]\w*)+)
  | (?P<dot>\.)(?!\w)
  | (?P<variable>\$\w*)(?P<path>(?:\.[A-Za-z_]\w*)*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<mark>:=|=|\||\(|\)|,)
    """,
    re.VERBOSE,
)


class Token(Struct, frozen=True):
    """A part of an action: its kind (*string*, *raw*, *number*, *field*, *dot*, *variable*, *word*, *mark*)."""

    kind: str
    text: str
    offset: int


class Text(Struct, frozen=True):
    """Literal text."""

    text: str


class Action(Struct, frozen=True):
    """The tokens between two pairs of braces, and the position of the first."""

    tokens: tuple[Token, ...]
    offset: int


def pieces(source: str) -> Iterator[Text | Action]:
    """Texts and actions in order, with white space trimmed as the trim markers specify. Raises TemplateError."""
    position = 0
    trim_next = False
    while opened := _OPEN.search(source, position):
        text = source[position : opened.start()]
        text = text.lstrip(_SPACE) if trim_next else text
        text = text.rstrip(_SPACE) if opened["trim"] else text
        if text:
            yield Text(text)
        action, position, trim_next = _action(source, opened)
        if action.tokens:
            yield action
    rest = source[position:]
    rest = rest.lstrip(_SPACE) if trim_next else rest
    if rest:
        yield Text(rest)


def _action(source: str, opened: re.Match[str]) -> tuple[Action, int, bool]:
    """An action, the offset after it, and whether the following text is trimmed. A comment has no tokens."""
    position = opened.end()
    if comment := _COMMENT.match(source, position):
        end = source.find("*/", comment.end())
        if end < 0:
            raise TemplateError("a comment has no end: */ is missing", opened.start())
        closed = re.compile(r"(?P<trim>[ \t\r\n]+-)?\}\}").match(source, end + 2)
        if closed is None:
            raise TemplateError("a comment is not alone between {{ and }}", end)
        return Action((), opened.start()), closed.end(), closed["trim"] is not None
    tokens: list[Token] = []
    while True:
        spaced = source[position - 1] in _SPACE
        if source.startswith("}}", position):
            if not tokens:
                raise TemplateError("there is nothing between {{ and }}", opened.start())
            return Action(tuple(tokens), opened.start()), position + 2, False
        if spaced and source.startswith("-}}", position):
            return Action(tuple(tokens), opened.start()), position + 3, True
        match = _TOKEN.match(source, position)
        if match is None:
            _refuse(source, position, opened.start())
        else:
            position = match.end()
            if match.lastgroup != "space":
                tokens.append(_token(match))


def _token(match: re.Match[str]) -> Token:
    kind = "variable" if match["variable"] is not None else str(match.lastgroup)
    return Token(kind, match[0], match.start())


def _refuse(source: str, position: int, begin: int) -> None:
    if position >= len(source):
        raise TemplateError("an action has no end: }} is missing", begin)
    raise TemplateError(f"{source[position]!r} cannot stand here", position)
