"""Each key of a generator.yaml changes the Kind or its page, or a diagnostic says that it does not."""

import json
import re
from typing import Any

import pytest

from mapper.inputs.grammar import INTEGER, KEYS, LIST, MAP, TEXTS, Value
from mapper.sidecar.writer import write_sidecar
from mapper.systems.ack.grammar import FIELD, GENERATOR, RESOURCE

from .support import ack

OPERATIONS = """
CreateCage:
  in: {Name: string, Size: integer, Lock: Lock, ClientToken: {shape: string, idempotencyToken: true}, required: [Name]}
  out: {State: string, Held: Lock}
UpdateCage: {in: {Name: string, Extra: string}}
CreateKeeper: {in: {Name: string}, out: {KeeperARN: string, Code: string, Keeper: Keeper}}
"""
SHAPES = """
Lock: {required: [Code], members: {Code: string, Width: integer, Empty: Empty}}
Empty: {}
Keeper: {Code: string}
"""
BASE = "resources: {Cage: {}, Keeper: {}}"
FIELDS: dict[str, tuple[str, str]] = {
    "is_attribute": ("Colour", "true"),
    "is_read_only": ("State", "true"),
    "is_required": ("Size", "true"),
    "is_immutable": ("Name", "true"),
    "is_secret": ("Name", "true"),
    "is_arn": ("State", "true"),
    "late_initialize": ("Size", "{}"),
    "type": ("Colour", "string"),
    "go_tag": ("Name", "json:other"),
    "custom_field": ("Colours", "{list_of: Lock}"),
    "references": ("Name", "{resource: Keeper, path: Status.Code}"),
    "print": ("Size", "{name: SIZE}"),
    "from": ("Extra", "{operation: UpdateCage, path: Extra}"),
    "contains_owner_account_id": ("Name", "true"),
    "is_name": ("Name", "true"),
    "is_printable": ("Name", "true"),
    "referenced_type": ("Name", "Keeper"),
}
"""A field and a value for each key that is for the API, and for former keys."""
RESOURCES = {
    "renames": "{operations: {CreateCage: {input_fields: {Size: Width}}}}",
    "print": "{add_age_column: true}",
    "shortNames": "[cg]",
    "api_versions": "[{name: v1beta1, served: true, storage: true}]",
    "ignore_idempotency_token": "true",
    "unpack_attributes_map": "{fields: {Colour: {is_read_only: true}}}",
    "fields": "{Name: {is_secret: true}}",
}
ROOT = {
    "resources": "{Cage: {shortNames: [cg]}}",
    "operations": "{CreateKeeper: {output_wrapper_field_path: Keeper}}",
    "ignore": "{resource_names: [Keeper]}",
    "empty_shapes": "[Empty]",
    "custom_shapes": "{Chain: {Links: string}}",
    "controller_name": "menagerie",
    "model_name": "zoo",
}


def anything(value: Value) -> str:
    """A value that the grammar takes."""
    if value.kind in (KEYS, MAP):
        return "{}"
    if value.kind in (LIST, TEXTS):
        return "[]"
    return "1" if value.kind is INTEGER else "true" if value.kind.schema.get("enum") else "text"


def seen(config: str) -> tuple[str, set[str]]:
    """What pages and files are made of, without the places in the config, and what is told."""
    mapped = ack(OPERATIONS, SHAPES, config)
    sidecar = json.loads(write_sidecar(mapped.mapping))
    told = {f"{one.code} {one.text}" for one in mapped.mapping.diagnostics}
    kept = {name: sidecar[name] for name in ("bodies", "entities", "structs", "statuses", "provider")}
    text = re.sub(r'\[\d+, "[^"]*", \d+, \d+\]', "[]", json.dumps([kept, mapped.texts, mapped.go]))
    return text, told


def has_effect(config: str) -> bool:
    before, after = seen(BASE), seen(config)
    return before != after


def entries(grammar: Value, table: dict[str, Any]) -> list[str]:
    return [key for key, value in grammar.keys.items() if not value.steers or key in table]


def test_each_key_is_tried() -> None:
    for grammar, table in ((FIELD, FIELDS), (RESOURCE, RESOURCES), (GENERATOR, ROOT)):
        assert sorted(entries(grammar, table)) == sorted(table)


@pytest.mark.parametrize("key", FIELDS)
def test_a_key_of_a_field_changes_the_kind_or_is_told(key: str) -> None:
    field, value = FIELDS[key]
    config = f"resources: {{Cage: {{fields: {{{field}: {{{key}: {value}}}}}}}, Keeper: {{}}}}"
    assert has_effect(config)


@pytest.mark.parametrize("key", RESOURCES)
def test_a_key_of_a_resource_changes_the_kind_or_is_told(key: str) -> None:
    assert has_effect(f"resources: {{Cage: {{{key}: {RESOURCES[key]}}}, Keeper: {{}}}}")


@pytest.mark.parametrize("key", ROOT)
def test_a_key_of_the_file_changes_a_kind_or_is_told(key: str) -> None:
    rest = "" if key == "resources" else f"{BASE}\n"
    assert has_effect(f"{rest}{key}: {ROOT[key]}\n")


@pytest.mark.parametrize("key", [key for key, value in FIELD.keys.items() if value.steers and key not in FIELDS])
def test_a_key_of_a_field_for_the_controller_is_told(key: str) -> None:
    _, told = seen(f"resources: {{Cage: {{fields: {{Name: {{{key}: {anything(FIELD.keys[key])}}}}}}}}}")
    assert f"OAS701 {key!r} instructs the code of the controller" in told


@pytest.mark.parametrize("key", [key for key, value in RESOURCE.keys.items() if value.steers])
def test_a_key_of_a_resource_for_the_controller_is_told(key: str) -> None:
    _, told = seen(f"resources: {{Cage: {{{key}: {anything(RESOURCE.keys[key])}}}}}")
    assert f"OAS701 {key!r} instructs the code of the controller" in told


@pytest.mark.parametrize(
    ("path", "setting", "said"),
    [
        ("Lock.Code", "is_required: false", "is_required: Lock.Code is no field at the root of the spec"),
        ("State", "is_required: true", "is_required: State is no field at the root of the spec"),
        ("State", "is_immutable: true", "is_immutable: State is in the status alone"),
        ("Held.Code", "is_immutable: true", "is_immutable: Held.Code is in the status alone"),
        ("State", "references: {resource: Keeper, path: Status.Code}", "references: State is in the status alone"),
        ("Name", "is_read_only: true", "is_read_only: Name is taken by an operation, and stays in the spec"),
        ("Lock.Code", "is_read_only: true", "is_read_only: Lock.Code is taken by an operation, and stays in the spec"),
        ("Lock.Code", "print: {}", "print: Lock.Code is no field at the root of spec or status"),
        ("Name", "is_required: false", ""),
        ("Name", "is_immutable: true", ""),
        ("Lock.Code", "is_immutable: true", ""),
        ("Name", "references: {resource: Keeper, path: Status.Code}", ""),
        ("Held.Code", "references: {resource: Keeper, path: Status.Code}", ""),
        ("State", "is_read_only: true", ""),
        ("State", "print: {}", ""),
        ("Lock.Code", "is_printable: true", "print: Lock.Code is no field at the root of spec or status"),
        ("Colour", "{is_attribute: true, is_read_only: true}", ""),
        ("Name", "{is_attribute: true, is_read_only: true}", ""),
        ("Extra", "{is_read_only: true, from: {operation: UpdateCage, path: Extra}}", ""),
    ],
)
def test_a_setting_of_another_kind_of_field_is_told(path: str, setting: str, said: str) -> None:
    entry = setting if setting.startswith("{") else f"{{{setting}}}"
    config = f"resources: {{Cage: {{fields: {{{path}: {entry}}}}}, Keeper: {{}}}}"
    told = [one for one in ack(OPERATIONS, SHAPES, config).mapping.diagnostics if one.code == "OAS107"]
    assert [(one.text, one.place[:15]) for one in told] == ([(said, "generator.yaml:")] if said else [])
