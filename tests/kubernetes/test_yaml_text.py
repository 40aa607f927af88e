"""YAML as Go's library writes it: what is shared is written once, and is the same."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from mapper.languages.kubernetes import yaml_text
from mapper.languages.kubernetes.yaml_text import Members, Writer, text_of
from mapper.registry import system_named
from mapper.report.fix import flow_scalar
from mapper.request import Request
from mapper.systems.ack.system import ACK
from mapper.systems.pulumi.kinds import RESOURCE
from mapper.systems.terraform.fix import edit
from mapper.systems.terraform.propose.config_text import scalar
from mapper.text.yaml_scalar import dump

from ..ack.support import ack

PULUMI = system_named("pulumi")


def test_members_in_several_places_and_documents_have_the_text_that_each_has_alone() -> None:
    def documents(make: Callable[..., dict[str, Any]]) -> list[dict[str, Any]]:
        shared, other = make(a={"type": "string"}), make(a={"type": "number"})
        one = {"spec": shared, "list": [shared, {"in": shared, "other": other}], "z": {"spec": shared}}
        return [one, {"status": {"spec": shared}}, {"status": {"spec": other}}]

    writer = Writer()
    assert [writer.text_of(one) for one in documents(Members)] == [text_of(one) for one in documents(dict)]


def test_equal_values_of_several_types_are_written_each_in_its_own_way() -> None:
    values = [1, True, 1.0, 0, False, 0.0]
    texts = [text_of({"k": value, "l": [value]}) for value in values]
    assert texts == [f"k: {each}\nl:\n- {each}\n" for each in ("1", "true", "1.0", "0", "false", "0.0")]


NO_TEXTS = """08 0128 1e3 1E5 +1e2 1_0e3 .5e1 0o17 0X1F 0B1 1e+3 -08 +.5 0b1 +0b1 -0o7 0x_1 1. .5 1_000
1:20 08:30 -1:20:30.5 2020-1-2 2020-01-02T03:04:05Z .inf -.INF .NaN ~ Null y N on OFF true <<""".split()
TEXTS = "v1 1a 1.2.3 127.0.0.1 2020-01 a:b 0x 0xg e3 --1 1-2 10s 1:99 0b2 +a".split()


@pytest.mark.parametrize("text", NO_TEXTS)
def test_a_text_that_any_reader_of_yaml_takes_for_something_else_has_quotes(text: str) -> None:
    assert text_of({"k": text, "l": [text], text: "v"}).count(f'"{text}"') == 3


@pytest.mark.parametrize("text", TEXTS)
def test_other_texts_have_none(text: str) -> None:
    assert text_of({"k": text}) == f"k: {text}\n"


@pytest.mark.parametrize("text", [*NO_TEXTS, *TEXTS, "", "y", "12e3", "a: b", "#x"])
def test_all_writers_of_yaml_agree_on_what_needs_quotes(text: str) -> None:
    scalars = (flow_scalar(text), edit._text(text), scalar(text))
    for line in (dump([text], default_flow_style=True), *(f"[{one}]" for one in scalars)):
        assert yaml.safe_load(line) == [text]
        assert (text in NO_TEXTS) <= any(mark in line for mark in "\"'"), line


@pytest.mark.parametrize("text", NO_TEXTS)
def test_a_sample_in_an_example_has_quotes_as_well(text: str, tmp_path: Path) -> None:
    shapes = json.dumps({"Kind": {"type": "string", "enum": [text]}})
    cage = ack("CreateCage: {in: {Sort: Kind, required: [Sort]}}", shapes)
    sort = {"type": "string", "const": text}
    resource = {"inputProperties": {"sort": sort}, "requiredInputs": ["sort"]}
    (tmp_path / "schema.json").write_text(json.dumps({"name": "zoo", "resources": {"zoo::Cage": resource}}))
    package = PULUMI.run(Request(tmp_path / "schema.json", (), tmp_path)).mapping
    (pulumi,) = package.of_kind(RESOURCE)
    for found in (ACK.showing.examples(cage.entity, cage.mapping), PULUMI.showing.examples(pulumi, package)):
        minimal = next(one.text for one in found if one.language == "yaml")
        assert re.search(rf"""sort: (["']){re.escape(text)}\1\n""", minimal), minimal


@pytest.mark.parametrize(
    "key", ["x" * 130, "x" * 2000, "a b " * 100, "a\nb", "é" * 500, "- " * 80, "a\u202e\n" * 50, "? x"]
)
@pytest.mark.parametrize("depth", [0, 3])
def test_a_long_key_or_one_of_several_lines_is_read_back(key: str, depth: int) -> None:
    value: dict[str, Any] = {key: [1, {key: {key: {}}}], f"{key}2": {key: "l\nm\n"}, "z": [{key: [key]}]}
    for _ in range(depth):
        value = {"a": value}
    for loader in (yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        assert yaml.load(text_of(value), loader) == value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"{72 * 'é'} x y", f"{72 * 'é'} x\n  y"),
        (f"{73 * 'é'} x y", f"{73 * 'é'}\n  x y"),
        (f"{90 * 'é'} x", f"{90 * 'é'}\n  x"),
        (f"{90 * 'é'} ", f"{90 * 'é'} "),
        (f"{90 * 'é'}  x", f"{90 * 'é'}\n  \\ x"),
        (f"{90 * 'é'}   ", f"{90 * 'é'}\n  \\  "),
    ],
)
def test_a_quoted_text_is_folded_at_a_space_behind_the_width(text: str, written: str) -> None:
    value = f"\x07{text}"
    assert text_of({"k": value}) == f'k: "\\x07{written}"\n'
    assert yaml.safe_load(text_of({"k": value})) == {"k": value}
    assert text_of({90 * "é": " \x07x"}) == f'{90 * "é"}: " \\x07x"\n'


@pytest.mark.parametrize("text", ["\n", "a\n\n", "a\n...\n", "...\n\n", "\n\n\n"])
def test_what_follows_a_text_that_ends_with_empty_lines_is_part_of_the_document(text: str) -> None:
    data = {"a": [text, {"b": text, "c": text}], "d": {"e": text}, "f": text, "g": "z"}
    assert yaml.safe_load(text_of(data)) == data


def test_libyaml_and_the_writer_in_python_write_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Random(7)
    parts = [
        *"~#&*!%@`|>?-:,[]{}'\"\\\n\t\x7f\0é😀 ",
        "is:",
        "- b",
        " #x",
        "true",
        "1e3",
        "w" * 85,
        "  ",
        "\n\n",
        "...",
    ]

    def text(most: int) -> str:
        return "".join(drawn.choice(parts) + drawn.choice(["", " ", "word "]) for _ in range(drawn.randrange(most)))

    documents: list[dict[str, Any]] = []
    for _ in range(800):
        document: dict[str, Any] = {text(24): drawn.choice([text(40), [text(20)], 1.5, None, True, {}])}
        for _ in range(drawn.randrange(12)):
            document = {"in": document}
        documents.append(document)
    texts = [text_of(document) for document in documents]
    yaml_text._plain.cache_clear()
    yaml_text._key.cache_clear()
    monkeypatch.setattr(yaml_text, "_FastDumper", yaml_text._Dumper)
    assert [text_of(document) for document in documents] == texts
