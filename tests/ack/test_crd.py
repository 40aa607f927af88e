import pytest
import yaml

from mapper.kubernetes.yaml_text import text_of
from mapper.report.diagnostic import MappingError

from .support import ack

CAGE = """
CreateCage: {in: {CageName: {shape: string, documentation: <p>What it is called.</p>}, required: [CageName]}, out: {State: string, Count: long, Open: boolean}}
"""  # noqa: E501


def test_the_file_is_named_by_group_and_plural() -> None:
    assert list(ack(CAGE, config="controller_name: menagerie").texts) == ["menagerie.services.k8s.aws_cages.yaml"]


@pytest.mark.parametrize(
    ("version", "partition", "required"),
    [("v0.62.1", True, None), ("v0.58.0", False, None), ("v0.0.1", False, ["ackResourceMetadata", "conditions"])],
)
def test_the_version_decides_what_the_runtime_adds(version: str, partition: bool, required: list[str] | None) -> None:
    status = ack(CAGE, version=version).schema("status")
    assert ("partition" in status["properties"]["ackResourceMetadata"]["properties"]) == partition
    assert status.get("required") == required


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
