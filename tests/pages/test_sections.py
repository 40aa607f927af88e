"""Pages in sections of a navigation: none is too long, and people find a name where they look for it."""

from __future__ import annotations

import random

import pytest

from mkdocs_oasmap.pages.home_page import MOST, grouped, sections
from mkdocs_oasmap.pages.views import EntryGroup, EntryView, ListView


def kind(names: list[str], titles: dict[str, str] | None = None) -> ListView:
    entries = tuple(EntryView(name, "Resource", name, name, "", {}, 0) for name in names)
    return ListView("resource", "Resources", entries, groups=grouped(entries, titles or {}, "Other"))


def shown(found: tuple[EntryGroup, ...]) -> dict[str, list[str]]:
    return {section.title: [entry.name for entry in section.entries] for section in found}


def test_what_fits_into_one_list_is_one_in_its_own_order() -> None:
    names = [f"b_{number}" for number in range(MOST // 2)] + [f"a_{number}" for number in range(MOST // 2)]
    assert shown(sections(kind(names))) == {"": names}


def test_many_are_in_the_groups_of_the_front_page() -> None:
    names = [f"{first}_{number}" for first in ("zone", "disk") for number in range(MOST)]
    assert list(shown(sections(kind(names)))) == ["Disk", "Zone"]
    titles = {name: "Storage" if name.startswith("disk") else "Names" for name in names}
    assert list(shown(sections(kind(names, titles)))) == ["Names", "Storage"]


def test_a_group_that_is_too_long_is_parted_by_name_with_numbers_by_their_values() -> None:
    names = [f"disk_{number}" for number in range(MOST + 1)] + [f"zone_{number}" for number in range(5)]
    random.Random(1).shuffle(names)
    found = shown(sections(kind(names)))
    assert list(found) == ["Disk: disk_0 – disk_19", "Disk: disk_20 – disk_40", "Zone"]
    assert found["Disk: disk_0 – disk_19"][8:12] == ["disk_8", "disk_9", "disk_10", "disk_11"]


def test_groups_of_one_or_two_are_no_sections() -> None:
    names = [f"{chr(97 + number // 26)}{chr(97 + number % 26)}_{end}" for number in range(40) for end in ("x", "y")]
    assert list(shown(sections(kind(names)))) == ["aa_x – at_y", "au_x – bn_y"]


@pytest.mark.parametrize("count", [MOST, MOST + 1, 3 * MOST, 10 * MOST + 1])
def test_each_page_is_in_one_section_and_none_is_too_long(count: int) -> None:
    words = ["a", "B", "b²", "٣", "9" * 5_000, "0", "00", "ß", ""]
    names = [f"{words[number % len(words)]}{number}_{words[number % 7]}" for number in range(count)]
    found = sections(kind(names))
    assert sorted(entry.name for section in found for entry in section.entries) == sorted(names)
    assert max(len(section.entries) for section in found) <= MOST
