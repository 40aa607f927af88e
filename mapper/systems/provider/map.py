"""Maps the schema of one provider."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Dict
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, Node, Spot, escape_token, split_pointer
from mapper.languages.hcl.literals import RESERVED_PROVIDER_NAMES, RESERVED_ROOT_NAMES
from mapper.languages.tfplugin.schema import ProviderSchema, Schema, SchemaDocument
from mapper.model import (
    Attribute,
    Body,
    Collection,
    Coverage,
    Entity,
    EntityKind,
    EntityRef,
    Fragment,
    Mapping,
    Nested,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Type,
)
from mapper.model.attribute import BY_NAME, rewrite, with_attributes, with_inner
from mapper.model.nesting import check_nesting
from mapper.report.budget import Budget, Cost, Meter
from mapper.report.diagnostic import Diagnostic, Note, Severity, at

from . import kinds, rules
from .bodies import Bodies, Found
from .descriptions import deprecation_of, unusual, usual_kind, usual_texts
from .functions import VERSION, function, identity

SOURCE, FORMAT = "source", "format_version"
"""Fragments of the provider: its address, and the version of the format of the document."""

_T = TypeVar("_T")
_SECTIONS: tuple[tuple[EntityKind, str], ...] = (
    (kinds.RESOURCE, "resource_schemas"),
    (kinds.DATA_SOURCE, "data_source_schemas"),
    (kinds.EPHEMERAL, "ephemeral_resource_schemas"),
    (kinds.LIST_RESOURCE, "list_resource_schemas"),
)
Levels = Dict[str, Severity] | None


class Described(Struct, frozen=True):
    """One provider of a document: its schema, and its place."""

    document: Document
    read: SchemaDocument
    address: str
    unknown: tuple[str, ...] = ()

    @property
    def schema(self) -> ProviderSchema:
        """The schema of the provider."""
        return self.read.providers[self.address]

    @property
    def node(self) -> Node:
        """The node of the provider in the document."""
        root = self.document.root["provider_schemas"][self.address]
        return Node(self.document, f"/provider_schemas/{escape_token(self.address)}", root)


def map_provider(described: Described, levels: Levels, budget: Budget) -> Mapping:
    """Map all entities of a provider. Raises OverBudget, and MappingError for too deep a type."""
    maker = _Maker(described, dict(levels or {}), budget.meter(Cost.PLACES, "the mapping"))
    entities = with_references(maker.entities(), local_name(described.address))
    check_nesting((str(entity.ref), entity.body) for entity in entities)
    return Mapping(
        "provider",
        local_name(described.address),
        entities,
        (*maker.of_document(), *maker.diagnostics),
        Coverage(),
        (described.document,),
        budget=budget,
    )


def local_name(address: str) -> str:
    """The prefix of resource names: `registry.terraform.io/hashicorp/aws` -> `aws`."""
    return address.rpartition("/")[2]


class _Maker:
    def __init__(self, described: Described, levels: dict[str, Severity], places: Meter) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._described, self._levels, self._places = described, levels, places

    def entities(self) -> Iterator[Entity]:
        """The provider's configuration, then its entities, kind by kind."""
        schema = self._described.schema
        yield self._provider(schema.provider)
        sections = schema.resources, schema.data_sources, schema.ephemeral_resources, schema.list_resources
        for (kind, section), schemas in zip(_SECTIONS, sections, strict=True):
            for name, own, node in self._each(section, schemas):
                yield self._entity(kind, name, own, node, RESERVED_ROOT_NAMES)
        for name, block, node in self._each("action_schemas", schema.actions):
            yield self._entity(kinds.ACTION, name, Schema(block=block), node, RESERVED_ROOT_NAMES)
        for name, declared, node in self._each("functions", schema.functions):
            entity, notes = function(name, declared, node)
            self._tell(entity, notes)
            yield entity
        for name, identified, node in self._each("resource_identity_schemas", schema.identities):
            yield identity(name, identified, node)

    def of_document(self) -> Iterator[Diagnostic]:
        """Diagnostics about the document as a whole."""
        document = self._described.document
        for key, first, second in document.duplicates:
            text = f"{key!r} stands here, and before in line {first[0]}"
            yield at(Note(rules.SCHEMA_KEY, text, Spot(document.uri, second)), None, "", self._levels)
        own = self._described.node.pointer
        for pointer in self._described.unknown:
            if pointer.startswith(f"{own}/"):
                name = pointer.rpartition("/")[2]
                place = _at(document, pointer)
                yield at(Note(rules.SCHEMA_MEMBER, f"{name!r} is not known", place), None, "", self._levels)

    def _each(self, section: str, schemas: Dict[str, _T]) -> Iterator[tuple[str, _T, Node]]:
        if schemas:
            node = self._described.node.child(section)
            for name, schema in schemas.items():
                yield name, schema, node.child(name)

    def _provider(self, schema: Schema | None) -> Entity:
        described = self._described
        node = described.node.get("provider") or described.node
        name = local_name(described.address)
        facts = [Fragment(SOURCE, described.address, node), Fragment(FORMAT, described.read.format_version, node)]
        if schema is None:
            facts.append(Fragment(VERSION, None, node))
        own = schema or Schema()
        return self._entity(kinds.PROVIDER, name, own, node, RESERVED_PROVIDER_NAMES, tuple(facts))

    def _entity(
        self,
        kind: EntityKind,
        name: str,
        schema: Schema,
        node: Node,
        reserved: frozenset[str],
        facts: tuple[Fragment, ...] = (),
    ) -> Entity:
        if schema.version:
            facts = (*facts, Fragment(VERSION, schema.version, node))
        if schema.block is None:
            return Entity(kind, name, Body(), location=node, has_schema=False, fragments=facts)
        block, place = schema.block, node.get("block") or node
        usual = usual_kind(block)
        bodies = Bodies(usual, self._places, reserved)
        entity = Entity(
            kind,
            name,
            bodies.block(block, place),
            block.description or None,
            location=node,
            deprecation=deprecation_of(block),
            fragments=(*facts, *usual_texts(usual, place), *unusual(block, usual, place)),
        )
        self._tell(entity, bodies.found)
        return entity

    def _tell(self, entity: Entity, findings: list[Found]) -> None:
        self.diagnostics += [at(finding.note, entity.ref, finding.path, self._levels) for finding in findings]


def _at(document: Document, pointer: str) -> Node:
    node: Node = document.node
    for name in split_pointer(pointer):
        node = node.child(int(name) if isinstance(node.value, list) else name)
    return node


_WITH = (kinds.RESOURCE, kinds.DATA_SOURCE, kinds.EPHEMERAL, kinds.LIST_RESOURCE, kinds.ACTION)


def with_references(entities: Iterable[Entity], provider: str) -> tuple[Entity, ...]:
    """The entities, with the references of their attributes."""
    listed = tuple(entities)
    identified = frozenset(
        entity.name
        for entity in listed
        if entity.kind is kinds.RESOURCE and any(a.name == "id" and _is_text(a.type) for a in entity.body.attributes)
    )
    done: dict[Body, Body] = {}

    def claimed(attribute: Attribute) -> Attribute:
        name = f"{provider}_{_noun(attribute)}"
        if name not in identified:
            return attribute
        evidence = Reason(BY_NAME, f"`{attribute.name}` is named after the `id` of `{name}`")
        return replace(attribute, refers_to=Reference(provider, EntityRef(kinds.RESOURCE, name), "id", evidence))

    def at_root(attribute: Attribute, entity: Entity) -> Attribute:
        if isinstance(attribute.type, Nested):
            attribute = with_inner(attribute, lambda inner: rewrite(inner, claimed, done))
        return attribute if f"{provider}_{_noun(attribute)}" == entity.name else claimed(attribute)

    def related(entity: Entity) -> Entity:
        if entity.kind not in _WITH:
            return entity
        body = with_attributes(entity.body, [at_root(attribute, entity) for attribute in entity.body.attributes])
        return entity if body is entity.body else replace(entity, body=body)

    return tuple(map(related, listed))


def _noun(attribute: Attribute) -> str:
    """The name of an attribute without `_id`; without `_ids`, if it is a list. Empty for other attributes."""
    if _is_text(attribute.type):
        return attribute.name.removesuffix("_id") if attribute.name.endswith("_id") else ""
    is_many = isinstance(attribute.type, Collection) and _is_text(attribute.type.element)
    return attribute.name.removesuffix("_ids") if is_many and attribute.name.endswith("_ids") else ""


def _is_text(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.kind is ScalarKind.STRING
