"""Fixes are settings as data; the text to paste follows from them, and is YAML that says the same."""

from functools import reduce
from typing import Any

import pytest
import yaml

from mapper.report.diagnostic import Diagnostic
from mapper.report.fix import Fix, Proposal, Setting, Subject, dotted, flow_scalar, for_all, setting
from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import NO_TYPE, ONE_OF
from mapper.text.display import acts

from .conformance.compare import CORPUS
from .support import data_source, generate, property_

IGNORE = setting("ignores", value=(Subject.PATH,))
SECTION = ("resources", "oven", "schema")
RENAMES = Fix((
    Setting(("attributes", "overrides", "a.b", "name"), "c"),
    Setting(("attributes", "overrides", "d", "name"), "e"),
    Setting(("attributes", "aliases", Subject.ALIAS), "f"),
))  # fmt: skip
FIXES = {
    "ignores: [door.lock]": IGNORE,
    "attributes: {overrides: {door.lock: {type: map of string}}}": setting(
        "attributes", "overrides", Subject.PATH, "type", value="map of string"
    ),
    "attributes: {overrides: {door.lock: {validators: null}}}": setting(
        "attributes", "overrides", Subject.PATH, "validators", value=None
    ),
    "attributes: {overrides: {door.lock: {validators: [inferred]}}}": setting(
        "attributes", "overrides", Subject.PATH, "validators", value=("inferred",)
    ),
    "attributes: {overrides: {a.b: {name: c}, d: {name: e}}, aliases: {.door.lock: f}}": RENAMES,
    'attributes: {aliases: {"filter[name]": f}}': setting("attributes", "aliases", "filter[name]", value="f"),
}


@pytest.mark.parametrize(("text", "fix"), FIXES.items(), ids=FIXES)
def test_the_text_of_a_fix_reads_back_as_its_entries(text: str, fix: Fix) -> None:
    proposal = Proposal(fix, "door.lock", SECTION)
    assert proposal.text == f"{text}  # in resources.oven.schema"
    (entries,) = proposal.entries
    assert reduce(dict.__getitem__, SECTION, entries) == yaml.safe_load(text)


NAMES = [
    "a", "a b", "a.b", "no", "On", "null", "~", "1", "1.5", "a: b", "a #b", "#a", "[a", "a]", "{a", "a,b", "",
    " a", "a ", "'a", '"a', "- a", "?", "*a", "&a", "!a", "%a", "@a", "$a", "a-b", "a/b", "2000-01-01", "0x1",
    "é", "a\u202eb", "a\u3164b", "\u2028", "\x00", "\x85", "a\nb", ".a-b", ".inf", "<<", "=", "😀", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_written_so_that_yaml_reads_it_back(name: str) -> None:
    assert yaml.safe_load(f"{{{flow_scalar(name)}: [{flow_scalar(name)}]}}") == {name: [name]}
    assert not acts(flow_scalar(name))


def test_alternatives_come_one_after_the_other_each_with_its_place() -> None:
    merge = Proposal(for_all("policies", "siblings", value="merge", instead=IGNORE), "it", SECTION)
    place = "at the top level or in the entity"
    assert merge.text == f"policies: {{siblings: merge}}  # {place}; or ignores: [it]  # in resources.oven.schema"
    assert merge.entries == [
        {"policies": {"siblings": "merge"}},
        {"resources": {"oven": {"schema": {"ignores": ["it"]}}}},
    ]


def test_a_fix_knows_what_is_in_any_of_its_alternatives() -> None:
    merge = for_all("policies", "siblings", value="merge", instead=IGNORE)
    assert {"policies", "siblings", "ignores", Subject.PATH} <= merge.keys
    assert merge.keys.isdisjoint(("merge", Subject.ALIAS))


def test_the_keys_of_a_list_can_be_written_with_dots() -> None:
    proposal = Proposal(dotted("ignore", "field_paths", value=("Node.Children",)), "spec.node")
    assert proposal.text == "ignore.field_paths: [Node.Children]"
    assert proposal.entries == [{"ignore": {"field_paths": ["Node.Children"]}}]


def test_an_entity_may_have_a_dot_or_a_space_in_its_name() -> None:
    (entries,) = Proposal(IGNORE, "it", ("resources", "big v1.2 oven", "schema")).entries
    assert entries == {"resources": {"big v1.2 oven": {"schema": {"ignores": ["it"]}}}}


def test_a_parameter_with_brackets_in_its_name_gets_an_alias_that_yaml_can_read() -> None:
    oven = data_source("""
        parameters:
          - {name: sizemax, in: query, schema: {type: string}}
          - {name: "size[max]", in: query, schema: {type: integer}}
        read: {type: object, properties: {fuel: {type: string}}}
    """)
    diagnostic = oven.diagnostic(NAME_COLLISION)
    assert _alternatives(diagnostic) == [
        {"data_sources": {"oven": {"schema": {"attributes": {"aliases": {"size[max]": "another_sizemax"}}}}}}
    ]
    assert diagnostic.proposal is not None
    assert diagnostic.proposal.entries == _alternatives(diagnostic)


def _alternatives(diagnostic: Diagnostic) -> list[Any]:
    """The entries of the text to paste, each below the section that its comment names."""
    found = []
    for text in str(diagnostic.fix).split("; or "):
        entries, _, place = text.partition("  # ")
        data = yaml.safe_load(entries)
        for key in reversed(place.removeprefix("in ").split(".") if place.startswith("in ") else []):
            data = {key: data}
        found.append(data)
    return found


@pytest.mark.parametrize(("schema", "rule"), [("{oneOf: [{type: object}, {type: string}]}", ONE_OF), ("{}", NO_TYPE)])
def test_a_diagnostic_proposes_what_its_text_says(schema: str, rule: Any) -> None:
    diagnostic = property_(schema).diagnostic(rule)
    assert diagnostic.proposal is not None
    assert diagnostic.proposal.entries == _alternatives(diagnostic)
    assert len(diagnostic.proposal.entries) == 2


@pytest.mark.corpus
def test_every_proposal_of_real_descriptions_is_what_its_text_says() -> None:
    corpus = CORPUS / "realworld"
    if not corpus.is_dir():
        pytest.skip("the corpus is not here")
    seen = 0
    for folder in sorted(corpus.iterdir())[:12]:
        descriptions, configs = sorted(folder.glob("openapi.*")), sorted(folder.glob("generator_config.y*ml"))
        for diagnostic in generate(descriptions[0], configs[0], folder).diagnostics if descriptions and configs else ():
            if diagnostic.proposal is not None:
                assert diagnostic.proposal.entries == _alternatives(diagnostic)
                seen += 1
    assert seen


def test_what_is_said_of_a_whole_body_proposes_nothing_that_needs_the_name_of_an_attribute() -> None:
    everywhere = for_all("policies", "siblings", value="merge")
    assert IGNORE.at("") is None
    assert IGNORE.at("door.lock") is IGNORE
    assert for_all("policies", "siblings", value="merge", instead=IGNORE).at("") == everywhere
    assert Fix(IGNORE.settings, instead=everywhere).at("") == everywhere
    assert setting("attributes", "aliases", Subject.ALIAS, value="a").at("") is None
