"""What an entry of a review says: subject, sentence, cause, places and approval, and where a review shows a change."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.review.changes import (
    BY_OVERLAY,
    Cause,
    Change,
    Evidence,
    Review,
    ReviewSide,
    WrittenLine,
    by_severity,
    distinct,
    joined,
)
from mapper.review.entries import Entry, grouped, place_name, with_edits, with_values
from mapper.review.rules import OPERATION_CHANGED, RULES, ChangeSeverity
from mapper.systems.terraform.kinds import DATA_SOURCE

from ..support import compare, resource
from .pairs import PAIRS

(REQUIRED,) = compare(*PAIRS["became-required"])
BREAKING, WARNING, INFO, DOCS, MAPPING = ChangeSeverity
SPEC, CONFIG = Cause.SPEC, Cause.CONFIG
NEW, OLD = Spot("new.yaml", (3, 5), "/a"), Spot("old.yaml", (2, 1), "/a")
DESCRIPTION = RULES["description-changed"]


def change(path: str = "it", severity: ChangeSeverity = BREAKING, **members: Any) -> Change:
    own = {"old_places": (), "new_places": (), "audiences": (), "title": "", "cause": None}
    return replace(REQUIRED, severity=severity, path=path, **(own | members))


def moved(before: str | None, after: str | None, **members: Any) -> Change:
    return change("", rule=OPERATION_CHANGED, before=before, after=after, **members)


def entry(*changes: Change) -> Entry:
    return Entry(changes)


def here(*lines: int, is_new: bool = True, uri: str = "api.yml") -> tuple[Evidence, ...]:
    return tuple(Evidence(Spot(uri, (line, 1) if line else None, f"/{line}"), is_new=is_new) for line in lines)


PAN, PET = {"entity": "pan"}, {"entity": "pan", "kind": DATA_SOURCE}
UP = ("GET /v1/pets", "GET /v2/pets")


@pytest.mark.parametrize(
    ("made", "subject"),
    [
        (entry(change()), "resource oven, attribute it"),
        (entry(change("")), "resource oven"),
        (entry(change(title="zoo_oven")), "resource zoo_oven, attribute it"),
        (entry(*[change()] * 4), "resource oven, attribute it"),
        (entry(*[change()] * 5), "5 attributes of 1 resource"),
        (entry(*[change()] * 4, change(**PAN)), "5 attributes of 2 resources"),
        (entry(*[change()] * 4, change(**PET)), "5 attributes of 2 entities"),
        (entry(*[change("")] * 5), "5 resources"),
        (entry(*[change("")] * 4, change("", **PET)), "5 entities"),
        (entry(moved(*UP)), "resource oven"),
        (entry(moved(*UP), moved(*UP)), "2 operations"),
    ],
)
def test_the_subject_is_the_place_or_how_many_there_are(made: Entry, subject: str) -> None:
    assert made.subject == subject


MOVED = "the paths moved from /v1 to /v2, the operations are the same"


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (*UP, MOVED),
        ("GET /v1/pets", "PUT /v2/pets", None),
        ("GET /pets", "GET /api/v1/pets", "the paths moved from / to /api/v1, the operations are the same"),
        ("GET /api/v1/pets", "GET /pets", "the paths moved from /api/v1 to /, the operations are the same"),
        ("GET /pets", "GET /cats", None),
        (None, "GET /v2/pets", None),
        ("GET /v1/pets", None, None),
    ],
)
def test_the_same_rest_of_several_paths_is_one_move(
    before: str | None, after: str | None, sentence: str | None
) -> None:
    one = moved(before, after, text="its operation was a, and is b")
    assert entry(one).sentence == with_values(one)
    assert entry(one, one).sentence == (sentence or with_values(one))
    assert len(grouped([one, moved(before, after, text=one.text, entity="pan")])) == (1 if sentence else 2)


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ({"text": "it changed", "before": "a", "after": "b"}, "it changed from a to b"),
        ({"text": "it changed", "before": None, "after": None}, "it changed from none to none"),
        ({"text": "it is gone", "before": "a", "after": None}, "it is gone (a)"),
        ({"text": "it was a", "before": "a", "after": None}, "it was a"),
        ({"text": "it is b", "before": "a", "after": "b"}, "it is b"),
        ({"text": "it is new", "before": None, "after": None}, "it is new"),
        ({"text": "its description changed", "before": "a", "after": "b", "rule": DESCRIPTION},
         "its description changed"),
    ],
)  # fmt: skip
def test_values_are_said_where_the_text_has_none(members: dict[str, Any], text: str) -> None:
    assert with_values(change(**members)) == text
    assert entry(change(**members)).sentence == text


def test_equal_changes_are_numbered_so_that_each_has_a_fingerprint() -> None:
    found = distinct([change(), change("other"), change(), change()])
    assert [one.mark for one in found] == ["", "", "#1", "#2"]
    assert len({one.fingerprint for one in found}) == len(found)


def test_what_is_counted_has_the_title_of_its_rule_where_texts_differ() -> None:
    assert entry(*[change(text="a")] * 5).sentence == "a"
    assert entry(*[change(text="a")] * 4, change(text="b")).sentence == "attribute became required"
    assert entry(change(text="a"), change(text="b")).sentence == "a"


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({}, ""),
        ({"seen": 2}, ""),
        ({"edit": "abc.5.def"}, ""),
        ({"seen": 2, "edit": "abc.5.def"}, "3 of 5 are new since the approval"),
        ({"seen": 5, "edit": "abc.5.def"}, "the approval is of 5 other changes"),
        ({"seen": 1, "edit": "abc.1.def"}, "the approval is of 1 other change"),
    ],
)
def test_what_an_approval_has_not_seen_is_said(members: dict[str, Any], words: str) -> None:
    assert entry(change(**members)).unseen == words


def test_whom_a_change_breaks_or_concerns_and_what_made_it() -> None:
    audiences = REQUIRED.audiences
    names = ", ".join(map(str, audiences))
    assert entry(change(audiences=audiences)).audience == f"breaks {names}"
    assert entry(change(severity=WARNING, audiences=audiences)).audience == f"concerns {names}"
    assert entry(change()).audience == ""
    assert entry(change(cause=SPEC)).cause == "API description"
    assert entry(change(cause=SPEC, made_by="schema", together="in two ways")).cause == "schema (in two ways)"
    assert entry(change(made_by="schema")).cause == ""


@pytest.mark.parametrize(
    ("members", "where"),
    [
        ({}, ""),
        ({"old_places": (OLD, NEW), "new_places": (NEW, OLD)}, "new.yaml:3, was old.yaml:2"),
        ({"old_places": (NEW,), "new_places": (NEW,)}, "new.yaml:3"),
        ({"old_places": (OLD,)}, "was old.yaml:2"),
        ({"evidence": here(4, 9, 4)}, "api.yml:4, 9"),
        ({"evidence": (*here(4), *here(0, uri="b.yml"))}, "api.yml:4, b.yml"),
        ({"evidence": (*here(4), *here(7, 8, is_new=False)), "old_places": (OLD,)}, "api.yml:4, was api.yml:7, 8"),
        ({"evidence": here(4), "old_places": (OLD,)}, "api.yml:4, was old.yaml:2"),
        ({"evidence": here(4), "old_places": (OLD,), "cause": CONFIG}, "api.yml:4"),
        ({"evidence": here(7, is_new=False), "new_places": (NEW,), "cause": CONFIG}, "was api.yml:7"),
        ({"old_places": (OLD,), "new_places": (NEW,), "cause": CONFIG}, "new.yaml:3, was old.yaml:2"),
        ({"old_places": (OLD,), "cause": SPEC, "together": BY_OVERLAY}, ""),
    ],
)
def test_the_places_explain_a_change_or_are_its_declarations(members: dict[str, Any], where: str) -> None:
    assert entry(change(**members)).where == where


@pytest.mark.parametrize(
    ("other", "name"),
    [
        (change(), "oven.it"),
        (change(title="zoo_oven"), "zoo_oven.it"),
        (change("", **PAN), "pan"),
        (change(**PET), "data source pan.it"),
        (change(severity=DOCS), "oven.it (documentation only)"),
        (change(severity=MAPPING), "oven.it (mapping only)"),
        (moved(*UP), "oven (GET /v1/pets)"),
    ],
)
def test_another_place_says_in_what_it_differs(other: Change, name: str) -> None:
    assert place_name(other, change()) == name


def test_an_entry_has_lines_for_all_that_is_known() -> None:
    full = change(
        fix="a: b", fix_place="x.y", cause=SPEC, code="OAS302", approved="yes", written=WrittenLine("was", "is"),
        audiences=REQUIRED.audiences, evidence=here(4),
    )  # fmt: skip
    about = f"became-required; {entry(full).audience}; OAS302; API description: api.yml:4; {full.fingerprint}"
    lines = [about, "- was", "+ is", "to keep it: a: b  # in x.y", "approved: yes"]
    assert entry(full).lines() == lines
    assert entry(full).approval == ""
    assert entry(full).message() == "\n".join([f"resource oven, attribute it: {with_values(full)}", *lines])
    plain = change(written=WrittenLine("", "is"))
    line = f"- {{fingerprint: {plain.fingerprint}, reason: why}}"
    assert entry(plain).lines() == [f"became-required; {plain.fingerprint}", "+ is"]
    assert entry(plain).message().endswith(f"in the review file: {line}")
    assert [bool(entry(change(severity=one)).approval) for one in ChangeSeverity] == [True, True, False, False, False]
    assert entry(change(edit="a.2.b"), change("x", edit="a.2.b")).approval == "- {fingerprint: a.2.b, reason: why}"
    others = [change(name) for name in "abcdef"]
    assert entry(*others[:4]).lines()[0] == "also: oven.b, oven.c, oven.d"
    assert entry(*others[:5]).lines()[0] == "in oven.a, oven.b, oven.c, oven.d and 1 more"
    assert entry(*others).lines(6)[0] == "in oven.a, oven.b, oven.c, oven.d, oven.e, oven.f"


def edits(*changes: Change) -> list[list[int]]:
    """The numbers of the changes in each entry."""
    return [[next(n for n, one in enumerate(changes) if one is each) for each in e.changes] for e in grouped(changes)]


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ({"evidence": here(1)}, {"evidence": here(1)}, True),
        ({"evidence": here(1)}, {"evidence": here(2)}, False),
        ({"evidence": here(1)}, {"evidence": here(1), "before": "x"}, False),
        ({"evidence": here(1)}, {"evidence": here(1), "after": "x"}, False),
        ({"evidence": here(1)}, {"evidence": here(1), "condition": "x"}, False),
        ({"evidence": here(1)}, {"evidence": here(1, is_new=False)}, False),
        ({"evidence": here(1)}, {"evidence": here(1), "approved": "yes"}, False),
        ({"evidence": here(1), "cause": CONFIG}, {"evidence": here(1), "cause": CONFIG, "before": "x"}, True),
        ({"evidence": here(1, 2), "cause": CONFIG}, {"evidence": here(1, 2), "cause": CONFIG, "before": "x"}, False),
        ({"new_places": (NEW,)}, {"new_places": (NEW,)}, True),
        ({"new_places": (NEW,)}, {"new_places": (OLD,)}, False),
        ({"new_places": (NEW,)}, {"old_places": (NEW,), "path": "a.it"}, True),
        ({"new_places": (NEW,)}, {"new_places": (NEW,), "path": "other"}, False),
        ({"new_places": (NEW,), "path": ""}, {"new_places": (NEW,), "path": "", "entity": "pan"}, False),
        ({}, {"entity": "pan"}, False),
    ],
)
def test_one_edit_makes_one_entry(first: dict[str, Any], second: dict[str, Any], *, is_one: bool) -> None:
    changes = [change(**({"path": "it"} | members)) for members in (first, second | {"entity": "pan"})]
    assert edits(*changes) == ([[0, 1]] if is_one else [[0], [1]])
    keys = [one.edit for one in with_edits(changes)]
    is_alone = not is_one
    assert (keys == ["", ""]) is is_alone
    if is_one:
        assert keys[0] == keys[1]
        assert keys[0].split(".")[1] == "2"


def test_the_key_of_an_edit_stays_as_review_files_name_it() -> None:
    changes = [change(name, evidence=here(1), entity=entity) for name, entity in (("a", "oven"), ("a", "pan"))]
    assert [one.edit for one in with_edits(changes)] == ["247ad41c3cef.2.0c17d6a68d76"] * 2


def test_a_list_of_required_names_is_an_edit_of_each_name() -> None:
    place = (Evidence(Spot("a.yaml", (1, 1), "/x/required"), is_new=True),)
    made = [change(path, evidence=place, entity=entity) for path, entity in (("a", "x"), ("b.a", "y"), ("b", "z"))]
    assert edits(*made) == [[0, 1], [2]]


def test_changes_are_sorted_by_severity_and_by_what_they_are_of() -> None:
    provider, gone = change("", rule=RULES["provider-renamed"]), change("", rule=RULES["entity-removed"])
    other, attribute, docs = change("", rule=RULES["entity-renamed"]), change(), change("", DOCS)
    assert list(by_severity([docs, attribute, other, gone, provider])) == [provider, gone, other, attribute, docs]
    first, second, third = distinct([attribute] * 3)
    assert len({one.fingerprint for one in (first, second, third)}) == 3
    assert first is attribute
    assert [joined(*pair) for pair in (("a", "b"), ("", "b"), ("a", ""), ("", ""))] == ["a.b", "b", "a", ""]


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ("{type: string}", "removed"),
        ("{properties: {a: {type: string}}}", "removed"),
        ("{properties: {a: {type: string}, b: {type: string}}}", "removed, with the 2 attributes in it"),
    ],
)
def test_what_is_removed_says_how_much_goes_with_it(members: str, text: str) -> None:
    old, new = (
        resource(
            f"create: {{properties: {{name: {{type: string}}{more}}}}}\nread: {{properties: {{id: {{type: string}}}}}}"
        )
        for more in (f", it: {members}", "")
    )
    (removed,) = compare(old.mapping, new.mapping)
    assert (removed.rule.id, removed.path, removed.text) == ("attribute-removed", "it", text)


DOCUMENT = Document("api.yml", b"a:\n  b: 1\n")


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({}, ("api.yml", None)),
        ({"new_places": (NEW, OLD)}, ("new.yaml", (3, 5))),
        ({"evidence": here(4), "new_places": (NEW,)}, ("api.yml", (4, 1))),
        ({"evidence": here(4, is_new=False, uri="gone.yml")}, ("gone.yml", (4, 1))),
        ({"old_places": (Spot("api.yml", (9, 1), "/a/b/c/d"), NEW)}, ("api.yml", (2, 3))),
        ({"old_places": (Spot("api.yml", (9, 1), "/x/y"),)}, ("api.yml", None)),
        ({"old_places": (OLD,)}, ("old.yaml", (2, 1))),
    ],
)
def test_a_change_is_shown_at_the_first_place_that_exists(members: dict[str, Any], expected: object) -> None:
    made = change(**members)
    review = Review(ReviewSide("old"), ReviewSide("new"), (made,), documents=(DOCUMENT,))
    assert review.shown_at(made) == expected
    if not ({"new_places", "evidence"} & members.keys()):
        assert replace(review, documents=()).shown_at(made) is None


def test_what_reaches_a_severity_is_as_bad_and_not_approved() -> None:
    made = (change(), change(severity=WARNING), change(severity=WARNING, approved="yes"), change(severity=INFO))
    review = Review(ReviewSide("old"), ReviewSide("new"), made)
    assert review.reaching(WARNING) == [made[0], made[1]]
    assert review.reaching(BREAKING) == [made[0]]
    assert review.of(WARNING) == [made[1], made[2]]
