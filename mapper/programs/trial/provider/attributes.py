"""Attributes of a resource, from the code spec, with their names in the API."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, CtyType, Primitive, object_type
from mapper.languages.tfplugin.schema import Attribute as SchemaAttribute
from mapper.languages.tfplugin.schema import Block, NestedType, Nesting

NO_DEFAULT: Any = object()
NESTED = {"single_nested": "single", "list_nested": "list", "set_nested": "set", "map_nested": "map"}
_PRIMITIVES = {
    "string": Primitive.STRING,
    "bool": Primitive.BOOL,
    "int64": Primitive.NUMBER,
    "float64": Primitive.NUMBER,
    "number": Primitive.NUMBER,
    "dynamic": Primitive.STRING,
}
NUMBERS = ("int64", "float64", "number")
SCALARS = (*NUMBERS, "string", "bool")
_MODIFIER = re.compile(r"planmodifier\.(RequiresReplace(?:If(?:Configured)?)?|UseStateForUnknown)\(")
_RESIZED = "len(req.PlanValue.Elements()) != len(req.StateValue.Elements())"
RESIZED = "RequiresReplaceIfResized"
"""Our name for the function that replaces an object if a collection has more or fewer elements than before."""


@dataclass
class Attribute:
    """An attribute, or a part of one. `kind` is *nested*, or the kind of the code spec.

    `source` is the name in the API. `roles` are the parts of operations that have the attribute, empty if that is not
    recorded. In a *choice*, exactly one member of an object is the value. A *branch* is an attribute of the resource
    that is the whole body. The value of a *JSON* attribute is a text that contains it.
    """

    name: str
    kind: str
    status: str
    nesting: str = ""
    element: "Attribute | None" = None
    children: dict[str, "Attribute"] = field(default_factory=dict)
    default: Any = NO_DEFAULT
    modifiers: tuple[str, ...] = ()
    enum: tuple[Any, ...] = ()
    source: str = ""
    roles: set[str] = field(default_factory=set)
    sent_by: frozenset[str] = frozenset()
    is_json: bool = False
    is_sensitive: bool = False
    is_choice: bool = False
    is_branch: bool = False

    @property
    def is_settable(self) -> bool:
        """Whether a configuration may have a value."""
        return self.status != "computed"

    @property
    def is_computed(self) -> bool:
        """Whether the API may choose the value."""
        return "computed" in self.status

    @property
    def replaces(self) -> bool:
        """Whether a new value may replace the object."""
        return any(modifier.startswith("RequiresReplace") for modifier in self.modifiers)

    def schema(self) -> SchemaAttribute:
        """The attribute in the schema of a provider."""
        is_required = self.status == "required"
        is_optional = self.is_settable and not is_required
        return SchemaAttribute(
            self._type(),
            required=is_required,
            optional=is_optional,
            computed=self.is_computed,
            sensitive=self.is_sensitive,
        )

    def _type(self) -> CtyType | NestedType:
        if self.kind == "nested":
            return NestedType({n: child.schema() for n, child in self.children.items()}, Nesting(self.nesting))
        return self.value_type()

    def value_type(self) -> CtyType:
        """The type of the value of an element."""
        if self.kind == "object":
            return object_type({name: child.value_type() for name, child in self.children.items()})
        if self.kind in _PRIMITIVES:
            return _PRIMITIVES[self.kind]
        return CollectionType(CtyKind(self.kind), self.element.value_type() if self.element else Primitive.STRING)


def block(attributes: Mapping[str, Attribute]) -> Block:
    """The schema of a resource."""
    return Block({name: attribute.schema() for name, attribute in attributes.items()})


def read_attribute(written: dict[str, Any]) -> Attribute:
    """The attribute that an entry of a code spec describes."""
    kind = next(key for key in written if key != "name")
    data = written[kind]
    status = data.get("computed_optional_required") or data["optional_required"]  # of a provider, nothing is computed
    attribute = Attribute(written["name"], kind, status, source=written["name"])
    attribute.modifiers = tuple(filter(None, map(_modifier, data.get("plan_modifiers", []))))
    attribute.is_sensitive = bool(data.get("sensitive"))
    attribute.default = data.get("default", {}).get("static", NO_DEFAULT)
    if kind in NESTED:
        attribute.kind, attribute.nesting = "nested", NESTED[kind]
        members = data.get("nested_object", data).get("attributes", [])
        attribute.children = {member["name"]: read_attribute(member) for member in members}
    elif "element_type" in data:
        attribute.element = _element("", data["element_type"])
    elif "attribute_types" in data:
        attribute.children = {member["name"]: _element(member["name"], member) for member in data["attribute_types"]}
    return attribute


def _modifier(entry: dict[str, Any]) -> str:
    """The name of the function that makes a plan modifier; empty for functions that are not known."""
    code = entry.get("custom", {}).get("schema_definition", "")
    name = _MODIFIER.search(code)
    return RESIZED if _RESIZED in code else name[1] if name else ""


def _element(name: str, written: dict[str, Any]) -> Attribute:
    """An element of a collection, or a member of an object: it has a type and no status."""
    kind = next(key for key in written if key != "name")
    data = written[kind] or {}
    element = Attribute(name, kind, "required", source=name)
    if "element_type" in data:
        element.element = _element("", data["element_type"])
    elif "attribute_types" in data:
        element.children = {member["name"]: _element(member["name"], member) for member in data["attribute_types"]}
    return element
