"""What an instruction cannot do, and what has no effect, is reported by a whole run, each with its place."""

from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mapper.systems.ack import shapes

from .support import generate, model

MODEL = model("CreateCage: {in: {Name: string, Lock: Lock}, out: {Cage: Cage}}\nDeleteCage: {in: {Name: string}}", """
    Lock: {Code: string}
    Cage: {Name: string}
    Unused: {Name: string}
""")  # fmt: skip

PROBLEMS = {
    "resources: {Cage: {print: {order_by: color}}}": "1:13: resources.Cage: print.order_by: 'color' is none of",
    "operations: {CreateCage: {input_wrapper_field_path: Cagee}}": "CreateCageInput has no member 'Cagee'",
}

NOTES = {
    "ignore: {shape_names: [Locks]}": "OAS102: the model has no shape 'Locks'; did you mean 'Lock'?",
    "model_name: zoo": "OAS714: 'model_name' is a key of an older ACK",
    "prefix_config: {sdk_name: Zoo}": "OAS701: 'prefix_config' instructs the code of the controller",
    "resources: {Cage: {hooks: {a: {code: b}}}}": "OAS701: 'hooks' instructs the code of the controller",
    "operations: {CreateCage: {custom_implementation: a}}": "OAS701: 'operations.CreateCage.custom_implementation'",
    "{}": "OAS711: the API group is zoo.services.k8s.aws",
}


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "service-2.json").write_bytes(MODEL)
    return here


@pytest.mark.parametrize(("config", "text"), PROBLEMS.items())
def test_an_instruction_that_cannot_be_followed_is_a_problem(folder: Path, config: str, text: str) -> None:
    (folder / "generator.yaml").write_text(config)
    with pytest.raises(MappingError) as caught:
        generate(folder / "service-2.json", folder / "generator.yaml")
    assert text in str(caught.value)


@pytest.mark.parametrize(("config", "text"), NOTES.items())
def test_an_instruction_without_effect_is_a_note(folder: Path, config: str, text: str) -> None:
    (folder / "generator.yaml").write_text(config)
    mapping = generate(folder / "service-2.json", folder / "generator.yaml")
    said = [f"{diagnostic.code}: {diagnostic.text}" for diagnostic in mapping.diagnostics]
    assert [note for note in said if text in note], said


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ("MOST_MEMBERS", "shape 'CreateCageRequest' has 2 members, and 1 are the most that are read"),
        ("MOST_IN_MODEL", "the structures of the model have more than 1 members together"),
        ("MOST_IN_OPERATIONS", "operations take and give more than 1 members together"),
    ],
)
def test_a_model_beyond_a_limit_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, limit: str, text: str
) -> None:
    monkeypatch.setattr(shapes, limit, 1)
    with pytest.raises(MappingError, match=text):
        generate(folder / "service-2.json")


def test_an_operation_counts_once_for_each_of_its_kinds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MOST_IN_OPERATIONS", 20)
    kinds = ", ".join(f"Cage{letter}" for letter in "ABCDEFGHIJKLMNOPQRST")
    (folder / "generator.yaml").write_text(
        f"operations: {{CreateCage: {{operation_type: Create, resource_name: [{kinds}]}}}}"
    )
    with pytest.raises(MappingError, match="more than 20 members together; leave Kinds out with ignore"):
        generate(folder / "service-2.json", folder / "generator.yaml")
