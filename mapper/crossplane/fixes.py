"""What to paste into `provider.yaml`, so that a diagnostic is settled.

A resource that the config does not list gets an entry of `resource_metadata`. One that is listed has its entry
already, and a second is refused: the fix is a key of that entry, which has what the key says now, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from ..documents import Node
from ..hints import closest
from ..model import Column
from .settings import ResourceSettings, Settings
from .words import scalar


def flow(value: Any) -> str:
    """A value on one line, as terminals show it."""
    match value:
        case dict():
            return f"{{{', '.join(f'{scalar(str(key))}: {flow(own)}' for key, own in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(flow, value))}]"
        case str():
            return scalar(value)
    return json.dumps(value, default=str)


def keys(own: ResourceSettings, **given: Any) -> str:
    """Keys of a resource: of its entry where it has one, else an entry with them."""
    if own.node is None:
        return f"- {flow({'terraform_name': own.name, **given})}" if given else f"- terraform_name: {scalar(own.name)}"
    return "\n".join(f"{key}: {flow(value)}" for key, value in given.items())


def named_keys(own: ResourceSettings, **given: Any) -> str:
    """The same where nothing else says which resource is meant."""
    text = keys(own, **given)
    return text if own.node is None else "\n".join(f"{line} # of {scalar(own.name)}" for line in text.split("\n"))


def listing(own: ResourceSettings, key: str, paths: Iterable[str]) -> str:
    """A list of the resource with some paths more."""
    return keys(own, **{key: [*dict.fromkeys((*_listed(own.node, key), *paths))]})


def setting(own: ResourceSettings, key: str, path: str, value: dict[str, Any] | None) -> str:
    """Settings of the resource by path, with another one of a path, or without it."""
    found = own.node.get(key) if own.node is not None else None
    known = dict(found.value) if found is not None and isinstance(found.value, dict) else {}
    known.pop(path, None)
    return keys(own, **{key: known if value is None else {**known, path: value}})


def excluding(settings: Settings, name: str) -> str:
    """The key of the whole config with the resources that are left out, and one more."""
    return f"exclude_resources: {flow([*_listed(settings.node, 'exclude_resources'), name])}"


def included(settings: Settings, name: str) -> str | None:
    """What brings a resource of the schema back that the config leaves out."""
    if name not in settings.excluded:
        return keys(ResourceSettings(name)) if name not in settings.resources else None
    for key in ("exclude_resources", "exclude-resources"):
        names = _listed(settings.node, key)
        if name in names:
            return f"{key}: {flow([other for other in names if other != name])}"
    return None


def renamed(name: str, known: Iterable[str], settings: Settings) -> str | None:
    """The entry of a resource that is not there with the name that is meant, where that has no entry yet."""
    found = closest(name, (one for one in known if one not in settings.resources))
    return f"- terraform_name: {scalar(found)}" if found else None


def without_column(own: ResourceSettings, column: Column) -> str:
    """The columns without one."""
    left = [one for one in _listed(own.node, "kubectl_printcolumns") if one.get("json_path") != column.path]
    return keys(own, kubectl_printcolumns=left)


def without_path(own: ResourceSettings, path: str, node: Node) -> str | None:
    """The key that names a path, without it."""
    key, _, rest = node.pointer.removeprefix("/resource_metadata/").partition("/")[2].partition("/")
    found = own.node.get(key) if own.node is not None else None
    if found is None or key == "cluster_only":
        return None
    if isinstance(found.value, list):
        return keys(own, **{key: [one for one in found.value if one != path]})
    return setting(own, key, path, None) if rest != "ready" else keys(own, **{key: {}})


def free_kind(kind: str, is_free: Callable[[str], bool]) -> str:
    """A Kind, or one with a number, that nothing else is called."""
    found, number = kind, 2
    while not is_free(found):
        found, number = f"{kind}{number}", number + 1
    return found


def _listed(node: Node | None, key: str) -> list[Any]:
    found = node.get(key) if node is not None else None
    return found.value if found is not None and isinstance(found.value, list) else []
