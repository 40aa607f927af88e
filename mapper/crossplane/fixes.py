"""Fixes of diagnostics: text to paste into `provider.yaml`.

For a resource that the config does not list, the fix is an entry of `resource_metadata`. For a listed one, a second
entry would be an error: the fix is a key of its entry, with the present value merged in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Union, assert_never

from ..inputs import Node
from ..model import Column
from ..report.fix import flow_scalar as scalar
from ..text.suggest import closest
from ..tfplugin.cty_types import CollectionType, CtyType, ObjectType, Primitive, TupleType
from ..tfplugin.schema import Block, NestedType
from .config import ResourceSettings, Settings


def flow(value: Any) -> str:
    """A value as YAML on one line."""
    match value:
        case dict():
            return f"{{{', '.join(f'{scalar(str(key))}: {flow(member)}' for key, member in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(flow, value))}]"
        case str():
            return scalar(value)
    return json.dumps(value, default=str)


def keys(own: ResourceSettings, **given: Any) -> str:
    """Keys of a resource's entry; a whole entry with them if the config has none."""
    if own.node is None:
        return f"- {flow({'terraform_name': own.name, **given})}" if given else f"- terraform_name: {scalar(own.name)}"
    return "\n".join(f"{key}: {flow(value)}" for key, value in given.items())


def named_keys(own: ResourceSettings, **given: Any) -> str:
    """As `keys`, with the name of the resource as a comment, for messages that do not name it."""
    text = keys(own, **given)
    return text if own.node is None else "\n".join(f"{line} # of {scalar(own.name)}" for line in text.split("\n"))


def listing(own: ResourceSettings, key: str, paths: Iterable[str]) -> str:
    """A list of the resource, extended by some paths."""
    return keys(own, **{key: [*dict.fromkeys((*_listed(own.node, key), *paths))]})


def setting(own: ResourceSettings, key: str, path: str, value: dict[str, Any] | None) -> str:
    """A mapping of the resource by path, with the value of one path replaced, or removed if it is None."""
    node = own.node.get(key) if own.node is not None else None
    settings = dict(node.value) if node is not None and isinstance(node.value, dict) else {}
    settings.pop(path, None)
    return keys(own, **{key: settings if value is None else {**settings, path: value}})


def excluding(settings: Settings, name: str) -> str:
    """`exclude_resources` with one more name."""
    return f"exclude_resources: {flow([*_listed(settings.node, 'exclude_resources'), name])}"


def included(settings: Settings, name: str) -> str | None:
    """A fix that includes a resource of the schema that the config leaves out; None if it is included already."""
    if name not in settings.excluded:
        return keys(ResourceSettings(name)) if name not in settings.resources else None
    for key in ("exclude_resources", "exclude-resources"):
        names = _listed(settings.node, key)
        if name in names:
            return f"{key}: {flow([other for other in names if other != name])}"
    return None


def renamed(name: str, known: Iterable[str], settings: Settings) -> str | None:
    """An entry with the known name most similar to an unknown one, unless that has an entry."""
    similar = closest(name, (other for other in known if other not in settings.resources))
    return f"- terraform_name: {scalar(similar)}" if similar else None


def without_column(own: ResourceSettings, column: Column) -> str:
    """The columns without this one."""
    left = [other for other in _listed(own.node, "kubectl_printcolumns") if other.get("json_path") != column.path]
    return keys(own, kubectl_printcolumns=left)


def without_path(own: ResourceSettings, path: str, node: Node) -> str | None:
    """The key that contains a path, without that path."""
    key, _, rest = node.pointer.removeprefix("/resource_metadata/").partition("/")[2].partition("/")
    member = own.node.get(key) if own.node is not None else None
    if member is None or key == "cluster_only":
        return None
    if isinstance(member.value, list):
        return keys(own, **{key: [other for other in member.value if other != path]})
    return setting(own, key, path, None) if rest != "ready" else keys(own, **{key: {}})


def free_kind(kind: str, is_free: Callable[[str], bool]) -> str:
    """The Kind, with a number appended if it is taken."""
    candidate, number = kind, 2
    while not is_free(candidate):
        candidate, number = f"{kind}{number}", number + 1
    return candidate


def _listed(node: Node | None, key: str) -> list[Any]:
    member = node.get(key) if node is not None else None
    return member.value if member is not None and isinstance(member.value, list) else []


_Place = Union[Block, NestedType, CtyType]  # noqa: UP007  CtyType is a text when this runs


def schema_has(block: Block, path: str) -> bool:
    """Whether a block has an attribute or block at a dotted path; elements of lists have no step in it."""
    place: _Place | None = block
    for name in path.split("."):
        place = None if place is None else _below(place, name)
    return place is not None


def _below(place: _Place, name: str) -> _Place | None:
    match place:
        case Block():
            if name in place.block_types:
                return place.block_types[name].block
            return place.attributes[name].type if name in place.attributes else None
        case NestedType():
            return place.attributes[name].type if name in place.attributes else None
        case CollectionType(_, element):
            return _below(element, name)
        case ObjectType(attributes):
            return attributes.get(name)
        case Primitive() | TupleType():
            return None
    assert_never(place)
