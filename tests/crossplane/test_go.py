"""The Go types of the profile upjet, and what takes over from them."""

import shutil
from pathlib import Path
from typing import cast

import pytest

from mapper.crossplane.fields import ManifestSide
from mapper.crossplane.go_names import PackageNames, field_name
from mapper.crossplane.read import Inputs

from ..ack.peers.tools import Unavailable
from ..tfplugin.peers import CORPUS
from .peers.code import controller_tools, problems, unformatted
from .support import CONFIG, hostile, made, provider, sampled, written

CAGE = "namespaced/animal/v1alpha1/zz_cage_types.go"


def go(folder: Path, files: dict[str, str] | None = None, config: str | None = None) -> dict[str, str]:
    """The Go files by their paths below `apis`."""
    return written(made(folder, files, config), "apis")


def squeezed(text: str) -> list[str]:
    """The lines with single spaces."""
    return [" ".join(line.split()) for line in text.split("\n")]


def structure(text: str, name: str) -> list[str]:
    """The lines of a structure."""
    lines = squeezed(text)
    start = lines.index(f"type {name} struct {{")
    return lines[start + 1 : lines.index("}", start)]


def test_there_is_a_package_for_each_group_version_and_scope(tmp_path: Path) -> None:
    assert sorted(go(tmp_path)) == [
        f"{scope}/{group}/v1alpha1/zz_{name}.go"
        for scope in ("cluster", "namespaced")
        for group, kind in (("animal", "cage"), ("zoo", "keeper"))
        for name in sorted((f"{kind}_types", "groupversion_info"))
    ]


def test_a_kind_is_registered_with_its_list_and_has_the_spec_and_the_types_of_its_scope(tmp_path: Path) -> None:
    files = go(tmp_path)
    assert "SchemeBuilder.Register(&Cage{}, &CageList{})" in squeezed(files[CAGE])
    assert 'const CRDGroup = "animal.zoo.m.example.org"' in squeezed(
        files["namespaced/animal/v1alpha1/zz_groupversion_info.go"]
    )
    for scope, spec in (("namespaced", "v2.ManagedResourceSpec"), ("cluster", "v1.ResourceSpec")):
        assert f'{spec} `json:",inline"`' in structure(files[CAGE.replace("namespaced", scope)], "CageSpec")
    namespaced, cluster = (
        structure(files[CAGE.replace("namespaced", scope)], "CageParameters") for scope in ("namespaced", "cluster")
    )
    assert 'CodeSecretRef *v1.LocalSecretKeySelector `json:"codeSecretRef,omitempty" tf:"code,omitempty"`' in namespaced
    assert 'KeeperIDRef *v1.NamespacedReference `json:"keeperIdRef,omitempty" tf:"-"`' in namespaced
    assert 'KeeperIDSelector *v1.Selector `json:"keeperIdSelector,omitempty" tf:"-"`' in cluster


def test_each_side_is_a_structure_with_its_fields(tmp_path: Path) -> None:
    text = go(tmp_path)[CAGE]
    given, first, seen = (structure(text, f"Cage{end}") for end in ("Parameters", "InitParameters", "Observation"))
    bars = 'Bars *int64 `json:"bars,omitempty" tf:"bars,omitempty"`'
    assert all(bars in lines for lines in (given, first, seen))
    assert given[given.index(bars) - 1] == "// +kubebuilder:validation:Optional"
    assert 'ID *string `json:"id,omitempty" tf:"id,omitempty"`' in seen
    assert not any(line.startswith(("ID ", "OpenedAt ", "Token ")) for line in (*given, *first))
    assert 'Door []DoorObservation `json:"door,omitempty" tf:"door,omitempty"`' in seen


def test_other_packages_are_named_where_the_module_is_known(tmp_path: Path) -> None:
    kind = "// +crossplane:generate:reference:type="
    assert kind not in go(tmp_path)[CAGE]
    files = go(tmp_path, config=f"root-package: example.org/zoo\n{CONFIG}")
    assert f"{kind}example.org/zoo/apis/namespaced/zoo/v1alpha1.Keeper" in squeezed(files[CAGE])
    assert 'api1 "example.org/zoo/apis/cluster/zoo/v1alpha1"' in squeezed(files["cluster/zz_register.go"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vpc_uuid", "VPCUUID"),
        ("a-b", "A_B"),
        ("1st", "X1St"),
        ("type", "Type"),
        ("deep_copy", "DeepCopy_"),
    ],
)
def test_a_field_has_a_name_that_go_takes(name: str, expected: str) -> None:
    assert field_name(name) == expected


def test_structures_of_one_name_are_told_apart_by_the_fields_around_them(tmp_path: Path) -> None:
    mapped = made(tmp_path, hostile())
    resources = cast("Inputs", mapped.inputs).provider.resources
    (cage,) = (resource for resource in resources if resource.name == "zoo_a_cage")
    names = PackageNames(("Cage", "DoorParameters")).structures(cage.targets[0])
    own = [names[path, ManifestSide.FOR] for path in ("", "door", "door.door", "roof.door", "roof.door.door")]
    assert own[:3] == ["CageParameters", "CageDoorParameters", "DoorDoorParameters"]
    assert len(set(names.values())) == len(names)


def test_markers_in_texts_are_not_carried_over(tmp_path: Path) -> None:
    for text in go(tmp_path, hostile()).values():
        assert "Enum=a;b" not in text
        assert "groupName=evil" not in text


@pytest.mark.peer
def test_gofmt_has_nothing_to_say(tmp_path: Path) -> None:
    if shutil.which("gofmt") is None:
        pytest.skip("gofmt is not on the path")
    files = {f"a/{path}": text for path, text in go(tmp_path).items()} | {
        f"b/{p}": t for p, t in go(tmp_path, hostile()).items()
    }
    for path, text in files.items():
        target = tmp_path / "go" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    assert unformatted(tmp_path / "go") == ""


@pytest.fixture(scope="module")
def generator() -> str:
    try:
        return controller_tools()
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.mark.peer
def test_controller_gen_makes_our_definitions_of_our_go(generator: str, tmp_path: Path) -> None:
    mapped = made(tmp_path, hostile())
    assert problems(written(mapped, "apis"), written(mapped), tmp_path / "module", generator) == []


@pytest.mark.corpus
def test_packages_of_a_real_provider_compile_and_give_its_definitions(generator: str, tmp_path: Path) -> None:
    if not CORPUS.exists():
        pytest.skip(f"{CORPUS} is not there")
    files, definitions = sampled(provider("digitalocean"), 4)
    assert len(definitions) > 4
    assert problems(files, definitions, tmp_path, generator) == []
