"""Parses Go types, and those expressions that constants need, into declarations of an IDL.

At an error it continues as the compiler does (`cmd/compile/internal/syntax`), so that all errors of a file are reported
together.
"""

from collections.abc import Iterable, Iterator

from mapper.systems.pulumi.rules import REDECLARED, UNDEFINED

from .cursor import Cursor
from .declarations import (
    Anything,
    Foreign,
    Literal,
    Map,
    Member,
    Name,
    Named,
    NoLiteral,
    Pointer,
    Slice,
    StructType,
    TypeExpression,
)
from .findings import GoPlace
from .lexer import is_string, string_value

_BINARY = frozenset("|| && == != < <= > >= + - | ^ * / % << >> & &^".split())
_PREDECLARED = {"true": "bool", "false": "error", "iota": "bool", "nil": "any"}
"""Names that are constants everywhere -> a type that is taken in their place."""
_AFTER_A_TYPE = (",", ":", ";", ")", "]", "}")
_UNARY = frozenset("+ - ! ^ * & ~ <-".split())
_NO_SUM = "an expression other than a sum of strings"
MAX_DEPTH = 200
"""The deepest nesting of types and expressions: the parser is recursive."""


class TypeGrammar(Cursor):
    """Parses names, types, members and expressions."""

    depth = 0

    def name(self) -> Name:
        token, name = self.token, Name(self.token.value, self.place())
        if token.text in _PREDECLARED:
            word = f"{token.text} is predeclared, as a constant"
            self.late.say(REDECLARED, word, name.place, "choose another name")
            name = Name(token.text.title(), name.place)
        if not self.got("name"):
            self.unexpected("expected a name")
            self.advance()
        return name

    def name_list(self) -> tuple[Name, ...]:
        names = [self.name()]
        while self.got(","):
            names.append(self.name())
        return tuple(names)

    # -- types

    def type_(self, why: str = "expected a type", follow: Iterable[str] = _AFTER_A_TYPE) -> TypeExpression:
        place = self.place()
        expression = self.type_or_none()
        if expression is not None:
            return expression
        self.unexpected(why)
        self.advance(*follow)
        return Foreign("", place)

    def type_or_none(self) -> TypeExpression | None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RecursionError
        expression = self.type_of(self.kind, self.place())
        self.depth -= 1
        return expression

    def type_of(self, kind: str, place: GoPlace) -> TypeExpression | None:
        if kind == "name":
            return self.qualified_name()
        if kind not in {"*", "<-", "chan", "[", "map", "struct", "interface", "func", "("}:
            return None
        self.next()
        match kind:
            case "*":
                return Pointer(self.type_(), place)
            case "<-":
                self.want("chan")
                return Foreign("a channel", place, (self.type_(),))
            case "chan":
                self.got("<-")
                return Foreign("a channel", place, (self.type_(),))
            case "[":
                return self.bracketed(place)
            case "map":
                self.want("[")
                key = self.type_()
                self.want("]")
                return Map(key, self.type_(), place)
            case "struct":
                self.want("{")
                members: list[Member] = []
                self.list(";", "}", lambda: members.extend(self.field()), "in a struct type")
                return StructType(tuple(members), place)
            case "interface":
                self.want("{")
                elements: list[TypeExpression] = []
                is_empty = self.kind == "}"
                self.list(";", "}", lambda: elements.extend(self.interface_element()), "in an interface type")
                return Anything(place) if is_empty else Foreign("an interface with methods", place, tuple(elements))
            case "func":
                return Foreign("a function type", place, tuple(self.signature()))
        inner = self.type_()
        self.want(")")
        return inner

    def bracketed(self, place: GoPlace) -> TypeExpression:
        if self.got("]"):
            return Slice(self.type_(), place)
        if not self.got("..."):
            self.expression()
        if self.kind == ",":
            self.unexpected("expected ]")
            self.next()
        self.want("]")
        return Foreign("an array", place, (self.type_(),))

    def interface_element(self) -> list[TypeExpression]:
        """The types in a method or a union."""
        if self.kind == "name":
            types = [self.qualified_name()]
            if self.kind == "(":
                return self.signature()
        else:
            types = [self.term()]
        while self.got("|"):
            types.append(self.term())
        return types

    def term(self) -> TypeExpression:
        place = self.place()
        if self.got("~"):
            return Foreign("a type constraint", place, (self.type_(),))
        return self.type_("expected ~ term or type", (*_BINARY, ";", ")", "]", "}"))

    def signature(self) -> list[TypeExpression]:
        """The types of the parameters and results of a function."""
        self.want("(")
        types = self.parameters("in a list of parameters")
        if self.got("("):
            return types + self.parameters("in a list of results")
        result = self.type_or_none()
        return types if result is None else [*types, result]

    def parameters(self, context: str) -> list[TypeExpression]:
        """The types up to a closing parenthesis. If one has a name, single names are names of others."""
        named: list[TypeExpression] = []
        alone: list[TypeExpression] = []

        def parameter() -> None:
            if self.kind == "name":
                name = self.qualified_name()
                if self.kind in {",", ")"}:
                    alone.append(name)
                    return
                self.got("...")
                named.extend(filter(None, [self.type_or_none()]))
            elif self.got("..."):
                alone.append(self.type_())
            else:
                expression = self.type_or_none()
                alone.extend(filter(None, [expression]))
                if expression is None:
                    self.unexpected("expected )")
                    self.advance(",", ")")

        self.list(",", ")", parameter, context)
        return named or alone

    def qualified_name(self) -> TypeExpression:
        token, place, package = self.token, self.place(), None
        if token.text in _PREDECLARED:
            self.late.say(UNDEFINED, f"{token.text} is a constant, not a type", place)
            name = Name(_PREDECLARED[token.text], place)
            self.next()
        else:
            name = self.name()
        if self.got("."):
            if self.kind == "EOF" and self.has_failed:
                text = f"{token.text} declares nothing without a name"
                self.late.say(UNDEFINED, text, self.place())
            package, name = name, self.name()
        named = Named(name, package)
        return Foreign("a generic type", place, (named, *self.skip_group())) if self.kind == "[" else named

    def field(self) -> Iterator[Member]:
        start, kind, names = self.place(), self.kind, tuple[Name, ...]()
        match kind:
            case "name":
                names, type_ = self.named_field()
            case "*" if self.following != "(":
                self.next()
                type_ = Pointer(self.qualified_name(), start)
            case "*" | "(":
                self.got("*")
                self.unexpected("an embedded type has no parentheses")
                self.next()
                self.got("*")
                type_ = self.qualified_name()
                self.got(")")
            case _:
                self.unexpected("expected the name of a member or an embedded type")
                self.advance(";", "}")
                return
        tag = Name(self.token.value, self.place()) if self.kind == "literal" else None
        self.got("literal")
        yield Member(names, type_, tag, self.comments.doc(start.line, self.end), start)

    def named_field(self) -> tuple[tuple[Name, ...], TypeExpression]:
        """The names and the type of a member; an embedded type has no name."""
        if self.following in {".", "literal", ";", "}"}:
            return (), self.qualified_name()
        names = self.name_list()
        return self.bracketed_member(names) if self.kind == "[" else (names, self.type_())

    def bracketed_member(self, names: tuple[Name, ...]) -> tuple[tuple[Name, ...], TypeExpression]:
        """A member with a slice or array type, or an embedded type with type arguments."""
        place, start = self.place(), self.index
        self.next()
        if self.got("]"):
            return names, Slice(self.type_(), place)
        self.expression()
        while self.got(",") and self.type_or_none() is not None:
            pass
        self.want("]")
        arguments = tuple(self.names_since(start))
        element = self.type_or_none() if len(names) == 1 else self.type_()
        if element is not None:
            return names, Foreign("an array", place, (element,))
        return (), Foreign("a generic type", names[0].place, (Named(names[0]), *arguments))

    # -- expressions, as values of constants

    def expression_list(self) -> list[Literal | NoLiteral]:
        values = [self.expression()]
        while self.got(","):
            values.append(self.expression())
        return values

    def expression(self) -> Literal | NoLiteral:
        """The value of an expression: a sum of strings is a literal."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RecursionError
        terms, operators = [self.unary()], ["+"]
        while self.kind in _BINARY:
            operators.append(self.kind)
            self.next()
            terms.append(self.unary())
        self.depth -= 1
        if len(terms) == 1:
            return terms[0]
        for term, operator in reversed(list(zip(terms, operators, strict=True))):
            if isinstance(term, NoLiteral):
                return term if term is not terms[0] else NoLiteral(_NO_SUM, term.place)
            if term.kind != "string" or operator != "+":
                return NoLiteral(_NO_SUM, term.place)
        return Literal("string", "".join(term.text for term in terms if isinstance(term, Literal)), terms[0].place)

    def unary(self) -> Literal | NoLiteral:
        signs: list[tuple[str, GoPlace]] = []
        while self.kind in _UNARY:
            signs.append((self.kind, self.place()))
            self.next()
        value = self.primary()
        for sign, place in reversed(signs):
            is_number = isinstance(value, Literal) and value.kind == "number" and value.text[0] not in "+-"
            if is_number and isinstance(value, Literal) and sign in {"-", "+"}:
                value = Literal("number", ("-" if sign == "-" else "") + value.text, place)
            else:
                value = NoLiteral("an expression", value.place)
        return value

    def primary(self) -> Literal | NoLiteral:
        """An operand with its selectors, indexes, calls and elements."""
        start = self.place()
        value = self.operand(start)
        while self.kind in {".", "[", "(", "{"}:
            if self.got("."):
                value = NoLiteral("type assertion expression" if self.kind == "(" else "selector expression", start)
                if self.kind == "(":
                    self.skip_group()
                elif not self.got("name"):
                    self.unexpected("expected a name or (")
                    self.advance(";", ")")
            elif self.got("("):
                value = NoLiteral("call expression", start)
                self.list(",", ")", self.argument, "in a list of arguments")
            elif self.kind == "{":
                value = NoLiteral("composite literal", start)
                self.skip_group()
            else:
                value = NoLiteral(self.index_expression(), start)
        return value

    def index_expression(self) -> str:
        what = "index expression"
        self.next()
        while self.kind not in {"]", "EOF"}:
            if self.kind != ":":
                self.expression()
            if self.got(":"):
                what = "slice expression"
            elif not self.got(",") and self.kind != "]":
                self.unexpected("expected comma, : or ]")
                self.advance(",", ":", "]")
        self.want("]")
        return what

    def argument(self) -> bool:
        """Whether dots behind an argument make it the last."""
        self.expression()
        return self.got("...")

    def operand(self, place: GoPlace) -> Literal | NoLiteral:
        text, kind = self.token.value, self.kind
        match kind:
            case "name" | "literal":
                self.next()
                return _literal(text, place) if kind == "literal" else _named(text, place)
            case "(":
                self.next()
                value = self.expression()
                self.want(")")
                return value
            case "[" | "chan" | "map" | "struct" | "interface" | "func":
                self.type_()
                if self.kind == "{":
                    self.skip_group()
                return NoLiteral("func literal" if kind == "func" else "composite literal", place)
        self.unexpected("expected an expression")
        self.advance(")", "]", "}", ";")
        return NoLiteral("an expression", place)


def _named(text: str, place: GoPlace) -> Literal | NoLiteral:
    if text in {"true", "false"}:
        return Literal("bool", text, place)
    return NoLiteral(text if text in {"iota", "nil"} else "identifier", place)


def _literal(text: str, place: GoPlace) -> Literal | NoLiteral:
    if is_string(text):
        return Literal("string", string_value(text), place)
    if text[:1] == "'" or text.endswith("i"):
        return NoLiteral("rune literal" if text[:1] == "'" else "imaginary literal", place)
    return Literal("number", text, place)
