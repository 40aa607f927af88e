"""A review as a comment: to the line, what folds, what is left out where there is no room, and what is code."""

import re
from bisect import bisect_left
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs.location import Spot
from mapper.report.diagnostic import Severity
from mapper.review.changes import Cause, Review, Skeleton, WrittenLine
from mkdocs_oasmap.review import markdown
from mkdocs_oasmap.review.markdown import as_markdown, as_one_comment, readable, sentence

from .test_ci_formats import problem
from .test_entry_texts import Entry, change, here
from .test_layout import (
    APPROVED,
    DOCS,
    INFO,
    LIMIT_CHANGED,
    MANY,
    NEW,
    NOTHING,
    REQUIRED,
    SHARED,
    SKELETON,
    WHY,
    WORDS,
    review,
    with_keys,
)

TITLE = "### Mapping review\n\n"
NEEDS = "**Breaks configurations of `oven` that leave out `it` (became required): needs a major version.**\n\n"
OVEN = "\n**resource `oven`**\n\n"
TO_APPROVE = """
<details><summary>To approve, in the review file (oasmap_review.yml, or what --review names)</summary>

```yaml
approved:
LINES
```

</details>
"""
APPROVE_IT = TO_APPROVE.replace(
    "LINES", "# resource oven, attribute it: became-required\n- {fingerprint: KEY0, reason: why}"
)
FULL = change(
    cause=Cause.SPEC, code="OAS302", written=WrittenLine("was", "is"), fix="a: b", fix_place="x.y", audiences=(),
    new_places=(Spot("new.yaml", (3, 5), "/a"),), old_places=(Spot("old.yaml", None, "/a"),),
)  # fmt: skip


def fold(title: str, body: str) -> str:
    return f"\n<details><summary><b>{title}</b></summary>\n{body}\n</details>\n"


COMMENTS: dict[str, tuple[Review, str]] = {
    "nothing": (review(about="day: words"), f"`old` (day: words) → `new`: {NOTHING}\n"),
    "nothing but problems": (
        review(problems=("unread",), diagnostics=(problem(Severity.ERROR),), notes=("a note",)),
        "`old` → `new`: the mapping has 1 new error, otherwise nothing changes for users.\n\n> **Problem:** unread\n\n"
        "<details><summary>New problems of the mapping</summary>\n\n"
        "- new error of the mapping: OAS302: no type (a.yaml&#58;4)\n\n</details>\n\n> a note\n",
    ),
    "what breaks": (
        review(REQUIRED),
        f"{NEEDS}`old` → `new`: 1 breaking change; 1 by the API description.\n\n#### Breaking (1)\n{OVEN}"
        "- `it`: was `optional`, is `required` (`became-required`; `KEY0`)  \n"
        f"  _{WHY}_  \n  API description\n{APPROVE_IT}",
    ),
    "all that is known, and an approval": (
        review(FULL, APPROVED, skeletons=(SKELETON,)),
        NEEDS.replace(".**", ". Needs a moved block: `oven`.**")
        + "`old` → `new`: 2 breaking changes (1 approved); 1 by the API description.\n\n"
        f"#### Breaking (2)\n{OVEN}"
        "- `it`: was `optional`, is `required` (`became-required`; `OAS302`; `KEY0`)  \n"
        f"  _{WHY}_  \n  Write `is` in place of `was`  \n  API description: `new.yaml:3`, was `old.yaml`  \n"
        "  To keep it, in `x.y`: `a: b`\n"
        "- `it`: ~~was `optional`, is `required`~~ (approved: agreed) (`became-required`; `KEY1`)\n"
        f"{APPROVE_IT}\n<details><summary>To write: a moved block for `oven`</summary>\n\n"
        "```hcl\na {\n    b\n}\n```\n\n</details>\n",
    ),
    "two entities of a folded severity": (
        review(*SHARED, change("g", INFO, entity="pot", text="it is new")),
        "**Nothing breaks.**\n\n`old` → `new`: 3 other changes.\n"
        + fold(
            "Other changes (3: 3 × attribute became required)",
            f"{OVEN}- `f`: it is new (`became-required`; `KEY0`)  \n  in `pan.f`  \n  `api.yml:4`\n"
            "\n**resource `pot`**\n\n- `g`: it is new (`became-required`; `KEY2`)\n",
        ),
    ),
    "a counted entry": (
        review(*MANY[:4], change("e", INFO, text="it moved", evidence=here(4)), *MANY[4:]),
        "**Nothing breaks.**\n\n`old` → `new`: 1 other change, 5 changes of the mapping only.\n"
        + fold(
            "Other changes (1: 6 × attribute became required)",
            f"{OVEN}- 6 attributes of 1 resource: it moved (`became-required`; `KEY4`)  \n"
            "  in `oven.e`, `oven.a (mapping only)`, `oven.b (mapping only)`, `oven.c (mapping only)`"
            " and 2 more  \n  `api.yml:4`\n",
        ),
    ),
    "a description that came": (
        review(change("d", DOCS, before=None, after="The name.", **WORDS)),
        "**Documentation only.**\n\n`old` → `new`: 1 change of documentation only.\n"
        + fold(
            "Documentation only (1: 1 × description changed)",
            f"{OVEN}- `d`: its description changed (`description-changed`; `KEY0`)  \n  none → `The name.`\n",
        ),
    ),
    "the whole of an entity": (
        review(*(change(name, audiences=()) for name in "ab")),
        "**Breaks configurations of `oven` that leave out `a` or `b` (2 attributes became required): needs a major"
        " version.**\n\n`old` → `new`: 2 breaking changes.\n\n"
        f"#### Breaking (2)\n{OVEN}- `a`: was `optional`, is `required` (`became-required`; `KEY0`)  \n  _{WHY}_\n"
        "- `b`: was `optional`, is `required` (`became-required`; `KEY1`)\n"
        + TO_APPROVE.replace(
            "LINES",
            "# resource oven, attribute a: became-required\n- {fingerprint: KEY0, reason: why}\n"
            "# resource oven, attribute b: became-required\n- {fingerprint: KEY1, reason: why}\n"
            "# all of an entity\n- {entity: resource oven, reason: why}",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMENTS)
def test_a_comment_has_these_lines(name: str) -> None:
    found, expected = COMMENTS[name]
    assert as_markdown(found) == TITLE + with_keys(expected, found)


@pytest.mark.parametrize("others", [3, 4, 5])
def test_the_names_of_four_other_places_are_shown(others: int) -> None:
    shown = ", ".join(f"`pan{number}.it`" for number in range(min(others, 4)))
    # of five places, the first line only counts them, and all are below
    made = [change(severity=INFO, entity=f"pan{number}", evidence=here(4)) for number in range(-1, others)]
    line = f"  in `pan-1.it`, {', '.join(f'`pan{number}.it`' for number in range(3))} and {others - 3} more  \n"
    assert (f"  in {shown}  \n" if others == 3 else line) in as_markdown(review(*made))


@pytest.mark.parametrize(("count", "folds"), [(20, False), (21, True)])
def test_more_than_twenty_entries_fold(count: int, *, folds: bool) -> None:
    text = as_markdown(review(*(change(f"a{number}") for number in range(count))))
    assert ("<summary><b>Breaking (" in text) is folds
    assert (f"#### Breaking ({count})\n" in text) is not folds


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (WrittenLine("was", "is"), "Write `is` in place of `was`"),
        (WrittenLine("", "is"), "Add `is`"),
        (WrittenLine("was", ""), "Take out `was`"),
    ],
)
def test_what_to_write_is_a_line(line: WrittenLine, text: str) -> None:
    assert f"\n  {text}\n" in as_markdown(review(change(written=line)))


def test_places_are_links_where_the_repository_has_a_page() -> None:
    places = {"new_places": (Spot("new.yaml", (3, 5), "/a"),), "old_places": (Spot("old.yaml", (2, 1), "/a"),)}
    text = as_markdown(review(change(**places)), lambda name, line: f"https://x.example/{name}#L{line}")
    assert "\n  [`new.yaml:3`](https://x.example/new.yaml#L3), was `old.yaml:2`\n" in text
    same = {"new_places": places["old_places"], "old_places": places["old_places"]}
    assert "\n  `old.yaml:2`\n" in as_markdown(review(change(**same)))


# --- the room of a comment ------------------------------------------------------------------------


def long(count: int, **members: Any) -> Review:
    made = (change(f"a{number:04}", entity=f"pan{number // 9}") for number in range(count))
    return review(*made, **members)


@pytest.mark.parametrize("limit", [1_500, 2_000, 2_001, 2_002, 2_100, 3_000])
def test_a_comment_is_never_longer_than_its_limit_and_says_what_is_left_out(limit: int) -> None:
    text = as_markdown(long(40), limit=limit)
    assert limit - 400 < len(text) <= limit
    shown = len(re.findall("^- `a", text, re.MULTILINE))
    assert f"\n_{40 - shown} more; `oasmap diff --format text` shows all of them._\n" in text


def test_all_of_many_left_out_are_counted_with_thousands() -> None:
    text = as_markdown(review(*(change(f"a{number}", INFO) for number in range(1004))), limit=600)
    assert "\n_1,000 more; `oasmap diff --format text` shows all of them._\n" in text


def test_a_severity_without_room_for_its_heading_is_left_out() -> None:
    found = review(LIMIT_CHANGED, NEW)
    whole = as_markdown(found)
    room = whole.index("\n<details><summary><b>Other") - 1
    assert "Other changes" not in as_markdown(found, limit=room)
    assert "#### Warnings (1)" in as_markdown(found, limit=room)


def test_a_comment_that_just_fits_is_whole_and_what_does_not_fit_is_counted_where_that_fits() -> None:
    found = review(*(change(f"a{number}", INFO) for number in range(3)))
    whole, left = as_markdown(found), "\n_3 more; `oasmap diff --format text` shows all of them._\n"
    needed = len(whole) + len(left)
    assert [as_markdown(found, limit=limit) == whole for limit in (needed - 1, needed)] == [False, True]
    least = bisect_left(range(needed), True, key=lambda limit: "Other changes" in as_markdown(found, limit=limit))
    assert as_markdown(found, limit=least).endswith(f"{left}\n</details>\n")
    assert len(as_markdown(found, limit=least)) == least


@pytest.mark.parametrize(("limit", "has_approvals", "has_skeleton"), [(400, False, False), (2_000, True, False),
                                                                      (4_000, True, True)])  # fmt: skip
def test_what_to_copy_has_a_quarter_of_the_room(limit: int, *, has_approvals: bool, has_skeleton: bool) -> None:
    skeleton = Skeleton("moved block", "oven", "hcl", "x" * 400)
    text = as_markdown(review(change(), skeletons=(skeleton,)), limit=limit)
    assert (TO_APPROVE.split("\n")[1] in text, "To write: a moved block for `oven`" in text) == (
        has_approvals, has_skeleton
    )  # fmt: skip


def test_forty_changes_have_a_line_to_approve_them() -> None:
    made = [change(f"a{number}", entity=f"pan{number}") for number in range(41)]
    text = as_markdown(review(*made))
    assert [f"- {{fingerprint: {one.fingerprint}, reason: why}}" in text for one in made] == [*[True] * 40, False]


# --- the mappings of a site -----------------------------------------------------------------------

REST = "Nothing changes for users of "


@pytest.mark.parametrize(
    ("reviews", "expected"),
    [
        ([review(), review()], f"{TITLE}{REST}2 mappings.\n"),
        ([], f"{TITLE}\n"),
        ([review(), review(NEW)], f"{TITLE}{REST}1 mapping.\n\n{as_markdown(review(NEW), name='new')}"),
        ([review(NEW), review(problems=("x",))],
         f"{as_markdown(review(NEW), name='new')}\n{as_markdown(review(problems=('x',)), name='new')}"),
        ([review(diagnostics=(problem(Severity.ERROR),))],
         as_markdown(review(diagnostics=(problem(Severity.ERROR),)), name="new")),
    ],
)  # fmt: skip
def test_mappings_without_a_change_are_only_counted(reviews: list[Review], expected: str) -> None:
    assert as_one_comment(reviews) == expected
    assert as_markdown(review(NEW), name="new").startswith("### Mapping review: `new`\n\n**Nothing breaks.**\n")


def test_the_mappings_of_a_site_share_the_room_of_a_comment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "LIMIT", 4_000)
    text = as_one_comment([long(20), review(), long(20)])
    assert 3_600 < len(text) <= 4_000
    head, first, second = text.split("### Mapping review: `new`")
    assert (head, len(first)) == (f"{TITLE}Nothing changes for users of 1 mapping.\n\n", len(second) + 1)


@pytest.mark.parametrize(("length", "is_cut"), [(300, False), (301, True)])
def test_a_problem_or_a_note_of_a_comment_has_three_hundred_characters(length: int, *, is_cut: bool) -> None:
    told = replace(problem(Severity.ERROR), location=None)
    lost = replace(told, text="x" * (length - len("new error of the mapping: OAS302: ")))
    for made in (review(problems=("x" * length,)), review(notes=("x" * length,)), review(diagnostics=(lost,))):
        (line,) = (line for line in as_markdown(made).splitlines() if "xxx" in line)
        assert ("x…" in line, len(line.removeprefix("> **Problem:** ").removeprefix("> ").removeprefix("- "))) == (
            is_cut, 300
        )  # fmt: skip


def test_a_comment_shows_ten_problems() -> None:
    text = as_markdown(review(problems=tuple(f"unread {number}" for number in range(12))))
    assert text.count("> **Problem:** unread") == 10


# --- what is code ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("a word", "a word"),
        ("run `oasmap x` now", "run `oasmap x` now"),
        ("GET /a/{id} is gone", "`GET /a/{id}` is gone"),
        ("from /a to  /b", "from `/a` to  `/b`"),
        ("/a  ", "`/a` "),
        ("a/b", "a/b"),
        ("https://x.example/a", "https&#58;&#47;&#47;x.example/a"),
        (" @you  /a", " &#64;&#8288;you  `/a`"),
    ],
)
def test_commands_and_paths_are_code(text: str, expected: str) -> None:
    assert readable(text) == expected


LONG = "x " * 400


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"text": "was a, is b", "before": "a", "after": "b"}, "was `a`, is `b`"),
        ({"text": "was a, is ab", "before": "a", "after": "ab"}, "was `a`, is `ab`"),
        ({"text": "was a b, is b", "before": "a b", "after": "b"}, "was `a b`, is `b`"),
        ({"text": "a is a", "before": "a", "after": None}, "a is `a`"),
        ({"text": "it is (a)", "before": None, "after": "a"}, "it is (`a`)"),
        ({"text": "its description changed", "before": "its", "after": "b", "rule": WORDS["rule"]},
         "its description changed"),
        ({"text": LONG, "before": None, "after": None}, f"{LONG[:299]}…"),
        ({"text": f"is {LONG}", "before": None, "after": LONG.strip()}, f"is `{LONG[:299]}…` "),
        ({"text": "it\n  changed", "before": "a", "after": "b"}, "it changed from `a` to `b`"),
    ],
)  # fmt: skip
def test_the_values_of_a_sentence_are_code(members: dict[str, Any], expected: str) -> None:
    assert sentence(Entry((change(**members),))) == expected
