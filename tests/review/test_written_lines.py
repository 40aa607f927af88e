"""A review says what people have to write after a breaking change, in the language of the system, in every format."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mapper.model.samples.extent import Extent
from mapper.system.showing import Example
from mapper.systems.terraform.kinds import RESOURCE
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.written_lines import _around, _fullest, _whole

from .pairs import attribute, spec
from .sixty_pairs import PAIRS
from .test_sixty_pairs import command

LINES = {
    "the whole item is gone": [('resource "mill_loom" "main" { … }', None)],
    "a data source loses its operation": [('data "mill_looms" "main" { … }', None)],
    "a property is gone": [("width = 1", None)],
    "a text becomes a number": [('title = "example-title"', "title = 1")],
    "items are of another type": [('tags = ["example"]', "tags = [true]")],
    "a text becomes a list": [('tags = "example-tags"', 'tags = ["example"]')],
    "a value is gone": [('title = "b"', 'title = "a"')],
    "a map has other values": [('tags = { key = "value" }', "tags = { key = true }")],
    "an object gets a member that it requires": [(None, 'b = "example-b"')],
    "a property becomes required": [(None, 'title = "example-title"')],
    "the config ignores a property": [('title = "example-title"', None)],
    "the config renames a property": [('title = "example-title"', 'label = "example-label"')],
    "the config renames the resource": [('resource "mill_loom" "main" { … }', 'resource "mill_jenny" "main" { … }')],
    "the config renames the provider": [('provider "mill" {}', 'provider "jute" {}')],
    "provider: an attribute is gone": [('b = "example-b"', None)],
    "provider: an attribute becomes read-only": [('a = "example-a"', None)],
    "provider: a type is another one": [('a = "example-a"', "a = true")],
    "crossplane: a field is gone": [("b: example-b", None)],
    "crossplane: a value becomes a secret": [("a: example-a", "aSecretRef: …")],
    "ack: a member is of another type": [("bars: 1", "bars: example-bars")],
    "ack: the config ignores the Kind": [("kind: Cage", None)],
    "pulumi: an input is gone": [("b: example-b", None)],
    "pulumi: an input becomes required": [(None, "a: example-a")],
    "pulumi: a token with an alias": [("type: mill:index:Loom", "type: mill:cloth:Loom")],
    "pulumi: both sides are of another type": [("a: example-a", "a: true")],
}


@pytest.mark.parametrize("name", LINES)
def test_a_breaking_change_has_the_line_before_and_after(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(command(PAIRS[name], tmp_path, "--format", "json"))
    changes: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["changes"]
    lines = [change["configuration"] for change in changes if "configuration" in change]
    assert [(line.get("before"), line.get("after")) for line in lines] == LINES[name]


def test_a_value_that_becomes_a_secret_is_one_change_from_its_old_place_to_its_new_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(command(PAIRS["crossplane: a value becomes a secret"], tmp_path, "--format", "json"))
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert (change["old_path"], change["path"]) == ("spec.forProvider.a", "spec.forProvider.aSecretRef")
    assert (change["before"], change["after"]) == ("string", "reference to a Secret")
    assert change["message"] == "changed from a string to a reference to a Secret, and was called a"


@pytest.mark.parametrize("name", sorted(PAIRS.keys() - LINES.keys()))
def test_only_what_breaks_a_configuration_has_a_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(command(PAIRS[name], tmp_path, "--format", "json"))
    changes: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["changes"]
    for change in changes:
        if "configuration" in change:
            assert (change["severity"], "configuration" in change["breaks"]) == ("breaking", True)


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("text", "    - title = \"example-title\"\n    + label = \"example-label\"\n"),
        ("lines", '; written: - title = "example-title", + label = "example-label"'),
        ("markdown", '  Write `label = "example-label"` in place of `title = "example-title"`'),
        ("github", '- title = "example-title"%0A+ label = "example-label"%0A'),
        ("sarif", r'- title = \"example-title\"\n+ label = \"example-label\"\n'),
    ],
)  # fmt: skip
def test_every_format_has_the_lines(
    form: str, written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(command(PAIRS["the config renames a property"], tmp_path, "--format", form))
    assert written in capsys.readouterr().out


def test_a_comment_says_what_to_add_and_what_to_take_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for number, name in enumerate(("a property is gone", "a property becomes required")):
        folder = tmp_path / str(number)
        folder.mkdir()
        main(command(PAIRS[name], folder, "--format", "markdown"))
        texts.append(capsys.readouterr().out)
    assert "  Take out `width = 1`" in texts[0]
    assert '  Add `title = "example-title"`' in texts[1]


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("  a = 1", "a = 1"),
        ("a    = b   = 1", "a = b   = 1"),  # the first column only
        ('resource "a" "b" {', 'resource "a" "b" { … }'),
        ("a = [{", "a = [{ … }]"),
        ("f(", "f( … )"),
        ("a:", "a: …"),
        ("}", "}"),
        ("a = {}", "a = {}"),
        ("x" * 160, "x" * 160),
        ("x" * 161, "x" * 159 + "…"),
    ],
)
def test_a_line_that_stands_alone_is_closed_and_cut(line: str, whole: str) -> None:
    assert _whole(line) == whole


@pytest.mark.parametrize(
    ("path", "around"),
    [
        ("a", ["a", "b"]),
        ("b", ["a", "b"]),
        ("b.c", ["a", "b", "b.c", "b.d"]),
        ("b.d.e", ["a", "b", "b.c", "b.d"]),
        ("x.y", ["a", "b"]),
    ],
)
def test_the_rows_around_an_attribute_are_those_on_the_way_to_it(path: str, around: list[str]) -> None:
    inner = {
        "single_nested": {"computed_optional_required": "optional", "attributes": [attribute("c"), attribute("d")]}
    }
    (oven,) = spec(attribute("a"), {"name": "b", **inner}).of_kind(RESOURCE)
    assert _around(oven.layout, path) == around


@pytest.mark.parametrize(
    ("titles", "fullest"),
    [
        (["minimal", "full", "full"], 1),
        (["minimal", "other"], 1),
        (["full -", "other"], 1),
        (["full -"], None),
        ([], None),
    ],
)
def test_the_fullest_example_is_the_first_with_all_else_the_last(titles: list[str], fullest: int | None) -> None:
    def example(title: str) -> Example:
        name, _, bare = title.partition(" ")
        shown = {"full": Extent.FULL, "minimal": Extent.MINIMAL}.get(name, name)
        return cast("Example", SimpleNamespace(title=shown, inside=None if bare else (0, 1)))

    made = [example(title) for title in titles]
    assert _fullest(made) is (None if fullest is None else made[fullest])
