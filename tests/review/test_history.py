"""Which version added, changed and removed what; in memory, in a file, and with `oasmap history`."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.review.history import Mark, Marks, read_history, write_history
from mapper.systems.terraform.review import POLICY
from mkdocs_oasmap.cli import main

from ..cli.repository import PARTS, Zoo
from ..support import resource
from .pairs import attribute, it, mapped, nested, spec

OVEN = "resource oven"


def after(*states: Mapping) -> Marks:
    """The history of versions 1, 2 and so on."""
    found = Marks("terraform", ("1",), {})
    for number, (old, new) in enumerate(pairwise(states), 2):
        found = found.after(str(number), old, new, POLICY)
    return found


A, B, AB = spec(attribute("a")), spec(attribute("b", "required", "bool")), spec(attribute("a"), attribute("c"))


@pytest.mark.parametrize(
    ("states", "marks"),
    [
        ((A, A, A), {}),
        ((A, AB), {"c": Mark(added="2")}),
        ((AB, A), {"c": Mark(removed="2")}),
        ((AB, A, A), {"c": Mark(removed="2")}),
        ((AB, A, AB), {"c": Mark(added="3", earlier="1–2")}),
        ((AB, A, AB, A, AB), {"c": Mark(added="5", earlier="1–2, 3–4")}),
        ((A, AB, A), {"c": Mark("2", None, "3")}),
        ((it("optional"), it("required"), it("required")), {"it": Mark(changed="2")}),
        ((A, spec(attribute("a", description="x"))), {}),
        ((nested("single", attribute("x")), spec()), {"it": Mark(removed="2")}),
        ((spec(), nested("single", attribute("x")), spec()), {"it": Mark("2", None, "3")}),
        ((spec(), nested("single", attribute("x"))), {"it": Mark(added="2"), "it.x": Mark(added="2")}),
    ],
)
def test_marks(states: tuple[Mapping, ...], marks: dict[str, Mark]) -> None:
    assert after(*states).marks == {(OVEN, path): mark for path, mark in marks.items()}


def case(name: str) -> Mapping:
    schema = "{type: object, properties: {hinge: {type: string}}}"
    config = f"schema: {{attributes: {{aliases: {{.case: {name}}}}}}}"
    return resource(f"create: {{type: object, properties: {{case: {schema}}}}}\n{config}").mapping


def test_a_rename_keeps_what_is_known_and_is_a_change() -> None:
    found = after(resource("create: {type: object}").mapping, case("shell"), case("body")).marks
    assert found[OVEN, "body"] == Mark("2", "3")
    assert found[OVEN, "body.hinge"].added == "2"
    assert not [key for key in found if key[1].startswith("shell")]


def test_a_renamed_resource_keeps_its_marks() -> None:
    first = mapped(body="{type: object, properties: {crumb: {type: string}}}")
    found = after(first, mapped(), mapped(name="stove")).marks
    assert found["resource stove", "tray"].added == "2"
    assert found["resource stove", ""].changed == "3"
    assert not [key for key in found if key[0] == OVEN]


def test_a_resource_that_is_gone_is_removed_with_what_is_in_it() -> None:
    assert after(A, spec(resources=[])).marks == {(OVEN, ""): Mark(removed="2")}


def test_the_file_is_what_was_written() -> None:
    found = after(A, AB, A)
    text = write_history(found)
    assert read_history(Document("history.json", text.encode())) == found
    assert write_history(read_history(Document("history.json", text.encode()))) == text


HISTORY = {"format": "oasmap-history", "format_version": 1, "system": "a", "versions": ["1"]}
NO_HISTORY, OTHER_VERSION = "this is not a history", "this is version 2 of the format, and 1 is read here"
PARTS_OF_IT, TEXTS = "a history has a system, a list of versions, and marks", "not a list of three or four texts"


@pytest.mark.parametrize(
    ("root", "message"),
    [
        ([], NO_HISTORY),
        ({}, NO_HISTORY),
        ({**HISTORY, "marks": {}, "format": "oasmap-sidecar"}, NO_HISTORY),
        ({**HISTORY, "marks": {}, "format_version": 2}, OTHER_VERSION),
        ({**HISTORY, "marks": {}, "system": 7}, PARTS_OF_IT),
        ({**HISTORY, "marks": {}, "versions": [1]}, PARTS_OF_IT),
        ({**HISTORY, "marks": {}, "versions": "1"}, PARTS_OF_IT),
        ({**HISTORY, "marks": []}, PARTS_OF_IT),
        ({**HISTORY, "marks": {"a": 1}}, f"marks: a: : {TEXTS}"),
        *(
            ({**HISTORY, "marks": {"a": {"b": mark}}}, f"marks: a: b: {TEXTS}")
            for mark in ([1], "abc", [None, None], [None] * 5, [None, None, 1])
        ),
    ],
)
def test_what_is_no_history_is_refused(root: object, message: str) -> None:
    place = "" if message.startswith("marks") else ":1"
    with pytest.raises(MappingError, match=rf"^history\.json{place}: {message}"):
        read_history(Document("history.json", json.dumps(root).encode()))


def test_a_mark_has_three_or_four_texts() -> None:
    text = json.dumps({**HISTORY, "marks": {"a": {"b": ["1", None, "2"], "c": [None, "2", None, "1–2"]}}})
    read = read_history(Document("history.json", text.encode()))
    assert read.marks == {("a", "b"): Mark("1", None, "2"), ("a", "c"): Mark(None, "2", None, "1–2")}


@pytest.fixture
def zoo(here: Path, capsys: pytest.CaptureFixture[str]) -> Zoo:
    """Three versions: the second has an attribute more, the third has lost it again."""
    found = Zoo(here, capsys)
    found.begin()
    for version, parts in (("v2", PARTS + "    fur: {type: string}\n"), ("v3", PARTS)):
        found.write(**{"parts/pet.yaml": parts})
        found.git("commit", "-qam", version)
        found.git("tag", version)
    return found


def add(zoo: Zoo, *arguments: str) -> tuple[int, str, str]:
    code = main(["history", "add", "--config", zoo.config, *arguments])
    captured = zoo.capsys.readouterr()
    return code, captured.out, captured.err


def marks(zoo: Zoo) -> Any:
    return json.loads((zoo.folder / "history.json").read_text())


def test_versions_are_added_one_by_one(zoo: Zoo) -> None:
    assert add(zoo, "v1", "api.yaml") == (0, "history.json: v1 added, with 0 marks\n", "")
    assert add(zoo, "v2", "api.yaml") == (0, "history.json: v2 added, with 1 marks\n", "")
    assert add(zoo, "v3", "api.yaml")[0] == 0
    assert marks(zoo)["versions"] == ["v1", "v2", "v3"]
    assert marks(zoo)["marks"] == {"resource pet": {"fur": ["v2", None, "v3"]}}


def test_a_version_is_added_once(zoo: Zoo) -> None:
    add(zoo, "v1", "api.yaml")
    before = (zoo.folder / "history.json").read_bytes()
    assert add(zoo, "v1", "api.yaml") == (
        1,
        "",
        "error: history.json: the version v1 has been added already; choose another tag\n",
    )
    code, _, err = add(zoo, "v9", "api.yaml")
    assert (code, "the repository has no revision 'v9'" in err) == (1, True)
    assert (zoo.folder / "history.json").read_bytes() == before
