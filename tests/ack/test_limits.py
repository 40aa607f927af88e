"""Models without end or measure: one message, and no file; and what a cluster would refuse."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.ack.rules import KIND_NAME
from mapper.inputs import Document
from mapper.report.diagnostic import MappingError

from .support import ack, generate, model

CAGE = "CreateCage: {in: {Inner: Inner}}"


def mapped(operations: str, shapes: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The code, the entity and the text of what is said of a model."""
    found = generate(Document("service-2.json", model(operations, yaml.safe_dump(shapes))), service="zoo")
    return [(d.rule.code, str(d.entity or ""), d.text) for d in found.diagnostics]


def towers(levels: int, width: int = 1) -> dict[str, Any]:
    """Structures in each other; each has the next one in `width` members."""
    names = ["Inner", *(f"Inner{level}" for level in range(1, levels)), "string"]
    return {name: {f"M{i}": inner for i in range(width)} for name, inner in pairwise(names)}


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ({"Inner": {"list": "Inner"}}, "shape 'Inner': lists and maps are in each other more than 19 times"),
        ({"Inner": {"list": "Other"}, "Other": {"map": "Inner"}}, "or without end"),
        pytest.param(
            *(towers(2000), "structures, lists and maps are nested in each other more than 50 levels deep"),
            marks=pytest.mark.soak,
        ),
        (towers(14, 4), "Cage would have 357,913,954 fields"),
    ],
)
def test_what_has_no_end_is_refused_with_its_place(shapes: dict[str, Any], message: str) -> None:
    with pytest.raises(MappingError) as error:
        mapped(CAGE, shapes)
    assert message in str(error.value)
    assert str(error.value).startswith("service-2.json:")


def test_structures_in_each_other_are_written_as_deep_as_anybody_needs() -> None:
    assert mapped(CAGE, towers(48)) == []


@pytest.mark.parametrize(("width", "code"), [(3, None), (25, "OAS709"), (40, "OAS708")])
def test_a_definition_that_is_too_large_is_told(width: int, code: str | None) -> None:
    found = mapped(CAGE, towers(3, width))
    assert [each[:2] for each in found] == ([(code, "custom resource Cage")] if code else [])


def test_the_size_is_that_of_the_definition_as_json() -> None:
    import json

    from mapper.ack.crd import definitions
    from mapper.kubernetes.crd import size_of

    found = generate(Document("service-2.json", model(CAGE, yaml.safe_dump(towers(3, 3)))))
    ((_, definition),) = definitions(found)
    assert size_of(definition, {}) == len(json.dumps(definition, separators=(",", ":"), ensure_ascii=False).encode())


@pytest.mark.parametrize(
    ("path", "told"), [("Locks.Code", True), ("Ring.Locks.Code", True), ("Lock.Code", True), ("Locks", False)]
)
def test_an_immutable_member_below_a_list_is_told(tmp_path: Path, path: str, told: bool) -> None:
    shapes = {"Lock": {"Code": "string"}, "Locks": {"list": "Lock"}, "Ring": {"Locks": "Locks"}}
    operations = "CreateCage: {in: {Lock: Lock, Locks: Locks, Ring: Ring}}"
    config = tmp_path / "generator.yaml"
    config.write_text(f"resources: {{Cage: {{fields: {{{path}: {{is_immutable: true}}}}}}}}\n")
    found = generate(Document("service-2.json", model(operations, yaml.safe_dump(shapes))), config, service="zoo")
    assert [d.rule.code for d in found.diagnostics] == (["OAS712"] if told else [])


def test_a_kind_with_the_name_of_a_list_is_left_out() -> None:
    operations = "CreateContact: {in: {A: string}}\nCreateContactList: {in: {A: string}}"
    found = ack(operations)
    assert found.kinds == ["Contact"]
    assert found.notes(KIND_NAME) == ["the list of Contact has the name of the Kind ContactList"]
    assert ack(operations, config="ignore: {resource_names: [Contact]}").kinds == ["ContactList"]


@pytest.mark.parametrize("suffix", ["Spec", "Status"])
def test_a_kind_with_the_name_of_a_spec_or_status_has_it_in_go(suffix: str) -> None:
    found = ack(f"CreateContact: {{in: {{A: string}}}}\nCreateContact{suffix}: {{in: {{A: string}}}}")
    assert found.kinds == ["Contact", f"Contact{suffix}"]
    assert f"type Contact{suffix}_SDK struct" in found.go["contact.go"]
    assert f" Contact{suffix}_SDK `json" in found.go["contact.go"]
    assert found.mapping.diagnostics == ()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [("enum", 5, "enum must be a list of strings"), ("required", True, "required must be a list of strings")],
)
def test_a_shape_with_a_value_of_another_type_gets_one_message(key: str, value: Any, message: str) -> None:
    with pytest.raises(MappingError, match=message):
        mapped(CAGE, {"Inner": {"type": "structure", "members": {"A": "string"}, "required": value}}
               if key == "required" else {"Inner": {"type": "string", "enum": value}})  # fmt: skip


def test_an_operation_whose_http_is_no_object_gets_one_message() -> None:
    with pytest.raises(MappingError, match="operation 'CreateCage': http must be an object"):
        mapped("CreateCage: {in: {A: string}, http: post}", {})
