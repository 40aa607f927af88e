"""Facts about a resource for its page, and examples of the registry in Terraform's language and as manifests.

A value may be an expression, `${digitalocean_vpc.main.id}`. If the config has a reference for the field, the manifest
has one. Else, it has the expression in angle brackets, for users to fill in.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mapper.languages.hcl.literals import is_name, key, literal, quoted
from mapper.languages.kubernetes.manifest import CONNECTION_KEYS
from mapper.model import Address, CollectionKind, Entity, Fragment, ScalarKind
from mapper.text.yaml_scalar import dump

from .config import ExternalName, ExternalNameMode, ResourceSettings
from .crd import is_required, needs_rule
from .documentation import Collected
from .fields import Field, ManifestSide, Many, ObjectShape, Shape, reference_names
from .names import json_name
from .resources import Resource

EXTERNAL_NAME = "crossplane.io/external-name"

_EXPRESSION = re.compile(r"\$\{([^{}]*)\}")
_REFERRED = re.compile(r"\$\{([A-Za-z0-9_]+)\.([A-Za-z0-9_-]+)(?:\[\w+\])?\.[A-Za-z0-9_]+\}")
_NO_NAME = re.compile(r"[^a-z0-9]+")
_MOST_LINES = 120
_LONGEST_NAME = 63


class _Impossible(Exception):
    """A value that is invalid for its field."""


def as_terraform(example: Collected, resource: Resource) -> str:
    """The example in Terraform's language; empty if it is too long."""
    fields = {field.name: field for field in resource.target.fields}
    head = f"resource {quoted(resource.name)} {quoted(example.name)}"
    lines = [f"{head} {{", *_body(example.arguments, fields, "  "), "}", ""]
    return "\n".join(lines) if len(lines) <= _MOST_LINES else ""


def _body(arguments: Mapping[str, Any], fields: Mapping[str, Field], indent: str) -> Iterator[str]:
    plain = {name: value for name, value in arguments.items() if is_name(name) and not _is_block(name, fields)}
    width = max((len(name) for name, value in plain.items() if not _is_long(value)), default=0)
    for name, value in plain.items():
        shown = name if _is_long(value) else name.ljust(width)
        yield f"{indent}{shown} = {_value(value, indent)}"
    is_first = not plain
    for name, value in arguments.items():
        if _is_block(name, fields):
            for item in value if isinstance(value, list) else [value]:
                if not is_first:
                    yield ""
                is_first = False
                yield f"{indent}{name} {{"
                shape = fields[name].shape
                inner = shape.element if isinstance(shape, Many) else shape
                inside = {field.name: field for field in inner.fields} if isinstance(inner, ObjectShape) else {}
                yield from _body(item if isinstance(item, dict) else {}, inside, f"{indent}  ")
                yield f"{indent}}}"


def _is_block(name: str, fields: Mapping[str, Field]) -> bool:
    return name in fields and fields[name].is_block


def _is_long(value: object) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _value(value: object, indent: str) -> str:
    inner = f"{indent}  "
    match value:
        case dict() if value:
            members = "".join(f"{inner}{key(str(name))} = {_value(member, inner)}\n" for name, member in value.items())
            return f"{{\n{members}{indent}}}"
        case list() if value:
            return "[\n" + "".join(f"{inner}{_value(member, inner)},\n" for member in value) + f"{indent}]"
        case dict():
            return "{}"
        case list():
            return "[]"
        case None:
            return "null"
        case str():
            whole = _EXPRESSION.fullmatch(value)
            if whole:
                return whole[1].strip() or "null"
            return quoted(value).replace("$${", "${")
    return literal(value)


def as_manifest(example: Collected, resource: Resource) -> str:
    """The example as a namespaced manifest; empty if it is too long, or lacks required fields."""
    target = resource.target
    writer = _Writer()
    fields = {field.name: field for field in target.fields}
    values = writer.object(example.arguments, target.fields)
    if any(
        needs_rule(field) or is_required(field, ManifestSide.FOR) for field in target.fields if field.json not in values
    ):
        return ""
    metadata: dict[str, Any] = {"name": object_name(example.name)}
    external = next((v for n, v in example.arguments.items() if n in fields and fields[n].omitted), None)
    if isinstance(external, str) and not external.startswith("${"):
        metadata["annotations"] = {EXTERNAL_NAME: external}
    text = manifest_text(target.address, metadata, {"forProvider": values})
    return text if text.count("\n") <= _MOST_LINES else ""


def manifest_text(address: Address, metadata: dict[str, Any], spec: dict[str, Any]) -> str:
    """The YAML text of a manifest."""
    head = {"apiVersion": f"{address.group}/{address.version}", "kind": address.kind}
    return dump({**head, "metadata": metadata, "spec": spec}, allow_unicode=True, width=80)


def object_name(name: str) -> str:
    """The name of a Kubernetes object, from the label of a Terraform resource."""
    return _NO_NAME.sub("-", name.lower()).strip("-")[:_LONGEST_NAME].strip("-") or "example"


class _Writer:
    """Converts arguments to fields of a manifest."""

    def object(self, arguments: Mapping[str, Any], fields: tuple[Field, ...]) -> dict[str, Any]:
        """The values of some fields; arguments without a field are left out."""
        values: dict[str, Any] = {}
        for field in fields:
            if field.name not in arguments or not field.on(ManifestSide.FOR) or arguments[field.name] is None:
                continue
            try:
                values |= self._field(field, arguments[field.name])
            except _Impossible:
                continue
        return values

    def _field(self, field: Field, value: Any) -> dict[str, Any]:
        if field.is_secret:
            return {field.json: _secret(field, value)}
        named = [
            _REFERRED.fullmatch(text) for text in (value if isinstance(value, list) else [value]) if _is_text(text)
        ]
        if field.reference is not None and named and all(named):
            names = [{"name": object_name(text[2])} for text in named if text]
            return {reference_names(field).ref: names if field.is_list else names[0]}
        return {field.json: self._value(field.shape, value)}

    def _value(self, shape: Shape, value: Any) -> Any:
        match shape:
            case ObjectShape(fields):
                item = value[0] if isinstance(value, list) and len(value) == 1 else value
                if not isinstance(item, dict):
                    raise _Impossible
                return self.object(item, fields)
            case Many(CollectionKind.MAP, element):
                item = value[0] if isinstance(value, list) and len(value) == 1 else value
                if not isinstance(item, dict):
                    raise _Impossible
                return {str(name): self._value(element, member) for name, member in item.items()}
            case Many(_, element):
                items = value if isinstance(value, list) else [value]
                return [self._value(element, member) for member in items]
            case ScalarKind.STRING:
                return _string(value)
            case ScalarKind.BOOL:
                return _boolean(value)
            case ScalarKind.INT64 | ScalarKind.NUMBER:
                return _number(value, whole=shape is ScalarKind.INT64)
        return value


def _secret(field: Field, value: Any) -> Any:
    """The secret reference of a field: one key for each value, all keys for a map."""
    selector: dict[str, Any] = {"name": object_name(field.name)}
    if field.is_map:
        return selector
    count = len(value) if field.is_list and isinstance(value, list) else 1
    keys = [
        {**selector, "key": field.name if count == 1 else f"{field.name}-{number}"} for number in range(1, count + 1)
    ]
    return keys if field.is_list else keys[0]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _string(value: object) -> str:
    match value:
        case str():
            return _EXPRESSION.sub(lambda match: f"<{match[1]}>", value)
        case bool() | int() | float():
            return literal(value)
    raise _Impossible


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise _Impossible


def _number(value: object, *, whole: bool) -> float:
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
    except ValueError:
        number = None
    if number is None or (whole and not number.is_integer()):
        raise _Impossible
    return int(number) if number.is_integer() else number


EXAMPLES = "examples"
"""Examples of the registry: the title, the Terraform text and the manifest of each."""
IMPORT = "import"
"""The manifest that imports an existing object."""
SECRET = "connectionSecret"  # noqa: S105 - a keyword
"""The keys of the connection secret, and a manifest that requests it."""

READY = "readiness"
"""The readiness condition of the config, if it has one."""

_MOST_EXAMPLES = 3


def facts_about(resource: Resource) -> Iterator[Fragment]:
    """The fragments of a resource."""
    if examples := list(_examples(resource)):
        yield Fragment(EXAMPLES, examples, resource.node)
    if text := _import(resource):
        yield Fragment(IMPORT, text, resource.node)
    if text := readiness(resource.target.settings, json_name):
        yield Fragment(READY, text, resource.node)
    if keys := _connection_keys(resource):
        yield Fragment(CONNECTION_KEYS, keys, resource.node)
        yield Fragment(SECRET, _connection(resource, keys), resource.node)


def fact(entity: Entity, keyword: str) -> Any:
    """The value of a fragment; None if there is none."""
    return next((fragment.value for fragment in entity.fragments if fragment.keyword == keyword), None)


def _examples(resource: Resource) -> Iterator[dict[str, str]]:
    names = Counter[str]()
    for example in resource.texts.examples:
        terraform = as_terraform(example, resource)
        manifest = as_manifest(example, resource)
        if terraform and manifest and names.total() < _MOST_EXAMPLES:
            names[example.name] += 1
            number = f" ({names[example.name]})" if names[example.name] > 1 else ""
            yield {"title": f"{example.name}{number}", "terraform": terraform, "manifest": manifest}


def _import(resource: Resource) -> str:
    target = resource.target
    name = target.settings.external_name
    given = {
        field.json: _placeholder(field) for field in target.fields if field.identifier and field.on(ManifestSide.FOR)
    }
    metadata = {"name": "example", "annotations": {EXTERNAL_NAME: _external(name, resource)}}
    return manifest_text(target.address, metadata, {"managementPolicies": ["Observe"], "forProvider": given})


def _external(name: ExternalName, resource: Resource) -> str:
    """The annotation of an existing object: the identifier in the registry's example if that is the external name."""
    match name.mode:
        case ExternalNameMode.PROVIDER:
            return next(iter(resource.texts.imports), "<id>")
        case ExternalNameMode.NAME:
            return "<name>"
        case ExternalNameMode.PARAMETER:
            return f"<{name.parameter}>"
    return f"<{name.parameter or 'name'}>"


def _placeholder(field: Field) -> Any:
    return [] if field.is_list else {} if isinstance(field.shape, ObjectShape) or field.is_map else f"<{field.name}>"


def readiness(settings: ResourceSettings, spelled: Callable[[str], str]) -> str:
    """The condition Ready by the value of a field, as YAML; empty if every existing object is ready."""
    ready = settings.readiness
    if ready is None:
        return ""
    path = ".".join(map(spelled, ready.path.split(".")))
    values = {value: str(is_ready) for value, is_ready in ready.values.items()}
    head = f"# The condition Ready, by the value of status.atProvider.{path}; Unknown for any other value\n"
    return head + dump(values, allow_unicode=True, width=80)


def _connection_keys(resource: Resource) -> list[str]:
    target = resource.target
    keys = [f"attribute.{field.path}" for field in target.fields if field.sensitive]
    return list(dict.fromkeys([*keys, *target.settings.connection_details]))


def _connection(resource: Resource, keys: list[str]) -> str:
    text = manifest_text(
        resource.target.address, {"name": "example"}, {"writeConnectionSecretToRef": {"name": "example"}}
    )
    return text + "".join(f"# {key}\n" for key in ("Keys of the secret:", *(f"- {line}" for line in keys)))
