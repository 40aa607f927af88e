"""The registry of systems: one line each, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from .diagnostics import Rule
from .rules import RULES
from .sidecar.vocabulary import Vocabulary
from .system import System

if TYPE_CHECKING:
    from .review import rules as review


REGISTRY: dict[str, Callable[[], System]] = {
    "terraform": lambda: import_module("mapper.terraform.system").TERRAFORM,
    "ack": lambda: import_module("mapper.ack.system").ACK,
    "provider": lambda: import_module("mapper.provider.system").PROVIDER,
    "crossplane": lambda: import_module("mapper.crossplane.system").CROSSPLANE,
    "pulumi": lambda: import_module("mapper.pulumi.system").PULUMI,
}
"""Loaders by the name of the system; the first is the default."""


def system_named(name: str) -> System:
    """The system of a name in the registry. Raises KeyError for any other."""
    return REGISTRY[name]()


def vocabulary_of(name: str) -> Vocabulary:
    """What sidecars of a system name. Raises KeyError for a name that is not in the registry."""
    system = system_named(name)
    return Vocabulary(system.kinds, {**RULES, **system.diagnostics})


def catalogue() -> dict[str, Rule]:
    """The rules of diagnostics by code, sorted: those that systems share, and those of each."""
    own = (rule for system in all_systems() for rule in system.diagnostics.values())
    return dict(sorted((RULES | {rule.code: rule for rule in own}).items()))


def review_rules() -> dict[str, review.Rule]:
    """The rules of a review by id: those that all systems share, those of each, and those of drift."""
    from .review import rules as review
    from .review.drift import DRIFT_RULES

    own = (rule for system in all_systems() for rule in system.judge.rules)
    return review.RULES | {rule.id: rule for rule in own} | DRIFT_RULES


def rules_of(name: str) -> dict[str, review.Rule]:
    """The rules of a review of one system by id, in its words. Raises KeyError for any other name."""
    from .review.drift import DRIFT_RULES

    system = system_named(name)
    return system.judge.all_rules() | (DRIFT_RULES if system.built else {})


def rules_by_systems() -> dict[tuple[str, ...], tuple[review.Rule, ...]]:
    """All rules of a review, grouped by the names of the systems that have them; those of all systems are first."""
    having: dict[str, list[str]] = {rule: [] for rule in review_rules()}
    for name in REGISTRY:
        for id_ in rules_of(name):
            having[id_].append(name)
    groups: dict[tuple[str, ...], list[review.Rule]] = {tuple(REGISTRY): []}
    for rule in review_rules().values():
        groups.setdefault(tuple(having[rule.id]), []).append(rule)
    return {names: tuple(rules) for names, rules in groups.items()}


def all_systems() -> tuple[System, ...]:
    """All systems, in the order of the registry."""
    return tuple(load() for load in REGISTRY.values())


def default_system() -> str:
    """The name of the system where none is given."""
    return next(iter(REGISTRY))


def system_of_scheme(name: str) -> System | None:
    """The system that knows an input which is no file by its name, such as `botocore:s3`."""
    scheme, colon, _ = name.partition(":")
    if not colon:
        return None
    found = (system for system in all_systems() if any(known.name == scheme for known in system.input.schemes))
    return next(found, None)


def systems_describing(root: object, name: str | None = None) -> tuple[System, ...]:
    """The systems that read a parsed document, or the one of a name, if it does.

    Where no name is given, a system that reads what is another's is left to be named.
    """
    found = tuple(system for system in all_systems() if system.describes(root) and name in (None, system.name))
    return found if name is not None else tuple(system for system in found if not system.input.shared) or found
