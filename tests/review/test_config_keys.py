"""Which keys of the sections for every entity made a change: those without which it is not made."""

from typing import Any

import pytest

from mapper.inputs import Document, Node
from mapper.model import Mapping
from mapper.review.changes import Cause, Change, Wanted
from mapper.review.config_keys import MOST_KEYS, Key, made_by

from .pairs import spec
from .test_entry_texts import change

CONFIG = {"cause": Cause.CONFIG}
ONE, OTHER = change(**CONFIG), change("that", before="a", after="b", **CONFIG)
SAME = change("more", entity="pan", **CONFIG)
BY_API = change("api", before="x", cause=Cause.SPEC)
MAPPED = spec()
OLD = Document("config.yml", b"names: words\n").node.child("names")


def keys(count: int) -> dict[Key, tuple[Node | None, Node | None]]:
    return {("policies", f"k{number}"): (OLD if number else None, None) for number in range(count)}


class Mapped:
    """Maps with the old value of one key, which is what `needs` says of each change: which keys it takes."""

    def __init__(self, needs: dict[str, set[str]], broken: str = "") -> None:
        self.needs, self.broken = needs, broken
        self.asked: list[tuple[str, object]] = []
        self.wanted: Wanted = {}
        self._reset = ""

    def reset(self, key: Key, value: object, wanted: Wanted) -> Mapping | None:
        self.asked.append((key[1], value))
        self.wanted, self._reset = wanted, key[1]
        return None if key[1] == self.broken else MAPPED

    def makes(self, mapping: Mapping, _wanted: Wanted, change: Change) -> bool:
        assert mapping is MAPPED
        return self._reset not in self.needs[change.path]


@pytest.mark.parametrize(
    ("changes", "needs", "expected"),
    [
        ([ONE], {"it": {"k1"}}, {"it": {"k1"}}),
        ([ONE], {"it": {"k0", "k1"}}, {"it": {"k0", "k1"}}),
        ([ONE], {"it": set()}, {}),
        ([ONE, OTHER], {"it": {"k1"}, "that": {"k0"}}, {"it": {"k1"}, "that": {"k0"}}),
        ([ONE, SAME], {"it": {"k1"}}, {"it": {"k1"}}),  # the first of a group is asked
        ([ONE, BY_API], {"it": {"k1"}}, {"it": {"k1"}}),
        ([BY_API], {}, {}),
    ],
)
def test_a_key_made_what_is_not_made_without_it(
    changes: list[Change], needs: dict[str, set[str]], expected: dict[str, set[str]]
) -> None:
    mapped = Mapped(needs)
    found = made_by(changes, keys(2), mapped.reset, mapped.makes)
    assert {(group[1], group[2]): {key for _, key in those} for group, those in found.items()} == {
        (one.before, one.after): expected[one.path] for one in changes if one.path in expected
    }
    assert mapped.asked == ([("k0", None), ("k1", "words")] if needs else [])


def test_a_key_whose_old_value_does_not_fit_is_passed_over() -> None:
    mapped = Mapped({"it": {"k0", "k1"}}, broken="k0")
    assert [*made_by([ONE], keys(2), mapped.reset, mapped.makes).values()] == [{("policies", "k1")}]


@pytest.mark.parametrize(("count", "asked"), [(1, 0), (2, 2), (MOST_KEYS, MOST_KEYS), (MOST_KEYS + 1, 0)])
def test_one_key_needs_no_question_and_many_are_too_many(count: int, asked: int) -> None:
    mapped = Mapped({"it": set()})
    made_by([ONE], keys(count), mapped.reset, mapped.makes)
    assert len(mapped.asked) == asked
    assert made_by([ONE], keys(2), None, mapped.makes) == {}


def test_few_entities_are_mapped_again() -> None:
    changes: list[Any] = [change(f"a{one}", before=str(one), entity=f"e{one}", old_entity=f"o{one}", **CONFIG)
                          for one in range(30)]  # fmt: skip
    mapped = Mapped({one.path: {"k1"} for one in changes})
    assert len(made_by(changes, keys(2), mapped.reset, mapped.makes)) == 24
    assert [(ref.name, name) for ref, name in mapped.wanted.items()] == [(f"e{one}", f"o{one}") for one in range(24)]
