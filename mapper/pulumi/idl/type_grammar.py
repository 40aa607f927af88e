"""A recognizer of Go types, and of those expressions that constants need; it builds no tree."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import REDECLARED, SYNTAX, UNDEFINED
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


_BINARY = frozenset("|| && == != < <= > >= + - | ^ * / % << >> & &^".split())
_PREDECLARED = {"true": "bool", "false": "error", "iota": "bool", "nil": "any"}
"""Names that tree-sitter always reads as constants -> type names of the same length to replace them."""
_UNARY = frozenset("+ - ! ^ * & ~ <-".split())
MAX_DEPTH = 200
"""The deepest nesting of types and expressions: the recognizer is recursive."""


class TypeGrammar(Cursor):
    """Recognizes names, types, members and expressions."""

    def name(self) -> None:
        self.want_name()

    def want_name(self) -> None:
        token = self.token
        if token.text in _PREDECLARED:
            word = f"{token.text} is predeclared, as a constant"
            self.late.append(
                Finding(REDECLARED, word, GoPlace(self.path, token.line, token.column), "choose another name")
            )
            self.instead.append((token, token.text.title()))
        if not self.got("name"):
            self.unexpected("expected a name")
            self.advance()

    def name_list(self) -> None:
        self.name()
        while self.got(","):
            self.name()

    # -- types

    def type_(self) -> None:
        if not self.type_or_none():
            self.unexpected("expected a type")
            self.advance(",", ":", ";", ")", "]", "}")

    def type_or_none(self) -> bool:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RecursionError
        found = self.type_of(self.kind)
        self.depth -= 1
        return found

    def type_of(self, kind: str) -> bool:
        match kind:
            case "*":
                self.next()
                self.type_()
            case "<-":
                self.next()
                self.want("chan")
                self.type_()
            case "chan":
                self.next()
                self.got("<-")
                self.type_()
            case "[":
                self.bracketed()
            case "map":
                self.next()
                self.want("[")
                self.type_()
                self.want("]")
                self.type_()
            case "struct":
                self.next()
                self.want("{")
                self.list(";", "}", self.field, "in a struct type")
            case "interface":
                self.next()
                self.want("{")
                self.list(";", "}", self.interface_element, "in an interface type")
            case "func":
                self.function_type()
            case "name":
                self.qualified_name()
            case "(":
                self.next()
                self.type_()
                self.want(")")
            case _:
                return False
        return True

    def bracketed(self) -> None:
        self.next()
        if self.got("]"):
            self.type_()
            return
        if not self.got("..."):
            self.expression()
        if self.kind == ",":
            self.unexpected("expected ]")
            self.next()
        self.want("]")
        self.type_()

    def function_type(self) -> None:
        self.next()
        self.signature()

    def interface_element(self) -> None:
        """A method, or a union of types."""
        if self.kind == "name":
            self.qualified_name()
            if self.kind == "(":
                self.signature()
                return
        else:
            self.term()
        while self.got("|"):
            self.term()

    def term(self) -> None:
        if self.got("~"):
            self.type_()
        elif not self.type_or_none():
            self.unexpected("expected ~ term or type")
            self.advance(*_BINARY, ";", ")", "]", "}")

    def signature(self) -> None:
        self.want("(")
        self.list(",", ")", self.parameter, "in a list of parameters")
        if self.got("("):
            self.list(",", ")", self.parameter, "in a list of results")
        else:
            self.type_or_none()

    def parameter(self) -> None:
        """A name, a type, or both."""
        if self.kind == "name":
            self.qualified_name()
            if self.kind not in {",", ")"}:
                self.got("...")
                self.type_or_none()
        elif self.got("..."):
            self.type_()
        elif not self.type_or_none():
            self.unexpected("expected )")
            self.advance(",", ")")

    def qualified_name(self) -> None:
        token = self.token
        if token.text in _PREDECLARED:
            place = GoPlace(self.path, token.line, token.column)
            self.late.append(Finding(UNDEFINED, f"{token.text} is a constant, not a type", place))
            self.instead.append((token, _PREDECLARED[token.text]))
            self.next()
        else:
            self.name()
        if self.got("."):
            if self.kind == "EOF" and self.has_failed:
                place = GoPlace(self.path, self.token.line, self.token.column)
                self.late.append(Finding(UNDEFINED, f"{token.text} declares nothing without a name", place))
            self.name()
        if self.kind == "[":
            self.skip_group()

    def field(self) -> None:
        kind = self.kind
        match kind:
            case "name":
                self.named_field()
            case "*":
                self.next()
                if self.kind == "(":
                    self.unexpected("an embedded type has no parentheses")
                    self.next()
                    self.qualified_name()
                    self.got(")")
                else:
                    self.qualified_name()
                self.tag()
            case "(":
                self.unexpected("an embedded type has no parentheses")
                self.next()
                self.got("*")
                self.qualified_name()
                self.got(")")
                self.tag()
            case _:
                self.unexpected("expected the name of a member or an embedded type")
                self.advance(";", "}")

    def named_field(self) -> None:
        follows = self.tokens[min(self.index + 1, len(self.tokens) - 1)].kind
        if follows in {".", "literal", ";", "}"}:
            self.qualified_name()
        else:
            self.name_list()
            if self.kind == "[":
                self.bracketed_member()
            else:
                self.type_()
        self.tag()

    def bracketed_member(self) -> None:
        """A member with a slice or array type, or an embedded type with type arguments."""
        self.next()
        if self.got("]"):
            self.type_()
            return
        self.expression()
        while self.got(",") and self.type_or_none():
            pass
        self.want("]")
        self.type_or_none()

    def tag(self) -> None:
        self.got("literal")

    # -- expressions, as values of constants

    def expression_list(self) -> None:
        self.expression()
        while self.got(","):
            self.expression()

    def expression(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RecursionError
        self.unary()
        while self.kind in _BINARY:
            self.next()
            self.unary()
        self.depth -= 1

    def unary(self) -> None:
        while self.kind in _UNARY:
            self.next()
        self.operand()
        while self.kind in {".", "[", "("}:
            if self.got("."):
                if self.kind == "(":
                    self.skip_group()
                elif not self.got("name"):
                    self.unexpected("expected a name or (")
                    self.advance(";", ")")
            elif self.got("("):
                self.arguments()
            else:
                self.index_expression()

    def index_expression(self) -> None:
        self.next()
        while self.kind not in {"]", "EOF"}:
            if self.kind != ":":
                self.expression()
            if not (self.got(":") or self.got(",")) and self.kind != "]":
                self.unexpected("expected comma, : or ]")
                self.advance(",", ":", "]")
        self.want("]")

    def arguments(self) -> None:
        while self.kind not in {")", "EOF"}:
            self.expression()
            self.got("...")
            if not self.got(",") and self.kind != ")":
                self.unexpected("in an argument list; , or ) may be missing")
                self.advance(")", "]", "}")
                break
        self.want(")")

    def operand(self) -> None:
        kind = self.kind
        match kind:
            case "name" | "literal":
                self.next()
            case "(":
                self.next()
                self.expression()
                self.want(")")
            case "[" | "chan" | "map" | "struct" | "interface" | "func":
                self.type_()
                if self.kind == "{":
                    self.skip_group()
            case _:
                self.unexpected("expected an expression")
                self.advance(")", "]", "}", ";")
