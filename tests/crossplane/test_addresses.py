"""Where a cluster serves a resource: its group, version, Kind and categories in each scope."""

import json
from pathlib import Path

import pytest

from ..provider.support import block, string
from .support import made, schema

NAMESPACED, CLUSTER = "animal.zoo.m.crossplane.io", "animal.zoo.crossplane.io"
ROOTS = "root_group: a.b\nnamespaced_root_group: m.a.b\n"


def addresses(folder: Path, root: str, entry: str) -> list[tuple[str, str, str, str]]:
    """Scope with group, version, Kind, and the categories besides those of all managed resources."""
    resource = {"zoo_animal_cage": block({"size": string("optional")})}
    config = f"{root}resource_metadata:\n- {{terraform_name: zoo_animal_cage{entry}}}\n"
    (entity,) = made(folder, {"schema.json": json.dumps(schema(resource))}, config).mapping.entities
    return [
        (f"{one.scope} {one.group}", one.version, one.kind, " ".join(one.categories).removeprefix("crossplane managed"))
        for one in entity.addresses
    ]


@pytest.mark.parametrize(
    ("root", "entry", "namespaced", "cluster"),
    [
        ("", "", NAMESPACED, CLUSTER),
        ("root_group: a.b\n", "", "", "animal.a.b"),
        ("namespaced_root_group: m.a.b\n", "", "animal.m.a.b", ""),
        (ROOTS, "", "animal.m.a.b", "animal.a.b"),
        ("name: big_farm\n", "", "animal.big-farm.m.crossplane.io", "animal.big-farm.crossplane.io"),
        ("", ", short_group: x", "x.zoo.m.crossplane.io", "x.zoo.crossplane.io"),
        ("", ", short_group: ''", "zoo.m.crossplane.io", "zoo.crossplane.io"),
        ("", ", api_group: x.y.z", "", "x.y.z"),
        ("", ", api_group: x.zoo.crossplane.io", "x.zoo.m.crossplane.io", "x.zoo.crossplane.io"),
        ("", ", api_group: zoo.crossplane.io", "", "zoo.crossplane.io"),
        (ROOTS, ", api_group: x.a.b", "x.m.a.b", "x.a.b"),
        ("root_group: a.b\n", ", api_group: x.a.b", "", "x.a.b"),
        ("", ", api_group: x.y.z, short_group: w", "", "x.y.z"),
    ],
)
def test_a_resource_has_a_group_in_each_scope_that_has_a_root(
    root: str, entry: str, namespaced: str, cluster: str, tmp_path: Path
) -> None:
    scopes = [f"{scope} {group}" for scope, group in (("Namespaced", namespaced), ("Cluster", cluster)) if group]
    assert [where for where, *_ in addresses(tmp_path, root, entry)] == scopes


@pytest.mark.parametrize(
    ("root", "entry", "expected"),
    [
        ("", "", ("v1alpha1", "Cage", " zoo")),
        ("base_version: v1\n", "", ("v1", "Cage", " zoo")),
        ("base_version: v1\n", ", version: v2", ("v2", "Cage", " zoo")),
        ("", ", crd_name: Pen", ("v1alpha1", "Pen", " zoo")),
        ("short_name: far\n", "", ("v1alpha1", "Cage", " far")),
        ("name: big_farm\n", "", ("v1alpha1", "Cage", " big-farm")),
        ("name: 9farm\n", "", ("v1alpha1", "Cage", "")),
    ],
)
def test_a_resource_has_a_version_a_kind_and_a_category(
    root: str, entry: str, expected: tuple[str, str, str], tmp_path: Path
) -> None:
    assert {tuple(more) for _, *more in addresses(tmp_path, root, entry)} == {expected}
