"""Which system reads what a review names, and the states of versions: without a repository."""

import re
from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError, Problem
from mapper.review.changes import ReviewSide
from mapper.review.history import Marks, write_history
from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.review.histories import version_states
from mkdocs_oasmap.review.states import Files, State, read_state, read_version

from . import whole
from .cases import CASES
from .samples import terraform

BOTH = "{openapi: 3.1.0, paths: {}, metadata: {}, shapes: {}, operations: {}}"
TOY = {"in/lamp.toy": "{light: string}"}
IDL = {name.replace("idl/", "in/"): text for name, text in CASES["pulumi"].files.items()}


@pytest.mark.parametrize(
    ("files", "system", "expected"),
    [
        (TOY, None, "toy"),
        (TOY, "toy", "toy"),
        (IDL, None, "pulumi"),
        (TOY | IDL, "toy", "toy"),
        (TOY, "ack", "in: this is a folder, and a file is expected; name a file in it"),
        (TOY | IDL, None, "in: several systems read a folder: pulumi, toy; say which with --system"),
        ({"in/x.txt": ""}, None, "in: several systems read a folder: pulumi, toy; say which with --system"),
        ({"in": BOTH}, None, "in: several systems read this: terraform, ack; say which with --system"),
        ({"in": BOTH}, "pulumi", "in: "),
        ({"in": "{a: 1}"}, None, "in: this is not an API description, a sidecar or a code spec; name a file that is "),
        ({"in": CASES["provider"].files["schema.json"]}, None, "provider"),
        ({"in": CASES["provider"].files["schema.json"], "provider.yaml": "name: zoo\n"}, "crossplane", "crossplane"),
        ({"in": '{"provider": {"name": "zoo"}, "resources": []}'}, None, "terraform"),
        ({}, None, "in: no such file; correct the path, or write git:in for a revision"),
    ],
)  # fmt: skip
def test_an_input_is_read_by_the_one_system_that_can(
    here: Path, files: dict[str, str], system: str | None, expected: str
) -> None:
    for name, text in files.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text)
    try:
        found = read_state("in", Files((), here, system=system)).mapping.system
    except MappingError as error:
        found = str(error)
    assert found.startswith(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a\0b", "no file and no revision can have this name"),
        ("git:v1", "git:v1: a revision is named, and no file of it; write git:v1:PATH"),
    ],
)
def test_a_name_is_a_path_or_a_revision_with_a_path(here: Path, name: str, expected: str) -> None:
    with pytest.raises(MappingError, match=re.escape(expected)):
        read_state(name, Files((), here))


def test_a_version_is_a_sidecar_of_the_same_system(here: Path) -> None:
    (here / "v1.json").write_text(write_sidecar(terraform()))
    state = read_version(Path("v1.json"), here, "terraform")
    assert (state.side.name, state.mapping.system, state.doubts) == ("v1.json", "terraform", ())
    wrong = "v1.json: this is mapped to terraform, and cannot be compared with what is mapped to ack; name two states"
    with pytest.raises(MappingError, match=wrong):
        read_version(Path("v1.json"), here, "ack")


def read(name: str) -> State:
    """The state of a revision: there is one, `v2`."""
    if name != "git:v2":
        raise MappingError(Problem("there is no such revision", name, remedy=""))
    return State(ReviewSide(name), whole.mapping())


def test_versions_are_sidecars_and_revisions_or_a_history_with_its_last_state(here: Path) -> None:
    (here / "v1.json").write_text(write_sidecar(whole.mapping()))
    found = version_states({"1": "v1.json", "2": "git:v2"}, None, here, "toy", read)
    assert [(name, state.side.name) for name, state in found.states] == [("1", "v1.json"), ("2", "git:v2")]
    assert (found.known, found.notes) == (None, ())
    for last, states, notes in (
        ("v2", [("v2", "git:v2")], ()),
        ("v3", [], ("history: what came since the last version is not known: git:v3: there is no such revision",)),
    ):
        marks = Marks("toy", ("v1", last), {})
        (here / "marks.json").write_text(write_history(marks))
        found = version_states({}, Path("marks.json"), here, "toy", read)
        assert [(name, state.side.name) for name, state in found.states] == states
        assert (found.known, found.notes) == (marks, notes)
    for versions, system, text in (
        ({"1": "v1.json"}, "toy", "versions and history say the same; give one of them"),
        ({}, "ack", "marks.json: this is the history of what is mapped to toy, and not to ack"),
    ):
        with pytest.raises(MappingError, match=text):
            version_states(versions, Path("marks.json"), here, system, read)
