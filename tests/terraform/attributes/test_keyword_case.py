"""Notes on keywords in another case, and which notes of a later source concern what is taken from it."""

import pytest

from mapper.report.diagnostic import Note
from mapper.systems.terraform import rules
from mapper.systems.terraform.attributes.keyword_case import described, is_about, of_later


def about(keyword: str) -> Note:
    return Note(rules.KEYWORD_CASE, f"{keyword.title()} is no keyword; did you mean {keyword!r}?")


NULL = Note(rules.NULL_DESCRIPTION, "the description is null; did you mean 'format'?")
LATER: list[tuple[Note, list[tuple[bool, bool]]]] = [
    (about("description"), [(False, False), (False, True), (True, False), (True, True)]),
    (about("format"), [(True, False), (True, True)]),
    (about("default"), []),
    (NULL, [(False, False), (False, True), (True, False), (True, True)]),
    (Note(rules.OF_ONE_TYPE, "it differs"), [(False, False), (True, False)]),
    (Note(rules.REQUIRED_NULL, "it does not differ"), [(False, False), (False, True), (True, False), (True, True)]),
]
"""Notes, and where they are kept: whether the kind makes a difference, and whether it is in another element."""


@pytest.mark.parametrize(("note", "kept"), LATER, ids=lambda value: getattr(value, "text", ""))
def test_a_note_of_a_later_source_is_kept_where_it_concerns_what_is_taken(
    note: Note, kept: list[tuple[bool, bool]]
) -> None:
    every = [(kind, element) for kind in (False, True) for element in (False, True)]
    assert [
        (kind, element)
        for kind, element in every
        if [*of_later([note], decides_kind=kind, is_other_element=element)] == [note]
    ] == kept


@pytest.mark.parametrize(
    ("note", "keywords", "expected"),
    [
        (about("format"), ("format",), True),
        (about("format"), ("description", "format"), True),
        (about("format"), ("description",), False),
        (about("format"), ("mat",), False),
        (NULL, ("format",), False),
    ],
)
def test_a_note_is_about_the_keyword_that_was_meant(note: Note, keywords: tuple[str, ...], *, expected: bool) -> None:
    assert is_about(note, *keywords) is expected


def test_a_description_of_another_place_leaves_out_notes_on_this_one() -> None:
    others = (about("format"), Note(rules.POLICY, "kept"))
    assert described((NULL, *others, about("description"))) == others
