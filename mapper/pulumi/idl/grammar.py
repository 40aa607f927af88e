"""A recognizer of Go declarations, which builds no tree."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import CONSTANT
from .declarations import Import, Name
from .findings import Finding, GoPlace
from .lexer import decoded
from .type_grammar import TypeGrammar

_DECLARATIONS = ("import", "const", "type", "var", "func")


class Grammar(TypeGrammar):
    """Recognizes files and declarations."""

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
            before, close = self.tokens[self.index - 2 : self.index]
            if close.kind == ")" and before.kind not in {";", "("}:
                self.instead.append((close, ";)"))  # tree-sitter requires a semicolon that Go allows to omit
        else:
            spec()

    def import_(self) -> None:
        start, alias = self.token, None
        if self.kind in {"name", "."}:
            alias = Name(start.text, GoPlace(self.path, start.line, start.column))
            self.next()
        token = self.token
        if token.kind != "literal":
            self.unexpected("an import path is a quoted string")
            self.advance(";", ")")
            return
        if token.text[:1] not in {'"', "`"}:
            self.error("syntax error: an import path must be a string")
        place = GoPlace(self.path, start.line, start.column)
        self.imports.append(Import(alias, decoded(token.text) or "", place))
        self.next()

    def const(self) -> None:
        if self.kind == "EOF" and self.has_failed:
            place = GoPlace(self.path, self.token.line, self.token.column)
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
        """A function or method; its body is skipped."""
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
