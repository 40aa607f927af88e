"""Policies are tried within bounds, and no more often than there is something to learn."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from mapper.budget import Budget, Cost, OverBudget
from mapper.report.diagnostic import Problem
from mapper.terraform.propose.proposal import Policy

MODULE: Any = import_module("mapper.terraform.propose.settle")  # the package has a function of this name
A, B = Policy("one_of", "variants", "why"), Policy("nested_names", "path", "why")


def tried(
    monkeypatch: pytest.MonkeyPatch, policies: tuple[Policy, ...], costs: dict[tuple[Policy, ...], Cost]
) -> tuple[list[tuple[Policy, ...]], Any]:
    """Which policies are tried if some of them exceed a cost, and the result."""
    found: list[tuple[Policy, ...]] = []

    def with_policies(*arguments: Any) -> Any:
        chosen = arguments[4]
        found.append(chosen)
        if chosen in costs:
            raise OverBudget(costs[chosen], 1, Problem("too much"))
        return MODULE.Settled((), {}, chosen)

    monkeypatch.setattr(MODULE, "with_branches", lambda *_: ())
    monkeypatch.setattr(MODULE, "_settle", lambda *_: (MODULE.Settled((), {}), []))
    monkeypatch.setattr(MODULE, "_policies", lambda _: policies)
    monkeypatch.setattr(MODULE, "_with_policies", with_policies)
    api: Any = SimpleNamespace(documents=SimpleNamespace(budget=Budget()))
    return found, MODULE.settle(api, api, "zoo", ())


def test_policies_that_fit_are_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found, settled = tried(monkeypatch, (A, B), {})
    assert (found, settled.policies, settled.refused) == ([(A, B)], (A, B), frozenset())


def test_one_is_left_out_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    found, settled = tried(monkeypatch, (A, B), {(A, B): Cost.PLACES, (B,): Cost.PLACES})
    assert (found, settled.policies, settled.refused) == ([(A, B), (B,), (A,)], (A,), frozenset({"nested_names"}))


def test_what_the_other_one_alone_does_not_exceed_is_due_to_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found, settled = tried(monkeypatch, (A, B), {(A, B): Cost.SCALARS, (B,): Cost.PLACES})
    assert (found, settled.policies, settled.refused) == ([(A, B), (B,)], (), frozenset({"one_of", "nested_names"}))
