"""Generated providers, built and run: every operation through the engine's own plugin client."""

import fcntl
import hashlib
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.idl.go.skeleton import main_package, skeletons
from mapper.programs.idl.go.stubs import provider_stubs
from mapper.programs.idl.parser.program import Program
from mapper.programs.idl.settings import Dialect

from ...files import write_files
from ...processes import output
from ...pulumi.tools import PEERS, go, go_environment, run
from . import corpus, fixtures

pytestmark = pytest.mark.peer

GROUP, OVEN = "aws:ec2:SecurityGroup", "bakery:index:Oven"


def sources() -> dict[str, str]:
    """The module: what is written by hand, and the stubs."""
    by_hand = {
        path.relative_to(Path(__file__).parent / "provider").as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((Path(__file__).parent / "provider").rglob("*"))
        if path.is_file()
    }
    stubs = {
        f"{name}/provider/{path}": text
        for name in ("aws", "bakery")
        for path, text in _written(fixtures.program(name)).items()
    }
    return by_hand | stubs


def _written(program: Program) -> dict[str, str]:
    """The stubs, and what an author begins with; the module is that of the test."""
    begun = {path: text for path, text in main_package(program).items() if path != "go.mod"}
    return provider_stubs(program) | skeletons(program) | begun


@cache
def module() -> Path:
    """A folder with the module and its two programs, built where these sources have not been built before."""
    environment, files = go_environment(), sources()
    digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]
    folder = PEERS / "go" / "built" / digest
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process of the tests may want the same
        if not (folder / "bin" / "drive").is_file():
            shutil.rmtree(folder, ignore_errors=True)
            write_files(folder, files)
            code, said = run([go(), "build", "-o", "bin/", "./cmd/..."], folder, 3600, **environment)
            assert code == 0, said
    return folder


def drive(*steps: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of the provider to the steps."""
    folder = module()
    asked = "".join(map(json.dumps, steps))
    told = output([folder / "bin" / "drive", folder / "bin" / "provider"], text=asked)
    version, *answers = map(json.loads, told.splitlines())
    assert version == {"version": "0.1.0"}
    return answers


RULE = {"ipProtocol": "tcp", "fromPort": 80}
WEB = {"name": "web", "groupDescription": "web", "vpc": "vpc-1", "securityGroupEgress": [RULE]}


def test_check_says_what_is_missing_unknown_or_wrong() -> None:
    answers = drive(
        {"do": "check", "type": GROUP, "inputs": {"vpc": "vpc-1", "colour": "red"}},
        {"do": "check", "type": GROUP, "inputs": {**WEB, "securityGroupIngress": [{"fromPort": 80}]}},
        {"do": "check", "type": GROUP, "inputs": {"groupDescription": "x" * 300}},
        {"do": "check", "type": GROUP, "inputs": {"groupDescription": 1}},
    )
    missing = "required property is missing"
    assert [answer["failures"] for answer in answers[:3]] == [
        {"groupDescription": missing, "colour": "unknown property"},
        {"securityGroupIngress[0].ipProtocol": missing},
        {"groupDescription": "longer than 255 characters"},
    ]
    assert "groupDescription" in answers[3]["failures"][""]


def test_check_asks_nothing_about_what_is_not_known_yet_and_fills_the_name() -> None:
    answers = drive(
        {"do": "check", "type": GROUP, "unknown": ["groupDescription"]},
        {"do": "check", "type": GROUP, "inputs": {**WEB, "name": "given"}},
    )
    assert answers == [{"failures": {}, "name": "web"}, {"failures": {}, "name": "given"}]


def test_an_object_is_created_read_updated_and_deleted() -> None:
    created, read, updated, again, deleted, gone = drive(
        {"do": "create", "type": GROUP, "inputs": {**WEB, "vpc": {"$resource": "vpc-1"}}},
        {"do": "read", "type": GROUP, "id": "sg-0001"},
        {"do": "update", "type": GROUP, "id": "sg-0001", "inputs": WEB, "old": {**WEB, "groupID": "sg-0001"},
         "news": {**WEB, "securityGroupEgress": []}},
        {"do": "read", "type": GROUP, "id": "sg-0001"},
        {"do": "delete", "type": GROUP, "id": "sg-0001"},
        {"do": "read", "type": GROUP, "id": "sg-0001"},
    )  # fmt: skip
    state = {**WEB, "groupID": "sg-0001"}
    assert created == {"id": "sg-0001", "state": state}
    assert read == {"state": state, "inputs": WEB}
    assert updated == {"state": {**state, "securityGroupEgress": []}}
    assert again["state"] == updated["state"]
    assert deleted == {}
    assert not gone["state"]


@pytest.mark.parametrize(
    ("change", "replaces", "changed"),
    [
        ({}, None, None),
        ({"vpc": "vpc-2"}, ["vpc"], ["vpc"]),
        ({"groupDescription": "new", "name": "other"}, ["groupDescription", "name"], ["groupDescription", "name"]),
        ({"securityGroupIngress": [RULE]}, None, ["securityGroupIngress"]),
        ({"securityGroupEgress": None}, ["securityGroupEgress"], ["securityGroupEgress"]),
    ],
)
def test_diff_says_what_has_changed_and_what_replaces_the_object(
    change: dict[str, Any], replaces: list[str] | None, changed: list[str] | None
) -> None:
    news = {key: value for key, value in {**WEB, **change}.items() if value is not None}
    (answer,) = drive(
        {"do": "diff", "type": GROUP, "id": "sg-0001", "inputs": WEB, "old": {**WEB, "groupID": "sg"}, "news": news}
    )
    assert answer["changes"] == (2 if changed else 1)
    assert (sorted(answer["replaces"] or []) or None, sorted(answer["changed"] or []) or None) == (replaces, changed)


BREAD = {
    "maker": "m", "loaves": [{"grain": "rye", "weight": {"amount": 1.5, "unit": "kg"}}], "labels": {"en": "bread"},
    "racks": {"top": {"amount": 2}}, "notes": {"any": [1, True, None]}, "clean": True, "byDay": {"mon": {"amount": 3}},
    "extra": [1, "a"], "flours": ["flour-1"],
}  # fmt: skip


def test_nested_structs_enums_maps_assets_and_any_pass_both_ways() -> None:
    special = {
        "manual": {"$asset": "read me"}, "spares": {"$archive": "x"}, "owner": {"$resource": "o-1"}, "pin": "1234",
    }  # fmt: skip
    created, wrong = drive(
        {"do": "create", "type": OVEN, "inputs": {**BREAD, **special}},
        {"do": "check", "type": OVEN, "inputs": {**BREAD, **special, "loaves": [{"grain": "oat", "weight": {}}]}},
    )
    state = created["state"]
    assert {key: state[key] for key in BREAD} == BREAD
    assert (state["owner"], state["heat"], state["log"]) == ("o-1", 1.5, ["manual: read me", "spares"])
    assert state["manual"]["text"] == "read me"
    assert state["spares"]["assets"]["file"]["text"] == "x"
    assert "pin" not in state
    assert wrong["failures"] == {
        "loaves[0].weight.amount": "required property is missing",
        "loaves": "unknown grain oat",
    }


def test_a_plan_creates_nothing_and_an_unknown_type_is_an_error() -> None:
    planned, read, unknown = drive(
        {"do": "create", "type": GROUP, "inputs": WEB, "preview": True},
        {"do": "read", "type": GROUP, "id": "sg-0001"},
        {"do": "create", "type": "aws:ec2:Nothing", "inputs": {}},
    )
    assert planned["state"] == WEB
    assert not read["state"]
    assert unknown == {"error": "unknown resource type aws:ec2:Nothing"}


def test_the_stubs_are_formatted_and_vetted() -> None:
    folder = module()
    assert run(["gofmt", "-l", "aws", "bakery", "cmd"], folder) == (0, "")
    assert run([go(), "vet", "./aws/...", "./bakery/..."], folder, 3600, **go_environment()) == (0, "")


@pytest.mark.corpus
@corpus.needs_corpus
def test_the_stubs_of_a_real_package_are_formatted_and_compile(tmp_path: Path) -> None:
    program = corpus.program(tmp_path / "idl", "lumi", Dialect.DESIGN)
    folder = tmp_path / "module"
    base = f"module {corpus.facts()['rpc_base']}"
    shutil.copytree(Path(__file__).parent / "provider", folder, ignore=shutil.ignore_patterns("aws", "bakery", "cmd"))
    mod = (folder / "go.mod").read_text(encoding="utf-8").replace("module example.com", base, 1)
    write_files(folder, {**_written(program), "go.mod": mod})
    assert run(["gofmt", "-l", "."], folder) == (0, "")
    assert run([go(), "build", "./..."], folder, 3600, **go_environment()) == (0, "")
