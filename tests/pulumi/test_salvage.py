"""States of an IDL with errors: a review compares what is left, and says what is not."""

import json
from pathlib import Path

import pytest

from mapper.model import EntityRef
from mapper.model.attribute import same_content
from mapper.pulumi.kinds import ENUM, RESOURCE, TYPE
from mapper.pulumi.system import PULUMI
from mapper.request import Mapped, Request
from mkdocs_oasmap.cli import main

from ..repository import commit_all
from .tools import write_files

HEAD = 'package shop\n\nimport "github.com/pulumi/pulumi/pkg/resource/idl"\n\n'
SHOP = f'{HEAD}type Shop struct {{\n\tidl.Resource\n\tDoor *Door `pulumi:"optional"`\n\tRooms []Room\n}}\n'
REST = """package shop

type Room struct {
\tSize float64
}

type Door string

const (
\tFront Door = "front"
\tBack  Door = "back"
)
"""
KEY = 'package keys\n\nimport "github.com/pulumi/pulumi/pkg/resource/idl"\n\ntype Key struct {\n\tidl.Resource\n}\n'
FILES = {"idl/shop.go": SHOP, "idl/rest.go": REST, "idl/keys/key.go": KEY}
SHOP_, ROOM, DOOR, KEY_ = (
    EntityRef(RESOURCE, "Shop"), EntityRef(TYPE, "Room"), EntityRef(ENUM, "Door"), EntityRef(RESOURCE, "keys.Key"),
)  # fmt: skip
EVERYTHING = {SHOP_, ROOM, DOOR, KEY_}
BROKEN = {
    "a type of a member": ("idl/rest.go", "Size float64", "Size int", {ROOM, SHOP_}),
    "an undefined name": ("idl/shop.go", "[]Room", "[]Rooms", {SHOP_}),
    "a tag": ("idl/shop.go", '"optional"', '"optionl"', {SHOP_}),
    "the value of an enum": ("idl/rest.go", '"front"', "front", set()),
    "the type of an enum": ("idl/rest.go", "Door string", "Door chan int", {DOOR, SHOP_}),
    "an import": ("idl/keys/key.go", "resource/idl", "resource/idle", {KEY_}),
    "the syntax of a file": ("idl/rest.go", "type Room struct {", "type Room struct {{", {ROOM, DOOR, SHOP_}),
    "the package clause": ("idl/rest.go", "package shop", "package stop", {SHOP_}),
    "what is not a declaration": ("idl/rest.go", "type Room", "var x = 1\n\ntype Room", set()),
    "bytes that are no text": ("idl/keys/key.go", "package keys", "package \x00keys", {KEY_}),
}


def state(folder: Path, files: dict[str, str]) -> Mapped:
    write_files(folder, files)
    return PULUMI.run_in_part(Request(folder / "idl", [], folder))


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_is_left_out_with_all_that_needs_it_and_nothing_else(what: str, tmp_path: Path) -> None:
    path, old, new, lost = BROKEN[what]
    assert old in FILES[path]
    found = state(tmp_path, FILES | {path: FILES[path].replace(old, new)})
    assert found.lost.keys() == lost
    assert {entity.ref for entity in found.mapping.entities} == EVERYTHING - lost
    assert all(problem.uri.startswith("idl/") and problem.line for problem in found.lost.values())
    mapping = found.inputs.map()
    assert same_content(mapping.entities, found.mapping.entities)
    assert mapping.diagnostics == found.mapping.diagnostics


def test_an_idl_without_errors_is_whole(tmp_path: Path) -> None:
    found = state(tmp_path, FILES)
    assert found.lost == {}
    assert {entity.ref for entity in found.mapping.entities} == EVERYTHING


def test_an_idl_of_which_nothing_is_left_is_a_state_without_entities(tmp_path: Path) -> None:
    found = state(tmp_path, {"idl/keys/key.go": KEY.replace("struct", "struct struct")})
    assert (set(found.lost), found.mapping.entities) == ({KEY_}, ())


def test_a_chain_of_types_that_miss_each_other_is_followed_to_its_end(tmp_path: Path) -> None:
    chain = "".join(f"type T{i} struct {{\n\tA T{i + 1}\n}}\n\n" for i in range(40))
    found = state(tmp_path, FILES | {"idl/chain.go": f"package shop\n\n{chain}"})
    assert len(found.lost) == 40
    assert {entity.ref for entity in found.mapping.entities} == EVERYTHING


def test_a_review_says_what_is_wrong_with_the_new_state_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, FILES)
    commit_all(tmp_path)
    text = REST.replace("Size float64", "Size int").replace('\tBack  Door = "back"\n', "")
    write_files(tmp_path, {"idl/rest.go": text})
    assert main(["diff", "--system", "pulumi", "--fail-on", "breaking", "git:HEAD", "idl"]) == 3
    told = capsys.readouterr().out
    assert "problem: idl: type Room cannot be mapped: idl/rest.go:4:7: int is none of bool" in told
    assert "breaking: type shop.Room: the type can no longer be mapped: int is none of bool" in told
    assert "enum-member-removed" in told
    assert "the causes are not known" not in told


def test_a_broken_baseline_is_compared_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path / "old", FILES | {"idl/keys/key.go": KEY.replace("struct", "struck")})
    write_files(tmp_path / "new", FILES)
    assert main(["diff", "--system", "pulumi", str(tmp_path / "old/idl"), str(tmp_path / "new/idl")]) == 0
    assert "the resource is new; before, it could not be mapped" in capsys.readouterr().out


def test_what_could_not_be_mapped_and_is_gone_was_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = {"shop:index:Gone": {"inputProperties": {"a": {"type": "strin"}}}, "shop:index:Stays": {}}
    new = {"shop:index:Stays": {}}
    for name, resources in (("old", old), ("new", new)):
        text = json.dumps({"name": "shop", "version": "1.0.0", "resources": resources})
        (tmp_path / f"{name}.json").write_text(text)
    command = ["diff", "--system", "pulumi", "--fail-on", "breaking"]
    assert main([*command, str(tmp_path / "old.json"), str(tmp_path / "new.json")]) == 3
    told = capsys.readouterr().out
    assert "Nothing changes" not in told
    assert "breaking: resource shop.Gone: the resource was removed; before, it could not be mapped" in told
    assert main([*command, str(tmp_path / "old.json"), str(tmp_path / "old.json")]) == 0
    assert "Nothing changes" not in capsys.readouterr().out  # as nobody knows
