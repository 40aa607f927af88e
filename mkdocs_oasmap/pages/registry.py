"""Views of pages for Terraform's registry: the provider's schema, with more facts from the mapping.

The schema determines fields, groups and anchors, as in tfplugindocs. The rows of the mapping add what a provider's
schema does not have: defaults, limits, and whether a new value replaces the object.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from mapper.languages.tfplugin.cty_types import CollectionType, CtyType, ObjectType, Primitive, TupleType
from mapper.languages.tfplugin.schema import (
    Attribute,
    Block,
    Function,
    NestedBlock,
    NestedType,
    Nesting,
    ProviderSchema,
)
from mapper.model import Status
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, Problem

from .home_page import titles_of
from .pages import Pages
from .views import AttributeView, EntityView, ExampleView, UseView, rows_of

REQUIRED, OPTIONAL, READ_ONLY = "Required", "Optional", "Read-Only"
_GROUPS = (REQUIRED, OPTIONAL, READ_ONLY)
_SCALARS = {
    Primitive.STRING: "String",
    Primitive.NUMBER: "Number",
    Primitive.BOOL: "Boolean",
    Primitive.DYNAMIC: "Dynamic",
}
_KINDS = (
    ("resources", "Resource"),
    ("data-sources", "Data Source"),
    ("ephemeral-resources", "Ephemeral Resource"),
    ("list-resources", "List Resource"),
    ("actions", "Action"),
)
"""Folders of pages with a schema, and the singular of each kind."""


class FieldView(Struct, frozen=True):
    """An attribute or block: its type in the registry's words, and marks such as *Sensitive*.

    `anchor` is the anchor of the nested fields, empty if there are none. `row` is the view from the mapping.
    """

    name: str
    type: str
    marks: tuple[str, ...]
    description: str
    anchor: str
    row: AttributeView | None


class FieldGroup(Struct, frozen=True):
    """Attributes and blocks with the same status."""

    title: str
    fields: tuple[FieldView, ...]


class SectionView(Struct, frozen=True):
    """The nested fields of an attribute or block; `level` is 1 below the root."""

    anchor: str
    path: str
    groups: tuple[FieldGroup, ...]
    level: int = 1


class SchemaView(Struct, frozen=True):
    """A schema; `sections` are in the order of the page."""

    groups: tuple[FieldGroup, ...]
    sections: tuple[SectionView, ...]


class ParameterView(Struct, frozen=True):
    """A parameter of a function."""

    name: str
    type: str
    marks: tuple[str, ...]
    description: str


class FunctionView(Struct, frozen=True):
    """A function: its signature, its parameters, and the variadic parameter, if there is one."""

    signature: str
    summary: str
    parameters: tuple[ParameterView, ...]
    variadic: ParameterView | None


class RegistryPage(Struct, frozen=True):
    """A page of the registry: the folder of its kind, empty for the provider, and its file name without a suffix.

    `name` is the name in a configuration, `kind` the kind in words, and `group` the subcategory, if it is known.
    """

    folder: str
    file: str
    name: str
    kind: str
    description: str
    deprecation: str | None
    schema: SchemaView | None
    function: FunctionView | None = None
    examples: tuple[ExampleView, ...] = ()
    imports: ExampleView | None = None
    group: str = ""
    uses: tuple[UseView, ...] = ()
    used_by: tuple[UseView, ...] = ()

    @property
    def path(self) -> str:
        """The path of the page, relative to the folder of all pages."""
        return f"{self.folder}/{self.file}.md" if self.folder else f"{self.file}.md"


def provider_schema(pages: Pages) -> ProviderSchema:
    """The schema of the provider. Raises MappingError if the mapping is not for a Terraform provider."""
    mapping = pages.mapping
    schema = system_named(mapping.system).comparison.provider_schema(mapping)
    if schema is None:
        raise MappingError(
            Problem(
                f"the system {mapping.system} makes no provider that a registry could show",
                remedy="leave these pages out",
            )
        )
    return schema


def registry_pages(pages: Pages) -> Iterator[RegistryPage]:
    """The pages of the provider, its resources, data sources and functions. Raises MappingError."""
    schema = provider_schema(pages)
    entities = {
        (entity.kind.folder, name): key
        for key, entity in pages.entities.items()
        for name in {pages.title(entity), entity.name}
    }
    provider = pages.mapping.provider
    single = next((key for (folder, _), key in entities.items() if not folder), None)
    view = pages.entity(single) if single else None
    groups = titles_of(pages.entities, pages.mapping)
    yield _page("", "index", provider, "Provider", schema.settings, view)
    for folder, kind in _KINDS:
        for name, found in _blocks(schema, folder).items():
            key = entities.get((folder, name))
            view = pages.entity(key) if key else None
            page = _page(folder, _file(name, provider, key), name, kind, found, view)
            yield replace(page, group=groups.get(key or "", ""))
    for name, function in schema.functions.items():
        key = entities.get(("functions", name))
        yield _function_page(name, _file(name, "", key), function, pages.entity(key) if key else None)


def _blocks(schema: ProviderSchema, folder: str) -> dict[str, Block]:
    """The schemas of one kind by name."""
    schemas = {
        "resources": schema.resources,
        "data-sources": schema.data_sources,
        "ephemeral-resources": schema.ephemeral_resources,
        "list-resources": schema.list_resources,
    }.get(folder)
    if schemas is None:
        return dict(schema.actions)
    return {name: entry.members for name, entry in schemas.items()}


def _file(name: str, provider: str, key: str | None) -> str:
    """The file name of a page: the name without the provider's prefix, if it is a valid file name."""
    short = name.removeprefix(f"{provider}_") if provider else name
    if short and short.replace("_", "").replace("-", "").isalnum() and short.isascii() and len(short) <= _LONGEST:
        return short
    return key.rpartition("/")[2] if key else "".join(c if c.isalnum() else "-" for c in short)[:_LONGEST]


_LONGEST = 200


def _page(folder: str, file: str, name: str, kind: str, block: Block, view: EntityView | None) -> RegistryPage:
    rows = {row.path: row for row in rows_of(view.groups)} if view else {}
    deprecation = block.deprecation_message or ("This is deprecated." if block.deprecated else None)
    return RegistryPage(
        folder,
        file,
        name,
        kind,
        (view.summary if view else "") or block.description,
        deprecation,
        _Schema(rows).view(block),
        examples=view.examples if view else (),
        imports=view.import_hint if view else None,
        uses=view.uses if view else (),
        used_by=view.used_by if view else (),
    )


def _function_page(name: str, file: str, function: Function, view: EntityView | None) -> RegistryPage:
    parameters = tuple(_parameter(p.name, p.type, p.is_nullable, p.description) for p in function.parameters)
    last = function.variadic_parameter
    variadic = _parameter(last.name, last.type, last.is_nullable, last.description, "Variadic") if last else None
    words = [f"{p.name} {friendly(p.type)}" for p in function.parameters]
    words += [f"{last.name} {friendly(last.type)}..."] if last else []
    signature = f"{name}({', '.join(words)}) {friendly(function.return_type)}"
    return RegistryPage(
        "functions",
        file,
        name,
        "function",
        function.description or (view.summary if view else "") or function.summary,
        function.deprecation_message or None,
        None,
        function=FunctionView(signature, function.summary, parameters, variadic),
        examples=view.examples if view else (),
    )


def _parameter(name: str, type_: CtyType, nullable: bool, description: str, *first: str) -> ParameterView:
    return ParameterView(name, type_words(type_), (*first, *(("Nullable",) if nullable else ())), description)


def type_words(type_: CtyType) -> str:
    """A type in the registry's words: *List of String*."""
    match type_:
        case Primitive():
            return _SCALARS[type_]
        case CollectionType(kind, element):
            return f"{kind.value.capitalize()} of {type_words(element)}"
        case ObjectType():
            return "Object"
        case TupleType():
            return "Tuple"
    assert_never(type_)


def friendly(type_: CtyType) -> str:
    """A type as go-cty names it in a signature: *list of string*."""
    return type_words(type_).lower().replace("boolean", "bool")


class _Schema:
    """Makes the view of one schema. `rows` are the views from the mapping, by path."""

    def __init__(self, rows: Mapping[str, AttributeView]) -> None:
        self._rows = rows

    def view(self, block: Block) -> SchemaView:
        groups, sections = self._block(block, ())
        return SchemaView(groups, tuple(sections))

    def _block(self, block: Block, path: tuple[str, ...]) -> tuple[tuple[FieldGroup, ...], list[SectionView]]:
        members: dict[str, tuple[str, FieldView, list[SectionView]]] = {}
        for name, attribute in block.attributes.items():
            row = None if path else self._rows.get(name)  # it knows that nobody sets `id` of the old SDK
            group = READ_ONLY if row is not None and row.status == Status.COMPUTED.value else _group(attribute)
            members[name] = (group, *self._attribute(attribute, (*path, name)))
        for name, nested in block.block_types.items():
            members[name] = (_block_group(nested), *self._nested_block(nested, (*path, name)))
        return _grouped(members)

    def _attribute(self, attribute: Attribute, path: tuple[str, ...]) -> tuple[FieldView, list[SectionView]]:
        marks = [
            word
            for word, is_so in (
                ("Sensitive", attribute.sensitive),
                ("Write-only", attribute.write_only),
                ("Deprecated", attribute.deprecated),
            )
            if is_so
        ]
        anchor, sections = "", list[SectionView]()
        if isinstance(attribute.type, NestedType):
            words = _mode("Attributes", attribute.type.nesting)
            anchor = _anchor("nestedatt", path)
            members = {
                name: (_group(inner), *self._attribute(inner, (*path, name)))
                for name, inner in attribute.type.attributes.items()
            }
            sections = _section(anchor, path, *_grouped(members))
        else:
            words = type_words(attribute.type)
            anchor, sections = self._objects("nestedatt", attribute.type, path, _group(attribute))
        return self._field(path, words, marks, attribute.description, anchor), sections

    def _objects(self, prefix: str, type_: CtyType, path: tuple[str, ...], group: str) -> tuple[str, list[SectionView]]:
        """Anchor and sections of the members of an object, or of the objects in a collection."""
        inner = type_
        while isinstance(inner, CollectionType):
            inner = inner.element
        if not isinstance(inner, ObjectType):
            return "", []
        anchor = _anchor(prefix, path)
        members = {}
        for name, member in inner.attributes.items():
            at = (*path, name)
            deeper, sections = self._objects("nestedobjatt", member, at, group)
            members[name] = (group, self._field(at, type_words(member), [], "", deeper), sections)
        return anchor, _section(anchor, path, *_grouped(members))

    def _nested_block(self, nested: NestedBlock, path: tuple[str, ...]) -> tuple[FieldView, list[SectionView]]:
        block, anchor = nested.block, _anchor("nestedblock", path)
        marks = []
        if nested.nesting in (Nesting.SINGLE, Nesting.GROUP):
            marks.append(_block_group(nested).replace("-O", "-o"))
        elif nested.min_items:
            marks.append(f"Min: {nested.min_items}")
        if nested.max_items:
            marks.append(f"Max: {nested.max_items}")
        if block.deprecated:
            marks.append("Deprecated")
        field = self._field(path, _mode("Block", nested.nesting), marks, block.description, anchor)
        return field, _section(anchor, path, *self._block(block, path))

    def _field(self, path: tuple[str, ...], type_: str, marks: list[str], description: str, anchor: str) -> FieldView:
        row = self._rows.get(".".join(path))
        text = description or (row.description if row else "")
        return FieldView(path[-1], type_, tuple(marks), text, anchor, row)


def _grouped(
    members: Mapping[str, tuple[str, FieldView, list[SectionView]]],
) -> tuple[tuple[FieldGroup, ...], list[SectionView]]:
    """Fields grouped by status and sorted by name, and their sections in the same order."""
    groups, sections = [], list[SectionView]()
    for title in _GROUPS:
        of_group = [members[name] for name in sorted(members) if members[name][0] == title]
        if of_group:
            groups.append(FieldGroup(title, tuple(field for _, field, _ in of_group)))
            sections += [section for _, _, nested in of_group for section in nested]
    return tuple(groups), sections


def _section(
    anchor: str, path: tuple[str, ...], groups: tuple[FieldGroup, ...], inner: list[SectionView]
) -> list[SectionView]:
    return [SectionView(anchor, ".".join(path), groups, len(path)), *inner]


def _anchor(prefix: str, path: tuple[str, ...]) -> str:
    return f"{prefix}--{'--'.join(path)}"


def _mode(word: str, nesting: Nesting) -> str:
    return word if nesting in (Nesting.SINGLE, Nesting.GROUP) else f"{word} {nesting.value.capitalize()}"


def _group(attribute: Attribute) -> str:
    if attribute.required:
        return REQUIRED
    return READ_ONLY if attribute.computed and not attribute.optional else OPTIONAL


def _block_group(nested: NestedBlock) -> str:
    """The group of a block: without a minimum number, it is read-only if all of its fields are."""
    if nested.min_items:
        return REQUIRED
    block = nested.block
    groups = {_group(attribute) for attribute in block.attributes.values()}
    groups |= {_block_group(inner) for inner in block.block_types.values()}
    return READ_ONLY if groups == {READ_ONLY} and not nested.max_items else OPTIONAL
