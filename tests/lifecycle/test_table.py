"""Tables of lives: shares of steps, classes of ends, and whether warnings foretold them."""

from mapper.programs.trial.steps import REPLACED, Life, Step
from mapper.programs.trial.table import count_whole, failures, predictions, reasons, table

OK = dict.fromkeys(Step, "ok")
LIVES = [
    Life("tree", OK),
    Life("bush", OK | {Step.UPDATE: "n/a: nothing changes", Step.IMPORT: "n/a"}, warned_codes=["OAS1", "question"]),
    Life("moss", {Step.CREATE: "http 422: body.kind: missing"}, warned_codes=["question"]),
    Life("fern", {Step.CREATE: "http 422: body.size: missing"}),
    Life("reed", OK | {Step.UPDATE: f"{REPLACED}: it is gone"}, changed="a.b", warned_codes=["OAS2"]),
    Life("weed", OK | {Step.IMPORT: "not-empty update"}, warned_codes=["OAS2"]),
    Life("sedge", {Step.CREATE: "ok", Step.PLAN: f"not-empty: {'x' * 400}"}),
]


def test_a_row_says_how_many_resources_pass_each_step_of_those_that_try_it() -> None:
    head, line, *rows = table({"a": LIVES[:2], "b": LIVES[2:]})
    assert (head.count("|"), line.count("|")) == (12, 12)
    assert rows == [
        "| a | 2 | 2 | 2 / 2 | 1 / 1 | 2 / 2 | 1 / 1 | 2 / 2 | 0 | 2 | 2 |",
        "| b | 5 | 3 | 2 / 3 | 1 / 2 | 2 / 2 | 1 / 2 | 2 / 2 | 1 | 1 | 0 |",
        "| **all** | 7 | 5 | 4 / 5 | 2 / 3 | 4 / 4 | 2 / 3 | 4 / 4 | 1 | 3 | 2 |",
    ]
    assert [*table({"moss": LIVES[2:3]})][2:] == ["| moss | 1 | 0 | - | - | - | - | - | 0 | 0 | 0 |"]
    assert count_whole(LIVES) == 2


def test_ends_are_told_by_their_classes_the_most_frequent_first() -> None:
    assert [*reasons(LIVES)] == [
        "   2 create: http 422 (moss, fern)",
        "   1 update: unexpected replace (reed)",
        "   1 import: not-empty update (weed)",
        "   1 plan: not-empty (sedge)",
    ]


def test_warnings_are_compared_with_the_ends_that_they_foretold() -> None:
    assert [*predictions(LIVES)] == [
        "warnings on calls: 3 resources, 1 of them end before the import",
        "    lives though warned: bush, OAS1, question",
        "    lives though warned: weed, OAS2",
        "ends before the import: 4 resources, 2 of them with a warning or a question",
        "    ends without a word: fern",
        "    ends without a word: sedge",
    ]


def test_each_step_that_failed_is_told_with_what_was_changed() -> None:
    assert [[*failures(life)] for life in LIVES] == [
        [],
        [],
        ["moss", "    create: http 422: body.kind: missing"],
        ["fern", "    create: http 422: body.size: missing"],
        ["reed (changed: a.b)", "    update: unexpected replace: it is gone"],
        ["weed", "    import: not-empty update"],
        ["sedge", f"    plan: not-empty: {'x' * 289}"],
    ]
