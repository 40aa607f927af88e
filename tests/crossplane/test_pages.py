"""What pages show of a resource besides its fields: examples, the import, the connection secret, the group."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from msgspec.structs import replace

from mapper.model import Body, Entity, Scalar, ScalarKind
from mapper.registry import system_named
from mapper.request import Mapped
from mapper.systems.crossplane.documentation import Collected
from mapper.systems.crossplane.examples import as_manifest, as_terraform
from mapper.systems.crossplane.read import Inputs
from mapper.systems.crossplane.resources import NO_TEXT
from mkdocs_oasmap.cli import main

from .support import CONFIG, made, menagerie

ARGUMENTS = {
    "region": "here",
    "bars": "3",
    "keeper_id": "${zoo_keeper.first_one.id}",
    "code": "1234",
    "colours": ["red", "${var.colour}"],
    "tags": {"a": 1},
    "heights": [{"metres": "2.5"}, {"metres": "high"}],
    "door": {"lock": "${zoo_lock.a.name}-x"},
    "roof": [{"flat": "true"}],
    "as": "x",
    "token": "never set",
    "unknown": 1,
}
METADATA = {
    "resources": {
        "zoo_animal_cage": {
            "argumentDocs": {"region": "- (Required) Where. Changing this forces a new resource to be created."},
            "examples": [
                {"name": "First_One", "manifest": json.dumps(ARGUMENTS)},
                {"name": "broken", "manifest": "{"},
                {"name": "incomplete", "manifest": '{"region": "here"}'},
            ],
            "importStatements": ["terraform import zoo_animal_cage.a here/x"],
        },
        "zoo_keeper": {
            "examples": [
                {"name": "a", "manifest": '{"name": "Ada"}'},
                {"name": "b", "manifest": '{"name": "${zoo_keeper.ada.name}"}'},
                {"name": "c", "manifest": '{"name": 3}'},
            ],
            "importStatements": [3, "x"],
        },
    }
}


def documented(folder: Path, config: str | None = None) -> Mapped:
    """The provider with collected documentation."""
    return made(folder, menagerie() | {"provider-metadata.yaml": json.dumps(METADATA)}, config)


def entity(mapped: Mapped, name: str = "zoo_animal_cage") -> Entity:
    return next(entity for entity in mapped.mapping.entities if entity.name == name)


def examples(mapped: Mapped, name: str = "zoo_animal_cage") -> dict[str, str]:
    found = system_named("crossplane").showing.examples(entity(mapped, name), mapped.mapping)
    return {example.title: example.text for example in found}


def imported(mapped: Mapped, name: str = "zoo_animal_cage") -> Any:
    found = system_named("crossplane").showing.import_example(entity(mapped, name), mapped.mapping)
    assert found is not None
    return yaml.safe_load(found.text)


def test_an_example_of_the_registry_is_a_manifest(tmp_path: Path) -> None:
    manifest = yaml.safe_load(examples(documented(tmp_path))["Of the registry: First_One, as a manifest"])
    assert manifest["metadata"] == {"name": "first-one"}
    assert manifest["spec"]["forProvider"] == {
        "region": "here",
        "bars": 3,
        "keeperIdRef": {"name": "first-one"},
        "codeSecretRef": {"name": "code", "key": "code"},
        "colours": ["red", "<var.colour>"],
        "tags": {"a": "1"},
        "heights": [{"metres": 2.5}, {}],
        "door": [{"lock": "<zoo_lock.a.name>-x"}],
        "roof": [{"flat": True}],
        "as": "x",
    }


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The name of the gate.\nThe name of  the Gate", "The name of the gate."),
        ("The name\nThe name. Changing this replaces it.", "The name. Changing this replaces it."),
        ("The name\nThe names of all", "The name\nThe names of all"),
        ("A list:\n| a |\n| a |", "A list:\n| a |\n| a |"),
        ("```\na\na\n```", "```\na\na\n```"),
        ("a\n" * 50, "a\n" * 50),
    ],
)
def test_a_page_says_once_what_the_registry_and_the_schema_say(text: str, shown: str) -> None:
    assert system_named("crossplane").showing.prose(text) == shown


def test_a_page_does_not_say_that_there_is_no_text(tmp_path: Path) -> None:
    found = replace(entity(documented(tmp_path)), description=NO_TEXT)
    assert system_named("crossplane").showing.summary(found) == ""


def test_the_same_example_is_there_in_the_language_of_terraform(tmp_path: Path) -> None:
    lines = examples(documented(tmp_path))["Of the registry: First_One, in Terraform"].split("\n")
    assert lines[0] == 'resource "zoo_animal_cage" "First_One" {'
    for line in ("  keeper_id = zoo_keeper.first_one.id", "  door {", '    lock = "${zoo_lock.a.name}-x"'):
        assert line in lines


def test_examples_that_a_cluster_would_refuse_are_left_out(tmp_path: Path) -> None:
    found = examples(documented(tmp_path))
    assert not any("broken" in title or "incomplete" in title for title in found)


def test_the_argument_that_the_external_name_stands_for_is_an_annotation(tmp_path: Path) -> None:
    manifest = yaml.safe_load(examples(documented(tmp_path), "zoo_keeper")["Of the registry: a, as a manifest"])
    assert manifest["metadata"]["annotations"] == {"crossplane.io/external-name": "Ada"}
    assert manifest["spec"] == {"forProvider": {}}


@pytest.mark.parametrize("name", ["b", "c"])
def test_an_external_name_that_is_no_text_of_its_own_is_no_annotation(name: str, tmp_path: Path) -> None:
    found = examples(documented(tmp_path), "zoo_keeper")[f"Of the registry: {name}, as a manifest"]
    assert yaml.safe_load(found)["metadata"] == {"name": name}


@pytest.mark.parametrize(
    ("external", "annotation", "given"),
    [
        ("{mode: identifier_from_provider}", "here/x", {}),
        ("{mode: parameter_as_identifier, parameter: tags}", "<tags>", {}),
        ("{mode: parameter_as_identifier, parameter: as}", "<as>", {}),
        (
            "{mode: templated_string, parameter: as, template: '{{ .parameters.region }}/{{ .external_name }}'}",
            "<as>",
            {"region": "<region>"},
        ),
    ],
)
def test_an_import_has_the_external_name_and_only_observes(
    external: str, annotation: str, given: dict[str, str], tmp_path: Path
) -> None:
    config = CONFIG.replace("{mode: identifier_from_provider}", external)
    found = imported(documented(tmp_path, config))
    assert found["metadata"]["annotations"] == {"crossplane.io/external-name": annotation}
    assert found["spec"] == {"managementPolicies": ["Observe"], "forProvider": given}


def test_an_argument_beside_a_name_that_the_provider_assigns_stays_a_field(tmp_path: Path) -> None:
    config = CONFIG.replace("identifier_from_provider", "identifier_from_provider, parameter: region")
    manifest = examples(documented(tmp_path, config))["Of the registry: First_One, as a manifest"]
    assert yaml.safe_load(manifest)["spec"]["forProvider"]["region"] == "here"


def test_the_keys_of_the_connection_secret_are_named(tmp_path: Path) -> None:
    config = CONFIG.replace("  number_int: [bars]\n", "  number_int: [bars]\n  connection_details: [region]\n")
    found = examples(documented(tmp_path, config))
    assert found["Connection secret"].endswith("# - attribute.code\n# - attribute.token\n# - region\n")
    assert "Connection secret" not in examples(documented(tmp_path), "zoo_keeper")


@pytest.mark.parametrize(("profile", "path"), [("upjet", "openedAt"), ("v2020", "opened_at")])
def test_what_makes_an_object_ready_is_shown_in_its_names(profile: str, path: str, tmp_path: Path) -> None:
    ready = "  conditions: {ready: {path: door.opened_at, values: {NOW: true, NEVER: false}}}\n"
    config = CONFIG.replace("  number_int: [bars]\n", f"  number_int: [bars]\n{ready}")
    found = examples(documented(tmp_path, f"profile: {profile}\n{config}"))["Readiness"]
    assert f"status.atProvider.door.{path};" in found
    assert yaml.safe_load(found) == {"NOW": "True", "NEVER": "False"}
    assert "Readiness" not in examples(documented(tmp_path))


def test_what_cannot_be_changed_by_its_text_is_immutable(tmp_path: Path) -> None:
    body = entity(documented(tmp_path)).body
    assert [attribute.name for attribute in body.attributes if attribute.replaces] == ["region"]


def test_resources_are_listed_by_group(tmp_path: Path) -> None:
    groups = made(tmp_path).mapping.groups
    assert sorted(set(groups.values())) == ["animal.zoo.m.example.org", "zoo.zoo.m.example.org"]


def test_a_page_says_it_and_a_search_finds_both_spellings(here: Path) -> None:
    from mkdocs_oasmap.pages.pages import Pages
    from mkdocs_oasmap.pages.search import search_sections

    mapped = documented(here)
    assert main(["pages", "--system", "crossplane", "schema.json", "out"]) == 0
    text = next(path for path in Path("out").rglob("*cage*.md")).read_text()
    for said in ("in Terraform", "attribute.token", "keeperIdRef", "Immutable"):
        assert said in text
    pages = Pages(mapped.mapping)
    view = pages.entity(next(key for key, own in pages.entities.items() if own.name == "zoo_animal_cage"))
    assert view.import_hint is not None
    assert "crossplane.io/external-name: here/x" in view.import_hint.text
    found = search_sections(view)
    words = " ".join([one.title for one in found] + [row.words for one in found for row in one.rows]).split()
    assert {"keeperId", "keeper_id", "openedAt", "opened_at"} <= set(words)


VALUES: list[Any] = [None, [], {}, [[]], "x", "${", "${a.b.c}", 3, True, {"a": []}, [{"a": 1}, "x"]]


def test_arguments_of_any_shape_are_no_error(tmp_path: Path) -> None:
    (resource, *_) = cast("Inputs", made(tmp_path).inputs).provider.resources
    for name in ("bars", "door", "code", "keeper_id", "tags", "roof", "any", "heights"):
        for value in VALUES:
            example = Collected('a"\n${b}', {**ARGUMENTS, name: value})
            assert as_terraform(example, resource)
            yaml.load(as_manifest(example, resource) or "{}", yaml.CSafeLoader)


@pytest.mark.parametrize("kept", [0, 1])
def test_a_frame_of_another_form_has_examples_too(kept: int, tmp_path: Path) -> None:
    mapped = documented(tmp_path)
    found = entity(mapped)
    first = replace(found.frame.attributes[0], type=Scalar(ScalarKind.STRING))
    odd = replace(found, frame=Body((first,)[:kept]))
    shown = system_named("crossplane").showing.examples(odd, mapped.mapping)
    assert "Of the registry: First_One, as a manifest" in {example.title for example in shown}
