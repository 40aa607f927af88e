"""File names of pages: what they are made of, and how long they are."""

import pytest

from mkdocs_oasmap.pages.page_names import MAX_SLUG, slug, unique


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("zoo_cage", "zoo_cage"),
        ("a b/c.d", "a-b-c-d"),
        ("-a-", "a"),
        ("ü", "unnamed"),
        ("a" * MAX_SLUG, "a" * MAX_SLUG),
        ("con", "con_"),
    ],
)
def test_a_name_is_a_file_name(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_a_longer_name_ends_with_a_digest_of_all_of_it() -> None:
    one, other = slug("a" * MAX_SLUG + "b"), slug("a" * MAX_SLUG + "c")
    assert len(one) == len(other) == MAX_SLUG
    assert one != other
    assert one[:-13] == other[:-13] == "a" * (MAX_SLUG - 13)


def test_a_second_file_of_a_name_has_a_number_whatever_its_case() -> None:
    taken: set[str] = set()
    assert [unique(name, taken) for name in ("a", "A", "a", "b")] == ["a", "A-2", "a-3", "b"]
