"""Properties in places of a schema that no attribute is made of: next to others, in conditions, below other types."""

import pytest

from mapper.report.diagnostic import Rule, Severity
from mapper.report.rules import UNUSED_IGNORE
from mapper.sidecar.coverage import accounts
from mapper.terraform import rules
from mapper.terraform.propose import write_config

from ...support import Mapped, data_source, resource
from ..zoos import config, paths

REF = "$ref: '#/components/schemas/Base'"
LOST = "properties: {lost: {type: string}}"
PET = "type: object, properties: {id: {type: string}, name: {type: string}}"
OBJECT = "type: object, properties: {name: {type: string}}"
COMPONENTS = """
components:
  Base: {type: object, properties: {name: {type: string}, size: {type: object, properties: {width: {type: integer}}}}}
  Pan: {properties: {lost: {type: string}}}
  Loaf: {allOf: [{$ref: '#/components/schemas/Bread'}, {properties: {crust: {type: string}}}]}
  Bread: {type: object, discriminator: {propertyName: kind, mapping: {loaf: Loaf}}, properties: {kind: {type: string}}}
"""
MERGED: dict[str, tuple[str, Rule]] = {
    "allOf": (f"{{allOf: [{{{REF}}}], {LOST}}}", rules.BESIDE_COMPOSITION),
    "$ref": (f"{{{REF}, {LOST}}}", rules.BESIDE_REFERENCE),
    "oneOf": (f"{{oneOf: [{{{REF}}}, {{type: 'null'}}], {LOST}}}", rules.BESIDE_COMPOSITION),
    "anyOf": (f"{{anyOf: [{{type: 'null'}}, {{{REF}}}], {LOST}}}", rules.BESIDE_COMPOSITION),
    "then": (f"{{{OBJECT}, if: {{required: [name]}}, then: {{{LOST}}}}}", rules.CONDITIONAL),
    "else": (f"{{{OBJECT}, if: {{required: [name]}}, else: {{{LOST}}}}}", rules.CONDITIONAL),
    "if": (f"{{{OBJECT}, if: {{{LOST}}}}}", rules.CONDITIONAL),
    "dependentSchemas": (f"{{{OBJECT}, dependentSchemas: {{name: {{{LOST}}}}}}}", rules.CONDITIONAL),
    "dependencies": (f"{{{OBJECT}, dependencies: {{name: {{{LOST}}}}}}}", rules.CONDITIONAL),
    "an entry": (
        f"{{allOf: [{{{REF}, {LOST}}}, {{properties: {{other: {{type: string}}}}}}]}}",
        rules.BESIDE_REFERENCE,
    ),
}
NAMED: dict[str, tuple[str, Rule]] = {
    **MERGED,
    "not": (f"{{{OBJECT}, not: {{{LOST}}}}}", rules.CONDITIONAL),
    "items": (f"{{{OBJECT}, items: {{{LOST}}}}}", rules.OTHER_TYPE),
    "propertyNames": (f"{{{OBJECT}, propertyNames: {{{LOST}}}}}", rules.OTHER_KEYS),
    "discriminator": (f"{{{OBJECT}, discriminator: {{propertyName: name, mapping: {{x: Pan}}}}}}", rules.NOT_FOLLOWED),
}
UNNAMED: dict[str, tuple[str, Rule]] = {
    "prefixItems": (f"{{type: array, items: {{type: string}}, prefixItems: [{{{LOST}}}]}}", rules.OTHER_ITEMS),
    "contains": (f"{{type: array, items: {{{OBJECT}}}, contains: {{{LOST}}}}}", rules.OTHER_ITEMS),
    "additionalItems": (f"{{type: array, items: {{type: string}}, additionalItems: {{{LOST}}}}}", rules.OTHER_ITEMS),
    "unevaluatedItems": (f"{{type: array, items: {{type: string}}, unevaluatedItems: {{{LOST}}}}}", rules.OTHER_ITEMS),
    "a list of items": (f"{{type: array, items: [{{{OBJECT}}}, {{{LOST}}}]}}", rules.OTHER_ITEMS),
    "array": (f"{{type: array, items: {{type: string}}, {LOST}}}", rules.OTHER_TYPE),
    "string": (f"{{type: string, {LOST}}}", rules.OTHER_TYPE),
    "contentSchema": (f"{{type: string, contentSchema: {{{LOST}}}}}", rules.OTHER_TYPE),
    "the other scalar": (f"{{oneOf: [{{type: string}}, {{type: integer, {LOST}}}]}}", rules.OTHER_TYPE),
    "patternProperties": (f"{{{OBJECT}, patternProperties: {{lost: {{type: string}}}}}}", rules.OTHER_KEYS),
    "unevaluatedProperties": (f"{{{OBJECT}, unevaluatedProperties: {{type: string}}}}", rules.OTHER_KEYS),
    "$dynamicRef": (f"{{{OBJECT}, $dynamicRef: '#lost'}}", rules.NOT_FOLLOWED),
}
RULES = {rule for _, rule in (*NAMED.values(), *UNNAMED.values())}


def oven(schema: str, policies: str = "", ignores: str = "") -> Mapped:
    body = f"create: {{type: object, properties: {{it: {schema}}}}}\npolicies: {{{policies}}}"
    config = f"\nschema:\n  ignores: [{ignores}]" if ignores else ""
    return resource(f"{body}{config}{COMPONENTS}")


@pytest.mark.parametrize("place", NAMED)
def test_a_property_that_is_left_over_has_a_warning_of_its_own(place: str) -> None:
    schema, rule = NAMED[place]
    found = oven(schema).diagnostic(rule)
    assert (str(found.entity), found.path, found.severity) == ("resource oven", "it.lost", Severity.WARNING)
    assert "'lost'" in found.text
    assert found.location is not None
    assert found.location.pointer.endswith("/lost")
    assert "ignores: [it.lost]" in (found.fix or "")
    assert ("siblings: merge" in (found.fix or "")) == (place in MERGED)


@pytest.mark.parametrize("place", UNNAMED)
def test_what_has_no_object_to_stand_in_has_a_warning_at_the_attribute(place: str) -> None:
    schema, rule = UNNAMED[place]
    found = oven(schema).diagnostic(rule)
    assert (found.path, found.severity) == ("it", Severity.WARNING)
    assert "ignores: [it]" in (found.fix or "")


@pytest.mark.parametrize("place", NAMED)
def test_an_ignore_settles_it(place: str) -> None:
    found = oven(NAMED[place][0], ignores="it.lost")
    assert not {d.rule for d in found.mapping.diagnostics} & {*RULES, UNUSED_IGNORE}


@pytest.mark.parametrize("place", MERGED)
def test_the_policy_keeps_it_and_says_so(place: str) -> None:
    found = oven(MERGED[place][0], "siblings: merge")
    assert "it.lost" in found
    assert "it.name" in found
    assert not {d.rule for d in found.mapping.diagnostics} & RULES
    if place != "an entry":  # for which the reference tool drops the whole body
        assert rules.POLICY in found.rules("it.lost")


@pytest.mark.parametrize("place", NAMED)
def test_it_is_left_out_in_the_books(place: str) -> None:
    schema, rule = NAMED[place]
    (account, *_) = accounts(oven(schema).entity)
    assert account.lost[rule.code] == 1


@pytest.mark.parametrize(
    "schema",
    [
        f"{{allOf: [{{{REF}}}], description: A base., properties: {{name: {{type: string}}}}}}",
        f"{{{REF}, properties: {{size: {{properties: {{width: {{type: integer}}}}}}}}}}",
        f"{{{OBJECT}, if: {{properties: {{name: {{const: rye}}}}}}, then: {{required: [name]}}}}",
        f"{{{OBJECT}, not: {{required: [name]}}, unevaluatedProperties: false, patternProperties: {{}}}}",
        f"{{{OBJECT}, $defs: {{Other: {{{LOST}}}}}, x-other: {{{LOST}}}, example: {{{LOST}}}}}",
        "{$ref: '#/components/schemas/Loaf'}",
    ],
)
def test_what_is_mapped_all_the_same_is_not_reported(schema: str) -> None:
    assert not {d.rule for d in oven(schema).mapping.diagnostics} & RULES


def test_a_property_deep_in_one_that_is_mapped_has_the_whole_path() -> None:
    found = oven(f"{{{REF}, properties: {{size: {{properties: {{height: {{type: integer}}}}}}}}}}")
    assert found.diagnostic(rules.BESIDE_REFERENCE).path == "it.size.height"


def test_what_is_required_next_to_a_reference_is_reported_where_it_would_count() -> None:
    schema = f"{{allOf: [{{{REF}}}], required: [name]}}"
    assert oven(schema).diagnostic(rules.BESIDE_COMPOSITION).path == "it.name"
    assert oven(schema, "siblings: merge").status("it.name") == "required"
    read = data_source(f"read: {{type: object, properties: {{it: {schema}}}}}{COMPONENTS}")
    assert not read.diagnostics(rules.BESIDE_COMPOSITION)


@pytest.mark.parametrize("place", [place for place in MERGED if place != "an entry"])
def test_the_same_goes_for_a_whole_body(place: str) -> None:
    schema, rule = MERGED[place]
    assert resource(f"create: {schema}{COMPONENTS}").diagnostic(rule).path == "lost"
    assert "lost" in resource(f"create: {schema}\npolicies: {{siblings: merge}}{COMPONENTS}").names


def test_other_keys_of_a_body_are_reported() -> None:
    found = resource(f"create: {{{OBJECT}, additionalProperties: {{type: string}}}}")
    assert found.diagnostic(rules.VALUES_LOST).path == ""
    assert not resource(f"create: {{{OBJECT}, additionalProperties: true}}").diagnostics(rules.VALUES_LOST)


def test_conditions_that_agree_on_a_name_make_one_attribute() -> None:
    schema = f"{{{OBJECT}, then: {{{LOST}}}, else: {{properties: {{lost: {{type: string, maxLength: 3}}}}}}}}"
    assert len(oven(schema).diagnostics(rules.CONDITIONAL)) == 1
    assert oven(schema, "siblings: merge").status("it.lost") == "computed_optional"


def test_a_cycle_next_to_a_reference_is_cut() -> None:
    found = resource("""
        create: {$ref: '#/components/schemas/Ash'}
        policies: {siblings: merge}
        components:
          Ash: {$ref: '#/components/schemas/Birch', properties: {inner: {$ref: '#/components/schemas/Ash'}}}
          Birch: {type: object, properties: {name: {type: string}}}
    """)
    assert found.names == ["inner", "name"]
    assert len(found.entity.body.attributes[0].notes) < 5
    assert found.entity.body.size < 10


def test_what_is_proposed_has_the_policy_where_it_keeps_something() -> None:
    zoo = paths(
        """
        /pets: {post: {requestBody: BODY, responses: {201: BODY}}}
        /pets/{id}: {get: {responses: {200: BODY}}}
    """.replace("BODY", f"{{content: {{application/json: {{schema: {{allOf: [{{{PET}}}], {LOST}}}}}}}}}")
    )
    assert config(zoo)["policies"] == {"siblings": "merge"}
    assert "policies:\n  # fixes " in write_config(zoo)


@pytest.mark.parametrize(
    "keyword", ["format", "in", "type", "default", "enum", "pattern", "required", "example", "name"]
)
@pytest.mark.parametrize("value", ["{}", "[[]]", "[{}]", "7"])
def test_keywords_of_odd_types_break_nothing(keyword: str, value: str) -> None:
    for schema in (
        f"{{{REF}, {keyword}: {value}}}",
        f"{{allOf: [{{{REF}}}], {keyword}: {value}}}",
        f"{{{keyword}: {value}}}",
    ):
        assert "it" in oven(schema) or oven(schema).mapping.diagnostics


def test_a_description_alone_next_to_a_reference_is_merged_as_well() -> None:
    loaf = "components: {Loaf: {type: string, description: Theirs.}}"
    text = "create: {type: object, properties: {it: {$ref: '#/components/schemas/Loaf', description: Mine.}}}"
    assert resource(f"{text}\n{loaf}\npolicies: {{siblings: merge}}").description("it") == "Mine."
