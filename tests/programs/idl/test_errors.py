"""Everything that an IDL cannot have is refused where it stands: an example of every rule, and all of them at once."""

import re

import pytest

from mapper.programs.idl.parser import read
from mapper.programs.idl.parser.constants import number_of
from mapper.programs.idl.parser.read import Reading, is_built, is_source
from mapper.programs.idl.parser.syntax import MAX_BYTES
from mapper.programs.idl.settings import Dialect
from mapper.systems.pulumi.rules import RULES

from .fixtures import reading

IDL = 'import "github.com/pulumi/pulumi/pkg/resource/idl"\n'
RESOURCE = f"{IDL}type R struct {{\n\tidl.Resource\n\t"
NAMED = f"{IDL}type R struct {{\n\tidl.NamedResource\n\t"


def found(text: str, dialect: Dialect = Dialect.DESIGN, **files: str) -> list[str]:
    """What is found in the file `a.go`, as `line:column code`."""
    return [f"{f.place.line}:{f.place.column} {f.rule.code}" for f in reading(dialect, a=text, **files).findings]


EXPRESSIONS = {
    "3i": "imaginary literal",
    "0x1i": "imaginary literal",
    "'a'": "rune literal",
    "iota": "iota",
    "nil": "nil",
    "B": "identifier",
    "(B)": "identifier",
    "b.C": "selector expression",
    "b.C.D": "selector expression",
    "x.(T)": "type assertion expression",
    "f()": "call expression",
    "f(1, a...)": "call expression",
    "a[1]": "index expression",
    "a[1, 2]": "index expression",
    "a[:]": "slice expression",
    "a[1:2:3]": "slice expression",
    "func() {}": "func literal",
    "[]string{}": "composite literal",
    "map[string]int{}": "composite literal",
    "struct{}{}": "composite literal",
    "-x": "an expression",
    "- -1": "an expression",
    "!true": "an expression",
    "*p": "an expression",
    "<-c": "an expression",
    "1 + 2": "an expression other than a sum of strings",
    "1 == 2": "an expression other than a sum of strings",
    "true && false": "an expression other than a sum of strings",
    '"a" - "b"': "an expression other than a sum of strings",
    '"a" + B': "identifier",
    'B + "a"': "an expression other than a sum of strings",
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_value_that_is_no_literal_is_called_what_it_is(expression: str) -> None:
    (found,) = reading(Dialect.DESIGN, a=f"const A = {expression}\n").findings
    assert found.text == f"the value of A is not a literal but {EXPRESSIONS[expression]}"


UNEXPECTED = {  # as `go tool compile` names it
    "type S struct {\n\tA string\n": "EOF",
    "type S struct {\n\tA string B\n}\n": "name B",
    "type S\n": "newline",
    "type type struct {\n}\n": "keyword type",
    "type + struct {\n}\n": "+",
}


@pytest.mark.parametrize("text", UNEXPECTED)
def test_what_is_unexpected_is_named_as_go_names_it(text: str) -> None:
    found = reading(Dialect.DESIGN, a=text).findings
    assert found[0].text.startswith(f"syntax error: unexpected {UNEXPECTED[text]}, ")


def struct(member: str) -> str:
    return f"type S struct {{\n\t{member}\n}}\n"


CASES = {
    # syntax
    "OAS901 missing brace": ("type S struct {\n\tA string\n", ["4:1 OAS901"]),
    "OAS901 stray tag": (struct("A string `x` `y`"), ["3:15 OAS901"]),
    "OAS901 path of an import": ("import 'a'\n", ["2:8 OAS901", "2:8 OAS903"]),
    "OAS901 unknown escape": ('const A = "\\q"\n', ["2:13 OAS901"]),
    "OAS901 package main": ("package main\n", ["1:9 OAS901"]),
    "OAS901 rune of no character": ('const A = "\\U00110000"\n', ["2:13 OAS901"]),
    "OAS901 first surrogate": ('const A = "\\uD800"\n', ["2:13 OAS901"]),
    "OAS901 last surrogate": ('const A = "\\uDFFF"\n', ["2:13 OAS901"]),
    "OAS901 no parameter": (struct("A func(a string, +)"), ["3:19 OAS901"]),
    "OAS901 character of no name": (struct("A² string"), ["3:3 OAS901"]),
    "OAS901 characters of no name": (struct("äⅳ²A string"), ["3:4 OAS901"]),
    # names
    "OAS902 undefined": (struct("A Nothing"), ["3:4 OAS902"]),
    "OAS902 undefined package": (struct("A other.T"), ["3:4 OAS902"]),
    "OAS902 constant as a type": (f'const C = "x"\n{struct("A C")}', ["4:4 OAS902"]),
    "OAS902 true": (struct("A true"), ["3:4 OAS902"]),
    "OAS902 nil": (struct("A nil"), ["3:4 OAS902", "3:4 OAS921"]),
    "OAS902 no marker": (f"{IDL}{struct('A *idl.Nothing')}", ["4:9 OAS902"]),
    "OAS903 not in the IDL": ('import "fmt"\n', ["2:8 OAS903"]),
    "OAS903 unused": (IDL, ["2:8 OAS903"]),
    "OAS903 dot": ('import . "example.com/aws/idl"\n', ["2:8 OAS903"]),
    "OAS904 type": ("type E string\ntype E string\n", ["2:6 OAS921", "3:6 OAS904", "3:6 OAS921"]),
    "OAS904 member": (struct("A, A string"), ["3:5 OAS904", "3:5 OAS917"]),
    "OAS905 func": ("func F() {}\n", ["2:1 OAS905"]),
    "OAS905 var": ("var x = 1\n", ["2:5 OAS905"]),
    "OAS906 interface": ("type I interface { M() }\n", ["2:8 OAS906"]),
    "OAS906 error": (struct("A error"), ["3:4 OAS906"]),
    "OAS906 comparable": (struct("A comparable"), ["3:4 OAS906"]),
    "OAS906 function": (struct("A func(a ...string)"), ["3:4 OAS906"]),
    "OAS906 function without names": (struct("A func(...string)"), ["3:4 OAS906"]),
    "OAS906 array": (struct("A [3]string"), ["3:4 OAS906"]),
    "OAS906 generic": ("type G[T any] struct{}\n", ["2:6 OAS906"]),
    "OAS906 pointer": ("type P *string\n", ["2:8 OAS906"]),
    "OAS906 embedded": (struct("string"), ["3:2 OAS906"]),
    "OAS902 base of an enum": ('type E F\nconst A E = "a"\n', ["2:8 OAS902"]),
    "OAS902 enum of a constant": ('const A E = "a"\n', ["2:9 OAS902"]),
    "OAS907 enum of numbers": ("type E float64\nconst A E = 1\n", ["2:6 OAS921", "3:9 OAS907"]),
    "OAS908 iota": ("const A = iota\n", ["2:11 OAS908"]),
    "OAS908 repeated": ('const (\n\tA = "x"\n\tB\n)\n', ["4:2 OAS908"]),
    "OAS908 overflow": ("const A float64 = 1e999\n", ["2:19 OAS908"]),
    "OAS908 other type": ('const A bool = "x"\n', ["2:16 OAS908"]),
    "OAS909 int": (struct("A int"), ["3:4 OAS909"]),
    "OAS910 resource": (f"{RESOURCE}A string\n}}\n{struct('A R')}", ["8:4 OAS910"]),
    "OAS910 asset": (f"{IDL}{struct('A idl.Asset')}", ["4:4 OAS910"]),
    "OAS911 pointer": (struct("A *string"), ["3:4 OAS911"]),
    "OAS911 element": (struct("A []*string"), ["3:4 OAS911"]),
    "OAS912 no pointer": (struct('A string `pulumi:"optional"`'), ["3:4 OAS912"]),
    "OAS913 out of a struct": (struct('A string `pulumi:"out"`'), ["3:2 OAS913"]),
    "OAS914 key": (struct("A map[bool]string"), ["3:8 OAS914"]),
    "OAS914 named key": (f"type N float64\n{struct('A map[N]string')}", ["2:6 OAS921", "4:4 OAS914"]),
    "OAS915 named map": (f"type M map[string]string\n{struct('A M')}", ["2:6 OAS921", "4:4 OAS915"]),
    "OAS916 unknown": (struct('A *string `pulumi:"optinal"`'), ["3:4 OAS911", "3:12 OAS916"]),
    "OAS916 unknown of a resource": (f'{RESOURCE}A string `pulumi:"replcaes"`\n}}\n', ["5:11 OAS916"]),
    "OAS916 secret twice": (struct('A string `pulumi:"secret,secret"`'), ["3:2 OAS921", "3:11 OAS916"]),
    "OAS916 unknown second": (struct('A *string `lumi:"a,optinal"`'), ["3:4 OAS911", "3:12 OAS916"]),
    "OAS916 two keys": (struct('A string `pulumi:"name=a" lumi:"a"`'), ["3:11 OAS916"]),
    "OAS916 no name": (struct('A string `lumi:""`'), ["3:11 OAS916"]),
    "OAS916 in and out": (f'{RESOURCE}A *string `pulumi:"in,out"`\n}}\n', ["5:2 OAS921", "5:12 OAS916"]),
    "OAS916 no identifier": (struct('A string `pulumi:"name=a-b"`'), ["3:11 OAS916"]),
    "OAS916 malformed": (struct("A string `pulumi`"), ["3:11 OAS916"]),
    "OAS916 no text": (struct("A string 1"), ["3:11 OAS916"]),
    "OAS917 one name": (struct('A string\n\tB string `lumi:"a"`'), ["4:2 OAS917"]),
    "OAS918 id": (f"{RESOURCE}ID string\n}}\n", ["5:2 OAS918"]),
    "OAS918 arguments": (f"{RESOURCE}A string\n}}\ntype RArgs struct{{}}\n", ["7:6 OAS918"]),
    "OAS918 provider": (f'{RESOURCE}A string\n}}\nconst NewRProvider = "x"\n', ["7:7 OAS918"]),
    "OAS918 TypeScript": ('const class = "x"\n', ["2:7 OAS918"]),
    "OAS920 initials": (struct('CIDRIP *string `pulumi:"optional"`'), ["3:2 OAS920"]),
    "OAS921 any": (struct("A any"), ["3:4 OAS921"]),
    "OAS922 member": (struct("a string"), ["3:2 OAS922"]),
    "OAS901 two lines": ("type A ]\n(\n", ["2:8 OAS901", "3:1 OAS901"]),
    "OAS923 itself": (struct("A S"), ["2:6 OAS923"]),
    "OAS923 behind aliases": (
        "type A B\ntype B A\ntype C A\ntype D C\nconst X C = 1\nconst Y D = 1\n",
        ["2:6 OAS923", "6:9 OAS907", "7:9 OAS907"],
    ),
    "OAS923 beside others": (
        struct('S S\n\tA string `pulumi:"replaces"`\n\tB int\n\tC string `pulumi:"optional"`'),
        ["2:6 OAS923", "4:2 OAS913", "5:4 OAS909", "6:4 OAS912"],
    ),
    "OAS923 in a resource": (
        f'{RESOURCE}S R\n\tA string `pulumi:"replaces"`\n\tB int\n}}\n',
        ["3:6 OAS923", "7:4 OAS909"],
    ),
    "OAS925 out and replaces": (f'{RESOURCE}A string `pulumi:"out,replaces"`\n}}\n', ["5:11 OAS925"]),
    "OAS925 two markers": (f"{IDL}type R struct {{\n\tidl.Resource\n\tidl.NamedResource\n}}\n", ["4:2 OAS925"]),
    "OAS930 equal values": ('type E string\nconst A E = "a"\nconst B E = "a"\n', ["4:7 OAS930"]),
    "OAS929 nothing": ("", ["1:9 OAS929"]),
    "OAS927 id": (f'{RESOURCE}ID string `pulumi:"out"`\n}}\n', ["5:2 OAS927"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_found_where_it_stands(case: str) -> None:
    text, expected = CASES[case]
    assert found(text) == expected


@pytest.mark.parametrize("value", ["\\uD7FF", "\\uE000", "\\U0010FFFF"])
def test_a_text_has_every_character_but_halves_of_pairs(value: str) -> None:
    assert found(f'const A = "{value}"\n') == []


@pytest.mark.parametrize("type_", ["[]*idl.Asset", "map[string]*idl.Archive", "[]*R", "map[string][]*R", "[]string"])
def test_an_element_that_is_a_capability_is_a_pointer(type_: str) -> None:
    assert found(f"{RESOURCE}A {type_}\n}}\n") == []


def test_across_packages() -> None:
    other = "type Shown string\ntype hidden string\n"
    text = f'import "example.com/aws/idl/ec2"\n{struct("A ec2.hidden")}'
    assert found(text, ec2__x=other) == ["4:8 OAS922", "2:6 OAS921", "3:6 OAS921"]


def test_a_cycle_of_imports_is_found_once() -> None:
    one = 'import "example.com/aws/idl/s3"\ntype A struct {\n\tB s3.B\n}\n'
    two = 'import "example.com/aws/idl/ec2"\ntype B struct {\n\tA *ec2.A `pulumi:"optional"`\n}\n'
    cycles = [f.problem.cause for f in reading(ec2__a=one, s3__b=two).findings if "cycle of imports" in f.text]
    assert cycles == ["s3/b.go:2:8: cycle of imports: ec2 imports s3 imports ec2 [OAS903]"]


def test_a_type_that_contains_itself_over_others_is_found_once() -> None:
    text = "type A struct {\n\tB B\n}\ntype B struct {\n\tC C\n}\ntype C A\n"
    assert found(text) == ["2:6 OAS923"]


@pytest.mark.parametrize(
    ("one", "other", "codes"),
    [
        ("type A string\n", "type B string\n", ["OAS919"]),
        ('const A = "a"\n', 'const B = "b"\n', ["OAS919"]),
        ("", 'const B = "b"\n', ["OAS919"]),
        ('const A = "a"\n', "", []),  # of which nothing is written
    ],
)
def test_files_that_differ_in_case_only_are_one_on_some_file_systems(one: str, other: str, codes: list[str]) -> None:
    assert [f.rule.code for f in reading(Key=one, key=other).errors] == codes


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("1", 1),
        ("1_000.5", 1000.5),
        (".5", 0.5),
        ("-2", -2),
        ("1e3", 1000),
        ("0x10", 16),
        ("-0X1F", -31),
        ("0x1p-2", 0.25),
        ("0x1.8p1", 3),
        ("0b101", 5),
        ("0o17", 15),
        ("017", 15),
        ("0", 0),
        ("08", None),
        ("2i", None),
    ],
)
def test_a_number_is_what_go_reads(literal: str, value: float | None) -> None:
    assert number_of(literal) == value


@pytest.mark.parametrize(("levels", "codes"), [(199, []), (200, ["3:404 OAS901"])])
def test_a_type_has_so_many_levels_at_most(levels: int, codes: list[str]) -> None:
    assert found(struct(f"A {'[]' * levels}string")) == codes


@pytest.mark.parametrize(("levels", "codes"), [(199, []), (200, ["2:211 OAS901"])])
def test_a_value_has_so_many_levels_at_most(levels: int, codes: list[str]) -> None:
    assert found(f'const A = {"(" * levels}"a"{")" * levels}\n') == codes


def test_the_properties_of_all_structs_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MOST_PROPERTIES", 3)
    text = struct("A, B string\n\tT") + "type T struct {\n\tC string\n}\ntype U struct {\n\tC string\n}\n"
    assert found(struct("A, B, C string")) == []
    assert found(text) == ["6:6 OAS924"]
    monkeypatch.setattr(read, "MOST_PROPERTIES", 4)
    assert found(text) == ["9:6 OAS924"]
    monkeypatch.setattr(read, "MOST_PROPERTIES", 5)
    assert found(text) == []


def test_a_file_that_go_leaves_out_is_not_read() -> None:
    broken = "type S struct {\n"
    assert found(struct("A string"), a_windows=broken, ec2__b_arm64=broken, ec2__b="const B = true\n") == []
    assert found(struct("A string"), a_linux=broken) == ["3:1 OAS901"]


def test_names_that_only_todays_stubs_cannot_have_are_left_to_the_tool_of_2017() -> None:
    text = f"{RESOURCE}ID string\n}}\ntype RArgs struct {{ r }}\ntype r struct {{}}\ntype class string\n"
    files = {"index": "const A = true\n", "oasmap__a": "const A = true\n", "b": "type b struct { B r }\n"}
    read = reading(Dialect.LUMIDL, a=text, **files)
    assert [str(one).partition(" [")[0] for one in read.findings if one.rule.code != "OAS921"] == [
        "a.go:8:6: r is not exported in the IDL",
        "a.go:9:6: class is a word of TypeScript",
        "a.go:9:6: class is not exported in the IDL",
        "b.go:2:6: b is not exported in the IDL",
    ]


@pytest.mark.parametrize("bytes_more", [0, 1])
def test_a_file_may_be_as_large_as_the_largest(bytes_more: int) -> None:
    text = "package aws\n\nconst A = true\n// "
    padded = text + "." * (MAX_BYTES - len(text) + bytes_more)
    said = ["a.go:1:1: is larger than 8 MiB [OAS924]; split it into several files"]
    assert [str(f) for f in reading(a=padded).errors] == said[:bytes_more]


def test_the_folder_of_what_the_stubs_share_is_taken() -> None:
    assert [str(f) for f in reading(oasmap__a=struct("A string")).errors] == [
        "oasmap/a.go:1:1: oasmap/ is what the stubs share [OAS918]; rename the folder"
    ]


def test_unexported_types_stay_in_their_file() -> None:
    own = "type s struct {\n\tA string\n}\ntype T struct {\n\tS s\n}\n"
    assert found(own) == []
    assert found(own, b="type U struct {\n\tS s\n}\n") == ["3:2 OAS922"]
    assert found(own, Dialect.LUMIDL) == ["2:6 OAS926"]


def test_all_mistakes_of_all_files_are_said_at_once() -> None:
    read = reading(a=struct("A int"), b="func F() {}\n", ec2__c="type T struct {\n\tA Nothing\n")
    assert [str(f).partition(": ")[0] for f in read.errors] == ["a.go:3:4", "b.go:2:1", "ec2/c.go:4:1"]
    assert read.program is None


def test_what_may_be_declared_in_a_broken_file_is_not_called_undefined() -> None:
    read = reading(a=struct("A T"), b="type T struct {\n")
    assert [f.rule.code for f in read.errors] == ["OAS901"]


def test_an_error_says_what_to_do() -> None:
    (error,) = reading(a=struct('A *string `lumi:"a,optionall"`')).errors[1:]
    assert str(error) == "a.go:3:12: unknown option 'optionall' [OAS916]; did you mean optional?"


def test_nothing_to_read_is_an_error() -> None:
    assert [(f.text, f.place) for f in reading().errors] == [("no Go files here", ("", 1, 1))]


def test_every_rule_has_a_code_of_the_system_and_an_example() -> None:
    assert all(re.fullmatch(r"OAS9\d\d", code) for code in RULES)
    shown = {code for _, expected in CASES.values() for code in re.findall(r"OAS\d+", " ".join(expected))}
    elsewhere = {"OAS919", "OAS924", "OAS926"}
    assert shown | elsewhere == RULES.keys()


def names(read: Reading) -> dict[str, tuple[str, ...]]:
    assert read.program is not None, read.errors
    return {one.name: tuple(p.name for p in one.properties) for one in read.program.types.values()}


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("", "groupID"), ('`pulumi:"optional"`', "groupID"), ('`pulumi:"name=gid,optional"`', "gid"),
        ('`pulumi:"optional,name=gid"`', "gid"), ('`lumi:"optional,optional"`', "optional"),
        ('`coco:"gid"`', "gid"), ('"lumi:\\"gid\\""', "gid"), ('`json:"x" pulumi:"name=gid"`', "gid"),
    ],
)  # fmt: skip
def test_every_spelling_of_a_tag_is_read(tag: str, name: str) -> None:
    star = "*" if "optional" in tag.replace("name", "") and "coco" not in tag else ""
    assert names(reading(a=struct(f"GroupID {star}string {tag}"))) == {"S": (name,)}


def test_embedded_structs_are_flattened_in_their_places() -> None:
    text = "type B struct {\n\tC string\n}\ntype S struct {\n\tA string\n\tB\n\tD string\n}\n"
    assert names(reading(a=text))["S"] == ("a", "c", "d")


def test_a_resource_may_be_another_one_under_a_new_name() -> None:
    read = reading(a=f'{NAMED}A string `pulumi:"replaces"`\n}}\ntype T R\n')
    assert names(read) == {"R": ("name", "a"), "T": ("name", "a")}


def test_groups_may_end_on_their_last_line() -> None:
    types = "type (A struct { B string }; C struct { idl.Resource })"
    head = 'import ("github.com/pulumi/pulumi/pkg/resource/idl")\n'
    read = reading(a=f'{head}{types}\nconst (X = "x"; Y = "y")\nconst ()\n')
    assert names(read) == {"A": ("b",), "C": ()}


@pytest.mark.parametrize(
    ("member", "name"),
    [
        ("GroupDescription", "groupDescription"), ("VPC", "vpc"), ("CIDRIP", "cidrip"), ("IPProtocol", "ipProtocol"),
        ("GroupID", "groupID"), ("VPCConfig", "vpcConfig"), ("A", "a"), ("ETag", "eTag"),
    ],
)  # fmt: skip
def test_automatic_names(member: str, name: str) -> None:
    assert names(reading(a=struct(f"{member} string")))["S"] == (name,)


def test_comments_above_or_behind_are_kept() -> None:
    members = (
        "A string // behind\n\n\t/*above*/\n\tB string // not this\n\n\t// apart\n\n\tC string\n\n"
        "\t//none\n\t// some\n\t//\n\t//  more\n\tD string"
    )
    text = f"// S is.\n//\n//\tcode\n{struct(members)}"
    read = reading(a=text)
    assert read.program is not None
    (declared,) = read.program.types.values()
    assert declared.doc == "S is.\n\n\tcode"
    assert [p.doc for p in declared.properties] == ["behind", "above", "", "none\n some\n\n  more"]


@pytest.mark.parametrize("other", ["package c\n", "package b // fine\n"])
def test_an_import_of_a_folder_with_files_of_two_packages_is_refused_where_it_is(other: str) -> None:
    """Go says it there, and not where the other package clause is."""
    text = 'import "example.com/aws/idl/b"\ntype T b.B\n'
    refused = "2:8 OAS903" in found(text, b__b="package b\ntype B string\n", b__c=other)
    assert refused is other.startswith("package c")


def test_a_program_is_not_imported() -> None:
    assert "2:8 OAS903" in found(
        'import "example.com/aws/idl/b"\ntype T main.B\n', b__b="package main\ntype B string\n"
    )


def test_an_alias_is_the_aliased_type_unless_that_is_a_struct() -> None:
    read = reading(a="type Word = string\n" + struct("A Word"))
    assert read.program is not None, read.errors
    assert {one.name: one.kind.value for one in read.program.types.values()} == {"Word": "alias", "S": "struct"}
    (error,) = reading(a=struct("A string") + "type T = S\n").errors
    assert "T is another name for a struct" in error.problem.text
    assert len(reading(a="type T = T\n").errors) == 1


def test_a_key_that_is_no_text_is_one_message() -> None:
    (error,) = reading(a=struct("A map[int]string")).errors
    assert "the keys of a map are strings" in error.problem.text


@pytest.mark.parametrize(
    ("name", "head", "built"),
    [
        ("a.go", "", True), ("a_linux.go", "", True), ("windows.go", "", True), ("a_windows.go", "", False),
        ("a_linux_arm64.go", "", False), ("a.go", "//go:build ignore\n\n", False),
        ("a.go", "// A text.\n\n//go:build linux && !(windows || darwin)\n\n", True),
        ("a.go", "//go:build " + "(" * 5000 + "\n\n", True), ("a.go", "//go:build go1.21 && !cgo\n\n", False),
        ("a.go", "//go:build (linux) && windows\n\n", False), ("a.go", "//go:build (linux\n\n", True),
    ],
)  # fmt: skip
def test_files_that_go_leaves_out_are_no_part_of_a_package(name: str, head: str, built: bool) -> None:
    assert is_built(f"in/{name}", f"{head}package a\n\n//go:build ignore\n".encode()) == built


NO_SOURCES = "testdata/a.go a/vendor/b.go vendor/a.go .a/b.go _a/b.go a/.b.go _a.go a_test.go a.txt go a/b.go/c".split()


def test_a_package_has_the_files_that_go_takes_for_its_source() -> None:
    assert [path for path in NO_SOURCES if is_source(path)] == []
    assert all(map(is_source, ("a.go", "a/b.go", "testdata.go", "a/vendor.go", "a_.go", "test.go", "atestdata/a.go")))
