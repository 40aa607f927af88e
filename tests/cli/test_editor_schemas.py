"""The JSON Schemas for editors: they take what is right, and say where something is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from mapper.registry import review_rules, system_named
from mapper.review.settings_reader import settings_schema
from mapper.systems.terraform.config.json_schema import config_schema
from mapper.systems.terraform.config.policies import CHOICES, NAMES
from mapper.systems.terraform.config.schema import OVERRIDE_KEYS
from mkdocs_oasmap.options import MappingOptions, OasmapOptions
from mkdocs_oasmap.options_schema import plugin_schema

from ..conformance.compare import CORPUS
from .support import Oasmap

ROOT = Path(__file__).parents[2]
FILES = {
    "config": "generator_config", "review": "review", "plugin": "plugin", "config --system ack": "ack",
    "config --system crossplane": "crossplane", "config --system pulumi": "pulumi",
}  # fmt: skip
CONFIGS = {
    "ack": ("ack/generator.yaml",), "crossplane": ("crossplane/provider.yaml", "crossplane/provider-2020.yaml"),
    "pulumi": ("pulumi/pulumi.yml",), "terraform": ("generator_config.yml", "generator_config.strict.yml"),
}  # fmt: skip
"""The configs of the example site for each system."""


def errors(schema: dict[str, Any], text: str) -> list[str]:
    return [error.message for error in Draft202012Validator(schema).iter_errors(yaml.safe_load(text))]


@pytest.mark.parametrize(("system", "name"), [(system, name) for system in CONFIGS for name in CONFIGS[system]])
def test_the_configs_of_the_example_site_are_right(system: str, name: str) -> None:
    schema = system_named(system).config_tools.schema()
    assert schema is not None
    assert errors(schema, (ROOT / "example_site" / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("system", "text", "message"),
    [
        ("ack", "resources: {A: {fields: {B: {is_secret: 1}}}}", "1 is not one of"),
        ("ack", "resources: {A: {feilds: {}}}", "'feilds' was unexpected"),
        ("crossplane", "profile: v3", "'v3' is not one of"),
        ("crossplane", "resource_metadata: [{crd_name: A}]", "'terraform_name' is a required property"),
        ("crossplane", "resource_metadata: [{terraform_name: a, cluster_only: {terraform_name: a}}]", "was unexpected"),
        ("crossplane", "base_version: '1'", "'1' does not match"),
        ("pulumi", "package: {keywords: cloud}", "'cloud' is not of type"),
    ],
)
def test_an_editor_finds_what_the_reader_refuses(system: str, text: str, message: str) -> None:
    assert any(message in error for error in errors(system_named(system).config_tools.schema() or {}, text))


@pytest.mark.corpus
def test_configs_of_public_providers_are_right_but_for_keys_that_mean_nothing() -> None:
    found = sorted(CORPUS.glob("realworld/*/generator_config.yml"))
    if not found:
        pytest.skip("there is no corpus")
    wrong = [error for path in found for error in errors(config_schema(), path.read_text(encoding="utf-8"))]
    assert [error for error in wrong if "Additional properties are not allowed" not in error] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("resorces: {}", "'resorces' was unexpected"),
        ("policies: {one_of: sometimes}", "'sometimes' is not one of"),
        ("policies: {recursion_depth: 11}", "11 is greater than the maximum"),
        ("resources: {a: {create: {path: /a}}}", "'method' is a required property"),
        ("data_sources: {a: {create: {path: /a, method: GET}}}", "'create' was unexpected"),
        ("resources: {a: {schema: {ignores: [a..b]}}}", "'a..b' does not match"),
        ("resources: {a: {schema: {attributes: {overrides: {a: {sensitive: x}}}}}}", "is not of type 'boolean'"),
        ("resources: {a: {schema: {attributes: {overrides: {a: {plan_modifiers: [x]}}}}}}", "is not valid under any"),
    ],
)
def test_what_is_wrong_in_a_config_is_found(text: str, message: str) -> None:
    assert any(message in error for error in errors(config_schema(), text))


def test_every_policy_and_every_key_of_an_override_is_known() -> None:
    schema = config_schema()
    assert set(schema["$defs"]["policies"]["properties"]) == {*CHOICES, *NAMES, "formats", "recursion_depth"}
    found = {
        key
        for kind in ("schema", "provider_schema")
        for key in schema["$defs"][kind]["properties"]["attributes"]["properties"]["overrides"]["additionalProperties"][
            "properties"
        ]
    }
    assert found == set(OVERRIDE_KEYS)


def test_a_review_file_has_known_rules_and_reasons() -> None:
    schema = settings_schema(review_rules())
    good = "rules: {constraint-added: breaking}\napproved: [{fingerprint: 1f0a93c2b7d4, reason: said}]"
    assert errors(schema, good) == []
    assert errors(schema, "rules: {constraint-aded: breaking}")
    assert errors(schema, "rules: {constraint-added: bad}")
    assert errors(schema, "approved: [{fingerprint: 1f0a93c2b7d4}]")


def test_the_schema_of_the_plugin_has_all_options_and_takes_their_defaults_and_no_title() -> None:
    schema = plugin_schema()
    options, entry = OasmapOptions(), MappingOptions()
    assert set(schema["properties"]) == set(options)
    assert set(schema["properties"]["mappings"]["items"]["properties"]) == set(entry)
    defaults = {name: options[name] for name in options if options[name] is not None}
    assert errors(schema, yaml.safe_dump({**defaults, "title": None})) == []
    assert errors(schema, "search: titles")


def test_the_example_site_has_options_that_are_right() -> None:
    text = (ROOT / "example_site/mkdocs.yml").read_text(encoding="utf-8").replace("!ENV", "")
    (options,) = (item["oasmap"] for item in yaml.safe_load(text)["plugins"] if isinstance(item, dict))
    for mapping in options["mappings"]:
        mapping.pop("baseline", None)
        mapping["config"] = "generator_config.yml"
    options.pop("source_url")
    options.pop("audience")  # of the environment
    assert errors(plugin_schema(), yaml.safe_dump(options)) == []


@pytest.mark.parametrize("of", FILES)
def test_the_files_in_the_repository_are_what_the_command_prints(oasmap: Oasmap, of: str) -> None:
    ran = oasmap("schema", *of.split())
    assert ran.code == 0
    Draft202012Validator.check_schema(json.loads(ran.out))
    path = ROOT / "schemas" / f"{FILES[of]}.schema.json"
    assert path.read_text(encoding="utf-8") == ran.out, f"run: oasmap schema {of} > {path.relative_to(ROOT)}"
