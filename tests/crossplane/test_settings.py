"""What the scope of the cluster takes over from the settings of a resource, key by key."""

from typing import Any

import pytest

from mapper.inputs import Document
from mapper.systems.crossplane.config import ResourceSettings
from mapper.systems.crossplane.config_reader import read_settings


def settings(entry: str, cluster: str) -> tuple[ResourceSettings, ResourceSettings]:
    """The settings of a resource, and those in the scope of the cluster."""
    text = f"resource_metadata:\n- {{terraform_name: zoo_cage, {entry}, cluster_only: {{{cluster}}}}}\n"
    read = read_settings(Document("provider.yaml", text.encode()))
    return read.resources["zoo_cage"], read.cluster["zoo_cage"]


KEYS: list[tuple[str, str, str, Any]] = [
    ("api_group: a.b", "api_group: c.d", "api_group", ("a.b", "c.d")),
    ("version: v1", "version: v2", "version", ("v1", "v2")),
    ("connection_details: [a]", "connection_details: [b]", "connection_details", (("a",), ("b",))),
    ("late_init: {ignored: [a]}", "late_init: {ignored: [b]}", "ignored_late", (("a",), ("b",))),
    ("late_init: {ignored: [a]}", "late_init: {ignored: []}", "ignored_late", (("a",), ())),
    ("generate_password: [a]", "generate_password: [b]", "passwords", ({"a"}, {"a", "b"})),
    ("move_to_status: [a]", "move_to_status: [b]", "to_status", ({"a"}, {"a", "b"})),
    ("remove: [a]", "remove: [b]", "removed", ({"a"}, {"a", "b"})),
    ("number_int: [a]", "number_int: [b]", "integers", ({"a"}, {"a", "b"})),
    ("number_float: [a]", "number_float: [b]", "floats", ({"a"}, {"a", "b"})),
    ("embed_singleton_lists: true", "embed_singleton_lists: false", "embeds", (True, False)),
    ("number_int: []", "number_int: [b]", "says_integers", (True, True)),
    ("replace: recreate", "replace: refuse", "replacing", ("recreate", "refuse")),
]


@pytest.mark.parametrize(("entry", "own", "field", "values"), KEYS)
def test_a_key_is_taken_over_unless_it_has_one_of_its_own(entry: str, own: str, field: str, values: Any) -> None:
    first, kept = settings(entry, "server_side_apply: {}")
    assert (getattr(first, field), getattr(kept, field)) == (values[0], values[0])
    first, changed = settings(entry, own)
    assert (getattr(first, field), getattr(changed, field)) == values


MAPPINGS: list[tuple[str, str, str]] = [
    ("references: {a: {terraform_name: zoo_a}}", "references: {b: {terraform_name: zoo_b}}", "references"),
    ("schema: {a: {optional: true}}", "schema: {b: {optional: true}}", "flags"),
    ("server_side_apply: {a: {list_type: set}}", "server_side_apply: {b: {list_type: set}}", "merging"),
]


@pytest.mark.parametrize(("entry", "own", "field"), MAPPINGS)
def test_paths_are_added_to_those_that_are_taken_over(entry: str, own: str, field: str) -> None:
    _, cluster = settings(entry, own)
    assert list(getattr(cluster, field)) == list(cluster.paths) == ["a", "b"]
    assert [node.pointer.count("cluster_only") for node in cluster.paths.values()] == [0, 1]
    assert {path: len(nodes) for path, nodes in cluster.changes.items()} == {"a": 1, "b": 1}


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("remove: [b]", ("name", "", ["A"], ["v1"], "state")),
        ("external_name: {mode: parameter_as_identifier, parameter: b}", ("parameter", "b", ["A"], ["v1"], "state")),
        ("external_name: {template: b}", ("name", "", ["A"], ["v1"], "state")),
        ("kubectl_printcolumns: [{name: B, json_path: .b}]", ("name", "", ["B"], ["v1"], "state")),
        ("previous_versions: [{name: v2}]", ("name", "", ["A"], ["v2"], "state")),
        ("conditions: {ready: {path: phase, values: {UP: true}}}", ("name", "", ["A"], ["v1"], "phase")),
    ],
)
def test_a_whole_setting_is_taken_over_or_replaced(own: str, expected: tuple[Any, ...]) -> None:
    entry = "kubectl_printcolumns: [{name: A, json_path: .a}], previous_versions: [{name: v1}]"
    ready = "conditions: {ready: {path: state, values: {UP: true}}}"
    _, cluster = settings(f"{entry}, {ready}", own)
    readiness = cluster.readiness
    assert readiness is not None
    assert (
        cluster.external_name.mode.name.lower(),
        cluster.external_name.parameter,
        [column.name for column, _ in cluster.columns],
        [version.name for version in cluster.previous],
        readiness.path,
    ) == expected
    assert [column.type for column, _ in cluster.columns] == ["string"]
