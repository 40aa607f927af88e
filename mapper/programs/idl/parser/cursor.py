"""A position in the tokens of a file, for a parser that continues after an error as Go's compiler does."""

from collections.abc import Callable, Iterator

from mapper.systems.pulumi.rules import SYNTAX

from .declarations import Name, Named
from .findings import Findings, GoPlace
from .lexer import Comments, ScannedFile, Token

_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Cursor:
    """A position in the tokens, and the errors so far."""

    def __init__(self, path: str, scanned: ScannedFile) -> None:
        self.path = path
        self.tokens = scanned.tokens
        self.comments = Comments(scanned.comments)
        self.index = 0
        self.end = 1
        """The line on which the last token that was passed ends."""
        self.errors = Findings()
        self.late = Findings()
        """Errors besides the syntax: the compiler continues after them."""
        self.has_failed = bool(scanned.errors)
        """Whether there are lexical errors: an unexpected end of file is not reported then."""

    # -- moving on

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    @property
    def kind(self) -> str:
        """The kind of the current token, as a plain `str`, so that mypy does not narrow it across `advance`."""
        return self.tokens[self.index].kind

    @property
    def following(self) -> str:
        """The kind of the token after the current one."""
        return self.tokens[min(self.index + 1, len(self.tokens) - 1)].kind

    def place(self) -> GoPlace:
        return GoPlace(self.path, self.token.line, self.token.column)

    def next(self) -> None:
        if self.index + 1 < len(self.tokens):
            self.end = self.token.line + self.token.text.count("\n")
            self.index += 1

    def got(self, kind: str) -> bool:
        if self.kind != kind:
            return False
        self.next()
        return True

    def want(self, kind: str) -> None:
        if not self.got(kind):
            self.unexpected(f"expected {token_name(kind)}")
            self.advance()

    def advance(self, *follow: str) -> None:
        """Skip to one of the tokens in `follow`; a single token without any."""
        if not follow:
            self.next()
            return
        while self.kind != "EOF" and self.kind not in follow:
            self.next()

    def skip_group(self) -> tuple[Named, ...]:
        """Skip from an opening bracket to its closing one. Returns the names between them."""
        start, open_ = self.index, list[str]()
        while self.kind != "EOF":
            if self.kind in _CLOSING:
                open_.append(_CLOSING[self.kind])
            elif self.kind in _CLOSING.values():
                while open_ and open_.pop() != self.kind:
                    pass
            self.next()
            if not open_:
                return tuple(self.names_since(start))
        self.unexpected(f"expected {open_[-1]}")
        return ()

    def names_since(self, start: int) -> Iterator[Named]:
        """The names among the tokens from an index on, each with the name of its package, if it has one."""
        names = [Name(t.value, GoPlace(self.path, t.line, t.column)) for t in self.tokens[start : self.index]]
        kinds = [token.kind for token in self.tokens[start : self.index]] + [""]
        for at, kind in enumerate(kinds):
            if kind == "name" and kinds[at + 1] != ".":
                yield Named(names[at], names[at - 2] if at > 1 and kinds[at - 2 : at] == ["name", "."] else None)

    # -- errors

    def error(self, text: str) -> None:
        if self.kind == "EOF" and (self.errors or self.has_failed):
            return  # a consequence of an earlier error
        self.errors.say(SYNTAX, text, self.place())

    def unexpected(self, why: str) -> None:
        token = self.token
        what = token.text if token.kind in {";", "EOF"} else f"{token.kind} {token.text}"
        if token.kind == token.text and token.kind != "EOF":
            what = f"keyword {token.kind}" if token.kind.isalpha() else token_name(token.kind)
        self.error(f"syntax error: unexpected {what}, {why}")

    def list(self, separator: str, close: str, item: Callable[[], bool | None], context: str) -> None:
        """Items up to a closing bracket. After one that returns True, no other may follow."""
        is_last: bool | None = False
        while self.kind not in {"EOF", close} and not is_last:
            is_last = item()
            if not self.got(separator) and self.kind != close:
                self.unexpected(f"{context}; {token_name(separator)} or {token_name(close)} may be missing")
                self.advance(")", "]", "}")
                if self.kind != close:
                    return
        self.want(close)


def token_name(kind: str) -> str:
    """The name of a kind of token in messages."""
    return {";": "semicolon, newline", "name": "name", ",": "comma"}.get(kind, kind)
