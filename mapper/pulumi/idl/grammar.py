"""Where Go's own compiler stops in a file: a recogniser of the grammar that an IDL can have.

The tree comes from tree-sitter, which goes on where it can: it accepts files that Go refuses, and names the place of an
error loosely. This recogniser has no tree; it says what is wrong and where, and goes on at the next declaration as the
compiler does (`cmd/compile/internal/syntax`), so that all errors of a file are said at once. Bodies of functions
and of interfaces are skipped: an IDL has neither, which is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from ...immutable import dataclass
from ..rules import CONSTANT, REDECLARED, SYNTAX, UNDEFINED
from .cursor import Cursor, shown
from .declarations import Import, Name
from .findings import Finding, Place
from .tokens import Scanned, Token, decoded, scan

_DECLARATIONS = ("import", "const", "type", "var", "func")
_BINARY = frozenset("|| && == != < <= > >= + - | ^ * / % << >> & &^".split())
_PREDECLARED = {"true": "bool", "false": "error", "iota": "bool", "nil": "any"}
"""Names that tree-sitter takes for constants wherever they stand, and types of the same length."""
_UNARY = frozenset("+ - ! ^ * & ~ <-".split())
MAX_DEPTH = 200
"""Types and expressions nested deeper than this are refused: no IDL has them, and a recogniser has a stack."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """What Go's compiler says of the syntax of a file: `errors` in order, one a line.

    Where nothing is wrong but characters and literals, the compiler goes on and looks at what is declared: `text` is
    then the source with all of them replaced, at the same places; None if the file cannot be parsed.
    """

    errors: tuple[Finding, ...]
    text: str | None
    shortened: str
    """The same without the last declaration, which may have no end."""
    imports: tuple[Import, ...]


def check_syntax(path: str, text: str) -> Syntax:
    """Recognise a file."""
    scanned = scan(text)
    parser = _Parser(path, scanned.tokens, has_failed=bool(scanned.errors))
    try:
        parser.file()
    except RecursionError:
        parser.error("is nested too deeply")
    lexical = [Finding(SYNTAX, error.text, Place(path, error.line, error.column)) for error in scanned.errors]
    by_line: dict[int, Finding] = {}
    for finding in sorted(lexical + parser.errors + parser.late, key=lambda finding: finding.place):
        by_line.setdefault(finding.place.line, finding)
    errors = tuple(by_line.values())
    text = None if parser.errors else _replaced(scanned.text, parser.instead)
    return Syntax(errors, text, _shortened(parser, scanned), tuple(parser.imports))


def _replaced(text: str, instead: list[tuple[Token, str]]) -> str:
    """The source with some of its tokens replaced by others of the same length."""
    if not instead:
        return text
    lines = text.split("\n")
    for token, other in instead:
        line = lines[token.line - 1].encode("utf-8", "surrogateescape")
        start, end = token.column - 1, token.column - 1 + len(other.encode())
        lines[token.line - 1] = (line[:start] + other.encode() + line[end:]).decode("utf-8", "surrogateescape")
    return "\n".join(lines)


def _shortened(parser: _Parser, scanned: Scanned) -> str:
    """The source up to its last declaration; a type is declared all the same."""
    first, second = (
        parser.tokens[parser.declaration],
        parser.tokens[min(parser.declaration + 1, len(parser.tokens) - 1)],
    )
    lines = scanned.text.split("\n")[: first.line]
    line = lines[-1].encode("utf-8", "surrogateescape")[: first.column - 1].decode("utf-8", "surrogateescape")
    stub = f"type {second.text} struct{{}}" if (first.kind, second.kind) == ("type", "name") else ""
    return "\n".join([*lines[:-1], f"{line}{stub}"])


class _Parser(Cursor):
    """The rules of the grammar."""

    # -- declarations

    def file(self) -> None:
        if not self.got("package"):
            self.unexpected("a file starts with its package clause")
            return
        self.name()
        self.want(";")
        if self.errors:
            return
        previous = "import"
        while self.kind != "EOF":
            kind = self.kind
            if kind == "import" and previous != "import":
                self.unexpected("imports stand before other declarations")
            previous = kind
            self.declaration = self.index
            if kind not in _DECLARATIONS:
                self.unexpected("expected a declaration: import, const or type")
                self.advance(*_DECLARATIONS)
                continue
            self.next()
            if kind == "func":
                self.function()
            else:
                self.group({"import": self.import_, "const": self.const, "type": self.type_spec, "var": self.var}[kind])
            if self.kind != "EOF" and not self.got(";"):
                self.unexpected("after a top-level declaration")
                self.advance(*_DECLARATIONS)

    def group(self, spec: Callable[[], None]) -> None:
        if self.got("("):
            self.list(";", ")", spec, "in a group of declarations")
        else:
            spec()

    def list(self, separator: str, close: str, item: Callable[[], None], context: str) -> None:
        while self.kind not in {"EOF", close}:
            item()
            if not self.got(separator) and self.kind != close:
                self.unexpected(f"{context}; {shown(separator)} or {shown(close)} may be missing")
                self.advance(")", "]", "}")
                if self.kind != close:
                    return
        self.want(close)

    def import_(self) -> None:
        start, alias = self.token, None
        if self.kind in {"name", "."}:
            alias = Name(start.text, Place(self.path, start.line, start.column))
            self.next()
        token = self.token
        if token.kind != "literal":
            self.unexpected("an import path is a quoted string")
            self.advance(";", ")")
            return
        if token.text[:1] not in {'"', "`"}:
            self.error("syntax error: an import path must be a string")
        place = Place(self.path, start.line, start.column)
        self.imports.append(Import(alias, decoded(token.text) or "", place))
        self.next()

    def const(self) -> None:
        if self.kind == "EOF" and self.has_failed:
            place = Place(self.path, self.token.line, self.token.column)
            self.late.append(Finding(CONSTANT, "a constant has a name and a value", place))
        self.name_list()
        if self.kind not in {"EOF", ";", ")"}:
            first = self.index
            self.type_or_none()
            if self.got_assign():
                self.expression_list()
            else:
                self.instead += [(token, " " * len(token.text)) for token in self.tokens[first : self.index]]

    def var(self) -> None:
        self.name_list()
        if self.got_assign():
            self.expression_list()
            return
        self.type_()
        if self.got_assign():
            self.expression_list()

    def type_spec(self) -> None:
        self.name()
        if self.kind == "[":
            self.after_type_name()
        else:
            self.got_assign()
            if not self.type_or_none():
                self.unexpected("in a type declaration")
                self.advance(";", ")")

    def after_type_name(self) -> None:
        """A slice, an array, or type parameters."""
        if self.tokens[self.index + 1].kind == "]":
            self.type_()
            return
        self.skip_group()
        if not self.type_or_none():
            self.unexpected("in a type declaration")
            self.advance(";", ")")

    def function(self) -> None:
        """A function or method; what is in its body is skipped."""
        is_method = self.got("(")
        if is_method:
            self.list(",", ")", self.parameter, "in a list of parameters")
        if self.kind == "name":
            self.name()
            if self.kind == "[":
                self.skip_group()
            self.signature()
        else:
            self.unexpected("expected a name")
            self.advance("{", ";")
        if self.kind == "{":
            self.skip_group()

    def got_assign(self) -> bool:
        if self.kind == ":=":
            self.unexpected("expected =")
        elif self.kind != "=":
            return False
        self.next()
        return True

    def name(self) -> None:
        self.want_name()

    def want_name(self) -> None:
        token = self.token
        if token.text in _PREDECLARED:
            word = f"{token.text} is predeclared, as a constant"
            self.late.append(
                Finding(REDECLARED, word, Place(self.path, token.line, token.column), "choose another name")
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
            place = Place(self.path, token.line, token.column)
            self.late.append(Finding(UNDEFINED, f"{token.text} is a constant, not a type", place))
            self.instead.append((token, _PREDECLARED[token.text]))
            self.next()
        else:
            self.name()
        if self.got("."):
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
                self.advance(";", "}")
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
        """A member of a slice or array type, or an embedded type with type arguments."""
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
                self.skip_group()

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
