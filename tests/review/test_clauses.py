"""Whom changes of attributes concern, in a clause for each edit or for what breaks alike; in full, and where words are
few.
"""

from typing import Any

import pytest

from mapper.inputs.location import Spot
from mapper.review.changes import Cause, Change, Evidence
from mapper.review.clauses import Detail, sentences, those_concerned, users
from mapper.review.rules import RULES, Affected
from mapper.review.verdict import text_of
from mapper.systems.terraform.kinds import DATA_SOURCE

from .test_entry_texts import change

CONFIG, OUTPUT, STATE = Affected.CONFIGURATION, Affected.OUTPUT, Affected.STATE
LINE = (Evidence(Spot("config.yml", (1, 1), "/policies/not_required"), is_new=True),)
FULL = Detail(2, 3)


def a(path: str = "it", rule: str = "became-required", **members: Any) -> Change:
    """A change that breaks configurations."""
    return change(path, rule=RULES[rule], **({"audiences": (CONFIG,), "old_path": path} | members))


def data(path: str = "it", **members: Any) -> Change:
    return a(path, kind=DATA_SOURCE, **members)


def ovens(count: int) -> list[Change]:
    return [a(entity=f"o{number}") for number in range(count)]


def parts(count: int) -> list[Change]:
    return [a(f"p{number}") for number in range(count)]


def edited(paths: str, ovens: int = 1, **members: Any) -> list[Change]:
    """What one line of the config made of these attributes of each oven."""
    made = {"cause": Cause.CONFIG, "evidence": LINE} | members
    return [a(path, entity=f"o{number}", **made) for number in range(ovens) for path in paths.split()]


THREE = [a(), data("that"), a("x", entity="pan")]
LEAVES = "configurations of `oven` that leave out"


@pytest.mark.parametrize(
    ("changes", "detail", "whom", "what"),
    [
        ([a()], FULL, f"{LEAVES} `it`", " (became required)"),
        ([a(), a(entity="pan")], FULL, "configurations of `oven` and `pan` that leave out `it`", " (became required)"),
        # kinds
        ([data()], FULL, "configurations of data source `oven` that leave out `it`", " (became required)"),
        ([data(), data(entity="pan")], FULL, "configurations of data sources `oven` and `pan` that leave out `it`",
         " (became required)"),
        ([a(), data()], FULL, f"{LEAVES} `it`", " (became required)"),
        (THREE[:2], FULL,
         "configurations of `oven` (resource) that leave out `it`; of data source `oven` that leave out `that`", None),
        (THREE[:2], Detail(1, 3), "configurations of `oven` (resource) that leave out `it`; of 1 data source more",
         None),
        (THREE, Detail(1, 3),
         "configurations of `oven` (resource) that leave out `it`; of 1 resource and 1 data source more", None),
        (THREE, Detail(0, 3), "configurations of 2 resources and 1 data source (3 attributes became required)", ""),
        # how many are named
        (ovens(4), FULL, "configurations of 4 resources (`o0`, `o1`, `o2` and `o3`) that leave out `it`",
         " (became required)"),
        (ovens(5), FULL, "configurations of 5 resources (`o0`, `o1`, `o2`, …) that leave out `it`",
         " (became required)"),
        (ovens(4), Detail(2, 1), "configurations of 4 resources (`o0`, …) that leave out `it`", " (became required)"),
        (ovens(2), Detail(2, 1), "configurations of 2 resources (`o0` and `o1`) that leave out `it`",
         " (became required)"),
        (parts(4), FULL, f"{LEAVES} `p0`, `p1`, `p2` or `p3`", " (4 attributes became required)"),
        (parts(5), FULL, f"{LEAVES} `p0`, `p1`, `p2` or 2 more", " (5 attributes became required)"),
        (parts(5), Detail(2, 3, counts=False), f"{LEAVES} `p0`, `p1`, `p2` or 2 more", ""),
        (parts(5), Detail(2, 3, paths=False), "configurations of `oven` (5 attributes became required)", ""),
        # paths
        ([a("a.b.it"), a("c.it")], FULL, f"{LEAVES} `a.b.it` or `c.it`", " (2 attributes became required)"),
        ([a("a.b.it"), a("c.it"), a("d.e.it")], Detail(2, 3, is_short=True), f"{LEAVES} `….it` or `c.it`",
         " (3 attributes became required)"),
        # what those do
        ([a("it.b", "member-added", condition="it")], FULL, "configurations of `oven` that set `it` without `it.b`",
         " (new and required)"),
        ([a("b", "attribute-renamed", old_path="c")], FULL, "configurations of `oven` that set `c`", " (renamed)"),
        ([a(rule="type-changed"), a("that")], FULL, f"{LEAVES} `that`, or set `it`",
         " (1 attribute got another type, 1 became required)"),
        ([a(rule="type-changed", audiences=(CONFIG, OUTPUT)), a(rule="enum-value-removed"),
          a("b", "enum-value-removed")], FULL,
         "configurations of `oven` that use `it`, or set `it` or `b` to a value that is no longer accepted",
         " (1 attribute got another type, value no longer accepted (2 times))"),
        ([a("a", "type-changed", audiences=(STATE,)), a("b", "type-changed"),
          a("c", "type-changed", audiences=(STATE,))], FULL,
         "configurations of `oven` that set `b`, or manage existing objects", " (3 attributes got another type)"),
        ([a("a", "type-changed", audiences=(CONFIG, OUTPUT)), a("a", "type-changed"), a("b", "type-changed")], FULL,
         "configurations of `oven` that use `a`, or set `b`", " (3 attributes got another type)"),
        # of the whole entity
        ([a("")], FULL, "all configurations of `oven` (became required)", ""),
        ([a("", "entity-deprecated"), a("b")], FULL,
         "all configurations of `oven` (became required, entity deprecated)",
         ""),
        ([a("b"), a("", entity="pan")], FULL,
         f"all configurations of `pan` (became required); {LEAVES} `b`", None),
    ],
)  # fmt: skip
def test_whom_changes_concern_and_what_became_of_the_attributes(
    changes: list[Change], detail: Detail, whom: str, what: str | None
) -> None:
    assert text_of(users(those_concerned(changes, detail))) == whom
    if what is not None:
        assert [text_of(sentence) for sentence in sentences(changes, detail)] == [f"Breaks {whom}{what}"]


@pytest.mark.parametrize(
    ("changes", "detail", "said"),
    [
        (edited("a b c d e"), FULL, "5 attributes of 1 resource became required (`not_required`)"),
        (edited("a b c d e"), Detail(2, 0), "5 attributes of 1 resource became required"),
        (edited("a b c d"), FULL,
         "Breaks configurations of `o0` that leave out `a`, `b`, `c` or `d` (4 attributes became required)"),
        (edited("x.y.a", 5), FULL, "`a` of 5 resources became required (`not_required`)"),
        (edited("a", 5), Detail(2, 0), "5 attributes of 5 resources became required"),
        (edited("a b", 3), FULL, "`a` and `b` of 3 resources became required (`not_required`)"),
        (edited("a b", 3), Detail(2, 2), "`a` and `b` of 3 resources became required (`not_required`)"),
        (edited("a b", 3), Detail(2, 1), "6 attributes of 3 resources became required (`not_required`)"),
        (edited("a b c", 3), FULL, "9 attributes of 3 resources became required (`not_required`)"),
        (edited("a", 5, cause=Cause.SPEC), FULL, "`a` of 5 resources became required"),
        (edited("a", 5, rule="type-changed"), FULL, "`a` of 5 resources got another type (`not_required`)"),
        (edited("a", 5, rule="attribute-removed"), FULL, "`a` of 5 resources are removed (`not_required`)"),
        (edited("a", 5, rule="constraint-added"), FULL, "`a` of 5 resources: limit added (`not_required`)"),
        ([a("", entity=f"o{number}", cause=Cause.CONFIG, evidence=LINE) for number in range(5)], FULL,
         "Breaks all configurations of 5 resources (`o0`, `o1`, `o2`, …) (became required)"),
        ([*edited("a", 5), *edited("a", 5, kind=DATA_SOURCE)], FULL,
         "`a` of 10 entities became required (`not_required`)"),
        ([*edited("a", 5), a()], Detail(1, 3),
         "`a` of 5 resources became required (`not_required`)|Breaks configurations of 1 resource more"),
        ([*edited("a b c d e"), a("z", entity="o0")], Detail(1, 3),
         "5 attributes of 1 resource became required (`not_required`)|Breaks configurations of 1 resource more"),
        ([*edited("a", 5), a()], FULL,
         f"`a` of 5 resources became required (`not_required`)|Breaks {LEAVES} `it` (became required)"),
    ],
)  # fmt: skip
def test_one_edit_of_many_attributes_is_a_sentence_of_its_own(changes: list[Change], detail: Detail, said: str) -> None:
    assert "|".join(text_of(sentence) for sentence in sentences(changes, detail)) == said


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([a("z", entity="zoo")], [data("a", entity="ape")]),
        ([a("z", "attribute-removed", entity="zoo")], [a("a", entity="ape")]),
        ([a("", entity="zoo")], [a("a", "attribute-removed", entity="ape")]),
        ([a("z", entity="zoo"), a("y", entity="zoo")], [a("a", entity="ape")]),
        ([a("z", entity="zoo"), a("z", entity="yak")], [a("a", entity="ape")]),
    ],
)
def test_what_is_managed_what_is_lost_and_what_is_more_comes_first(first: list[Change], second: list[Change]) -> None:
    for changes in ([*first, *second], [*second, *first]):
        (said,) = sentences(changes, FULL)
        assert text_of(said).index("zoo") < text_of(said).index("ape")
