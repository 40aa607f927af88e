"""The position of a parser in the tokens of a file, with error reports and recovery."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import SYNTAX
from .declarations import Import
from .findings import Finding, Findings, GoPlace
from .lexer import Token

_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Cursor:
    """A position in the tokens, and the errors so far."""

    def __init__(self, path: str, tokens: list[Token], *, has_failed: bool = False) -> None:
        self.path = path
        self.tokens = tokens
        self.index = 0
        self.errors: Findings = []
        self.depth = 0
        self.late: Findings = []
        """Errors that do not concern the syntax: the compiler continues after them."""
        self.instead: list[tuple[Token, str]] = []
        """Tokens that Go accepts and tree-sitter does not, with replacements."""
        self.imports: list[Import] = []
        self.declaration = 0
        """The token at which the current declaration starts."""
        self.has_failed = has_failed
        """Whether there are lexical errors: an unexpected end of file is not reported then."""

    # -- moving on

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    @property
    def kind(self) -> str:
        """The kind of the current token, as a plain `str`, so that mypy does not narrow it across `advance`."""
        return self.tokens[self.index].kind

    def next(self) -> None:
        self.index = min(self.index + 1, len(self.tokens) - 1)

    def got(self, kind: str) -> bool:
        if self.kind != kind:
            return False
        self.next()
        return True

    def want(self, kind: str) -> None:
        if not self.got(kind):
            self.unexpected(f"expected {shown(kind)}")
            self.advance()

    def advance(self, *follow: str) -> None:
        """Skip to one of the tokens in `follow`; a single token without any."""
        if not follow:
            self.next()
            return
        while self.kind != "EOF" and self.kind not in follow:
            self.next()

    def skip_group(self) -> None:
        """Skip from an opening bracket to its closing one."""
        open_: list[str] = []
        while self.kind != "EOF":
            if self.kind in _CLOSING:
                open_.append(_CLOSING[self.kind])
            elif self.kind in _CLOSING.values() and open_:
                while open_ and open_.pop() != self.kind:
                    pass
            self.next()
            if not open_:
                return
        self.unexpected("expected }")

    # -- errors

    def error(self, text: str) -> None:
        token = self.token
        if token.kind == "EOF" and (self.errors or self.has_failed):
            return  # a consequence of an earlier error
        self.errors.append(Finding(SYNTAX, text, GoPlace(self.path, token.line, token.column)))

    def unexpected(self, why: str) -> None:
        token = self.token
        what = token.text if token.kind in {";", "EOF"} and token.text != ";" else f"{token.kind} {token.text}"
        if token.kind == token.text and token.kind != "EOF":
            what = f"keyword {token.kind}" if token.kind.isalpha() else shown(token.kind)
        self.error(f"syntax error: unexpected {what}, {why}")

    def list(self, separator: str, close: str, item: Callable[[], None], context: str) -> None:
        while self.kind not in {"EOF", close}:
            item()
            if not self.got(separator) and self.kind != close:
                self.unexpected(f"{context}; {shown(separator)} or {shown(close)} may be missing")
                self.advance(")", "]", "}")
                if self.kind != close:
                    return
        self.want(close)


def shown(kind: str) -> str:
    """The name of a token in messages."""
    return {";": "semicolon, newline", "name": "name", ",": "comma"}.get(kind, kind)
