"""The entities of a kind in the sidebar: short names in sections, so that people find a name where they look for it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mapper.text.title import in_words
from mkdocs_oasmap.pages.home_page import grouped
from mkdocs_oasmap.pages.sidebar import MOST, sections, short_paths, without_shared
from mkdocs_oasmap.pages.views import EntryGroup, EntryView, ListView


def kind(names: list[str], titles: dict[str, str] | None = None) -> ListView:
    entries = tuple(EntryView(name, "Resource", name, name, "", {}, 0) for name in names)
    return ListView("resource", "Resources", entries, groups=grouped(entries, titles or {}, "Other"))


def shown(found: tuple[EntryGroup, ...]) -> dict[str, list[str]]:
    return {section.title: [entry.name for entry in section.entries] for section in found}


def test_what_fits_into_one_list_is_one_in_its_own_order() -> None:
    names = [f"b_{number}" for number in range(MOST // 2)] + [f"a_{number}" for number in range(MOST // 2)]
    assert shown(sections(kind(names), "Other")) == {"": names}


def test_many_are_in_the_groups_of_the_front_page() -> None:
    names = [f"{first}_{number}" for first in ("zone", "disk") for number in range(MOST)]
    assert list(shown(sections(kind(names), "Other"))) == ["Disk", "Zone"]
    titles = {name: "Storage" if name.startswith("disk") else "Names" for name in names}
    assert list(shown(sections(kind(names, titles), "Other"))) == ["Names", "Storage"]


def test_a_group_that_is_too_long_is_parted_by_name_with_numbers_by_their_values() -> None:
    names = [f"disk_{number}" for number in range(MOST + 1)] + [f"zone_{number}" for number in range(5)]
    random.Random(1).shuffle(names)
    found = shown(sections(kind(names), "Other"))
    assert list(found) == ["Disk: 1 of 3", "Disk: 2 of 3", "Disk: 3 of 3", "Zone"]
    assert found["Disk: 1 of 3"][8:12] == ["disk_8", "disk_9", "disk_10", "disk_11"]


def test_groups_of_one_or_two_are_no_sections_but_ranges_that_begin_with_another_letter() -> None:
    names = [f"{chr(97 + number // 26)}{chr(97 + number % 26)}_{end}" for number in range(40) for end in ("x", "y")]
    assert list(shown(sections(kind(names), "Other"))) == ["Aa–Aj", "Ak–At", "Au–Az", "B"]


def test_names_that_begin_with_the_same_word_are_a_section_if_there_are_three() -> None:
    pairs = [f"{chr(97 + number)}_{end}" for number in range(MOST // 2) for end in ("x", "y")]
    found = shown(sections(kind(["dns_0", "dns_1", "dns_2", *pairs]), "Other"))
    assert found == {"DNS": ["dns_0", "dns_1", "dns_2"], "Other": pairs}


def test_what_all_names_begin_with_is_left_out() -> None:
    names = [f"zoo_cage_{number}" for number in range(6)]
    assert shown(sections(kind(names), "Other")) == {"": [f"{number}" for number in range(6)]}
    few = kind(names[:2])
    lead = replace(few, entries=tuple(replace(entry, lead="zoo_") for entry in few.entries))
    assert shown(sections(lead, "Other")) == {"": ["cage_0", "cage_1"]}
    assert shown(sections(kind(["zoo_cage", *names]), "Other")) == {"": ["cage", *(f"cage_{n}" for n in range(6))]}


def test_sections_of_api_groups_have_the_label_that_differs_and_kinds_without_a_section_say_theirs() -> None:
    names = [f"Kind{number}" for number in range(MOST + 1)]
    titles = {name: f"{'cage' if number % 2 else 'food'}.zoo.example.org" for number, name in enumerate(names)}
    alone = EntryView("Alone", "Resource", "Alone", "Alone", "", {}, 0, address="keeper.zoo.example.org/v1 Alone")
    entries = (*kind(names).entries, alone)
    groups = grouped(entries, {**titles, "Alone": "keeper.zoo.example.org"}, "Other")
    found = shown(sections(ListView("resource", "Resources", entries, groups=groups), "Other"))
    assert list(found) == ["cage", "food", "Other"]
    assert found["Other"] == ["Alone (keeper)"]


@pytest.mark.parametrize("count", [MOST, MOST + 1, 3 * MOST, 10 * MOST + 1])
def test_each_page_is_in_one_section_and_none_is_too_long(count: int) -> None:
    words = ["a", "B", "b²", "٣", "9" * 5_000, "0", "00", "ß", ""]
    names = [f"{words[number % len(words)]}{number}_{words[number % 7]}" for number in range(count)]
    found = sections(kind(names), "Other")
    assert sorted(entry.name for section in found for entry in section.entries) == sorted(names)
    assert max(len(section.entries) for section in found) <= MOST


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("accountMembership", "Account membership"),
        ("ApplicationSSOPublicKeys", "Application SSO public keys"),
        ("DNS_records", "DNS records"),
        ("DNS", "DNS"),
        ("VPCs", "VPCs"),
        ("IPsOfZoo", "IPs of zoo"),
        ("ApiToken", "API token"),
        ("dnsZone", "DNS zone"),
        ("zoo_ids", "Zoo IDs"),
        ("zoo.m.example.com", "zoo.m.example.com"),
        ("The Zoo", "The Zoo"),
        ("RoleAssignmentAUser", "Role AssignmentAUser"),
        ("OAuth2Client", "OAuth2 client"),
        ("IoTDevice", "IoTDevice"),
        ("userID", "User ID"),
    ],
)
def test_the_title_of_a_group_is_in_words(title: str, words: str) -> None:
    assert in_words(title) == words


@given(st.lists(st.sampled_from("abcdefgh"), min_size=MOST + 1, max_size=4 * MOST))
def test_sections_of_any_names_are_none_too_long_and_none_empty(letters: list[str]) -> None:
    names = [f"{letter}{number}" for number, letter in enumerate(letters)]
    found = sections(kind(names), "Other")
    assert sorted(entry.name for section in found for entry in section.entries) == sorted(names)
    assert all(0 < len(section.entries) <= MOST for section in found)


@pytest.mark.parametrize(
    ("paths", "short"),
    [
        ([], []),
        (["a.b.c"], ["a.b.c"]),
        (["spec.forProvider.image", "spec.forProvider.size"], ["image", "size"]),
        (["spec.forProvider.image", "spec.forProvider.index"], ["image", "index"]),
        (["spec.a", "status.a"], ["spec.a", "status.a"]),
        (["a.b", "a.b.c"], ["b", "b.c"]),
        (["size", "side"], ["size", "side"]),
    ],
)
def test_paths_are_short_of_the_objects_that_all_of_them_are_in(paths: list[str], short: list[str]) -> None:
    assert short_paths(paths) == short


@pytest.mark.parametrize(
    ("titles", "own"),
    [
        ([], []),
        (["cage.zoo.org"], ["cage.zoo.org"]),
        (["cage.zoo.org", "food.zoo.org"], ["cage", "food"]),
        (["cage.zoo.org", "food.zoo.org", "Other"], ["cage", "food", "Other"]),
        (["cage.zoo.org", "Other"], ["cage.zoo.org", "Other"]),
        (["a.b", "c.d"], ["a.b", "c.d"]),
        (["cage.zoo.org", "rage.zoo.org"], ["cage", "rage"]),
        ([".zoo.org", "a.zoo.org"], [".zoo.org", "a"]),
    ],
)
def test_titles_are_short_of_the_labels_that_all_dotted_ones_end_with(titles: list[str], own: list[str]) -> None:
    assert without_shared(titles) == own
