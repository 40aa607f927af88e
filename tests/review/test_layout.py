"""How a review is laid out, to the line: as text, as one line for each change, as annotations, and as a comment."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs.location import Spot
from mapper.report.diagnostic import Severity
from mapper.review.changes import Cause, Change, Review, ReviewSide, Skeleton, WrittenLine
from mapper.review.rules import ChangeSeverity
from mkdocs_oasmap.review.text import as_github, as_lines, as_text

from .test_ci_formats import problem
from .test_entry_texts import DESCRIPTION, change, here

BREAKING, WARNING, INFO, DOCS, MAPPING = ChangeSeverity
NOTHING = "Nothing changes for users."
WHY = "Configurations that do not set it are no longer valid. For a nested attribute: those that set its parent."
ASK = "to approve it, write below `approved:` in the review file: - "
ERROR = "new error of the mapping: OAS302: no type (a.yaml:4)"


def review(*changes: Change, about: str = "", **members: Any) -> Review:
    return Review(ReviewSide("old", about=about), ReviewSide("new"), changes, **({"system": "terraform"} | members))


def with_keys(lines: str, found: Review) -> str:
    """The lines, with KEY0 and the like for the fingerprints of the changes."""
    for number, one in enumerate(found.changes):
        lines = lines.replace(f"KEY{number}", one.fingerprint)
    return lines


REQUIRED = change(cause=Cause.SPEC)
LIMIT_CHANGED = change("b", WARNING, entity="pan", text="its limit changed", before="8", after="6")
NEW, MOVED = change("c", INFO, text="it is new"), change("e", MAPPING, text="it moved")
WORDS = {"rule": DESCRIPTION, "text": "its description changed"}
REWORDED = change("d", DOCS, before="Its <name>.", after="The name.", **WORDS)
SHARED = tuple(change("f", INFO, entity=name, text="it is new", evidence=here(4)) for name in ("oven", "pan"))
SAME = tuple(change("f", MAPPING, entity=name, text="it moved", evidence=here(4)) for name in ("oven", "pan"))
MANY = tuple(change(name, MAPPING, text="it moved", evidence=here(4)) for name in "abcde")
APPROVED = change(approved="agreed")
SKELETON = Skeleton("moved block", "oven", "hcl", "a {\n\tb\n}")
LEFT_OUT = "Breaks configurations of `oven` that leave out `it` (became required): needs a major version."
TO_APPROVE = (
    "to approve a change, write its last word below `approved:` in the review file (--review oasmap_review.yml)"
)

TEXTS: dict[str, tuple[Review, str]] = {
    "nothing": (review(about="day: words"), f"old -> new: {NOTHING}"),
    "nothing but problems": (
        review(problems=("unread",), diagnostics=(problem(Severity.ERROR),), notes=("a note",)),
        "old -> new: the mapping has 1 new error, otherwise nothing changes for users.\n"
        f"problem: unread\n{ERROR}\nnote: a note",
    ),
    "all severities": (
        review(REQUIRED, LIMIT_CHANGED, NEW, REWORDED, about="day: words", notes=("a note",)),
        f"""\
{LEFT_OUT}

breaking: resource oven, attribute it: was optional, is required
    became-required; API description; KEY0
warning: resource pan, attribute b: its limit changed from 8 to 6
    became-required; KEY1
info: resource oven, attribute c: it is new [became-required; KEY2]
docs: resource oven, attribute d: its description changed, was: Its <name>., is: The name. [description-changed; KEY3]

{TO_APPROVE}: - {{fingerprint: KEY0, reason: why}}
note: a note

old (day: words) -> new: 1 breaking change, 1 warning, 1 other change, 1 change of documentation only; of the\
 breaking changes, 1 by the API description""",
    ),
    "a new problem beside a change": (
        review(APPROVED, diagnostics=(problem(Severity.ERROR),)),
        f"""\
Nothing breaks but 1 approved change: needs a major version. But the mapping has 1 new error.
{ERROR}

breaking: resource oven, attribute it: was optional, is required
    became-required; KEY0
    approved: agreed

old -> new: 1 breaking change (1 approved); the mapping has 1 new error""",
    ),
    "the mapping only": (
        review(MOVED, *SAME),
        """\
old -> new: 3 changes of the mapping only

mapping only, 3 in all:
    resource oven, attribute e: it moved
    resource oven, attribute f: it moved (and 1 more like it)""",
    ),
    "a counted entry of the mapping": (
        review(*MANY),
        """\
old -> new: 5 changes of the mapping only

mapping only, 5 in all:
    5 attributes of 1 resource: it moved""",
    ),
    "a description that came and one that is gone": (
        review(change("d", DOCS, before=None, after="The name.", **WORDS),
               change("e", DOCS, before="Its name.", after=None, **WORDS)),
        """\
Documentation only.

docs: resource oven, attribute d: its description changed, is: The name. [description-changed; KEY0]
docs: resource oven, attribute e: its description changed, was: Its name., is gone [description-changed; KEY1]

old -> new: 2 changes of documentation only""",
    ),
    "a skeleton": (
        review(NEW, skeletons=(SKELETON,)),
        """\
Nothing breaks. Needs a moved block: `oven`.

info: resource oven, attribute c: it is new [became-required; KEY0]

to write: a moved block for oven
    a {
        b
    }

old -> new: 1 other change""",
    ),
    "the approval of whole entities": (
        review(*(change(name, entity=entity) for entity in ("oven", "pan") for name in "ab"), about="day: words"),
        f"""\
Breaks configurations of `oven` and `pan` that leave out `a` or `b` (2 attributes became required): needs a\
 major version.

breaking: resource oven, attribute a: was optional, is required
    became-required; KEY0
breaking: resource oven, attribute b: was optional, is required
    became-required; KEY1
breaking: resource pan, attribute a: was optional, is required
    became-required; KEY2
breaking: resource pan, attribute b: was optional, is required
    became-required; KEY3

{TO_APPROVE}: - {{fingerprint: KEY0, reason: why}}
to approve all of an entity: - {{entity: resource oven, reason: why}} (and so on for 1 more)

old (day: words) -> new: 4 breaking changes""",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_has_these_lines(name: str) -> None:
    found, expected = TEXTS[name]
    assert as_text(found) == f"{with_keys(expected, found)}\n"


PLACED = {"new_places": (Spot("new.yaml", (3, 5), "/a"),)}
LINES: dict[str, tuple[Review, str]] = {
    "nothing": (review(), NOTHING),
    "nothing of what can be compared": (
        review(problems=("unread",)),
        "old: problem: unread\nA part cannot be compared; nothing else changes for users.",
    ),
    "a line of a file": (
        review(change(**PLACED)),
        "new.yaml:3: breaking became-required oven.it: was optional, is required [new.yaml:3; KEY0]\n"
        "1 breaking change",
    ),
    "a file without a line": (
        review(change("", evidence=here(0))),
        "api.yml: breaking became-required oven: was optional, is required [api.yml; KEY0]\n1 breaking change",
    ),
    "all that is known": (
        review(change(approved="agreed", fix="a: b", fix_place="x.y", written=WrittenLine("was", "is"))),
        "new: breaking became-required oven.it: was optional, is required (approved: agreed)"
        " [KEY0; written: - was, + is; to keep it: a: b # in x.y]\n1 breaking change (1 approved)",
    ),
    "a problem of the mapping": (
        review(diagnostics=(problem(Severity.ERROR), problem(Severity.WARNING, None))),
        f"a.yaml:4: error OAS302 no type\na.yaml: warning OAS302 no type\n{NOTHING}",
    ),
    "a name that a log may take for a command": (
        review(change(evidence=here(7, uri="ERROR:.yml"))),
        "./ERROR:.yml:7: breaking became-required oven.it: was optional, is required [ERROR:.yml:7; KEY0]\n"
        "1 breaking change",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_each_change_is_a_line_as_a_compiler_prints_it(name: str) -> None:
    found, expected = LINES[name]
    assert as_lines(found) == f"{with_keys(expected, found)}\n"


def annotation(level: str, title: str, text: str, where: str = "") -> str:
    return f"::{level} {where}title={title}::{text}\n".replace("breaking: ", "breaking%3A ")


REQUIRED_TITLE = "breaking%3A Attribute became required"
UNREAD = annotation("warning", "Mapping review", "unread")
LOST = annotation("warning", "OAS302 Schema without a type", ERROR, "file=a.yaml,line=4,col=2,")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (review(problems=("unread",), diagnostics=(problem(Severity.ERROR),)), UNREAD + LOST),
        (
            review(change(**PLACED)),
            annotation(
                "error",
                REQUIRED_TITLE,
                "resource oven, attribute it: was optional, is required%0A"
                f"{WHY}%0Abecame-required; new.yaml:3; KEY0%0A{ASK}{{fingerprint: KEY0, reason: why}}",
                "file=new.yaml,line=3,col=5,",
            ),
        ),
        (
            review(change("", INFO, evidence=here(0))),
            annotation(
                "notice",
                "info%3A Attribute became required",
                f"resource oven: was optional, is required%0A{WHY}%0Abecame-required; api.yml; KEY0",
                "file=api.yml,",
            ),
        ),
        (review(APPROVED, REWORDED, MOVED), ""),
    ],
)  # fmt: skip
def test_what_is_not_approved_is_an_annotation_with_all_that_is_known(found: Review, expected: str) -> None:
    assert as_github([found]) == with_keys(expected, found)


@pytest.mark.parametrize(
    ("warnings", "problems", "shown", "more"),
    [
        (10, 0, 10, ""),
        (11, 0, 9, "2 more"),
        (1010, 0, 9, "1,001 more"),
        (8, 2, 8, ""),
        (9, 2, 7, "2 more"),
        (3, 9, 0, "3 more"),
        (3, 12, 0, "3 more"),
        (0, 12, 0, ""),
    ],
)
def test_ten_annotations_of_a_level_are_shown_and_the_last_says_how_many_are_not(
    warnings: int, problems: int, shown: int, more: str
) -> None:
    made = [change(f"a{number}", WARNING) for number in range(warnings)]
    found = review(*made, change(), problems=tuple(f"unread {number}" for number in range(problems)))
    lines = as_github([found]).splitlines()
    last = (
        f"::warning title=warning%3A and more::{more} are not shown here; oasmap diff --format text shows all of them."
    )
    assert [line.partition("title=")[0] for line in lines].count("::error ") == 1
    assert [line.startswith("::warning title=warning%3A Attribute") for line in lines].count(True) == shown
    assert [line for line in lines if "and more" in line] == ([last] if more else [])


@pytest.mark.parametrize(("length", "is_cut"), [(400, False), (401, True)])
def test_a_line_of_an_annotation_has_four_hundred_characters(length: int, *, is_cut: bool) -> None:
    start = len("resource oven, attribute it: ")
    told = replace(problem(Severity.ERROR), location=None)
    lost = replace(told, text="x" * (length - len("new error of the mapping: OAS302: ")))
    for made in (review(change("it", INFO, text="x" * (length - start))), review(diagnostics=(lost,))):
        (line,) = as_github([made]).splitlines()
        shown = line.rpartition("::")[2].partition("%0A")[0]
        assert (len(shown), shown.endswith("x…")) == (400, is_cut)
