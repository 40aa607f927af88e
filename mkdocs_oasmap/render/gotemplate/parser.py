"""Parses tokens into nodes."""

import json
import re
import sys

from .nodes import Branch, Call, Literal, Name, Node, Operand, Output, Path, Pipeline, TemplateError, Write
from .tokens import Action, Text, Token, pieces

MAX_DEPTH = 50
"""The maximum nesting of branches and parentheses."""

_BRANCHES = ("if", "with", "range")
_REFUSED = ("define", "template", "block", "break", "continue")
_CONSTANTS = {"true": True, "false": False, "nil": None}
_ESCAPE = re.compile(r"\\(?:([abfnrtv\\\"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))?")
_BYTES = range(0x100)
_SURROGATES = range(0xD800, 0xE000)
_SINGLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


_LONGEST_NUMBER = 20
"""Go has integers of 64 bits."""


def parse(source: str) -> tuple[Node, ...]:
    """The nodes of a template. Raises TemplateError."""
    parser = _Parser(list(pieces(source)))
    nodes, end = parser.nodes(0)
    if end is not None:
        raise TemplateError(f"{end.text} closes nothing", end.offset)
    return nodes


class _Parser:
    """Parses texts and actions."""

    def __init__(self, source_pieces: list[Text | Action]) -> None:
        self._pieces = iter(source_pieces)

    def nodes(self, depth: int) -> tuple[tuple[Node, ...], Token | None]:
        """Nodes up to an `end` or `else`, which is returned as well; its remaining tokens are in `self._rest`."""
        nodes: list[Node] = []
        for piece in self._pieces:
            if isinstance(piece, Text):
                nodes.append(Write(piece.text))
                continue
            first = piece.tokens[0]
            word = first.text if first.kind == "word" else ""
            if word in ("end", "else"):
                self._rest = piece
                return tuple(nodes), first
            if word in _REFUSED:
                raise TemplateError(f"{word} is not supported: write the text where it is needed", first.offset)
            if word in _BRANCHES:
                nodes.append(self._branch(piece, piece.tokens, depth))
            else:
                nodes.append(Output(_Tokens(piece.tokens, piece.offset).whole()))
        return tuple(nodes), None

    def _branch(self, piece: Action, tokens: tuple[Token, ...], depth: int) -> Branch:
        if depth >= MAX_DEPTH:
            raise TemplateError(f"branches are nested more than {MAX_DEPTH} levels deep", piece.offset)
        keyword = tokens[0].text
        pipeline = _Tokens(tokens[1:], piece.offset).whole()
        body, end = self.nodes(depth + 1)
        otherwise: tuple[Node, ...] = ()
        if end is not None and end.text == "else":
            rest = self._rest
            if len(rest.tokens) > 1:
                if rest.tokens[1].text not in ("if", "with"):
                    raise TemplateError("behind else stands nothing, if or with", rest.tokens[1].offset)
                return Branch(keyword, pipeline, body, (self._branch(rest, rest.tokens[1:], depth + 1),))
            otherwise, end = self.nodes(depth + 1)
        if end is None or end.text != "end":
            raise TemplateError(f"{keyword} has no end", piece.offset if end is None else end.offset)
        if len(self._rest.tokens) > 1:
            raise TemplateError("behind end stands nothing", self._rest.tokens[1].offset)
        return Branch(keyword, pipeline, body, otherwise)


class _Tokens:
    """Parses the tokens of one action."""

    def __init__(self, tokens: tuple[Token, ...], begin: int) -> None:
        self._tokens = tokens
        self._begin = begin
        self._next = 0

    def whole(self) -> Pipeline:
        """All tokens as one pipeline."""
        pipeline = self._pipeline(0)
        if (left := self._peek()) is not None:
            raise TemplateError(f"{left.text!r} cannot stand here", left.offset)
        return pipeline

    def _peek(self) -> Token | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _is(self, text: str, ahead: int = 0) -> bool:
        place = self._next + ahead
        return place < len(self._tokens) and (self._tokens[place].kind, self._tokens[place].text) == ("mark", text)

    def _pipeline(self, depth: int) -> Pipeline:
        """A pipeline; in parentheses, at a depth from 1 on, it has no variables."""
        if depth >= MAX_DEPTH:
            raise TemplateError(f"parentheses are nested more than {MAX_DEPTH} levels deep", self._begin)
        offset = token.offset if (token := self._peek()) else self._begin
        names, declares = ((), False) if depth else self._variables()
        calls = [self._call(depth)]
        while self._is("|"):
            self._next += 1
            calls.append(self._call(depth))
        for call in calls[1:]:
            if not isinstance(call.operand, Name):
                raise TemplateError("behind | stands the name of a function", call.offset)
        return Pipeline(tuple(calls), names, declares, offset)

    def _variables(self) -> tuple[tuple[str, ...], bool]:
        """The variables before `:=` or `=`, if there are any."""
        names: list[str] = []
        ahead = 0
        while (place := self._next + ahead) < len(self._tokens) and self._tokens[place].kind == "variable":
            names.append(self._tokens[place].text)
            if self._is(",", ahead + 1):
                ahead += 2
                continue
            for mark in (":=", "="):
                if self._is(mark, ahead + 1):
                    self._next += ahead + 2
                    return tuple(names), mark == ":="
            break
        return (), False

    def _call(self, depth: int) -> Call:
        operands: list[Operand] = []
        first = self._peek()
        while (token := self._peek()) is not None and not (self._is("|") or self._is(")")):
            operands.append(self._operand(token, depth))
        if not operands or first is None:
            raise TemplateError("a value is missing", first.offset if first else self._begin)
        head, *arguments = operands
        if arguments and not isinstance(head, Name):
            raise TemplateError("only a function has arguments", first.offset)
        return Call(head, tuple(arguments), first.offset)

    def _operand(self, token: Token, depth: int) -> Operand:
        self._next += 1
        match token.kind:
            case "string":
                return Literal(_unquoted(token), token.offset)
            case "raw":
                return Literal(token.text[1:-1], token.offset)
            case "number":
                if len(token.text) > _LONGEST_NUMBER:
                    raise TemplateError("the number is too long", token.offset)
                return Literal(int(token.text), token.offset)
            case "word" if token.text in _CONSTANTS:
                return Literal(_CONSTANTS[token.text], token.offset)
            case "word":
                return Name(token.text, token.offset)
            case "dot":
                return Path(None, (), token.offset)
            case "field":
                return Path(None, tuple(token.text[1:].split(".")), token.offset)
            case "variable":
                name, *path = token.text.split(".")
                return Path(name, tuple(path), token.offset)
        if token.text == "(":
            inner = self._pipeline(depth + 1)
            if not self._is(")"):
                raise TemplateError("a parenthesis is not closed", token.offset)
            self._next += 1
            return inner
        raise TemplateError(f"{token.text!r} cannot stand here", token.offset)


def _unquoted(token: Token) -> str:
    """The value of a Go string literal. Raises TemplateError for an unknown escape."""
    body = token.text[1:-1]
    if "\\" not in body:
        return body

    def written(match: re.Match[str]) -> str:
        single, byte, *numbers, octal = match.groups()
        if single is not None:
            return _SINGLE.get(single, single)
        if byte is not None or octal is not None:
            code = int(byte, 16) if byte is not None else int(octal, 8)
            if code in _BYTES:
                return bytes([code]).decode(errors="surrogateescape")
        else:
            code = next((int(number, 16) for number in numbers if number is not None), -1)
            if 0 <= code <= sys.maxunicode and code not in _SURROGATES:
                return chr(code)
        spelled = json.dumps(body[match.start() : max(match.end(), match.start() + 2)])
        raise TemplateError(f"{spelled} is not an escape", token.offset)

    # several escaped bytes may be one character
    return _ESCAPE.sub(written, body).encode(errors="surrogateescape").decode(errors="replace")
