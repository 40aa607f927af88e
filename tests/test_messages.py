"""Diagnostics for people, for programs, and for the checks of a pull request."""

import json
from collections.abc import Callable

import pytest

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.inputs.overlay import _target_words
from mapper.inputs.validation import _without_instance
from mapper.model import Attribute, Body, Coverage, Entity, EntityRef, Mapping, Reason, Scalar, Status
from mapper.report.diagnostic import AS_IT_IS, Diagnostic, Problem, Rule, Severity
from mapper.report.origin import Location
from mapper.systems.terraform import kinds
from mapper.systems.terraform.rules import NO_TYPE, RECURSION, RESERVED_NAME
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


def test_a_message_is_one_line_with_what_is_known_and_how_often_it_came_up() -> None:
    assert messages.message(said()) == "api.yaml:3:3: OAS302: resource pet, attribute it: the schema has no type"
    assert messages.message(said(), 1) == messages.message(said())
    assert messages.message(said(), 3) == f"{messages.message(said())} (and 2 more of the same)"
    assert messages.message(said("", None)) == "OAS302: resource pet: the schema has no type"
    assert messages.message(said("", None, entity=None)) == "OAS302: the schema has no type"


def test_an_explanation_has_the_result_and_what_to_paste() -> None:
    assert messages.explained(said(fix="ignores: [it]")).split("\n") == [
        "api.yaml:3:3: OAS302: resource pet, attribute it: the schema has no type",
        "    consequence: The attribute is left out; everything around it is mapped.",
        "    fix: ignores: [it]",
    ]


def test_an_explanation_without_anything_to_paste_says_what_to_do() -> None:
    assert messages.explained(said()).split("\n")[2:] == [f"    to do: {NO_TYPE.remedy}"]
    assert len(messages.explained(said(rule=Rule("X1", Severity.INFO, "", "", AS_IT_IS))).split("\n")) == 2


OTHER = Document("other.yaml", DOCUMENT.data).node.child("one")


@pytest.mark.parametrize(
    ("places", "counts"),
    [
        ([THREE, ONE, THREE], [2, 1]),
        ([None, None], [1, 1]),
        ([ONE, OTHER], [1, 1]),
        ([Spot("api.yaml", (1, 1), pointer) for pointer in ("/one", "/one", "/two")], [2, 1]),
        ([Spot("api.yaml", (line, 1), "/one") for line in (1, 2, 2)], [1, 2]),  # repeats of one key
    ],
)
def test_the_same_code_at_the_same_place_is_one_group(places: list[Location | None], counts: list[int]) -> None:
    found = [said(f"a{number}", place) for number, place in enumerate(places)]
    other = said("a0", places[0], rule=RECURSION)
    groups = messages.grouped([*found, other])
    assert [count for _, count in groups] == [*counts, 1]
    assert (groups[0][0], groups[-1][0]) == (found[0], other)


def test_the_log_of_a_build_has_a_few_messages_of_a_code_and_the_number_of_the_others() -> None:
    many = [said(location=None) for _ in range(messages.MOST_IN_LOG + 2)]
    *first, (severity, last) = messages.for_log(many, "reference/report.md")
    assert [text for _, text in first] == [
        messages.explained(diagnostic) for diagnostic in many[: messages.MOST_IN_LOG]
    ]
    assert severity is many[0].severity
    assert last == f"{many[0].code}: 2 more like these, see reference/report.md"
    assert len([*messages.for_log(many[:-2], "reference/report.md")]) == messages.MOST_IN_LOG


def test_text_has_errors_and_warnings_but_no_notes() -> None:
    text = messages.as_text([said(rule=RECURSION), said(), said(rule=RESERVED_NAME)])
    assert [line for line in text.split("\n") if not line.startswith(" ")] == [
        "warning: api.yaml:3:3: OAS302: resource pet, attribute it: the schema has no type",
        "error: api.yaml:3:3: OAS502: resource pet, attribute it: the schema has no type",
    ]
    assert messages.as_text([said(rule=RECURSION)]) == ""


def test_json_has_every_diagnostic_and_every_problem() -> None:
    data = json.loads(
        messages.as_json([said(rule=RECURSION), said("", None)], [Problem("broken", "a.yaml", 3, 1, remedy="mend it")])
    )
    assert data["problems"] == [{"message": "broken", "remedy": "mend it", "file": "a.yaml", "line": 3}]
    assert [d["code"] for d in data["diagnostics"]] == ["OAS306", "OAS302"]
    assert data["diagnostics"][0]["location"] == {"file": "api.yaml", "pointer": "/two/three", "line": 3, "column": 3}
    assert "location" not in data["diagnostics"][1]


AT = "file=api.yaml,line=3,col=3,title="
IT = "::resource pet, attribute it: "
NO_TYPE_TITLE, NO_TYPE_END = f"OAS302 {NO_TYPE.title}", f"{NO_TYPE.consequence}%0Ato do: {NO_TYPE.remedy}"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            said(rule=RESERVED_NAME),
            f"::error {AT}OAS502 Name reserved by Terraform{IT}the schema has no type%0A"
            f"{RESERVED_NAME.consequence}%0Ato do: {RESERVED_NAME.remedy}",
        ),
        (said(), f"::warning {AT}{NO_TYPE_TITLE}{IT}the schema has no type%0A{NO_TYPE_END}"),
        (said(rule=RECURSION), ""),
        (
            said(text="100 %\r\n::error ::x, y: z"),
            f"::warning {AT}{NO_TYPE_TITLE}{IT}100 %25%0D%0A::error ::x, y: z%0A{NO_TYPE_END}",
        ),
        (Problem("broken", "a.yaml", 3, 1, remedy=""), "::error file=a.yaml,line=3,col=1,title=oasmap::broken"),
        (Problem("broken", remedy="mend it"), "::error title=oasmap::broken; mend it"),
        (
            Problem("broken", "a,b:c%\n.yaml", 1, remedy=""),
            "::error file=a%2Cb%3Ac%25%0A.yaml,line=1,title=oasmap::broken",
        ),
    ],
)
def test_an_annotation_that_nothing_can_end(said: Diagnostic | Problem, text: str) -> None:
    assert (messages.as_github((), [said]) if isinstance(said, Problem) else messages.as_github([said])) == text


def test_repeated_diagnostics_are_one_annotation() -> None:
    assert messages.as_github([said("a"), said("b")]).endswith(f" (2 times)%0Ato do: {NO_TYPE.remedy}")


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


@pytest.mark.parametrize(
    ("shorten", "most", "length"),
    [(_target_words, 120, 123), (_without_instance, 240, 243)],
)
def test_texts_of_an_input_are_quoted_up_to_a_length(shorten: Callable[[str], str], most: int, length: int) -> None:
    assert shorten("x" * most).strip("'") == "x" * most
    assert "\u2026" in shorten("x" * (most + 1))
    assert len(shorten("x" * (most + 1))) == length
