"""Characters, literals and comments: what Go's compiler refuses is refused at the same line, and most at its column."""

import pytest

from mapper.programs.idl.parser.lexer import scan, string_value
from mapper.programs.idl.parser.read import read_sources

from .fixtures import settings

FOUND: list[tuple[str, list[str]]] = [
    ("const A = 'ab'", ["2:11 more than one character in rune literal"]),
    ("const A = ''", ["2:11 empty rune literal"]),
    ("const A = 'a", ["2:11 rune literal not terminated"]),
    ('const A = "a', ["2:11 string not terminated"]),
    ('const A = "a\n', ["2:13 newline in string"]),
    ("const A = `a\nb", ["2:11 string not terminated"]),
    ("/* a\nb", ["2:1 comment not terminated"]),
    ("const A = 1 /* x", ["2:13 comment not terminated"]),
    ("const A = 0x", ["2:11 0x is not a number"]),
    ("const A = 0b2", ["2:11 0b2 is not a number"]),
    ("const A = 1__0\nconst B = 1_", ["2:11 1__0 is not a number", "3:11 1_ is not a number"]),
    ("const A = 0o8", ["2:11 0o8 is not a number"]),
    ("const A = 09", ["2:11 09 is not a number"]),
    ("const A = 1e", ["2:11 1e is not a number"]),
    ("const A = 0x1.8", ["2:11 0x1.8 is not a number"]),
    ("const A = 1.5p3", ["2:11 1.5p3 is not a number"]),
    ('const A = "\\x4"', ["2:13 unknown escape"]),
    ('const A = "\\400"', ["2:13 unknown escape"]),
    ('const A = "\\u12"', ["2:13 unknown escape"]),
    (
        "const A = '\\''\nconst B = '\"'",
        [
            "2:11 the value of A is not a literal but rune literal",
            "3:11 the value of B is not a literal but rune literal",
        ],
    ),
    ('const A = "\\\'"', ["2:13 unknown escape"]),
    ("const A = '\\\"'", ["2:13 unknown escape"]),
    ('const A = "\\q \\w"\nconst B = "\\z"', ["2:13 unknown escape", "3:13 unknown escape"]),
    ('const A = "\\U00110000"', ["2:13 escape is not a valid Unicode code point"]),
    ('const A = "\\uD800\\uDFFF"', ["2:13 escape is not a valid Unicode code point"]),
    ("const A\x00 = 1", ["2:8 invalid NUL character"]),
    ('const A = "a\x00b"', ["2:13 invalid NUL character"]),
    ("const A = `a\n\x00b`", ["3:1 invalid NUL character"]),
    ("/* \n \x00 */ const A = true", ["3:2 invalid NUL character"]),
    ("// \x00", ["2:4 invalid NUL character"]),
    ("const A = `\ufeff`", ["2:12 invalid BOM in the middle of the file"]),
    ("const \ufeffA = true", ["2:7 invalid BOM in the middle of the file"]),
    ("\ufeffconst A = true", ["2:1 invalid BOM in the middle of the file"]),
    ("const A = 1 # 2", ["2:13 invalid character U+0023 '#'"]),
    ("const A = 1 $ 2 ? 3 @ 4", ["2:13 invalid character U+0024 '$'"]),
    ("const A = 1 \\ 2", ["2:13 invalid character U+005C '\\\\'"]),
    ("const A\xb2 = 1", ["2:8 invalid character '²' in an identifier"]),
    ("const \xb2A = 1", ["2:7 invalid character '²' in an identifier"]),
    (
        "const A\xe9 = true\nconst \xc4 = 1; const \xd6 = +",
        ["3:27 syntax error: unexpected EOF, expected an expression"],
    ),
    ('const A = "\xe9" + +', ["2:19 syntax error: unexpected EOF, expected an expression"]),
    (
        'const A = true // \xe9\nconst B = "\xe9"; +',
        ["3:17 syntax error: unexpected +, expected a declaration: import, const or type"],
    ),
    ("const A = `\xe9\n\xe9` +", ["3:6 syntax error: unexpected EOF, expected an expression"]),
    ("const A = '\xe9'", ["2:11 the value of A is not a literal but rune literal"]),
    ("const A = '\\u00e9'", ["2:11 the value of A is not a literal but rune literal"]),
    ("const A = true\n# \n# \n", ["3:1 invalid character U+0023 '#'", "4:1 invalid character U+0023 '#'"]),
    ("const A = 1 # # #", ["2:13 invalid character U+0023 '#'"]),
    ("const \xe9, \xe8, \xea = 1, 2, 3 +", ["2:29 syntax error: unexpected EOF, expected an expression"]),
    ('type S struct { A string "a\\qb"; B string `x\x00` }', ["2:29 unknown escape"]),
    ("const A = -'a", ["2:12 rune literal not terminated", "2:12 the value of A is not a literal but an expression"]),
    (
        'const A = "a\\\nb"',
        [
            "2:14 newline in string",
            "3:1 syntax error: unexpected name b, expected a declaration: import, const or type",
        ],
    ),
    ("const A = '\\", ["2:11 rune literal not terminated"]),
    ("const A = `", ["2:11 string not terminated"]),
    ('const A = "', ["2:11 string not terminated"]),
    ("const A = '", ["2:11 rune literal not terminated"]),
    ("/*", ["2:1 comment not terminated"]),
    (
        "const A = true /**/ const B = true",
        ["2:21 syntax error: unexpected keyword const, after a top-level declaration"],
    ),
    ("const A = true /*\n*/ const B = true", []),
    ("const A = true; /*\n*/ const B = true +", ["3:20 syntax error: unexpected EOF, expected an expression"]),
    ('type A string // x \\q "', []),
    ("const A = 0_8", ["2:11 0_8 is not a number"]),
    ("const A = 08i", ["2:11 the value of A is not a literal but imaginary literal"]),
    ("const A = 0xg", ["2:11 0x is not a number"]),
    ("const A = .e1", ["2:11 syntax error: unexpected ., expected an expression"]),
    ("const A = 1.2.3", ["2:14 syntax error: unexpected literal .3, after a top-level declaration"]),
    ("const A = 1..2", ["2:13 syntax error: unexpected literal .2, after a top-level declaration"]),
    ("const A = a...", ["2:12 syntax error: unexpected ..., after a top-level declaration"]),
    ('const A = "\\7777" + "\\x41\\u00e9\\n\\t\\v\\\\\\""', ["2:13 unknown escape"]),
    ("const A = x\u2028y", ["2:11 the value of A is not a literal but identifier", "2:12 invalid character U+2028"]),
    ("const A = \x7f", ["2:11 invalid character U+007F", "2:12 the value of A is not a literal but an expression"]),
    ("const A = \x01", ["2:11 invalid character U+0001", "2:12 the value of A is not a literal but an expression"]),
    ("const A = \udcff", ["2:11 invalid UTF-8 encoding", "2:14 the value of A is not a literal but an expression"]),
    ('const A = "\udcff"', ["2:12 invalid UTF-8 encoding"]),
    ('const A = "\udc80"', ["2:12 invalid UTF-8 encoding"]),
    ("const \udcffA = 1", ["2:7 invalid UTF-8 encoding"]),
    (
        'import "\\q"',
        ["2:8 '' is neither a package of this IDL nor the package of the marker types", "2:10 unknown escape"],
    ),
    (
        "import 'a'",
        [
            "2:8 syntax error: an import path must be a string",
            "2:8 '' is neither a package of this IDL nor the package of the marker types",
        ],
    ),
    (
        "import `a\x00`",
        ["2:8 '' is neither a package of this IDL nor the package of the marker types", "2:10 invalid NUL character"],
    ),
    ("const A = 1 /* a /* b */ */", ["2:27 syntax error: unexpected /, expected an expression"]),
    (
        "const A = 0X1P-2 + 0B1 + 0O7",
        ["2:26 the value of A is not a literal but an expression other than a sum of strings"],
    ),
    ("const A = 1e+", ["2:11 1e+ is not a number"]),
    ("const A = 1E-5_", ["2:11 1E-5_ is not a number"]),
    ("const A = 0x1p1e", ["2:16 syntax error: unexpected name e, after a top-level declaration"]),
    ("const A = 1i_", ["2:13 syntax error: unexpected name _, after a top-level declaration"]),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_a_wrong_character_or_literal_is_found_where_it_is(text: str, expected: list[str]) -> None:
    sources = {"a.go": f"package aws\n{text}".encode("utf-8", "surrogateescape")}
    findings = [found for found in read_sources(sources, settings("aws")).findings if found.rule.code != "OAS921"]
    assert [f"{found.place.line}:{found.place.column} {found.text}" for found in findings] == expected


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        (r'"\a\b\f\n\r\t\v\\\""', '\a\b\f\n\r\t\v\\"'),
        (r'"\101\x42\u00e9\U0001F600"', "ABé😀"),
        (r'"\xc3\xa9é"', "éé"),
        (r'"\xff"', "\ufffd"),
        (r'"\377"', "\ufffd"),
        ("`a\r\\n`", "a\\n"),
        ("''", ""),
        ("1", ""),
    ],
)
def test_a_text_has_the_bytes_of_its_escapes(literal: str, value: str) -> None:
    assert string_value(literal) == value


ENDS = ("a", "1", '"a"', "`a`", "'a'", ")", "]", "}", "++", "--", "break", "continue", "fallthrough", "return")
GOES_ON = ("+", "(", "[", "{", ",", ".", "=", ":=", "const", "type", "func", "if", ";", "...", "*", "&")


@pytest.mark.parametrize(("word", "ends"), [*((word, True) for word in ENDS), *((word, False) for word in GOES_ON)])
@pytest.mark.parametrize("rest", ["\n", " \t\n", " // a\n", " /* a\n*/ ", " /**/\n", ""])
def test_a_line_break_ends_a_statement_behind_what_may_be_its_last_word(word: str, ends: bool, rest: str) -> None:
    first, *others = scan(f"{word}{rest}").tokens
    kinds = [token.kind for token in others]
    assert (first.line, first.column) == (1, 1)
    assert kinds == ([";", "EOF"] if ends else ["EOF"])


def test_a_place_is_in_bytes_from_one() -> None:
    tokens = scan("é ü\n\t`ä\nö` ä /* é\n */ x").tokens
    assert [(token.text, token.line, token.column) for token in tokens] == [
        ("é", 1, 1), ("ü", 1, 4), ("newline", 1, 6), ("`ä\nö`", 2, 2), ("ä", 3, 5), ("newline", 3, 8), ("x", 4, 5),
        ("EOF", 4, 6), ("EOF", 4, 6),
    ]  # fmt: skip


def test_a_byte_order_mark_is_no_part_of_a_file_and_has_bytes() -> None:
    first, *_ = scan("\ufeffpackage aws").tokens
    assert (first.text, first.line, first.column) == ("package", 1, 4)
    assert [
        found.text for found in read_sources({"a.go": "\ufeffpackage aws\n\ufeff".encode()}, settings("aws")).errors
    ] != []
    assert read_sources({"a.go": "\ufeffpackage aws\n".encode()}, settings("aws")).errors == ()


def test_a_file_has_so_many_errors_at_most() -> None:
    assert len(scan("#\n" * 3000).errors) == 2001
    assert len(scan("# " * 3000).errors) == 1
