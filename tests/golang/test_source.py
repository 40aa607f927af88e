"""The text of Go files: names, literals, JSON as Go's encoder writes it, comments and aligned columns."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from mapper.languages.golang.source import (
    aligned,
    doc_comment,
    field_comment,
    file_name,
    fixed_number,
    is_built_everywhere,
    is_exported,
    is_identifier,
    json_number,
    json_string,
    json_value,
    shown,
    source_file,
    string_literal,
    unmarked,
)

from ..processes import output

NUMBERS: list[tuple[float, str]] = [
    (0, "0"), (0.0, "0"), (-0.0, "-0"), (5, "5"), (-7, "-7"), (2.0, "2"), (0.5, "0.5"), (1e-6, "0.000001"),
    (9.99e-7, "9.99e-7"), (-1e-7, "-1e-7"), (1.5e-10, "1.5e-10"), (1e20, "100000000000000000000"),
    (999999999999999900000.0, "999999999999999900000"), (1e21, "1e+21"), (-1.25e21, "-1.25e+21"), (1e100, "1e+100"),
    (1.7976931348623157e308, "1.7976931348623157e+308"), (5e-324, "5e-324"), (123456.789, "123456.789"),
]  # fmt: skip
STRINGS = [
    "", "plain 'text' #~", '"', "\\", "a\nb\r\t\a\b\f\v", "\x00\x1f\x7f", "\x80\x9f\xa0\xad", "ä € 漢 😀",
    "\u2028\u2029", "\u200b\ufeff", "\U000e0001", "<a href='&'>", "\u0300", "\u3000", "\x20",
]  # fmt: skip
PROGRAM = """package main

import (
	"encoding/json"
	"os"
	"strconv"
)

func main() {
	var given struct {
		Numbers []float64
		Strings []string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	var made struct{ Numbers, Quoted, Encoded []string }
	for _, number := range given.Numbers {
		text, _ := json.Marshal(number)
		made.Numbers = append(made.Numbers, string(text))
	}
	for _, text := range given.Strings {
		encoded, _ := json.Marshal(text)
		made.Encoded = append(made.Encoded, string(encoded))
		made.Quoted = append(made.Quoted, strconv.Quote(text))
	}
	json.NewEncoder(os.Stdout).Encode(made)
}
"""


@pytest.mark.parametrize(("number", "text"), NUMBERS)
def test_a_number_is_json_as_go_writes_it(number: float, text: str) -> None:
    assert json_number(number) == text
    assert json_value(number, "") == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1e21, "1000000000000000000000"),
        (1e-7, "0.0000001"),
        (2.0, "2"),
        (-2.5, "-2.5"),
        (7, "7"),
        (1.0e-10, "0.0000000001"),
    ],
)
def test_a_fixed_number_has_no_exponent(number: float, text: str) -> None:
    assert fixed_number(number) == text


QUOTED = [
    '""', '"plain \'text\' #~"', '"\\""', '"\\\\"', r'"a\nb\r\t\a\b\f\v"', r'"\x00\x1f\x7f"',
    r'"\u0080\u009f\u00a0\u00ad"', '"ä € 漢 😀"', r'"\u2028\u2029"', r'"\u200b\ufeff"', r'"\U000e0001"',
    "\"<a href='&'>\"", '"\u0300"', r'"\u3000"', '" "',
]  # fmt: skip
ENCODED = [
    '""', '"plain \'text\' #~"', '"\\""', '"\\\\"', r'"a\nb\r\t\u0007\b\f\u000b"', '"\\u0000\\u001f\x7f"',
    '"\x80\x9f\xa0\xad"', '"ä € 漢 😀"', r'"\u2028\u2029"', '"\u200b\ufeff"', '"\U000e0001"',
    '"\\u003ca href=\'\\u0026\'\\u003e"', '"\u0300"', '"\u3000"', '" "',
]  # fmt: skip


@pytest.mark.parametrize(("text", "quoted", "encoded"), list(zip(STRINGS, QUOTED, ENCODED, strict=True)))
def test_a_string_is_a_literal_and_json_as_go_writes_it(text: str, quoted: str, encoded: str) -> None:
    assert (string_literal(text), json_string(text)) == (quoted, encoded)
    assert json_string(text * 1001) == f'"{encoded[1:-1] * 1001}"'


def test_half_of_a_surrogate_pair_is_the_replacement_character() -> None:
    for half in ("\ud800", "\udfff"):
        assert [write(f"a{half}") for write in (string_literal, json_string)] == ['"a\ufffd"'] * 2
        assert shown(f"a{half}") == "a\ufffd"
    assert [string_literal(next_to) for next_to in ("\ud7ff", "\ue000")] == [r'"\ud7ff"', r'"\ue000"']


@pytest.mark.peer
def test_go_itself_writes_the_same(tmp_path: Path) -> None:
    go = shutil.which("go")
    if go is None:
        pytest.skip("PEER MISSING: go is not on the path")
    (tmp_path / "main.go").write_text(PROGRAM)
    asked = json.dumps({"Numbers": [number for number, _ in NUMBERS], "Strings": STRINGS})
    local = {"GOTOOLCHAIN": "local", "GOWORK": "off", "GO111MODULE": "off"}
    found = json.loads(output([go, "run", tmp_path / "main.go"], text=asked, **local))
    assert found == {"Numbers": [text for _, text in NUMBERS], "Quoted": QUOTED, "Encoded": ENCODED}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"), (True, "true"), (False, "false"), ("<", '"\\u003c"'), ([], "[]"), ({}, "{}"),
        ([1, [True]], "[\n\t\t1,\n\t\t[\n\t\t\ttrue\n\t\t]\n\t]"),
        ({"a": {"b": []}, "c": "d"}, '{\n\t\t"a": {\n\t\t\t"b": []\n\t\t},\n\t\t"c": "d"\n\t}'),
    ],
)  # fmt: skip
def test_a_json_value_has_its_members_below_it(value: Any, text: str) -> None:
    assert json_value(value, "\t") == text


@pytest.mark.parametrize(
    ("stem", "file"),
    [
        ("cage", "cage.go"), ("a_b", "a_b.go"), ("linux", "linux.go"), ("a_linux", "a_linux_kind.go"),
        ("arm64", "arm64.go"), ("a_arm64", "a_arm64_kind.go"), ("a_linux_b", "a_linux_b.go"),
        ("a_test", "a_test_kind.go"), ("test", "test.go"), ("_test", "test_kind.go"), ("_a", "a_kind.go"),
        ("._a", "a_kind.go"), ("taken", "taken_kind_kind.go"), ("con", "con_kind.go"),
    ],
)  # fmt: skip
def test_a_file_is_part_of_its_package_everywhere(stem: str, file: str) -> None:
    assert file_name(stem, {"taken.go", "taken_kind.go"}) == file
    assert is_built_everywhere(file.removesuffix(".go"))


@pytest.mark.parametrize(
    ("name", "identifier", "exported"),
    [
        ("a", True, False), ("A1_", True, True), ("_a", True, False), ("Äa", True, True), ("_", False, False),
        ("", False, False), ("1a", False, False), ("a-b", False, False), ("func", False, False), ("Func", True, True),
        ("a\n", False, False),
    ],
)  # fmt: skip
def test_a_name_can_be_declared_and_may_be_exported(name: str, *, identifier: bool, exported: bool) -> None:
    assert (is_identifier(name), is_exported(name)) == (identifier, exported)


def test_cells_of_consecutive_rows_start_in_the_same_column() -> None:
    lines = [("// a",), ("A", "int", "`x`"), ("Long", "string", "`y`"), ("",), ("B", "bool"), ("// c",), ("// d",)]
    assert aligned(lines) == "\t// a\n\tA    int    `x`\n\tLong string `y`\n\n\tB bool\n\t// c\n\t// d\n"


def test_a_file_has_a_package_and_sorted_imports() -> None:
    head = "// Code generated by mkdocs-oasmap. DO NOT EDIT.\n\npackage zoo\n"
    assert source_file("zoo", "") == head
    assert source_file("zoo", "type A int\n") == f"{head}\ntype A int\n"
    imports = ['b "a/z"', '"a/b"', 'a "c"']
    assert source_file("zoo", "x\n", imports) == f'{head}\nimport (\n\t"a/b"\n\tb "a/z"\n\ta "c"\n)\n\nx\n'


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("One.\n\n\n\nTwo.  \n", ["// One.", "//", "// Two."]),
        ("+kubebuilder:x\n  +a", ["// \\+kubebuilder:x", "//   \\+a"]),
    ],
)
def test_a_comment_of_a_field_has_its_lines(text: str, lines: list[str]) -> None:
    assert field_comment(text) == [(line,) for line in lines]
    assert unmarked("a +b") == "a +b"


COMMENTS = [
    ("One.\nTwo.", "One.|Two."),
    ("A ``b'' c.", "A “b” c."),
    ("List:\n  - a\n  * b\n    more\nEnd.", "List:||  - a||  - b|    more||End."),
    ("List:\n   1. a\n\n 20) b\n      more\n\nEnd.", "List:|| 1. a|| 20. b|    more||End."),
    ("Code:\n   x = 1\n     y\nEnd.", "Code:||\tx = 1|\t  y||End."),
    ("Code:\n\n   x\n\nEnd.", "Code:||\tx||End."),
    ("One.\n\nA heading\n\nTwo.", "One.||# A heading||Two."),
    ("A heading\n\nTwo.", "A heading||Two."),  # not on the first line
    ("One.\n\nA heading", "One.||A heading"),  # nor on the last
    ("One.\n\nno heading\n\nTwo.", "One.||no heading||Two."),
    ("One.\n\nNo heading.\n\nTwo.", "One.||No heading.||Two."),
    ("One.\n\nNo: heading\n\nTwo.", "One.||No: heading||Two."),
    ("One.\n\nThe zoo's heading\n\nTwo.", "One.||# The zoo's heading||Two."),
    ("One.\n\nThe zoo'x heading\n\nTwo.", "One.||The zoo'x heading||Two."),
    ("One.\n\nA heading\n\n   code", "One.||A heading||\tcode"),
    ("One.\n\nTwo lines\nhere\n\nTwo.", "One.||Two lines|here||Two."),
]


@pytest.mark.parametrize(("text", "comment"), COMMENTS)
def test_a_comment_of_a_type_is_laid_out_as_by_gofmt(text: str, comment: str) -> None:
    lines = ["//" + (f" {line}" if line and not line.startswith("\t") else line) for line in comment.split("|")]
    assert doc_comment(text).split("\n")[:-1] == lines


@pytest.mark.peer
def test_gofmt_has_nothing_to_change_in_a_comment(tmp_path: Path) -> None:
    gofmt = shutil.which("gofmt")
    if gofmt is None:
        pytest.skip("PEER MISSING: gofmt is not on the path")
    mark = next(
        mark for mark in test_a_comment_of_a_type_is_laid_out_as_by_gofmt.pytestmark if mark.name == "parametrize"
    )  # type: ignore[attr-defined]
    for text, _ in mark.args[1]:
        source = source_file("zoo", f"{doc_comment(text)}type A int\n")
        assert output([gofmt], text=source) == source
