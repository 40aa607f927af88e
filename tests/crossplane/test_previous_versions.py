"""API versions of an earlier release in the definition of today: who has objects of them can still read them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.report.diagnostic import MappingError
from mapper.systems.crossplane.rules import KEPT_VERSION

from ..provider.support import block, string
from .support import made, schema, written

GROUP = "name: zoo\nroot_group: zoo.example.org\nnamespaced_root_group: zoo.m.example.org\n"
CAGES, NAMESPACED = "zoo.zoo.example.org_cages", "zoo.zoo.m.example.org_cages"
HERE = f"definition: released/{CAGES}.yaml"


def of_cages(argument: str) -> dict[str, str]:
    """The schema of a provider whose cages have an argument."""
    return {
        "schema.json": json.dumps(schema({"zoo_cage": block({"id": string("computed"), argument: string("required")})}))
    }


OLD, NEW = of_cages("size"), of_cages("width")


def config(version: str, previous: str = "") -> str:
    entry = (
        f"- terraform_name: zoo_cage\n  version: {version}\n  kubectl_printcolumns: [{{name: N, json_path: .spec.x}}]\n"
    )
    return f"{GROUP}resource_metadata:\n{entry}" + (f"  previous_versions: {previous}\n" if previous else "")


def versions(found: dict[str, str], name: str = CAGES) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = yaml.safe_load(found[f"{name}.yaml"])["spec"]["versions"]
    return entries


@pytest.fixture
def released(tmp_path: Path) -> dict[str, str]:
    """The definitions of a release with `v1beta1`, which are also in the folder `released`."""
    found = written(made(tmp_path, OLD, config("v1beta1")))
    (tmp_path / "released").mkdir()
    for name, text in found.items():
        (tmp_path / "released" / name).write_text(text)
    return found


def test_a_version_of_an_earlier_release_stays_as_it_was_but_is_not_stored(
    tmp_path: Path, released: dict[str, str]
) -> None:
    entry = f"[{{name: v1beta1, {HERE}, deprecation: Use v1beta2.}}]"
    mapped = made(tmp_path, NEW, config("v1beta2", entry))
    earlier, latest = versions(written(mapped))
    (was,) = versions(released)
    assert earlier == {**was, "storage": False, "deprecated": True, "deprecationWarning": "Use v1beta2."}
    assert (latest["name"], latest["storage"], latest["served"]) == ("v1beta2", True, True)
    assert latest == versions(written(made(tmp_path, NEW, config("v1beta2"))))[0]
    assert KEPT_VERSION not in [found.rule for found in mapped.mapping.diagnostics]


def test_only_the_definition_with_the_name_of_the_earlier_one_gets_the_version(
    tmp_path: Path, released: dict[str, str]
) -> None:
    found = written(made(tmp_path, NEW, config("v1beta2", f"[{{name: v1beta1, {HERE}}}]")))
    assert [entry["name"] for entry in versions(found)] == ["v1beta1", "v1beta2"]
    assert [entry["name"] for entry in versions(found, NAMESPACED)] == ["v1beta2"]


def test_the_next_release_can_name_the_definition_of_this_one(tmp_path: Path, released: dict[str, str]) -> None:
    first = f"[{{name: v1beta1, {HERE}}}]"
    second = written(made(tmp_path, NEW, config("v1beta2", first)))
    (tmp_path / "released" / f"{CAGES}.yaml").write_text(second[f"{CAGES}.yaml"])
    both = f"[{{name: v1beta2, {HERE}}}, {{name: v1beta1, {HERE}}}]"
    third = versions(written(made(tmp_path, NEW, config("v1", both))))
    assert [(entry["name"], entry["storage"]) for entry in third] == [
        ("v1", True),
        ("v1beta1", False),
        ("v1beta2", False),
    ]
    assert third[1] == versions(second)[0]


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("{name: v1beta1}", "the definition lacks the version v1beta1"),
        (
            "{name: v1beta1, definition: released/other.yaml}",
            "other.yaml defines dens.zoo.zoo.example.org, and not",
        ),
    ],
)
def test_a_previous_version_that_no_definition_has_is_a_warning_at_its_line(
    entry: str, text: str, tmp_path: Path, released: dict[str, str]
) -> None:
    other = released[f"{CAGES}.yaml"].replace("cages.zoo", "dens.zoo")
    (tmp_path / "released" / "other.yaml").write_text(other)
    (found,) = [
        one
        for one in made(tmp_path, NEW, config("v1beta2", f"[{entry}]")).mapping.diagnostics
        if one.rule == KEPT_VERSION
    ]
    assert text in found.text
    assert found.place.startswith("provider.yaml:8:")
    assert f"definition: released/{CAGES}.yaml" in (found.fix or "")


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (f"{{name: v1alpha1, {HERE}}}", "is no definition with a schema of the version v1alpha1"),
        ("{name: v1beta1, definition: schema.json}", "schema.json is no definition with a schema of"),
        ("{name: v1beta1, definition: nothing.yaml}", "nothing.yaml: "),
        ("{name: v1beta1, definition: ../cages.yaml}", "is not the path of a file in the folder of the config"),
        ("{definition: released/cages.yaml}", "previous_versions: name is needed"),
        ("{name: v1beta1, definitions: released/cages.yaml}", "did you mean 'definition'?"),
    ],
)  # fmt: skip
def test_an_entry_that_cannot_be_read_stops_the_run(
    entry: str, text: str, tmp_path: Path, released: dict[str, str]
) -> None:
    with pytest.raises(MappingError, match=re.escape(text)):
        made(tmp_path, NEW, config("v1beta2", f"[{entry}]"))


def test_the_generated_version_is_there_once(tmp_path: Path, released: dict[str, str]) -> None:
    mapped = made(tmp_path, NEW, config("v1beta1", f"[{{name: v1beta1, {HERE}}}]"))
    assert [entry["name"] for entry in versions(written(mapped))] == ["v1beta1"]
    (found,) = [one for one in mapped.mapping.diagnostics if one.rule == KEPT_VERSION]
    assert found.text == "v1beta1 is the version that is generated"


@pytest.mark.parametrize(
    "spec",
    [
        "text",
        "{versions: {name: v1beta1}}",
        "{versions: [v1beta1]}",
        "{versions: [{name: v1beta1}]}",
        "{versions: [{name: v1beta1, schema: text}]}",
        "{versions: [{name: v1beta1, schema: {}}]}",
        "{versions: [{name: v1beta1, schema: {openAPIV3Schema: text}}]}",
    ],
)
def test_a_definition_without_a_schema_has_no_earlier_version(spec: str, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(f"kind: CustomResourceDefinition\nspec: {spec}\n")
    with pytest.raises(MappingError, match=r"odd\.yaml is no definition with a schema of the version v1beta1"):
        made(tmp_path, NEW, config("v1beta2", "[{name: v1beta1, definition: odd.yaml}]"))
