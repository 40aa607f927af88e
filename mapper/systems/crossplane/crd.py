"""Writes CustomResourceDefinitions: for each resource one in each scope."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from mapper.languages.kubernetes.crd import SCALARS, Version, comment, definition, file_name, root
from mapper.languages.kubernetes.yaml_text import Members, Writer
from mapper.model import CollectionKind, ScalarKind

from . import common_fields
from .config import Merging
from .contents import Contents
from .fields import Field, ManifestSide, Many, ObjectShape, Shape, element_of, reference_names
from .previous_versions import with_versions
from .resources import FileText, Provider, Resource, Target

Data = dict[str, Any]

FOLDER = "package/crds"
_POLICIES = " || ".join(f"'{action}' in self.managementPolicies" for action in ("*", "Create", "Update"))
_RESERVED = frozenset(
    "true false null in as break const continue else for function if import let loop package namespace return var void"
    " while".split()
)
"""Reserved words of CEL, the language of validation rules, which are escaped in names of fields."""


def write_crds(provider: Provider) -> dict[str, Iterable[str]]:
    """Path -> text of each definition."""
    writer = _Writer(provider)
    return {
        f"{FOLDER}/{file_name(target.address)}": FileText(partial(writer.text, resource, target))
        for resource in provider.resources
        for target in resource.targets
    }


class _Writer:
    """Writes definitions. Consecutive definitions of one resource share the text of equal schemas.

    All of AWS takes 27 s in place of 31, three services with schemas of megabytes 3.7 s in place of 5.9.
    """

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self._latest: tuple[Resource, Shared, Writer] | None = None

    def text(self, resource: Resource, target: Target) -> str:
        """The text of a definition."""
        if self._latest is None or self._latest[0] is not resource:
            self._latest = resource, Shared(), Writer()
        _, shared, writer = self._latest
        return f"---\n{writer.text_of(definition_of(resource, target, self._provider, shared))}"


class Shared:
    """Schemas of nested objects that several places in the definitions of a resource share."""

    def __init__(self) -> None:
        self._contents = Contents()
        self._made: dict[tuple[int, bool], Data] = {}
        self._flags: dict[int, tuple[bool, bool]] = {}

    def object(self, shape: ObjectShape, side: ManifestSide, make: Callable[[], Data]) -> Data:
        """The schema of an object on a side, cached if it can be shared."""
        is_scoped, is_uneven = self._of(shape)
        if is_scoped:
            return make()
        key = self._contents.number(shape), is_uneven and side is ManifestSide.AT
        schema = self._made.get(key)
        if schema is None:
            schema = self._made[key] = make()
        return schema

    def _of(self, shape: ObjectShape) -> tuple[bool, bool]:
        """Whether the schema of an object depends on the scope or place, and whether the status has another one."""
        number = self._contents.number(shape)
        flags = self._flags.get(number)
        if flags is None:
            fields = shape.fields
            inner = [self._of(below) for f in fields if isinstance(below := element_of(f.shape), ObjectShape)]
            scoped = any(f.is_secret or f.identifier or f.reference is not None for f in fields)
            uneven = any(f.is_output or f.sensitive or f.merging is not None for f in fields)
            flags = scoped or any(flag for flag, _ in inner), uneven or any(flag for _, flag in inner)
            self._flags[number] = flags
        return flags


def definition_of(resource: Resource, target: Target, provider: Provider, shared: Shared | None = None) -> Data:
    """The definition of a resource in one scope, as plain data. `shared` has the schemas of its other definitions."""
    address, kind = target.address, target.address.kind
    sides = _Sides(address.scope, provider, shared or Shared())
    spec = common_fields.spec_properties(address.scope, lists_kinds=provider.settings.lists_config_kinds)
    status = common_fields.status_properties(provider.settings.runtime)
    spec["forProvider"] = sides.object(target.fields, ManifestSide.FOR)
    spec["initProvider"] = {
        **sides.object(target.fields, ManifestSide.INIT),
        "description": common_fields.INIT_PROVIDER,
    }
    status["atProvider"] = sides.object(target.fields, ManifestSide.AT)
    rules = rules_of(target)
    described: Data = {
        "description": f"{kind}Spec defines the desired state of {kind}",
        "properties": spec,
        "required": ["forProvider"],
        "type": "object",
    }
    if rules:
        described["x-kubernetes-validations"] = rules
    observed = {
        "description": f"{kind}Status defines the observed state of {kind}.",
        "properties": status,
        "type": "object",
    }
    schema = root(kind, {"spec": described, "status": observed}, comment, about(resource, target))
    schema["required"] = ["spec"]
    version = Version(address.version, schema, address.columns)
    latest = definition(kind, address, [version], provider.settings.controller_gen)
    return with_versions(latest, target.settings)


def about(resource: Resource, target: Target) -> str:
    """The description of a resource's Kind."""
    kind = target.address.kind
    return f"{kind} is the Schema for the {kind}s API. {resource.text}".rstrip()


def rules_of(target: Target) -> list[Data]:
    """The validation rules of a spec: its required fields."""
    return [rule for field in sorted(target.fields, key=lambda f: f.name) for rule in _rules(field)]


class _Sides:
    """Builds the schemas of fields in one scope."""

    def __init__(self, scope: str, provider: Provider, shared: Shared) -> None:
        self._scope, self._provider, self._shared = scope, provider, shared

    def object(self, fields: tuple[Field, ...], side: ManifestSide) -> Data:
        """The schema of those fields that one side has."""
        properties = Members()
        required = []
        texts = {field.json: field.text for field in fields if field.text}
        for field in fields:
            if field.on(side):
                properties[field.json] = self._field(field, side)
                if is_required(field, side):
                    required.append(field.json)
                if side is not ManifestSide.AT and field.reference is not None:
                    properties |= self._reference(field, texts)
        schema: Data = {"type": "object"}
        if properties:
            schema["properties"] = properties
        if required:
            schema["required"] = sorted(required)
        return schema

    def _field(self, field: Field, side: ManifestSide) -> Data:
        if field.is_secret:
            schema = self._secret(field)
        else:
            more = server_side(field, side, self._provider.settings.runtime)
            schema = self._shape(field.shape, shown_side(field, side))
            schema = schema | more if more else schema
        text = comment(field.text) if field.text else ""
        return {**schema, "description": text} if text else schema

    def _secret(self, field: Field) -> Data:
        what = "all" if field.is_map else "key"
        reference = common_fields.secret(self._scope) if field.is_map else common_fields.secret_key(self._scope)
        described = {**reference, "description": common_fields.SECRET_TEXTS[self._scope, what]}
        return {"items": described, "type": "array"} if field.is_list else described

    def _shape(self, shape: Shape, side: ManifestSide) -> Data:
        match shape:
            case ObjectShape(fields):
                return self._shared.object(shape, side, lambda: self.object(fields, side))
            case Many(CollectionKind.MAP, element):
                return {"additionalProperties": self._shape(element, side), "type": "object"}
            case Many(_, element):
                return {"items": self._shape(element, side), "type": "array"}
            case ScalarKind():
                return SCALARS[shape]

    def _reference(self, field: Field, texts: dict[str, str]) -> Data:
        """The schemas of the reference and selector fields. If another field has the same name, its text is used."""
        names = reference_names(field)
        ref, selector = self._provider.reference_texts(field)
        make: Callable[[str, str], Data] = common_fields.references if field.is_list else common_fields.reference
        return {
            names.ref: make(self._scope, texts.get(names.ref, ref)),
            names.selector: common_fields.selector(self._scope, texts.get(names.selector, selector)),
        }


def shown_side(field: Field, side: ManifestSide) -> ManifestSide:
    """The side whose structure a side has: as with upjet, the spec's in place of an empty status."""
    inside = element_of(field.shape)
    if side is not ManifestSide.AT or field.is_output or not isinstance(inside, ObjectShape):
        return side
    return side if any(f.on(side) for f in inside.fields) else ManifestSide.FOR


def server_side(field: Field, side: ManifestSide, runtime: str) -> Data:
    """How several appliers merge a collection. Go markers can express that for fields, not for elements.

    Since v2.4, upjet leaves lists that are merged by keys atomic in the status.
    """
    merging = field.merging or Merging()
    match field.shape:
        case Many(CollectionKind.MAP, element):
            merge_type = merging.map_type or ("granular" if isinstance(element, ScalarKind) else "none")
            return {} if merge_type == "none" else {"x-kubernetes-map-type": merge_type}
        case Many(kind, element):
            is_set = kind is CollectionKind.SET and isinstance(element, ScalarKind)
            merge_type = merging.list_type or ("set" if is_set else "")
            if merge_type == "map" and not (side is ManifestSide.AT and runtime >= "v2.4"):
                return {"x-kubernetes-list-map-keys": list(merging.list_map_keys), "x-kubernetes-list-type": "map"}
            return {"x-kubernetes-list-type": merge_type} if merge_type and merge_type != "map" else {}
    return {}


def is_required(field: Field, side: ManifestSide) -> bool:
    """Whether a definition requires a field: parameters of external names, and secrets of initProvider."""
    if side is ManifestSide.FOR:
        return field.identifier and not field.optional and not field.computed and field.reference is None
    return side is ManifestSide.INIT and field.is_secret and not field.optional


def needs_rule(field: Field) -> bool:
    """Whether a validation rule requires a field, unless the object is only observed."""
    is_free = field.optional or field.identifier or field.reference is not None
    return field.on(ManifestSide.FOR) and not is_free


def _is_untyped(field: Field) -> bool:
    """Whether a field has any type, or is a collection of such: a cluster rejects rules about it."""
    return not field.is_secret and element_of(field.shape) is ScalarKind.DYNAMIC


def _rules(field: Field) -> Iterator[Data]:
    if needs_rule(field) and not _is_untyped(field):
        name = f"__{field.json}__" if field.json in _RESERVED else field.json.replace("-", "__dash__")
        alternatives = [f"has(self.forProvider.{name})"]
        if not field.is_secret:
            alternatives.append(f"(has(self.initProvider) && has(self.initProvider.{name}))")
        rule = f"!({_POLICIES}) || {' || '.join(alternatives)}"
        yield {"message": f"spec.forProvider.{field.json} is a required parameter", "rule": rule}
