"""Attributes that the API does not have."""

from typing import Any

import pytest

from mapper.report.diagnostic import MappingError, Severity
from mapper.report.rules import NAME_COLLISION
from mapper.systems.terraform.config.additions import ATTRIBUTE_TYPES
from mapper.systems.terraform.rules import ADDED, RESERVED_NAME, UNUSED_ADDITION

from ...support import Mapped, data_source, resource

BODY = "{properties: {door: {properties: {lock: {type: string}}}, name: {type: string}}}"
CUSTOM = "{custom: {imports: [{path: own}], schema_definition: own.It()}}"
OPTIONAL = {"computed_optional_required": "optional"}


def added(path: str, attribute: str) -> Mapped:
    return resource(f"create: {BODY}\nschema: {{attributes: {{additional: {{{path}: {attribute}}}}}}}")


def refused(attribute: str, path: str = "wait") -> str:
    """The one problem of an addition."""
    with pytest.raises(MappingError) as error:
        added(path, attribute)
    (problem,) = error.value.problems
    assert problem.uri == "config.yml"
    assert problem.line
    return problem.text


def test_an_addition_has_one_place() -> None:
    text = "give after or before, not both"
    assert refused("{string: {computed_optional_required: optional}, after: name, before: door}").endswith(text)


@pytest.mark.parametrize("kind", ["bool", "dynamic", "float64", "int64", "number", "string"])
def test_a_scalar_can_be_added(kind: str) -> None:
    oven = added("wait", f"{{{kind}: {{computed_optional_required: optional}}}}")
    assert oven.names == ["door", "name", "wait"]
    assert oven["wait"] == {kind: OPTIONAL}
    note = oven.diagnostic(ADDED)
    assert (note.path, note.severity, note.rule.differs) == ("wait", Severity.INFO, True)
    assert oven.attribute("wait").origins[0].location.document.uri == "config.yml"


@pytest.mark.parametrize(
    ("attribute", "written"),
    [
        ("{list: {S, element_type: {string: {}}}}", {"list": {**OPTIONAL, "element_type": {"string": {}}}}),
        (
            "{map: {S, element_type: {set: {element_type: {int64: {}}}}}}",
            {"map": {**OPTIONAL, "element_type": {"set": {"element_type": {"int64": {}}}}}},
        ),
        (
            "{object: {S, attribute_types: [{name: a, bool: {}}]}}",
            {"object": {**OPTIONAL, "attribute_types": [{"name": "a", "bool": {}}]}},
        ),
        (
            "{single_nested: {S, attributes: [{name: a, bool: {S}}]}}",
            {"single_nested": {**OPTIONAL, "attributes": [{"name": "a", "bool": OPTIONAL}]}},
        ),
        (
            "{set_nested: {S, nested_object: {attributes: [{name: a, bool: {S}}]}}}",
            {"set_nested": {**OPTIONAL, "nested_object": {"attributes": [{"name": "a", "bool": OPTIONAL}]}}},
        ),
    ],
)
def test_anything_that_the_specification_has_can_be_added(attribute: str, written: dict[str, Any]) -> None:
    oven = added("wait", attribute.replace("{S", "{computed_optional_required: optional"))
    assert oven["wait"] == written


def test_an_addition_has_all_that_an_attribute_can_have() -> None:
    oven = added(
        "wait",
        f"""{{string: {{computed_optional_required: computed_optional, default: {{static: x}}, description: D,
        deprecation_message: G, sensitive: true, validators: [{CUSTOM}], plan_modifiers: [{CUSTOM}],
        custom_type: {{type: T, value_type: V}}, associated_external_type: {{type: E}}}}}}""",
    )
    custom = {"custom": {"imports": [{"path": "own"}], "schema_definition": "own.It()"}}
    assert oven["wait"]["string"] == {
        "computed_optional_required": "computed_optional",
        "associated_external_type": {"type": "E"},
        "custom_type": {"type": "T", "value_type": "V"},
        "default": {"static": "x"},
        "deprecation_message": "G",
        "description": "D",
        "plan_modifiers": [custom],
        "sensitive": True,
        "validators": [custom],
    }


def test_an_addition_that_replaces_says_so_in_the_model() -> None:
    modifier = "{custom: {schema_definition: stringplanmodifier.RequiresReplace()}}"
    oven = added("wait", f"{{string: {{computed_optional_required: optional, plan_modifiers: [{modifier}]}}}}")
    assert oven.attribute("wait").replaces


@pytest.mark.parametrize(("path", "hint"), [("dor.wait", "'door'"), ("name.wait", ""), ("x.y.wait", "")])
def test_an_addition_without_a_parent_is_a_warning(path: str, hint: str) -> None:
    oven = added(path, "{bool: {computed_optional_required: optional}}")
    assert oven.names == ["door", "name"]
    found = oven.diagnostic(UNUSED_ADDITION)
    assert found.severity is Severity.WARNING
    assert (f"did you mean {hint}?" in found.text) == bool(hint)


@pytest.mark.parametrize("path", ["name", "door.lock"])
def test_an_addition_whose_name_is_taken_is_left_out(path: str) -> None:
    oven = added(path, "{bool: {computed_optional_required: optional}}")
    assert next(iter(oven[path])) == "string"
    assert "an override can change it" in oven.diagnostic(NAME_COLLISION).text


@pytest.mark.parametrize(
    ("attribute", "text"),
    [
        ("text", "must have one key, its type"),
        ("{}", "must have one key, its type"),
        ("{bool: {}, string: {}}", "must have one key, its type"),
        ("{strin: {computed_optional_required: optional}}", "did you mean 'string'?"),
        ("{string: text}", "must be a mapping"),
        ("{string: {}}", "computed_optional_required is needed"),
        ("{string: {computed_optional_required: maybe}}", "must be one of required, optional, computed"),
        ("{string: {computed_optional_required: optional, descripton: x}}", "did you mean 'description'?"),
        ("{string: {computed_optional_required: optional, sensitive: 5}}", "must be true or false"),
        ("{string: {computed_optional_required: optional, description: [a]}}", "description must be a text"),
        ("{string: {computed_optional_required: optional, validators: {}}}", "validators must be a list"),
        ("{string: {computed_optional_required: optional, validators: [{}]}}", "custom is needed"),
        ("{string: {computed_optional_required: optional, custom_type: {type: T}}}", "value_type is needed"),
        ("{string: {computed_optional_required: computed, default: {}}}", "must be {static: …} with a plain value, or"),
        ("{string: {computed_optional_required: computed, default: text}}", "must be {static: …}"),
        ("{string: {computed_optional_required: computed, default: {static: x, more: 1}}}", "must be {static: …}"),
        (f"{{string: {{computed_optional_required: computed, default: {{static: x, {CUSTOM[1:]}}}}}", "{static: …}"),
        ("{bool: {computed_optional_required: computed, default: {static: x}}}", "is not a static default for bool"),
        ("{int64: {computed_optional_required: computed, default: {static: 1.5}}}", "not a static default for int64"),
        (
            "{int64: {computed_optional_required: computed, default: {static: 9223372036854775808}}}",
            "not a static default",
        ),
        ("{float64: {computed_optional_required: computed, default: {static: .inf}}}", "must be {static: …}"),
        ("{number: {computed_optional_required: computed, default: {static: 1}}}", "not a static default for number"),
        ("{bool: {computed_optional_required: optional, default: {static: true}}}", "must be computed_optional or"),
        (f"{{number: {{computed_optional_required: required, default: {CUSTOM}}}}}", "not required"),
        ("{list: {computed_optional_required: optional}}", "element_type is needed"),
        ("{list: {computed_optional_required: optional, element_type: {}}}", "must have one key, its type"),
        ("{list: {computed_optional_required: optional, element_type: {single_nested: {}}}}", "must have one key"),
        ("{list: {computed_optional_required: optional, element_type: {dynamic: {}}}}", "must have one key, its type"),
        ("{list: {computed_optional_required: optional, element_type: {string: {more: 1}}}}", "unknown key 'more'"),
        ("{list: {computed_optional_required: optional, element_type: {string: more}}}", "must be a mapping"),
        ("{list_nested: {computed_optional_required: optional, nested_object: []}}", "must be a mapping"),
        ("{list_nested: {computed_optional_required: optional, nested_object: {more: 1}}}", "unknown key 'more'"),
        ("{name: other, bool: {computed_optional_required: optional}}", "the name is 'wait'"),
        ("{object: {computed_optional_required: optional}}", "attribute_types is needed"),
        ("{object: {computed_optional_required: optional, attribute_types: []}}", "attribute_types is needed"),
        ("{object: {computed_optional_required: optional, attribute_types: [{bool: {}}]}}", "a name is needed"),
        (
            "{object: {computed_optional_required: optional, attribute_types: [{name: a}]}}",
            "must have one key, its type",
        ),
        ("{object: {computed_optional_required: optional, attribute_types: [{name: a, list: {}}]}}", "element_type is"),
        ("{single_nested: {computed_optional_required: optional, attributes: {}}}", "must have a list of attributes"),
    ],
)
def test_a_mistake_in_an_addition_is_one_clear_problem(attribute: str, text: str) -> None:
    found = refused(attribute)
    assert "wait" in found
    assert text in found


def test_members_and_nested_attributes_have_names_that_are_unique_identifiers() -> None:
    nested = "{{single_nested: {{computed_optional_required: optional, attributes: [{}]}}}}"
    item = "{{name: {}, bool: {{computed_optional_required: optional}}}}"
    assert "not an identifier" in refused(nested.format(item.format("aB")))
    assert "is there twice" in refused(nested.format(f"{item.format('a')}, {item.format('a')}"))
    member = "{object: {computed_optional_required: optional, attribute_types: [{name: aB, bool: {}}]}}"
    assert "not an identifier" in refused(member)


@pytest.mark.parametrize("path", ["aB", "9", "door.Wait"])
def test_the_name_of_an_addition_is_an_identifier(path: str) -> None:
    assert "is not an identifier" in refused("{bool: {computed_optional_required: optional}}", path)


@pytest.mark.parametrize("path", ["a..b", ".a", "''"])
def test_the_path_of_an_addition_is_a_dotted_path(path: str) -> None:
    assert "is not an attribute path" in refused("{bool: {computed_optional_required: optional}}", path)


@pytest.mark.parametrize("key", ["default: {static: true}", f"plan_modifiers: [{CUSTOM}]"])
def test_what_is_for_resources_is_refused_elsewhere(key: str) -> None:
    name = key.split(":", maxsplit=1)[0]
    attribute = f"{{bool: {{computed_optional_required: computed_optional, {key}}}}}"
    assert name in added("wait", attribute).body("wait")
    with pytest.raises(MappingError, match=f"unknown key '{name}'"):
        data_source(f"read: {BODY}\nschema: {{attributes: {{additional: {{wait: {attribute}}}}}}}")


@pytest.mark.parametrize(
    "type_", ["number: {S}", "list: {element_type: {string: {}}, S}", "single_nested: {S}", "map_nested: {S}"]
)
def test_an_addition_of_any_type_may_have_code_for_a_default(type_: str) -> None:
    keys = f"computed_optional_required: computed_optional, default: {CUSTOM}"
    oven = added("wait", f"{{{type_.replace('S', keys)}}}")
    assert oven.body("wait")["default"]["custom"]["schema_definition"] == "own.It()"


def test_an_addition_with_a_reserved_name_has_no_alias_to_paste() -> None:
    assert added("count", "{int64: {computed_optional_required: optional}}").diagnostic(RESERVED_NAME).fix is None


PARTS = {
    **dict.fromkeys(("bool", "dynamic", "float64", "int64", "number", "string"), ""),
    **dict.fromkeys(("list", "map", "set"), "element_type"),
    **dict.fromkeys(("list_nested", "map_nested", "set_nested"), "nested_object"),
    "object": "attribute_types",
    "single_nested": "attributes",
}


@pytest.mark.parametrize("type_", ATTRIBUTE_TYPES)
def test_a_type_has_its_own_parts_and_no_others(type_: str) -> None:
    for part in {*PARTS.values()} - {""}:
        attribute = f"{{{type_}: {{computed_optional_required: optional, {part}: 1}}}}"
        with pytest.raises(MappingError) as error:
            added("wait", attribute)
        assert (f"unknown key '{part}'" in str(error.value)) == (part != PARTS[type_])
