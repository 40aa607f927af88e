"""The policy nested_names: no two types of one name, with one line."""

from textwrap import dedent

import pytest

from mapper.terraform.rules import GO_COLLISION, GO_TYPES, POLICY

from ...support import Mapped, data_source, resource

INNER = "{properties: {x: {type: string}}}"
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
