"""What the specification may hold, what breaks the Go that is made of it, and the policy that keeps types apart."""

from textwrap import dedent

import pytest

from mapper.report.diagnostic import Rule, Severity
from mapper.systems.terraform.rules import DEFAULT_IN_SET, EMPTY_OBJECT, GO_COLLISION, GO_NAME, GO_TYPES, POLICY
from mapper.systems.terraform.spec.go_code import go_name
from mapper.systems.terraform.spec.lint import MAX_RENAMES

from ...support import Mapped, data_source, map_texts, property_, resource

LINTS = {GO_TYPES, GO_COLLISION, GO_NAME, EMPTY_OBJECT, DEFAULT_IN_SET}
METHODS = "attribute_types equal is_null is_unknown string to_object_value to_terraform_value type".split()


def lints(mapped: Mapped) -> list[tuple[Rule, str]]:
    return [(d.rule, d.path) for d in mapped.mapping.diagnostics if d.rule in LINTS]


def pasted(create: str, mapped: Mapped, rule: Rule) -> Mapped:
    """The same resource with what its diagnostic says is to be pasted, the last of what it says."""
    fix = (mapped.diagnostic(rule).fix or "").split("; or ")[-1].split("  #")[0]
    return resource(f"create: {create}\nschema: {{{fix}}}")


@pytest.mark.parametrize(
    ("name", "go"),
    [("a", "A"), ("bake_time", "BakeTime"), ("_a", "A"), ("_2a", "2a"), ("a_", "A_"), ("a__b", "A_B"), ("x1", "X1")],
)
def test_names_in_go_are_written_together(name: str, go: str) -> None:
    assert go_name(name) == go


INNER = "{properties: {x: {type: string}}}"


def test_a_nested_attribute_and_one_inside_of_it_may_not_have_one_name() -> None:
    assert lints(property_(f"{{properties: {{it: {INNER}}}}}")) == [(GO_TYPES, "it.it")]


def test_of_very_many_a_part_is_named() -> None:
    doors = ", ".join(f"d{i:02}: {{properties: {{lock: {INNER}}}}}" for i in range(40))
    found = resource(f"create: {{properties: {{{doors}}}}}").diagnostic(GO_TYPES)
    assert found.text.startswith("40 nested attributes")
    assert "d04.lock, …)" in found.text
    assert (found.fix or "").count("name:") == MAX_RENAMES


@pytest.mark.parametrize("name", ["b-c", "bé", "b c", "'b:c'", "'b\"c'", "'{b}'"])
def test_a_path_that_an_override_cannot_name_gets_an_alias(name: str) -> None:
    create = f"{{properties: {{a: {{properties: {{x: {INNER}}}}}, {name}: {{properties: {{x: {INNER}}}}}}}}}"
    oven = resource(f"create: {create}")
    settled = pasted(create, oven, GO_TYPES)
    assert len(settled.names_in(settled.names[1])) == 1
    assert settled.names_in(settled.names[1]) != ["x"]
    assert lints(settled) == []


def test_a_dot_in_a_name_has_a_backslash_in_the_path_of_the_fix() -> None:
    oven = resource(
        f"create: {{properties: {{a: {{properties: {{x: {INNER}}}}}, b.c: {{properties: {{x: {INNER}}}}}}}}}"
    )
    assert oven.diagnostic(GO_TYPES).fix == (
        "policies: {nested_names: path}  # at the top level or in the entity; "
        r"or attributes: {overrides: {b\.c.x: {name: bc_x}}}  # in resources.oven.schema"
    )


def test_the_fixes_of_several_names_do_not_get_into_the_way_of_each_other() -> None:
    create = "{properties: {_1: {type: string}, _2fa: {type: string}, a1: {type: string}, a_1: {type: string}}}"
    oven = resource(f"create: {create}")
    fixes = [(d.fix or "").split("  #")[0] for d in oven.mapping.diagnostics if d.rule in LINTS]
    names = ["value_1", "value_2fa", "another_a_1"]
    assert [name for name, fix in zip(names, fixes, strict=True) if name in fix] == names


@pytest.mark.parametrize(("first", "second"), [("x1", "x_1"), ("a_b_1", "a_b1")])
def test_two_attributes_with_one_name_in_go_are_reported(first: str, second: str) -> None:
    create = f"{{properties: {{{first}: {{type: string}}, {second}: {{type: string}}}}}}"
    oven = resource(f"create: {create}")
    found = oven.diagnostic(GO_COLLISION)
    assert found.severity is Severity.WARNING
    assert lints(pasted(create, oven, GO_COLLISION)) == []


def test_an_attribute_called_as_a_method_gets_the_name_of_its_parent_and_may_collide() -> None:
    oven = property_("{properties: {type: {type: string}, it_type: {type: string}}}")
    assert lints(oven) == [(GO_COLLISION, "it.type")]
    assert "ItType" in oven.diagnostic(GO_COLLISION).text
    assert lints(resource("create: {properties: {type: {type: string}, oven_type: {type: string}}}")) == []


def test_a_new_name_is_none_that_is_there() -> None:
    create = "{properties: {_x: {type: string}, x: {type: string}}}"
    oven = resource(f"create: {create}")
    assert lints(oven) == [(GO_NAME, "_x"), (GO_COLLISION, "x")]
    assert pasted(create, oven, GO_NAME).names == ["value_x", "x"]


@pytest.mark.parametrize(
    ("inner", "rule", "path"),
    [
        ("{obj: {type: array, items: {type: string}}}", GO_NAME, "it.obj"),
        (f"{{obj_val: {INNER}}}", GO_NAME, "it.obj_val"),
        (f"{{a: {{type: array, items: {{type: string}}}}, a_val: {INNER}}}", GO_COLLISION, "it.a"),
        (f"{{diag: {INNER}, a: {{type: array, items: {{type: string}}}}}}", GO_NAME, "it.diag"),
        (f"{{a__1: {INNER}}}", GO_NAME, "it.a__1"),
    ],
)
def test_variables_of_the_methods_of_an_object_are_told_apart(inner: str, rule: Rule, path: str) -> None:
    create = f"{{properties: {{it: {{properties: {inner}}}}}}}"
    oven = resource(f"create: {create}")
    assert lints(oven) == [(rule, path)]
    assert lints(pasted(create, oven, rule)) == []


@pytest.mark.parametrize(
    ("name", "schema", "found"),
    [
        ("attribute_types", INNER, [(GO_NAME, "it.attribute_types")]),
        ("attribute_types", f"{{type: array, items: {INNER}}}", []),
        ("attribute_types", f"{{type: object, additionalProperties: {INNER}}}", []),
        ("obj_val", f"{{type: array, items: {INNER}}}", [(GO_NAME, "it.obj_val")]),
        ("a__1", f"{{type: array, items: {INNER}}}", []),
        ("a__1", "{type: string}", []),
    ],
)
def test_the_variable_of_many_objects_has_the_name_of_the_parent_if_a_method_has_the_attributes(
    name: str, schema: str, found: list[tuple[Rule, str]]
) -> None:
    assert lints(property_(f"{{properties: {{{name}: {schema}}}}}")) == found


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("{obj: {type: array, items: {type: string}}}", "a collection 'obj' has the name of a variable "),
        (f"{{obj_val: {INNER}}}", "a nested attribute 'obj_val' has the name of a variable "),
        (f"{{range: {INNER}}}", "a nested attribute 'range' has the name of a "),
        (f"{{a__1: {INNER}}}", "the Go generator spells the variable of 'a__1' in two ways"),
    ],
)
def test_what_hides_a_name_of_go_is_told_by_its_type(inner: str, said: str) -> None:
    oven = resource(f"create: {{properties: {{it: {{properties: {inner}}}}}}}")
    assert said in oven.diagnostic(GO_NAME).text


def test_a_package_that_no_method_needs_may_be_hidden() -> None:
    assert lints(property_(f"{{properties: {{diag: {INNER}, fmt: {INNER}}}}}")) == []


@pytest.mark.parametrize(
    "create",
    [
        f"{{properties: {{lid: {INNER}, new_lid: {INNER}}}}}",
        f"{{properties: {{new_lid: {INNER}, door: {{properties: {{lid: {INNER}}}}}}}}}",
    ],
)
def test_a_type_may_be_called_as_a_function_that_makes_another(create: str) -> None:
    oven = resource(f"create: {create}")
    (found,) = [d for d in oven.mapping.diagnostics if d.rule in LINTS]
    assert found.rule is GO_COLLISION
    assert "both declare NewLidValue in Go" in found.text
    assert lints(pasted(create, oven, GO_COLLISION)) == []
    assert lints(resource(f"create: {create}\npolicies: {{nested_names: path}}")) == []


GRID = "{type: array, items: {type: array, items: {properties: {x: MEMBER}}}}"


@pytest.mark.parametrize(
    ("member", "found"),
    [
        (INNER, [(GO_NAME, "it.grid")]),
        ("{type: string}", []),
        (f"{{type: array, items: {INNER}}}", []),
        (f"{{type: array, items: {{properties: {{y: {INNER}}}}}}}", [(GO_NAME, "it.grid")]),
    ],
)
def test_an_object_in_an_object_is_nothing_for_the_methods_of_an_object(
    member: str, found: list[tuple[Rule, str]]
) -> None:
    grid = GRID.replace("MEMBER", member)
    create = f"{{properties: {{it: {{properties: {{grid: {grid}}}}}}}}}"
    oven = resource(f"create: {create}")
    assert lints(oven) == found
    assert lints(resource(f"create: {{properties: {{grid: {grid}}}}}")) == []
    if found:
        assert pasted(create, oven, GO_NAME)["it.grid"]["string"]


@pytest.mark.parametrize(
    ("added", "is_right"),
    [
        ("{dynamic: {STATUS}}", False),
        ("{object: {STATUS, attribute_types: [{name: x, number: {}}]}}", False),
        ("{object: {STATUS, attribute_types: [{name: x, float64: {}}]}}", True),
        ("{object: {STATUS, associated_external_type: {type: T}, attribute_types: [{name: x, number: {}}]}}", True),
        ("{list: {STATUS, element_type: {object: {attribute_types: [{name: x, number: {}}]}}}}", True),
    ],
)
def test_types_that_the_generator_cannot_write_are_reported(added: str, is_right: bool) -> None:
    added = added.replace("STATUS", "computed_optional_required: optional")
    oven = resource(f"""
        create: {{properties: {{fuel: {{type: string}}}}}}
        schema: {{attributes: {{additional: {{it: {added}}}}}}}
    """)
    assert lints(oven) == ([] if is_right else [(GO_NAME, "it")])


def test_a_name_of_an_entity_of_which_go_can_make_nothing_is_reported() -> None:
    found = map_texts(API, CONFIG).diagnostic(GO_NAME)
    assert found.severity is Severity.WARNING
    assert "'1oven'" in found.text


API = """
    openapi: 3.1.0
    paths:
      /o:
        post: {requestBody: {content: {application/json: {schema: {properties: {x: {type: string}}}}}}}
        get: {responses: {}}
"""
CONFIG = """
    provider: {name: bakery}
    resources: {_1oven: {create: {path: /o, method: POST}, read: {path: /o, method: GET}}}
"""


@pytest.mark.parametrize(
    ("name", "other", "said"),
    [
        ("_2nd", "value_2nd", "'2nd' is not a name in Go"),
        ("_", "another_name", "'_' is not a name in Go"),
        ("__", "another_name", "'__' is not a name in Go"),
        ("_a1", "a1", "the plugin framework reads only names that begin with a letter"),
    ],
)
def test_a_name_of_which_go_can_make_nothing_is_reported(name: str, other: str, said: str) -> None:
    create = f"{{properties: {{{name}: {{type: string}}, fuel: {{type: string}}}}}}"
    oven = resource(f"create: {create}")
    assert lints(oven) == [(GO_NAME, name)]
    assert (oven.diagnostic(GO_NAME).severity, oven.diagnostic(GO_NAME).text) == (Severity.WARNING, said)
    assert sorted(pasted(create, oven, GO_NAME).names) == sorted([other, "fuel"])


def test_a_name_that_the_config_gives_an_addition_has_no_fix_to_paste() -> None:
    added = "additional: {_a1: {string: {computed_optional_required: optional}}}"
    oven = resource(f"create: {{properties: {{fuel: {{type: string}}}}}}\nschema: {{attributes: {{{added}}}}}")
    assert (oven.diagnostic(GO_NAME).path, oven.diagnostic(GO_NAME).fix) == ("_a1", None)


@pytest.mark.parametrize("name", [*METHODS, "range", "func", "ctx", "attr", "v"])
def test_an_object_inside_of_an_object_may_hide_what_the_code_needs(name: str) -> None:
    create = f"{{properties: {{door: {{properties: {{{name}: {INNER}}}}}}}}}"
    oven = resource(f"create: {create}")
    assert lints(oven) == [(GO_NAME, f"door.{name}")]
    assert pasted(create, oven, GO_NAME).names_in("door") == [f"door_{name}"]


@pytest.mark.parametrize(
    "schema",
    [
        "{properties: {range: {type: string}, type: {type: string}}}",
        "{properties: {type: {type: array, items: {properties: {x: {type: string}}}}}}",
        "{properties: {type: {type: array, items: {type: string}}}}",
    ],
)
def test_what_the_generator_keeps_apart_is_no_matter(schema: str) -> None:
    assert lints(property_(schema)) == []
    assert lints(resource(f"create: {{properties: {{type: {INNER}, range: {INNER}}}}}")) == []


@pytest.mark.parametrize(
    ("schema", "kind", "after"),
    [
        ("{type: object}", "single_nested", "map"),
        ("{type: array, items: {type: object}}", "list_nested", "list"),
        ("{type: object, additionalProperties: {type: object}}", "map_nested", "map"),
    ],
)
def test_an_object_without_attributes_is_a_warning(schema: str, kind: str, after: str) -> None:
    create = f"{{properties: {{it: {schema}}}}}"
    oven = resource(f"create: {create}")
    assert oven.kinds == {"it": kind}
    assert oven.diagnostic(EMPTY_OBJECT).severity is Severity.WARNING
    settled = pasted(create, oven, EMPTY_OBJECT)
    assert settled.kinds == {"it": after}
    assert lints(settled) == []


@pytest.mark.parametrize(
    "inside",
    ["{p: PORT}", "{deep: {properties: {p: PORT}}}", "{many: {type: array, items: {properties: {p: PORT}}}}",
     "{set: {type: array, format: set, items: {properties: {p: PORT}}}}"],
)  # fmt: skip
def test_a_default_inside_of_a_set_is_a_warning_and_the_fix_takes_it_out(inside: str) -> None:
    members = inside.replace("PORT", "{type: integer, default: 80}")
    create = f"{{properties: {{it: {{type: array, format: set, items: {{properties: {members}}}}}}}}}"
    oven = resource(f"create: {create}")
    assert oven.diagnostic(DEFAULT_IN_SET).severity is Severity.WARNING
    settled = pasted(create, oven, DEFAULT_IN_SET)
    assert lints(settled) == []
    assert "default" not in str(settled.attributes)


def test_a_default_that_only_the_api_sets_is_no_matter_in_a_set() -> None:
    port = "{type: integer, default: 80, readOnly: true}"
    create = f"{{properties: {{it: {{type: array, format: set, items: {{properties: {{p: {port}}}}}}}}}}}"
    oven = resource(f"create: {create}\npolicies: {{read_only: computed, computed_defaults: keep}}")
    assert oven.attribute("it.p").default is not None
    assert lints(oven) == []


@pytest.mark.parametrize(
    ("more", "found"), [("", [(GO_NAME, "it.obj")]), (", associated_external_type: {type: T}", [])]
)
def test_a_collection_of_another_go_type_has_no_variable(more: str, found: list[tuple[Rule, str]]) -> None:
    added = f"{{list: {{computed_optional_required: optional, element_type: {{string: {{}}}}{more}}}}}"
    oven = resource(f"""
        create: {{properties: {{it: {{properties: {{x: {{type: string}}}}}}}}}}
        schema: {{attributes: {{additional: {{it.obj: {added}}}}}}}
    """)
    assert lints(oven) == found


def test_a_default_inside_of_a_list_is_none_of_a_set() -> None:
    assert lints(property_("{type: array, items: {properties: {p: {type: integer, default: 80}}}}")) == []


def test_an_object_of_which_nothing_is_mapped_can_be_ignored() -> None:
    create = "{properties: {fuel: {type: string}, it: {properties: {x: {}}}}}"
    oven = resource(f"create: {create}")
    assert oven.diagnostic(EMPTY_OBJECT).path == "it"
    assert pasted(create, oven, EMPTY_OBJECT).names == ["fuel"]


def test_an_object_of_which_all_is_ignored_can_be_ignored() -> None:
    oven = resource("create: {properties: {it: {properties: {x: {type: string}}}}}\nschema: {ignores: [it.x]}")
    assert oven.diagnostic(EMPTY_OBJECT).text == "none of the properties of the object are mapped"


def test_a_lint_changes_nothing_that_is_written() -> None:
    assert not any(rule.differs for rule in LINTS)
    oven = property_(f"{{properties: {{it: {INNER}, e: {{type: object}}, _1: {{type: string}}}}}}")
    assert oven.names_in("it") == ["_1", "e", "it"]


DOORS = f"{{properties: {{door: {{properties: {{lock: {INNER}}}}}, lid: {{properties: {{lock: {INNER}}}}}}}}}"


def by_path(text: str) -> Mapped:
    return resource(f"{dedent(text)}\npolicies: {{nested_names: path}}")


def test_an_attribute_of_the_root_keeps_its_name_wherever_it_stands() -> None:
    box = f"{{properties: {{dns: {INNER}, _meta: {INNER}}}}}"
    oven = by_path(f"create: {{properties: {{_meta: {INNER}, box: {box}, dns: {INNER}}}}}")
    assert oven.names == ["_meta", "box", "dns"]
    assert oven.names_in("box") == ["box_meta", "box_dns"]


def test_as_many_names_are_in_front_as_it_takes() -> None:
    doors = ", ".join(f"d{i}: {{properties: {{a: {{properties: {{lock: {INNER}}}}}}}}}" for i in range(3))
    oven = by_path(f"create: {{properties: {{{doors}}}}}")
    assert oven.names_in("d1.d1_a") == ["a_lock"]
    assert oven.names_in("d2.d2_a") == ["d2_a_lock"]


def test_a_new_name_is_none_of_those_next_to_it() -> None:
    lid = f"{{properties: {{lock: {INNER}, lid_lock: {{type: string}}}}}}"
    oven = by_path(f"create: {{properties: {{door: {{properties: {{lock: {INNER}}}}}, lid: {lid}}}}}")
    assert oven.names_in("lid") == ["lid_lock", "lock_2"]


def test_of_a_given_name_and_another_the_given_one_stays() -> None:
    oven = by_path(f"create: {DOORS}\nschema: {{attributes: {{overrides: {{lid.lock: {{name: lock}}}}}}}}")
    assert (oven.names_in("door"), oven.names_in("lid")) == (["door_lock"], ["lock"])


def test_a_name_that_a_function_of_another_type_has_is_one_that_is_taken() -> None:
    oven = by_path(f"create: {{properties: {{lock: {INNER}, door: {{properties: {{new_lock: {INNER}}}}}}}}}")
    assert oven.names_in("door") == ["door_new_lock"]
    assert not oven.diagnostics(GO_COLLISION)


@pytest.mark.parametrize("first", ["_package", "package"])
def test_of_two_names_that_are_a_keyword_of_go_one_stays_at_the_root(first: str) -> None:
    second = "package" if first == "_package" else "_package"
    oven = by_path(
        f"create: {{properties: {{{first}: {INNER}, {second}: {INNER}, a: {{properties: {{package: {INNER}}}}}}}}}"
    )
    assert len(set(oven.names) & {"package", "_package"}) == 1
    assert oven.names_in("a") == ["a_package"]
    assert not [d for d in oven.diagnostics(GO_TYPES) if "have the name" in d.text]


def test_alternatives_know_the_new_name() -> None:
    lock, bolt = (f"{{title: {name}, properties: {{x: {{type: string}}}}}}" for name in ("lock", "bolt"))
    choice = f"{{oneOf: [{lock}, {bolt}]}}"
    oven = resource(f"""
        create: {{properties: {{door: {{properties: {{lock: {INNER}}}}}, lid: {choice}}}}}
        policies: {{nested_names: path, one_of: variants}}
    """)
    assert oven.names_in("lid") == ["bolt", "lid_lock"]
    assert 'AtName(\\"lid_lock\\")' in oven.text
    assert 'AtName(\\"lock\\")' not in oven.text


@pytest.mark.parametrize("name", ["_1", "_", "__", "_1a", "new", "newNew", "value_2"])
def test_there_is_always_a_free_name(name: str) -> None:
    inside = INNER
    for _ in range(4):
        inside = f"{{properties: {{{name}: {inside}}}}}"
    create = f"{{properties: {{{name}: {inside}, value_2: {INNER}, value_3: {{type: string}}, b: {inside}}}}}"
    assert resource(f"create: {create}").diagnostics(GO_TYPES)
    assert by_path(f"create: {create}").diagnostics(GO_TYPES) == []


def test_of_nested_attributes_called_by_a_keyword_of_go_none_keeps_its_name() -> None:
    ranges = ", ".join(f"{name}: {{properties: {{range: {INNER}}}}}" for name in ("door", "lid"))
    oven = by_path(f"create: {{properties: {{{ranges}}}}}")
    assert (oven.names_in("door"), oven.names_in("lid")) == (["door_range"], ["lid_range"])
    of_root = by_path(f"create: {{properties: {{{ranges}, range: {INNER}}}}}")
    assert of_root.names == ["door", "lid", "range"]


def test_all_but_the_first_get_the_names_around_them_in_front() -> None:
    oven = by_path(f"create: {DOORS}")
    assert (oven.names_in("door"), oven.names_in("lid")) == (["lock"], ["lid_lock"])
    assert not oven.diagnostics(GO_TYPES)
    assert [d.path for d in oven.diagnostics(POLICY)] == ["lid.lid_lock", "lid.lock"]
    assert POLICY.differs


def test_it_is_a_policy_of_one_entity_too() -> None:
    read = f"{{properties: {{a: {INNER}, b: {{properties: {{a: {INNER}}}}}}}}}"
    oven = data_source(f"read: {read}\npolicies: {{nested_names: path}}")
    assert oven.names_in("b") == ["b_a"]
