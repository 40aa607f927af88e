"""Broken IDL, by seeded mutations of valid one: refused where Go refuses it, at the same line, and no traceback."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.programs.idl.parser.read import Reading, read_sources
from mapper.programs.idl.settings import Dialect, Settings

from ...files import write_files
from ...pulumi.tools import OFFLINE, go, output, run
from . import fixtures
from .fixtures import emit, sources

pytestmark = pytest.mark.soak

MARKERS = "github.com/pulumi/pulumi/pkg/resource/idl"
GO_MOD = f"module example.com/mutants\n\ngo 1.21\n\nrequire {MARKERS} v0.0.0\n\nreplace {MARKERS} => ./markers\n"
MARKER_FILES = {
    "markers/go.mod": f"module {MARKERS}\n\ngo 1.21\n",
    "markers/idl.go": (
        "package idl\n\ntype Resource struct{}\n\ntype NamedResource struct {\n\tName *string\n}\n\n"
        "type Asset struct{}\n\ntype Archive struct{}\n"
    ),
}
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|`[^`]*`|"(?:[^"\\\n]|\\.)*"|\w+|[ \t]+|\n|.', re.DOTALL)
INSERTS = (
    "{ } ( ) [ ] * , ; . = := ... + - type const import func var struct interface map chan package string float64 int "
    'any error nil iota true 1 1.5 08 0x 1e999 "x" `y` \'z\' "\\q" "\\u12" Undefined idl.Nope _ // /* " ` \' # $ ? @ '
    "\\ \x00 é ⌘ ²"
).split(" ")
LINES = (
    "func F() {}", "var x = 1", "func (SecurityGroup) M() {}", "type T struct {", "}", ")", "type A = string",
    "type G[T any] struct{}", "const C", "const D = iota", "const E string = 1", "const X, Y = \"a\"", "type T int",
    'import "fmt"', 'import . "fmt"', 'import _ "fmt"', "type R struct { R }", "type P *P", "type Q Q", "type S []S",
    "type I interface { M() }", "type F func(", "type M map[[]string]string", "type N [2]string", "type O chan int",
    "const F32 float32 = 1", "const Inf float64 = 1e999", "const B bool = \"x\"", "package again", "x := 1", "return",
    "type init struct{}", "type string struct{}", "const true = \"x\"", "type U struct { string; float64 }",
    "type V struct { *idl.Resource }", "type W struct { A, A string }", "type X1 struct { X2 }\ntype X2 struct { X1 }",
    "type Y1 struct { A []Y1; B map[string]Y1; C *Y1 }", "type Z1 struct { A idl.Missing; B missing.Type }", "go vet",
    "type ( A1 string; A2 A1 )", "const ( K1 = \"a\"; K2 )", "type _ struct{}", "const _ = \"x\"",
    "type L1 struct { A struct { B undefinedType } }",
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A changed IDL: `files` by path below its folder."""

    number: int
    what: str
    files: dict[str, bytes]


@dataclass
class Verdict:
    """Where Go and the reader refuse a mutant, as `path:line`; `""` for a refusal without a place."""

    go: list[str]
    ours: list[str]

    @property
    def is_good(self) -> bool:
        """Whether the reader refuses every line that Go refuses; a refusal without a place anywhere."""
        places = {place for place in self.go if place}
        return places <= set(self.ours) and (bool(self.ours) or not self.go)


def mutants(seed: int, count: int, name: str) -> list[Mutant]:
    """The first mutants of a seed."""
    original = {path: data.decode() for path, data in sources(name).items()}
    made = []
    for number in range(count):
        random_ = random.Random(f"{seed} {name} {number}")
        base = f"example.com/mutants/{name}{number:04d}"
        files = {path: text.replace(f"example.com/{name}/idl", base) for path, text in original.items()}
        what = []
        for _ in range(random_.choice((1, 1, 1, 1, 2))):
            path = random_.choice(sorted(files))
            kind, change = random_.choice(list(CHANGES.items()))
            if _tokens(files[path])[1]:
                files[path] = change(random_, files[path])
            what.append(f"{kind} in {path}")
        made.append(Mutant(number, ", ".join(what), {path: text.encode() for path, text in files.items()}))
    return made


def _tokens(text: str) -> tuple[list[str], list[int]]:
    """All tokens, and the indices of those that are neither blanks nor comments."""
    tokens = TOKEN.findall(text)
    return tokens, [i for i, token in enumerate(tokens) if token.strip(" \t") and not token.startswith(("//", "/*"))]


Change = Callable[[random.Random, str], str]


def _of_token(change: Change, *, words: bool = False, strings: bool = False) -> Change:
    """Change one token, or one word or string."""

    def changed(random_: random.Random, text: str) -> str:
        tokens, places = _tokens(text)
        if words:
            places = [i for i in places if tokens[i].isidentifier()]
        if strings:
            places = [i for i in places if tokens[i][0] in '"`']
        if places:
            place = random_.choice(places)
            tokens[place] = change(random_, tokens[place])
        return "".join(tokens)

    return changed


def _of_lines(change: Callable[[random.Random, list[str], int], object]) -> Change:
    """Change the lines at one of them."""

    def changed(random_: random.Random, text: str) -> str:
        lines = text.split("\n")
        change(random_, lines, random_.randrange(len(lines)))
        return "\n".join(lines)

    return changed


def _swapped(random_: random.Random, text: str) -> str:
    tokens, places = _tokens(text)
    at = random_.randrange(max(len(places) - 1, 1))
    one, other = places[at], places[(at + 1) % len(places)]
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _exchanged(random_: random.Random, text: str) -> str:
    """A word of the file in the place of another."""
    words = [token for token in _tokens(text)[0] if token.isidentifier()]
    return _of_token(lambda random_, _: random_.choice(words), words=True)(random_, text)


def _without_char(random_: random.Random, text: str) -> str:
    place = random_.randrange(len(text))
    return text[:place] + text[place + 1 :]


def _retyped(random_: random.Random, text: str) -> str:
    """Another type of a member or constant."""
    types = "int,*string,[]int,map[int]string,struct{},[3]string,Nothing,idl.Asset,error,chan bool".split(",")
    words = list(re.finditer(r"\b(?:string|float64|bool)\b|\*\w+|\[\]\w+", text))
    if not words:
        return text
    word = random_.choice(words)
    return text[: word.start()] + random_.choice(types) + text[word.end() :]


STRINGS = ('""', '"fmt"', '"no/such/package"', '"./here"', "`a`", '"a b"')
CHANGES: dict[str, Change] = {
    "delete token": _of_token(lambda *_: ""),
    "double token": _of_token(lambda _, token: f"{token} {token}"),
    "swap tokens": _swapped,
    "insert token": _of_token(lambda random_, token: f"{random_.choice(INSERTS)} {token}"),
    "replace token": _of_token(lambda random_, _: random_.choice(INSERTS)),
    "exchange words": _exchanged,
    "misspell": _of_token(
        lambda random_, word: random_.choice((word.swapcase(), f"{word}X", word.lower(), "_")), words=True
    ),
    "change string": _of_token(lambda random_, token: random_.choice((*STRINGS, token[:-1])), strings=True),
    "delete line": _of_lines(lambda _, lines, at: lines.pop(at)),
    "double line": _of_lines(lambda _, lines, at: lines.insert(at, lines[at])),
    "move line": _of_lines(lambda random_, lines, at: lines.insert(random_.randrange(len(lines)), lines.pop(at))),
    "insert line": _of_lines(lambda random_, lines, at: lines.insert(at, random_.choice(LINES))),
    "append line": lambda random_, text: f"{text}\n{random_.choice(LINES)}\n",
    "delete character": _without_char,
    "cut": lambda random_, text: text[: random_.randrange(len(text))],
    "change type": _retyped,
}


def judge(all_: list[Mutant], name: str, folder: Path) -> list[Verdict]:
    """What Go and the reader say of mutants. Go sees them as packages of one module."""
    files = {"go.mod": GO_MOD, **MARKER_FILES}
    write_files(folder, files)
    for mutant in all_:
        for path, data in mutant.files.items():
            target = folder / f"{name}{mutant.number:04d}" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    refused = _refused_by_go(folder)
    verdicts = []
    for mutant in all_:
        top = f"{name}{mutant.number:04d}"
        settings = Settings(name, f"example.com/mutants/{top}", f"example.com/{name}/provider", (MARKERS,))
        errors = read_sources(mutant.files, settings).errors
        ours = [f"{error.place.path}:{error.place.line}" for error in errors]
        said = [place.removeprefix(f"{top}/") for place in refused if place.startswith(f"{top}/")]
        verdicts.append(Verdict([place if re.search(r":\d+$", place) else "" for place in said], ours))
    return verdicts


def _refused_by_go(folder: Path) -> list[str]:
    """`path:line` of everything that the Go tool and its compiler refuse; the path alone where no line is said."""
    listed = output([go(), "list", "-e", "-json=ImportPath,Error,DepsErrors,Incomplete", "./..."], folder, **OFFLINE)
    places: list[str] = []
    good: list[str] = []
    decoder, at = json.JSONDecoder(), 0
    while at < len(listed):
        package, at = decoder.raw_decode(listed, at)
        at += len(listed[at:]) - len(listed[at:].lstrip())
        path = package["ImportPath"].removeprefix("example.com/mutants/")
        if error := package.get("Error"):
            places += _places(error.get("Pos", "") + ": " + error["Err"], folder) or [f"{path}/?"]
        if not package.get("Incomplete") and path != package["ImportPath"]:
            good.append(f"./{path}")
    _, built = run([go(), "build", "-gcflags=-e", *good], folder, **OFFLINE)
    return places + _places(built, folder)


def _places(text: str, folder: Path) -> list[str]:
    # where an error leads to another file, that is where it is
    found = re.findall(
        r"^(?:.*? )?(?:\./)?([^\s:]+\.go):(\d+)(?::\d+)?: ", text.replace(f"{folder}/", ""), re.MULTILINE
    )
    return [f"{path}:{line}" for path, line in found]


@pytest.mark.peer
@pytest.mark.parametrize("name", ["aws", "bakery"])
def test_what_go_refuses_is_refused_at_the_same_line(name: str, tmp_path: Path) -> None:
    go()
    made = mutants(1, 150, name)
    verdicts = judge(made, name, tmp_path.resolve())
    bad = {mutant.what: verdict for mutant, verdict in zip(made, verdicts, strict=True) if not verdict.is_good}
    assert bad == {}
    assert sum(bool(verdict.go) for verdict in verdicts) > 50


def read(files: dict[str, bytes], dialect: Dialect) -> Reading:
    """Read, and write what can be written: neither may raise."""
    reading = read_sources(files, fixtures.settings("bakery", dialect))
    if reading.program is not None:
        emit(reading.program, dialect)
    for finding in reading.findings:
        assert finding.place.line >= 1
        assert finding.place.column >= 1
        assert str(finding).isprintable()
    return reading


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 12), dialect=st.sampled_from(Dialect))
def test_mutations_are_read_without_a_traceback(seed: int, changes: int, dialect: Dialect) -> None:
    random_ = random.Random(seed)
    files = {path: data.decode() for path, data in fixtures.sources("bakery").items()}
    for _ in range(changes):
        path = random_.choice(sorted(files))
        if files[path].strip():
            try:
                files[path] = random_.choice(list(CHANGES.values()))(random_, files[path])
            except IndexError:  # nothing left to change
                continue
    read({path: text.encode() for path, text in files.items()}, dialect)


@settings(max_examples=150)
@given(
    prefix=st.sampled_from(
        [b"", b"package bakery\n", b"package bakery\ntype T struct {\n", b"package bakery\nconst A = "]
    ),
    data=st.binary(max_size=60),
)
def test_any_bytes_are_read_without_a_traceback(prefix: bytes, data: bytes) -> None:
    read({"a.go": prefix + data}, Dialect.DESIGN)


@settings(max_examples=100)
@given(at=st.integers(0, 10**6), byte=st.binary(min_size=1, max_size=3))
def test_any_byte_in_good_files_is_read_without_a_traceback(at: int, byte: bytes) -> None:
    files = fixtures.sources("bakery")
    path = sorted(files)[at % len(files)]
    data = files[path]
    place = at % len(data)
    read({**files, path: data[:place] + byte + data[place + 1 :]}, Dialect.DESIGN)


@pytest.mark.parametrize(
    "text",
    [
        "type T " + "[]" * 5000 + "string\n",
        "type T struct {\n\tA " + "*" * 5000 + "string\n}\n",
        "const A = " + "(" * 5000 + '"x"' + ")" * 5000 + "\n",
        "const A = " + " + ".join(['"x"'] * 5000) + "\n",
        "type T " + "struct { A " * 3000 + "string" + "}" * 3000 + "\n",
        "".join(f"type A{i} A{i + 1}\n" for i in range(20000)),
        "".join(f"type A{i} struct {{ A{i + 1} }}\n" for i in range(300)) + "type A300 struct { A string }\n",
    ],
    ids=["slices", "pointers", "parentheses", "sum", "structs", "names", "embedding"],
)
def test_deep_nesting_is_no_traceback(text: str) -> None:
    read({"a.go": f"package bakery\n{text}".encode()}, Dialect.DESIGN)
