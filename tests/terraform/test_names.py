"""Names that collide, names that Terraform keeps for itself, and the names of entities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.report.diagnostic import Severity
from mapper.report.rules import NAME_COLLISION
from mapper.systems.terraform.attributes.omissions import value_name
from mapper.systems.terraform.identifiers import is_identifier, to_identifier, to_words
from mapper.systems.terraform.rules import BAD_ENTITY_NAME, NO_IDENTIFIER, RENAMED, RESERVED_NAME

from ..support import both, data_source, map_texts, resource

RESERVED = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"]


def test_a_collision_with_a_later_source_leaves_out_what_comes_later() -> None:
    oven = resource("""
        create: {type: object, properties: {bakeTime: {type: integer}}}
        read: {type: object, properties: {bake_time: {type: boolean}, heat: {type: integer}}}
    """)
    assert oven.kinds == {"bake_time": "int64", "heat": "int64"}
    assert oven.status("bake_time") == "computed_optional"
    assert oven.diagnostic(NAME_COLLISION).path == "bake_time"


@pytest.mark.parametrize(
    ("first", "second", "key"), [("aB, in: query", "a_b, in: query", "a_b"), ("a, in: path", "a, in: query", "query.a")]
)
def test_a_parameter_that_meets_another_one_gets_an_alias_that_names_it(first: str, second: str, key: str) -> None:
    listed = ", ".join(f"{{name: {each}, required: true, schema: {{type: string}}}}" for each in (first, second))
    oven = data_source(f"parameters: [{listed}]\nread: {{properties: {{c: {{type: string}}}}}}")
    assert f"{{aliases: {{{key}: another_" in (oven.diagnostic(NAME_COLLISION).fix or "")


@pytest.mark.parametrize("name", RESERVED)
def test_a_reserved_name_at_the_root_is_written_and_reported(name: str) -> None:
    mapped = both(f"""
        create: {{type: object, properties: {{{name}: {{type: integer}}}}}}
        read: {{type: object, properties: {{{name}: {{type: integer}}}}}}
    """)
    for oven in mapped:
        assert oven.names == [name]
    found = mapped[0].diagnostics(RESERVED_NAME)
    assert [str(d.entity) for d in found] == ["resource oven", "data source oven"]
    assert {d.severity for d in found} == {Severity.ERROR}
    assert not found[0].rule.differs
    assert all(d.fix for d in found)


@pytest.mark.parametrize("name", ["Oven-2", "stoneOven", "2", "'stone oven'", "öfen"])
def test_names_of_entities_are_copied_and_odd_ones_reported(name: str) -> None:
    oven = map_texts(
        """
        openapi: 3.0.0
        paths:
          /oven:
            post: {requestBody: {content: {application/json: {schema: {properties: {fuel: {type: string}}}}}}}
        """,
        f"""
        provider: {{name: Our Bakery-1}}
        resources: {{{name}: {{create: {{path: /oven, method: post}}, read: {{path: /oven, method: post}}}}}}
        """,
    )
    assert oven.spec["provider"]["name"] == "Our Bakery-1"
    assert oven.spec["resources"][0]["name"] == name.strip("'")
    assert {str(d.entity) for d in oven.diagnostics(BAD_ENTITY_NAME)} >= {f"resource {name.strip(chr(39))}"}
    assert not BAD_ENTITY_NAME.differs


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [("oven", "bakery_oven", "resources"), ("bakery_oven", "oven", "data_sources"), ("oven", "bakeryoven", "")],
)
def test_of_two_entities_with_one_type_the_later_one_is_reported(first: str, second: str, kind: str) -> None:
    entry = "{create: {path: /oven, method: post}, read: {path: /oven, method: post}}"
    entry = entry if kind != "data_sources" else "{read: {path: /oven, method: post}}"
    oven = map_texts(
        "{openapi: 3.0.0, paths: {/oven: {post: {responses: {'200': {description: '', content: {application/json:"
        " {schema: {type: object, properties: {fuel: {type: string}}}}}}}}}}}",
        f"{{provider: {{name: bakery}}, {kind or 'resources'}: {{{first}: {entry}, {second}: {entry}}}}}",
    )
    found = oven.diagnostics(BAD_ENTITY_NAME)
    assert [(d.entity.name if d.entity else "", d.location is not None) for d in found] == (
        [("oven", True)] if kind else []
    )


def test_a_provider_name_that_the_go_generator_refuses_is_reported() -> None:
    oven = map_texts(
        "{openapi: 3.0.0, paths: {/oven: {get: {}}}}",
        "{provider: {name: Our Bakery}, data_sources: {oven: {read: {path: /oven, method: get}}}}",
    )
    assert [str(d.entity) for d in oven.diagnostics(BAD_ENTITY_NAME)] == ["provider Our Bakery"]


# --- from the names of the API to Terraform identifiers -------------------------------------------


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("crustColorCode", "crust_color_code"),
        ("ovenID", "oven_id"),
        ("URLPath", "urlpath"),
        ("xYzA", "x_yz_a"),
        ("v2Oven", "v2oven"),
        ("Crust-Color", "crust_color"),
        ("crust-color", "crustcolor"),
        ("42rolls", "rolls"),
        ("4-2-rolls", "rolls"),
        ("@bread.type", "breadtype"),
        ("<tray_maxLoad>", "tray_max_load"),
        ("_hidden", "_hidden"),
        ("1_2", "_2"),
        ("über", "ber"),
        ("ﬁne", "ne"),
        ("aＢ", "a"),
        ("a b\tc\n", "abc"),
        ("PLAIN", "plain"),
        ("ovenTEMPs", "oven_temps"),
        ("", ""),
        ("2.5", ""),
        ("٣", ""),
        ("--", ""),
        ("パン", ""),
    ],
)
def test_names_become_identifiers(name: str, identifier: str) -> None:
    assert to_identifier(name) == identifier
    assert is_identifier(identifier) is bool(identifier)


@pytest.mark.parametrize("word", ["Oven", "oven-2", "2oven", "oven ", "oven\n", "öfen", ""])
def test_what_is_no_identifier(word: str) -> None:
    assert not is_identifier(word)


@pytest.mark.parametrize("name", ["'+1'", "'2.5'", "パン"])
def test_a_name_of_which_nothing_is_left_costs_its_property_only(name: str) -> None:
    odd = f"{{type: object, properties: {{fuel: {{type: string}}, {name}: {{type: integer}}}}}}"
    later = resource(f"create: {{properties: {{fuel: {{type: string}}}}}}\nread: {odd}")
    oven = resource(f"create: {odd}")
    assert (oven.names, later.names) == (["fuel"], ["fuel"])
    lost = oven.diagnostic(NO_IDENTIFIER)
    assert lost.path == name.strip("'")
    assert lost.severity is Severity.WARNING
    assert lost.rule.differs


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("2.4", "value_2_4"),
        ("-1", "minus_1"),
        ("+1", "plus_1"),
        ("-12.5", "minus_12_5"),
        ("--", "value"),
        ("パン", "value"),
    ],
)
def test_a_name_without_letters_is_spelled_out(name: str, proposed: str) -> None:
    assert value_name(name) == proposed


def test_an_empty_name_costs_its_property_only() -> None:
    oven = resource("create: {type: object, properties: {fuel: {type: string}, '': {type: integer}}}")
    assert oven.names == ["fuel"]
    lost = oven.diagnostic(NO_IDENTIFIER)
    assert lost.text == "a property has an empty name, so no attribute name can be made of it"
    assert lost.location.pointer.endswith("/properties/")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("crustColorCode", "crust_color_code"),
        ("ovenID", "oven_id"),
        ("ovenIDs", "oven_ids"),
        ("HTTPServer-port", "http_server_port"),
        ("URLPath", "url_path"),
        ("crust-color", "crust_color"),
        ("crust color", "crust_color"),
        ("@bread.type", "bread_type"),
        ("plain", "plain"),
        ("PLAIN_TEXT", "plain_text"),
        ("IPv4Address", "ipv4_address"),
        ("useOAuth2", "use_oauth2"),
        ("size2x", "size2_x"),
        ("42rolls", "_42_rolls"),
        ("a__b", "a_b"),
        ("_hidden_", "hidden"),
        ("", ""),
        ("--", ""),
        ("パン", ""),
    ],
)
def test_names_are_cut_into_words(name: str, words: str) -> None:
    assert to_words(name) == words
    assert is_identifier(words) is bool(words)


@given(st.text())
def test_words_are_an_identifier_or_nothing(name: str) -> None:
    words = to_words(name)
    assert words == "" or is_identifier(words)


def test_a_name_of_words_that_an_alias_takes_back_is_told_under_each_name_once() -> None:
    oven = resource("""
        create: {properties: {crust-color: {type: string}}}
        schema: {attributes: {aliases: {.crust-color: crustcolor}}}
        policies: {names: words}
    """)
    told = [(d.path, d.rule, d.text) for d in oven.mapping.diagnostics if "written as" in d.text]
    assert told == [("crust_color", RENAMED, "it is written as 'crustcolor'")]


def test_a_name_of_words_does_not_begin_with_a_digit() -> None:
    assert resource("create: {properties: {2faMode: {type: string}}}\npolicies: {names: words}").names == ["_2_fa_mode"]
