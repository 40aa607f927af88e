"""The words of reviews: counts, causes, versions, new problems, places, and texts that are cut."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.report.diagnostic import Note, Severity, at
from mapper.report.entity_kind import EntityRef
from mapper.review.changes import Cause, Change, Review, ReviewSide, Version
from mapper.review.entries import Entry
from mapper.review.rules import ChangeSeverity
from mapper.systems.terraform.kinds import RESOURCE
from mapper.systems.terraform.rules import NO_TYPE
from mkdocs_oasmap.pages import changes as views
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.changes import Comparisons, Marks, baseline_words, word_changes
from mkdocs_oasmap.pages.review_text import (
    causes,
    causes_sentence,
    contents,
    differing,
    lead_text,
    new_problems,
    nothing,
    place_text,
    problem_lines,
    shortened,
    summary,
    to_approve,
)
from mkdocs_oasmap.pages.source_places import Places
from mkdocs_oasmap.review.drift import built_name

from ..review.pairs import PAIRS
from ..support import compare, resource

PET = resource("create: {properties: {name: {type: string}}}").mapping
(REQUIRED,) = compare(*PAIRS["became-required"])
BREAKING, WARNING, INFO, DOCS, MAPPING = ChangeSeverity
SPEC, CONFIG, BOTH, TOOL = Cause


def change(severity: ChangeSeverity = BREAKING, cause: Cause | None = SPEC, **members: Any) -> Change:
    return replace(REQUIRED, severity=severity, cause=cause, **members)


def review(*changes: Change, **members: Any) -> Review:
    return Review(ReviewSide("old"), ReviewSide("new"), changes, **members)


@pytest.mark.parametrize(
    ("changes", "short", "sentence"),
    [
        ([], "", ""),
        ([change()], "1 by the API description", "it comes from the API description"),
        ([change(), change()], "2 by the API description", "all 2 come from the API description"),
        ([change(), change(INFO, CONFIG)], "of the breaking changes, 1 by the API description",
         "the breaking change comes from the API description"),
        ([change(), change(), change(INFO, CONFIG)], "of the breaking changes, 2 by the API description",
         "all 2 breaking changes come from the API description"),
        ([change(INFO, CONFIG), change(DOCS, SPEC), change(DOCS, TOOL), change(INFO, SPEC)],
         "2 by the API description, 1 by the generator config, 1 by the tool",
         "2 by the API description, 1 by the generator config, 1 by the tool"),
        ([change(made_by="schema")], "1 by the schema", "it comes from the schema"),
        ([change(cause=None)], "", ""),
    ],
)  # fmt: skip
def test_what_made_the_changes_is_counted(changes: list[Change], short: str, sentence: str) -> None:
    assert (causes(review(*changes)), causes_sentence(review(*changes))) == (short, sentence)


@pytest.mark.parametrize(
    ("changes", "released", "expected"),
    [
        ([], Version(1, 2, 3), ""),
        ([MAPPING], Version(1, 2, 3), ""),
        ([BREAKING], None, "1 breaking change: the next version is a major one"),
        ([WARNING, INFO], None, "1 warning"),
        ([BREAKING, BREAKING, WARNING], Version(1, 2, 3, "v"), "2 breaking changes: the next version is v2.0.0"),
        ([BREAKING], Version(0, 2, 3), "1 breaking change: the next version is 0.3.0"),
        ([WARNING], Version(0, 2, 3), "1 warning: the next version is 0.2.4"),
        ([WARNING, WARNING], Version(1, 2, 3), "2 warnings: the next version is 1.3.0"),
        ([DOCS], Version(1, 2, 3), "1 change of documentation only: the next version is 1.2.4"),
    ],
)
def test_a_review_leads_with_the_worst_changes_and_the_next_version(
    changes: list[ChangeSeverity], released: Version | None, expected: str
) -> None:
    assert lead_text(review(*map(change, changes), released=released)) == expected


def problem(severity: Severity, text: str = "text", line: int = 1) -> Any:
    note = Note(NO_TYPE, text, Spot("a.yaml", (line, 1), "/a"))
    return at(note, EntityRef(RESOURCE, "oven"), "it", {NO_TYPE.code: severity})


PROBLEMS = (problem(Severity.ERROR), problem(Severity.WARNING), problem(Severity.WARNING))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (review(), "Nothing changes for users."),
        (review(problems=("x",)), "A part cannot be compared; nothing else changes for users."),
        (review(is_compared=False, problems=("x",)), "Nothing is compared."),
        (review(uncompared=2, problems=("x",)),
         "2 entities of the new state cannot be compared; nothing else changes for users."),
        (review(diagnostics=PROBLEMS),
         "the mapping has 1 new error, 2 new warnings, otherwise nothing changes for users."),
        (review(change(), change(INFO), change(INFO, approved="yes")),
         "1 breaking change, 2 other changes (1 approved)"),
        (review(change(MAPPING), diagnostics=PROBLEMS[1:]),
         "1 change of the mapping only; the mapping has 2 new warnings"),
    ],
)  # fmt: skip
def test_the_summary_counts_changes_and_new_problems(made: Review, expected: str) -> None:
    assert summary(made) == expected
    if not made.changes and not made.diagnostics:
        assert nothing(made) == expected


def test_new_problems_are_lines_by_code() -> None:
    assert new_problems(review()) == ""
    one = review(diagnostics=(problem(Severity.WARNING, "no type", 7),))
    assert [line for _, line in problem_lines(one)] == [
        "new warning of the mapping: OAS302: resource oven, attribute it: no type (a.yaml:7)"
    ]
    places = [*range(1, 7), 6]
    six = review(diagnostics=tuple(problem(Severity.ERROR, line=line) for line in places))
    listed = ", ".join(f"a.yaml:{line}" for line in range(1, 7))
    start = f"new error of the mapping: OAS302 ×7: {NO_TYPE.title} ({listed}"
    assert [line for _, line in problem_lines(six)] == [f"{start})"]
    more = replace(six, diagnostics=(*six.diagnostics[:-1], problem(Severity.ERROR, line=8)))
    assert [line for _, line in problem_lines(more)] == [f"{start} and 1 more)"]
    nowhere = review(diagnostics=(at(Note(NO_TYPE, "text"), None, ""),))
    assert [line for _, line in problem_lines(nowhere)] == ["new warning of the mapping: OAS302: text"]


def test_an_entity_with_several_open_changes_is_approved_by_one_line() -> None:
    changes = (change(path="a"), change(WARNING, path="b"), change(entity="pan"), change(INFO, entity="pan"))
    (line,) = to_approve(review(*changes, released=Version(1, 2, 3)))
    assert line.startswith("- {entity: resource oven, until: 2.0.0, reason: ")
    (line,) = to_approve(review(*changes))
    assert line.startswith("- {entity: resource oven, reason: ")


def test_a_fold_says_what_is_in_it_the_most_frequent_first() -> None:
    def entry(name: str, count: int) -> Entry:
        found = compare(*PAIRS[name])
        return Entry((found[0],) * count)

    names = ["attribute-added", "entity-added", "became-required"]
    made = [entry(name, count) for name, count in zip(names, (1, 3, 2), strict=True)]
    assert contents(made) == "3 new resources, 2 × attribute became required, 1 × attribute added"
    names = ["became-required", "became-read-only", "default-changed", "attribute-added", "description-changed",
             "sensitive-added", "constraint-added", "type-changed"]  # fmt: skip
    made = [entry(name, count) for name, count in zip(names, range(9, 1, -1), strict=True)]
    assert contents(made).endswith(", 5 more")
    assert contents(made[:6]).count("×") == 6
    assert "more" not in contents(made[:6])


@pytest.mark.parametrize(
    ("place", "expected"), [(Spot("a.yaml", (3, 9), "/a"), "a.yaml:3"), (Spot("a.yaml", None), "a.yaml")]
)
def test_a_place_is_a_file_with_its_line(place: Spot, expected: str) -> None:
    assert place_text(place) == expected


def test_long_texts_are_cut_so_that_the_difference_is_visible() -> None:
    assert shortened("a  b\nc", 5) == "a b c"
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcd fgh", 6) == "abcd…"
    assert shortened("x" * 120) == "x" * 120
    assert shortened("x" * 121) == "x" * 119 + "…"
    assert differing("a\nb", "a  c", 9) == ("a b", "a c")
    assert (differing(None, "a"), differing("a", None)) == (("", "a"), ("a", ""))
    assert differing("123456789", "12345678", 9) == ("123456789", "12345678")
    assert differing("aa bb cc1", "aa bb cc2", 9) == ("aa bb cc1", "aa bb cc2")
    assert differing("one two three", "one two four", 9) == ("… two three", "… two four")
    assert differing("x one two", "y one two three", 9) == ("x one two", "y one two…")
    long = "word " * 40
    assert differing(f"{long}old end", f"{long}new end", 30) == ("… word word old end", "… word word new end")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a b", "a b", "=a b"),
        ("a b c", "a x c ", "=a|- b|+ x|= c"),
        ("a b", "a b c", "=a b|+ c"),
        ("a b c", "b c", "-a b|+b|= c"),
        ("", "a", "+a"),
        ("a", "", "-a"),
    ],
)
def test_changed_words_are_marked(before: str, after: str, expected: str) -> None:
    marks = {"same": "=", "old": "-", "new": "+"}
    cells = [f"{marks[cell.symbol]}{cell.text}" for cell in word_changes(before, after)]
    assert "|".join(cells) == expected


def test_texts_of_many_words_are_compared_as_a_whole() -> None:
    most = views._MOST_WORDS // 2
    assert [cell.text for cell in word_changes("a " * most, "a " * most)] == [" ".join("a" * most)]
    cells = [(cell.symbol, cell.text) for cell in word_changes("a " * most, "a " * most + "b")]
    assert cells == [("old", "a " * most), ("new", "a " * most + "b")]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("became-required", "title"),
        ("became-read-only", "title"),
        ("attribute-renamed", "names"),
        ("entity-renamed", ""),
        ("attribute-removed", ""),
        ("default-changed", ""),
    ],
)
def test_a_row_says_a_change_by_the_title_of_its_rule_or_by_both_names(name: str, says: str) -> None:
    (found,) = (one for one in compare(*PAIRS[name]) if one.rule.id == name)
    review_of = review(found)
    marks = Marks(Comparisons(review_of), Places(), lambda _change: (None, ""))
    views_of = [
        *marks.at(found.subject, found.path), *(view for _, view in marks.gone_from(found.subject, ""))
    ]  # fmt: skip
    assert [view.says for view in views_of] == [says]


@pytest.mark.parametrize("name", ["v1.2", "main", "a/b", "old.json", "old.json.gz", "spec.yaml", "spec.yml"])
def test_users_do_not_see_names_of_files(name: str) -> None:
    words = {audience: baseline_words(name, shown_to(audience, sources=True)) for audience in Audience}
    is_version = name in ("v1.2", "main")
    assert words == {Audience.USERS: name if is_version else "an earlier version", Audience.AUTHORS: name}


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("provider:zoo@1.4.2", "the provider 1.4.2"),
        ("provider:zoo", "the built provider"),
        ("zoo@1.4.2.json", "the built provider"),
    ],
)
def test_a_built_provider_is_named_by_its_version(uri: str, name: str) -> None:
    assert built_name(replace(PET, documents=(Document(uri, b"{}"),))) == name
