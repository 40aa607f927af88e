"""The rules of diagnostics, and how notes are addressed."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import EntityRef
from mapper.registry import all_systems, catalogue
from mapper.report.diagnostic import Diagnostic, MappingError, Note, Problem, Severity, at, losses
from mapper.report.fix import Subject, setting
from mapper.report.rules import RULES, read_rules
from mapper.terraform.kinds import RESOURCE
from mapper.terraform.rules import NO_TYPE

from .support import property_

CATALOGUE = catalogue()
TABLES = sorted(Path(__file__).parents[1].glob("mapper/*/*.json"))
DIFFERS = """
OAS301 OAS302 OAS303 OAS304 OAS305 OAS306 OAS307 OAS308 OAS309 OAS310 OAS311 OAS312 OAS321 OAS323 OAS324 OAS330
OAS401 OAS404 OAS405 OAS406 OAS407 OAS409 OAS411 OAS412 OAS413 OAS501
""".split()
SAME = """
OAS101 OAS102 OAS103 OAS104 OAS201 OAS320 OAS322 OAS325 OAS326 OAS327 OAS328 OAS329 OAS402 OAS403 OAS408 OAS410
OAS414 OAS415 OAS416 OAS417 OAS441 OAS442 OAS502 OAS503 OAS511 OAS512 OAS513 OAS514 OAS601
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


def test_every_warning_and_error_says_what_to_do() -> None:
    told = [rule for rule in CATALOGUE.values() if rule.severity is not Severity.INFO]
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
    better = "OAS306 OAS323 OAS324 OAS330 OAS401 OAS404 OAS405 OAS407 OAS412".split()
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
        (Problem("too dear"), "too dear"),
        (Problem("too dear", "menu.yaml"), "menu.yaml: too dear"),
        (Problem("too dear", "menu.yaml", 3), "menu.yaml:3: too dear"),
        (Problem("too dear", "menu.yaml", 3, 7), "menu.yaml:3:7: too dear"),
    ],
)
def test_a_problem_is_written_with_its_place_as_far_as_known(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_a_mapping_error_has_a_line_for_each_problem() -> None:
    error = MappingError(Problem("one", "a.yaml", 1), Problem("two", "b.yaml"))
    assert str(error) == "a.yaml:1: one\nb.yaml: two"
    assert [problem.text for problem in error.problems] == ["one", "two"]


def test_a_message_is_one_line_of_a_length_that_somebody_reads() -> None:
    menu = Document("menu.yaml", b"a: 1\n")
    found = at(Note(NO_TYPE, "x\n\x1b[2J\u202e", menu.node), OVEN, "k" * 5000)
    assert found.text == "x\\n\\x1b[2J\\u202e"
    assert found.path == "k" * 5000
    assert len(found.message) < 1100
    assert found.message.isprintable()
    assert str(Problem("a\rb", "menu\n.yaml", 3)) == "menu\\n.yaml:3: a\\rb"


def test_a_proposal_equals_the_advice_that_it_is_read_back_as() -> None:
    fix = setting("attributes", "overrides", Subject.PATH, "type", value="string")
    found = at(Note(NO_TYPE, "it has no type", fix=fix), OVEN, "heat")
    assert found.fix == "attributes: {overrides: {heat: {type: string}}}"
    text = Diagnostic(NO_TYPE, OVEN, "heat", "it has no type", None, found.fix, found.severity)
    assert found == text
    assert hash(found) == hash(text)
    assert found != at(Note(NO_TYPE, "it has no type"), OVEN, "heat")
