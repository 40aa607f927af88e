"""The proposed new state that Terraform sends to a provider: configured values, and prior
values of computed attributes.

A provider's plan starts from this. Computed attributes without a prior value are null; the plan makes them unknown.
Configuration and state are complete values of the schema's type.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain, repeat
from typing import Any

from mapper.languages.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting

from .implied_type import complete
from .values import Dynamic, Unknown, Value

_Object = dict[str, Value]
_Merge = Callable[[Any, _Object], _Object]
_Fits = Callable[[_Object, _Object], bool]


def proposed_state(block: Block, prior: _Object | None, config: _Object) -> _Object:
    """The proposed new state of a resource or of a nested block; `prior` is None if there was none."""
    before = complete(block, {}) if prior is None else prior
    state = _attributes(block.attributes, before, config)
    for name, nested in block.block_types.items():
        state[name] = _nested_block(nested, before[name], config[name])
    return state


def _attributes(attributes: Mapping[str, Attribute], prior: Mapping[str, Value], config: _Object) -> _Object:
    return {name: _attribute(attribute, prior.get(name), config[name]) for name, attribute in attributes.items()}


def _attribute(attribute: Attribute, prior: Value, config: Value) -> Value:
    nested = attribute.type if isinstance(attribute.type, NestedType) else None
    if config is None and attribute.computed:
        was_configured = nested is not None and attribute.optional and _has_configured(nested, prior)
        return None if was_configured else prior
    if config is None or nested is None or isinstance(config, Unknown):
        return config

    merge = partial(_attributes, nested.attributes)
    return _correlate(nested.nesting, prior or {}, config, merge, partial(_fit, nested.attributes))


def _nested_block(nested: NestedBlock, prior: Value, config: Value) -> Value:
    if config is None or isinstance(config, Unknown):
        return config

    merge = partial(proposed_state, nested.block)
    fits = partial(_block_fits, nested.block)
    if isinstance(config, Dynamic):
        before = prior.value if isinstance(prior, Dynamic) else None
        return Dynamic(config.type, _correlate(nested.nesting, before, config.value, merge, fits))
    return _correlate(nested.nesting, prior, config, merge, fits)


def _correlate(nesting: Nesting, prior: Any, config: Any, merge: _Merge, fits: _Fits) -> Value:
    """Pair each configured object with a prior one, by index, by key, or for sets by values, and merge the pairs."""
    match nesting:
        case Nesting.SINGLE | Nesting.GROUP:
            return merge(prior, config)
        case Nesting.MAP:
            before = prior if isinstance(prior, dict) else {}
            return {key: _merged(merge, before.get(key), item) for key, item in config.items()}
        case Nesting.LIST:
            items = chain(prior if isinstance(prior, list) else [], repeat(None))
            return [_merged(merge, before, item) for before, item in zip(items, config, strict=False)]
        case Nesting.SET:
            left = list(prior) if isinstance(prior, list) else []
            return [_merged(merge, _take(left, item, fits), item) for item in config]


def _merged(merge: _Merge, before: Any, item: Any) -> Value:
    return merge(before, item) if isinstance(item, dict) and isinstance(before, dict) else item


def _take(left: list[Any], item: Any, fits: _Fits) -> Any:
    """Remove and return the first prior object of a set that fits a configured one; None if none fits."""
    for index, before in enumerate(left):
        if isinstance(item, dict) and isinstance(before, dict) and fits(before, item):
            return left.pop(index)
    return None


def _block_fits(block: Block, prior: _Object, config: _Object) -> bool:
    blocks = block.block_types.items()
    nested = all(
        _nested_fits(nested.nesting, prior[name], config[name], partial(_block_fits, nested.block))
        for name, nested in blocks
    )
    return nested and _fit(block.attributes, prior, config)


def _fit(attributes: Mapping[str, Attribute], prior: _Object, config: _Object) -> bool:
    """Whether a configured object may have become this prior one: only computed, unconfigured attributes differ."""
    return all(_attribute_fits(attribute, prior.get(name), config[name]) for name, attribute in attributes.items())


def _attribute_fits(attribute: Attribute, prior: Value, config: Value) -> bool:
    if config is None and attribute.computed:
        return True
    if isinstance(attribute.type, NestedType):
        return _nested_fits(attribute.type.nesting, prior, config, partial(_fit, attribute.type.attributes))
    return prior == config


def _nested_fits(nesting: Nesting, prior: Any, config: Any, fits: _Fits) -> bool:
    match prior, config:
        case dict(), dict() if nesting is Nesting.MAP:
            return prior.keys() == config.keys() and all(_pair(prior[key], config[key], fits) for key in config)
        case dict(), dict():
            return fits(prior, config)
        case list(), list() if len(prior) == len(config) and nesting is Nesting.SET:
            left = list(prior)
            return all(_take(left, item, fits) is not None for item in config)
        case list(), list() if len(prior) == len(config):
            return all(_pair(before, item, fits) for before, item in zip(prior, config, strict=True))
    return bool(prior == config)


def _pair(prior: Any, config: Any, fits: _Fits) -> bool:
    return fits(prior, config) if isinstance(prior, dict) and isinstance(config, dict) else bool(prior == config)


def _has_configured(nested: NestedType, prior: Value) -> bool:
    """Whether a nested value contains a value that was configured, so that removing the configuration removes it."""
    objects: list[Any]
    match nested.nesting, prior:
        case Nesting.SINGLE, dict():
            objects = [prior]
        case _, dict():
            objects = list(prior.values())
        case _, list():
            objects = prior
        case _:
            objects = []
    return any(
        (not attribute.computed and item[name] is not None)
        or (isinstance(attribute.type, NestedType) and _has_configured(attribute.type, item[name]))
        for item in objects
        if isinstance(item, dict)
        for name, attribute in nested.attributes.items()
    )
