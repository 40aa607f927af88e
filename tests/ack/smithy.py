"""Smithy models for tests: written in short, or converted from the models of older SDKs that other tests have."""

import json
from typing import Any

import yaml

NAMESPACE = "com.example.zoo"
_BUILT_IN = "Blob Boolean Double Float Integer Long String Timestamp Unit Document".split()
_MEMBER_TRAITS = ("idempotencyToken", "documentation", "deprecated")


def smithy(shapes: str, operations: str = "[]", **more: Any) -> bytes:
    """The bytes of a model: shapes by name as in YAML, where a name without a namespace is of the model or built in.

    A member is its target, or `{target: …, traits: …}`; a trait without a namespace is of Smithy's own.
    """
    written: dict[str, Any] = {"Zoo": _service(yaml.safe_load(operations)), **yaml.safe_load(shapes)}
    names = {name: name if "#" in name else f"{NAMESPACE}#{name}" for name in written}
    table = {names[name]: _whole(shape, names) for name, shape in written.items()}
    return json.dumps({"smithy": "2.0", "shapes": table, **more}, indent=1).encode()


def _service(operations: list[str]) -> dict[str, Any]:
    traits = {"aws.api#service": {"sdkId": "Zoo"}, "title": "Zoo Service"}
    return {"type": "service", "version": "2026-01-01", "operations": operations, "traits": traits}


def _whole(shape: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    found = dict(shape)
    for key in ("member", "key", "value", "input", "output"):
        if key in found:
            found[key] = _member(found[key], names)
    if "members" in found:
        found["members"] = {name: _member(member, names) for name, member in found["members"].items()}
    for key in ("mixins", "operations"):
        if key in found:
            found[key] = [_member(target, names) for target in found[key]]
    return _with_traits(found)


def _member(member: Any, names: dict[str, str]) -> dict[str, Any]:
    found = {"target": member} if isinstance(member, str) else dict(member)
    target = found["target"]
    found["target"] = names.get(target) or (f"smithy.api#{target}" if target in _BUILT_IN else target)
    return _with_traits(found)


def _with_traits(value: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(value.get("traits"), dict):
        return value
    traits = {name if "#" in name else f"smithy.api#{name}": trait for name, trait in value["traits"].items()}
    return {**value, "traits": traits}


def as_smithy(service_model: bytes) -> bytes:
    """The same model in Smithy, as far as both formats can say the same."""
    model = json.loads(service_model)
    metadata = model["metadata"]
    service = {"aws.api#service": {"sdkId": metadata["serviceId"]}}
    if "serviceFullName" in metadata:
        service["smithy.api#title"] = metadata["serviceFullName"]
    table: dict[str, Any] = {"a#Service": {"type": "service", "version": metadata.get("apiVersion"), "traits": service}}
    for name, operation in model["operations"].items():
        payloads = {part: _target(operation[part]) for part in ("input", "output") if part in operation}
        table[f"a#{name}"] = {"type": "operation", **payloads, "traits": _traits(operation, ("documentation",))}
    for name, shape in model["shapes"].items():
        table[f"a#{name}"] = _converted(shape)
    return json.dumps({"smithy": "2.0", "shapes": table}, indent=1).encode()


def _target(reference: dict[str, Any]) -> dict[str, Any]:
    return {"target": f"a#{reference['shape']}"}


def _converted(shape: dict[str, Any]) -> dict[str, Any]:
    traits = _traits(shape, ("documentation", "deprecated", "sensitive"))
    if "pattern" in shape:
        traits["smithy.api#pattern"] = shape["pattern"]
    if shape.get("exception"):
        traits["smithy.api#error"] = "client"
    limits = {key: shape[key] for key in ("min", "max") if key in shape}
    if limits:
        kind = "range" if shape["type"] in ("integer", "long", "float", "double") else "length"
        traits[f"smithy.api#{kind}"] = limits
    if "enum" in shape:
        members = {f"V{i}": {"target": "smithy.api#Unit", "traits": {"smithy.api#enumValue": value}}
                   for i, value in enumerate(shape["enum"])}  # fmt: skip
        return {"type": "enum", "members": members, "traits": traits}
    found: dict[str, Any] = {"type": shape["type"], "traits": traits}
    for key, name in (("member", "member"), ("key", "key"), ("value", "value")):
        if key in shape:
            found[name] = _target(shape[key])
    if shape["type"] == "structure":
        found["members"] = {
            name: {**_target(member), "traits": _traits(member, _MEMBER_TRAITS)}
            for name, member in shape.get("members", {}).items()
        }
        for name in shape.get("required", ()):
            found["members"][name]["traits"]["smithy.api#required"] = {}
    return found


def _traits(value: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    traits: dict[str, Any] = {}
    for key in keys:
        if value.get(key):
            traits[f"smithy.api#{key}"] = value[key] if isinstance(value[key], str) else {}
    if value.get("deprecatedMessage"):
        traits["smithy.api#deprecated"] = {"message": value["deprecatedMessage"]}
    return traits
