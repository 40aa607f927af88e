import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.inputs.grammar import KEYS, LIST, MAP, Value
from mapper.languages.golang.source import doc_comment, field_comment
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.systems.ack.config_reader import parse_config, parse_texts
from mapper.systems.ack.doc_comments import plain_text
from mapper.systems.ack.grammar import GENERATOR
from mapper.systems.ack.read import read_inputs
from mapper.systems.ack.rules import UNKNOWN_KEY

from ..go_code.tools import Unavailable
from .peers.keys import fetched_keys, keys_in
from .support import model


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("resources: [A]", "1:1: resources: a mapping of keys and values is expected"),
        (
            "resources: {A: {fields: {B: {is_secret: 1}}}}",
            "1:30: resources.A.fields.B.is_secret: true or false is expected",
        ),
        ("resources: {A: {fields: {B: {is_secret: [yes]}}}}", "is_secret: true or false is expected"),
        ("resources: {A: {fields: {B: {is_secret: {yes: no}}}}}", "is_secret: true or false is expected"),
        ("resources: {A: {fields: {B: {is_secret: 'yes'}}}}", "is_secret: true or false is expected"),
        ('resources: {A: {fields: {B: {is_secret: "no"}}}}', "is_secret: true or false is expected"),
        ("resources: {A: {fields: {B: {is_secret: 1}}}}", "is_secret: true or false is expected"),
        ("resources: {A: {fields: {B: {print: {index: x}}}}}", "index: a whole number is expected"),
        ("resources: {A: {hooks: [a]}}", "resources.A.hooks: a mapping of keys and values is expected"),
        ("resources: {A: {synced: {when: {path: a}}}}", "resources.A.synced.when: a list is expected"),
        ("resources: {A: {exceptions: {errors: {404: a}}}}", "exceptions.errors.404: a mapping of keys and values"),
        ("ignore: {field_paths: {a: b}}", "1:10: ignore.field_paths: a list of texts is expected"),
        ("ignore: {field_paths: [[a]]}", "1:24: ignore.field_paths: a text is expected"),
        (
            "operations: {A: {operation_type: [Crate]}}",
            "operations.A: 'Crate' is not an operation type; did you mean 'create'?",
        ),
        ("ignore: {}\nignore: {}", "2:1: the key 'ignore' is given twice (line 1 has it too); remove one"),
        ("[1]", "1:1: a mapping of keys and values is expected"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        parse_config(Document("generator.yaml", text.encode()))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("yes", True),
        ("On", True),
        ("y", True),
        ("False", False),
        ("no", False),
        ("OFF", False),
    ],
)
def test_booleans_are_those_of_yaml_1_1(text: str, meaning: bool) -> None:
    config = parse_config(
        Document("generator.yaml", f"resources: {{A: {{fields: {{B: {{is_required: {text}}}}}}}}}".encode())
    )
    assert config.resource("A").fields["B"].is_required is meaning


@pytest.mark.parametrize("text", ["'yes'", '"on"', '"true"', "1", "enable", "|\n     yes"])
def test_a_text_or_number_is_no_boolean(text: str) -> None:
    with pytest.raises(MappingError, match="is_required: true or false is expected"):
        parse_config(
            Document("generator.yaml", f"resources:\n A:\n  fields:\n   B:\n    is_required: {text}\n".encode())
        )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("resource: {}", "the unknown key 'resource' is skipped; did you mean 'resources'?"),
        ("resources: {A: {feilds: {}}}", "resources.A: the unknown key 'feilds' is skipped; did you mean 'fields'?"),
        ("resources: {A: {custom_sync: {}}}", "resources.A: the unknown key 'custom_sync' is skipped"),
        ("resources: {A: {brand_new: {x: 1}}}", "resources.A: the unknown key 'brand_new' is skipped"),
        (
            "resources: {A: {fields: {B: {is_imutable: true}}}}",
            "resources.A.fields.B: the unknown key 'is_imutable' is skipped; did you mean 'is_immutable'?",
        ),
        (
            "resources: {A: {fields: {B: {references: {kind: C}}}}}",
            "resources.A.fields.B.references: the unknown key 'kind' is skipped",
        ),
        (
            "resources: {A: {fields: {B: {compare: {is_ignord: true}}}}}",
            "resources.A.fields.B.compare: the unknown key 'is_ignord' is skipped; did you mean 'is_ignored'?",
        ),
        (
            "resources: {A: {hooks: {sdk_file_end: {template: a.tpl}}}}",
            "resources.A.hooks.sdk_file_end: the unknown key 'template' is skipped; did you mean 'template_path'?",
        ),
        ("ignore: {kinds: [A]}", "ignore: the unknown key 'kinds' is skipped"),
        ("ignore_idempotency_token: true", "the unknown key 'ignore_idempotency_token' is skipped"),
    ],
)
def test_an_unknown_key_is_a_warning_and_the_rest_is_read(text: str, message: str) -> None:
    (note,) = parse_config(Document("generator.yaml", text.encode())).notes
    assert (note.rule, note.text) == (UNKNOWN_KEY, message)


def test_keys_of_an_older_ack_mean_what_they_meant() -> None:
    text = b"""\
model_name: zoo
operations: {DescribeA: {primary_identifier_field_name: Id}}
resources: {A: {fields: {B: {is_printable: true, is_name: true}}}}
"""
    config = parse_config(Document("generator.yaml", text))
    field = config.resource("A").fields["B"]
    assert (field.is_primary_key, field.print is not None) == (True, True)
    found = [(note.rule.code, note.location.line) for note in config.notes]  # type: ignore[union-attr]
    assert sorted(found) == [("OAS714", 1), ("OAS714", 2), ("OAS714", 3), ("OAS714", 3)]


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(MappingError) as caught:
        parse_config(Document("generator.yaml", b"ignore: 1\nresources: 2\n"))
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
    config = parse_config(Document("generator.yaml", text))
    field = config.resource("A").fields["Owner"]
    assert (field.is_attribute, field.is_read_only, field.is_owner_account_id) == (True, True, True)
    assert [note.rule.code for note in config.notes] == ["OAS714", "OAS714"]


@pytest.mark.parametrize(("text", "meaning"), [("{}", True), ("{skip_incomplete_check: {}}", True), ("", False)])
def test_a_field_is_initialized_late_where_the_key_has_a_value(text: str, meaning: bool) -> None:
    config = f"resources: {{A: {{fields: {{B: {{late_initialize: {text}}}}}}}}}"
    assert (
        parse_config(Document("generator.yaml", config.encode())).resource("A").fields["B"].late_initialize is meaning
    )


def test_an_unknown_key_of_a_documentation_file_is_a_warning_too() -> None:
    (note,) = parse_texts(Document("documentation.yaml", b"resources: {A: {fields: {B: {after: x}}}}")).remarks
    assert (note.rule, note.text) == (UNKNOWN_KEY, "resources.A.fields.B: the unknown key 'after' is skipped")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", ""),
        ("  <p>One.</p>\n", "One."),
        ("<p>One.</p> <p>Two.</p>", "One.\n\nTwo."),
        ("<p>a\nb</p>", "ab"),
        ("<p>a <code>B</code> c</p>", "a B c"),
        (
            '<p>See <a href="https://x.example"> the guide</a>.</p>',
            "See  the guide (https://x.example).".replace("  ", " "),
        ),
        (
            "<p>Either:</p> <ul> <li> <p>one</p> </li> <li>two</li> </ul> <p>End.</p>",
            "Either:\n\n   * one\n\n   * two\n\nEnd.",
        ),
        ("<p>1 &lt; 2 &amp; 3</p>", "1 < 2 & 3"),
        ("<fullname>Zoo</fullname>", "Zoo"),
        ("<fullname>Zoo</fullname><p>Animals.</p>", "Animals."),
        ("<p>a<!-- hidden -->b</p>", "ab"),
        ("<p>a</p><pre>b  c</pre><p>d</p>", "a\n\n   b c\n\nd"),
        ("<code>a</code>", "   a"),
        ("<p>a <code>b</code> c</p>", "a b c"),
        ("<p>a</p><examples><example>x</example></examples>", "a"),
        ("<p>broken <b>text</p>", "broken text"),
    ],
)
def test_html_becomes_plain_text(source: str, text: str) -> None:
    assert plain_text(source) == text


def test_a_line_breaks_at_the_first_space_after_72_characters() -> None:
    lines = plain_text(f"<p>{'word ' * 40}</p>").split("\n")
    assert {len(line) for line in lines[:-1]} == {74}


@pytest.mark.parametrize("last", ["z", ",", ".", "!", "?", "'", '"'])
def test_a_last_sign_does_not_stand_on_a_line_of_its_own(last: str) -> None:
    between = "\n" if last == "z" else " "
    assert plain_text(f"<p>{'x' * 72} {last}</p>") == f"{'x' * 72}{between}{last}"
    assert plain_text(f"<p>{'x' * 72} y{last}</p>") == f"{'x' * 72}\ny{last}"


def test_a_line_has_72_bytes_and_no_half_character() -> None:
    for text, lines in (("x" * 70 + " y", 1), ("x" * 71 + " y z", 2), ("é" * 36 + " y z", 2), ("xé" * 24 + " y", 2)):
        assert len(plain_text(f"<p>{text}</p>").split("\n")) == lines, text


def test_a_line_without_a_space_is_not_broken() -> None:
    assert plain_text(f"<p>{'x' * 200}</p>") == "x" * 200


def test_items_of_a_list_keep_their_indent_when_they_are_broken() -> None:
    text = plain_text(f"<ul><li><p>{'word ' * 30}</p></li></ul>")
    assert [line[:5] for line in text.split("\n")] == ["   * ", "   wo", "   wo"]


def test_a_comment_above_a_type_is_laid_out_as_gofmt_does() -> None:
    text = "One.\n\nHeading of a part\n\nTwo:\n\n   * a\n   more\n\n   * b"
    assert doc_comment(text).split("\n") == [
        "// One.",
        "//",
        "// # Heading of a part",
        "//",
        "// Two:",
        "//",
        "//   - a",
        "//     more",
        "//",
        "//   - b",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("   1. a\n   2. b", ["//  1. a", "//", "//  2. b"]),
        ("A\n   code", ["// A", "//", "//\tcode"]),
        ("   code\nA", ["//\tcode", "//", "// A"]),
        ("   * a\n   more\nB\n   code", ["//   - a", "//     more", "//", "// B", "//", "//\tcode"]),
        ("One.\n\nno heading\n\nTwo.", ["// One.", "//", "// no heading", "//", "// Two."]),
        ("One.\n\nNo heading.\n\nTwo.", ["// One.", "//", "// No heading.", "//", "// Two."]),
        ("One.\n\nNo heading", ["// One.", "//", "// No heading"]),
        ("One.\n\nNo heading\n", ["// One.", "//", "// No heading"]),
        ("+marker:a=b\nA +b", ["// \\+marker:a=b", "// A +b"]),
        ("No heading\n\nTwo.", ["// No heading", "//", "// Two."]),
        ("``a'' is", ["// “a” is"]),
    ],
)
def test_lists_code_and_headings_of_a_comment_are_those_of_gofmt(text: str, lines: list[str]) -> None:
    assert doc_comment(text).split("\n") == [*lines, ""]


def test_a_comment_above_a_field_stays_as_it_is() -> None:
    assert field_comment("Two:\n\n   * a") == [("// Two:",), ("//",), ("//    * a",)]


def test_keys_of_go_types_are_read_from_their_tags() -> None:
    text = (
        'type A struct {\n\t// About it.\n\tB *int `json:"b,omitempty"`\n\tC []D `json:"c"`\n}\n\ntype D struct {\n}\n'
    )
    assert keys_in(text) == {"A": {"b", "c"}, "D": set()}


def _keys(*path: str) -> set[str]:
    value = GENERATOR
    for step in path:
        found = value.key(step)
        assert found is not None
        value = found.each if found.kind in (MAP, LIST) and found.each is not None else found
    return {key for key, kind in value.keys.items() if not kind.older}


_RESOURCE = ("resources",)
_FIELD = (*_RESOURCE, "fields")
STRUCTS = {
    "Config": (),
    "SDKNames": ("sdk_names",),
    "PrefixConfig": ("prefix_config",),
    "IgnoreSpec": ("ignore",),
    "OperationConfig": ("operations",),
    "ResourceConfig": _RESOURCE,
    "UnpackAttributesMapConfig": (*_RESOURCE, "unpack_attributes_map"),
    "GetAttributesInputConfig": (*_RESOURCE, "unpack_attributes_map", "get_attributes_input"),
    "MemberConstructorConfig": (*_RESOURCE, "unpack_attributes_map", "get_attributes_input", "overrides"),
    "ExceptionsConfig": (*_RESOURCE, "exceptions"),
    "ErrorConfig": (*_RESOURCE, "exceptions", "errors"),
    "HooksConfig": (*_RESOURCE, "hooks"),
    "SyncedConfig": (*_RESOURCE, "synced"),
    "SyncedCondition": (*_RESOURCE, "synced", "when"),
    "UpdateableConfig": (*_RESOURCE, "updateable"),
    "DeletableConfig": (*_RESOURCE, "deletable"),
    "StatusCondition": (*_RESOURCE, "deletable", "when"),
    "RenamesConfig": (*_RESOURCE, "renames"),
    "OperationRenamesConfig": (*_RESOURCE, "renames", "operations"),
    "ListOperationConfig": (*_RESOURCE, "list_operation"),
    "UpdateOperationConfig": (*_RESOURCE, "update_operation"),
    "ReadOperationsConfig": (*_RESOURCE, "find_operation"),
    "DeleteOperationsConfig": (*_RESOURCE, "delete_operation"),
    "ReconcileConfig": (*_RESOURCE, "reconcile"),
    "PreDeleteSyncConfig": (*_RESOURCE, "pre_delete_sync"),
    "CompareConfig": (*_RESOURCE, "compare"),
    "TagConfig": (*_RESOURCE, "tags"),
    "PrintConfig": (*_RESOURCE, "print"),
    "AdditionalColumnConfig": (*_RESOURCE, "print", "additional_columns"),
    "APIVersion": (*_RESOURCE, "api_versions"),
    "FieldConfig": _FIELD,
    "ReferencesConfig": (*_FIELD, "references"),
    "SourceFieldConfig": (*_FIELD, "from"),
    "CustomFieldConfig": (*_FIELD, "custom_field"),
    "PrintFieldConfig": (*_FIELD, "print"),
    "CompareFieldConfig": (*_FIELD, "compare"),
    "SetFieldConfig": (*_FIELD, "set"),
    "CustomSyncConfig": (*_FIELD, "custom_sync"),
    "LateInitializeConfig": (*_FIELD, "late_initialize"),
    "SkipIncompleteLateInitializeCheckConfig": (*_FIELD, "late_initialize", "skip_incomplete_check"),
}
"""The structs of ACK's generator, and the places of their keys in the grammar."""


def _mappings(value: Value, *path: str) -> Iterator[tuple[str, ...]]:
    """The paths of all mappings with fixed keys; `0` is an item of a list."""
    if value.kind is KEYS:
        yield path
    for key, kind in value.keys.items():
        yield from _mappings(kind, *path, key)
    if value.each is not None:
        yield from _mappings(value.each, *path, "0" if value.kind is LIST else "A")


@pytest.mark.parametrize("path", list(_mappings(GENERATOR)), ids=".".join)
def test_a_key_that_nobody_knows_is_told_wherever_it_is(path: tuple[str, ...]) -> None:
    config: Any = {"unheard_of": 1}
    for step in reversed(path):
        config = [config] if step == "0" else {step: config}
    notes = parse_config(Document("generator.yaml", json.dumps(config).encode())).notes
    assert [note.rule for note in notes if "the unknown key 'unheard_of' is skipped" in note.text] == [UNKNOWN_KEY]


def test_every_place_with_fixed_keys_has_its_struct() -> None:
    copies = {(*_RESOURCE, "updateable", "when")}  # a second place of StatusCondition
    older = {(*_RESOURCE, "unpack_attributes_map", "fields")}
    places = {tuple(step for step in path if step not in ("0", "A")) for path in _mappings(GENERATOR)}
    assert {place for place in places if place[:3] not in older} - copies == set(STRUCTS.values())


@pytest.mark.peer
@pytest.mark.parametrize("struct", STRUCTS)
def test_the_keys_are_those_of_the_go_types_of_ack(struct: str) -> None:
    try:
        keys = fetched_keys()
    except Unavailable as error:
        pytest.skip(str(error))
    assert _keys(*STRUCTS[struct]) == keys[struct]


@pytest.mark.parametrize(
    "config",
    [
        "ignore: {field_paths: [Pen.Size]}",
        "resources: {Cage: {fields: {Colour: {is_immutable: true}}}}",
        "resources: {Cage: {print: {order_by: colour}}}",
        "resources: {Cage: {fields: {Left.Code: {is_secret: true}, Right.Code: {is_secret: false}}}}",
    ],
)
def test_the_config_of_another_state_is_followed_as_far_as_the_model_goes(config: str) -> None:
    text = model("CreateCage: {in: {Name: string, Left: Lock, Right: Lock}}", "Lock: {Code: string}")
    document = Document("zoo.json", text)
    inputs, other = read_inputs(Request(document, [])), parse_config(Document("generator.yaml", config.encode()))
    with pytest.raises(MappingError, match=r"^generator\.yaml"):
        replace(inputs, config=other).map()
    assert [entity.name for entity in inputs.map_with(other, {}).entities] == ["Cage"]
