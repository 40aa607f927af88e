"""The fields that crossplane-runtime gives every resource, as an outline of their schemas in both scopes."""

from collections.abc import Iterator
from typing import Any

import pytest

from mapper.systems.crossplane.common_fields import (
    CLUSTER,
    NAMESPACED,
    reference,
    references,
    secret,
    secret_key,
    selector,
    spec_properties,
    status_properties,
)

_TOLD = ("format", "enum", "default")


def outline(schema: dict[str, Any], path: str = "") -> Iterator[str]:
    """A line for each schema in another: its path, `*` where it is required, and what it takes."""
    for name, inner in schema.get("properties", {}).items():
        inside = f"{path}.{name}" if path else name
        told = [f"{key} {inner[key]}" for key in _TOLD if key in inner]
        mark = "*" if name in schema.get("required", ()) else ""
        yield " ".join([f"{inside}{mark}:", inner["type"], *told])
        yield from outline(inner, inside)
        for several in ("items", "additionalProperties"):
            if several in inner:
                yield from outline({"properties": {"[]": inner[several]}}, inside)


def _every(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema and those in it."""
    yield schema
    for inner in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        yield from _every(inner)


POLICY = [
    "policy: object",
    "policy.resolution: string enum ['Required', 'Optional'] default Required",
    "policy.resolve: string enum ['Always', 'IfNotPresent']",
]
SELECTOR = ["matchControllerRef: boolean", "matchLabels: object", "matchLabels.[]: string", *POLICY]
POLICIES = [
    "managementPolicies: array default ['*']",
    "managementPolicies.[]: string enum ['Observe', 'Create', 'Update', 'Delete', 'LateInitialize', '*']",
]
CONDITIONS = [
    "conditions: array",
    "conditions.[]: object",
    "conditions.[].lastTransitionTime*: string format date-time",
    "conditions.[].message: string",
    "conditions.[].observedGeneration: integer format int64",
    "conditions.[].reason*: string",
    "conditions.[].status*: string",
    "conditions.[].type*: string",
    "observedGeneration: integer format int64",
]
NAMED = ["providerConfigRef.kind*: string", "providerConfigRef.name*: string"]
CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a reference in the cluster": (reference(CLUSTER, "A."), ["name*: string", *POLICY]),
    "a reference in a namespace": (reference(NAMESPACED, "A."), ["name*: string", *POLICY, "namespace: string"]),
    "several references": (references(NAMESPACED, "A.")["items"], ["name*: string", *POLICY, "namespace: string"]),
    "a selector in the cluster": (selector(CLUSTER, "A."), SELECTOR),
    "a selector in a namespace": (selector(NAMESPACED, "A."), [*SELECTOR, "namespace: string"]),
    "a key of a secret of the cluster": (
        secret_key(CLUSTER), ["key*: string", "name*: string", "namespace*: string"]
    ),
    "a key of a secret in a namespace": (secret_key(NAMESPACED), ["key*: string", "name*: string"]),
    "a secret of the cluster": (secret(CLUSTER), ["name*: string", "namespace*: string"]),
    "a secret in a namespace": (secret(NAMESPACED), ["name*: string"]),
    "the spec of an object of the cluster": (
        {"properties": spec_properties(CLUSTER)},
        [
            *POLICIES,
            "providerConfigRef: object default {'name': 'default'}",
            "providerConfigRef.name*: string",
            *(f"providerConfigRef.{line}" for line in POLICY),
            "writeConnectionSecretToRef: object",
            "writeConnectionSecretToRef.name*: string",
            "writeConnectionSecretToRef.namespace*: string",
            "deletionPolicy: string enum ['Orphan', 'Delete'] default Delete",
        ],
    ),
    "the spec of an object in a namespace": (
        {"properties": spec_properties(NAMESPACED)},
        [
            *POLICIES,
            "providerConfigRef: object default {'kind': 'ClusterProviderConfig', 'name': 'default'}",
            *NAMED,
            "writeConnectionSecretToRef: object",
            "writeConnectionSecretToRef.name*: string",
        ],
    ),
    "the status of a runtime": ({"properties": status_properties("v2.3")}, CONDITIONS),
    "the status of one that tells requests": (
        {"properties": status_properties("v2.4")}, [*CONDITIONS, "lastHandledReconcileAt: string"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_common_fields_have_the_types_of_the_runtime(case: str) -> None:
    schema, expected = CASES[case]
    assert [*outline(schema)] == expected


@pytest.mark.parametrize(("scope", "says"), [(CLUSTER, True), (NAMESPACED, False)])
def test_only_objects_of_the_cluster_are_told_of_the_deletion_policy(scope: str, says: bool) -> None:
    text = spec_properties(scope)["managementPolicies"]["description"]
    assert ("replace the DeletionPolicy" in text) is says


def test_references_are_called_after_their_scope() -> None:
    texts = {scope: references(scope, "Some.") for scope in (CLUSTER, NAMESPACED)}
    assert {scope: (said["description"], said["items"]["description"]) for scope, said in texts.items()} == {
        CLUSTER: ("Some.", "A Reference to a named object."),
        NAMESPACED: ("Some.", "A NamespacedReference to a named object."),
    }


@pytest.mark.parametrize("scope", [CLUSTER, NAMESPACED])
def test_every_common_field_says_what_it_is(scope: str) -> None:
    fields = {"properties": spec_properties(scope) | status_properties("v2.4"), "description": "All."}
    told = [inner for inner in _every(fields) if inner.get("type")]
    assert [inner for inner in told if not inner.get("description")] == []
