"""Parses the declarations of a file. The parser of Go is tree-sitter (the extra `pulumi`).

It is lenient: it accepts files that Go rejects, and locates errors imprecisely. The grammar builds no tree; it locates
each error, and continues at the next declaration as the compiler does (`cmd/compile/internal/syntax`), so that all
errors of a file are reported together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import tree_sitter_go
from msgspec import Struct
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from ..rules import SYNTAX, UNREADABLE
from .declarations import (
    Anything,
    Constant,
    File,
    Foreign,
    Import,
    Literal,
    Map,
    Member,
    Name,
    Named,
    NoLiteral,
    Other,
    Pointer,
    Slice,
    StructType,
    TypeExpression,
    TypeSpec,
)
from .findings import Finding, Findings, GoPlace
from .grammar import Grammar
from .lexer import Scanned, Token, decoded, scan

MAX_BYTES = 8 << 20
"""The most bytes of a file; real IDLs are much smaller."""
_FOREIGN = {
    "array_type": "an array",
    "implicit_length_array_type": "an array",
    "channel_type": "a channel",
    "function_type": "a function type",
    "interface_type": "an interface with methods",
    "generic_type": "a generic type",
    "negated_type": "a type constraint",
}


@cache
def _language() -> Language:
    return Language(tree_sitter_go.language())


def parse_file(path: str, data: bytes, findings: Findings) -> File | tuple[Import, ...]:
    """The declarations of a file; for a file with syntax errors, its imports as far as known, and `findings`."""
    if len(data) > MAX_BYTES:
        findings.append(Finding(UNREADABLE, f"is larger than {MAX_BYTES >> 20} MiB", GoPlace(path, 1, 1)))
        return ()
    syntax = check_syntax(path, data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape"))
    findings += syntax.errors
    if syntax.text is None:
        return syntax.imports
    for text in (syntax.text, *syntax.others):
        data = f"{text}\n".encode("utf-8", "surrogateescape")  # tree-sitter needs a line end after the last declaration
        root = Parser(_language()).parse(data).root_node
        if not root.has_error:
            break
    if root.has_error and not syntax.errors:
        bad = next((node for node in _walk(root) if node.is_error or node.is_missing), root)
        findings.append(Finding(SYNTAX, "syntax error", _place(path, bad)))
        return syntax.imports
    return syntax.imports if root.has_error else _Reader(path, data, root).file()


def _walk(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if node.has_error:
            waiting += reversed(node.children)


def _place(path: str, node: Node) -> GoPlace:
    row, column = node.start_point
    return GoPlace(path, row + 1, column + 1)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _field(node: Node, name: str) -> Node:
    child = node.child_by_field_name(name)
    if child is None:
        raise ValueError(f"{node.type} has no {name}")  # cannot happen: the grammar requires it
    return child


class _Reader:
    """Converts the nodes of one file to declarations."""

    def __init__(self, path: str, data: bytes, root: Node) -> None:
        self.path = path
        self.root = root
        self.comments = Comments()
        for node in QueryCursor(Query(_language(), "(comment) @c")).captures(root).get("c", []):
            start = data.rfind(b"\n", 0, node.start_byte) + 1
            has_line = not data[start : node.start_byte].strip()
            self.comments.add(_text(node), node.start_point[0] + 1, node.end_point[0] + 1, has_line=has_line)
        self.imports: list[Import] = []
        self.constants: list[Constant] = []
        self.types: list[TypeSpec] = []
        self.others: list[Other] = []

    def place(self, node: Node) -> GoPlace:
        return _place(self.path, node)

    def name(self, node: Node) -> Name:
        return Name(_text(node), self.place(node))

    def doc(self, node: Node, declaration: Node | None = None) -> str:
        """The comment of a specification; if its declaration contains nothing else, that of the declaration."""
        first = (declaration or node).start_point[0] + 1
        return self.comments.doc(first, node.end_point[0] + 1)

    def file(self) -> File:
        package, doc = Name("_", GoPlace(self.path, 1, 1)), ""
        for node in self.root.named_children:
            match node.type:
                case "package_clause":
                    package = self.name(node.named_children[-1])
                    doc = self.comments.above(node.start_point[0] + 1)
                case "import_declaration":
                    self.imports += map(self.import_, self.specs(node, "import_spec"))
                case "const_declaration":
                    for spec in self.specs(node, "const_spec"):
                        self.constants += self.constant(spec, self.single(node))
                case "type_declaration":
                    self.types += [
                        self.type_spec(spec, self.single(node)) for spec in self.specs(node, "type_spec", "type_alias")
                    ]
                case "comment":
                    pass
                case _:
                    self.others += self.other(node)
        declared = tuple(self.constants), tuple(self.types), tuple(self.others)
        return File(self.path, package, tuple(self.imports), *declared, doc)

    @staticmethod
    def single(declaration: Node) -> Node | None:
        """The declaration itself if it is not a group in parentheses."""
        return None if any(child.type == "(" for child in declaration.children) else declaration

    def specs(self, declaration: Node, *types: str) -> Iterator[Node]:
        for child in declaration.named_children:
            if child.type in types:
                yield child
            elif child.type.endswith("_spec_list"):
                yield from self.specs(child, *types)

    def import_(self, node: Node) -> Import:
        alias = node.child_by_field_name("name")
        path = _field(node, "path")
        return Import(self.name(alias) if alias else None, decoded(_text(path)) or "", self.place(node))

    def type_spec(self, node: Node, declaration: Node | None) -> TypeSpec:
        return TypeSpec(
            self.name(_field(node, "name")),
            self.type(_field(node, "type")),
            self.doc(node, declaration),
            has_parameters=node.child_by_field_name("type_parameters") is not None,
            is_alias=node.type == "type_alias",
        )

    def other(self, node: Node) -> Iterator[Other]:
        match node.type:
            case "function_declaration":
                yield Other("func", self.name(_field(node, "name")), self.place(node))
            case "method_declaration":
                yield Other("a method", None, self.place(node))
            case "var_declaration":
                for spec in self.specs(node, "var_spec"):
                    for name in spec.children_by_field_name("name"):
                        if name.is_named:
                            yield Other("var", self.name(name), self.place(name))
            case _:
                yield Other(node.type.replace("_", " "), None, self.place(node))

    # -- constants

    def constant(self, node: Node, declaration: Node | None) -> Iterator[Constant]:
        type_ = node.child_by_field_name("type")
        values = node.child_by_field_name("value")
        expressions = [child for child in values.named_children if child.type != "comment"] if values else []
        names = [self.name(child) for child in node.children_by_field_name("name") if child.is_named]
        doc = self.doc(node, declaration)
        for index, name in enumerate(names):
            value = self.value(expressions[index]) if index < len(expressions) else None
            yield Constant(name, self.type(type_) if type_ else None, value, doc)
        for extra in expressions[len(names) :]:
            yield Constant(
                Name("_", self.place(extra)), None, NoLiteral("a value without a name", self.place(extra)), ""
            )

    def value(self, node: Node) -> Literal | NoLiteral:
        place = self.place(node)
        match node.type:
            case "interpreted_string_literal" | "raw_string_literal":
                return Literal("string", decoded(_text(node)) or "", place)
            case "int_literal" | "float_literal":
                return Literal("number", _text(node), place)
            case "true" | "false":
                return Literal("bool", _text(node), place)
            case "parenthesized_expression":
                return self.value(node.named_children[0])
            case "binary_expression":
                return self.sum(node)
            case "unary_expression":
                return self.signed(node)
        return NoLiteral(node.type.replace("_", " "), place)

    def sum(self, node: Node) -> Literal | NoLiteral:
        """A concatenation of strings with `+`."""
        terms: list[str] = []
        current = node
        while current.type == "binary_expression":  # without recursion: a long sum is a deep tree
            right = self.value(_field(current, "right"))
            if isinstance(right, NoLiteral):
                return right
            if right.kind != "string" or _text(_field(current, "operator")) != "+":
                return NoLiteral("an expression other than a sum of strings", right.place)
            terms.append(right.text)
            current = _field(current, "left")
        first = self.value(current)
        if isinstance(first, NoLiteral) or first.kind != "string":
            return NoLiteral("an expression other than a sum of strings", first.place)
        return Literal("string", "".join([first.text, *reversed(terms)]), first.place)

    def signed(self, node: Node) -> Literal | NoLiteral:
        """A number with a sign; other operands are not allowed."""
        signs: list[Node] = []
        while node.type == "unary_expression":  # without recursion: there may be many signs
            signs.append(node)
            node = _field(node, "operand")
        literal = self.value(node)
        for sign in reversed(signs):
            literal = self.with_sign(sign, literal)
        return literal

    def with_sign(self, node: Node, operand: Literal | NoLiteral) -> Literal | NoLiteral:
        sign = _text(_field(node, "operator"))
        if (
            isinstance(operand, Literal)
            and operand.kind == "number"
            and sign in {"-", "+"}
            and operand.text[0] not in "+-"
        ):
            return Literal("number", ("-" if sign == "-" else "") + operand.text, self.place(node))
        return NoLiteral("an expression", operand.place)

    # -- types

    def type(self, node: Node) -> TypeExpression:
        place = self.place(node)
        match node.type:
            case "type_identifier":
                return Named(self.name(node))
            case "qualified_type":
                return Named(self.name(_field(node, "name")), self.name(_field(node, "package")))
            case "pointer_type":
                return Pointer(self.type(node.named_children[-1]), place)
            case "slice_type":
                return Slice(self.type(_field(node, "element")), place)
            case "map_type":
                return Map(self.type(_field(node, "key")), self.type(_field(node, "value")), place)
            case "parenthesized_type":
                return self.type(next(child for child in node.named_children if child.type != "comment"))
            case "struct_type":
                return StructType(tuple(self.members(node)), place)
            case "interface_type" if not any(child.type != "comment" for child in node.named_children):
                return Anything(place)
        return Foreign(_FOREIGN.get(node.type, node.type.replace("_", " ")), place, tuple(self.parts(node)))

    def parts(self, node: Node) -> Iterator[TypeExpression]:
        """The types within a type that an IDL does not allow, to report undefined names in it."""
        for child in node.named_children:
            if child.type in {"type_identifier", "qualified_type"} or child.type.endswith("_type"):
                yield self.type(child)
            elif child.type not in {"comment", "int_literal", "identifier", "field_identifier"}:
                yield from self.parts(child)

    def members(self, node: Node) -> Iterator[Member]:
        for list_ in node.named_children:
            for member in list_.named_children:
                if member.type == "field_declaration":
                    yield self.member(member)

    def member(self, node: Node) -> Member:
        names = tuple(self.name(child) for child in node.children_by_field_name("name") if child.is_named)
        tag = node.child_by_field_name("tag")
        type_ = self.type(_field(node, "type"))
        if not names and any(child.type == "*" for child in node.children):
            type_ = Pointer(type_, self.place(node))
        return Member(names, type_, self.name(tag) if tag else None, self.doc(node), self.place(node))


_DIRECTIVE = re.compile(r"//(?:line |extern |export |[a-z0-9]+:[a-z0-9])")


class Comments:
    """The comments of one file, by line, counted from 1."""

    def __init__(self) -> None:
        self._above: dict[int, tuple[int, str]] = {}
        self._behind: dict[int, str] = {}

    def add(self, text: str, first: int, last: int, *, has_line: bool) -> None:
        """Add a comment on the lines `first` to `last`. `has_line`: nothing precedes it on its line."""
        if has_line:
            self._above[last] = first, text
        else:
            self._behind.setdefault(first, text)

    def doc(self, first: int, last: int) -> str:
        """The doc comment of a declaration on the lines `first` to `last`: directly above it, or else behind it."""
        texts: list[str] = []
        line = first - 1
        while line in self._above:
            start, text = self._above[line]
            texts.append(text)
            line = start - 1
        if not texts and last in self._behind:
            texts.append(self._behind[last])
        return _joined(texts[::-1])

    def above(self, first: int) -> str:
        """The comment directly above a line."""
        return self.doc(first, -1)


def _joined(comments: list[str]) -> str:
    """The text of comments, without comment markers and directives to tools."""
    lines: list[str] = []
    for comment in comments:
        if comment.startswith("/*"):
            lines += [line.rstrip() for line in comment[2:-2].split("\n")]
        elif not _DIRECTIVE.match(comment):
            lines.append(comment[2:].rstrip())
    kept = [line for line in lines if line.strip()]
    margin = " " if kept and all(line.startswith((" ", "\t")) for line in kept) else ""
    texts = [line[1:] if margin and line.startswith(" ") else line for line in lines]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(texts)).strip("\n").rstrip()


class Syntax(Struct, frozen=True):
    """The syntax errors that Go's compiler reports for a file: `errors` in order, at most one per line.

    If only characters and literals are wrong, the compiler continues and checks declarations: `text` is then the source
    with all of them replaced, at the same places; None if the file cannot be parsed.
    """

    errors: tuple[Finding, ...]
    text: str | None
    others: tuple[str, ...]
    """Fallbacks if tree-sitter cannot parse `text`: without the lines of errors; without the last declaration."""
    imports: tuple[Import, ...]


def check_syntax(path: str, text: str) -> Syntax:
    """Check the syntax of a file."""
    scanned = scan(text)
    parser = Grammar(path, scanned.tokens, has_failed=bool(scanned.errors))
    try:
        parser.file()
    except RecursionError:
        parser.error("is nested too deeply")
    lexical = [Finding(SYNTAX, error.text, GoPlace(path, error.line, error.column)) for error in scanned.errors]
    by_line: dict[int, Finding] = {}
    for finding in sorted(lexical + parser.errors + parser.late, key=lambda finding: finding.place):
        by_line.setdefault(finding.place.line, finding)
    errors = tuple(by_line.values())
    odd = {error.line for error in scanned.errors}
    # the compiler ignores syntax errors on a line with a lexical error
    mended = None if any(e.place.line not in odd for e in parser.errors) else _replaced(scanned.text, parser.instead)
    lines = enumerate(scanned.text.split("\n"), 1)
    others = ("\n".join("" if number in odd else line for number, line in lines), _shortened(parser, scanned))
    return Syntax(errors, mended, others if odd else (), tuple(parser.imports))


def _replaced(text: str, instead: list[tuple[Token, str]]) -> str:
    """The source with some tokens replaced, from last to first."""
    if not instead:
        return text
    lines = text.split("\n")
    for token, other in sorted(instead, key=lambda pair: pair[0][2:], reverse=True):
        line = lines[token.line - 1].encode("utf-8", "surrogateescape")
        start, end = token.column - 1, token.column - 1 + len(token.text.encode())
        lines[token.line - 1] = (line[:start] + other.encode() + line[end:]).decode("utf-8", "surrogateescape")
    return "\n".join(lines)


def _shortened(parser: Grammar, scanned: Scanned) -> str:
    """The source up to its last declaration; if that is a type, its name stays declared."""
    first, second = (
        parser.tokens[parser.declaration],
        parser.tokens[min(parser.declaration + 1, len(parser.tokens) - 1)],
    )
    lines = scanned.text.split("\n")[: first.line]
    line = lines[-1].encode("utf-8", "surrogateescape")[: first.column - 1].decode("utf-8", "surrogateescape")
    stub = f"type {second.text} struct{{}}" if (first.kind, second.kind) == ("type", "name") else ""
    return "\n".join([*lines[:-1], f"{line}{stub}"])
