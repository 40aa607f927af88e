"""Where Go's own compiler stops in a file, and how it goes on.

The tree comes from tree-sitter, which goes on where it can: it accepts files that Go refuses, and names the place of an
error loosely. The grammar here has no tree; it says what is wrong and where, and goes on at the next declaration as the
compiler does (`cmd/compile/internal/syntax`), so that all errors of a file are said at once.
"""

from __future__ import annotations

from ...immutable import dataclass
from ..rules import SYNTAX
from .declarations import Import
from .findings import Finding, Place
from .grammar import Grammar
from .tokens import Scanned, Token, scan


@dataclass(frozen=True, slots=True)
class Syntax:
    """What Go's compiler says of the syntax of a file: `errors` in order, one a line.

    Where nothing is wrong but characters and literals, the compiler goes on and looks at what is declared: `text` is
    then the source with all of them replaced, at the same places; None if the file cannot be parsed.
    """

    errors: tuple[Finding, ...]
    text: str | None
    others: tuple[str, ...]
    """Texts to try if tree-sitter cannot parse that one: without the lines of errors; without the last declaration."""
    imports: tuple[Import, ...]


def check_syntax(path: str, text: str) -> Syntax:
    """Recognise a file."""
    scanned = scan(text)
    parser = Grammar(path, scanned.tokens, has_failed=bool(scanned.errors))
    try:
        parser.file()
    except RecursionError:
        parser.error("is nested too deeply")
    lexical = [Finding(SYNTAX, error.text, Place(path, error.line, error.column)) for error in scanned.errors]
    by_line: dict[int, Finding] = {}
    for finding in sorted(lexical + parser.errors + parser.late, key=lambda finding: finding.place):
        by_line.setdefault(finding.place.line, finding)
    errors = tuple(by_line.values())
    odd = {error.line for error in scanned.errors}
    # where a character is wrong, the compiler does not count what is wrong with the syntax of the same line
    mended = None if any(e.place.line not in odd for e in parser.errors) else _replaced(scanned.text, parser.instead)
    lines = enumerate(scanned.text.split("\n"), 1)
    others = ("\n".join("" if number in odd else line for number, line in lines), _shortened(parser, scanned))
    return Syntax(errors, mended, others if odd else (), tuple(parser.imports))


def _replaced(text: str, instead: list[tuple[Token, str]]) -> str:
    """The source with some of its tokens replaced, from the last to the first."""
    if not instead:
        return text
    lines = text.split("\n")
    for token, other in sorted(instead, key=lambda pair: pair[0][2:], reverse=True):
        line = lines[token.line - 1].encode("utf-8", "surrogateescape")
        start, end = token.column - 1, token.column - 1 + len(token.text.encode())
        lines[token.line - 1] = (line[:start] + other.encode() + line[end:]).decode("utf-8", "surrogateescape")
    return "\n".join(lines)


def _shortened(parser: Grammar, scanned: Scanned) -> str:
    """The source up to its last declaration; a type is declared all the same."""
    first, second = (
        parser.tokens[parser.declaration],
        parser.tokens[min(parser.declaration + 1, len(parser.tokens) - 1)],
    )
    lines = scanned.text.split("\n")[: first.line]
    line = lines[-1].encode("utf-8", "surrogateescape")[: first.column - 1].decode("utf-8", "surrogateescape")
    stub = f"type {second.text} struct{{}}" if (first.kind, second.kind) == ("type", "name") else ""
    return "\n".join([*lines[:-1], f"{line}{stub}"])
