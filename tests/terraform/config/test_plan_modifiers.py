"""Plan modifiers: words for those of the framework, and the form that the Go generator reads."""

import pytest

from mapper.report.diagnostic import MappingError

from ...support import Mapped, resource

OWN = "{custom: {imports: [{path: example.com/own, alias: mine}], schema_definition: mine.Modify()}}"
KINDS = {
    "bool": "{type: boolean}",
    "float64": "{type: number, format: double}",
    "int64": "{type: integer}",
    "list": "{type: array, items: {type: string}}",
    "map": "{type: object, additionalProperties: {type: string}}",
    "number": "{type: number}",
    "object": "{properties: {a: {type: string}}}",
    "set": "{type: array, format: set, items: {type: string}}",
    "string": "{type: string}",
}


def modified(modifiers: str, schema: str = "{type: string}") -> Mapped:
    return resource(f"""
        create: {{properties: {{it: {schema}}}}}
        schema: {{attributes: {{overrides: {{it: {{plan_modifiers: {modifiers}}}}}}}}}
    """)


@pytest.mark.parametrize(("kind", "schema"), KINDS.items())
def test_a_word_becomes_the_modifier_of_the_package_for_the_type(kind: str, schema: str) -> None:
    (entry,) = modified("[requires_replace]", schema).body("it")["plan_modifiers"]
    package = f"{kind}planmodifier"
    assert entry == {
        "custom": {
            "imports": [{"path": f"github.com/hashicorp/terraform-plugin-framework/resource/schema/{package}"}],
            "schema_definition": f"{package}.RequiresReplace()",
        }
    }


def test_the_package_is_that_of_the_type_that_the_config_gives() -> None:
    oven = resource("""
        create: {properties: {it: {type: string}}}
        schema: {attributes: {overrides: {it: {plan_modifiers: [requires_replace], type: int64}}}}
    """)
    (entry,) = oven.body("it")["plan_modifiers"]
    assert entry["custom"]["schema_definition"] == "int64planmodifier.RequiresReplace()"


@pytest.mark.parametrize(
    ("modifiers", "replaces"),
    [
        ("[requires_replace]", True),
        ("[use_state_for_unknown]", False),
        (f"[{OWN}]", False),
        ("[{custom: {schema_definition: stringplanmodifier.RequiresReplaceIfConfigured()}}]", True),
        ("[]", False),
        ("null", False),
    ],
)
def test_the_model_knows_what_replaces(modifiers: str, replaces: bool) -> None:
    assert modified(modifiers).attribute("it").replaces is replaces


def test_no_modifiers_take_away_those_of_a_policy() -> None:
    oven = resource("""
        create: {properties: {it: {type: string}, other: {type: string}}}
        policies: {replace: infer}
        schema: {attributes: {overrides: {it: {plan_modifiers: []}}}}
    """)
    assert "plan_modifiers" not in oven.body("it")
    assert not oven.attribute("it").replaces
    assert "plan_modifiers" in oven.body("other")


def test_modifiers_of_a_policy_join_each_other() -> None:
    oven = resource("""
        create: {properties: {id: {type: string}}}
        policies: {replace: infer, use_state_for_unknown: id}
    """)
    assert [entry["custom"]["schema_definition"] for entry in oven.body("id")["plan_modifiers"]] == [
        "stringplanmodifier.RequiresReplace()",
        "stringplanmodifier.UseStateForUnknown()",
    ]


@pytest.mark.parametrize(
    ("modifiers", "text"),
    [
        ("requires_replace", "must be a list"),
        ("[require_replace]", "did you mean 'requires_replace'?"),
        ("[5]", "must be a mapping with custom"),
        ("[{custom: {}}]", "schema_definition is needed"),
        ("[{custom: {schema_definition: x, import: []}}]", "did you mean 'imports'?"),
    ],
)
def test_a_mistake_is_one_clear_problem(modifiers: str, text: str) -> None:
    with pytest.raises(MappingError) as error:
        modified(modifiers)
    assert text in str(error.value)
    assert len(error.value.problems) == 1
