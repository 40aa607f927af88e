"""No text of an input acts in a terminal, a comment, an annotation or a file of Go: it is shown as an escape."""

import json
import sys
import unicodedata
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from mapper.inputs import Spot
from mapper.model import EntityKind, EntityRef, Mapping
from mapper.report.diagnostic import MAX_TEXT, Diagnostic, Problem, Rule, Severity, one_line
from mapper.review.changes import Cause, Change, Evidence, Review, ReviewSide
from mapper.review.rules import RULES, ChangeRule
from mapper.sidecar.reader import RecordedDocument
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.go import write_go
from mapper.systems.terraform.kinds import RESOURCE
from mapper.systems.terraform.rules import NO_TYPE
from mapper.text.display import acts, visible, visible_json, visible_lines
from mkdocs_oasmap import messages
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.markdown import as_markdown
from mkdocs_oasmap.review_formats import FORMATS, Style, written

from .ack.support import ack
from .support import generate

CHARACTERS = [
    *("\x00", "\x07", "\x08", "\r", "\x1b", "\x7f", "\x85", "\x9b", "\x9d", "\u00ad", "\u061c", "\u180e"),
    *("\u200b", "\u200d", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2066", "\u2069"),
    *("\u3164", "\ufeff", "\ufff9", "\U000e0001", "\U000e0041", "\ud800"),
]
EVIL = "a\x1b[2Jb\x1b]0;owned\x07c" + "d".join(CHARACTERS) + "e\u202e"


@cache
def acting() -> frozenset[str]:
    """All characters of the categories that act."""
    every = map(chr, range(sys.maxunicode + 1))
    return frozenset(c for c in every if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp"))


def raw(text: str, allowed: str = "\n") -> set[str]:
    """The characters of a text that act, and that nobody of ours has written."""
    return {hex(ord(c)) for c in {*acting(), "\u3164"}.intersection(text) if c not in allowed}


def test_a_message_is_cut_in_its_middle_where_it_is_too_long() -> None:
    assert one_line("x" * MAX_TEXT) == "x" * MAX_TEXT
    text = one_line("a" * MAX_TEXT + "b")
    assert (text[:1], text[-1:], len(text)) == ("a", "b", MAX_TEXT + 3)


def test_every_character_that_acts_is_escaped_and_every_other_is_shown() -> None:
    characters = [chr(number) for number in range(sys.maxunicode + 1)]
    quiet = [character for character in characters if not acts(character)]
    assert acting().intersection(quiet) == set()
    shown = "".join(character for character in quiet if unicodedata.category(character)[0] in "LNPS")
    same = visible(shown) == shown
    assert same  # pytest would explain a difference for minutes
    assert not raw(visible("".join(characters)), "")


@pytest.mark.parametrize("text", ["plain", "é 日 \U0001f989", "a\u00a0b\u3000c", "\\x1b", "e\u0301", ""])
def test_what_has_a_shape_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == visible_lines(text) == text


def test_the_escapes_are_those_of_python_and_of_json() -> None:
    assert visible("a\x1b\u202e\n\U000e0001") == r"a\x1b\u202e\n\U000e0001"
    assert visible_lines("a\x1b\nb\r") == "a\\x1b\nb\\r"
    text = json.dumps([EVIL, {EVIL: EVIL}], ensure_ascii=False, indent=1)
    assert not raw(visible_json(text))
    assert json.loads(visible_json(text)) == [EVIL, {EVIL: EVIL}]


# --- every output x every text ---------------------------------------------------------------------

PLACE, OTHER = Spot("api.yaml", (3, 4), "/paths"), Spot("config.yml", (1, 2), "/resources")


def change(rule: str, **more: Any) -> Change:
    found = RULES[rule]
    return Change(
        found, found.severity, found.audiences, RESOURCE, "pet", "name", "it changed", "before", "after",
        "title", "animal", (PLACE,), (PLACE, OTHER), "aliases: {a: b}", "resources.pet", 0, "OAS302", Cause.SPEC,
        evidence=(Evidence(PLACE, True), Evidence(OTHER, False)),
        **more,
    )  # fmt: skip


REVIEW = Review(
    ReviewSide("old.json", "1"), ReviewSide("new.json", "2"),
    (
        change("description-changed"),
        change("became-required"),
        change("became-required", approved="agreed"),
        change("attribute-removed"),
    ),
    ("a note",), (RecordedDocument("api.yaml", None),),
)  # fmt: skip
DIAGNOSTIC = Diagnostic(NO_TYPE, EntityRef(RESOURCE, "pet"), "name", "a text", PLACE, "a fix", Severity.WARNING)
PROBLEM = Problem("a text", "api.yaml", 1, remedy="")


def poisoned(value: Any, text: str = EVIL, where: str = "") -> Iterator[tuple[str, Any]]:
    """Copies of a value, each with another of its texts replaced by `text`; what our own tables say stays as it is."""
    if isinstance(value, ChangeRule | Rule | Enum | EntityKind):
        return
    if isinstance(value, str):
        yield where, text
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            for place, copy in poisoned(item, text, f"{where}[{index}]"):
                yield place, (*value[:index], copy, *value[index + 1 :])
    elif isinstance(value, Struct):
        for field in fields(value):
            for place, copy in poisoned(getattr(value, field.name), text, f"{where}.{field.name}"):
                yield place, replace(value, **{field.name: copy})


def _written(form: str, style: Style, review: Review) -> str:
    return "".join(written([review, review] if style.of_site else [review], form, style))


def link(path: str, line: int | None) -> str:
    return f"https://x.example/{path}#{line}"


NUMBERS = {"counts"}
"""Formats that have no text of an input."""

REVIEWS: dict[str, Callable[[Review], str]] = {
    **{
        f"{form}{' of a site' if style.of_site else ''}": partial(_written, form, style)
        for form in FORMATS
        for style in (Style(), Style(of_site=True))
    },
    "linked markdown": lambda review: as_markdown(review, link),
}
DIAGNOSTICS: dict[str, Callable[[Diagnostic], str]] = {
    "text": lambda found: messages.as_text([found]),
    "github": lambda found: messages.as_github([found]),
    "json": lambda found: messages.as_json([found]),
    "log": lambda found: "\n".join(text for _, text in messages.for_log([found], "report.md")),
}


@pytest.mark.parametrize("form", REVIEWS)
def test_no_text_of_a_review_acts_or_begins_a_line_of_its_own(form: str) -> None:
    copies = list(poisoned(REVIEW, f"\nerror: forged\n::error::forged\n{EVIL}"))
    assert len(copies) > 50
    shown = 0
    for where, copy in copies:
        text = REVIEWS[form](copy)
        assert raw(text) == set(), where
        if not form.startswith(("html", "junit")):  # where a line is nothing
            forged = [line for line in text.split("\n") if line.startswith(("error: forged", "::error::forged"))]
            assert forged == [], where
        shown += "owned" in text
    assert shown >= 6 or form.partition(" ")[0] in NUMBERS


@pytest.mark.parametrize("form", DIAGNOSTICS)
def test_no_text_of_a_diagnostic_acts(form: str) -> None:
    copies = list(poisoned(DIAGNOSTIC))
    assert len(copies) == 6
    for where, copy in copies:
        assert raw(DIAGNOSTICS[form](copy)) == set(), where


def test_no_text_of_a_problem_acts() -> None:
    for _, copy in poisoned(PROBLEM):
        for text in (str(copy), messages.as_github((), [copy]), messages.as_json((), [copy])):
            assert raw(text) == set()
            assert "owned" in text
    assert raw(one_line(EVIL)) == set()


# --- the commands ----------------------------------------------------------------------------------


def api(text: str) -> str:
    """A description that says one thing wherever it can say anything."""
    thing = {
        "type": "object",
        "description": text,
        "properties": {
            "a": {"type": "string", "description": text, "enum": [text, "b"], "default": text},
            f"n {text}": {"type": "object", "description": text, "properties": {f"m {text}": {"type": "string"}}},
            "u": {},
            f"u {text}": {"type": text},
        },
    }
    body = {"description": text, "content": {"application/json": {"schema": thing}}}
    said = {"operationId": text, "summary": text, "description": text, "responses": {"200": body}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": text, "version": text},
            "paths": {f"/x{text}": {"post": {**said, "requestBody": body}}, f"/x{text}/{{id}}": {"get": said}},
        }
    )


def config(text: str) -> str:
    create, read = {"path": f"/x{text}", "method": "POST"}, {"path": f"/x{text}/{{id}}", "method": "GET"}
    resources = {"pet": {"create": create, "read": read}, f"r {text}": {"create": create, "read": read}}
    return json.dumps({"provider": {"name": "zoo"}, "resources": resources})


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "generator_config.yml").write_text(config(EVIL))
    (here / "api.json").write_text(api(EVIL))
    (here / "old.yml").write_text(config("-"))
    (here / "old.json").write_text(api("-"))
    return here


@pytest.mark.parametrize(
    "arguments",
    [
        *(f"generate --format {form} --output out.json api.json" for form in messages.FORMATS),
        *(f"diff --old-config old.yml --format {form} old.json api.json" for form in FORMATS),
        "check --output nothing api.json",
        "pages api.json out",
        "init --force api.json",
        "init --output - api.json",
    ],
)
def test_what_a_command_prints_does_not_act(folder: Path, capfd: pytest.CaptureFixture[str], arguments: str) -> None:
    main(arguments.split())
    found = capfd.readouterr()
    assert found.out + found.err
    assert raw(found.out + found.err) == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", EVIL.replace("\0", "")],
        ["generate", "--config", EVIL.replace("\0", ""), "api.json"],
        ["generate", "--output", EVIL.replace("\0", "") + "/x", "api.json"],
        ["generate", "api.json", EVIL],
        ["generate", f"--{EVIL}", "api.json"],
        ["generate", "--format", EVIL, "api.json"],
        ["diff", EVIL.replace("\0", ""), "api.json"],
        ["diff", f"git:{EVIL}", "api.json"],
        ["diff", "--rule", EVIL, "api.json", "api.json"],
        ["diff", "--explain", EVIL],
        ["init", "--provider", EVIL, "api.json"],
        ["pages", "--source-url", EVIL, "api.json", "out"],
        [EVIL],
    ],
)
def test_what_a_command_says_of_its_options_does_not_act(
    folder: Path, capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) in (1, 2)
    found = capfd.readouterr()
    assert "owned" in found.err
    assert raw(found.out + found.err) == set()


def test_what_a_site_logs_does_not_act(folder: Path) -> None:
    mapping: Mapping = generate(folder / "api.json", folder / "generator_config.yml", folder)
    logged = [text for _, text in messages.for_log(mapping.diagnostics, "report.md")]
    assert any("owned" in text for text in logged)
    assert raw("\n".join(logged)) == set()


# --- generated code --------------------------------------------------------------------------------


def test_no_text_of_a_model_acts_in_go_and_in_definitions() -> None:
    text = json.dumps(EVIL)
    found = ack(
        f"""
        CreateThing: {{in: {{a: {{shape: Kind, documentation: {text}}}, b: string}}, documentation: {text}}}
        DescribeThing: {{in: {{b: string}}, out: {{thing: Thing}}}}
        """,
        f"""
        Kind: {{type: string, enum: [{text}, b], documentation: {text}}}
        Thing: {{b: string, d: {{shape: Sub, documentation: {text}}}}}
        Sub: {{x: {{shape: string, documentation: {text}}}}}
        """,
    )
    files = write_go(found.mapping) | write_crds(found.mapping)
    assert sum("owned" in file for file in files.values()) >= 3
    for name, file in files.items():
        assert raw(file, "\n\t") == set(), name
    assert any(text.startswith("a\x1b[2Jb\x1b]0;owned\x07c") for text in texts(found.crds))


_SHOP = {
    "name": "shop",
    "resources": {
        "shop:index:Item": {
            "description": EVIL,
            "inputProperties": {
                "a": {"type": "string", "const": EVIL, "description": EVIL, "deprecationMessage": EVIL}
            },
        }
    },
    "types": {"shop:index:Size": {"type": "string", "enum": [{"value": EVIL, "description": EVIL}]}},
}
_LINE = "".join(character for character in EVIL if character not in "\0\r\ufeff\ud800")  # what a comment of Go may have
_IDL = f"""\
package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

// {_LINE}
type Item struct {{
	idl.NamedResource
	// {_LINE}
	Size *Size `pulumi:"optional"`
}}

type Size string

const Big Size = "{_LINE}"
"""


@pytest.mark.parametrize(
    ("files", "arguments"),
    [
        ({"shop.json": json.dumps(_SHOP)}, "shop.json"),
        ({"idl/shop.go": _IDL, "idl/go.mod": "module example.com/shop/idl\n"}, "idl --dialect design"),
        ({"idl/shop.go": _IDL, "idl/go.mod": "module example.com/shop/idl\n"}, "idl --dialect lumidl"),
    ],
    ids=["schema", "design", "lumidl"],
)
def test_no_text_acts_in_the_code_of_a_package(here: Path, files: dict[str, str], arguments: str) -> None:
    for name, text in {**files, "pulumi.yml": "package: {name: shop}\n"}.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    assert main(["generate", "--system", "pulumi", "--output", "out", *arguments.split()]) == 0
    code = [*Path("out").rglob("*.ts"), *Path("out").rglob("*.go")]
    assert any("owned" in path.read_text(encoding="utf-8") for path in code)
    for path in code:
        assert raw(path.read_bytes().decode(), "\n\t") == set(), path


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def test_a_value_of_several_lines_stays_one_string_of_go() -> None:
    found = ack(
        "{CreateThing: {in: {k: Kind}}, DescribeThing: {out: {thing: Thing}}}",
        'Kind: {type: string, enum: ["a\\n)\\n\\nfunc init() {}\\n"]}\nThing: {b: string}',
    )
    assert "\nfunc init()" not in found.go["enums.go"]
    assert r'"a\n)\n\nfunc init() {}\n"' in found.go["enums.go"]
