from __future__ import annotations

import pytest

from mapper.ack.config_reader import parse_config, parse_texts
from mapper.diagnostics import MappingError
from mapper.documents import Document


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("resource: {}", "1:1: unknown key 'resource'; did you mean 'resources'?"),
        ("resources: {A: {feilds: {}}}", "1:17: resources.A: unknown key 'feilds'; did you mean 'fields'?"),
        ("resources: {A: {fields: {B: {is_imutable: true}}}}", "1:30: resources.A.fields.B: unknown key 'is_imutable'"),
        ("resources: [A]", "1:1: resources: a mapping of keys and values is expected"),
        (
            "resources: {A: {fields: {B: {is_secret: 1}}}}",
            "1:30: resources.A.fields.B.is_secret: true or false is expected",
        ),
        ("resources: {A: {fields: {B: {print: {index: x}}}}}", "index: a whole number is expected"),
        ("ignore: {field_paths: {a: b}}", "1:10: ignore.field_paths: a list of texts is expected"),
        ("ignore: {field_paths: [[a]]}", "1:24: ignore.field_paths: a text is expected"),
        (
            "operations: {A: {operation_type: [Crate]}}",
            "operations.A: 'Crate' is not an operation type; did you mean 'create'?",
        ),
        ("ignore: {}\nignore: {}", "2:1: the key 'ignore' is given twice (line 1 has it too)"),
        ("[1]", "1:1: a mapping of keys and values is expected"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        parse_config(Document("generator.yaml", text.encode()))
    assert message in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(MappingError) as caught:
        parse_config(Document("generator.yaml", b"a: 1\nb: 2\n"))
    assert len(caught.value.problems) == 2


def test_a_key_without_a_value_says_nothing() -> None:
    config = parse_config(Document("generator.yaml", b"ignore: {operations: , shape_names: }\nresources: {A: }\n"))
    assert (config.ignored_shapes, list(config.resources)) == ({}, ["A"])


def test_settings_of_a_resource_are_found_in_any_spelling_of_capitals() -> None:
    config = parse_config(
        Document("generator.yaml", b"resources: {dhcpoptions: {fields: {vpcid: {is_immutable: true}}}}")
    )
    field = config.resource("DhcpOptions").field("VpcId")
    assert field is not None
    assert field.is_immutable


def test_the_fields_of_2020_are_read() -> None:
    owner = b"{is_read_only: true, contains_owner_account_id: true}"
    text = b"resources: {A: {unpack_attributes_map: {fields: {Owner: " + owner + b"}}}}"
    field = parse_config(Document("generator.yaml", text)).resource("A").fields["Owner"]
    assert (field.is_attribute, field.is_read_only, field.is_owner_account_id) == (True, True, True)


def test_a_documentation_file_is_read_as_strictly() -> None:
    with pytest.raises(MappingError, match="unknown key 'after'"):
        parse_texts(Document("documentation.yaml", b"resources: {A: {fields: {B: {after: x}}}}"))
