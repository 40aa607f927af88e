"""What people write scripts for around the reference tool, and the line of a config that does it here.

First what is patched in the provider code specification, then what is patched in the API description before.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mapper.report.diagnostic import losses
from mapper.terraform import generate, kinds
from mapper.terraform.config.fragments import custom_type, external_type
from mapper.terraform.rules import GO_TYPES

from ..support import Mapped, data_source, map_texts, property_, provider, resource

OVEN = """
        create:
          required: [name]
          properties:
            name: {type: string, description: Its name}
            fuel: {type: string, default: wood}
            token: {type: string}
            racks: {type: array, items: {type: string}}
            settings: {type: object}
            door: {properties: {lock: {type: string}, token: {type: string}}}
        read:
          properties:
            id: {type: string}
            name: {type: string}
            fuel: {type: string}
            heat: {type: integer, default: 20}
            door: {properties: {lock: {type: string}}}
            requestId: {type: string}
        parameters: [{name: ovenId, in: path, required: true, schema: {type: string}}]
"""


def oven(attributes: str = "{}", policies: str = "", ignores: str = "[ovenId]") -> Mapped:
    return resource(f"{OVEN}\n        policies: {{{policies}}}\n        schema:\n          ignores: {ignores}\n"
                    f"          attributes: {attributes}")  # fmt: skip


def overridden(overrides: str, policies: str = "") -> Mapped:
    return oven(f"{{overrides: {overrides}}}", policies)


def modifiers(mapped: Mapped, path: str) -> list[str]:
    return [entry["custom"]["schema_definition"] for entry in mapped.body(path).get("plan_modifiers", [])]


# computed_optional_required


def test_an_id_is_computed() -> None:
    assert oven("{aliases: {ovenId: id}}", ignores="[]").status("id") == "computed"
    assert overridden("{fuel: {computed_optional_required: computed}}").status("fuel") == "computed"


def test_parameters_of_the_parent_are_required() -> None:
    shop = map_texts(
        """
        openapi: 3.1.0
        paths:
          /shops/{shop}/ovens:
            post: {requestBody: {content: {application/json: {schema: {properties: {fuel: {type: string}}}}}}}
          /shops/{shop}/ovens/{id}:
            get:
              parameters:
                - {name: shop, in: path, required: true, schema: {type: string}}
                - {name: id, in: path, required: true, schema: {type: string}}
        """,
        """
        provider: {name: bakery}
        policies: {parent_parameters: required}
        resources:
          oven:
            create: {path: '/shops/{shop}/ovens', method: POST}
            read: {path: '/shops/{shop}/ovens/{id}', method: GET}
        """,
    )
    assert shop.statuses == {"fuel": "computed_optional", "shop": "required", "id": "computed_optional"}


def test_what_may_be_left_out_is_optional_and_not_computed_everywhere() -> None:
    assert oven(policies="not_required: optional").status("door.lock") == "optional"
    assert oven(policies="not_required: infer").status("token") == "optional"


def test_a_data_source_is_looked_up_by_either_of_two_attributes() -> None:
    found = data_source("""
        read: {properties: {id: {type: string}, name: {type: string}}}
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        schema:
          attributes:
            overrides:
              id: {computed_optional_required: computed_optional}
              name: {computed_optional_required: computed_optional}
    """)
    assert set(found.statuses.values()) == {"computed_optional"}


# plan modifiers


@pytest.mark.parametrize("policy", ["id", "computed"])
def test_each_id_keeps_its_value_in_plans(policy: str) -> None:
    assert modifiers(oven(policies=f"use_state_for_unknown: {policy}"), "id") == [
        "stringplanmodifier.UseStateForUnknown()"
    ]


def test_each_computed_attribute_keeps_its_value_in_plans() -> None:
    mapped = oven(policies="use_state_for_unknown: computed")
    assert modifiers(mapped, "heat") == ["int64planmodifier.UseStateForUnknown()"]


def test_an_attribute_replaces_the_resource() -> None:
    mapped = overridden("{racks: {plan_modifiers: [requires_replace]}}")
    assert modifiers(mapped, "racks") == ["listplanmodifier.RequiresReplace()"]


def test_what_cannot_be_updated_replaces_the_resource() -> None:
    assert modifiers(oven(policies="replace: infer"), "name") == ["stringplanmodifier.RequiresReplace()"]


# attributes that are removed and added


def test_envelope_and_secret_are_removed() -> None:
    mapped = oven(ignores="[ovenId, requestId, token, door.token]")
    assert not {"oven_id", "request_id", "token"} & set(mapped.names)
    assert mapped.names_in("door") == ["lock"]


def test_a_path_parameter_is_no_duplicate_of_the_id() -> None:
    assert oven("{aliases: {ovenId: id}}", ignores="[]").names.count("id") == 1


def test_a_flag_of_the_client_is_added_to_all_resources() -> None:
    mapped = map_texts(
        """
        openapi: 3.1.0
        paths:
          /ovens: {post: {}, get: {}}
          /shops: {post: {}, get: {}}
        """,
        """
        provider: {name: bakery}
        resources:
          oven:
            create: {path: /ovens, method: POST}
            read: {path: /ovens, method: GET}
            schema: &flags
              attributes:
                additional:
                  apply_at_once: {bool: {computed_optional_required: computed_optional, default: {static: true}}}
          shop:
            create: {path: /shops, method: POST}
            read: {path: /shops, method: GET}
            schema: *flags
        """,
    )
    found = {entity["name"]: [a["name"] for a in entity["schema"]["attributes"]] for entity in mapped.spec["resources"]}
    assert found == {"oven": ["apply_at_once"], "shop": ["apply_at_once"]}


def test_a_nested_attribute_is_added() -> None:
    mapped = oven("{additional: {door.color: {string: {computed_optional_required: optional}}}}")
    assert mapped.status("door.color") == "optional"


def test_a_resource_is_added() -> None:
    mapped = map_texts(
        "{openapi: 3.1.0, paths: {}}",
        """
        provider: {name: bakery}
        resources:
          peel: {schema: {attributes: {additional: {length: {int64: {computed_optional_required: required}}}}}}
        """,
    )
    assert mapped.statuses == {"length": "required"}


# descriptions


def test_descriptions_are_replaced_at_every_depth() -> None:
    mapped = overridden("{name: {description: The name}, door.lock: {description: The lock}}")
    assert (mapped.description("name"), mapped.description("door.lock")) == ("The name", "The lock")


def test_the_schema_is_described_by_the_tag() -> None:
    mapped = map_texts(
        """
        openapi: 3.1.0
        tags: [{name: ovens, description: All that bakes.}]
        paths: {/ovens: {post: {tags: [ovens]}, get: {responses: {'200': {content: {application/json: {schema:
          {properties: {id: {type: string}}}}}}}}}}
        """,
        """
        provider: {name: bakery}
        policies: {entity_description: tag}
        resources: {oven: {create: {path: /ovens, method: POST}, read: {path: /ovens, method: GET}}}
        """,
    )
    (found,) = mapped.spec["resources"]
    assert found["schema"]["description"] == found["schema"]["markdown_description"] == "All that bakes."


# sensitive


def test_a_list_of_names_is_sensitive_wherever_they_stand() -> None:
    mapped = oven(policies="sensitive: [token]")
    assert mapped.body("token")["sensitive"]
    assert mapped.body("door.token")["sensitive"]


def test_one_path_is_sensitive() -> None:
    mapped = overridden("{door.token: {sensitive: true}}")
    assert mapped.body("door.token")["sensitive"]
    assert "sensitive" not in mapped.body("token")


# types


@pytest.mark.parametrize(
    ("path", "type_", "kind"),
    [("racks", "set", "set"), ("settings", "string", "string"), ("settings", "map of string", "map"),
     ("heat", "string", "string"), ("door", "map of object", "map_nested")],
)  # fmt: skip
def test_an_attribute_gets_another_type(path: str, type_: str, kind: str) -> None:
    assert list(overridden(f"{{{path}: {{type: {type_}}}}}")[path]) == [kind]


def test_a_list_of_objects_becomes_a_list_of_strings() -> None:
    mapped = resource("""
        create: {properties: {racks: {type: array, items: {properties: {id: {type: string}}}}}}
        schema: {attributes: {overrides: {racks: {type: list of string}}}}
    """)
    assert mapped["racks"]["list"]["element_type"] == {"string": {}}


def test_objects_of_any_shape_are_json_strings() -> None:
    mapped = oven(policies="free_form: json_string, json_strings: normalized")
    assert mapped.body("settings") == {"custom_type": custom_type("jsontypes.Normalized")}


# names


def test_equal_names_of_nested_attributes_are_told_and_renamed() -> None:
    create = """
        create:
          properties:
            left: {properties: {door: {properties: {lock: {type: string}}}}}
            right: {properties: {door: {properties: {key: {type: string}}}}}
    """
    assert resource(create).diagnostics(GO_TYPES)
    renamed = resource(f"{create}\n        schema: {{attributes: {{overrides: {{right.door: {{name: right_door}}}}}}}}")
    assert renamed.names_in("right") == ["right_door"]
    assert not renamed.diagnostics(GO_TYPES)


def test_a_field_like_a_parameter_is_written_once_and_can_be_renamed() -> None:
    snippet = """
        read: {properties: {oven_id: {type: integer}}}
        parameters: [{name: ovenId, in: path, required: true, schema: {type: string}}]
    """
    assert data_source(snippet).names == ["oven_id"]
    assert losses(data_source(snippet).mapping.diagnostics)
    renamed = data_source(f"{snippet}\n        schema: {{attributes: {{aliases: {{ovenId: id}}}}}}")
    assert renamed.names == ["id", "oven_id"]
    assert not losses(renamed.mapping.diagnostics)


def test_attributes_are_renamed_in_their_place_or_before_sources_are_merged() -> None:
    assert oven("{overrides: {fuel: {name: energy}}}").status("energy") == "computed_optional"
    assert oven("{aliases: {door.lock: bolt}}").names_in("door") == ["bolt", "token"]


# defaults and validators


def test_defaults_are_stripped_and_added() -> None:
    assert oven().default("heat") == "20"
    assert oven(policies="computed_defaults: drop").default("heat") is None
    assert overridden("{fuel: {default: null}}").default("fuel") is None
    assert overridden("{'**': {default: null}}").default("fuel") is None
    assert overridden("{token: {default: none}}").default("token") == '"none"'


def test_validators_are_added_to_those_of_the_api_or_replace_them() -> None:
    custom = "{custom: {schema_definition: 'ovenvalidator.RequiredWhen()'}}"
    length = "{type: string, maxLength: 9}"
    for entries, expected in (
        (f"[inferred, {custom}]", ["stringvalidator.LengthAtMost(9)", "ovenvalidator.RequiredWhen()"]),
        (f"[{custom}]", ["ovenvalidator.RequiredWhen()"]),
        ("null", []),
    ):
        mapped = resource(f"""
            create: {{properties: {{name: {length}}}}}
            schema: {{attributes: {{overrides: {{name: {{validators: {entries}}}}}}}}}
        """)
        assert mapped.validators("name") == expected


# types of Go


def test_types_of_the_sdk_are_associated() -> None:
    mapped = overridden("{door: {associated_external_type: '*github.com/acme/sdk/v2/api.Door'}}")
    assert mapped.body("door")["associated_external_type"] == external_type("*github.com/acme/sdk/v2/api.Door")


def test_custom_types_are_given() -> None:
    mapped = overridden("{name: {custom_type: timetypes.RFC3339}}")
    assert mapped.body("name")["custom_type"] == custom_type("timetypes.RFC3339")


# the provider


def test_a_provider_has_a_schema_that_the_api_does_not_know() -> None:
    mapped = provider("""
        provider:
          schema:
            attributes:
              additional:
                endpoint: {string: {optional_required: required, description: Where the API is}}
                token: {string: {optional_required: optional, sensitive: true}}
    """)
    assert mapped.statuses == {"endpoint": "required", "token": "optional"}


# gates, and choices that the reference tool cannot map


def test_what_is_skipped_is_said_and_counted() -> None:
    mapped = property_("{oneOf: [{type: integer}, {type: object, properties: {a: {type: string}}}]}")
    assert "it" in [diagnostic.path for diagnostic in losses(mapped.mapping.diagnostics)]


@pytest.mark.parametrize(
    ("policy", "kind"), [("variants", "single_nested"), ("union", "single_nested"), ("json_string", "string")]
)
def test_a_choice_needs_no_generator_of_its_own(policy: str, kind: str) -> None:
    left, right = "{title: Left, properties: {a: {type: string}}}", "{title: Right, properties: {b: {type: string}}}"
    assert list(property_(f"{{oneOf: [{left}, {right}]}}", f"one_of: {policy}")["it"]) == [kind]


# what is patched in the API description before


def test_all_of_is_merged_and_flattened() -> None:
    inner = "{allOf: [{required: [b]}, {properties: {b: {type: string}}}]}"
    mapped = property_(f"{{allOf: [{{properties: {{a: {{type: string}}}}}}, {inner}]}}")
    assert mapped.names_in("it") == ["a", "b"]
    assert mapped.status("it.b") == "required"


@pytest.mark.parametrize(
    "schema",
    [
        "{type: [integer, string]}",
        "{oneOf: [{type: integer}, {type: string}]}",
        "{anyOf: [{type: string}, {const: 5}]}",
    ],
)
def test_several_scalar_types_are_a_string(schema: str) -> None:
    assert list(property_(schema)["it"]) == ["string"]


def test_the_branches_of_a_choice_are_merged() -> None:
    union = "{oneOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}]}"
    assert property_(union, "one_of: union").names_in("it") == ["a", "b"]


def test_a_discriminator_names_the_variants() -> None:
    mapped = resource("""
        create: {properties: {it: {$ref: '#/components/schemas/Source'}}}
        components:
          Source:
            oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]
            discriminator:
              propertyName: kind
              mapping: {wood: '#/components/schemas/A', gas: '#/components/schemas/B'}
          A: {properties: {kind: {type: string}, logs: {type: integer}}}
          B: {properties: {kind: {type: string}, pipe: {type: string}}}
        policies: {one_of: variants}
    """)
    assert sorted(mapped.names_in("it")) == ["gas", "wood"]


API = """
    openapi: 3.1.0
    info: {title: Bakery, version: '1'}
    paths:
      /ovens:
        post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/My%20Oven'}}}}}
        get:
          responses:
            '200':
              content:
                application/json:
                  schema:
                    properties:
                      data:
                        type: object
                        properties: {ovens: {type: array, items: {$ref: '#/components/schemas/My%20Oven'}}}
    components:
      schemas:
        My Oven: {type: object, properties: {fuel: {type: string}}}
"""
CONFIG = """
    provider: {name: bakery}
    resources:
      oven:
        create: {path: /ovens, method: POST}
        read: {path: PATH, method: GET, response: {pointer: POINTER}}
"""


def test_a_component_may_have_a_space_in_its_name() -> None:
    assert map_texts(API, CONFIG.replace("PATH", "/ovens").replace("POINTER", "''")).names == ["fuel", "data"]


def test_an_envelope_is_unwrapped_and_one_object_is_read_from_a_list() -> None:
    mapped = map_texts(API, CONFIG.replace("PATH", "/ovens").replace("POINTER", "/data/ovens/0"))
    assert mapped.names == ["fuel"]
    assert [str(o.part) for o in mapped.attribute("fuel").origins] == [
        "create request body",
        "read response 200",
    ]


def test_operations_parameters_and_properties_are_repaired_by_an_overlay(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(dedent(API))
    (tmp_path / "config.yml").write_text(dedent(CONFIG).replace("PATH", "'/ovens/{id}'").replace("POINTER", "''"))
    (tmp_path / "overlay.yaml").write_text(
        dedent("""
            overlay: 1.0.0
            info: {title: Repairs, version: '1'}
            actions:
              - target: $.components.schemas['My Oven']
                update: {required: [fuel], properties: {heat: {type: integer}}}
              - target: $.paths
                update:
                  /ovens/{id}:
                    get:
                      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                      responses: {'200': {content: {application/json: {schema: {type: object, properties: {age: {
                        type: integer}}}}}}}
        """)
    )
    mapping = generate(
        tmp_path / "openapi.yaml", tmp_path / "config.yml", base=tmp_path, overlays=[tmp_path / "overlay.yaml"]
    )
    mapped = Mapped(mapping, kinds.RESOURCE)
    assert mapped.statuses == {"fuel": "required", "heat": "computed_optional", "age": "computed",
                               "id": "computed_optional"}  # fmt: skip


def test_swagger_is_read() -> None:
    mapped = map_texts(
        """
        swagger: '2.0'
        paths:
          /ovens:
            post: {parameters: [{name: oven, in: body, schema: {$ref: '#/definitions/Oven'}}]}
            get: {responses: {'200': {schema: {$ref: '#/definitions/Oven'}}}}
        definitions: {Oven: {type: object, properties: {fuel: {type: string}}}}
        """,
        CONFIG.replace("PATH", "/ovens").replace("POINTER", "''"),
    )
    assert mapped.names == ["fuel"]


@pytest.mark.parametrize(
    ("schema", "policies", "kind"),
    [
        ("{enum: [wood, gas]}", "", "string"),
        ("{}", "untyped: json_string", "string"),
        ("{}", "untyped: string_map", "map"),
        ("{properties: {a: {type: string}}}", "", "single_nested"),
    ],
)
def test_a_schema_without_a_type_gets_one(schema: str, policies: str, kind: str) -> None:
    assert list(property_(schema, policies)["it"]) == [kind]


@pytest.mark.parametrize("schema", ["{type: [string, 'null']}", "{oneOf: [{type: 'null'}, {type: string}]}"])
def test_what_may_be_null_in_openapi_3_1_needs_no_rewriting(schema: str) -> None:
    assert list(property_(schema)["it"]) == ["string"]


def test_recursion_is_cut_at_a_depth_that_the_config_gives() -> None:
    tree = """
        create: {$ref: '#/components/schemas/Tree'}
        components:
          Tree: {type: object, properties: {name: {type: string}, parts: {type: array, items: {
            $ref: '#/components/schemas/Tree'}}}}
    """
    assert resource(tree).names == ["name"]
    deeper = resource(f"{tree}\n        schema: {{attributes: {{overrides: {{parts: {{recursion_depth: 1}}}}}}}}")
    assert deeper.names_in("parts") == ["name"]


def test_references_into_other_files_need_not_be_inlined(tmp_path: Path) -> None:
    shared = "components:\n  schemas:\n    My Oven: {type: object, properties: {heat: {type: integer}}}\n"
    (tmp_path / "shared.yaml").write_text(shared)
    (tmp_path / "openapi.yaml").write_text(dedent(API).replace("'#/components", "'shared.yaml#/components"))
    (tmp_path / "config.yml").write_text(dedent(CONFIG).replace("PATH", "/ovens").replace("POINTER", "/data/ovens/0"))
    mapping = generate(tmp_path / "openapi.yaml", tmp_path / "config.yml", base=tmp_path)
    assert Mapped(mapping, kinds.RESOURCE).names == ["heat"]
