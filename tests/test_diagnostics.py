"""The rules of diagnostics, what each comes to, how notes are addressed, and fixes: settings, and text to paste."""

import json
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.registry import all_systems, catalogue
from mapper.report.diagnostic import (
    AS_IT_IS,
    BROKEN,
    LEFT_OUT,
    MAX_TEXT,
    OUTCOMES,
    WITHOUT_EFFECT,
    Diagnostic,
    Loss,
    MappingError,
    Note,
    Problem,
    Severity,
    at,
    diagnostic_data,
    losses,
)
from mapper.report.entity_kind import EntityRef, entity_named
from mapper.report.fix import Fix, Proposal, Setting, Subject, dotted, flow_scalar, for_all, setting
from mapper.report.origin import Part, PartKind, part_named
from mapper.report.rules import NAME_COLLISION, RULES, read_rules
from mapper.systems.terraform.kinds import RESOURCE
from mapper.systems.terraform.rules import NO_TYPE, ONE_OF
from mapper.text.display import acts

from .conformance.compare import CORPUS
from .support import data_source, generate, property_

CATALOGUE = catalogue()


@pytest.mark.parametrize("code", CATALOGUE)
def test_what_is_missing_from_the_output_says_what_is_lost(code: str) -> None:
    rule = CATALOGUE[code]
    says_nothing = rule.loses is Loss.NOTHING
    assert rule.outcome is LEFT_OUT or says_nothing
    assert not says_nothing or rule.outcome is not LEFT_OUT or "the value is never there" in rule.consequence


TABLES = sorted((Path(__file__).parents[1] / "mapper").rglob("*rules.json"))
DIFFERS = """
OAS301 OAS302 OAS303 OAS304 OAS305 OAS306 OAS307 OAS308 OAS309 OAS310 OAS311 OAS312 OAS321 OAS323 OAS324 OAS330
OAS401 OAS404 OAS405 OAS406 OAS407 OAS409 OAS411 OAS413 OAS449 OAS501
""".split()
SAME = """
OAS101 OAS102 OAS103 OAS104 OAS201 OAS320 OAS322 OAS325 OAS326 OAS327 OAS328 OAS329 OAS402 OAS403 OAS408 OAS410
OAS414 OAS415 OAS416 OAS417 OAS441 OAS442 OAS502 OAS503 OAS511 OAS512 OAS513 OAS514 OAS601 OAS602
OAS455 OAS515 OAS603 OAS604 OAS605 OAS606 OAS607 OAS608
""".split()


@pytest.mark.parametrize("code", DIFFERS)
def test_codes_of_differences_from_the_reference_tool_are_stable(code: str) -> None:
    assert CATALOGUE[code].differs


@pytest.mark.parametrize("code", SAME)
def test_codes_of_everything_else_are_stable(code: str) -> None:
    assert not CATALOGUE[code].differs


OVEN = EntityRef(RESOURCE, "oven")


def test_every_rule_says_what_happened_and_what_it_means() -> None:
    for code, rule in CATALOGUE.items():
        assert rule.code == code
        assert rule.title
        assert rule.consequence.endswith(".")


def test_every_warning_error_and_loss_says_what_to_do() -> None:
    told = [rule for rule in CATALOGUE.values() if rule.severity is not Severity.INFO or rule.outcome is LEFT_OUT]
    assert [rule.code for rule in told if not rule.remedy.endswith(".")] == []


def test_no_text_of_a_rule_begins_with_a_pronoun_or_speaks_of_a_reference_tool() -> None:
    """The subject in front is cut off in annotations and tables, so a sentence has to name what it is about."""
    for rule in CATALOGUE.values():
        for text in (rule.title, rule.consequence, rule.remedy):
            assert text.partition(" ")[0] not in {"It", "They"}, rule.code
            assert "reference tool" not in text, rule.code
            assert "Go generator" not in text, rule.code


def test_no_code_is_in_two_places() -> None:
    sources = [RULES, *(system.diagnostics for system in all_systems())]
    codes = [code for rules in sources for code in rules]
    assert sorted(codes) == list(CATALOGUE)
    assert len(codes) > 100


@pytest.mark.parametrize("table", TABLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_table_of_rules_has_a_key_twice(table: Path) -> None:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    assert json.loads(table.read_text(encoding="utf-8"), object_pairs_hook=members)


def test_a_misspelt_key_in_a_table_of_rules_is_refused(tmp_path: Path) -> None:
    row = '{"OAS1": {"severity": "info", "outcome": "as-it-is", "title": "A", "consequence": "B."}}'
    table = tmp_path / "rules.json"
    table.write_text(row)
    assert read_rules(str(tmp_path / "rules.py"))["OAS1"].title == "A"
    table.write_text(row.replace("title", "tilte"))
    with pytest.raises(TypeError, match="tilte"):
        read_rules(str(tmp_path / "rules.py"))


def test_shared_rules_have_no_words_of_one_system() -> None:
    text = " ".join(f"{rule.title} {rule.consequence}" for rule in RULES.values()).lower()
    assert not [word for word in ("terraform", "tfplugingen", "resource", "kubernetes", "kind") if word in text]


def test_what_the_reference_tool_drops_a_body_for_differs_from_it() -> None:
    dropping = [rule for rule in CATALOGUE.values() if rule.reference_drops_body]
    assert dropping
    assert all(rule.differs for rule in dropping)


def test_what_only_does_better_is_no_loss() -> None:
    better = "OAS306 OAS323 OAS324 OAS330 OAS401 OAS404 OAS405 OAS407 OAS449".split()
    assert {CATALOGUE[code].severity for code in better} == {Severity.INFO}


def test_what_breaks_the_consumer_is_an_error() -> None:
    assert {code for code, rule in CATALOGUE.items() if rule.severity is Severity.ERROR} >= {"OAS501", "OAS502"}


def test_a_diagnostic_names_its_subject_and_its_place() -> None:
    menu = Document("menu.yaml", b"a: 1\nb: 2\n")
    note = Note(NO_TYPE, "the schema has no type", menu.node.child("b"), setting("ignores", value=(Subject.PATH,)))
    found = at(note, OVEN, "door.lock")
    assert found.code == "OAS302"
    assert found.place == "menu.yaml:2:1"
    assert found.subject == "resource oven, attribute door.lock"
    assert found.message == "resource oven, attribute door.lock: the schema has no type"
    assert found.fix == "ignores: [door.lock]"
    assert found.severity is Severity.WARNING


def test_a_diagnostic_may_be_about_an_entity_or_the_whole_run() -> None:
    note = Note(NO_TYPE, "text")
    assert at(note, OVEN, "").message == "resource oven: text"
    assert at(note, None, "").message == "text"
    assert at(note, None, "").place == ""


def test_a_diagnostic_as_data_has_what_is_known() -> None:
    menu = Document("menu.yaml", b"a: 1\nb: 2\n")
    rule = {"title": NO_TYPE.title, "consequence": NO_TYPE.consequence, "remedy": NO_TYPE.remedy}
    common = {"code": "OAS302", "severity": "warning", "message": "text", "differs_from_reference": True, **rule}
    place = {"file": "menu.yaml", "pointer": "/b", "line": 2, "column": 1}
    gone = {"file": "menu.yaml", "pointer": "/none"}
    assert diagnostic_data(at(Note(NO_TYPE, "text"), None, "")) == common
    assert diagnostic_data(at(Note(NO_TYPE, "text", menu.node.child("b"), "do"), OVEN, "door")) == common | {
        "entity": "resource oven",
        "path": "door",
        "location": place,
        "fix": "do",
    }
    assert diagnostic_data(at(Note(NO_TYPE, "text", Spot("menu.yaml", None, "/none")), None, "")) == common | {
        "location": gone
    }
    alike = diagnostic_data(at(Note(NO_TYPE, "text", alike=True), None, ""))
    assert alike == common | {"differs_from_reference": False}


def test_a_long_text_of_a_note_is_cut_in_its_middle() -> None:
    texts = ["a" * (2 * MAX_TEXT - 1) + "b" * extra for extra in (1, 2)]
    assert [Note(NO_TYPE, text).text for text in texts] == [texts[0], f"{'a' * MAX_TEXT}…{'a' * (MAX_TEXT - 2)}bb"]


def test_severities_can_be_overruled_by_code() -> None:
    note = Note(NO_TYPE, "text")
    assert at(note, None, "", {"OAS302": Severity.ERROR}).severity is Severity.ERROR
    assert at(note, None, "", {"OAS303": Severity.ERROR}).severity is Severity.WARNING


def test_losses_are_warnings_and_errors() -> None:
    severities = [d.severity for d in losses(property_("{items: {}}").mapping.diagnostics)]
    assert severities
    assert Severity.INFO not in severities


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("too dear", remedy=""), "too dear"),
        (Problem("too dear", "menu.yaml", remedy=""), "menu.yaml: too dear"),
        (Problem("too dear", "menu.yaml", 3, remedy=""), "menu.yaml:3: too dear"),
        (Problem("too dear", "menu.yaml", 3, 7, remedy=""), "menu.yaml:3:7: too dear"),
        (Problem("too dear", "menu.yaml", 3, remedy="eat out"), "menu.yaml:3: too dear; eat out"),
        (Problem("no dish 'sup'; did you mean 'soup'?", remedy="eat out"), "no dish 'sup'; did you mean 'soup'?"),
    ],
)
def test_a_problem_is_written_with_its_place_as_far_as_known(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_a_mapping_error_has_a_line_for_each_problem() -> None:
    error = MappingError(Problem("one", "a.yaml", 1, remedy=""), Problem("two", "b.yaml", remedy=""))
    assert str(error) == "a.yaml:1: one\nb.yaml: two"
    assert [problem.text for problem in error.problems] == ["one", "two"]


def test_a_message_is_one_line_of_a_length_that_somebody_reads() -> None:
    menu = Document("menu.yaml", b"a: 1\n")
    found = at(Note(NO_TYPE, "x\n\x1b[2J\u202e", menu.node), OVEN, "k" * 5000)
    assert found.text == "x\\n\\x1b[2J\\u202e"
    assert found.path == "k" * 5000
    assert len(found.message) < 1100
    assert found.message.isprintable()
    assert str(Problem("a\rb", "menu\n.yaml", 3, remedy="")) == "menu\\n.yaml:3: a\\rb"


def test_a_proposal_equals_the_advice_that_it_is_read_back_as() -> None:
    fix = setting("attributes", "overrides", Subject.PATH, "type", value="string")
    found = at(Note(NO_TYPE, "it has no type", fix=fix), OVEN, "heat")
    assert found.fix == "attributes: {overrides: {heat: {type: string}}}"
    text = Diagnostic(NO_TYPE, OVEN, "heat", "it has no type", None, found.fix, found.severity)
    assert found == text
    assert hash(found) == hash(text)
    assert found != at(Note(NO_TYPE, "it has no type"), OVEN, "heat")


ALL_RULES = catalogue().values()


def test_every_class_has_a_key_a_title_and_a_sentence_and_is_in_use() -> None:
    assert len({outcome.key for outcome in OUTCOMES}) == len(OUTCOMES)
    assert all(outcome.title and outcome.sentence.endswith(".") for outcome in OUTCOMES)
    assert {rule.outcome for rule in ALL_RULES} == set(OUTCOMES)


def test_what_is_left_out_says_so() -> None:
    rules = [rule for rule in ALL_RULES if rule.consequence.startswith("The attribute is left out")]
    assert rules
    assert {rule.outcome for rule in rules} == {LEFT_OUT}
    assert Severity.ERROR not in {rule.severity for rule in rules}


def test_what_has_no_effect_says_so() -> None:
    rules = [rule for rule in ALL_RULES if rule.consequence.endswith("has no effect.")]
    assert rules
    assert {rule.outcome for rule in rules} == {WITHOUT_EFFECT}


def test_what_does_not_work_is_no_information_and_what_is_carried_over_is_no_error() -> None:
    assert Severity.INFO not in {rule.severity for rule in ALL_RULES if rule.outcome is BROKEN}
    assert Severity.ERROR not in {rule.severity for rule in ALL_RULES if rule.outcome is AS_IT_IS}


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
    "a: true": setting("a", value=True),
    "a: false": setting("a", value=False),
    'a: "true"': setting("a", value="true"),
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


PARTS = {
    "create request body": Part(PartKind.REQUEST_BODY, "create"),
    "read response 200": Part(PartKind.RESPONSE, "read", "200"),
    "read response default": Part(PartKind.RESPONSE, "read", "default"),
    "path parameter": Part(PartKind.PARAMETER, "path"),
    "create input": Part(PartKind.INPUT, "create"),
    "PutCageColour output": Part(PartKind.OUTPUT, "PutCageColour"),
    "provider schema": Part(PartKind.OTHER, "provider schema"),
    "attribute in generator.yaml": Part(PartKind.OTHER, "attribute in generator.yaml"),
}


@pytest.mark.parametrize(("text", "part"), PARTS.items(), ids=PARTS)
def test_a_part_has_one_text_and_is_found_by_it(text: str, part: Part) -> None:
    assert str(part) == text
    assert part_named(text) == part


@given(st.text(min_size=1))
def test_every_text_of_a_file_names_a_part_that_is_called_so(text: str) -> None:
    assert str(part_named(text)) == text


def test_only_the_status_code_differs_between_two_responses_of_an_operation() -> None:
    created, accepted, read = (part_named(f"{text}") for text in ("a response 201", "a response 202", "b response 201"))
    assert created.without_code == accepted.without_code != read.without_code


KINDS = [(system.name, kind) for system in all_systems() for kind in system.kinds]


@pytest.mark.parametrize(("system", "kind"), KINDS, ids=str)
@given(name=st.text().filter(lambda name: " " not in name))
def test_the_text_of_an_entity_leads_back_to_it(system: str, kind: object, name: str) -> None:
    (kinds,) = (found.kinds for found in all_systems() if found.name == system)
    ref = EntityRef(kind, name)
    assert entity_named(str(ref), kinds) == ref


def test_a_text_that_names_no_kind_is_no_entity() -> None:
    (_, kind), *_ = KINDS
    for text in ("", kind.name, f"{kind.name}s pet", "pet"):
        with pytest.raises(KeyError):
            entity_named(text, [kind])
