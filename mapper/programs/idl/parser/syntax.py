"""Parses the declarations of a file of an IDL."""

from collections.abc import Callable

from mapper.systems.pulumi.rules import CONSTANT, SYNTAX, UNREADABLE

from .declarations import Constant, File, Import, Name, NoLiteral, Other, TypeSpec
from .findings import Finding, Findings, GoPlace
from .lexer import ScannedFile, is_string, scan, string_value
from .type_grammar import TypeGrammar

MAX_BYTES = 8 << 20
"""The most bytes of a file; real IDLs are much smaller."""
_DECLARATIONS = ("import", "const", "type", "var", "func")
_IN_PARAMETERS = frozenset(("name", "*", ",", "~", "interface", "[", "(", "map", "chan", "func", "struct"))
"""What follows the first name in a list of type parameters, and not that in the length of an array."""


def parse_file(path: str, data: bytes, findings: Findings) -> File | tuple[Import, ...]:
    """The declarations of a file; for a file with syntax errors, its imports as far as known, and `findings`.

    At most one error is reported for a line. If only characters and literals are wrong, the compiler continues and
    checks declarations.
    """
    if len(data) > MAX_BYTES:
        text = f"is larger than {MAX_BYTES >> 20} MiB"
        findings.say(UNREADABLE, text, GoPlace(path, 1, 1), "split it into several files")
        return ()
    scanned = scan(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape"))
    grammar, file = Grammar(path, scanned), None
    try:
        file = grammar.file()
    except RecursionError:
        grammar.error("is nested too deeply")
    lexical = [Finding(SYNTAX, error.text, GoPlace(path, error.line, error.column)) for error in scanned.errors]
    by_line: dict[int, Finding] = {}
    for finding in sorted(lexical + grammar.errors + grammar.late, key=lambda finding: finding.place):
        by_line.setdefault(finding.place.line, finding)
    findings += by_line.values()
    lexical_lines = {error.line for error in scanned.errors}
    # the compiler ignores syntax errors on a line with a lexical error
    is_broken = file is None or any(error.place.line not in lexical_lines for error in grammar.errors)
    return tuple(grammar.imports) if file is None or is_broken else file


class Grammar(TypeGrammar):
    """Parses files and declarations."""

    def __init__(self, path: str, scanned: ScannedFile) -> None:
        super().__init__(path, scanned)
        self.imports: list[Import] = []
        self._constants: list[Constant] = []
        self._types: list[TypeSpec] = []
        self._others: list[Other] = []

    def file(self) -> File | None:
        """The file; None if it does not begin with a package clause."""
        doc = self.comments.doc(self.token.line, -1)
        if not self.got("package"):
            self.unexpected("a file starts with its package clause")
            return None
        package = self.name()
        self.want(";")
        if self.errors:
            return None
        previous = "import"
        while self.kind != "EOF":
            kind, start = self.kind, self.place()
            if kind == "import" and previous != "import":
                self.unexpected("imports stand before other declarations")
            previous = kind
            if kind not in _DECLARATIONS:
                self.unexpected("expected a declaration: import, const or type")
                self.advance(*_DECLARATIONS)
                continue
            self.next()
            if kind == "func":
                self.function(start)
            else:
                specs = {"import": self.import_, "const": self.const, "type": self.type_spec, "var": self.var}
                self.group(specs[kind], start.line)
            if self.kind != "EOF" and not self.got(";"):
                self.unexpected("after a top-level declaration")
                self.advance(*_DECLARATIONS)
        declared = tuple(self._constants), tuple(self._types), tuple(self._others)
        return File(self.path, package, tuple(self.imports), *declared, doc)

    def group(self, spec: Callable[[int], None], line: int) -> None:
        """One specification, whose doc comment is above the `line` of its keyword, or several in parentheses."""
        if self.got("("):
            self.list(";", ")", lambda: spec(self.token.line), "in a group of declarations")
        else:
            spec(line)

    def import_(self, _: int) -> None:
        start, alias = self.place(), None
        if self.kind in {"name", "."}:
            alias = Name(self.token.value, start)
            self.next()
        token = self.token
        if token.kind != "literal":
            self.unexpected("an import path is a quoted string")
            self.advance(";", ")")
            return
        if not is_string(token.text):
            self.error("syntax error: an import path must be a string")
        self.imports.append(Import(alias, string_value(token.value), start))
        self.next()

    def const(self, line: int) -> None:
        if self.kind == "EOF" and self.has_failed:
            self.late.say(CONSTANT, "a constant has a name and a value", self.place())
        names, type_, values = self.name_list(), None, []
        if self.kind not in {"EOF", ";", ")"}:
            type_ = self.type_or_none()
            if self.got_assign():
                values = self.expression_list()
            else:
                type_ = None  # that there is no value is all that is said
        doc = self.comments.doc(line, self.end)
        for index, name in enumerate(names):
            self._constants.append(Constant(name, type_, values[index] if index < len(values) else None, doc))
        for extra in values[len(names) :]:
            nothing = NoLiteral("a value without a name", extra.place)
            self._constants.append(Constant(Name("_", extra.place), None, nothing, ""))

    def var(self, _: int) -> None:
        self._others += [Other("var", name, name.place) for name in self.name_list()]
        if not self.got_assign():
            self.type_()
            if not self.got_assign():
                return
        self.expression_list()

    def type_spec(self, line: int) -> None:
        name, is_alias = self.name(), self.got_assign()
        kinds = [token.kind for token in self.tokens[self.index : self.index + 3]]
        has_parameters = not is_alias and kinds[:2] == ["[", "name"] and kinds[2] in _IN_PARAMETERS
        if has_parameters:
            self.skip_group()
        expression = self.type_("in a type declaration", (";", ")"))
        self._types.append(TypeSpec(name, expression, self.comments.doc(line, self.end), has_parameters, is_alias))

    def function(self, start: GoPlace) -> None:
        """A function or method; its body is skipped."""
        is_method = self.got("(")
        if is_method:
            self.parameters("in a list of parameters")
        if self.kind == "name":
            name = self.name()
            self._others.append(Other("a method", None, start) if is_method else Other("func", name, start))
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
