"""Words and numbers in messages, names and titles: each function of texts for the edges of what it takes."""

import math
from itertools import islice

import pytest

from mapper.text import suggest
from mapper.text.display import acts, visible, visible_json, visible_lines, visible_source
from mapper.text.identifier import distinct, numbered, parted
from mapper.text.numbers import exact, is_finite, is_float64, is_int64, is_multiple, number_words
from mapper.text.operation_text import object_text
from mapper.text.plural import article, capital, listed, plural, several, uncapital
from mapper.text.suggest import closest, nearest, nearest_or_some
from mapper.text.title import in_words
from mapper.text.yaml_scalar import dump, dump_texts, inline, is_text_everywhere

NUMBERS = [f"w{number:02}" for number in range(21)]


def test_words_of_messages_and_titles() -> None:
    rows: list[tuple[object, object]] = [
        (several("property"), "properties"), (several("attribute"), "attributes"),
        (plural(1, "entity"), "1 entity"), (plural(0, "entity"), "0 entities"), (plural(1_000, "x"), "1,000 xs"),
        (article("owl"), "an"), (article("Owl"), "an"), (article("cat"), "a"), (article(""), "a"),
        (capital("an owl"), "An owl"), (capital(""), ""),
        (uncapital("An owl"), "an owl"), (uncapital("API version"), "API version"), (uncapital(""), ""),
        (listed(["a"]), "a"), (listed(["a", "b"]), "a and b"), (listed(["a", "b", "c"]), "a, b and c"),
        ([*islice(numbered("a"), 3)], ["a", "a_2", "a_3"]),
        ([*distinct(["a", "a", "a_2", "b", "a"])], ["a", "a_2", "a_2_2", "b", "a_3"]),
        (parted("userEmail"), "user_email"), (parted("UserEMail"), "user_email"),
        (in_words("accountMembership"), "Account membership"), (in_words("SSOKeys"), "SSO keys"),
        (in_words("VPCs"), "VPCs"), (in_words("vpcs"), "VPCs"), (in_words("ApiToken"), "API token"),
        (in_words("dns_zones"), "DNS zones"), (in_words("dns.example.com"), "dns.example.com"),
        (in_words("ids"), "IDs"), (in_words("buses"), "Buses"), (in_words("AUser"), "AUser"), (in_words("__"), "__"),
        (in_words("DNS_ZONE"), "DNS_ZONE"), (in_words("s"), "S"),
    ]  # fmt: skip
    assert [made for made, _ in rows] == [expected for _, expected in rows]


def test_numbers_are_exact_and_written_for_people() -> None:
    rows: list[tuple[object, object]] = [
        (is_multiple(0.3, 0.1), True), (is_multiple(0.35, 0.1), False), (is_multiple(math.inf, 1), False),
        (is_finite(10**400), True), (is_finite(math.nan), False), (is_finite(1.5), True),
        (is_int64(2**63 - 1), True), (is_int64(2**63), False), (is_int64(-(2**63)), True),
        (is_int64(-(2**63) - 1), False),
        (is_float64(1.7976931348623157e308), True), (is_float64(10**309), False), (is_float64(-math.inf), False),
        (is_float64(math.nan), False),
        (str(exact(0.1)), "1/10"), (str(exact(True)), "1"), (str(exact(10**20)), str(10**20)),
        (number_words(True), "1"), (number_words(1_234, ","), "1,234"), (number_words(0.0), "0"),
        (number_words(-0.0), "0"), (number_words(100.0), "100"), (number_words(1e-6), "0.000001"),
        (number_words(9e-7), "9e-07"), (number_words(1e20, ","), "100,000,000,000,000,000,000"),
        (number_words(1e21), "1e+21"), (number_words(-1e21), "-1e+21"), (number_words(1234.5, ","), "1,234.5"),
    ]  # fmt: skip
    assert [made for made, _ in rows] == [expected for _, expected in rows]


def test_what_acts_or_has_no_shape_is_shown_as_an_escape() -> None:
    rows: list[tuple[object, object]] = [
        (visible("a b\u00a0é"), "a b\u00a0é"), (visible("a\nb\t"), r"a\nb\t"), (visible("\x1b[0m"), r"\x1b[0m"),
        (visible("a\u115fb"), r"a\u115fb"), (visible("\u202e"), r"\u202e"),
        (visible_lines("a\x00\nb\u3164"), "a\\x00\nb\\u3164"),
        (visible_json('"a"\n"b"'), '"a"\n"b"'), (visible_json('"\x7f"\n'), '"\\u007f"\n'),
        (visible_json('"\U000e0001"'), r'"\udb40\udc01"'),
        (visible_source("a\n\tb"), "a\n\tb"), (visible_source("a\x00\n\tb\u202e"), "a\\x00\n\tb\\u202e"),
        (visible_source("\x00", lambda text: f"<{len(text)}>"), "<1>"),
        (acts("a"), False), (acts("a\n"), True), (acts("\u3164"), True),
    ]  # fmt: skip
    assert [made for made, _ in rows] == [expected for _, expected in rows]


def test_a_mistyped_word_is_answered_by_the_most_similar_one() -> None:
    rows: list[tuple[object, object]] = [
        (nearest("nmae", ["name", "type"]), "; did you mean 'name'?"), (nearest("x", ["name"]), ""),
        (nearest_or_some("x", []), ""), (nearest_or_some("x", ["a", "b"]), "; choose from a, b"),
        (nearest_or_some("?", NUMBERS[:20]), f"; choose from {', '.join(NUMBERS[:20])}"),
        (nearest_or_some("?", NUMBERS), f"; choose from {', '.join(NUMBERS[:20])}, …"),
        (closest("abcde", ["abcxy", "abxyz"]), "abcxy"),  # alike to 0.6, and to 0.4
        (closest("ab", ["ba", "ac"]), None),
        (closest("abcd", ["abce", "abcf"]), "abcf"),
        (closest("abcd", ["abcd", "abcf"]), "abcd"),
        (closest("x" * 300, ["x" * 299]), "x" * 299), (closest("x" * 301, ["x" * 300]), None),
        (closest("x" * 300, ["x" * 301]), None),
        (closest("nmae", [*NUMBERS, "name"]), "name"),
        (closest("Xname", [*(f"a{word}" for word in NUMBERS), "name"]), "name"),
        (closest("w00", [*NUMBERS, "x" * 301]), "w00"),
        (closest("x" * 299, ["x" * 300]), "x" * 300),
        (closest("x" * 299, [*NUMBERS, "x" * 300]), "x" * 300),
        (closest("abcd", ["abcf", "abce"]), "abcf"),
        (closest("abcd", ["abcz", "abcd_"]), "abcd_"),
        (closest("abcd", ["abd", "abc"]), "abd"), (closest("abcd", ["abc", "abd"]), "abd"),
        (closest("zxcvb1", ["axcvb2", *(f"m{number:02}c1" for number in range(19))]), "axcvb2"),
        (closest("zxcvb1", ["axcvb2", *(f"m{number:02}c1" for number in range(20))]), None),
    ]  # fmt: skip
    assert [made for made, _ in rows] == [expected for _, expected in rows]


def test_of_many_words_those_that_begin_or_end_alike_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    words = sorted(f"w{number:03}" for number in range(100))
    around = suggest._neighbours("w050x", words)
    assert around == words[41:61]
    assert suggest._neighbours("a", words) == words[:10]
    assert suggest._neighbours("z", words) == words[-10:]
    monkeypatch.setattr(suggest, "_NEIGHBOURS", 1)
    assert closest("b_middle", [*(f"b{word}" for word in words), "a_middle"]) == "a_middle"


@pytest.mark.parametrize(
    ("text", "summary", "expected"),
    [
        ("A pet.", "Get a pet", "A pet."),
        ("Get a pet", "", "Get a pet"),
        (" Get a pet ", "Get a pet ", "A pet"),
        ("Add a key to a lock", "Add a key to a lock", "Add a key to a lock"),
        ("Add a key", "Add a key", "A key"),
        ("To get it, send a GET request.", "Get a pet", "A pet\n\nTo get it, send a GET request."),
        ("To get it, ask.", "Get a pet", "To get it, ask."),
    ],
)
def test_a_text_of_an_operation_is_about_its_object(text: str, summary: str, expected: str) -> None:
    assert object_text(text, summary) == expected


@pytest.mark.parametrize(
    ("texts", "are"),
    [
        (("a", "a b", "Nope", "1.2.3", "a: b", "-a", "0x"), True),
        (("", "no", "Yes", "on", "OFF", "y", "N", "null", "~", "true", "1", "-1.5", "1e3", ".5", "0x1F", "0o7"), False),
        (
            (
                "1_000",
                "12:30",
                "1:30:00",
                "2026-01-02",
                "2026-01-02T03:04:05Z",
                "=",
                "<<",
                ".inf",
                "2026-1-2T3:4:5",
                "0:30",
            ),
            False,
        ),
    ],
)
def test_a_text_that_some_reader_takes_for_something_else_is_quoted(texts: tuple[str, ...], *, are: bool) -> None:
    assert {text: is_text_everywhere(text) for text in texts} == dict.fromkeys(texts, are)
    if not are:
        assert [text for text in texts if not inline(text).startswith("'")] == []


def test_yaml_keeps_the_order_and_long_lines() -> None:
    assert dump({"b": "x " * 100 + "y", "a": "no"}) == f"b: {'x ' * 100}y\na: 'no'\n"
    assert (inline(1), inline({"a": 1}, default_flow_style=True)) == ("1", "{a: 1}")
    assert dump_texts({"a": "No", "b": "é"}) == "a: 'No'\nb: é\n"
    assert dump_texts({"a": "b c."}) == "a: b c.\n"
    assert dump_texts({"no": "Yes"}) == "'no': 'Yes'\n"
