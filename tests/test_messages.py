"""Diagnostics for people, for programs, and for the checks of a pull request."""

from __future__ import annotations

import json

import pytest

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.model import Attribute, Body, Coverage, Entity, EntityRef, Mapping, Reason, Scalar, Status
from mapper.origin import Location
from mapper.report.diagnostic import AS_IT_IS, Diagnostic, Problem, Rule, Severity
from mapper.sidecar.reader import Recorded
from mapper.terraform import kinds
from mapper.terraform.rules import NO_TYPE, RECURSION, RESERVED_NAME
from mkdocs_oasmap import messages

PET = EntityRef(kinds.RESOURCE, "pet")
DOCUMENT = Document("api.yaml", b"one: {}\ntwo:\n  three: {}\n")
ONE, THREE = DOCUMENT.node.child("one"), DOCUMENT.node.child("two").child("three")


def said(
    path: str = "it",
    location: Location | None = THREE,
    *,
    rule: Rule = NO_TYPE,
    entity: EntityRef | None = PET,
    text: str = "the schema has no type",
    fix: str | None = None,
) -> Diagnostic:
    return Diagnostic(rule, entity, path, text, location, fix, rule.severity)


def test_a_message_is_one_line_with_place_code_subject_and_sentence() -> None:
    assert messages.message(said()) == "api.yaml:3:3: OAS302: resource pet, attribute it: the schema has no type"


def test_a_message_leaves_out_what_is_not_known() -> None:
    assert messages.message(said("", None)) == "OAS302: resource pet: the schema has no type"
    assert messages.message(said("", None, entity=None)) == "OAS302: the schema has no type"


def test_a_message_says_how_often_it_came_up_again() -> None:
    assert messages.message(said(), 3).endswith("the schema has no type (and 2 more of the same)")
    assert messages.message(said(), 1).endswith("the schema has no type")


def test_an_explanation_has_the_result_and_what_to_paste() -> None:
    assert messages.explained(said(fix="ignores: [it]")).split("\n") == [
        "api.yaml:3:3: OAS302: resource pet, attribute it: the schema has no type",
        "    consequence: The attribute is left out; everything around it is mapped.",
        "    fix: ignores: [it]",
    ]


def test_an_explanation_without_anything_to_paste_says_what_to_do() -> None:
    assert messages.explained(said()).split("\n")[2:] == [f"    to do: {NO_TYPE.remedy}"]
    assert len(messages.explained(said(rule=Rule("X1", Severity.INFO, "", "", AS_IT_IS))).split("\n")) == 2


def test_the_same_code_at_the_same_place_is_one_group() -> None:
    first, again, elsewhere, other = said("a"), said("b"), said("c", ONE), said("a", rule=RECURSION)
    assert messages.grouped([first, elsewhere, again, other]) == [(first, 2), (elsewhere, 1), (other, 1)]


def test_the_log_of_a_build_has_a_few_messages_of_a_code_and_the_number_of_the_others() -> None:
    many = [said(location=None) for _ in range(messages.MOST_IN_LOG + 2)]
    *first, (severity, last) = messages.for_log(many, "reference/report.md")
    assert [text for _, text in first] == [
        messages.explained(diagnostic) for diagnostic in many[: messages.MOST_IN_LOG]
    ]
    assert severity is many[0].severity
    assert last == f"{many[0].code}: 2 more like these, see reference/report.md"


def test_diagnostics_without_a_place_are_not_grouped() -> None:
    first, second = said("a", None), said("b", None)
    assert messages.grouped([first, second]) == [(first, 1), (second, 1)]


def test_the_same_place_in_another_document_is_another_place() -> None:
    other = Document("other.yaml", DOCUMENT.data).node.child("one")
    assert len(messages.grouped([said("a", ONE), said("b", other)])) == 2


def test_places_that_were_read_from_a_sidecar_are_grouped_as_those_of_the_input() -> None:
    places = [Recorded("api.yaml", pointer, (1, 1)) for pointer in ("/one", "/one", "/two")]
    assert [count for _, count in messages.grouped([said("a", place) for place in places])] == [2, 1]


def test_repeats_of_one_key_are_different_places() -> None:
    for kind in (Spot, lambda uri, place, pointer: Recorded(uri, pointer, place)):
        places = [kind("api.yaml", (line, 1), "/one") for line in (1, 2, 2)]
        assert [count for _, count in messages.grouped([said("a", place) for place in places])] == [1, 2]


def test_text_has_errors_and_warnings_but_no_notes() -> None:
    text = messages.as_text([said(rule=RECURSION), said(), said(rule=RESERVED_NAME)])
    assert [line for line in text.split("\n") if not line.startswith(" ")] == [
        "warning: api.yaml:3:3: OAS302: resource pet, attribute it: the schema has no type",
        "error: api.yaml:3:3: OAS502: resource pet, attribute it: the schema has no type",
    ]


def test_there_is_no_text_where_there_is_nothing_to_say() -> None:
    assert messages.as_text([said(rule=RECURSION)]) == ""


def test_json_has_every_diagnostic_and_every_problem() -> None:
    data = json.loads(messages.as_json([said(rule=RECURSION), said("", None)], [Problem("broken", "a.yaml", 3, 1)]))
    assert data["problems"] == [{"message": "broken", "file": "a.yaml", "line": 3}]
    assert [d["code"] for d in data["diagnostics"]] == ["OAS306", "OAS302"]
    assert data["diagnostics"][0]["location"] == {"file": "api.yaml", "pointer": "/two/three", "line": 3, "column": 3}
    assert "location" not in data["diagnostics"][1]


def test_an_annotation_has_its_place_and_its_title() -> None:
    assert messages.as_github([said(rule=RESERVED_NAME)]) == (
        "::error file=api.yaml,line=3,col=3,title=OAS502 Name reserved by Terraform"
        "::resource pet, attribute it: the schema has no type%0A"
        f"{RESERVED_NAME.consequence}%0Ato do: {RESERVED_NAME.remedy}"
    )


def test_a_warning_is_annotated_as_a_warning_and_a_note_not_at_all() -> None:
    assert messages.as_github([said(), said(rule=RECURSION)]).startswith(
        "::warning file=api.yaml,line=3,col=3,title=OAS302 "
    )
    assert messages.as_github([said(rule=RECURSION)]) == ""


def test_a_problem_is_annotated_as_an_error() -> None:
    assert messages.as_github((), [Problem("broken", "a.yaml", 3, 1)]) == (
        "::error file=a.yaml,line=3,col=1,title=oasmap::broken"
    )
    assert messages.as_github((), [Problem("broken")]) == "::error title=oasmap::broken"


def test_repeated_diagnostics_are_one_annotation() -> None:
    assert messages.as_github([said("a"), said("b")]).endswith(f" (2 times)%0Ato do: {NO_TYPE.remedy}")


def test_nothing_can_end_an_annotation_or_begin_another() -> None:
    text = messages.as_github([said(text="100 %\r\n::error ::x, y: z")])
    assert text.count("\n") == 0
    assert "::resource pet, attribute it: 100 %25%0D%0A::error ::x, y: z%0A" in text


def test_nothing_can_end_a_property_of_an_annotation() -> None:
    assert messages.as_github((), [Problem("broken", "a,b:c%\n.yaml", 1)]) == (
        "::error file=a%2Cb%3Ac%25%0A.yaml,line=1,title=oasmap::broken"
    )


def mapping(*diagnostics: Diagnostic, attributes: int = 1) -> Mapping:
    attribute = Attribute("it", "it", Scalar("string"), Status.OPTIONAL, Reason("", ""), ())
    pet = Entity(kinds.RESOURCE, "pet", Body((attribute,) * attributes))
    return Mapping("terraform", "zoo", (pet,), diagnostics, Coverage(), ())


@pytest.mark.parametrize(
    ("diagnostics", "text"),
    [
        ((), "1 resource, 0 data sources, 1 attribute"),
        ((said(),), "1 resource, 0 data sources, 1 attribute (1 warning)"),
        (
            (said(rule=RECURSION), said(), said(), said(rule=RESERVED_NAME)),
            "1 resource, 0 data sources, 1 attribute (1 error, 2 warnings, 1 note)",
        ),
    ],
)
def test_the_summary_counts_what_was_mapped_and_what_was_found(diagnostics: tuple[Diagnostic, ...], text: str) -> None:
    assert messages.summary(mapping(*diagnostics)) == text


def test_large_numbers_can_be_read() -> None:
    assert "1,200 attributes" in messages.summary(mapping(attributes=1200))


def test_a_severity_that_the_site_sets_decides() -> None:
    raised = Diagnostic(RECURSION, PET, "it", "it repeats", None, None, Severity.WARNING)
    assert messages.as_text([raised]).startswith("warning: OAS306: ")
    assert messages.as_github([raised]).startswith("::warning title=OAS306 ")
