"""Go's templates: what they write, and what is said where one is wrong."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_oasmap.render.gotemplate import evaluator
from mkdocs_oasmap.render.gotemplate.evaluator import Value, evaluate
from mkdocs_oasmap.render.gotemplate.functions import builtins
from mkdocs_oasmap.render.gotemplate.nodes import TemplateError, line_and_column
from mkdocs_oasmap.render.gotemplate.parser import parse

from ..processes import output

FIELDS: dict[str, Value] = {
    "Name": "zoo_pet",
    "Has": True,
    "Not": False,
    "Empty": "",
    "Files": ["a.tf", "b.tf"],
    "No": [],
}
SAME = [
    ("plain", "plain"),
    (" \n {{ .Name }} \n ", " \n zoo_pet \n "),
    ("{{ .Name }}!", "zoo_pet!"),
    ("a \n {{- .Name -}} \n b", "azoo_petb"),
    ("a {{- /* a comment */ -}} b", "ab"),
    ("{{/* a {{ comment }} */}}x", "x"),
    ("{{ if .Has }}yes{{ else }}no{{ end }}", "yes"),
    ("{{ if .Not }}yes{{ else if .Has }}second{{ else }}no{{ end }}", "second"),
    ("{{ if .Empty }}yes{{ end }}", ""),
    ("{{ if and .Has .Name }}{{ if or .Empty .Not }}a{{ else }}b{{ end }}{{ end }}", "b"),
    ('{{ .Name | and }} {{ .Empty | or "x" }} {{ .Empty | and .Name }}.', "zoo_pet x ."),
    ("{{ if not .Has }}a{{ else }}b{{ end }}", "b"),
    ('{{ if eq .Name "zoo_cat" "zoo_pet" }}same{{ end }}', "same"),
    ('{{ if ne .Name "x" }}other{{ end }}{{ if lt 1 2 }}less{{ end }}{{ if ge 2 2 }}more{{ end }}', "otherlessmore"),
    ("{{ range .Files }}[{{ . }}]{{ end }}", "[a.tf][b.tf]"),
    ("{{ range $i, $f := .Files }}{{ $i }}={{ $f }} {{ end }}", "0=a.tf 1=b.tf "),
    ("{{ range $f := .Files }}{{ $.Name }}/{{ $f }} {{ end }}", "zoo_pet/a.tf zoo_pet/b.tf "),
    ("{{ range .No }}x{{ else }}none{{ end }}", "none"),
    ("{{ with .Name }}<{{ . }}>{{ end }}{{ with .Empty }}x{{ else }}none{{ end }}", "<zoo_pet>none"),
    ('{{ $x := "a" }}{{ if .Has }}{{ $x = "b" }}{{ end }}{{ $x }}', "b"),
    ('{{ $x := "a" }}{{ if .Has }}{{ $x := "b" }}{{ end }}{{ $x }}', "a"),
    ('{{ printf "%s-%d-%q-%v%%" .Name 3 "q\\"" .Has }}', 'zoo_pet-3-"q\\""-true%'),
    ('{{ .Name | printf "%s has %s" "it" }}', "it has zoo_pet"),
    ('{{ printf "%5s|%-5s|" "ab" "cd" }}', "   ab|cd   |"),
    ("{{ len .Files }} {{ len .Name }} {{ index .Files 1 }}", "2 7 b.tf"),
    ('{{ print "a" "b" 1 2 "c" }}{{ println 1 "x" }}', "ab1 2c1 x\n"),
    ("{{ (index .Files 0) | len }}", "4"),
    ('{{ `raw \\n text` }}{{ "\\u00e4\\t" }}', "raw \\n textä\t"),
    ("{{ .Files }} {{ .Has }}", "[a.tf b.tf] true"),
    ("{{ if .Has -}}\n  a\n{{- end }}\n", "a\n"),
    ("{{ true }}{{ 12 }}{{ -3 }}", "true12-3"),
    # white space, comments and braces
    ("a {{-3}} b", "a -3 b"),
    ("a {{3 -}}  b", "a 3b"),
    ("a\n{{- .Name}} b", "azoo_pet b"),
    ("a {{/* c */ -}} b", "a b"),
    ("a {{- /* c */}} b", "a b"),
    ("{{`a}}b`}}{{\"}}\"}}", "a}}b}}"),
    # comparisons
    *(
        (f"{{{{ {function} 1 2 }}}} {{{{ {function} 2 2 }}}} {{{{ {function} 2 1 }}}}", expected)
        for function, expected in (
            ("lt", "true false false"),
            ("le", "true true false"),
            ("gt", "false false true"),
            ("ge", "false true true"),
            ("eq", "false true false"),
            ("ne", "true false true"),
        )
    ),
    ('{{ lt "a" "b" }} {{ lt "a" "a" }} {{ lt "b" "a" }} {{ le "a" "a" }}', "true false false true"),
    ('{{ eq 1 2 1 }} {{ eq 1 2 3 }} {{ eq true true }} {{ not "" }} {{ not 1 }}', "true false true true false"),
    # and, or, which evaluate no more than they need
    ("{{ or .Name (index .Files 9) }}{{ and .Empty (index .Files 9) }}", "zoo_pet"),
    ('{{ or .Empty "x" "y" }}{{ and "a" "b" }}{{ and "a" "" "b" }}{{ or "" 0 }}', "xb0"),
    # what functions write
    ("{{ print }}{{ println }}{{ print true false }}", "\ntrue false"),
    ('{{ printf "%t %v %v %d %s" true false .Files -7 .Files }}', "true false [a.tf b.tf] -7 [a.tf b.tf]"),
    ('{{ printf "%3d|%-3d|%03d|%-03d|%+d|% d|%+d" 7 7 7 7 7 7 -7 }}', "  7|7  |007|7  |+7| 7|-7"),
    ('{{ printf "%05d|%+05d|% 4d|%0d" -7 7 7 7 }}', "-0007|+0007|   7|7"),
    ('{{ printf "%10q|%-7t|%7v|%3s|%5%" "a" true false "ä" }}', '       "a"|true   |  false|  ä|%'),
    ("{{ print nil 1 }}", "<nil> 1"),
    ('{{ len "ä" }}{{ len .No }}{{ index .Files 0 }}', "20a.tf"),
    ('{{ printf "%s" println }}{{ (.Name) }}{{ print (print 1 (print "a")) }}', "\nzoo_pet1a"),
    # variables and their scopes
    ("{{ $a := 1 }}{{ $b := 2 }}{{ $a = 3 }}{{ $a }}{{ $b }}", "32"),
    ("{{ with $x := .Name }}{{ $x }}{{ . }}{{ end }}", "zoo_petzoo_pet"),
    ("{{ if $x := .Not }}a{{ else }}{{ $x }}{{ end }}", "false"),
    ("{{ $x := 1 }}{{ if .Not }}{{ else if $x = 2 }}{{ end }}{{ $x }}", "2"),
    ("{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ $x = 3 }}{{ $x }}{{ end }}{{ $x }}", "31"),
    ('{{ $n := "" }}{{ range .Files }}{{ $n = . }}{{ $.Name }}{{ end }}{{ $n }}', "zoo_petzoo_petb.tf"),
    ("{{ range $i, $f := .Files }}{{ range $j, $g := $.Files }}{{ $i }}{{ $j }}{{ $g }} {{ end }}{{ end }}",
     "00a.tf 01b.tf 10a.tf 11b.tf "),
    ("{{ range $f := .No }}{{ else }}{{ .Name }}{{ end }}", "zoo_pet"),
    # branches
    ("{{ if .Not }}a{{ else if .Not }}b{{ else }}c{{ end }}d", "cd"),
    ("{{ with .Empty }}a{{ else with .Name }}{{ . }}{{ end }}{{ with .Empty }}{{ else }}{{ .Name }}{{ end }}",
     "zoo_petzoo_pet"),
    ("{{ if .Has }}{{ if .Not }}a{{ end }}b{{ end }}c", "bc"),
    # literals
    ("{{ false }}{{ +3 }}{{ 9223372036854775807 }}{{ -9223372036854775808 }}",
     "false39223372036854775807-9223372036854775808"),
    ('{{ "\\a\\b\\f\\n\\r\\t\\v\\\\\\"" }}', "\a\b\f\n\r\t\v\\\""),
    ('{{ "\\x41\\u0042\\U00000043\\104\\U0010FFFF\\u0000" }}', "ABCD\U0010ffff\0"),
    ('{{ "\\xc3\\xa4 \\303\\244 \\xe4 \\377" }}', "ä ä \ufffd \ufffd"),
]  # fmt: skip


def written(source: str) -> str:
    return evaluate(parse(source), FIELDS, builtins())


@pytest.mark.parametrize(("source", "expected"), SAME, ids=[source for source, _ in SAME])
def test_a_template_writes_what_go_writes(source: str, expected: str) -> None:
    assert written(source) == expected


PROGRAM = """package main

import (
	"bytes"
	"encoding/json"
	"os"
	"text/template"
)

func main() {
	var given struct {
		Sources []string
		Fields  map[string]any
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	made := []string{}
	for _, source := range given.Sources {
		var out bytes.Buffer
		t, err := template.New("t").Parse(source)
		if err == nil {
			err = t.Execute(&out, given.Fields)
		}
		if err != nil {
			made = append(made, "error: "+err.Error())
		} else {
			made = append(made, out.String())
		}
	}
	json.NewEncoder(os.Stdout).Encode(made)
}
"""


@pytest.mark.peer
def test_go_itself_writes_the_same(tmp_path: Path) -> None:
    go = shutil.which("go")
    if go is None:
        pytest.skip("PEER MISSING: go is not on the path")
    (tmp_path / "main.go").write_text(PROGRAM)
    asked = json.dumps({"Sources": [source for source, _ in SAME], "Fields": FIELDS})
    local = {"GOTOOLCHAIN": "local", "GOWORK": "off", "GO111MODULE": "off"}
    answers = json.loads(output([go, "run", tmp_path / "main.go"], text=asked, **local))
    assert dict(zip([s for s, _ in SAME], answers, strict=True)) == dict(SAME)


@pytest.mark.parametrize(
    ("source", "place", "text"),
    [
        ("a\n {{ shout .Name }}", (2, 5), "there is no function shout; there are and, eq"),
        ("{{ printff .Name }}", (1, 4), "there is no function printff; did you mean 'printf'?"),
        ("{{ .Nam }}", (1, 4), "there is no field .Nam here; did you mean 'Name'?"),
        ("{{ .Xyzzy }}", (1, 4), "there is no field .Xyzzy here; there are ."),
        ("{{ .Name.More }}", (1, 4), ".Name has no field .More"),
        ("{{ range .Files }}{{ .Name }}{{ end }}", (1, 22), "a text has no field .Name"),
        ("{{ if .Has }}x", (1, 1), "if has no end"),
        ("x{{ end }}", (1, 5), "end closes nothing"),
        ("x{{ .Name", (1, 2), "an action has no end: }} is missing"),
        ("{{ }}", (1, 1), "there is nothing between {{ and }}"),
        ("{{/* x }}", (1, 1), "a comment has no end: */ is missing"),
        ('{{ template "x" }}', (1, 4), "template is not supported: write the text where it is needed"),
        ('{{ define "x" }}{{ end }}', (1, 4), "define is not supported: write the text where it is needed"),
        ("{{ $x }}", (1, 4), "the variable $x is not declared"),
        ("{{ .Name | .Name }}", (1, 12), "behind | stands the name of a function"),
        ("{{ .Name .Name }}", (1, 4), "only a function has arguments"),
        ("{{ len }}", (1, 4), "len does not take nothing"),
        ("{{ and }}", (1, 4), "and does not take nothing"),
        ("{{ print (or) }}", (1, 11), "or does not take nothing"),
        ('{{ index .Files 9 }}', (1, 4), "index: there is no item 9 in a list of 2"),
        ('{{ printf "%d" .Name }}', (1, 4), "printf: %d does not write 'zoo_pet'"),
        ("{{ eq .Name 1 }}", (1, 4), "eq: 'zoo_pet' and '1' cannot be compared"),
        ("{{ range .Name }}{{ end }}", (1, 10), "range goes over a list, not over a text"),
        ("{{ ( .Name }}", (1, 4), "a parenthesis is not closed"),
        ('{{ "\\q" }}', (1, 4), '"\\\\q" is not an escape'),
        ("{{ .Name ; }}", (1, 10), "';' cannot stand here"),
        ("{{ if .Has }}{{ else no }}{{ end }}", (1, 22), "behind else stands nothing, if or with"),
        ("{{ if .Has }}{{ end no }}", (1, 21), "behind end stands nothing"),
        (f"{{{{ {'9' * 21} }}}}", (1, 4), "the number is too long"),
        ("{{ . }}", (1, 4), "the page as a whole is not a text; give the name of a field"),
        ("{{ $ }}", (1, 4), "the page as a whole is not a text; give the name of a field"),
        *((f"{{{{ {word} }}}}", (1, 4), f"{word} is not supported: write") for word in ("block", "break", "continue")),
        ("{{ else }}", (1, 4), "else closes nothing"),
        ("\n{{ else }}", (2, 4), "else closes nothing"),
        ("\n\n a {{ else }}", (3, 7), "else closes nothing"),
        ("{{ if .Has }}{{ else }}", (1, 1), "if has no end"),
        ("{{ if .Has }}{{ else }}{{ else }}{{ end }}", (1, 27), "if has no end"),
        ("{{/* a */ }}", (1, 8), "a comment is not alone between {{ and }}"),
        # values
        ("{{ if }}{{ end }}", (1, 1), "a value is missing"),
        ("{{ | len }}", (1, 4), "a value is missing"),
        ("{{ .Name | }}", (1, 1), "a value is missing"),
        ("{{ len () }}", (1, 9), "a value is missing"),
        ("{{ ) }}", (1, 4), "a value is missing"),
        ("{{ .Name ) }}", (1, 10), "')' cannot stand here"),
        ("{{ .Name , }}", (1, 10), "',' cannot stand here"),
        ("{{ .Name..X }}", (1, 4), "only a function has arguments"),
        ("{{ 1a }}", (1, 4), "'1' cannot stand here"),
        *((f'{{{{ "a{escape}" }}}}', (1, 4), f'{json.dumps(escape)} is not an escape')
          for escape in ("\\uD800", "\\uDFFF", "\\U00110000", "\\400", "\\'")),
        # variables
        ("{{ $x = 1 }}", (1, 4), "the variable $x is not declared"),
        ("{{ $x, $y := 1 }}", (1, 4), "only range has two variables"),
        ("{{ if .Has }}{{ $x := 1 }}{{ end }}{{ $x }}", (1, 39), "the variable $x is not declared"),
        ("{{ print $x := 1 }}", (1, 13), "':=' cannot stand here"),
        ("{{ $x := 1 }}{{ $x.A }}", (1, 17), "a number has no field .A"),
        ("{{ $x := true }}{{ $x.A }}", (1, 20), "true or false has no field .A"),
        ("{{ $x := nil }}{{ $x.A }}", (1, 19), "nothing has no field .A"),
        ("{{ $x := .Files }}{{ $x.A.B }}", (1, 22), "a list has no field .A"),
        ("{{ $.None }}", (1, 4), "there is no field .None here"),
        # arguments
        ("{{ len 1 2 }}", (1, 4), "len does not take 2 arguments (a number, a number)"),
        ('{{ "a" | len "b" }}', (1, 10), "len does not take 2 arguments (a text, a text)"),
        ("{{ eq 1 }}", (1, 4), "eq does not take 1 argument (a number)"),
        ("{{ ne 1 2 3 }}", (1, 4), "ne does not take 3 arguments"),
        ("{{ len true }}", (1, 4), "len: true has no length"),
        ('{{ index "ab" 1 }}', (1, 4), "index: a list and a number are needed"),
        ("{{ index .Files true }}", (1, 4), "index: a list and a number are needed"),
        ('{{ index .Files "a" }}', (1, 4), "index: a list and a number are needed"),
        ("{{ index .Files -1 }}", (1, 4), "index: there is no item -1 in a list of 2"),
        ("{{ index .Files 2 }}", (1, 4), "index: there is no item 2 in a list of 2"),
        ("{{ lt true false }}", (1, 4), "lt: 'true' and 'false' have no order"),
        ('{{ lt 1 "a" }}', (1, 4), "lt: '1' and 'a' have no order"),
        ('{{ lt "a" 1 }}', (1, 4), "lt: 'a' and '1' have no order"),
        ("{{ eq 1 true }}", (1, 4), "eq: '1' and 'true' cannot be compared"),
        ("{{ printf 1 }}", (1, 4), "printf: the layout is not a text"),
        ('{{ printf "%s" }}', (1, 4), "printf: there is no value for %s"),
        ('{{ printf "a" 1 }}', (1, 4), "printf: the layout has no place for '1'"),
        *((f'{{{{ printf "{verb}" {value} }}}}', (1, 4), f"printf: {verb} does not write '{shown}'")
          for verb, value, shown in (
              ("%", "1", "1"), ("%x", "1", "1"), ("%d", "true", "true"), ("%#d", "1", "1"), ("%s", "1", "1"),
              ("%t", "1", "1"), ("%q", "1", "1"), ("%05s", "`a`", "a"), ("%+q", "`a`", "a"), ("%#v", "`a`", "a"),
              ("%05v", "1", "1"), ("%05t", "true", "true"), ("%3s", ".No", "[]"), ("%3v", ".No", "[]"))),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(source: str, place: tuple[int, int], text: str) -> None:
    with pytest.raises(TemplateError) as raised:
        written(source)
    assert (line_and_column(source, raised.value.offset), raised.value.text[: len(text)]) == (place, text)


@pytest.mark.parametrize(
    "source",
    [
        "{{ if .Has }}" * 51 + "{{ end }}" * 51,
        "{{ if .Not }}{{ else if .Has }}" + "{{ if .Has }}" * 49 + "{{ end }}" * 50,
        f"{{{{ {'(' * 50}.Name{')' * 50} }}}}",
        '{{ $x := "aaaaaaaaaa" }}' + '{{ $x = printf "%s%s" $x $x }}' * 40,
        pytest.param("{{ $l := .Files }}" + "{{ range $l }}" * 30 + "{{ end }}" * 30, marks=pytest.mark.soak),
    ],
    ids=["branches", "branches behind else", "parentheses", "a text that grows", "loops in loops"],
)
def test_a_template_that_would_take_too_much_is_refused(source: str) -> None:
    with pytest.raises(TemplateError, match=r"more than|takes more"):
        written(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ if .Has }}" * 50 + "x" + "{{ end }}" * 50, "x"),
        (f"{{{{ {'(' * 49}.Name{')' * 49} }}}}", "zoo_pet"),
        ("{{ if .Not }}{{ else if .Has }}" + "{{ if .Has }}" * 48 + "x" + "{{ end }}" * 49, "x"),
        ("{{ if .Not }}{{ else }}" + "{{ if .Has }}" * 49 + "x" + "{{ end }}" * 50, "x"),
    ],
    ids=["branches", "parentheses", "branches behind else if", "branches behind else"],
)
def test_a_template_may_be_nested_fifty_levels_deep(source: str, expected: str) -> None:
    assert written(source) == expected


@pytest.mark.parametrize(
    ("most", "source", "message"),
    [
        (7, "{{ .Name }}", None),
        (6, "{{ .Name }}", "the page would have more than 6 characters"),
        (9, "{{ .Name }}ab", None),
        (8, "{{ .Name }}ab", "the page would have more than 8 characters"),
        (6, "{{ $x := print .Name }}", "print makes more than 6 characters"),
        (7, "{{ $x := print .Name }}", None),
        (7, "{{ $x := list }}", "list makes more than 7 characters"),
        (8, "{{ $x := list }}", None),
    ],
)
def test_a_template_writes_no_more_than_the_limit(
    monkeypatch: pytest.MonkeyPatch, most: int, source: str, message: str | None
) -> None:
    monkeypatch.setattr(evaluator, "MAX_OUTPUT", most)
    nodes, functions = parse(source), builtins() | {"list": lambda: ["a.tf", "b.tf"]}
    if message is None:
        evaluate(nodes, FIELDS, functions)
        return
    with pytest.raises(TemplateError, match=f"^{message}$"):
        evaluate(nodes, FIELDS, functions)


PIECES = st.lists(
    st.sampled_from(
        ["{{", "}}", "{{-", "-}}", " ", ".Name", "if", "end", "else", "range", "with", "|", "(", ")", '"a"', "`b`",
         "$x", ":=", "=", ",", "printf", "len", ".", "$", "/*", "*/", "\n", "text", "1", "true", "nil", "%s", "\\", '"']
    ),
    max_size=14,
).map("".join)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(PIECES)
def test_any_text_is_a_template_or_an_error_with_a_place(source: str) -> None:
    offset = 0
    try:
        written(source)
    except TemplateError as error:
        offset = error.offset
    assert 0 <= offset <= len(source)


@pytest.mark.parametrize(("steps", "fits"), [(2, False), (3, True), (4, True)])
def test_a_template_takes_a_step_for_each_of_its_nodes(
    monkeypatch: pytest.MonkeyPatch, steps: int, *, fits: bool
) -> None:
    monkeypatch.setattr(evaluator, "MAX_STEPS", steps)
    nodes = parse("a{{ .Name }}b")
    if fits:
        assert evaluate(nodes, FIELDS, builtins()) == "azoo_petb"
        return
    with pytest.raises(TemplateError, match=r"^the template takes more than 2 steps"):
        evaluate(nodes, FIELDS, builtins())
