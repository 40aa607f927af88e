"""The registry of systems: one line each; a system is imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from .report.diagnostic import Rule
from .report.rules import RULES
from .sidecar import Vocabulary
from .system.system import System

if TYPE_CHECKING:
    from .review import rules as review


REGISTRY: dict[str, Callable[[], System]] = {
    "terraform": lambda: import_module("mapper.systems.terraform.system").TERRAFORM,
    "ack": lambda: import_module("mapper.systems.ack.system").ACK,
    "provider": lambda: import_module("mapper.systems.provider.system").PROVIDER,
    "crossplane": lambda: import_module("mapper.systems.crossplane.system").CROSSPLANE,
    "pulumi": lambda: import_module("mapper.systems.pulumi.system").PULUMI,
}
"""Loaders by the name of the system; the first is the default."""


def system_named(name: str) -> System:
    """The registered system of this name. Raises KeyError for any other."""
    return REGISTRY[name]()


def vocabulary_of(name: str) -> Vocabulary:
    """The names that sidecars of a system contain. Raises KeyError for a name that is not in the registry."""
    system = system_named(name)
    return Vocabulary(system.kinds, {**RULES, **system.diagnostics})


def catalogue() -> dict[str, Rule]:
    """The rules of diagnostics by code, sorted: the shared ones and those of each system."""
    rules = (rule for system in all_systems() for rule in system.diagnostics.values())
    return dict(sorted((RULES | {rule.code: rule for rule in rules}).items()))


def review_rules() -> dict[str, review.ChangeRule]:
    """The rules of a review by id: the shared ones, those of each system, and those of drift."""
    from .review import rules as review
    from .review.drift import DRIFT_RULES

    rules = (rule for system in all_systems() for rule in system.judge.rules.values())
    return review.RULES | {rule.id: rule for rule in rules} | DRIFT_RULES


def rules_of(name: str) -> dict[str, review.ChangeRule]:
    """The review rules of one system by id, in its words. Raises KeyError for any other name."""
    from .review.drift import DRIFT_RULES

    system = system_named(name)
    return system.judge.all_rules() | (DRIFT_RULES if system.built else {})


def rules_by_systems() -> dict[tuple[str, ...], tuple[review.ChangeRule, ...]]:
    """All review rules, grouped by the names of the systems that have them; those of all systems come first."""
    having: dict[str, list[str]] = {rule: [] for rule in review_rules()}
    for name in REGISTRY:
        for id_ in rules_of(name):
            having[id_].append(name)
    groups: dict[tuple[str, ...], list[review.ChangeRule]] = {tuple(REGISTRY): []}
    for rule in review_rules().values():
        groups.setdefault(tuple(having[rule.id]), []).append(rule)
    return {names: tuple(rules) for names, rules in groups.items()}


def all_systems() -> tuple[System, ...]:
    """All systems, in the order of the registry."""
    return tuple(load() for load in REGISTRY.values())


def default_system() -> str:
    """The name of the system if none is given."""
    return next(iter(REGISTRY))


def system_of_scheme(name: str) -> System | None:
    """The system whose scheme an input such as `botocore:s3` begins with; None if it has none."""
    scheme, colon, _ = name.partition(":")
    if not colon:
        return None
    found = (system for system in all_systems() if scheme in system.input.schemes)
    return next(found, None)


def systems_describing(root: object, name: str | None = None) -> tuple[System, ...]:
    """The systems that read a parsed document; with `name`, that system alone, if it does.

    Without a name, systems that share an input of another system are left out.
    """
    systems = tuple(system for system in all_systems() if system.describes(root) and name in (None, system.name))
    return systems if name is not None else tuple(system for system in systems if not system.input.shared) or systems
