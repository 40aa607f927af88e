"""From the names of the API to Terraform identifiers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.report.diagnostic import Severity
from mapper.terraform.identifiers import is_identifier, to_identifier, to_words
from mapper.terraform.rules import NO_IDENTIFIER

from ..support import resource


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
    oven = resource(f"create: {{type: object, properties: {{fuel: {{type: string}}, {name}: {{type: integer}}}}}}")
    assert oven.names == ["fuel"]
    lost = oven.diagnostic(NO_IDENTIFIER)
    assert lost.path == name.strip("'")
    assert lost.severity is Severity.WARNING
    assert lost.rule.differs


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
