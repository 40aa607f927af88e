"""A planned state, as terraform-plugin-framework makes it: defaults, unknown values, plan modifiers in their order."""

from copy import deepcopy
from typing import Any

from mapper.programs.provider_process.values import UNKNOWN, Unknown

from .attributes import NO_DEFAULT, RESIZED, Attribute


def plan(
    attributes: dict[str, Attribute], config: dict[str, Any], prior: dict[str, Any] | None, proposed: dict[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """The planned state, and the paths of attributes whose new values replace the object.

    The order follows `fwserver.PlanResourceChange`: defaults, then unknown values if anything changes, then modifiers.
    An object's modifiers come before its members' modifiers.
    """
    planned = deepcopy(proposed)
    _set_defaults(attributes, planned, config)
    if prior is None or planned != prior:
        _mark_unknown(attributes, planned, config)
    replaced: list[str] = []
    _modify(attributes, planned, config, prior, "", replaced)
    return planned, replaced


def is_unknown(value: Any) -> bool:
    """Whether a value as a whole is not known."""
    return isinstance(value, Unknown)


def _objects(attribute: Attribute, planned: Any, *others: Any) -> list[tuple[Any, ...]]:
    """The objects of a nested value, each with the objects of other values at the same place."""
    if attribute.nesting == "single":
        return [(planned, *others)]
    keys = planned if isinstance(planned, dict) else range(len(planned))
    return [(planned[key], *(_item(other, key) for other in others)) for key in keys]


def _item(value: Any, key: Any) -> Any:
    if isinstance(value, dict):
        return value.get(key)
    return value[key] if isinstance(value, list) and key < len(value) else None


def _set_defaults(attributes: dict[str, Attribute], planned: Any, config: Any) -> None:
    for name, attribute in attributes.items():
        if config.get(name) is None and attribute.default is not NO_DEFAULT:
            planned[name] = attribute.default
        elif attribute.kind == "nested" and isinstance(config.get(name), dict | list):
            for nested_object, given in _objects(attribute, planned[name], config[name]):
                if isinstance(given, dict):
                    _set_defaults(attribute.children, nested_object, given)


def _mark_unknown(attributes: dict[str, Attribute], planned: Any, config: Any) -> None:
    """Make computed values without a configured value or default unknown."""
    for name, attribute in attributes.items():
        if config.get(name) is None:
            if attribute.is_computed and attribute.default is NO_DEFAULT:
                planned[name] = UNKNOWN
        elif attribute.kind == "nested" and isinstance(config[name], dict | list):
            for nested_object, given in _objects(attribute, planned[name], config[name]):
                if isinstance(given, dict):
                    _mark_unknown(attribute.children, nested_object, given)


def _modify(
    attributes: dict[str, Attribute], planned: Any, config: Any, prior: Any, at: str, replaced: list[str]
) -> None:
    for name, attribute in attributes.items():
        before = prior.get(name) if isinstance(prior, dict) else None
        given = config.get(name) if isinstance(config, dict) else None
        for modifier in attribute.modifiers:
            if modifier == "UseStateForUnknown":
                if before is not None and is_unknown(planned[name]) and given is None:
                    planned[name] = before
            elif prior is not None and planned[name] != before and _replaces(modifier, given, before):
                replaced.append(at + name)
        if attribute.kind == "nested" and isinstance(planned[name], dict | list):
            for nested_object, inner_given, old in _objects(attribute, planned[name], given, before):
                if isinstance(nested_object, dict):
                    # a new object in a list is compared with nothing, and that is a difference too
                    was = old if old is not None or prior is None else {}
                    _modify(attribute.children, nested_object, inner_given, was, f"{at}{name}.", replaced)


def _replaces(modifier: str, given: Any, before: Any) -> bool:
    """Whether a modifier replaces an object for a value that differs from the one `before`."""
    if modifier == RESIZED:
        return given is not None and len(given) != len(before or ())
    return modifier == "RequiresReplace" or given is not None
