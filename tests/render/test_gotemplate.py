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
]


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
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(source: str, place: tuple[int, int], text: str) -> None:
    with pytest.raises(TemplateError) as raised:
        written(source)
    assert (line_and_column(source, raised.value.offset), raised.value.text[: len(text)]) == (place, text)


@pytest.mark.parametrize(
    "source",
    [
        "{{ if .Has }}" * 60 + "{{ end }}" * 60,
        f"{{{{ {'(' * 60}.Name{')' * 60} }}}}",
        '{{ $x := "aaaaaaaaaa" }}' + '{{ $x = printf "%s%s" $x $x }}' * 40,
        pytest.param("{{ $l := .Files }}" + "{{ range $l }}" * 30 + "{{ end }}" * 30, marks=pytest.mark.soak),
    ],
    ids=["branches", "parentheses", "a text that grows", "loops in loops"],
)
def test_a_template_that_would_take_too_much_is_refused(source: str) -> None:
    with pytest.raises(TemplateError, match=r"more than|takes more"):
        written(source)


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
