"""Terraform's side of a life without Terraform: proposed states, the action of a plan, and the checks of results.

The rules are from Terraform's `plans/objchange`: `ProposedNew`, `AssertPlanValid` and `AssertObjectCompatible`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mapper.programs.provider_process.implied_type import complete
from mapper.programs.provider_process.proposed_state import proposed_state

from .provider.attributes import Attribute, block
from .provider.crud import Crud, State
from .provider.failure import Failure
from .provider.plan import is_unknown, plan
from .provider.resources import Resource

_MOST_SHOWN = 6


class Action(StrEnum):
    """What a plan does to an object."""

    CREATE = "create"
    NONE = "none"
    UPDATE = "update"
    REPLACE = "replace"


@dataclass(frozen=True)
class Plan:
    """An action, the planned state, and the paths of the attributes that cause the action."""

    action: Action
    planned: State
    reasons: tuple[str, ...] = ()


class Core:
    """The life of one object: its state, and what Terraform does with it. All methods raise Failure."""

    def __init__(self, resource: Resource, crud: Crud) -> None:
        self._attributes, self._crud, self._block = resource.attributes, crud, block(resource.attributes)
        self.state: State | None = None

    def plan(self, config: State, ignored: Iterable[str] = ()) -> Plan:
        """Refresh and plan. Changes of `ignored` attributes are left out, as with `ignore_changes`."""
        if self.state is not None:
            self.state = self._crud.read(self.state)
        prior, full_config = self.state, complete(self._block, config)
        if prior is not None:
            for path in ignored:
                _ignore(path.split("."), prior, full_config)
        proposed = proposed_state(self._block, prior, full_config)
        planned, replaced = plan(self._attributes, full_config, prior, proposed)
        _refuse("invalid-plan", _plan_errors(self._attributes, full_config, planned, ""))
        if prior is None:
            return Plan(Action.CREATE, planned)
        if planned == prior:
            return Plan(Action.NONE, planned)
        if replaced:
            planned, _ = plan(self._attributes, full_config, None, proposed_state(self._block, None, full_config))
            return Plan(Action.REPLACE, planned, tuple(replaced))
        reasons = tuple(_differences(prior, proposed, "")) or tuple(_differences(prior, planned, ""))
        return Plan(Action.UPDATE, planned, reasons)

    def apply(self, plan: Plan) -> None:
        """Apply a plan, and check the new state."""
        if plan.action is Action.NONE:
            return
        if plan.action is Action.REPLACE and self.state is not None:
            self._crud.delete(self.state)
            self.state = None
        planned = plan.planned
        self.state = self._crud.create(planned) if self.state is None else self._crud.update(self.state, planned)
        _refuse("inconsistent", _inconsistencies(self._attributes, planned, self.state, ""))


def _ignore(path: list[str], prior: State, config: State) -> None:
    """Copy the value at a path from the state into a configuration."""
    name, *inner = path
    if not inner and name in config:
        config[name] = prior.get(name)
    elif inner and isinstance(config.get(name), dict) and isinstance(prior.get(name), dict):
        config[name] = dict(config[name])
        _ignore(inner, prior[name], config[name])


def _refuse(kind: str, problems: Iterator[str]) -> None:
    if listed := list(problems):
        raise Failure(kind, "; ".join(listed[:_MOST_SHOWN]))


def _plan_errors(attributes: dict[str, Attribute], config: Any, planned: Any, at: str) -> Iterator[str]:
    """Values of a plan that differ from the configuration, though only the configuration may set them."""
    for name, attribute in attributes.items():
        given, value = config.get(name), planned.get(name)
        if given is None:
            if value is not None and not attribute.is_computed:
                yield f"{at}{name}: planned {value!r}, but it is not in the configuration"
        elif attribute.kind == "nested" and attribute.nesting == "single" and isinstance(value, dict):
            yield from _plan_errors(attribute.children, given, value, f"{at}{name}.")
        elif attribute.kind != "nested" and given != value:
            yield f"{at}{name}: planned {value!r} for {given!r}"


def _inconsistencies(attributes: dict[str, Attribute], planned: Any, actual: Any, at: str) -> Iterator[str]:
    """Values of a new state that differ from planned ones."""
    for name, attribute in attributes.items():
        yield from _value_differences(attribute, planned.get(name), actual.get(name), f"{at}{name}")


def _value_differences(attribute: Attribute, planned: Any, actual: Any, at: str) -> Iterator[str]:
    if is_unknown(planned):
        return
    if planned is None or actual is None:
        if planned is not actual:
            yield f"{at}: was {_short(planned)}, but now {_short(actual)}"
    elif attribute.kind == "nested":
        yield from _object_differences(attribute, planned, actual, at)
    elif attribute.kind == "set":
        if sorted(map(repr, planned)) != sorted(map(repr, actual)):
            yield f"{at}: was {_short(planned)}, but now {_short(actual)}"
    elif planned != actual:
        yield f"{at}: was {_short(planned)}, but now {_short(actual)}"


def _object_differences(attribute: Attribute, planned: Any, actual: Any, at: str) -> Iterator[str]:
    if attribute.nesting == "single":
        yield from _inconsistencies(attribute.children, planned, actual, f"{at}.")
    elif len(planned) != len(actual) or (isinstance(planned, dict) and planned.keys() != actual.keys()):
        yield f"{at}: had {len(planned)} elements, but now {len(actual)}"
    elif attribute.nesting == "set":
        for item in planned:
            if not any(not list(_inconsistencies(attribute.children, item, other, at)) for other in actual):
                yield f"{at}: an element of the set has vanished"
    else:
        for key in planned if isinstance(planned, dict) else range(len(planned)):
            yield from _inconsistencies(attribute.children, planned[key], actual[key], f"{at}[{key}].")


def _differences(prior: Any, planned: Any, at: str) -> Iterator[str]:
    """The places at which two values differ, with both values."""
    if isinstance(prior, dict) and isinstance(planned, dict):
        for name in sorted(prior.keys() | planned.keys()):
            yield from _differences(prior.get(name), planned.get(name), f"{at}.{name}" if at else name)
    elif isinstance(prior, list) and isinstance(planned, list) and len(prior) == len(planned):
        for i, (before, after) in enumerate(zip(prior, planned, strict=True)):
            yield from _differences(before, after, f"{at}[{i}]")
    elif prior != planned:
        yield f"{at}: {_short(prior)} -> {_short(planned)}"


def _short(value: Any) -> str:
    return "(unknown)" if is_unknown(value) else repr(value)[:50]
