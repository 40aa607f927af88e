"""The registry of systems: one line each; a system is imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from .report.diagnostic import Rule
from .report.rules import RULES
from .sidecar import Vocabulary
from .system.system import System

if TYPE_CHECKING:
    from .programs.idl.idl import Idl
    from .programs.provider_process.live import LiveProvider
    from .programs.sdk.package import Sdk
    from .programs.trial.trial import TerraformTrial
    from .programs.v2020.profile import V2020
    from .review import rules as review
    from .system.runner import Runner
    from .systems.crossplane.programs import Programs as CrossplanePrograms
    from .systems.provider.programs import Programs as ProviderPrograms
    from .systems.pulumi.programs import Programs as PulumiPrograms
    from .systems.terraform.programs import Programs as TerraformPrograms

    class _Asked(TerraformPrograms, ProviderPrograms, CrossplanePrograms, PulumiPrograms, Protocol):
        """What all systems ask for: the type checker compares it with what is handed over."""


class Programs:
    """What systems take from programs: what starts processes, talks to clusters, or writes other languages.

    No other module imports `mapper.programs`, and this one only for what a system asks for.
    """

    def live_provider(self) -> LiveProvider:
        """The provider that an input names, to be started."""
        from .programs.provider_process.live import LiveProvider

        return LiveProvider()

    def v2020(self) -> V2020:
        """Crossplane's profile of 2020."""
        from .programs.v2020.profile import V2020_PROFILE

        return V2020_PROFILE

    def crossplane_runner(self) -> Runner:
        """What plans and reconciles the resources of a Crossplane provider."""
        from .programs.operator.plan import CrossplaneRunner

        return CrossplaneRunner()

    def trial(self) -> TerraformTrial:
        """What tries out resources in Terraform."""
        from .programs.trial.trial import TerraformTrial

        return TerraformTrial()

    def idl(self) -> Idl:
        """The reader of Pulumi's IDLs."""
        from .programs.idl.idl import Idl

        return Idl()

    def sdk(self) -> Sdk:
        """The writer of Pulumi's SDKs."""
        from .programs.sdk.package import Sdk

        return Sdk()


PROGRAMS: _Asked = Programs()

REGISTRY: dict[str, Callable[[], System]] = {
    "terraform": lambda: import_module("mapper.systems.terraform.system").Terraform(PROGRAMS),
    "ack": lambda: import_module("mapper.systems.ack.system").ACK,
    "provider": lambda: import_module("mapper.systems.provider.system").Provider(PROGRAMS),
    "crossplane": lambda: import_module("mapper.systems.crossplane.system").Crossplane(PROGRAMS),
    "pulumi": lambda: import_module("mapper.systems.pulumi.system").Pulumi(PROGRAMS),
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
    """The rules of diagnostics by code, sorted: the shared ones and each system's."""
    rules = (rule for system in all_systems() for rule in system.diagnostics.values())
    return dict(sorted((RULES | {rule.code: rule for rule in rules}).items()))


def review_rules() -> dict[str, review.ChangeRule]:
    """The rules of a review by id: the shared ones, each system's, and the rules of drift."""
    from .review import rules as review
    from .review.drift import DRIFT_RULES

    rules = (rule for system in all_systems() for rule in system.review_policy.rules.values())
    return review.RULES | {rule.id: rule for rule in rules} | DRIFT_RULES


def rules_of(name: str) -> dict[str, review.ChangeRule]:
    """The review rules of one system by id, in its words. Raises KeyError for any other name."""
    from .review.drift import DRIFT_RULES

    system = system_named(name)
    return system.review_policy.all_rules() | (DRIFT_RULES if system.comparison.built_by else {})


def rules_by_systems() -> dict[tuple[str, ...], tuple[review.ChangeRule, ...]]:
    """All review rules, grouped by the names of the systems that have them. Rules of all systems come first."""
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
    found = (system for system in all_systems() if scheme in system.reading.input.schemes)
    return next(found, None)


def systems_describing(root: object, name: str | None = None) -> tuple[System, ...]:
    """The systems that read a parsed document; with `name`, that system alone, if it does.

    Without a name, systems that share an input of another system are left out.
    """
    systems = tuple(
        system for system in all_systems() if system.reading.input.describes(root) and name in (None, system.name)
    )
    return (
        systems
        if name is not None
        else tuple(system for system in systems if not system.reading.input.shared) or systems
    )
