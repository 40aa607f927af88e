"""Each key of a config changes something, or a diagnostic says that it does not, and the same for each path."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.registry import system_named
from mapper.report.diagnostic import Diagnostic
from mapper.systems.crossplane.grammar import CONFIG as GRAMMAR
from mapper.systems.crossplane.grammar import SETTINGS

from .support import made, menagerie

CAGE, UPJET, V2020 = "zoo_animal_cage", "upjet", "v2020"
BASE = {
    "name": "zoo",
    "root_group": "zoo.example.org",
    "namespaced_root_group": "zoo.m.example.org",
    "secrets": "reference",
    "resource_metadata": [{"terraform_name": CAGE}],
}
ROOT: dict[str, Any] = {
    "api-group": "plugin.example.org",
    "base-crd-version": "v1beta2",
    "base-path": "/here",
    "base_version": "v1beta1",
    "controller_gen": "v0.9.9",
    "embed_singleton_lists": True,
    "exclude-resources": ["zoo_keeper"],
    "exclude_resources": ["zoo_keeper"],
    "name": "garden",
    "namespaced_root_group": "garden.m.example.org",
    "omitempty": True,
    "only_listed": True,
    "package-path": "example.org/zoo/generated",
    "provider-config-version": "v1beta3",
    "provider-version": "9.9.9",
    "provider_config_kinds": "enum",
    "provider_metadata": "texts.yaml",
    "resource_metadata": [{"terraform_name": CAGE, "crd_name": "Pen"}],
    "resource_overlays": [{"terraform_name": CAGE, "full_package_name": "example.org/cage"}],
    "root-package": "example.org/zoo",
    "root_group": "garden.example.org",
    "runtime": "v2.1",
    "runtime_package": "example.org/runtime",
    "secrets": "plain",
    "short_name": "zo",
}
"""A value of each key that is not what the base has."""
INSIDE: dict[str, Any] = {
    "api_group": "animals.example.org",
    "cluster_only": {"version": "v1beta7"},
    "crd_name": "Pen",
    "embed_singleton_lists": True,
    "external_name": {"mode": "parameter_as_identifier", "parameter": "region"},
    "kubectl_printcolumns": [{"name": "A", "json_path": ".spec.forProvider.region"}],
    "move_to_status": ["region"],
    "number_float": ["bars"],
    "number_int": ["bars"],
    "previous_versions": [{"name": "v1alpha0"}],
    "references": {"keeper_id": {"terraform_name": "zoo_keeper"}},
    "remove": ["region"],
    "schema": {"region": {"optional": True, "required": False}},
    "server_side_apply": {"tags": {"map_type": "atomic"}},
    "short_group": "pens",
    "version": "v1beta9",
}
"""The same of a resource."""
TEXTS = f"name: zoo\nresources: {{{CAGE}: {{argumentDocs: {{region: Where it stands.}}}}}}\n"
OF_CONTROLLERS = {
    "conditions",
    "connection_details",
    "generate_password",
    "late_init",
    "reference_namespaces",
    "replace",
}
"""What changes nothing that is generated, and is no mistake: only the controller looks at it."""


def outcome(folder: Path, config: Any, profile: str) -> tuple[dict[str, str], list[Diagnostic]]:
    """The files, and what is told."""
    mapped = made(folder, {**menagerie(), "texts.yaml": TEXTS}, json.dumps({"profile": profile, **config}))
    files = system_named("crossplane").artifacts(mapped).items()
    return {name: "".join(pieces) for name, pieces in files}, list(mapped.mapping.diagnostics)


def words(told: list[Diagnostic]) -> set[str]:
    return {f"{one.code} {one.text}" for one in told}


def test_each_key_of_the_grammar_is_tried() -> None:
    assert {"profile", *ROOT, *INSIDE, *OF_CONTROLLERS} == {*GRAMMAR.root.keys, *SETTINGS, "cluster_only"}


@pytest.mark.parametrize("profile", [UPJET, V2020])
@pytest.mark.parametrize("key", [*ROOT, *INSIDE])
def test_each_key_changes_a_file_or_is_told(key: str, profile: str, tmp_path: Path) -> None:
    values = [{key: ROOT[key]}] if key in ROOT else []
    values += [{"resource_metadata": [{"terraform_name": CAGE, key: INSIDE[key]}]}] if key in INSIDE else []
    files, told = outcome(tmp_path, BASE, profile)
    for value in values:
        other_files, other_told = outcome(tmp_path, {**BASE, **value}, profile)
        is_told = any(f" {key} is a setting" in one for one in words(other_told))
        assert other_files != files or words(other_told) != words(told) or is_told


MISFITS = [
    (UPJET, "number_int: [region]", "number_int: region is no number", "number_int: []"),
    (V2020, "number_int: [region]", "number_int: region is no number", "number_int: []"),
    (V2020, "number_float: [bars, tags]", "number_float: tags is no number", "number_float: [bars]"),
    (UPJET, "generate_password: [code, region]",
     "generate_password: region is not given in a secret, so that none can be made for it",
     "generate_password: [code]"),
    (UPJET, "late_init: {ignored: [id]}", "late_init: id is not in spec.forProvider", "late_init: {ignored: []}"),
    (UPJET, "references: {id: {terraform_name: zoo_keeper}}", "references: id is not in spec.forProvider",
     "references: {}"),
    (UPJET, "server_side_apply: {region: {list_type: set}}", "server_side_apply: region is no list",
     "server_side_apply: {}"),
    (UPJET, "server_side_apply: {roof: {map_type: atomic}}", "server_side_apply: roof is no map",
     "server_side_apply: {}"),
    (UPJET, "schema: {bars: {required: true}}", "schema: bars stays optional without `optional: false`",
     "schema: {bars: {required: true, optional: false}}"),
    (UPJET, "schema: {region: {required: false}}", "schema: region stays required without `optional: true`",
     "schema: {region: {required: false, optional: true}}"),
    (UPJET, "cluster_only: {schema: {bars: {required: true}}}", "schema: bars stays optional without `optional: false`",
     "cluster_only: {schema: {}}"),
    (V2020, "connection_details: [region, door]", "connection_details: door cannot be in a connection secret",
     "connection_details: [region]"),
    (V2020, "move_to_status: [door]", "move_to_status: door stays in spec.forProvider", "move_to_status: []"),
    (UPJET, "cluster_only: {number_int: [region]}", "number_int: region is no number",
     "cluster_only: {number_int: []}"),
    (UPJET, "external_name: {mode: parameter_as_identifier, parameter: region}\nschema: {region: {sensitive: true}}",
     "schema: region is part of the external name", "schema: {}"),
    (UPJET, "external_name: {mode: identifier_from_provider, parameter: region}",
     "external_name: the mode identifier_from_provider has no parameter",
     "external_name: {mode: identifier_from_provider}"),
]  # fmt: skip
"""A profile, settings of a resource, and what is told of them, with the fix."""


@pytest.mark.parametrize(("profile", "settings", "said", "fix"), MISFITS)
def test_a_setting_that_an_attribute_does_not_fit_is_told(
    profile: str, settings: str, said: str, fix: str, tmp_path: Path
) -> None:
    entry = {"terraform_name": CAGE, **yaml.safe_load(settings)}
    _, told = outcome(tmp_path, {**BASE, "resource_metadata": [entry]}, profile)
    (found,) = (one for one in told if one.code == "OAS107")
    assert (found.text, found.fix, found.entity and found.entity.name) == (said, fix, CAGE)


@pytest.mark.parametrize(
    ("profile", "settings"),
    [
        (UPJET, "number_int: [bars, heights.metres]"),
        (V2020, "number_float: [bars, heights.metres]"),
        (UPJET, "generate_password: [code]"),
        (UPJET, "late_init: {ignored: [tags, region]}"),
        (UPJET, "server_side_apply: {colours: {list_type: atomic}, tags: {map_type: atomic}}"),
        (UPJET, "schema: {bars: {required: true, optional: false}, region: {optional: true, required: false}}"),
        (UPJET, "schema: {id: {required: true}, region: {computed: true}}"),
        (V2020, "schema: {bars: {required: true}}"),
        (V2020, "connection_details: [region, bars, tags, colours]"),
        (V2020, "move_to_status: [tags]"),
        (UPJET, "external_name: {mode: templated_string, parameter: region, template: 'a/{{ .external_name }}'}"),
        (UPJET, "cluster_only: {number_int: [bars]}"),
    ],
)
def test_a_setting_that_fits_is_not_told(profile: str, settings: str, tmp_path: Path) -> None:
    entry = {"terraform_name": CAGE, **yaml.safe_load(settings)}
    _, told = outcome(tmp_path, {**BASE, "resource_metadata": [entry]}, profile)
    useless = [one for one in told if one.code in ("OAS107", "OAS852")]
    assert not [one.text for one in useless if one.location and "resource_metadata" in one.location.pointer]


def test_a_key_that_no_profile_has_a_use_for_is_told(tmp_path: Path) -> None:
    for profile in (UPJET, V2020):
        _, told = outcome(tmp_path, {**BASE, "base-path": "/x"}, profile)
        assert "OAS107 base-path: the option --output names the folder" in words(told)
