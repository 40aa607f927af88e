"""The text of the artifact and of the provider's schema: layout, order, escapes, numbers; and how it is read back."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.languages.golang.source import fixed_number, json_number, json_string, string_literal
from mapper.model import Attribute, Collection, Mapping, Nested, Object, Scalar, Status
from mapper.report.diagnostic import MappingError
from mapper.review.entity_changes import Options
from mapper.systems.terraform.review import POLICY
from mapper.systems.terraform.spec import writer
from mapper.systems.terraform.spec.provider_schema import provider_schema
from mapper.systems.terraform.spec.reader import is_code_spec, read_code_spec
from mapper.systems.terraform.system import TERRAFORM
from mkdocs_oasmap.mappings import providers_schema

from ...support import Mapped, compare, data_source, map_texts, property_, resource, write_code_spec


def test_an_artifact_without_entities_has_the_provider_and_the_version() -> None:
    lost = resource("read: {type: string}")
    assert lost.text == '{\n\t"provider": {\n\t\t"name": "bakery"\n\t},\n\t"version": "0.1"\n}'


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        ("type: string, format: password, maxLength: 2, default: x",
         ["default", "deprecation_message", "description", "sensitive", "validators"]),
        ("type: integer, minimum: 2, default: 3", ["default", "deprecation_message", "description", "validators"]),
        ("type: number, format: float, enum: [2], default: 3",
         ["default", "deprecation_message", "description", "validators"]),
        ("type: boolean, default: true", ["default", "deprecation_message", "description"]),
        ("type: number", ["deprecation_message", "description"]),
        ("type: array, items: {type: string}, minItems: 1",
         ["element_type", "deprecation_message", "description", "validators"]),
        ("type: array, items: {type: object}, minItems: 1",
         ["nested_object", "deprecation_message", "description", "validators"]),
        ("type: array, format: set, items: {type: object}, minItems: 1",
         ["nested_object", "deprecation_message", "description", "validators"]),
        ("type: object, additionalProperties: {type: string}, minProperties: 1",
         ["element_type", "deprecation_message", "description", "validators"]),
        ("type: object, properties: {a: {type: string}}", ["attributes", "deprecation_message", "description"]),
    ],
)  # fmt: skip
def test_the_keys_of_each_kind_have_a_fixed_order(schema: str, keys: list[str]) -> None:
    (body,) = property_(f"{{{schema}, description: Warm, deprecated: true}}")["it"].values()
    assert list(body) == ["computed_optional_required", *keys]


@pytest.mark.parametrize(("made", "more"), [(data_source, {}), (resource, {"default": {"static": "x"}})])
def test_what_only_the_api_sets_has_no_validators_and_no_default_in_a_data_source(
    made: Callable[[str], Mapped], more: dict[str, Any]
) -> None:
    found = made("read: {properties: {it: {type: string, maxLength: 3, default: x}}}")
    assert found.attribute("it").limits
    assert found["it"] == {"string": {"computed_optional_required": "computed", **more}}


@pytest.mark.parametrize("value", ["true", "false"])
def test_a_truth_is_written_as_in_json(value: str) -> None:
    assert property_(f"{{type: boolean, default: {value}}}")["it"]["bool"]["default"] == {"static": value == "true"}


# --- escapes ---


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain é 🍞 / ' `", '"plain é 🍞 / \' `"'),
        ('"quoted" \\', r'"\"quoted\" \\"'),
        ("\n\r\t\b\f", r'"\n\r\t\b\f"'),
        ("\x00\x07\x0b\x1f", r'"\u0000\u0007\u000b\u001f"'),
        ("\x7f\x85\xa0", '"\x7f\x85\xa0"'),
        ("<a> & b", r'"\u003ca\u003e \u0026 b"'),
        ("\u2028\u2029", r'"\u2028\u2029"'),
        ("half \ud83d of a pair", '"half \ufffd of a pair"'),
    ],
)
def test_json_strings_have_the_escapes_of_go(text: str, written: str) -> None:
    assert json_string(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain é 🍞 é <>&'`/", '"plain é 🍞 é <>&\'`/"'),
        ('"\\', r'"\"\\"'),
        ("\a\b\f\n\r\t\v", r'"\a\b\f\n\r\t\v"'),
        ("\x00\x1f\x7f", r'"\x00\x1f\x7f"'),
        ("\x85\xa0\xad", r'"\u0085\u00a0\u00ad"'),
        ("\u200b\u2028\u3000\ufeff\ue000", r'"\u200b\u2028\u3000\ufeff\ue000"'),
        ("\U000e0001", r'"\U000e0001"'),
    ],
)
def test_go_string_literals_escape_what_is_not_printable(text: str, written: str) -> None:
    assert string_literal(text) == written


# --- numbers ---


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1.0, "1"),
        (2.50, "2.5"),
        (-0.0, "-0"),
        (0.0, "0"),
        (0.1, "0.1"),
        (123456789.125, "123456789.125"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (1e100, "1e+100"),
        (-1e21, "-1e+21"),
        (0.000001, "0.000001"),
        (0.0000001, "1e-7"),
        (1.5e-10, "1.5e-10"),
        (-2.5e-8, "-2.5e-8"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (7, "7"),
        (-9223372036854775808, "-9223372036854775808"),
    ],
)
def test_json_numbers_have_the_digits_of_go(number: float, written: str) -> None:
    assert json_number(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1.0, "1"),
        (2.50, "2.5"),
        (-0.0, "-0"),
        (1e21, "1" + "0" * 21),
        (1e-7, "0.0000001"),
        (-1.25e-9, "-0.00000000125"),
        (12, "12"),
    ],
)
def test_numbers_in_expressions_have_no_exponent(number: float, written: str) -> None:
    assert fixed_number(number) == written


@pytest.mark.parametrize(
    ("default", "written"),
    [("1.0", "1"), ("1e20", "100000000000000000000"), ("1e21", "1e+21"), ("0.0000001", "1e-7"), ("-0.0", "-0")],
)
def test_a_default_is_written_with_the_digits_of_go(default: str, written: str) -> None:
    assert f'"static": {written}\n' in property_(f"{{type: number, format: double, default: {default}}}").text


SHELVES = """\
openapi: 3.0.0
paths:
  /deep: {get: {responses: {200: {content: {a/b: {schema: {$ref: "#/components/schemas/Room"}}}}}}}
  /flat: {get: {responses: {200: {content: {a/b: {schema: {$ref: "#/components/schemas/Loaf"}}}}}}}
  /list: {get: {responses: {200: {content: {a/b: {schema: {$ref: "#/components/schemas/Shelves"}}}}}}}
components:
  schemas:
    Loaf:
      type: object
      properties:
        text: {type: string, maxLength: 3, default: "a\\n\\tb", description: "two\\nlines"}
        crumbs: {type: array, items: {type: object, properties: {size: {type: integer, enum: [1, 2]}}}}
        parts: {type: object, additionalProperties: {type: array, items: {$ref: "#/components/schemas/Part"}}}
    Part: {type: object, properties: {a: {type: string}}}
    Shelf: {type: object, properties: {loaf: {$ref: "#/components/schemas/Loaf"}, no: {type: integer}}}
    Shelves: {type: array, items: {$ref: "#/components/schemas/Shelf"}}
    Room: {type: object, properties: {shelves: {$ref: "#/components/schemas/Shelves"}}}
"""


def shelves(order: str) -> Mapping:
    """Entities with the same nested objects at different depths."""
    entries = ", ".join(
        f"e{number}: {{read: {{path: /{path}, method: get}}}}" for number, path in enumerate(order.split())
    )
    return map_texts(SHELVES, f"{{provider: {{name: bakery}}, data_sources: {{{entries}}}}}").mapping


@pytest.mark.parametrize("long", [1, 100])
@pytest.mark.parametrize("order", ["deep flat list", "flat list deep", "list deep flat"])
def test_objects_at_several_depths_are_written_alike_whatever_pieces_texts_are_in(
    order: str, long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapping = shelves(order)
    written = write_code_spec(mapping)
    monkeypatch.setattr(writer, "_LONG", long)
    assert write_code_spec(mapping) == written
    assert written.count("two\\nlines") == 3


SNIPPET = r"""
create:
  type: object
  required: [crumb]
  properties:
    crumb: {type: string, enum: ['a "b", c', "d\u00e9\\"], default: "x", description: Dry., format: password}
    code: {type: string, pattern: '^[a-z"]\d+`$', minLength: 2}
    count: {type: integer, minimum: -1, maximum: 9, enum: [-1, 2]}
    share: {type: number, enum: [0.5, 1e30], minimum: 0.5, exclusiveMaximum: 1e31}
    weight: {type: number, format: double, minimum: 0, multipleOf: 0.1}
    steps: {type: integer, minimum: 0, exclusiveMinimum: true, maximum: 90, multipleOf: 5}
    flag: {type: boolean, default: false}
    inside: {type: object, properties: {inner: {type: integer, minimum: 1}}}
    rows: {type: array, items: {type: array, items: {type: object, properties: {cell: {type: string}}}}}
    each: {type: array, uniqueItems: true, minItems: 1, items: {type: object, properties: {cell: {type: string}}}}
    tags: {type: object, additionalProperties: {type: string}, maxProperties: 3}
    one: {oneOf: [{title: a, type: object, properties: {x: {type: string}}}, {title: b, type: integer}]}
policies: {one_of: variants}
"""


GIVEN = """
schema:
  attributes:
    overrides:
      code: {plan_modifiers: [{custom: {schema_definition: a.B()}}], validators: [{custom: {schema_definition: a.C()}}]}
      each: {nested_object: {plan_modifiers: [{custom: {imports: [{path: a/b}], schema_definition: a.B()}}]}}
      inside: {block: true}
    additional:
      extra:
        object: {computed_optional_required: optional, attribute_types: [{name: a, list: {element_type: {bool: {}}}}]}
      none: {list_nested: {computed_optional_required: computed, nested_object: {}}}
"""


@pytest.mark.parametrize("more", ["", GIVEN])
@pytest.mark.parametrize("order", ["", "deep flat list"])
def test_everything_is_indented_by_one_tab_more_than_what_it_is_in(order: str, more: str) -> None:
    mapping = shelves(order) if order else resource(SNIPPET + more).mapping
    text = write_code_spec(mapping)
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent="\t")


NAMELESS = {"object": {"attribute_types": [{}]}}


def read(data: Any) -> Mapping:
    return read_code_spec(Document("spec.json", (data if isinstance(data, str) else json.dumps(data)).encode()))


def attributes(*listed: Any, **schema: Any) -> dict[str, Attribute]:
    schema = {"attributes": list(listed), **schema}
    data = {"version": "0.1", "provider": {"name": "bakery"}, "resources": [{"name": "oven", "schema": schema}]}
    (entity,) = [e for e in read(data).entities if e.name == "oven"]
    return {attribute.name: attribute for attribute in entity.body.attributes}


def test_nothing_differs_after_writing_and_reading() -> None:
    mapping = resource(SNIPPET).mapping
    back = read(write_code_spec(mapping))
    assert compare(mapping, back, Options(policy=POLICY, complete=False)) == ()
    assert compare(back, mapping, Options(policy=POLICY, complete=False)) == ()
    assert not [a for e in back.entities for a in e.body.attributes if a.fragments]


def test_types_of_all_kinds() -> None:
    element = {"object": {"attribute_types": [{"name": "x", "int64": {}}]}}
    found = attributes(
        {"name": "a", "dynamic": {"computed_optional_required": "optional"}},
        {"name": "b", "map": {"computed_optional_required": "computed", "element_type": element}},
        {"name": "c", "object": {"computed_optional_required": "required", **element["object"]}},
        {"name": "d", "set_nested": {"computed_optional_required": "required", "nested_object": {}}},
        blocks=[{"name": "e", "list_nested": {"nested_object": {"attributes": []}}}],
    )
    assert found["a"].type == Scalar("dynamic")
    assert isinstance(found["b"].type, Collection)
    assert isinstance(found["c"].type, Object)
    assert [a.name for a in found["c"].type.body.attributes] == ["x"]
    assert isinstance(found["d"].type, Nested)
    assert found["d"].status is Status.REQUIRED
    assert isinstance(found["e"].type, Nested)
    assert (found["e"].type.mode, found["e"].type.block) == ("list", True)


def test_what_the_model_has_no_place_for_is_kept() -> None:
    modifiers = [{"custom": {"schema_definition": "crumbs.Sweep()"}}]
    validators = [{"custom": {"schema_definition": "crumbs.Check(1)"}}]
    body = {
        "computed_optional_required": "optional",
        "custom_type": {"type": "crumbs.Type"},
        "plan_modifiers": modifiers,
        "validators": validators,
        "default": {"custom": {"schema_definition": "crumbs.Default()"}},
    }
    found = attributes({"name": "a", "string": body})["a"]
    assert {fragment.keyword: fragment.value for fragment in found.fragments} == {
        "custom_type": {"type": "crumbs.Type"},
        "plan_modifiers": modifiers,
        "validators": validators,
        "default": {"custom": {"schema_definition": "crumbs.Default()"}},
    }


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a"},
        {"string": {"computed_optional_required": "optional"}},
        {"name": "a", "string": {}},
        {"name": "a", "string": {"computed_optional_required": "maybe"}},
        {"name": "a", "list": {"computed_optional_required": "optional"}},
        {"name": "a", "list": {"computed_optional_required": "optional", "element_type": NAMELESS}},
        *(
            {"name": "a", "list": {"computed_optional_required": "optional", "element_type": element}}
            for element in (
                {},
                5,
                {"strings": {}},
                {"single_nested": {}},
                {"map": {}},
                {"set": {"element_type": {"strings": {}}}},
                {"object": {"attribute_types": [{"name": "a"}]}},
                {"object": {"attribute_types": [{"name": "a", "strings": {}}]}},
            )
        ),
    ],
)
def test_what_is_none_gets_one_message(body: dict[str, Any]) -> None:
    with pytest.raises(MappingError, match=r"spec\.json:1:\d+: ") as caught:
        attributes(body)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("arguments", ["()", '("a")', '(1, "b")', "(least)"])
def test_a_bound_that_is_no_number_stays_a_fragment(arguments: str) -> None:
    entry = {"custom": {"schema_definition": f"ownvalidator.AtLeast{arguments}"}}
    body = {"name": "a", "int64": {"computed_optional_required": "optional", "validators": [entry]}}
    found = attributes(body)["a"]
    assert found.limits == ()
    assert [fragment.keyword for fragment in found.fragments] == ["validators"]


def test_a_status_that_there_is_not_is_named() -> None:
    with pytest.raises(MappingError, match="'maybe' is not a status"):
        attributes({"name": "a", "string": {"computed_optional_required": "maybe"}})


@pytest.mark.parametrize("section", ["provider", "resources", "datasources"])
def test_what_has_no_name_gets_one_message(section: str) -> None:
    data = {"version": "0.1", "provider": {"name": "bakery"}}
    with pytest.raises(MappingError, match=r"spec\.json:1:\d+: a (provider|resource|data source) has no name"):
        read({**data, section: {} if section == "provider" else [{"name": "a"}, {"schema": {}}]})


def test_other_files_are_no_code_specifications() -> None:
    assert not is_code_spec({"openapi": "3.1.0", "paths": {}})
    assert not is_code_spec({"provider": {"name": "bakery"}, "resources": {"oven": {}}})  # a generator config
    assert not is_code_spec([])
    with pytest.raises(MappingError, match="not a Provider Code Specification"):
        read({"openapi": "3.1.0"})


ADDRESS = "registry.terraform.io/hashicorp/bakery"


def schema(mapping: Mapping) -> Any:
    """All that the provider has, as plain data."""
    return json.loads("".join(providers_schema(mapping)))["provider_schemas"][ADDRESS]


def block(snippet: str) -> Any:
    """The block of the one resource."""
    return schema(resource(snippet).mapping)["resource_schemas"]["bakery_oven"]["block"]


@pytest.mark.parametrize(
    ("property_", "expected"),
    [
        ("{type: string}", "string"),
        ("{type: integer, format: int64}", "number"),
        ("{type: number, format: double}", "number"),
        ("{type: boolean}", "bool"),
        ("{type: array, items: {type: string}}", ["list", "string"]),
        ("{type: object, additionalProperties: {type: array, items: {type: integer}}}", ["map", ["list", "number"]]),
    ],
)
def test_types_have_the_spelling_of_terraform(property_: str, expected: object) -> None:
    made = block(f"create: {{type: object, properties: {{it: {property_}}}}}")
    assert made["attributes"]["it"]["type"] == expected


def test_nested_attributes_have_a_nested_type_and_objects_of_lists_of_lists_are_types() -> None:
    made = block(
        """
        create:
          type: object
          properties:
            racks: {type: array, items: {type: object, required: [width], properties: {width: {type: integer}}}}
            grid: {type: array, items: {type: array, items: {type: object, properties: {heat: {type: number}}}}}
        """
    )["attributes"]
    assert made["racks"]["nested_type"]["nesting_mode"] == "list"
    assert made["racks"]["nested_type"]["attributes"]["width"]["required"]
    assert made["grid"]["type"] == ["list", ["list", ["object", {"heat": "number"}]]]


def test_statuses_are_flags() -> None:
    made = block(
        """
        create: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
        create_response: {type: object, properties: {size: {type: integer}, heat: {type: integer}}}
        """
    )["attributes"]
    flags = {name: {key for key, value in one.items() if value is True} for name, one in made.items()}
    # what is in the request only is filled in by the API too, for all that a description says
    assert flags["name"] == {"required"}
    assert flags["size"] == {"optional", "computed"}
    assert flags["heat"] == {"computed"}


def test_sensitivity_deprecation_and_descriptions_are_told() -> None:
    made = block(
        """
        create:
          type: object
          properties:
            code: {type: string, format: password, description: Opens the *door*.}
            old: {type: string, deprecated: true}
        """
    )["attributes"]
    assert made["code"]["sensitive"]
    assert (made["code"]["description"], made["code"]["description_kind"]) == ("Opens the *door*.", "markdown")
    assert made["old"]["deprecated"]
    assert made["old"]["deprecation_message"]
    assert "deprecat" not in str(made["code"])


@pytest.mark.parametrize(
    ("schema_", "told"),
    [
        ("", {}),
        ("deprecation_message: Gone.", {"deprecated": True, "deprecation_message": "Gone."}),
        ("deprecation_message: Gone., description: Bakes.", {"deprecated": True, "deprecation_message": "Gone."}),
    ],
)
def test_a_resource_is_deprecated_as_the_config_says(schema_: str, told: dict[str, Any]) -> None:
    made = block(f"create: {{properties: {{code: {{type: string}}}}}}\nschema: {{{schema_}}}")
    assert {key: made[key] for key in ("deprecated", "deprecation_message") if key in made} == told


def test_a_block_is_described_and_deprecated_as_its_attribute_is() -> None:
    rack = "{type: object, description: Holds trays., deprecated: true, properties: {width: {type: integer}}}"
    made = block(
        f"create: {{properties: {{rack: {rack}}}}}\nschema: {{attributes: {{overrides: {{rack: {{block: true}}}}}}}}"
    )
    told = made["block_types"]["rack"]["block"]
    assert (told["description"], told["deprecated"]) == ("Holds trays.", True)
    assert told["deprecation_message"]


def test_what_has_no_text_has_an_empty_one() -> None:
    mapping = resource("""
        create: {properties: {it: {type: string}, rack: {properties: {width: {type: integer}}}}}
        schema: {attributes: {overrides: {rack: {block: true}}}}
    """).mapping
    made = provider_schema(mapping, lambda _: "").resources["bakery_oven"].block
    rack, it = made.block_types["rack"].block, made.attributes["it"]
    assert [(one.description, one.deprecation_message) for one in (made, rack, it)] == [("", "")] * 3


def test_blocks_of_a_specification_that_is_read_are_blocks() -> None:
    text = b"""{"provider": {"name": "bakery"}, "resources": [{"name": "oven", "schema": {
      "attributes": [{"name": "a", "string": {"computed_optional_required": "required"}}],
      "blocks": [{"name": "rack", "list_nested": {"nested_object": {
        "attributes": [{"name": "width", "int64": {"computed_optional_required": "optional"}}]}}},
        {"name": "lamp", "list_nested": {"nested_object": {"attributes": []}, "validators": [
          {"custom": {"schema_definition": "listvalidator.IsRequired()"}}]}}]}}]}"""
    mapping = TERRAFORM.comparison.of_artifact(Document("spec.json", text))
    assert mapping is not None
    provider = schema(mapping)
    oven = provider["resource_schemas"]["bakery_oven"]
    assert (provider["provider"]["version"], oven["version"]) == (0, 0)
    made = oven["block"]
    assert list(made["attributes"]) == ["a"]
    assert made["block_types"]["rack"]["nesting_mode"] == "list"
    assert [made["block_types"][name].get("min_items") for name in ("rack", "lamp")] == [None, 1]
    assert list(made["block_types"]["rack"]["block"]["attributes"]) == ["width"]
    assert "null" not in json.dumps(made)  # what has no description and no deprecation
