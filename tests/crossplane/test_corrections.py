"""What a config corrects in a schema, which paths are columns, and which numbers are integers."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mapper.systems.crossplane.common_fields import CLUSTER, spec_properties
from mapper.systems.crossplane.documentation import Collected, Texts
from mapper.systems.crossplane.inferred_settings import whole_numbers
from mapper.systems.crossplane.resources import Resource

from ..provider.support import block, nested, string, typed
from .support import CONFIG, definition, fields, made, schema

NAME = "zoo.zoo.m.example.org_keepers"
KEEPER = """\
name: zoo
root_group: zoo.example.org
namespaced_root_group: zoo.m.example.org
resource_metadata:
- terraform_name: zoo_keeper
  schema: {%s}
"""


def sides(folder: Path, flags: str) -> dict[str, str]:
    """The sides of a manifest that have each field, and whether it is required where it can be set."""
    attributes = {
        "must": string("required"), "may": string("optional"), "seen": string("computed"),
        "both": string("optional", "computed"), "secret": string("optional", sensitive=True),
    }  # fmt: skip
    found = made(folder, {"schema.json": json.dumps(schema({"zoo_keeper": block(attributes)}))}, KEEPER % flags)
    made_of = definition(found, NAME)
    rules = json.dumps(made_of["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"])
    have = {side: fields(made_of, side)["properties"] for side in ("forProvider", "initProvider", "atProvider")}
    names = {name.removesuffix("SecretRef") for properties in have.values() for name in properties} - {"id"}
    return {
        name: "".join(
            letter.upper() if f"{name}SecretRef" in properties else letter
            for letter, properties in zip("fia", have.values(), strict=True)
            if {name, f"{name}SecretRef"} & properties.keys()
        )
        + ("!" if f"forProvider.{name} is a required" in rules else "")
        for name in names
    }


PLAIN = {"must": "fia!", "may": "fia", "seen": "a", "both": "fia", "secret": "FI"}


@pytest.mark.parametrize(
    ("flags", "changed"),
    [
        ("", {}),
        ("must: {required: false, optional: true}", {"must": "fia"}),
        ("may: {required: true, optional: false}", {"may": "fia!"}),
        ("may: {optional: false, computed: true}", {"may": "a"}),
        ("both: {optional: false}", {"both": "a"}),
        ("seen: {optional: true}", {"seen": "fia"}),
        ("seen: {required: true, computed: false}", {"seen": "fia!"}),
        ("secret: {sensitive: false}", {"secret": "fia"}),
        ("may: {sensitive: true}", {"may": "FI"}),
    ],
)
def test_a_config_corrects_the_flags_of_an_attribute(tmp_path: Path, flags: str, changed: dict[str, str]) -> None:
    assert sides(tmp_path, flags) == PLAIN | changed


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        (".spec.initProvider.bars", True),
        (".spec.initProvider.none", False),
        (".spec.forProvider.none", False),
        (".status.atProvider.token", False),
        (".status.atProvider.none", False),
        (".spec.providerConfigRef.name", True),
        (".spec.none", False),
        (".status.none", False),
        (".status", True),
        (".kind", True),
        (".none", False),
    ],
)
def test_a_column_is_a_path_that_objects_may_have(tmp_path: Path, path: str, *, is_there: bool) -> None:
    columns = f"  kubectl_printcolumns: [{{name: X, json_path: '{path}'}}]\n"
    config = CONFIG.replace("  number_int: [bars]\n", f"  number_int: [bars]\n{columns}")
    codes = [one.code for one in made(tmp_path, config=config).mapping.diagnostics]
    assert ("OAS806" not in codes) is is_there


def test_a_deprecated_field_says_so(tmp_path: Path) -> None:
    attributes = {
        "plain": string("optional"),
        "old": string("optional", deprecated=True),
        "older": string("optional", deprecated=True, deprecation_message="Use plain."),
    }
    blocks = {"door": nested("list", block({"lock": string("optional")}, deprecated=True))}
    made_of = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_keeper": block(attributes, blocks)}))})
    (keeper,) = made_of.mapping.entities
    assert {one.name: one.deprecation for one in keeper.body.attributes} == {
        "plain": None, "old": "It is deprecated.", "older": "Use plain.", "door": "It is deprecated."
    }  # fmt: skip


def test_every_resource_has_the_policies_of_management() -> None:
    policies = spec_properties(CLUSTER)["managementPolicies"]
    assert (policies["type"], policies["default"]) == ("array", ["*"])
    assert policies["items"]["enum"] == ["Observe", "Create", "Update", "Delete", "LateInitialize", "*"]
    assert policies["description"].startswith("THIS IS A BETA FIELD.")


@pytest.mark.parametrize(
    ("name", "examples", "is_whole"),
    [
        ("heat", [], False),
        ("heat", [3], True),
        ("heat", [3.0], True),
        ("heat", [3, 3.5], False),
        ("heat", [True], False),
        ("heat", ["3"], False),
        ("port", [], True),
        ("port", [1.5], False),
        ("max_heat", [], True),
        ("port_ratio", [], False),
        ("port_ratio", [2], False),
    ],
)
def test_a_number_is_an_integer_by_its_name_or_in_examples(
    tmp_path: Path, name: str, examples: list[Any], *, is_whole: bool
) -> None:
    number = {name: typed("number", "optional"), "other": string("optional")}
    door = {"nested_type": {"attributes": number, "nesting_mode": "list"}, "optional": True}
    texts = Texts(examples=tuple(Collected("x", {"door": [{name: value}]}) for value in examples))
    found = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_keeper": block({"door": door})}))}, KEEPER % "")
    (resource,) = cast("Any", found.inputs).provider.resources
    tried = SimpleNamespace(texts=texts, target=resource.target)
    assert whole_numbers(cast("Resource", tried)) == ([f"door.{name}"] if is_whole else [])
