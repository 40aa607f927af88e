"""Finds the syntax errors of a file that Go's own compiler reports.

The tree comes from tree-sitter, which is lenient: it accepts files that Go rejects, and locates errors imprecisely. The
grammar here builds no tree; it locates each error, and continues at the next declaration as the compiler does
(`cmd/compile/internal/syntax`), so that all errors of a file are reported together.
"""

from __future__ import annotations

from msgspec import Struct

from ..rules import SYNTAX
from .declarations import Import
from .findings import Finding, GoPlace
from .grammar import Grammar
from .lexer import Scanned, Token, scan


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
