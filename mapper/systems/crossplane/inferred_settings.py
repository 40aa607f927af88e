"""Guesses what a schema does not specify, from its names and from examples of the registry."""

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from mapper.languages.tfplugin.schema import Block
from mapper.model import ScalarKind

from .config import ExternalNameMode
from .documentation import Texts
from .fields import Field, element_of, walk
from .resources import Resource

_REFERS = re.compile(r"\$\{([a-z0-9_]+)\.[A-Za-z0-9_-]+(?:\[\w+\])?\.id\}")
_SEPARATOR = re.compile(r"[/:,|]")
_WHOLE = re.compile(
    r"(?:^|_)(?:count|port|ports|size|ttl|seconds|minutes|minute|hours|hour|days|day|months|weeks|ms|millis|bytes|kb|mb|"
    r"gb|tb|gib|mib|gigabytes|timeout|priority|priorities|weight|ids?|number|nodes|instances|replicas|age|limit|major|"
    r"minor|patch|capacity|retries|attempts|period|interval|length|depth|workers|threads|connections|code|version|"
    r"vcpus|cpus|cores|disk|iops|year|quantity|total|index|tokens|partitions|shards)$|^(?:max|min|num|total|n)_"
)
_FRACTION = re.compile(r"ratio|factor|rate|price|cost|percent|fraction|probability|temperature|utilization|multiplier")


def external_name(block: Block, texts: Texts) -> tuple[str, str]:
    """A guess of `external_name`, as YAML, and the reason for it."""
    imported = next(iter(texts.imports), "")
    parts = [part for part in _SEPARATOR.split(imported) if part]
    if len(parts) > 1 and (template := _template(imported, parts, block, texts)):
        return template, f"the registry imports {imported!r}"
    name, identifier = block.attributes.get("name"), block.attributes.get("id")
    if imported and any(example.arguments.get("name") == imported for example in texts.examples):
        return f"{{mode: {ExternalNameMode.NAME}}}", "the registry imports it by its name"
    if name is not None and name.required and (identifier is None or not identifier.computed):
        return f"{{mode: {ExternalNameMode.NAME}}}", "it has a name, and no id that the provider sets"
    if imported:
        return f"{{mode: {ExternalNameMode.PROVIDER}}}", f"the registry imports {imported!r}"
    return f"{{mode: {ExternalNameMode.PROVIDER}}}", "the provider sets the id"


def _template(imported: str, parts: list[str], block: Block, texts: Texts) -> str:
    """A template for an identifier of several parts, if all but one are arguments; else empty."""
    if len(parts) != len(set(parts)):
        return ""
    names = [_argument(part, block, texts) for part in parts]
    unknown = [part for part, name in zip(parts, names, strict=True) if not name]
    variable = "name" if "name" in names else ""
    if len(unknown) + bool(variable) != 1 or len(set(names) - {""}) + len(unknown) != len(parts):
        return ""
    template = imported
    for part, name in zip(parts, names, strict=True):
        word = f"{{{{ .parameters.{name} }}}}" if name and name != variable else "{{ .external_name }}"
        template = template.replace(part, f"\0{word}\0", 1)
    mode = f"mode: {ExternalNameMode.TEMPLATE}, parameter: {variable or chr(39) * 2}"
    return f"{{{mode}, template: '{template.replace(chr(0), '')}'}}"


def _argument(part: str, block: Block, texts: Texts) -> str:
    """The required argument that is part of an identifier: by the value in an example, or by its name."""
    required = {name for name, attribute in block.attributes.items() if attribute.required}
    for example in texts.examples:
        for name, value in example.arguments.items():
            if name in required and value == part:
                return name
    plain = part.strip("<>{}[]$").lower().replace("-", "_")
    return plain if plain in required else ""


def references(resource: Resource, resource_names: Set[str]) -> dict[str, str]:
    """Path of an argument -> the resource whose id examples use for it."""
    paths = {field.path for field in walk(resource.target.fields) if not field.is_output}
    targets: dict[str, str] = {}
    for path, value in _values(resource.texts):
        match = _REFERS.fullmatch(value) if isinstance(value, str) else None
        if match is not None and match[1] in resource_names and path in paths:
            targets.setdefault(path, match[1])
    return dict(sorted(targets.items()))


_NAMES_ANOTHER = re.compile(r"(?P<stem>.+)_(?:id|ids|key|keys|uuid|slug)\Z")


def named_references(resource: Resource, resource_names: Set[str], prefix: str) -> dict[str, str]:
    """Path of an argument -> the resource that its name says: `zoo_keeper` for `keeper_id` and `keeper_ids`.

    If no resource has that name, it is the only one whose name ends with it. The resource itself is none.
    """
    targets: dict[str, str] = {}
    for field in walk(resource.target.fields):
        match = _NAMES_ANOTHER.fullmatch(field.name)
        if match is None or field.is_output or field.sensitive or element_of(field.shape) is not ScalarKind.STRING:
            continue
        others = resource_names - {resource.name}
        named = {f"{prefix}_{match['stem']}"} & others or {o for o in others if o.endswith(f"_{match['stem']}")}
        if len(named) == 1:
            targets[field.path] = next(iter(named))
    return dict(sorted(targets.items()))


def whole_numbers(resource: Resource) -> list[str]:
    """The paths of numbers that are integers by their names and in examples."""
    examples: dict[str, list[Any]] = {}
    for path, value in _values(resource.texts):
        examples.setdefault(path, []).append(value)
    return [
        field.path
        for field in walk(resource.target.fields)
        if element_of(field.shape) is ScalarKind.NUMBER and _is_whole(field, examples.get(field.path, []))
    ]


def _is_whole(field: Field, examples: list[Any]) -> bool:
    numbers = [value for value in examples if isinstance(value, int | float) and not isinstance(value, bool)]
    if any(not float(value).is_integer() for value in numbers) or _FRACTION.search(field.name):
        return False
    return bool(numbers) or _WHOLE.search(field.name) is not None


def _values(texts: Texts) -> Iterator[tuple[str, Any]]:
    for example in texts.examples:
        yield from _inside(example.arguments)


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        at, inner = stack.pop()
        if isinstance(inner, Mapping):
            stack += [(f"{at}.{name}" if at else str(name), nested) for name, nested in reversed([*inner.items()])]
        elif isinstance(inner, list):
            stack += [(at, nested) for nested in reversed(inner)]
        else:
            yield at, inner
