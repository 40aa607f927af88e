"""Configurations as plain data."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.hcl.literals import literal
from mapper.languages.hcl.parser import Block, Body, Expression, HclError, Value, read_hcl


def value(text: str) -> Value:
    return read_hcl(f"it = {text}\n").arguments["it"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"a"', "a"),
        ("3", 3),
        ("-2.5", -2.5),
        ("true", True),
        ("null", None),
        ("[]", []),
        ('[1, "a", [true]]', [1, "a", [True]]),
        ("[\n  1, # one\n  2,\n]", [1, 2]),
        ("{}", {}),
        ('{ a = 1, "b c" : 2 }', {"a": 1, "b c": 2}),
        ("{\n  a = {\n    b = []\n  }\n  c = 1\n}", {"a": {"b": []}, "c": 1}),
        (r'"a\n\"b\" $${c} \u00e9"', 'a\n"b" ${c} é'),
        ("var.secret", Expression("var.secret")),
        ('"x ${var.a} y"', Expression('"x ${var.a} y"')),
        ("[for a in b : a]", Expression("[for a in b : a]")),
        ('f(1, [2]) + a["b"]', Expression('f(1, [2]) + a["b"]')),
        ("(1 + 2)", Expression("(1 + 2)")),
        ("-a", Expression("-a")),
        ("!a", Expression("!a")),
        ("<<EOT\n}\nEOT", Expression("<<EOT\n}\nEOT")),
        ("<<-EOT\n  }\n  EOT", Expression("<<-EOT\n  }\n  EOT")),
        ("/* one\ntwo */ 3 // four", 3),
        ("{\n  # why\n\n  a = 1,\n\n  b = 2\n}", {"a": 1, "b": 2}),
        ("[\n\n  1\n  ,\n  2\n]", [1, 2]),
        ("{ for a in b : a => a }", Expression("{ for a in b : a => a }")),
        ("[for a in [1] : { b = (a) }]", Expression("[for a in [1] : { b = (a) }]")),
        ("a ? [1] : { b = 2 }", Expression("a ? [1] : { b = 2 }")),
        ("1 + [2][0]", Expression("1 + [2][0]")),
        ("(\n1\n)", Expression("(\n1\n)")),
        ("[a.b, -1, !c, 2 * 3]", [Expression("a.b"), -1, Expression("!c"), Expression("2 * 3")]),
        (r'"\U0001F600 \u12 \UFFFFFFFF \U0010FFFF \q"', "😀 u12 \ufffd \U0010ffff q"),
        ('"$${a} %%{b} ${"', Expression('"$${a} %%{b} ${"')),
        ('"%{ if a }"', Expression('"%{ if a }"')),
        ('"$${a} %%{b}"', "${a} %{b}"),
        ("9" * 1000, int("9" * 1000)),
        ("9" * 1001, 0),
        ("1e400", 0),
        ("-1E-2", -0.01),
        ("-0", 0),
    ],
)
def test_values_that_are_written_out_are_plain_and_others_are_expressions(text: str, expected: Value) -> None:
    assert value(text) == expected


def test_blocks_have_labels_and_what_is_in_them() -> None:
    text = 'resource "zoo_cage" "example" {\n  name = "a"\n\n  row {\n    n = 1\n  }\n  row {}\n}\n'
    row = Block("row", (), Body({"n": 1}))
    inner = Body({"name": "a"}, [row, Block("row", (), Body())])
    assert read_hcl(text) == Body({}, [Block("resource", ("zoo_cage", "example"), inner)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "line 1: a value is expected"),
        ("a = [1", "line 1: , is expected"),
        ("a {", "line 1: } is expected"),
        ("}", "line 1: there is a brace too many"),
        ("a = 1\nb = 2 3", None),
        ('a = "open', "line 1"),
        ("a = {b}", "line 1: = is expected"),
        ("a = {b = 1 = 2}", "line 1: } is expected, not ="),
        ("a = {b = 1", "line 1: } is expected, not the end"),
        ("a = {", "line 1: a key is expected, not the end"),
        ("a = (1\n", "line 2: ) is expected, not the end"),
        ("a = [for b", "line 1: ] is expected, not the end"),
        ("1 = a", "line 1: a name is expected, not 1"),
        ("a = 1\n\n[", "line 3: a name is expected, not ["),
        ("a {\n} b", "line 2: the end of the line is expected, not b"),
        ("a b", "line 1: { is expected, not the end"),
        ("a = {[]: 1}", "line 1: a key is expected, not ["),
        ("a = 1\nb = ٣", "line 2: '٣' is not expected"),
        ("a = 1\nb = §", "line 2: a value is expected, not §"),
        ("a = " + "[" * 5000, "line 1: nested too deeply"),
        ("a {" * 5000, "line 1: nested too deeply"),
        ("a = " + "f(" * 5000, "line 1: nested too deeply"),
    ],
)
def test_what_is_no_configuration_says_where(text: str, said: str | None) -> None:
    if said is None:
        assert read_hcl(text).arguments["b"] == Expression("2 3")
        return
    with pytest.raises(HclError, match=r"line \d") as raised:
        read_hcl(text)
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize(
    ("opened", "inner", "closed", "most"),
    [
        ("[", "", "]", 100),
        ("{k: ", "1", "}", 99),
        ("{k: [", "1", "]}", 49),
        ("f(", "", ")", 100),
        ("f([", "", "])", 50),
    ],
)
def test_values_are_nested_as_deeply_as_is_said(opened: str, inner: str, closed: str, most: int) -> None:
    assert value(opened * most + inner + closed * most) is not None
    with pytest.raises(HclError, match="nested too deeply"):
        value(opened * (most + 1) + inner + closed * (most + 1))


def test_blocks_are_nested_as_deeply_as_values() -> None:
    body = read_hcl("a {\n" * 100 + "}\n" * 100)
    for _ in range(100):
        (block,) = body.blocks
        body = block.body
    assert body == Body()
    with pytest.raises(HclError, match="line 101: nested too deeply"):
        read_hcl("a {\n" * 101 + "}\n" * 101)


@given(st.text() | st.booleans() | st.integers(-(10**20), 10**20))
def test_a_literal_is_read_as_what_was_written(written: object) -> None:
    text = literal(written)
    if "\ufffd" not in text:
        assert value(text) == written


@given(st.text('ab="{}[]()\n #/*<$%,.0'))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(HclError):
        read_hcl(text)
