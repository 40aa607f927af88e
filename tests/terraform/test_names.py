"""Names that collide, names that Terraform keeps for itself, and the names of entities."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import Severity
from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import BAD_ENTITY_NAME, RESERVED_NAME

from ..support import both, map_texts, resource

RESERVED = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"]


def test_a_collision_with_a_later_source_leaves_out_what_comes_later() -> None:
    oven = resource("""
        create: {type: object, properties: {bakeTime: {type: integer}}}
        read: {type: object, properties: {bake_time: {type: boolean}, heat: {type: integer}}}
    """)
    assert oven.kinds == {"bake_time": "int64", "heat": "int64"}
    assert oven.status("bake_time") == "computed_optional"
    assert oven.diagnostic(NAME_COLLISION).path == "bake_time"


@pytest.mark.parametrize("name", RESERVED)
def test_a_reserved_name_at_the_root_is_written_and_reported(name: str) -> None:
    mapped = both(f"""
        create: {{type: object, properties: {{{name}: {{type: integer}}}}}}
        read: {{type: object, properties: {{{name}: {{type: integer}}}}}}
    """)
    for oven in mapped:
        assert oven.names == [name]
    found = mapped[0].diagnostics(RESERVED_NAME)
    assert [str(d.entity) for d in found] == ["resource oven", "data source oven"]
    assert {d.severity for d in found} == {Severity.ERROR}
    assert not found[0].rule.differs
    assert all(d.fix for d in found)


@pytest.mark.parametrize("name", ["Oven-2", "stoneOven", "2", "'stone oven'", "öfen"])
def test_names_of_entities_are_copied_and_odd_ones_reported(name: str) -> None:
    oven = map_texts(
        """
        openapi: 3.0.0
        paths:
          /oven:
            post: {requestBody: {content: {application/json: {schema: {properties: {fuel: {type: string}}}}}}}
        """,
        f"""
        provider: {{name: Our Bakery-1}}
        resources: {{{name}: {{create: {{path: /oven, method: post}}, read: {{path: /oven, method: post}}}}}}
        """,
    )
    assert oven.spec["provider"]["name"] == "Our Bakery-1"
    assert oven.spec["resources"][0]["name"] == name.strip("'")
    assert {str(d.entity) for d in oven.diagnostics(BAD_ENTITY_NAME)} >= {f"resource {name.strip(chr(39))}"}
    assert not BAD_ENTITY_NAME.differs


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [("oven", "bakery_oven", "resources"), ("bakery_oven", "oven", "data_sources"), ("oven", "bakeryoven", "")],
)
def test_of_two_entities_with_one_type_the_later_one_is_reported(first: str, second: str, kind: str) -> None:
    entry = "{create: {path: /oven, method: post}, read: {path: /oven, method: post}}"
    entry = entry if kind != "data_sources" else "{read: {path: /oven, method: post}}"
    oven = map_texts(
        "{openapi: 3.0.0, paths: {/oven: {post: {responses: {'200': {description: '', content: {application/json:"
        " {schema: {type: object, properties: {fuel: {type: string}}}}}}}}}}}",
        f"{{provider: {{name: bakery}}, {kind or 'resources'}: {{{first}: {entry}, {second}: {entry}}}}}",
    )
    found = oven.diagnostics(BAD_ENTITY_NAME)
    assert [(d.entity.name if d.entity else "", d.location is not None) for d in found] == (
        [("oven", True)] if kind else []
    )


def test_a_provider_name_that_the_go_generator_refuses_is_reported() -> None:
    oven = map_texts(
        "{openapi: 3.0.0, paths: {/oven: {get: {}}}}",
        "{provider: {name: Our Bakery}, data_sources: {oven: {read: {path: /oven, method: get}}}}",
    )
    assert [str(d.entity) for d in oven.diagnostics(BAD_ENTITY_NAME)] == ["provider Our Bakery"]
