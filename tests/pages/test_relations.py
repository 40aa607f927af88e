"""Which pages lead to each other."""

from __future__ import annotations

from mapper.entity_kind import EntityKind
from mapper.inputs import Document
from mapper.model import Body, Entity, Operation, Purpose
from mkdocs_oasmap.pages.relations import Relations

RESOURCE = EntityKind("resource", "Resource", "Resources", "resources")
DATA = EntityKind("data source", "Data Source", "Data Sources", "data-sources")
PROVIDER = EntityKind("provider", "Provider", "Provider")
ROOT = Document("a.json", b"{}").node


def entity(kind: EntityKind, name: str, *paths: str) -> Entity:
    operations = tuple(Operation(Purpose.READ, "get", path, ROOT) for path in paths)
    return Entity(kind, name, Body(()), operations=operations)


def test_entities_of_one_name_or_operation_are_related_in_the_order_of_the_mapping() -> None:
    entities = {
        "provider": entity(PROVIDER, "owl"),
        "resources/owl": entity(RESOURCE, "owl", "/owls"),
        "resources/nest": entity(RESOURCE, "nest", "/nests"),
        "data-sources/nests": entity(DATA, "nests", "/owls", "/nests"),
        "data-sources/owl": entity(DATA, "owl"),
    }
    relations = Relations(entities, "zoo")
    assert relations.of("resources/owl") == ["data-sources/nests", "data-sources/owl"]
    assert relations.of("resources/nest") == ["data-sources/nests"]
    assert relations.of("data-sources/nests") == ["resources/owl", "resources/nest"]
    assert relations.of("provider") == ["resources/owl", "data-sources/owl"]
