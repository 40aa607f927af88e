"""The fields of a resource, from Terraform's schema and the settings: one tree; each side has a part of it.

The rules are from upjet, the library for current providers. Whether a field is in `forProvider`, `initProvider` or
`atProvider` depends on its attribute: configurable, computed or sensitive.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.languages.tfplugin.cty_types import CollectionType, CtyType, ObjectType, Primitive, TupleType
from mapper.languages.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting
from mapper.model import CollectionKind, ScalarKind

from .config import ExternalNameMode, Merging, ReferenceSetting, ResourceSettings
from .documentation import Texts
from .names import go_name, is_field, json_name, json_name_of_go, parameters_in


class ManifestSide(Enum):
    """An object of a managed resource that contains fields, by its path in a manifest."""

    FOR = "spec.forProvider"
    INIT = "spec.initProvider"
    AT = "status.atProvider"

    __hash__ = object.__hash__  # by identity, without a call in Python: all of AWS looks a million sides up


class Many(Struct, frozen=True):
    """A list, set or map of elements."""

    kind: CollectionKind
    element: "Shape"


class ObjectShape(Struct, frozen=True, eq=False):
    """An object with fields. It is equal only to itself: what is made of it is cached by it."""

    fields: "tuple[Field, ...]"


Shape = ScalarKind | Many | ObjectShape


class Impossible(Struct, frozen=True):
    """A type that cannot be mapped, and why."""

    reason: str


class Field(Struct, frozen=True):
    """One field. `path` is its dotted Terraform name; `identifier`: it is a parameter of the external name.

    `omitted`: the external name replaces it, so that no side has it. `text` is its description. `counts` are the least
    and greatest number of blocks, 0 if the schema specifies none.
    """

    name: str
    path: str
    node: Node
    shape: Shape
    text: str = ""
    required: bool = False
    optional: bool = False
    computed: bool = False
    sensitive: bool = False
    write_only: bool = False
    deprecation: str | None = None
    identifier: bool = False
    omitted: bool = False
    is_block: bool = False
    counts: tuple[int, int] = (0, 0)
    reference: ReferenceSetting | None = None
    merging: Merging | None = None

    @property
    def json(self) -> str:
        """The name in a manifest; for a secret, the name of its reference."""
        if not self.is_secret:
            return json_name(self.name)
        return json_name_of_go(f"{go_name(self.name)}SecretRef")  # upjet takes it from the name in Go

    @property
    def is_output(self) -> bool:
        """Whether it is read-only."""
        return self.computed and not self.optional

    @property
    def is_secret(self) -> bool:
        """Whether its value is in a secret."""
        return self.sensitive and not self.is_output

    @property
    def is_hidden(self) -> bool:
        """Whether the value is in a secret even if it is read-only."""
        return False

    @property
    def is_list(self) -> bool:
        """Whether it is a list or set."""
        return isinstance(self.shape, Many) and not self.is_map

    @property
    def is_map(self) -> bool:
        """Whether it is a map."""
        return isinstance(self.shape, Many) and self.shape.kind is CollectionKind.MAP

    @property
    def holds_password(self) -> bool:
        """Whether its value is one text in a secret."""
        return self.is_secret and not isinstance(self.shape, Many)

    def on(self, side: ManifestSide) -> bool:
        """Whether a side has this field."""
        if self.omitted:
            return False
        if side is ManifestSide.AT:
            return not self.sensitive  # so no secret is there
        return not self.is_output and self.path != "id" and not (side is ManifestSide.INIT and self.identifier)


class ReferenceNames(Struct, frozen=True):
    """The names of the reference and selector fields."""

    ref: str
    selector: str


def reference_names(field: Field) -> ReferenceNames:
    """The names of the reference and selector fields of a field."""
    setting, name = field.reference, json_name(field.name)
    ref = setting.ref_field if setting else ""
    selector = setting.selector_field if setting else ""
    return ReferenceNames(
        json_name_of_go(ref) if ref else f"{name}{'Refs' if field.is_list else 'Ref'}",
        json_name_of_go(selector) if selector else f"{name}Selector",
    )


class Clash(Struct, frozen=True):
    """A reference that is left out, because the schema has a field with one of its names."""

    path: str
    node: Node
    name: str


class Dropped(Struct, frozen=True):
    """An attribute that cannot become a field, and why."""

    path: str
    node: Node
    reason: str


class Fields:
    """Builds the fields of one resource. `dropped` are the attributes that could not be mapped.

    `clashes` are the references that were left out.
    """

    def __init__(self, settings: ResourceSettings, texts: Texts, *, embeds: bool) -> None:
        self.dropped: list[Dropped] = []
        self.clashes: list[Clash] = []
        self._settings, self._texts = settings, texts
        self._embeds = embeds if settings.embeds is None else settings.embeds
        external = settings.external_name
        self._identifiers = parameters_in(external.template)
        self._nested_identifiers = self._identifiers
        if external.mode is ExternalNameMode.PARAMETER:
            self._nested_identifiers |= {external.parameter}
        self._omitted: frozenset[str] = frozenset()
        if external.mode is ExternalNameMode.NAME:
            self._omitted = frozenset(("name", "name_prefix"))
        elif external.parameter and external.mode is not ExternalNameMode.PROVIDER:
            self._omitted = frozenset((external.parameter, f"{external.parameter}_prefix"))

    def of(self, block: Block, node: Node) -> tuple[Field, ...]:
        """The fields of the whole resource."""
        return tuple(
            self._with_root_settings(field) for field in self._block(block, node, "") if field.path != "timeouts"
        )

    def can_be_secret(self, shape: Shape) -> bool:
        """Whether a sensitive field may have this shape: strings, and lists and maps of strings."""
        return shape is ScalarKind.STRING or (isinstance(shape, Many) and shape.element is ScalarKind.STRING)

    def _distinct(self, fields: Iterator[Field]) -> Iterator[Field]:
        """The fields with distinct names in manifests, of one name the first. References to taken names are removed."""
        distinct = tuple(self._first(fields))
        if not any(field.reference is not None for field in distinct):
            yield from distinct
            return
        used = {field.json for field in distinct if field.on(ManifestSide.FOR)}
        for field in distinct:
            yield self._without_clashing_reference(field, used) if field.reference is not None else field
            if field.reference is not None and field.on(ManifestSide.FOR):
                names = reference_names(field)
                used |= {names.ref, names.selector}

    def _without_clashing_reference(self, field: Field, given: set[str]) -> Field:
        """The field without its reference, if other fields have one of the reference's names."""
        names = reference_names(field)
        taken = next((name for name in (names.ref, names.selector) if name in given), None)
        if taken is None or not field.on(ManifestSide.FOR) or field.reference is None:
            return field
        self.clashes.append(Clash(field.path, field.reference.node, taken))
        return replace(field, reference=None)

    def _first(self, fields: Iterator[Field]) -> Iterator[Field]:
        seen: set[str] = set()
        for field in fields:
            if not is_field(field.json):
                self.dropped.append(Dropped(field.path, field.node, "no field of a manifest can have its name"))
            elif field.json in seen:
                self.dropped.append(Dropped(field.path, field.node, f"another field is called {field.json}, too"))
            else:
                seen.add(field.json)
                yield field

    def _with_root_settings(self, field: Field) -> Field:
        """The field with the settings that apply to top-level fields only."""
        identifier = field.name in self._identifiers
        omitted = field.name in self._omitted
        return replace(field, identifier=identifier, omitted=omitted) if identifier or omitted else field

    def _block(self, block: Block, node: Node, prefix: str) -> Iterator[Field]:
        return self._distinct(self._of_block(block, node, prefix))

    def _of_block(self, block: Block, node: Node, prefix: str) -> Iterator[Field]:
        for name, attribute in block.attributes.items():
            path = f"{prefix}{name}"
            if path not in self._settings.removed and name not in block.block_types:
                yield from self._attribute(name, path, attribute, node.child("attributes").child(name))
        for name, nested in block.block_types.items():
            path = f"{prefix}{name}"
            if path not in self._settings.removed:
                yield self._nested_block(name, path, nested, node.child("block_types").child(name))

    def _nested_block(self, name: str, path: str, nested: NestedBlock, node: Node) -> Field:
        fields = tuple(self._block(nested.block, node.child("block"), f"{path}.")) if node.get("block") else ()
        is_single = nested.nesting in (Nesting.SINGLE, Nesting.GROUP)
        required = _has_required(nested.block) if nested.nesting is Nesting.SINGLE else nested.min_items > 0
        most = 1 if is_single else nested.max_items
        shape: Shape = ObjectShape(fields)
        if nested.nesting is Nesting.MAP:
            shape = Many(CollectionKind.MAP, shape)
        elif not (self._embeds and most == 1):
            shape = Many(CollectionKind.SET if nested.nesting is Nesting.SET else CollectionKind.LIST, shape)
        computed = not is_single and nested.nesting is not Nesting.MAP and not required and nested.max_items == 0
        text = self._texts.of(path, nested.block.description)
        field = Field(
            name,
            path,
            node,
            shape,
            text,
            required,
            not required,
            computed=computed,
            deprecation=_deprecation(nested.block),
            is_block=True,
            counts=(0, 1) if is_single else (nested.min_items, nested.max_items),
            reference=self._settings.references.get(path),
        )
        return self._with_settings(field)

    def _attribute(self, name: str, path: str, attribute: Attribute, node: Node) -> Iterator[Field]:
        field = Field(
            name,
            path,
            node,
            ScalarKind.STRING,
            self._texts.of(path, attribute.description),
            attribute.required,
            attribute.optional,
            computed=attribute.computed,
            sensitive=attribute.sensitive,
            write_only=attribute.write_only,
            deprecation=_deprecation(attribute),
            reference=self._settings.references.get(path),
        )
        field = self._with_settings(field)
        inner = node.get("nested_type") or node
        shape = self._shape(attribute.type, field, inner)
        if isinstance(shape, Impossible):
            self.dropped.append(Dropped(path, node, shape.reason))
        elif field.sensitive and not field.is_output and not self.can_be_secret(shape):
            self.dropped.append(Dropped(path, node, "it is sensitive, and no secret can hold a value of its type"))
        else:
            yield field if shape is field.shape else replace(field, shape=shape)

    def _with_settings(self, field: Field) -> Field:
        """The field with the corrections of the settings; a move to the status includes all nested fields.

        upjet compares identifiers by name alone: it takes nested fields of the same name for identifiers, too.
        """
        if "." in field.path and field.name in self._nested_identifiers:
            field = replace(field, identifier=True)
        merging = self._settings.merging.get(field.path)
        if merging is not None:
            field = replace(field, merging=merging)
        flags = self._settings.flags.get(field.path)
        if flags is not None:
            field = replace(
                field,
                required=field.required if flags.required is None else flags.required,
                optional=field.optional if flags.optional is None else flags.optional,
                computed=field.computed if flags.computed is None else flags.computed,
                sensitive=field.sensitive if flags.sensitive is None else flags.sensitive,
            )
        if self._settings.to_status and self._is_moved(field.path):
            field = replace(field, required=False, optional=False, computed=True)
        return field

    def _is_moved(self, path: str) -> bool:
        """Whether an attribute, or a parent of it, is moved to the status."""
        parts = path.split(".")
        return any(".".join(parts[:count]) in self._settings.to_status for count in range(1, len(parts) + 1))

    def _shape(self, type_: CtyType | NestedType, field: Field, node: Node) -> Shape | Impossible:
        """The shape of a type, or why there is none."""
        if isinstance(type_, NestedType):
            fields = ObjectShape(tuple(self._distinct(self._nested(type_, f"{field.path}.", node))))
            match type_.nesting:
                case Nesting.LIST | Nesting.SET | Nesting.MAP:
                    return Many(CollectionKind(type_.nesting.value), fields)
            return fields
        return self._of_cty(type_, field)

    def _nested(self, type_: NestedType, prefix: str, node: Node) -> Iterator[Field]:
        for name, attribute in type_.attributes.items():
            if f"{prefix}{name}" not in self._settings.removed:
                yield from self._attribute(name, f"{prefix}{name}", attribute, node.child("attributes").child(name))

    def _of_cty(self, type_: CtyType, field: Field) -> Shape | Impossible:
        match type_:
            case Primitive.NUMBER:
                return ScalarKind.INT64 if field.path in self._settings.integers else ScalarKind.NUMBER
            case Primitive():
                return _SCALARS[type_]
            case CollectionType(kind, element):
                inner = self._of_cty(element, field)
                return inner if isinstance(inner, Impossible) else Many(CollectionKind(kind.value), inner)
            case ObjectType(attributes):
                return ObjectShape(tuple(self._distinct(self._members(attributes, field))))
            case TupleType():
                return Impossible("a tuple has no counterpart in a manifest")
        assert_never(type_)

    def _members(self, attributes: Mapping[str, CtyType], field: Field) -> Iterator[Field]:
        """The attributes of an object type, with the configurability of the attribute that contains them."""
        for name, type_ in attributes.items():
            path = f"{field.path}.{name}"
            if path in self._settings.removed:
                continue
            member = Field(
                name,
                path,
                field.node,
                ScalarKind.STRING,
                self._texts.of(path, ""),
                False,
                field.optional or (field.required and name not in self._nested_identifiers),
                computed=field.computed,
                reference=self._settings.references.get(path),
            )
            member = self._with_settings(member)
            shape = self._of_cty(type_, member)
            if isinstance(shape, Impossible):
                self.dropped.append(Dropped(path, field.node, shape.reason))
            else:
                yield replace(member, shape=shape)


_SCALARS = {
    Primitive.STRING: ScalarKind.STRING,
    Primitive.BOOL: ScalarKind.BOOL,
    Primitive.DYNAMIC: ScalarKind.DYNAMIC,
}


def _deprecation(owner: Attribute | Block) -> str | None:
    return owner.deprecation_message or ("It is deprecated." if owner.deprecated else None)


def element_of(shape: Shape) -> ScalarKind | ObjectShape:
    """The innermost element of lists, sets and maps; other shapes are returned as they are."""
    while isinstance(shape, Many):
        shape = shape.element
    return shape


def has_path(fields: tuple[Field, ...], steps: list[str], side: ManifestSide) -> bool:
    """Whether objects may have a value at the manifest names `steps` on a side; anything may be below a secret."""
    if not steps:
        return True
    field = next((field for field in fields if field.on(side) and field.json == steps[0]), None)
    if field is None:
        return False
    shape = element_of(field.shape)
    inner = shape.fields if isinstance(shape, ObjectShape) else None
    return len(steps) == 1 or field.is_secret or (inner is not None and has_path(inner, steps[1:], side))


def walk(fields: tuple[Field, ...]) -> Iterator[Field]:
    """All fields at any depth, parents first."""
    waiting = [iter(fields)]
    while waiting:
        field = next(waiting[-1], None)
        if field is None:
            waiting.pop()
            continue
        yield field
        shape = element_of(field.shape)
        if isinstance(shape, ObjectShape):
            waiting.append(iter(shape.fields))


def _has_required(block: Block) -> bool:
    """Whether a block, or any block in it, has a required attribute."""
    return any(attribute.required for attribute in block.attributes.values()) or any(
        _has_required(nested.block) for nested in block.block_types.values()
    )
