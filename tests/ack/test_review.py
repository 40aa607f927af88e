"""`oasmap diff` of two AWS API models, from files as AWS packs them and from revisions."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.cli import main

from ..repository import commit_all
from .support import model

CAGE = "CreateCage: {in: {Name: string, Bars: integer}}\nCreatePool: {in: {Depth: integer}}"
WIDER = CAGE.replace("Bars: integer", "Bars: string")


class Zoo:
    """A git repository with a model and its generator.yaml."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def changes(self, *states: str) -> list[dict[str, Any]]:
        assert main(["diff", "--format", "json", *states]) == 0
        changes: list[dict[str, Any]] = json.loads(self._capsys.readouterr().out)["changes"]
        return changes

    def error(self, *states: str) -> str:
        assert main(["diff", *states]) == 1
        return self._capsys.readouterr().err


@pytest.fixture
def zoo(here: Path, capsys: pytest.CaptureFixture[str]) -> Zoo:
    (here / "generator.yaml").write_text("ignore:\n  resource_names:\n    - Pool\n")
    (here / "service-2.json").write_bytes(model(CAGE))
    (here / "service-2.json.gz").write_bytes(gzip.compress(model(CAGE)))
    return Zoo(here, capsys)


def lines(change: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(e["side"], e["location"]["file"], e["location"]["line"]) for e in change["evidence"]]


def test_a_packed_model_is_compared_with_a_plain_one_and_with_its_own_past(zoo: Zoo) -> None:
    assert zoo.changes("service-2.json", "service-2.json.gz") == []
    commit_all(zoo.folder)
    (zoo.folder / "service-2.json.gz").write_bytes(gzip.compress(model(WIDER)))
    for states in (("git:HEAD", "service-2.json.gz"), ("service-2.json", "service-2.json.gz")):
        (change,) = zoo.changes(*states)
        assert (change["rule"], change["path"], change["cause"]) == ("type-changed", "spec.bars", "API description")


def test_texts_in_a_file_of_their_own_are_compared(zoo: Zoo) -> None:
    def texts(text: str) -> None:
        docs = {"shapes": {"integer": {"refs": {"CreateCageRequest$Bars": text}}}}
        (zoo.folder / "docs-2.json").write_text(json.dumps(docs))

    (zoo.folder / "api-2.json").write_bytes(model(CAGE))
    texts("How many.")
    commit_all(zoo.folder)
    texts("How many there are.")
    (change,) = zoo.changes("git:HEAD", "api-2.json")
    assert (change["rule"], change["before"], change["after"]) == (
        "description-changed",
        "How many.",
        "How many there are.",
    )
    (zoo.folder / "docs-2.json").unlink()
    (change,) = zoo.changes("git:HEAD", "api-2.json")
    assert change["before"] == "How many."


def test_an_empty_config_in_a_revision_is_one_without_instructions(zoo: Zoo) -> None:
    (zoo.folder / "generator.yaml").write_text("")
    commit_all(zoo.folder)
    (zoo.folder / "generator.yaml").write_text("ignore: {resource_names: [Pool]}\n")
    (change,) = zoo.changes("git:HEAD", "service-2.json")
    assert (change["rule"], change["entity"], change["cause"]) == ("entity-removed", "Pool", "generator config")


def test_the_line_of_the_config_is_named_wherever_in_it_it_stands(zoo: Zoo) -> None:
    commit_all(zoo.folder)
    (zoo.folder / "generator.yaml").write_text("ignore:\n  field_paths:\n    - CreateCageInput.Bars\n")
    gone, new = zoo.changes("git:HEAD", "service-2.json")
    assert (gone["rule"], gone["path"], lines(gone)) == (
        "attribute-removed",
        "spec.bars",
        [("new", "generator.yaml", 3)],
    )
    assert (new["rule"], new["entity"], lines(new)) == ("entity-added", "Pool", [("old", "generator.yaml", 3)])


def test_a_line_of_the_model_is_none_of_the_config(zoo: Zoo) -> None:
    commit_all(zoo.folder)
    (zoo.folder / "generator.yaml").write_text(
        "ignore: {resource_names: [Pool]}\nresources:\n  Cage:\n    fields:\n      Bars: {is_required: true}\n"
    )
    _, change = zoo.changes("git:HEAD", "service-2.json")
    assert (change["rule"], change["path"], change["cause"]) == ("became-required", "spec.bars", "generator config")
    assert lines(change) == [("new", "generator.yaml", 5)]


def judged(changes: list[dict[str, Any]]) -> set[tuple[str, str, str]]:
    return {(change["severity"], change["rule"], change.get("path", "")) for change in changes}


TIES = """\
CreateLoom: {in: {Name: string, Tie: string, required: [Tie, Name]}}
CreateTie: {in: {Name: string}, out: {TieId: string}}
"""
REFERENCE = "resources: {Loom: {fields: {Tie: {references: {resource: Tie, path: Status.TieID}}}}}\n"


@pytest.mark.parametrize("operations", [TIES, TIES.replace("Tie, Name", "Name")], ids=["required", "optional"])
def test_a_reference_beside_a_field_leaves_valid_what_was_valid(zoo: Zoo, operations: str) -> None:
    config = zoo.folder / "generator.yaml"
    (zoo.folder / "service-2.json").write_bytes(model(operations))
    config.write_text("")
    commit_all(zoo.folder)
    config.write_text(REFERENCE)
    there = judged(zoo.changes("git:HEAD", "service-2.json"))
    assert ("info", "attribute-added", "spec.tieRef") in there
    assert {severity for severity, _, _ in there} == {"info"}
    commit_all(zoo.folder)
    config.write_text("")
    back = judged(zoo.changes("git:HEAD", "service-2.json"))
    assert ("breaking", "attribute-removed", "spec.tieRef") in back
    assert "reference-changed" not in {rule for _, rule, _ in back}
    assert ("breaking", "became-required", "spec.tie") in back or "Tie, Name" not in operations


TYPES = ("string", "reference to a Secret")


@pytest.mark.parametrize(
    ("before", "after", "types"),
    [("", "{is_secret: true}", TYPES), ("{is_secret: true}", "", TYPES[::-1])],
)
def test_a_value_that_becomes_a_secret_or_a_plain_one_concerns_stored_objects(
    zoo: Zoo, before: str, after: str, types: tuple[str, str]
) -> None:
    config = zoo.folder / "generator.yaml"

    def write(field: str) -> None:
        config.write_text(f"resources: {{Cage: {{fields: {{Name: {field or '{}'}}}}}}}\n")

    write(before)
    commit_all(zoo.folder)
    write(after)
    (change,) = zoo.changes("git:HEAD", "service-2.json")
    assert change["severity"] == "breaking"
    assert {"configuration", "state"} <= set(change["breaks"])
    assert (change["before"], change["after"]) == types
    assert change["message"] == "changed from a {} to a {}".format(*types)


MADE = "operations: {MakeCage: {operation_type: [Create], resource_name: Cage}}\n"
STATES = (
    (CAGE.replace("CreateCage", "MakeCage"), f"ignore: {{resource_names: [Pool]}}\n{MADE}"),
    (WIDER, "ignore: {resource_names: [Pool]}\nresources: {Cage: {fields: {Name: {is_required: true}}}}\n"),
)
"""Models and configs. Without the config beside it, the first model has no cage."""


@pytest.mark.parametrize(("old", "new", "rule"), [(0, 1, "became-required"), (1, 0, "no-longer-required")])
def test_a_resource_that_one_mixture_of_the_inputs_lacks_changes_by_either(
    zoo: Zoo, old: int, new: int, rule: str
) -> None:
    for number in (old, new):
        made, config = STATES[number]
        (zoo.folder / "service-2.json").write_bytes(model(made))
        (zoo.folder / "generator.yaml").write_text(config)
        if number == old:
            commit_all(zoo.folder)
    found = {(c["rule"], c.get("path")): c["cause"] for c in zoo.changes("git:HEAD", "service-2.json")}
    assert found["type-changed", "spec.bars"] == "API description"
    assert found[rule, "spec.name"] == "generator config"
    assert found["operation-changed", None] == "API description and generator config"
