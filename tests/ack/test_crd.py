"""Definitions, and models that have no end or measure: one message, and no file."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Document
from mapper.languages.kubernetes.yaml_text import text_of
from mapper.report.diagnostic import MappingError
from mapper.systems.ack.rules import KIND_NAME

from .support import ack, generate, model

CAGE = """
CreateCage: {in: {CageName: {shape: string, documentation: <p>What it is called.</p>}, required: [CageName]}, out: {State: string, Count: long, Open: boolean}}
"""  # noqa: E501


def test_the_file_is_named_by_group_and_plural() -> None:
    assert list(ack(CAGE, config="controller_name: menagerie").texts) == ["menagerie.services.k8s.aws_cages.yaml"]


@pytest.mark.parametrize(
    ("version", "partition", "required", "generator"),
    [
        ("v0.62.1", True, None, "v0.19.0"),
        ("v0.58.0", False, None, "v0.19.0"),
        ("v0.0.1", False, ["ackResourceMetadata", "conditions"], "v0.4.0"),
    ],
)
def test_the_version_decides_what_the_runtime_adds(
    version: str, partition: bool, required: list[str] | None, generator: str
) -> None:
    mapped = ack(CAGE, version=version)
    (text,) = mapped.texts.values()
    annotations = yaml.safe_load(text)["metadata"]["annotations"]
    assert annotations["controller-gen.kubebuilder.io/version"] == generator
    status = mapped.schema("status")
    assert ("partition" in status["properties"]["ackResourceMetadata"]["properties"]) == partition
    assert status.get("required") == required
    assert status["properties"]["conditions"]["items"]["required"] == ["status", "type"]
    identity = ["ownerAccountID", *(["region"] if version != "v0.0.1" else [])]
    assert status["properties"]["ackResourceMetadata"]["required"] == identity


def test_columns_are_those_of_the_config_in_their_order() -> None:
    mapped = ack(
        CAGE,
        config="""
        resources:
          Cage:
            shortNames: [cg]
            fields:
              State: {print: {name: STATE, index: 2}}
              Count: {print: {index: 1, priority: 1}}
            print:
              order_by: index
              add_age_column: true
              additional_columns: [{name: ARN, json_path: .status.ackResourceMetadata.arn, type: string, index: 3}]
        """,
    )
    (crd,) = mapped.crds.values()
    assert crd["spec"]["versions"][0]["additionalPrinterColumns"] == [
        {"jsonPath": ".status.count", "name": "Count", "priority": 1, "type": "integer"},
        {"jsonPath": ".status.state", "name": "STATE", "type": "string"},
        {"jsonPath": ".status.ackResourceMetadata.arn", "name": "ARN", "type": "string"},
        {"jsonPath": '.status.conditions[?(@.type=="ACK.ResourceSynced")].status', "name": "Synced", "type": "string"},
        {"jsonPath": ".metadata.creationTimestamp", "name": "Age", "type": "date"},
    ]
    assert crd["spec"]["names"]["shortNames"] == ["cg"]
    text = mapped.go["cage.go"]
    assert '// +kubebuilder:printcolumn:name="Count",type=integer,priority=1,JSONPath=`.status.count`\n' in text
    assert "// +kubebuilder:resource:shortName=cg\n" in text


@pytest.mark.parametrize(("text", "is_shown"), [("", True), ("add_synced_column: true", True),
                                                ("add_synced_column: false", False)])  # fmt: skip
def test_the_column_of_the_condition_is_there_unless_the_config_says_no(text: str, is_shown: bool) -> None:
    mapped = ack(CAGE, config=f"resources: {{Cage: {{print: {{order_by: index, {text}}}}}}}")
    (crd,) = mapped.crds.values()
    columns = crd["spec"]["versions"][0].get("additionalPrinterColumns", [])
    assert [column["name"] for column in columns] == ["Synced"] * is_shown


def test_a_column_shows_no_booleans_or_structures() -> None:
    with pytest.raises(MappingError, match="a column cannot show Open, which is not a string, number or time"):
        ack(CAGE, config="resources: {Cage: {fields: {Open: {print: {}}}}}")


def test_documentation_is_added_to_that_of_the_model() -> None:
    texts = "resources: {Cage: {note: Handle with care., fields: {CageName: {prepend: Before., append: After.}}}}"
    mapped = ack(CAGE, texts=texts)
    assert mapped.spec["cageName"]["description"] == "Before.\n\nWhat it is called.\n\nAfter."
    assert mapped.schema("spec")["description"] == "CageSpec defines the desired state of Cage."
    assert mapped.entity.description == "Handle with care."


def test_documentation_can_replace_that_of_the_model() -> None:
    mapped = ack(CAGE, texts="resources: {Cage: {fields: {CageName: {override: Instead.}}}}")
    assert mapped.spec["cageName"]["description"] == "Instead."
    nothing = ack(CAGE, texts="resources: {Cage: {fields: {CageName: {override: ''}}}}")
    assert nothing.attribute("spec.cageName").description is None
    assert "description" not in nothing.spec["cageName"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "true",
        "y",
        "12",
        "1e3",
        "a: b",
        "# a",
        "a\nb",
        "a\tb\nc",
        "a \nb",
        "word " * 40 + "end",
        "word\t" + "word  " * 40 + "end\n",
        "quoted \"a\" and 'b' \\ c\nd\te",
    ],
)
def test_every_text_is_read_as_it_was_written(text: str) -> None:
    value = {"a": {"b": [{"c": text, "true": [text]}], "d": {}, "e": [], "f": None, "g": False, "h": 1}}
    assert yaml.safe_load(text_of(value)) == value


def test_text_with_tabs_is_quoted_and_folded_without_a_backslash() -> None:
    text = "one\ttwo " + "word " * 20 + "\nend"
    assert text_of({"a": text}).split("\n")[0].endswith("word word word word word")


LIMIT_CAGE = "CreateCage: {in: {Inner: Inner}}"


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
        mapped(LIMIT_CAGE, shapes)
    assert message in str(error.value)
    assert str(error.value).startswith("service-2.json:")


def test_structures_in_each_other_are_written_as_deep_as_anybody_needs() -> None:
    assert mapped(LIMIT_CAGE, towers(48)) == []


@pytest.mark.parametrize(("width", "code"), [(3, None), (25, "OAS709"), (40, "OAS708")])
def test_a_definition_that_is_too_large_is_told(width: int, code: str | None) -> None:
    found = mapped(LIMIT_CAGE, towers(3, width))
    assert [each[:2] for each in found] == ([(code, "custom resource Cage")] if code else [])


def test_the_size_is_that_of_the_definition_as_json() -> None:
    import json

    from mapper.languages.kubernetes.crd import size_of
    from mapper.systems.ack.crd import definitions

    found = generate(Document("service-2.json", model(LIMIT_CAGE, yaml.safe_dump(towers(3, 3)))))
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
        mapped(LIMIT_CAGE, {"Inner": {"type": "structure", "members": {"A": "string"}, "required": value}}
               if key == "required" else {"Inner": {"type": "string", "enum": value}})  # fmt: skip
