"""What no attribute is made of, or is written as the reference tool does, or goes further: each rule is reported."""

import pytest

from mapper.report.diagnostic import Rule, Severity
from mapper.report.rules import NAME_COLLISION, UNUSED_IGNORE
from mapper.sidecar.coverage import Accounts
from mapper.systems.terraform import rules
from mapper.systems.terraform.propose import write_config
from mapper.systems.terraform.rules import (
    BESIDE_KEYWORDS,
    CONST,
    DEFAULT_LOST,
    ENUM_DROPPED,
    ENUM_LOST,
    NO_VALUE,
    OTHER_MEDIA_TYPE,
)

from ...support import Mapped, data_source, map_texts, property_, resource
from ..zoos import config, paths

REF = "$ref: '#/components/schemas/Base'"
LOST = "properties: {lost: {type: string}}"
PET = "type: object, properties: {id: {type: string}, name: {type: string}}"
OBJECT = "type: object, properties: {name: {type: string}}"
COMPONENTS = """
components:
  Base: {type: object, properties: {name: {type: string}, size: {type: object, properties: {width: {type: integer}}}}}
  Tin: {allOf: [{$ref: '#/components/schemas/Base'}], properties: {lid: {type: string}}}
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
    "the other scalar's own other scalar": (
        f"{{oneOf: [{{type: string}}, {{oneOf: [{{type: integer}}, {{type: 'null', {LOST}}}]}}]}}",
        rules.OTHER_TYPE,
    ),
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


@pytest.mark.parametrize(("count", "end"), [(200, "is left out"), (201, "; and 1 more"), (1203, "; and 1,003 more")])
def test_of_very_many_the_last_says_how_many_more_there_are(count: int, end: str) -> None:
    lost = ", ".join(f"lost{index}: {{type: string}}" for index in range(count))
    found = oven(f"{{{REF}, properties: {{{lost}}}}}").diagnostics(rules.BESIDE_REFERENCE)
    assert len(found) == 200
    assert found[-1].text.endswith(end)
    assert sum("more" in one.text for one in found) == (count > 200)


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
    (account, *_) = Accounts().of(oven(schema).entity)
    assert account.lost[rule.code] == 1


@pytest.mark.parametrize(
    "schema",
    [
        f"{{allOf: [{{{REF}}}], description: A base., properties: {{name: {{type: string}}}}}}",
        f"{{{REF}, properties: {{size: {{properties: {{width: {{type: integer}}}}}}}}}}",
        f"{{{OBJECT}, if: {{properties: {{name: {{const: rye}}}}}}, then: {{required: [name]}}}}",
        f"{{{OBJECT}, not: {{required: [name]}}, unevaluatedProperties: false, patternProperties: {{}}}}",
        f"{{{OBJECT}, $defs: {{Other: {{{LOST}}}}}, x-other: {{{LOST}}}, example: {{{LOST}}}}}",
        f"{{{OBJECT}, discriminator: {{propertyName: name, mapping: {{x: Pan}}}}, anyOf: [{{required: [name]}}]}}",
        "{$ref: '#/components/schemas/Loaf'}",
        "{type: object, additionalProperties: {properties: {name: {type: string}}}, "
        "then: {patternProperties: {^x: {properties: {name: {type: string}}}}}}",
        "{type: object, additionalProperties: {properties: {name: {type: string}}}, "
        "then: {additionalProperties: {properties: {name: {type: string}}}}}",
    ],
)
def test_what_is_mapped_all_the_same_is_not_reported(schema: str) -> None:
    assert not {d.rule for d in oven(schema).mapping.diagnostics} & RULES


def test_each_reference_to_a_schema_has_what_is_left_over_next_to_it() -> None:
    again = f"{{{REF}, properties: {{also: {{type: string}}}}}}"
    found = resource(f"create: {{properties: {{a: {{{REF}, {LOST}}}, b: {again}}}}}{COMPONENTS}")
    assert [d.path for d in found.diagnostics(rules.BESIDE_REFERENCE)] == ["a.lost", "b.also"]


def test_what_is_left_over_on_each_level_is_reported() -> None:
    found = oven(f"{{$ref: '#/components/schemas/Tin', {LOST}}}")
    assert found.diagnostic(rules.BESIDE_REFERENCE).path == "it.lost"
    assert found.diagnostic(rules.BESIDE_COMPOSITION).path == "it.lid"


NOTED: dict[str, tuple[str, Rule]] = {
    "a choice of one": (f"{{{REF}, {LOST}, oneOf: [{{required: [name]}}]}}", rules.SEVERAL_BRANCHES),
    "several entries": (f"{{{REF}, {LOST}, allOf: [{{required: [name]}}, {{minProperties: 1}}]}}", rules.ALL_OF_MERGED),
    "an entry that is lost": (f"{{{REF}, {LOST}, allOf: [{{$ref: '#/nowhere'}}]}}", rules.ENTRY_LOST),
}


@pytest.mark.parametrize("what", NOTED)
def test_what_is_merged_keeps_its_own_notes(what: str) -> None:
    schema, rule = NOTED[what]
    assert {rule, rules.POLICY} <= oven(schema, "siblings: merge").rules("it")


def test_a_merged_property_keeps_its_own_notes() -> None:
    lost = "properties: {lost: {type: string, default: 5}}"
    assert oven(f"{{{REF}, {lost}}}", "siblings: merge").rules("it.lost") == {rules.POLICY, DEFAULT_LOST}


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


@pytest.mark.parametrize("place", ["create: %s", "create: {properties: {it: %s}}"])
def test_a_property_that_cannot_be_mapped_and_what_is_left_over_are_both_reported(place: str) -> None:
    schema = f"{{type: object, properties: {{odd: {{}}, name: {{type: string}}}}, not: {{{LOST}}}}}"
    found = resource(place % schema)
    assert found.diagnostic(rules.NO_TYPE).path.endswith("odd")
    assert found.diagnostic(rules.CONDITIONAL).path.endswith("lost")


def test_a_body_without_a_property_that_can_be_mapped_is_an_object_all_the_same() -> None:
    found = resource("create: {type: array, properties: {odd: {}}}")
    assert {d.path: d.rule for d in found.mapping.diagnostics if d.severity is Severity.WARNING}["odd"] is rules.NO_TYPE
    assert not found.diagnostics(rules.NOT_AN_OBJECT)


def test_what_a_policy_keeps_is_told_next_to_what_is_left_over() -> None:
    schema = f"{{{OBJECT}, then: {{{LOST}}}, patternProperties: {{other: {{type: string}}}}}}"
    found = oven(schema, "siblings: merge")
    assert found.rules("it") == {rules.OTHER_KEYS}
    assert found.rules("it.lost") == {rules.POLICY}


@pytest.mark.parametrize("what", [f"allOf: [{{{REF}}}]", REF, f"oneOf: [{{{REF}}}, {{type: 'null'}}]"])
def test_each_keyword_that_is_merged_is_told(what: str) -> None:
    found = oven(f"{{{what}, properties: {{size: {{}}}}, then: {{{LOST}}}}}", "siblings: merge")
    told = [d.text for d in found.mapping.diagnostics if d.path == "it.lost" and d.rule is rules.POLICY]
    assert sum("in or next to then is merged" in text for text in told) == 1
    assert len(told) == 2


ODD = "oneOf: [{properties: {a: {type: string}}}]"
KEPT_NOTES: dict[str, tuple[str, str, set[Rule]]] = {
    "a description next to a reference": (
        "{$ref: '#/components/schemas/Choice', description: Mine.}",
        "",
        {rules.SEVERAL_BRANCHES, rules.BESIDE_KEYWORDS},
    ),
    "a keyword in another case": (
        f"{{Default: x, oneOf: [{{type: object, {ODD}}}]}}",
        "",
        {rules.SEVERAL_BRANCHES, rules.KEYWORD_CASE},
    ),
    "only branches of the type": (
        "{type: string, oneOf: [{oneOf: [{type: string}]}, {type: string}, {type: object, properties: {b: {}}}]}",
        "contradictions: specific",
        {rules.SEVERAL_BRANCHES, rules.POLICY},
    ),
    "limits of one of two types": (
        "{oneOf: [{oneOf: [{type: string, maxLength: 3}]}, {type: boolean}]}",
        "",
        {rules.SEVERAL_BRANCHES, rules.OF_ONE_TYPE},
    ),
    "keys by a pattern": (
        "{type: object, patternProperties: {^x: {type: string}}, not: 5}",
        "",
        {rules.KEYS_BY_PATTERN, rules.NOT_READ},
    ),
    "a type of values": ("{enum: [a], not: 5}", "", {rules.TYPE_OF_VALUES, rules.NOT_READ}),
    "an entry that only limits": (
        "{type: string, allOf: [{oneOf: [{maxLength: 3}]}], not: 5}",
        "",
        {rules.SEVERAL_BRANCHES, rules.NOT_READ},
    ),
}


@pytest.mark.parametrize("what", KEPT_NOTES)
def test_a_note_hides_no_other(what: str) -> None:
    schema, policies, expected = KEPT_NOTES[what]
    choice = f"\n  Choice: {{type: object, {ODD}}}"
    found = resource(f"create: {{properties: {{it: {schema}}}}}\npolicies: {{{policies}}}{COMPONENTS}{choice}")
    assert found.rules("it") >= expected


def test_of_two_scalars_what_is_next_to_each_is_told() -> None:
    text, number = (
        f"{{allOf: [{{type: {name}}}], properties: {{{name[0]}: {{type: string}}}}}}" for name in ("string", "integer")
    )
    (told,) = (d.text for d in oven(f"{{oneOf: [{text}, {number}]}}").diagnostics(rules.BESIDE_COMPOSITION))
    assert told.count("is left out") == 2
    (merged,) = (
        d.text
        for d in oven(f"{{oneOf: [{text}, {number}]}}", "siblings: merge").diagnostics(rules.POLICY)
        if "'i'" in d.text
    )
    assert "'s'" in merged


def test_a_body_without_properties_of_its_own_has_what_is_left_over() -> None:
    assert resource(f"create: {{type: object, then: {{{LOST}}}}}").diagnostic(rules.CONDITIONAL).path == "lost"
    assert not resource(f"create: {{type: array, then: {{{LOST}}}}}").diagnostics(rules.CONDITIONAL)


def test_other_keys_that_a_policy_leaves_out_hide_nothing_else() -> None:
    body = f"create: {{{OBJECT}, additionalProperties: {{type: string}}, not: {{{LOST}}}}}"
    found = resource(f"{body}\npolicies: {{additional_properties: properties}}")
    assert found.diagnostic(rules.CONDITIONAL).path == "lost"
    assert not found.diagnostics(rules.VALUES_LOST)


def test_other_keys_of_a_body_are_reported() -> None:
    found = resource(f"create: {{{OBJECT}, additionalProperties: {{type: string}}}}")
    assert found.diagnostic(rules.VALUES_LOST).path == ""
    assert not resource(f"create: {{{OBJECT}, additionalProperties: true}}").diagnostics(rules.VALUES_LOST)


def test_conditions_that_agree_on_a_name_make_one_attribute() -> None:
    schema = f"{{{OBJECT}, then: {{{LOST}}}, else: {{properties: {{lost: {{type: string, maxLength: 3}}}}}}}}"
    assert len(oven(schema).diagnostics(rules.CONDITIONAL)) == 1
    assert oven(schema, "siblings: merge").status("it.lost") == "computed_optional"
    for first, second in (("then", "else"), ("else", "then")):  # a value meets one of them
        merged = oven(schema.replace("then", "1").replace("else", second).replace("1", first), "siblings: merge")
        assert merged.validators("it.lost") == []


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
    assert config(zoo)["policies"]["siblings"] == "merge"
    assert "# 2 entities and 2 attributes: properties next to $ref or allOf; such as resource pet" in write_config(zoo)


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


OPTIONAL = "create: {{type: object, properties: {{it: {schema}}}}}\n"
E_ = "{$ref: '#/components/schemas/E'}"

WRONG_DEFAULTS = {
    "{type: integer, default: 1.5}": ("1", "the default 1.5 is not a value of type integer; 1 is written"),
    "{type: integer, default: -0.9}": ("0", "the default -0.9 is not a value of type integer; 0 is written"),
    "{type: [integer, 'null'], default: 1.5}": ("1", "the default 1.5 is not a value of type integer; 1 is written"),
    "{type: string, default: 5}": ('"5"', "the default 5 is not a value of type string; '5' is written"),
    "{type: string, default: true}": ('"true"', "the default true is not a value of type string; 'true' is written"),
    "{type: boolean, default: 'yes'}": ("true", "the default 'yes' is not a value of type boolean; true is written"),
    "{type: string, enum: [a], default: z}": ('"z"', "the default 'z' is not a value of enum; 'z' is written"),
    "{type: integer, enum: [1, 2], default: 3}": ("3", "the default 3 is not a value of enum; 3 is written"),
    "{type: string, const: a, default: z}": ('"z"', "the default 'z' is not a value of const; 'z' is written"),
    "{enum: [a], default: z}": ('"z"', "the default 'z' is not a value of enum; 'z' is written"),
    "{allOf: [{enum: [a], default: z}]}": ('"z"', "the default 'z' is not a value of enum; 'z' is written"),
    "{type: integer, default: '5'}": (None, "the default '5' is not a value of type int64"),
}
RIGHT_DEFAULTS = {
    "{type: integer, default: 2.0}": "2",
    "{type: number, format: double, default: 3}": "3",
    "{type: string, enum: [a, null], default: a}": '"a"',
    "{type: [string, integer], default: 5}": '"5"',
    "{type: string, enum: [1, 2], default: '1'}": '"1"',
    "{type: string, enum: [], default: a}": '"a"',
    "{type: boolean, enum: [true], default: true}": "true",
}


@pytest.mark.parametrize("schema", WRONG_DEFAULTS)
def test_a_default_that_is_no_value_of_its_type_or_enum_is_written_and_told(schema: str) -> None:
    oven = resource(OPTIONAL.format(schema=schema))
    static, text = WRONG_DEFAULTS[schema]
    assert (oven.default("it"), oven.diagnostic(DEFAULT_LOST).text) == (static, text)
    assert oven.diagnostic(DEFAULT_LOST).severity is Severity.WARNING


@pytest.mark.parametrize("schema", WRONG_DEFAULTS)
def test_a_default_that_a_policy_does_not_write_is_told(schema: str) -> None:
    oven = resource(f"{OPTIONAL.format(schema=schema)}policies: {{siblings: merge}}")
    assert oven.default("it") is None
    assert len(oven.diagnostics(DEFAULT_LOST)) == 1


@pytest.mark.parametrize("schema", RIGHT_DEFAULTS)
def test_a_default_that_is_a_value_is_not_told(schema: str) -> None:
    oven = resource(OPTIONAL.format(schema=schema))
    assert oven.default("it") == RIGHT_DEFAULTS[schema]
    assert not oven.diagnostics(DEFAULT_LOST)


BESIDE = {
    "{$ref: '#/components/schemas/E', default: a}": "what is next to $ref is left out: default",
    "{allOf: [REF], default: a, deprecated: true, maxLength: 2}": (
        "what is next to allOf is left out: default, deprecated, maxLength"
    ),
    "{anyOf: [REF, {type: 'null'}], default: a}": "what is next to anyOf is left out: default",
    "{oneOf: [{type: 'null'}, REF], enum: [a]}": "what is next to oneOf is left out: enum",
    "{allOf: [REF], format: password}": "what is next to allOf is left out: format",
    "{allOf: [{type: array, items: {type: string}}], minItems: 2}": "what is next to allOf is left out: minItems",
    "{allOf: [{type: object, properties: {a: {type: string}}}], deprecated: true}": (
        "what is next to allOf is left out: deprecated"
    ),
}
NOTHING_BESIDE = [
    "{allOf: [REF], nullable: true, description: d, title: t, example: e, readOnly: true}",
    "{anyOf: [REF, {type: 'null'}], default: null}",
    "{allOf: [REF], deprecated: false}",
    "{allOf: [REF], maxLength: 9}",
    "{allOf: [REF], maxLength: null}",
    "{REF_, description: E.}",
    "{allOf: [{type: integer}], format: int32}",
]
IN = [
    "{IT}",
    "{type: array, items: {IT}}",
    "{type: array, items: {type: array, items: {IT}}}",
    "{type: object, additionalProperties: {IT}}",
    "{oneOf: [{IT}, {type: 'null'}, {type: 'null'}]}",
    "{allOf: [{IT}]}",
]


def with_e(schema: str, policies: str = "") -> str:
    head = OPTIONAL.format(schema=schema.replace("REF_", E_.strip("{}")).replace("REF", E_))
    return f"{head}components:\n  E: {{type: string, maxLength: 9, description: E.}}\npolicies: {{{policies}}}\n"


@pytest.mark.parametrize("place", IN)
@pytest.mark.parametrize("schema", BESIDE)
def test_keywords_next_to_a_reference_or_a_composition_are_told_once(schema: str, place: str) -> None:
    oven = resource(with_e(place.replace("{IT}", schema)))
    found = oven.diagnostic(BESIDE_KEYWORDS)
    assert (found.path, found.text, found.severity) == ("it", BESIDE[schema], Severity.INFO)
    assert (found.fix or "").startswith("policies: {siblings: merge}")
    assert not oven.diagnostic(BESIDE_KEYWORDS).rule.differs
    assert not resource(with_e(place.replace("{IT}", schema), "siblings: merge")).diagnostics(BESIDE_KEYWORDS)


@pytest.mark.parametrize("schema", NOTHING_BESIDE)
def test_what_has_no_effect_or_is_used_is_not_told(schema: str) -> None:
    assert not resource(with_e(schema)).diagnostics(BESIDE_KEYWORDS)


@pytest.mark.parametrize(
    ("schema", "validator"),
    [
        ("{type: string, const: fixed}", 'stringvalidator.OneOf(\n"fixed",\n)'),
        ("{const: fixed}", 'stringvalidator.OneOf(\n"fixed",\n)'),
        ("{type: integer, const: 3}", "int64validator.OneOf(\n3,\n)"),
        ("{type: string, enum: [a, b], const: b}", 'stringvalidator.OneOf(\n"b",\n)'),
        ("{allOf: [{type: string}, {const: b}]}", 'stringvalidator.OneOf(\n"b",\n)'),
        ("{oneOf: [{type: string, const: b}]}", 'stringvalidator.OneOf(\n"b",\n)'),
    ],
)
def test_a_const_is_an_enum_of_one(schema: str, validator: str) -> None:
    oven = property_(schema)
    assert oven.validators("it") == [validator]
    assert oven.diagnostic(CONST).severity is Severity.INFO
    assert oven.differs_at("it")


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("[0.5]", set()),
        ("[[a], 0.5]", {ENUM_LOST}),
        ("[1.5]", {CONST, ENUM_DROPPED}),
        ("[0.5, null]", {CONST, ENUM_DROPPED}),
    ],
)
def test_a_const_that_is_the_enum_as_the_reference_tool_reads_it_is_no_difference(listed: str, told: set[Rule]) -> None:
    oven = property_(f"{{type: integer, enum: {listed}, const: 0}}")
    assert oven.validators("it") == ["int64validator.OneOf(\n0,\n)"]
    assert oven.rules("it") == told


def test_a_const_of_another_type_is_told() -> None:
    oven = property_("{type: integer, const: a}")
    assert oven.validators("it") == []
    assert oven.diagnostic(ENUM_LOST).text == "const 'a' is not a value of type int64"


def test_of_what_only_the_api_sets_no_validator_is_written_and_none_told() -> None:
    oven = resource("read: {type: object, properties: {id: {type: string, const: a}}}\ncreate: {type: object}")
    assert oven.validators("id") == []
    assert not oven.diagnostics(CONST)


@pytest.mark.parametrize("schema", ["false", "{allOf: [false]}", "{oneOf: [false]}", "{type: array, items: false}"])
def test_what_is_never_there_is_no_loss(schema: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.names == ["fuel"]
    assert NO_VALUE in oven.rules("it")
    assert {found.severity for found in oven.mapping.diagnostics} == {Severity.INFO}


def test_a_branch_that_is_never_there_is_no_branch() -> None:
    assert property_("{oneOf: [false, {type: integer}]}").kinds == {"it": "int64"}


def test_a_collision_is_told_once_for_all_bodies() -> None:
    body = "{type: object, properties: {id: {type: string}, ID: {type: string}, Id: {type: string}}}"
    oven = resource(
        f"create: {body}\ncreate_response: {body}\nread: {body}\n"
        "path_parameters: [{name: id, in: path, required: true, schema: {type: string}}]"
    )
    texts = [found.text for found in oven.diagnostics(NAME_COLLISION)]
    assert len(texts) == len(set(texts))


MEDIA = """
    openapi: 3.0.3
    paths:
      /ovens:
        post:
          requestBody:
            content:
              application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}
              multipart/form-data: {schema: {properties: {a: {type: string}, file: {type: string}}}}
              text/plain: {schema: {type: string}}
          responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/O'}},
                                        text/json: {schema: {$ref: '#/components/schemas/O'}}}}}
      /ovens/{id}:
        get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/O'}},
                                            application/xml: {schema: {properties: {b: {type: string}}}}}}}}
    components: {schemas: {O: {type: object, properties: {id: {type: string}}}}}
"""
CONFIG = """
    provider: {name: bakery}
    resources: {oven: {create: {path: /ovens, method: POST%s}, read: {path: '/ovens/{id}', method: GET}}}
"""


def test_properties_of_other_media_types_are_told() -> None:
    oven = map_texts(MEDIA, CONFIG % "")
    assert oven.names == ["a", "id"]
    assert [found.path for found in oven.diagnostics(OTHER_MEDIA_TYPE)] == ["file", "b"]
    assert oven.diagnostics(OTHER_MEDIA_TYPE)[0].text == (
        "the property 'file' is declared for another media type, and is left out"
    )
    chosen = map_texts(MEDIA, CONFIG % ", request: {media_type: multipart/form-data}")
    assert chosen.names == ["a", "file", "id"]
    assert [found.path for found in chosen.diagnostics(OTHER_MEDIA_TYPE)] == ["b"]


def lost_of(large: str) -> list[str]:
    """The paths that only a condition declares, beside an object of many properties on both sides."""
    it = f"{{allOf: [{{$ref: '#/components/schemas/Large'}}], then: {large}}}"
    last = "last: {type: object, properties: {x: {type: string}}}"
    components = f"components:\n  Large: {{type: object, properties: {{{MANY}, {last}}}}}\n"
    oven = resource(f"create: {{type: object, properties: {{it: {it}}}}}\n{components}")
    return [found.path for found in oven.diagnostics(rules.BESIDE_COMPOSITION)]


MANY = ", ".join(f"p{number}: {{type: string}}" for number in range(2100))


def test_what_both_sides_have_from_one_place_is_not_compared() -> None:
    more = "{properties: {last: {properties: {x: {type: string}, y: {type: string}}}}}"
    assert lost_of(f"{{allOf: [{{$ref: '#/components/schemas/Large'}}, {more}]}}") == ["it.last.y"]


def test_after_two_thousand_comparisons_what_is_declared_again_counts_as_lost() -> None:
    assert lost_of(f"{{properties: {{{MANY}}}}}")[0] == "it.p1999"


@pytest.mark.parametrize(
    ("ignored", "reported"), [("it.size", 0), ("it.size.depth", 0), ("it.size.width", 1), ("it.siz", 1), ("it.name", 1)]
)
def test_what_an_ignored_object_lacks_is_not_reported(ignored: str, reported: int) -> None:
    more = "properties: {size: {type: object, properties: {depth: {type: integer}}}}"
    components = COMPONENTS.lstrip("\n")
    oven = resource(
        f"create: {{type: object, properties: {{it: {{allOf: [{{{REF}}}], {more}}}}}}}\n"
        f"schema: {{ignores: [{ignored}]}}\n{components}"
    )
    assert len(oven.diagnostics(rules.BESIDE_COMPOSITION)) == reported
