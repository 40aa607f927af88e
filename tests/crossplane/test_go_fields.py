"""Each kind of field in Go and in a definition, in both scopes, and the manifest paths that objects have."""

import json
from pathlib import Path
from typing import cast

import pytest

from mapper.request import Mapped
from mapper.systems.crossplane.fields import ManifestSide, has_path
from mapper.systems.crossplane.read import Inputs

from ..provider.support import block, nested, string, typed
from .support import definition, fields, made, schema, written
from .test_crd import structure

DOOR = block({"lock": string("required"), "seen": string("computed"), "pin": string("optional", sensitive=True)})
CAGE = block(
    {
        "text": string("required"),
        "number": typed("number", "optional"),
        "whole": typed("number", "optional"),
        "flag": typed("bool", "optional"),
        "grid": typed(["list", ["list", "number"]], "optional"),
        "tags": typed(["map", "string"], "optional"),
        "places": typed(["map", ["object", {"row": "number"}]], "optional"),
        "any": typed("dynamic", "optional"),
        "pin": string("required", sensitive=True),
        "code": string("optional", sensitive=True),
        "pins": typed(["list", "string"], "optional", sensitive=True),
        "codes": typed(["map", "string"], "optional", sensitive=True),
        "keeper_id": string("optional"),
        "keeper_ids": typed(["set", "string"], "optional"),
    },
    {"door": nested("list", DOOR)},
)
CONFIG = """\
resource_metadata:
- terraform_name: zoo_cage
  number_int: [whole]
  external_name: {mode: identifier_from_provider}
  references: {keeper_id: {terraform_name: zoo_cage}, keeper_ids: {terraform_name: zoo_cage, extract: text}}
"""


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Mapped:
    files = {"schema.json": json.dumps(schema({"zoo_cage": CAGE})), "provider.yaml": CONFIG}
    return made(tmp_path_factory.mktemp("zoo"), files)


TYPES = {
    "Text": ("*string", "*string"),
    "Number": ("*float64", "*float64"),
    "Whole": ("*int64", "*int64"),
    "Flag": ("*bool", "*bool"),
    "Grid": ("[][]*float64", "[][]*float64"),
    "Tags": ("map[string]*string", "map[string]*string"),
    "Places": ("map[string]PlacesParameters", "map[string]PlacesParameters"),
    "Any": ("*apiextensionsv1.JSON", "*apiextensionsv1.JSON"),
    "PinSecretRef": ("*v2.LocalSecretKeySelector", "*v2.SecretKeySelector"),
    "CodeSecretRef": ("*v2.LocalSecretKeySelector", "*v2.SecretKeySelector"),
    "PinsSecretRef": ("[]v2.LocalSecretKeySelector", "[]v2.SecretKeySelector"),
    "CodesSecretRef": ("*v2.LocalSecretReference", "*v2.SecretReference"),
    "KeeperID": ("*string", "*string"),
    "KeeperIDRef": ("*v2.NamespacedReference", "*v2.Reference"),
    "KeeperIDSelector": ("*v2.NamespacedSelector", "*v2.Selector"),
    "KeeperIds": ("[]*string", "[]*string"),
    "KeeperIdsRefs": ("[]v2.NamespacedReference", "[]v2.Reference"),
    "KeeperIdsSelector": ("*v2.NamespacedSelector", "*v2.Selector"),
    "Door": ("[]DoorParameters", "[]DoorParameters"),
}


def test_each_kind_of_field_has_its_go_type_in_both_scopes(mapped: Mapped) -> None:
    files = written(mapped, "apis")
    found: dict[str, tuple[str, ...]] = {}
    for scope in ("namespaced", "cluster"):
        text = files[f"{scope}/zoo/v1alpha1/zz_cage_types.go"]
        for line in structure(text, "CageParameters"):
            if line and not line.startswith("//"):
                name, type_, _ = line.split(" ", 2)
                found[name] = (*found.get(name, ()), type_)
    assert found == TYPES


REFERENCES = {
    "keeperIdRef": ("object", ["name"]),
    "keeperIdSelector": ("object", None),
    "keeperIdsRefs": ("array", ["name"]),
    "keeperIdsSelector": ("object", None),
    "pinSecretRef": ("object", ["key", "name"]),
    "pinsSecretRef": ("array", ["key", "name"]),
    "codesSecretRef": ("object", ["name"]),
}


@pytest.mark.parametrize(
    ("name", "more"), [("zoo.zoo.m.crossplane.io_cages", []), ("zoo.zoo.crossplane.io_cages", ["namespace"])]
)
def test_a_reference_is_one_or_a_list_and_secrets_of_the_cluster_have_a_namespace(
    name: str, more: list[str], mapped: Mapped
) -> None:
    given = fields(definition(mapped, name), "forProvider")["properties"]
    found = {
        key: (own["type"], own.get("items", own).get("required")) for key, own in given.items() if key in REFERENCES
    }
    secret = {key: (kind, [*(listed or ()), *more]) for key, (kind, listed) in REFERENCES.items() if "Secret" in key}
    assert found == REFERENCES | secret


@pytest.mark.parametrize(
    ("path", "sides"),
    [
        ("text", "FOR INIT AT"),
        ("none", ""),
        ("text.x", ""),
        ("any.x", ""),
        ("places.row", "FOR INIT AT"),
        ("places.row.x", ""),
        ("door.lock", "FOR INIT AT"),
        ("door.seen", "AT"),
        ("door.none", ""),
        ("door.pinSecretRef.name", "FOR INIT"),
        ("pinSecretRef.anything.at.all", "FOR INIT"),
        ("keeper_id", ""),
        ("keeperId", "FOR INIT AT"),
    ],
)
def test_objects_may_have_a_value_at_the_paths_of_their_fields(path: str, sides: str, mapped: Mapped) -> None:
    (resource,) = cast("Inputs", mapped.inputs).provider.resources
    having = [side.name for side in ManifestSide if has_path(resource.target.fields, path.split("."), side)]
    assert having == sides.split()


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("{terraform_name: zoo_cage}", "Cage in zoo"),
        ("{terraform_name: zoo_none}", "zoo_none"),
        ("{kind: Lan, api_group: net.example.org, version: v1}", "Lan"),
    ],
)
def test_a_reference_says_its_target(target: str, words: str, tmp_path: Path) -> None:
    files = {"schema.json": json.dumps(schema({"zoo_cage": CAGE}))}
    config = CONFIG.replace("keeper_id: {terraform_name: zoo_cage}", f"keeper_id: {target}")
    given = fields(definition(made(tmp_path, files, config), "zoo.zoo.m.crossplane.io_cages"), "forProvider")
    texts = [given["properties"][name]["description"] for name in ("keeperIdRef", "keeperIdSelector")]
    assert texts == [f"Reference to a {words} to populate keeperId.", f"Selector for a {words} to populate keeperId."]
